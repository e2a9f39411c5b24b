package site

import (
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// What is written for a terminal reads as prose: commands are code, addresses have the paper's names, and nothing keeps a backtick.
func TestProse(t *testing.T) {
	panel := func(key, metric string) result.Panel {
		return result.Panel{Key: key, Rows: []result.Row{{Cells: []result.Cell{{At: result.Address{Metric: metric}}}}}}
	}
	s := &Site{Papers: []result.Paper{
		{PaperAbout: result.PaperAbout{Key: "rpr", Short: "RPR-NMF"}, Tables: []result.Table{
			{Key: "table2", Title: "Table 2. Clustering of ORL", Panels: []result.Panel{panel("acc", "acc"), panel("csr", "csr")}},
			{Key: "control", Title: "Ablations of RPR-NMF: triplets", Panels: []result.Panel{panel("all", "acc")}},
		}},
		{PaperAbout: result.PaperAbout{Key: "dsp", Short: "DSP-NMF"}, Figures: []result.Figure{{Key: "fig9", Title: "Fig. 9 Objectives"}}},
	}}
	p := newProse(s, &s.Papers[0])
	for text, want := range map[string]string{
		"table2/acc/avg/RPR-NMF Euclidean: 58.8, bound 0":                "Table 2, accuracy, avg, RPR-NMF Euclidean: 58.8, bound 0",
		"table2/csr//RPR-NMF 5":                                          "Table 2, constraint rate, RPR-NMF 5",
		"table2/csr has no row":                                          "Table 2, constraint rate has no row",
		"without the triplets (rpr/control)":                             `without the triplets (<a href="rpr-control.html">Ablations of RPR-NMF</a>)`,
		"table2, accuracy of NMF":                                        "Table 2, accuracy of NMF",
		"as dsp/fig9 has it":                                             `as <a href="dsp.html#figure-fig9">Fig. 9 of DSP-NMF</a> has it`,
		"5 runs of compare alternatives rpr/table2:rank=40 --choice nmi": "5 runs of <code>nmfrepro compare alternatives rpr/table2:rank=40 --choice nmi</code>",
		"`nmfrepro verify claims rpr` shows both":                        "<code>nmfrepro verify claims rpr</code> shows both",
		"at (verify errata rpr).":                                        "at (<code>nmfrepro verify errata rpr</code>).",
		"we compare the two and/or none; 5 of 1/(5 n), table rows":       "we compare the two and/or none; 5 of 1/(5 n), table rows",
	} {
		if got := p.page("<p>" + text + "</p>"); got != "<p>"+want+"</p>" {
			t.Errorf("%s\nbecomes  %s\nand not  %s", text, got, want)
		}
	}
	for _, kept := range []string{"<code>rpr/control</code>", `<a href="x">rpr/control</a>`} {
		if got := p.page(kept); got != kept {
			t.Errorf("%s becomes %s", kept, got)
		}
	}
	if got := p.page("<p title=\"run `x`\">y</p>"); strings.Contains(got, "`") {
		t.Errorf("an attribute keeps its backticks: %s", got)
	}
	if got := p.plain("table2/acc/avg/NMF < 5, `x`"); got != "Table 2, accuracy, avg, NMF < 5, x" {
		t.Errorf("as text: %s", got)
	}
}

// A table is filtered by the names that stand above its columns, and by data sets.
func TestFilterOptions(t *testing.T) {
	cell := func(method string) result.Cell {
		return result.Cell{At: result.Address{Method: method, Dataset: "orl"}}
	}
	table := result.Table{Panels: []result.Panel{{
		Columns: []result.Column{{Group: "NMF", Label: "Euclidean"}, {Group: "NMF", Label: "Divergence"}, {Group: "V = 3", Label: "a"}, {Group: "V = 3", Label: "b"}, {Label: "GNMF"}},
		Rows:    []result.Row{{Cells: []result.Cell{cell("nmf"), cell("nmf"), cell("a"), cell("b"), cell("gnmf")}}},
	}}}
	want := []option{{"nmf", "NMF"}, {"a", "V = 3 a"}, {"b", "V = 3 b"}, {"gnmf", "GNMF"}}
	if got := methodOptions(&table); len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[3] != want[3] {
		t.Errorf("methods %v, want %v", got, want)
	}
	if got := datasetOptions(&table, nil); got != nil {
		t.Errorf("one data set is a choice: %v", got)
	}
}
