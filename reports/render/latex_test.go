package render

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nmfrepro/reports"
)

// wide is a table of one panel with so many columns and rows of one printed cell each.
func wide(columns, rows int) reports.Table {
	t := reports.Table{Address: "demo/table9", Title: "Table IX. A wide one", Cite: "nobody"}
	p := reports.Panel{Key: "a_b", Title: "Accuracy", Corner: "dataset"}
	for j := range columns {
		p.Columns = append(p.Columns, reports.Column{Group: "group " + strconv.Itoa(j/3), Label: "method " + strconv.Itoa(j)})
	}
	for i := range rows {
		r := reports.Row{Label: "row " + strconv.Itoa(i)}
		for range columns {
			r.Cells = append(r.Cells, reports.Cell{Status: reports.OK, Values: []float64{0.25, 0.75}, Want: 2, Scale: reports.Scale{Decimals: 2}, Published: reports.Published{Value: "0.51", SD: "0.02"}})
		}
		p.Rows = append(p.Rows, r)
	}
	t.Panels = []reports.Panel{p}
	return t
}

// A panel is a float of its own, divided where it does not fit; every cell is in one of the parts, every label is another.
func TestLaTeXFloats(t *testing.T) {
	text := render(t, wide(20, 30), "latex", Options{})
	labels := regexp.MustCompile(`\\label\{([^}]*)\}`).FindAllStringSubmatch(text, -1)
	floats := strings.Count(text, `\begin{table}[htbp]`)
	var names []string
	for _, l := range labels {
		names = append(names, l[1])
	}
	if floats < 4 || len(names) != floats || len(slices.Compact(slices.Sorted(slices.Values(names)))) != floats || names[0] != "tab:demo-table9-a-b" || names[1] != "tab:demo-table9-a-b-2" {
		t.Errorf("%d floats with the labels %q", floats, names)
	}
	if n := strings.Count(text, "(2)"); n != 20*30 {
		t.Errorf("%d cells of ours, want 600", n)
	}
	if strings.Contains(text, "caption{Table") || !strings.Contains(text, `\caption{A wide one. Accuracy (Table IX in demo/table9, after nobody)}`) {
		t.Error("a caption has two numbers")
	}
	for _, test := range []struct {
		layout      Layout
		ours, paper int
	}{{Both, 4, 4}, {OursOnly, 4, 0}, {PublishedOnly, 0, 4}} {
		text := render(t, wide(2, 2), "latex", Options{Layout: test.layout})
		if ours, paper := strings.Count(text, "(2)"), strings.Count(text, "0.51"); ours != test.ours || paper != test.paper {
			t.Errorf("layout %s: %d cells of ours, %d of the paper's, want %d, %d", test.layout, ours, paper, test.ours, test.paper)
		}
	}
}

// What is opened is closed; make test-latex typesets the tables of the papers.
func TestLaTeXCloses(t *testing.T) {
	source := ""
	for _, table := range []reports.Table{canned(), wide(20, 30), wide(1, 1)} {
		source += render(t, table, "latex", Options{})
	}
	if strings.Count(source, `\begin{`) != strings.Count(source, `\end{`) {
		t.Error("environments do not close")
	}
}

func TestLaTeXSIunitx(t *testing.T) {
	text := render(t, canned(), "latex", Options{SIunitx: true})
	for _, want := range []string{`\usepackage{booktabs,siunitx}`, `\num{0.85 +- 0.05} (3)`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(text, `0.05\ensuremath`) || strings.Contains(render(t, canned(), "latex", Options{}), `\num`) {
		t.Error("numbers of the other kind")
	}
}
