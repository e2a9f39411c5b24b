package site

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func pages(t testing.TB, s Site) map[string]string {
	t.Helper()
	files, err := Pages(s)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range files {
		all[f.Name] = string(f.HTML)
	}
	return all
}

func TestPages(t *testing.T) {
	files, err := Pages(fixture(t))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	want := strings.Fields(`index.html rpr-nmf.html rpr-nmf-table3.html rpr-nmf-table4.html pnmf.html pnmf-table3.html pnmf-table4.html ornmf.html
		ornmf-table3.html ornmf-table4.html dsp-nmf.html dsp-nmf-table3.html dsp-nmf-table4.html mcnmf.html mcnmf-table3.html mcnmf-table4.html
		solvers.html datasets.html machine.html`)
	if !slices.Equal(names, want) {
		t.Errorf("pages %v, want %v", names, want)
	}
	again, _ := Pages(fixture(t))
	for i := range files {
		if !bytes.Equal(files[i].HTML, again[i].HTML) {
			t.Errorf("%s differs between two runs", files[i].Name)
		}
	}
}

var (
	resource = regexp.MustCompile(`(?i)(src|srcset|xlink:href|poster|action)="([^"]*)"|url\(([^)]{0,40})|@import`)
	link     = regexp.MustCompile(`<a [^>]*href="([^"]*)"`)
)

// No page asks for anything outside itself, and every link leads to a page that there is.
func TestNothingFromOutside(t *testing.T) {
	all := pages(t, fixture(t))
	for name, html := range all {
		for _, m := range resource.FindAllStringSubmatch(html, -1) {
			if !strings.HasPrefix(m[2]+m[3], "data:") {
				t.Errorf("%s: %s", name, m[0])
			}
		}
		links := link.FindAllStringSubmatch(html, -1)
		if len(links) < 9 {
			t.Errorf("%s: %d links", name, len(links))
		}
		for _, m := range links {
			if _, ok := all[m[1]]; !ok && !strings.HasPrefix(m[1], "#") {
				t.Errorf("%s: link to %s", name, m[1])
			}
		}
		if !strings.Contains(html, `content="default-src 'none';`) {
			t.Errorf("%s: no content policy", name)
		}
	}
}

// What the model says is on the page, as text and not as markup.
func TestContent(t *testing.T) {
	all := pages(t, fixture(t))
	for name, texts := range map[string][]string{
		"index.html":       {"The order holds on 7 of 9 data sets.", "A paper on &lt;PNMF&gt; &amp; more", "1 erratum in", "1 holds, 1 does not hold", `aria-label="`, "UNVERIFIABLE"},
		"pnmf.html":        {"mean 0.91 is printed", "uniform on (0, 1)", `<svg role="img" aria-label="Figure 2. Relative objectives"`, "PNMF falls fastest.", "Within 40 iterations.", "At least 10 times faster", "only 7 times faster", "Read of the training."},
		"pnmf-table3.html": {"nmfrepro explain pnmf/table3", "seeds", "data missing", `data-sort=""`, "stand-in for CMU PIE", "≠", `colspan="4"`, "Methods against each other", "τ 0.4", `aria-label="accuracy"`},
		"datasets.html":    {"ORL faces", "1024 × 400"},
		"machine.html":     {"EPYC, 2 cores", "Xeon of the lab"},
	} {
		for _, text := range texts {
			if !strings.Contains(all[name], text) {
				t.Errorf("%s: no %q", name, text)
			}
		}
	}
	if n := strings.Count(all["pnmf-table3.html"], "<td class="); n != 72 {
		t.Errorf("%d cells, want 72", n)
	}
	for name, html := range all {
		for _, bad := range []string{"ZgotmplZ", "<no value>", "%!", "NaN"} {
			if strings.Contains(regexp.MustCompile(`base64,[^)]*`).ReplaceAllString(html, ""), bad) {
				t.Errorf("%s: %s", name, bad)
			}
		}
	}
}

func TestCounts(t *testing.T) {
	s := fixture(t)
	f := functions{s}
	total := 0
	for _, c := range f.paperCounts(s.Papers[0]) {
		total += c.N
	}
	if total != 9*8+3*2 {
		t.Errorf("%d verdicts, want 78", total)
	}
	if got := claimCounts(s.Papers[0].Claims); len(got) != 2 || got[0].Name != "holds" || got[0].N != 1 || got[1].Share != 50 {
		t.Errorf("claims %+v", got)
	}
	if got := f.tableCounts(Table{}); got != nil {
		t.Errorf("counts of nothing: %v", got)
	}
	for name, want := range map[string]string{"DIFFERS": "v-differs", "does not hold": "v-does-not-hold", "STAND-IN": "v-stand-in", "a. ": "v-a"} {
		if got := class(name); got != want {
			t.Errorf("class of %q is %s, want %s", name, got, want)
		}
	}
	if got := sortKey(Cell{Value: math.NaN()}) + sortKey(Cell{Value: 3, State: "failed"}); got != "" {
		t.Errorf("cells without a number sort by %q", got)
	}
	if got := groups([]Column{{"", "a"}, {"", "b"}}); got != nil {
		t.Errorf("groups %v", got)
	}
	if got := groups([]Column{{"g", "a"}, {"g", "b"}, {"", "c"}}); len(got) != 2 || got[0].Span != 2 {
		t.Errorf("groups %v", got)
	}
}

func TestErrors(t *testing.T) {
	for want, s := range map[string]Site{
		`key of a paper = "a/b"`:            {Papers: []Paper{{Key: "a/b"}}},
		`key of a table = ""`:               {Papers: []Paper{{Key: "a", Tables: []Table{{}}}}},
		"two pages would be a.html":         {Papers: []Paper{{Key: "a"}, {Key: "a"}}},
		"two pages would be solvers.html":   {Papers: []Paper{{Key: "solvers"}}},
		`row "r" has 0 cells, want 1`:       {Papers: []Paper{{Key: "a", Tables: []Table{{Key: "t", Panels: []Panel{{Columns: make([]Column, 1), Rows: []Row{{Label: "r"}}}}}}}}},
		"figure f is no SVG":                {Papers: []Paper{{Key: "a", Figures: []Figure{{Key: "f", SVG: "GIF89a"}}}}},
		"two pages would be a-b-table.html": {Papers: []Paper{{Key: "a-b", Tables: []Table{{Key: "table"}}}, {Key: "a", Tables: []Table{{Key: "b-table"}}}}},
	} {
		if _, err := Pages(s); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "site: ") {
			t.Errorf("error %v, want … %s …", err, want)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "report")
	if err := Write(dir, Site{Title: "Empty"}); err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil || !bytes.Contains(html, []byte("<title>Empty</title>")) {
		t.Errorf("%s, %v", html, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(file, Site{}); err == nil {
		t.Error("a file is taken for a folder")
	}
}
