package render

import (
	"regexp"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/result"
)

func TestMacroName(t *testing.T) {
	tests := []struct{ address, want string }{
		{"pnmf/table3:dataset=iris,method=pnmf,metric=purity", "PnmfTableThreeIrisPnmfPurity"},
		{"rpr/table2:dataset=orl,rank=40,method=rpr-div,metric=acc@h10", "RprTableTwoOrlRankFourZeroRprDivAccAtHOneZero"},
		{"ornmf/control:dataset=yale,method=cold,alpha=0.3,metric=acc,column=cold start α = 0.3", "OrnmfControlYaleColdAlphaZeroPointThreeAccColdStartAlphaZeroPointThree"},
		{"dsp/table1:panel=all,average,method=dsp", "DspTableOneAllAverageDsp"},
	}
	for _, test := range tests {
		if got := macroName(test.address); got != test.want {
			t.Errorf("%s: %s, want %s", test.address, got, test.want)
		}
	}
}

// Every macro has a name of letters, none is defined twice, and what is special to LaTeX is escaped.
func TestMacros(t *testing.T) {
	other := canned()
	text := render(t, canned(), "tex-macros", Options{})
	definition := regexp.MustCompile(`^\\newcommand\{\\([A-Z][A-Za-z]*)\}\{(.+)\}$`)
	defined := map[string]string{}
	cells := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "%") {
			cells++
			continue
		}
		m := definition.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("%q is no definition", line)
		}
		if _, twice := defined[m[1]]; twice {
			t.Errorf(`\%s is defined twice`, m[1])
		}
		defined[m[1]] = m[2]
	}
	want := 1 // the heading
	for _, b := range other.Panels {
		for _, r := range b.Rows {
			want += len(r.Cells)
		}
	}
	if cells != want {
		t.Errorf("%d comments, want the heading and one for each cell, %d", cells, want)
	}
	for name, value := range map[string]string{
		"PnmfTableThreeIrisKMeansPurity":        `0.85\ensuremath{\pm}0.05`,
		"PnmfTableThreeIrisKMeansPurityMean":    "0.85",
		"PnmfTableThreeIrisKMeansPurityN":       "3",
		"PnmfTableThreeIrisKMeansPurityPaper":   `0.83\ensuremath{\pm}0.03`,
		"PnmfTableThreeIrisKMeansPurityVerdict": "agrees",
	} {
		if defined[name] != value {
			t.Errorf(`\%s is %q, want %q`, name, defined[name], value)
		}
	}
	if _, there := defined["PnmfTableThreeOrlPNMFPurity"]; there {
		t.Error("a cell without a number has a macro of ours")
	}
	if defined["PnmfTableThreeOrlPNMFPurityPaper"] == "" {
		t.Error("the print of a cell without a number of ours has no macro")
	}
}

// The same cell in two panels, and a name that would be another's with its ending, stay apart.
func TestMacrosUnique(t *testing.T) {
	cell := func(address string) result.Cell {
		return result.Cell{
			Address: address,
			Runs:    result.Sample{Values: []float64{1, 2}, Want: 2},
			State:   result.State{Status: result.OK},
		}
	}
	table := result.Table{Address: "p/t", Panels: []result.Panel{{Columns: make([]result.Column, 4), Rows: []result.Row{{Cells: []result.Cell{
		cell("p/t:metric=a"), cell("p/t:metric=a"), cell("p/t:metric=a-N"), cell("p/t:metric=a,method=b"),
	}}}}}}
	text := render(t, table, "tex-macros", Options{})
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`\\newcommand\{\\(\w+)\}`).FindAllStringSubmatch(text, -1) {
		if seen[m[1]] {
			t.Errorf(`\%s is defined twice in`+"\n%s", m[1], text)
		}
		seen[m[1]] = true
	}
	if len(seen) != 4*4 {
		t.Errorf("%d macros, want four for each of four cells", len(seen))
	}
}
