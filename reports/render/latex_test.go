package render

import (
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// wide is a table of one panel with so many columns and rows of one printed cell each.
func wide(columns, rows int) result.Table {
	t := result.Table{Address: "demo/table9", Title: "Table IX. A wide one", Cite: "nobody"}
	p := result.Panel{Key: "a_b", Title: "Accuracy", Corner: "dataset"}
	for j := range columns {
		p.Columns = append(p.Columns, result.Column{Group: "group " + strconv.Itoa(j/3), Label: "method " + strconv.Itoa(j)})
	}
	for i := range rows {
		r := result.Row{Label: "row " + strconv.Itoa(i)}
		for range columns {
			r.Cells = append(r.Cells, result.Cell{
				State:    result.State{Status: result.OK},
				Runs:     result.Sample{Values: []float64{0.25, 0.75}, Want: 2},
				Metric:   result.Metric{Scale: result.Scale{Decimals: 2}},
				Reported: result.Reported{Value: "0.51", SD: "0.02"},
			})
		}
		p.Rows = append(p.Rows, r)
	}
	t.Panels = []result.Panel{p}
	return t
}

// A table is one float. It is as wide as a column where it fits there; otherwise letters become smaller, columns under one heading
// become rows, or rows and columns change places. Every cell stays.
func TestLaTeXFloat(t *testing.T) {
	for _, test := range []struct {
		columns, rows int
		float, want   string
	}{
		{3, 3, "table", "tabular}{@{}llll@{}}"},
		{9, 3, "table*", "tabular}{@{}llllllllll@{}}"},
		{15, 8, "table*", "tabular}{@{}lllllllll@{}}"}, // methods as rows
	} {
		text := render(t, wide(test.columns, test.rows), "latex", Options{})
		if strings.Count(text, "\\begin{table") != 1 || !strings.Contains(text, "\\begin{"+test.float+"}[tp]") || !strings.Contains(text, test.want) || strings.Contains(text, "larger than a page") {
			t.Errorf("%d columns, %d rows: want one %s with %s\n%.900s", test.columns, test.rows, test.float, test.want, text)
		}
		if ours, reported := strings.Count(text, "0.50\\ensuremath{\\pm}0.35"), strings.Count(text, "0.51\\ensuremath"); ours != test.columns*test.rows || reported != ours {
			t.Errorf("%d columns, %d rows: %d numbers of ours and %d reported", test.columns, test.rows, ours, reported)
		}
	}
	stacked := wide(16, 2)
	p := &stacked.Panels[0]
	for j := range p.Columns {
		p.Columns[j] = result.Column{Group: "method " + strconv.Itoa(j/2), Label: []string{"mean", "max"}[j%2]}
	}
	text := render(t, stacked, "latex", Options{})
	for _, want := range []string{"row 0, mean &", "row 1, max &", "tabular}{@{}lllllllll@{}}"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := render(t, wide(40, 60), "latex", Options{}); strings.Count(text, `\begin{table*}`) < 3 || strings.Count(text, `\label{`) != 1 ||
		strings.Count(text, `\addtocounter{table}{-1}\caption{(continued)}`) != strings.Count(text, `\begin{table*}`)-1 || strings.Contains(text, `\resizebox`) {
		t.Errorf("2400 numbers stand in %d floats", strings.Count(text, `\begin{table*}`))
	}
}

// The caption can stay in a paper: it names no address, has one number, and says how many runs there were where all have as many.
func TestLaTeXCaption(t *testing.T) {
	text := render(t, wide(2, 2), "latex", Options{})
	caption := `\caption{A wide one. First lines: our replication, mean \ensuremath{\pm} standard deviation over 2 runs. Second lines: values reported in Table IX of nobody.}\label{tab:demo-table9}`
	if !strings.Contains(text, caption) || strings.Contains(strings.ReplaceAll(text, "% demo/table9", ""), "demo/table9") || strings.Contains(text, "(2)") {
		t.Errorf("want %s in\n%s", caption, text)
	}
	some := wide(2, 2)
	some.Panels[0].Rows[1].Cells[1].Runs.Values = []float64{0.5}
	for _, test := range []struct {
		opt   Options
		has   []string
		lacks string
	}{
		{Options{}, []string{"over 2 runs, or the number in parentheses", "{0.50} (1)"}, "(2)"},
		{Options{NoN: true}, []string{"mean \\ensuremath{\\pm} standard deviation."}, "(1)"},
	} {
		text := render(t, some, "latex", test.opt)
		for _, want := range test.has {
			if !strings.Contains(text, want) || strings.Contains(text, test.lacks) {
				t.Errorf("%+v: want %q and not %q in\n%s", test.opt, want, test.lacks, text)
			}
		}
	}
}

// A table that is wider than the page is cut into parts of its columns, each below the other with the names of the rows, before its letters are
// smaller than seven points. A single column that is wider is narrowed. The first line names all packages. Signs are those of LaTeX.
func TestLaTeXWidth(t *testing.T) {
	long := wide(1, 3)
	for i := range long.Panels[0].Rows {
		long.Panels[0].Columns[0].Label = strings.Repeat("word", 60)
		long.Panels[0].Rows[i].Label = "row " + strconv.Itoa(i)
	}
	for _, test := range []struct {
		table    result.Table
		parts    int
		narrowed bool
	}{{wide(3, 3), 1, false}, {wide(30, 30), 2, false}, {long, 1, true}} {
		text := render(t, test.table, "latex", Options{})
		packages := map[bool]string{false: "array,booktabs}\n", true: "array,booktabs,graphicx}\n"}[test.narrowed]
		if strings.Contains(text, `\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%`) != test.narrowed ||
			!strings.HasPrefix(text, `% demo/table9; \usepackage{`+packages) || strings.Count(text, `\end{tabular}`) < test.parts {
			t.Errorf("%d columns: want %d parts, narrowed %t\n%.900s", len(test.table.Panels[0].Columns), test.parts, test.narrowed, text)
		}
	}
	for sign, want := range map[string]string{"≡": `\ensuremath{\equiv}`, "≠": `\ensuremath{\neq}`, "≈": `\ensuremath{\approx}`} {
		if got := latex(sign); got != want {
			t.Errorf("%s is %s, want %s", sign, got, want)
		}
	}
	for _, k := range result.Kinds {
		if s := latex(k.Sign); strings.IndexFunc(s, func(r rune) bool { return r > 127 }) >= 0 {
			t.Errorf("the sign %s of %s is no LaTeX", k.Sign, k.Kind)
		}
	}
}

// Each selection of a table has a label of its own, so that a paper may show several.
func TestLaTeXLabels(t *testing.T) {
	seen := map[string]bool{}
	rows := wide(2, 2)
	rows.Asked = "dataset=orl,rank=5|10"
	panel := wide(2, 2)
	panel.Asked = "panel=acc"
	for _, x := range []struct {
		table result.Table
		opt   Options
	}{
		{wide(2, 2), Options{}}, {rows, Options{}}, {panel, Options{}}, {wide(2, 2), Options{Columns: []string{"method 0"}}},
		{wide(2, 2), Options{Columns: []string{"method 1"}}}, {wide(2, 2), Options{Transpose: true}},
		{panel, Options{Columns: []string{"method 1"}}},
	} {
		label := regexp.MustCompile(`\\label\{tab:([A-Za-z0-9:.+-]+)\}`).FindStringSubmatch(render(t, x.table, "latex", x.opt))
		if label == nil || seen[label[1]] || !strings.HasPrefix(label[1], "demo-table9") {
			t.Fatalf("%q %+v: label %v, before it %v", x.table.Asked, x.opt, label, seen)
		}
		seen[label[1]] = true
	}
	if all := (Options{Columns: []string{AllColumns}}); !strings.Contains(render(t, wide(2, 2), "latex", all), `\label{tab:demo-table9}`) {
		t.Error("all columns are no selection")
	}
}

// Signs stand behind reported numbers and are explained below, in the float; a flag leaves them out. W~ has a tilde above.
func TestLaTeXSigns(t *testing.T) {
	text := render(t, canned(), "latex", Options{})
	note := text[strings.Index(text, "\\parbox"):]
	for _, want := range []string{"Verdict on the reported number: = agrees", "\\end{table"} {
		if !strings.Contains(note, want) {
			t.Errorf("no %q in %s", want, note)
		}
	}
	if !strings.Contains(text, `0.78\ensuremath{\pm}0.03 \ensuremath{\neq}`) || !strings.Contains(render(t, tilded(), "latex", Options{}), `\ensuremath{\widetilde{W}}`) {
		t.Errorf("signs:\n%s", text)
	}
	if bare := render(t, canned(), "latex", Options{NoSigns: true}); strings.Contains(bare, "Verdict") || strings.Contains(bare, "0.03 \\ensuremath{\\neq}") {
		t.Errorf("signs stay:\n%s", bare)
	}
}

// tilded is a table with a tilde in a heading.
func tilded() result.Table {
	t := canned()
	t.Panels = t.Panels[2:]
	return t
}

// Columns are chosen by heading, group or method, in every format that shows them; rows and columns change places.
func TestChosen(t *testing.T) {
	for _, format := range []string{"text", "md", "latex", "html"} {
		text := render(t, wide(6, 2), format, Options{Columns: []string{"METHOD 1", "group 1"}, Transpose: true})
		for label, want := range map[string]bool{"method 0": false, "method 1": true, "method 2": false, "method 4": true} {
			if strings.Contains(text, label) != want {
				t.Errorf("%s: %s is there: %t\n%s", format, label, !want, text)
			}
		}
		if row, column := strings.Index(text, "method 1"), strings.Index(text, "row 1"); row < column {
			t.Errorf("%s: rows and columns stay:\n%s", format, text)
		}
	}
	err := Tables(io.Discard, "text", Options{Columns: []string{"metod 1"}}, wide(3, 1))
	if err == nil || !strings.Contains(err.Error(), `demo/table9: no column "metod 1", did you mean`) {
		t.Errorf("error %v", err)
	}
}

// What is opened is closed; make test-latex typesets the tables of the papers.
func TestLaTeXCloses(t *testing.T) {
	source := ""
	for _, table := range []result.Table{canned(), wide(20, 30), wide(1, 1)} {
		source += render(t, table, "latex", Options{})
	}
	if strings.Count(source, `\begin{`) != strings.Count(source, `\end{`) {
		t.Error("environments do not close")
	}
}

// Two hyphens are those of a flag, and no dash.
func TestLaTeXHyphens(t *testing.T) {
	for text, want := range map[string]string{"run --profile paper": "run -{}-profile paper", "2–10": "2--10", "a-b": "a-b", "W~": `\ensuremath{\widetilde{W}}`} {
		if got := latex(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLaTeXSIunitx(t *testing.T) {
	text := render(t, canned(), "latex", Options{SIunitx: true})
	for _, want := range []string{`\usepackage{array,booktabs,siunitx}`, `\num{0.85 +- 0.05}`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(text, `0.05\ensuremath`) || strings.Contains(render(t, canned(), "latex", Options{}), `\num`) {
		t.Error("numbers of the other kind")
	}
}

// Decimal points of a column stand below each other, in lines of ours as in reported ones, and the rank of a row is mathematics.
func TestLaTeXPointsInLine(t *testing.T) {
	table := wide(1, 2)
	table.Panels[0].Columns = append(table.Panels[0].Columns, result.Column{Label: "other"})
	for i := range table.Panels[0].Rows {
		r := &table.Panels[0].Rows[i]
		r.Label, r.Shown, r.Cells = "orl r="+strconv.Itoa(5*i+5), "ORL, K = "+strconv.Itoa(5*i+5), append(r.Cells, r.Cells[0])
		r.Cells[0].Reported = result.Reported{Value: []string{"100", "9.50"}[i], SD: []string{"0.02", "12.5"}[i]}
	}
	text := render(t, table, "latex", Options{})
	for _, want := range []string{
		`ORL, \ensuremath{K=5} &`, `ORL, \ensuremath{K=10} &`,
		`\phantom{0}\phantom{0}\textbf{0.50\ensuremath{\pm}\phantom{0}0.35}`, `100\ensuremath{\pm}\phantom{0}0.02`,
		`\phantom{0}\phantom{0}9.50\ensuremath{\pm}12.5`, `& \textbf{0.50\ensuremath{\pm}0.35} \\`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
