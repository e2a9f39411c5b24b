package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

var update = flag.Bool("update", false, "rewrite the files under testdata")

func render(t *testing.T, table result.Table, format string, opt Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Tables(&out, format, opt, table); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	tests := []struct {
		file, format string
		opt          Options
	}{
		{"table.txt", "text", Options{}},
		{"table.ansi", "text", Options{ANSI: true}},
		{"narrow.txt", "text", Options{Width: 60}},
		{"table.md", "md", Options{}},
		{"table.tex", "latex", Options{}},
		{"table.csv", "csv", Options{}},
		{"table.json", "json", Options{}},
		{"table.html", "html", Options{}},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			got := render(t, canned(), test.format, test.opt)
			file := filepath.Join("testdata", test.file)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got; -update rewrites it):\n%s", file, diff)
			}
		})
	}
}

// The fields that scripts rely on, in their order.
var contract = strings.Split("address,paper,table,row,dataset,rank,method,measure,metric,ours_mean,ours_sd,n,reported,"+
	"reported_sd,reported_bold,status,substitute,note,tuned,honest_mean,selection_bias,selection_low,selection_high,on,label,at_limit", ",")

func TestJSONFields(t *testing.T) {
	var objects []json.RawMessage
	if err := json.Unmarshal([]byte(render(t, canned(), "json", Options{})), &objects); err != nil {
		t.Fatal(err)
	}
	if len(objects) != cells(canned()) {
		t.Errorf("%d objects for %d cells", len(objects), cells(canned()))
	}
	for _, o := range objects {
		var keys []string
		dec := json.NewDecoder(bytes.NewReader(o))
		for depth := 0; dec.More() || depth == 0; depth++ {
			token, err := dec.Token()
			if err != nil {
				t.Fatal(err)
			}
			if depth%2 == 1 { // after the brace, keys and values alternate
				keys = append(keys, token.(string))
			}
		}
		if diff := cmp.Diff(contract, keys); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestCSVFields(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(render(t, canned(), "csv", Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contract, rows[0]); diff != "" {
		t.Error(diff)
	}
	if len(rows) != 1+cells(canned()) {
		t.Errorf("%d rows for %d cells", len(rows)-1, cells(canned()))
	}
	mean := slices.Index(contract, "ours_mean")
	sd := slices.Index(contract, "ours_sd")
	for _, row := range rows[1:] {
		switch n := row[slices.Index(contract, "n")]; {
		case (row[mean] == "") != (n == "0"):
			t.Errorf("mean %q of %s values", row[mean], n)
		case (row[sd] == "") != (n == "0" || n == "1"):
			t.Errorf("deviation %q of %s values", row[sd], n)
		}
	}
	// (0.7 + 0.71 + 0.72) / 3 and its neighbours are told apart by 17 digits, not by 15.
	if got, err := strconv.ParseFloat(rows[5][mean], 64); err != nil || got != newModel(canned()).Panels[0].Rows[0].Cells[4].Mean() {
		t.Errorf("mean %q does not read back, %v", rows[5][mean], err)
	}
}

func cells(t result.Table) (n int) {
	for _, p := range t.Panels {
		for _, r := range p.Rows {
			n += len(r.Cells)
		}
	}
	return n
}

var (
	escape     = regexp.MustCompile("\x1b\\[[0-9]+m")
	numberText = regexp.MustCompile(`-?[0-9]+\.[0-9]+(±[0-9.]+)?`)
)

// Lines fit the terminal; with all columns asked for every number of the wide table is in the narrow one.
func TestTextWidth(t *testing.T) {
	numbers := func(s string) []string {
		found := numberText.FindAllString(s, -1)
		slices.Sort(found)
		return found
	}
	wide := render(t, canned(), "text", Options{})
	for w := 44; w < 160; w += 7 {
		narrow := render(t, canned(), "text", Options{Width: w, Columns: []string{AllColumns}})
		if diff := cmp.Diff(numbers(wide), numbers(narrow)); diff != "" {
			t.Errorf("width %d: %s", w, diff)
		}
		for line := range strings.Lines(narrow) {
			if term.Width(strings.TrimSuffix(line, "\n")) > w {
				t.Errorf("width %d: line %q takes %d", w, line, term.Width(line))
			}
		}
	}
}

// Where not all columns fit, they stand in blocks, and the own method stands first in each that has room for it beside another. A screen
// has few enough lines, and says how to see what it has no room for.
func TestTextFits(t *testing.T) {
	table := canned()
	table.Own = []string{"PNMF"}
	for w := 44; w < 160; w += 7 {
		for _, screen := range []bool{false, true} {
			text := render(t, table, "text", Options{Width: w, Screen: screen})
			for line := range strings.Lines(text) {
				if term.Width(strings.TrimSuffix(line, "\n")) > w && strings.Contains(line, " ") {
					t.Errorf("width %d: line %q takes %d", w, line, term.Width(line))
				}
			}
			if !strings.Contains(text, "0.97±0.01") {
				t.Errorf("width %d: PNMF is not shown:\n%s", w, text)
			}
			if n := strings.Count(text, "\n"); screen && n > term.ScreenLines {
				t.Errorf("width %d: a screen of %d lines:\n%s", w, n, text)
			}
		}
	}
	text := render(t, table, "text", Options{Width: 60})
	if blocks := regexp.MustCompile(`dataset +PNMF +[A-Z]`).FindAllString(text, -1); len(blocks) < 3 || strings.Contains(text, "left out") {
		t.Errorf("%d blocks begin with the own method:\n%s", len(blocks), text)
	}
	if text := render(t, table, "text", Options{Width: 60, Screen: true}); !strings.Contains(text, "more columns: --columns NAME,...") ||
		!strings.Contains(text, "Why: nmfrepro explain pnmf/table3") || !strings.Contains(text, "numbers ") {
		t.Error(text)
	}
	if text := render(t, table, "text", Options{Width: 60, Columns: []string{"NMF", "CNMF"}}); !strings.Contains(text, "illegible") {
		t.Error(text)
	}
}

// The own method's columns come first, in the panel or under the heading that they share, then the best reported rival and the best
// of ours; nothing else changes its place.
func TestDecidersFirst(t *testing.T) {
	table := canned()
	table.Own = []string{"PNMF", "m1"}
	first := table.DecidersFirst()
	var got []string
	for _, p := range first.Panels {
		for j, c := range p.Columns {
			got = append(got, strings.TrimSpace(c.Group+" "+c.Label)+"="+p.Rows[0].Cells[j].At.Method)
		}
	}
	want := "PNMF=PNMF K-means=K-means NMF=NMF CNMF=CNMF CNMF by W=CNMF by W PNMF=PNMF NMF=NMF NMF_1 H=m1 NMF_1 W=m0 alone=m2 CNMF W~=m3"
	if strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
	if table.Panels[0].Columns[0].Label != "K-means" {
		t.Error("the table itself has changed")
	}
	metric := table.Panels[0].Rows[0].Cells[0].At.Metric
	lead := func(rival string, best bool, ours float64) result.Lead {
		return result.Lead{Conclusion: result.Conclusion{Subject: result.Subject{Metric: metric}}, Rival: rival, Best: best, Ours: ours}
	}
	table.Says.Leads = []result.Lead{lead("K-means", false, 3), lead("CNMF", true, 2), lead("NMF", false, 1)}
	got = nil
	for _, c := range table.DecidersFirst().Panels[0].Columns {
		got = append(got, c.Label)
	}
	if want := "PNMF CNMF NMF K-means CNMF by W"; strings.Join(got, " ") != want {
		t.Errorf("with rivals %s, want %s", strings.Join(got, " "), want)
	}
}

// On a terminal weight replaces the star, and nothing else changes.
func TestANSI(t *testing.T) {
	plain := render(t, canned(), "text", Options{})
	ansi := render(t, canned(), "text", Options{ANSI: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("escape sequences without ANSI")
	}
	if !strings.Contains(ansi, "\x1b[1m0.97±0.01\x1b[0m") {
		t.Error("the best mean is not bold")
	}
	squeeze := func(s string) string {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "*:", "bold:"), "*z*", "z")
		return strings.Join(strings.Fields(strings.NewReplacer("*", "", "─", "").Replace(s)), " ")
	}
	if diff := cmp.Diff(squeeze(plain), squeeze(escape.ReplaceAllString(ansi, ""))); diff != "" {
		t.Error(diff)
	}
}

func TestRenderErrors(t *testing.T) {
	err := Tables(&bytes.Buffer{}, "word", Options{}, canned())
	if want := `reports: format = "word", want one of text, md, latex, csv, json, html`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	full := errors.New("no space left on device")
	for _, f := range Names() {
		if err := Tables(failing{full}, f, Options{}, canned()); !errors.Is(err, full) {
			t.Errorf("%s: error %v, want %v", f, err, full)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A table without panels, and a panel without rows, are tables.
func TestEmpty(t *testing.T) {
	for _, f := range Names() {
		render(t, result.Table{}, f, Options{Width: 80})
		render(t, result.Table{Panels: []result.Panel{{Columns: []result.Column{{Label: "A"}}}}}, f, Options{Width: 80})
	}
	if got := render(t, result.Table{}, "json", Options{}); got != "[]\n" {
		t.Errorf("JSON of nothing is %q, want []", got)
	}
}

// Several tables make one array, one list of rows under one header, and one page.
func TestSeveralTables(t *testing.T) {
	two := func(format string) string {
		var out bytes.Buffer
		if err := Tables(&out, format, Options{}, canned(), canned()); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	var objects []map[string]any
	if err := json.Unmarshal([]byte(two("json")), &objects); err != nil || len(objects) != 2*cells(canned()) {
		t.Errorf("%d objects (%v), want %d", len(objects), err, 2*cells(canned()))
	}
	if rows, err := csv.NewReader(strings.NewReader(two("csv"))).ReadAll(); err != nil || len(rows) != 1+2*cells(canned()) {
		t.Errorf("%d rows (%v), want %d", len(rows), err, 1+2*cells(canned()))
	}
	if page := two("html"); strings.Count(page, "<html") != 1 || strings.Count(page, "<h1>") != 2 {
		t.Error("two tables are not one page with two headings")
	}
	if text := two("text"); strings.Count(text, canned().Title) != 2 {
		t.Error("the text has not both tables")
	}
}
