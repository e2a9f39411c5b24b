package result

import (
	"slices"
	"testing"
)

// The best of a row is marked unless its metric ranks nothing, and unless it has no rival.
func TestBestOfRow(t *testing.T) {
	cell := func(metric string, m Metric, values ...float64) Cell {
		return Cell{At: Address{Metric: metric}, Metric: m, Runs: Sample{Values: values}}
	}
	against := func(c Cell, column string, p map[string]float64) Cell {
		c.At.Column, c.Against = column, p
		return c
	}
	higher, lower := Metric{Scale: Scale{Decimals: 2}}, Metric{Lower: true, Scale: Scale{Decimals: 2}}
	tests := []struct {
		name  string
		cells []Cell
		want  []bool
	}{
		{"higher", []Cell{cell("acc", higher, 0.5), cell("acc", higher, 0.7)}, []bool{false, true}},
		{"lower", []Cell{cell("msl", lower, 0.5), cell("msl", lower, 0.7)}, []bool{true, false}},
		{"neutral", []Cell{cell("k", Metric{Neutral: true}, 1), cell("k", Metric{Neutral: true}, 2)}, []bool{false, false}},
		{"alike in print", []Cell{cell("acc", higher, 0.701), cell("acc", higher, 0.7)}, []bool{true, true}},
		{"without a rival", []Cell{cell("acc", higher, 0.5), cell("acc", higher), cell("nmi", higher, 0.7)}, []bool{false, false, false}},
		{"not significantly behind", []Cell{against(cell("acc", higher, 0.5, 0.6), "a", map[string]float64{"b": 0.04, "c": 0.9}),
			against(cell("acc", higher, 0.7, 0.8), "b", map[string]float64{"a": 0.04, "c": 0.02}),
			against(cell("acc", higher, 0.2, 0.3), "c", map[string]float64{"a": 0.9, "b": 0.02})}, []bool{false, true, false}},
		{"not significantly behind after correction", []Cell{against(cell("acc", higher, 0.5, 0.6), "a", map[string]float64{"b": 0.04, "c": 0.9}),
			against(cell("acc", higher, 0.7, 0.8), "b", map[string]float64{"a": 0.04, "c": 0.03}),
			against(cell("acc", higher, 0.2, 0.3), "c", map[string]float64{"a": 0.9, "b": 0.03})}, []bool{true, true, true}},
		{"readings are rivals", []Cell{cell("acc", higher, 0.5), cell("acc@w", higher, 0.7)}, []bool{false, true}},
	}
	for _, test := range tests {
		if got := (Row{Cells: test.cells}).Best(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// Numbers that a paper reports beside which no cell of ours stands count as missing, and the gravest verdicts stand first.
func TestVerdictsOfPaper(t *testing.T) {
	judged := func(address, kind, lack string) Cell {
		return Cell{Address: address, Verdict: Verdict{Kind: kind, Lack: lack, Reason: lack}}
	}
	cells := []Cell{judged("a", KindAgrees, ""), judged("b", KindMissing, LackRuns), judged("c", KindFailed, ""), judged("d", KindDiffers, ""),
		judged("e", KindMissing, LackRuns)}
	p := Paper{Tables: []Table{{Address: "p/t", Panels: []Panel{{Rows: []Row{{Cells: cells}}}}}},
		Unshown: map[string]map[string]int{"p/t": {LackReported: 3}}}
	if got := p.Verdicts(); got[KindMissing] != 5 || got[KindAgrees] != 1 || p.Numbers() != 8 || p.Missing() != 5 {
		t.Errorf("%v of %d, %d missing; want 5 missing and 1 agreeing of 8", got, p.Numbers(), p.Missing())
	}
	if got := LackCounts(cells); len(got) != 1 || got[LackRuns] != 2 || Apart(cells) != 2 {
		t.Errorf("lacks %v, %d apart; want 2 %s, 2 apart", got, Apart(cells), LackRuns)
	}
	order := ""
	for _, c := range GravestFirst(cells) {
		order += c.Address
	}
	if reasons, counts := Unjudged(cells); order != "dcbea" || len(reasons) != 1 || counts[LackRuns] != 2 {
		t.Errorf("order %s, unjudged %v %v", order, reasons, counts)
	}
}

// A distance in tolerances has its sign, and leaves that in its unit as it is.
func TestInTolerances(t *testing.T) {
	x := Conclusion{Distance: Distance{Difference: -9, Tolerance: 3}}
	if d := x.InTolerances(); d.Difference != -3 || d.Tolerance != 1 || x.Difference != -9 {
		t.Errorf("%v in tolerances", d)
	}
}

// Of tolerances that depend on the reported number the smallest and the largest are told.
func TestTolerancesUsed(t *testing.T) {
	cell := func(metric, reason string, tolerance float64) Cell {
		return Cell{At: Address{Metric: metric}, Metric: Metric{Scale: Scale{Times: 100}},
			Verdict: Verdict{Tolerance: tolerance, ToleranceReason: reason}}
	}
	got := TolerancesUsed([]Cell{cell("acc", "k-means", 0.05), cell("acc", "few", 0.25), cell("acc", "k-means", 0.0625)})
	want := []ToleranceUsed{{MetricWords("acc"), "k-means", 5, 6.25}, {MetricWords("acc"), "few", 25, 25}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// What a pair comes to rests on its adjusted p, and on whether high or low values are good.
func TestOutcomeOfPair(t *testing.T) {
	pair := func(value, holm float64) Pair {
		p := Pair{Holm: holm}
		p.Estimate.Value, p.Ranks.N = value, 5
		return p
	}
	equal := Pair{Holm: 1}
	equal.Paired = true
	tests := []struct {
		of   MethodGroup
		pair Pair
		want string
	}{
		{MethodGroup{}, pair(0.1, 0.01), PairAhead}, {MethodGroup{}, pair(-0.1, 0.01), PairBack}, {MethodGroup{Lower: true}, pair(-0.1, 0.01), PairAhead},
		{MethodGroup{}, pair(0.1, 0.05), PairOpen}, {MethodGroup{Neutral: true}, pair(0.1, 0.01), PairMore},
		{MethodGroup{Neutral: true}, pair(-0.1, 0.01), PairLess}, {MethodGroup{}, equal, PairEqual},
	}
	for _, test := range tests {
		if got := test.of.Outcome(test.pair); got != test.want {
			t.Errorf("%+v: %s, want %s", test.pair.Estimate, got, test.want)
		}
	}
	if r := (Readings{Holds: 3, Undecided: 1, Of: 6}); r.Same(Holds) != 3 || r.Same(Undecided) != 1 || r.Same(Fails) != 2 || r.Same(NotTestable) != 0 {
		t.Error("readings of a claim are miscounted")
	}
}
