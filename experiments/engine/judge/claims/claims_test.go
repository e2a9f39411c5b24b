package claims

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec/spectest"
	"nmfrepro/reports/result"
)

const small = spectest.OneTable + `      acc:
        better: higher
        range: [0, 100]
        groups: [[A, B, C], [D]]
        columns: [A, B, C, D]
        rows:
          x: ["80.0±1.0", "70.0±2.0", "70.0±0.5", "99.0±1.0"]
          y: ["60.0±3.0", "65.0±2.0", "50.0±1.0", "99.0±1.0"]
          avg: ["70.0", "67.5", "60.0", "illegible"]
      found:
        whole: true
        columns: [A]
        rows:
          x: ["7"]
      seconds:
        better: lower
        times: {x: 1e2}
        columns: [A, B]
        rows:
          x: ["1.5", "2.5"]
          y: ["3.00", "4.00"]
claims:
`

// one evaluates a single claim of the small paper.
func one(t *testing.T, predicate string, s func(*reported.Paper) Numbers) Outcome {
	t.Helper()
	p := spectest.Parse(t, "small.yaml", []byte(small+"  - {key: k, says: s, where: w, "+predicate+"}\n"))
	return Evaluate(p, p.Claims[0], s(p))
}

// A claim that holds names the cells that it compares and whose numbers differ from the reported ones; one that does not hold names none.
func TestNumbersDiffer(t *testing.T) {
	ours := func(values map[string]float64, differs ...string) func(*reported.Paper) Numbers {
		return func(p *reported.Paper) Numbers {
			return Replicated(p, func(r reported.Ref) Sample {
				v := values[r.Column]
				return Sample{Mean: v, Values: []float64{v - 0.1, v, v + 0.1}, Replicates: []int{0, 1, 2}, Differs: slices.Contains(differs, r.Column)}
			})
		}
	}
	rising := map[string]float64{"A": 60, "B": 50, "C": 40}
	tests := []struct {
		predicate string
		values    map[string]float64
		differs   []string
		standing  string
		cells     []string
	}{
		{"greater: [t/acc/x/A, t/acc/x/B]", rising, nil, "holds", nil},
		{"greater: [t/acc/x/A, t/acc/x/B]", rising, []string{"C"}, "holds", nil}, // C is not compared
		{"greater: [t/acc/x/A, t/acc/x/B]", rising, []string{"A"}, result.OrderHolds, []string{"t/acc/x/A"}},
		{"greater: [t/acc/x/A, t/acc/x/B, t/acc/x/C]", rising, []string{"A", "C"}, result.OrderHolds, []string{"t/acc/x/A", "t/acc/x/C"}},
		{"greater: [t/acc/x/B, t/acc/x/A]", rising, []string{"A", "B"}, "does not hold", nil},
		{"numbers: [{of: [t/acc/x/A], least: 55}]", rising, []string{"A"}, result.OrderHolds, []string{"t/acc/x/A"}},
	}
	for _, test := range tests {
		o := one(t, test.predicate, ours(test.values, test.differs...))
		slices.Sort(o.NumbersDiffer)
		if o.Standing() != test.standing || (o.ClaimVerdict == Holds && !slices.Equal(o.NumbersDiffer, test.cells)) {
			t.Errorf("%s, %q differ: %s, %q, want %s, %q", test.predicate, test.differs, o.Standing(), o.NumbersDiffer, test.standing, test.cells)
		}
	}
}

func TestPredicates(t *testing.T) {
	noDifference := math.NaN()
	tests := []struct {
		predicate string
		verdict   Verdict
		tolerance float64
	}{
		{"greater: [t/acc/x/A, t/acc/x/B]", Holds, 10},
		{"greater: [t/acc/x/B, t/acc/x/A]", Fails, -10},
		{"greater: [t/acc/x/B, t/acc/x/C]", Undecided, 0}, // equal in print
		{"greater: [t/acc/x/A, t/acc/y/B, t/acc/y/A]", Holds, 5},
		{"greater: [t/acc//A, t/acc//B]", Holds, 2.5}, // means over the rows
		{"greater: [t/acc/avg/D, t/acc/x/A]", NotTestable, noDifference},

		{"best-in: [{of: [t/acc/x/A]}]", Holds, 10}, // within its group
		{"best-in: [{of: [t/acc/x/A], among: ['*']}]", Fails, -19},
		{"best-in: [{of: [t/acc/*/A]}]", Fails, -5},
		{"best-in: [{of: [t/acc//A]}]", Holds, 2.5},
		{"best-in: [{of: [t/acc/*/A], least: 1}]", Holds, 0},
		{"best-in: [{of: [t/acc/*/A], least: 2}]", Fails, -1},
		{"best-in: [{of: [t/acc/*/A], most: 1}]", Holds, 0},
		{"best-in: [{of: [t/acc/*/D], among: ['*'], most: 1}]", Fails, -1},
		{"best-in: [{of: [t/acc/*/A], least: 1, most: 1}]", Holds, 0},
		{"best-in: [{of: [t/acc/*/A], least: 2, most: 2}]", Fails, -1},
		{"best-in: [{of: [t/acc/x/B], place: 2}]", Holds, 0}, // shared with C
		{"best-in: [{of: [t/acc/x/B], place: 2, alone: true}]", Undecided, 0},
		{"best-in: [{of: [t/acc/y/B], place: 2}]", Fails, -5}, // it is first
		{"best-in: [{of: [t/acc/y/C], place: 3}]", Holds, 10},
		{"best-in: [{of: [t/acc/x/A], among: [A, D]}]", Fails, -19},
		{"best-in: [{of: [t/acc/*/C], by: deviation}]", Holds, 0.5},
		{"best-in: [{of: [t/acc/avg/A], among: ['*']}]", NotTestable, noDifference},
		{"best-in: [{of: [t/seconds/*/A]}]", Holds, 1}, // less is better
		{"best-in: [{of: [t/acc/*/A, t/seconds/*/A]}]", Fails, -5},

		{"best-in: [{of: [t/acc/x/A, t/acc/x/B], in: column}]", Holds, 5},
		{"best-in: [{of: [t/acc/y/*], in: column}]", Fails, -20},
		{"best-in: [{of: [t/seconds/y/*], in: column}]", Holds, 147}, // 1.5 × 100 against 3
		{"greater: [t/seconds/x/A, t/seconds/y/B]", Holds, 146},

		{`numbers: [{of: [t/acc/x/A], is: "80.04"}]`, Holds, -0.04}, // 80.0 may have been 80.04
		{`numbers: [{of: [t/acc/x/A], is: "80.1"}]`, Holds, -0.1},   // and the text 80.05
		{`numbers: [{of: [t/acc/x/A], is: "80.2"}]`, Fails, -0.2},
		{`numbers: [{of: [t/acc/x/A], is: "81.0", within: 1}]`, Holds, -1},
		{`numbers: [{of: [t/acc/x/A], is: "1.0", by: deviation}]`, Holds, 0},
		{`numbers: [{of: [t/acc/x/A, t/acc/x/B], is: "10.0"}]`, Holds, 0},
		{`numbers: [{of: [t/acc/x/A, t/acc/x/B], is: "14.3", relative: true}]`, Holds, 100./7 - 14.3},
		{`numbers: [{of: [t/acc/y/A, others], is: "-5.0"}]`, Holds, 0},
		{`numbers: [{of: [t/acc/x/A, t/acc/x/B, t/acc/y/A, t/acc/y/B], is: "2.5"}]`, Holds, 0}, // mean of 10 and -5
		{`numbers: [{of: [t/acc/avg/D], is: "1"}]`, NotTestable, noDifference},

		{"numbers: [{each: [t/acc/x], least: 70}]", Holds, 0},
		{"numbers: [{each: [t/acc], least: 60}]", Fails, -10},
		{"numbers: [{each: [t/acc/*/A], least: 60}]", Holds, 0},
		{"numbers: [{each: [t/seconds], most: 5}]", Holds, 1},
		{"numbers: [{each: [t/seconds/y/B], most: 3.5}]", Fails, -0.5},
		{`numbers: [{of: [t/found/x/A], is: "7"}]`, Holds, 0},
		{`numbers: [{of: [t/found/x/A], is: "8"}]`, Fails, -1},

		{"rows: [{panel: t/acc, are: [x, y]}]", Holds, 0},
		{"rows: [{panel: t/acc, are: [x, z]}]", Fails, -2},

		{"greater: [t/acc/x/A, t/acc/x/B], numbers: [{each: [t/acc/x/A], most: 70}]", Fails, -10}, // both must hold
		{"greater: [t/acc/avg/D, t/acc/x/A], numbers: [{each: [t/acc/x/A], most: 70}]", Fails, -10},
		{"greater: [t/acc/avg/D, t/acc/x/A], numbers: [{each: [t/acc/x/A], most: 90}]", NotTestable, noDifference},
		{`greater: [t/acc/x/A, t/acc/x/B], numbers: [{of: [t/acc/x/A], is: "80.0"}]`, Holds, 10}, // the inequality tells more
		{"untestable: a figure", NotTestable, noDifference},
	}
	for _, test := range tests {
		o := one(t, test.predicate, Reported)
		same := math.Abs(float64(o.Difference)-test.tolerance) < 1e-9 || math.IsNaN(float64(o.Difference)) && math.IsNaN(test.tolerance)
		if o.ClaimVerdict != test.verdict || !same || o.Detail == "" || strings.Contains(o.Detail, "%!") {
			t.Errorf("%s: %s, margin %v, want %s, %v: %s", test.predicate, o.ClaimVerdict, o.Difference, test.verdict, test.tolerance, o.Detail)
		}
	}
}

// values are a replication of the small paper: shares and seconds in natural units.
func replication(values map[string][]float64) func(*reported.Paper) Numbers {
	return func(p *reported.Paper) Numbers {
		return Replicated(p, func(r reported.Ref) Sample {
			return Sample{Values: values[r.String()], Tolerance: map[bool]float64{true: 0.5, false: 0.05}[r.Panel == "found"]}
		})
	}
}

func TestReplicated(t *testing.T) {
	ours := replication(map[string][]float64{
		"t/acc/x/A": {0.80, 0.82, 0.84, 0.86}, "t/acc/x/B": {0.60, 0.62, 0.61, 0.63}, "t/acc/x/C": {0.79, 0.85, 0.80, 0.86},
		"t/acc/y/A": {0.5}, "t/acc/y/B": {0.4},
		"t/seconds/x/A": {140, 160}, "t/seconds/x/B": {140, 260},
		"t/found/x/A": slices.Concat(slices.Repeat([]float64{7}, 16), slices.Repeat([]float64{8}, 4)),
	})
	tests := []struct {
		predicate string
		verdict   Verdict
		tolerance float64
	}{
		{"greater: [t/acc/x/A, t/acc/x/B]", Holds, 21.5}, // in percent, as reported
		{"greater: [t/acc/x/B, t/acc/x/A]", Fails, -21.5},
		{"greater: [t/acc/x/A, t/acc/x/C]", Undecided, 0.5},
		{"greater: [t/acc/y/A, t/acc/y/B]", Undecided, 10}, // single replicates
		{"best-in: [{of: [t/acc/x/A], among: [A, B]}]", Holds, 21.5},
		{"best-in: [{of: [t/acc/*/A]}]", NotTestable, math.NaN()},                                     // no C in y
		{"best-in: [{of: [t/acc/*/B]}]", Fails, -21.5},                                                // refuted by x, whatever C is in y
		{"best-in: [{of: [t/acc//A]}]", Undecided, 0.5},                                               // of one row of two
		{"best-in: [{of: [t/acc/*/A], least: 2}]", NotTestable, -2},                                   // y decides, which is not there
		{"best-in: [{of: [t/seconds/x/A]}]", Undecided, 50},                                           // seconds, without the factor of the row
		{"best-in: [{of: [t/acc/x/B], among: [A, B], by: deviation}]", Undecided, 1.2909944487358056}, // of four replicates
		{`numbers: [{of: [t/acc/x/A], is: "83.0"}]`, Holds, 0},                                        // 83.0 ± 3.0, tolerance 5
		{`numbers: [{of: [t/acc/x/A], is: "80.0"}]`, Undecided, 3},                                    // up to 6
		{`numbers: [{of: [t/acc/x/A], is: "80.0", within: 7}]`, Holds, 3},                             // the text says how near
		{`numbers: [{of: [t/acc/x/A], is: "90.0", within: 4}]`, Undecided, -7},
		{`numbers: [{of: [t/acc/x/A], is: "90.0", within: 1}]`, Fails, -7},
		{`numbers: [{of: [t/acc/x/A], is: "74.0"}]`, Undecided, 9},
		{`numbers: [{of: [t/acc/x/A], is: "70.0"}]`, Fails, 13},
		{`numbers: [{of: [t/acc/y/A], is: "50.0"}]`, Undecided, 0},
		{`numbers: [{of: [t/acc/x/A, t/acc/x/A], is: "5.5"}]`, Fails, -5.5},   // a cell does not differ from itself
		{`numbers: [{of: [t/acc/x/A, t/acc/x/A], is: "4.0"}]`, Fails, -4},     // no difference is no gain of 4, though 5 is the tolerance
		{`numbers: [{of: [t/acc/x/A, t/acc/x/A], is: "0.0"}]`, Holds, 0},      // of none the tolerance is the metric's
		{`numbers: [{of: [t/acc/x/A, t/acc/x/B], is: "20.0"}]`, Holds, 1.5},   // 21.5 ± 2.0, tolerance 5
		{`numbers: [{of: [t/acc/x/A, t/acc/x/B], is: "-20.0"}]`, Fails, 41.5}, // the sign
		{`open: too coarse, numbers: [{each: [t/acc/x/A], least: 70}]`, NotTestable, math.NaN()},
		{"numbers: [{each: [t/acc/x/A], least: 70}]", Holds, 13},
		{"numbers: [{each: [t/acc/x/A], least: 82}]", Undecided, 1},
		{"rows: [{panel: t/seconds, are: [x]}]", NotTestable, math.NaN()}, // of the print alone
		{`numbers: [{of: [t/found/x/A], is: "8"}]`, Fails, -0.8},          // counts: 7.2 is not 8
		{`numbers: [{of: [t/found/x/A], is: "7"}]`, Holds, 0.2},
	}
	for _, test := range tests {
		o := one(t, test.predicate, ours)
		same := math.Abs(float64(o.Difference)-test.tolerance) < 1e-9 || math.IsNaN(float64(o.Difference)) && math.IsNaN(test.tolerance)
		if o.ClaimVerdict != test.verdict || !same {
			t.Errorf("%s: %s, margin %v, want %s, %v: %s", test.predicate, o.ClaimVerdict, o.Difference, test.verdict, test.tolerance, o.Detail)
		}
	}
}

// What a claim lacks that is not testable follows from the states of cells and from what the paper leaves open, never from sentences.
func TestLacks(t *testing.T) {
	of := func(s result.State) func(*reported.Paper) Numbers {
		return func(p *reported.Paper) Numbers {
			return Replicated(p, func(r reported.Ref) Sample { return SampleOf("t", result.Cell{State: s}, 0) })
		}
	}
	reportedNumbers := func(p *reported.Paper) Numbers { return Reported(p) }
	const compared, best = "greater: [t/acc/x/A, t/acc/x/B]", "best-in: [{of: [t/acc/*/A], least: 2}]"
	for _, test := range []struct {
		predicate string
		numbers   func(*reported.Paper) Numbers
		want      string
	}{
		{compared, of(result.State{Status: result.Pending, Note: "its data cannot be had"}), result.LackRuns},
		{compared, of(result.State{Status: result.MissingData, Note: "not run"}), result.LackData},
		{compared, of(result.State{Status: result.MissingData, Lost: true, Note: "numbers"}), result.LackLost},
		{compared, of(result.State{Status: result.Failed}), result.LackFailed},
		{compared, of(result.State{Status: result.OK, Substitute: "x"}), result.LackSubstitute},
		{best, of(result.State{Status: result.Failed}), result.LackFailed}, // what is missing decides
		{"untestable: substitute data cannot be had", reportedNumbers, result.LackNumber},
		{"open: no numbers, " + compared, of(result.State{}), result.LackOurs},
		{"rows: [{panel: t/seconds, are: [x]}]", of(result.State{}), result.LackOurs},
		{compared, reportedNumbers, ""},
	} {
		if o := one(t, test.predicate, test.numbers); o.Lack != test.want {
			t.Errorf("%s: %s lacks %q, want %q: %s", test.predicate, o.ClaimVerdict, o.Lack, test.want, o.Detail)
		}
	}
}

// What moves all methods of a replicate alike cancels: 1 point is told from none although replicates differ by 30.
func TestPairedReplicates(t *testing.T) {
	a := Sample{Values: []float64{0.51, 0.62, 0.71, 0.80}, Replicates: []int{0, 1, 2, 3}}
	b := Sample{Values: []float64{0.50, 0.60, 0.69, 0.79}, Replicates: []int{0, 1, 2, 3}}
	ours := func(b Sample) func(p *reported.Paper) Numbers {
		return func(p *reported.Paper) Numbers {
			return Replicated(p, func(r reported.Ref) Sample {
				if r.Column == "A" {
					return a
				}
				return b
			})
		}
	}
	o := one(t, "greater: [t/acc/x/A, t/acc/x/B]", ours(b))
	// d = 1, 2, 2, 1 points: mean 1.5, s = 0.57735, half-width t(3) = 3.18245 times s/2.
	if o.ClaimVerdict != Holds || !o.Paired || o.Replicates != 4 || math.Abs(float64(o.Effect)-1.5/0.5773503) > 1e-6 || math.Abs(float64(o.Low)-(1.5-3.182446*0.5773503/2)) > 1e-5 {
		t.Errorf("paired: %+v", o)
	}
	if !strings.Contains(o.Detail, "difference 1.5, 95 % interval 0.581 to 2.42 on these rows over 4 paired replicates, effect size 2.6") {
		t.Errorf("it says %q", o.Detail)
	}
	// The same numbers of other replicates tell nothing.
	b.Replicates = []int{4, 5, 6, 7}
	if o := one(t, "greater: [t/acc/x/A, t/acc/x/B]", ours(b)); o.ClaimVerdict != Undecided || o.Paired {
		t.Errorf("unpaired: %+v", o)
	}
	// Over rows of one set of replicates the pairs are of their means.
	o = one(t, "best-in: [{of: [t/acc//A], among: [A, B]}]", ours(Sample{Values: b.Values, Replicates: a.Replicates}))
	if o.ClaimVerdict != Holds || !o.Paired || math.Abs(float64(o.Difference)-1.5) > 1e-9 {
		t.Errorf("mean over rows: %+v", o)
	}
}

// A part of what the paper sums up decides nothing, whatever it says.
func TestPartial(t *testing.T) {
	ours := func(p *reported.Paper) Numbers {
		return Replicated(p, func(r reported.Ref) Sample {
			v := map[string]float64{"A": 0.9, "B": 0.5}[r.Column]
			return Sample{Values: []float64{v, v + 0.01, v - 0.01}, Replicates: []int{0, 1, 2}, Partial: "over 1 of 2 rows"}
		})
	}
	o := one(t, "greater: [t/acc/avg/A, t/acc/avg/B]", ours)
	if o.ClaimVerdict != Undecided || !strings.Contains(o.Detail, "ours is over 1 of 2 rows, which holds") {
		t.Errorf("%+v", o)
	}
}

// Of methods that are equal, a claim that one is better is decided in one of twenty replications, either way alike.
func TestErrorRate(t *testing.T) {
	// 4000 trials at 2.5 % have a deviation of 0.25 %.
	counts := rates(t, "greater: [t/acc/x/A, t/acc/x/B]", 4000)
	for _, v := range []Verdict{Holds, Fails} {
		if rate := counts[v]; rate < 0.015 || rate > 0.035 {
			t.Errorf("%s in %.1f %% of the trials, want about 2.5 %%", v, 100*rate)
		}
	}
	// Among many methods that are equal, one is "the best of all" more rarely still, and refuted no more often.
	counts = rates(t, "best-in: [{of: [t/acc/*/A], among: ['*']}]", 4000)
	if counts[Holds] > 0.01 || counts[Fails] > 0.035 || counts[Fails] < 0.005 {
		t.Errorf("best of eight: holds in %.2f %%, fails in %.2f %% of the trials, want at most 2.5 %% each", 100*counts[Holds], 100*counts[Fails])
	}
}

// rates evaluates a claim on replications in which all methods are equal: a common part moves those of a replicate alike.
func rates(t *testing.T, predicate string, trials int) map[Verdict]float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	p := spectest.Parse(t, "small.yaml", []byte(small+"  - {key: k, says: s, where: w, "+predicate+"}\n"))
	share := map[Verdict]float64{}
	for range trials {
		common := make([]float64, 5)
		for i := range common {
			common[i] = 0.7 + 0.1*rng.NormFloat64()
		}
		drawn := map[string]Sample{}
		draw := func(r reported.Ref) Sample {
			s, there := drawn[r.String()]
			if !there {
				s.Replicates = []int{0, 1, 2, 3, 4}
				for _, c := range common {
					s.Values = append(s.Values, c+0.05*rng.NormFloat64())
				}
				drawn[r.String()] = s
			}
			return s
		}
		share[Evaluate(p, p.Claims[0], Replicated(p, draw)).ClaimVerdict] += 1 / float64(trials)
	}
	return share
}
