package site

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/render"
	"nmfrepro/reports/result"
)

func pages(t testing.TB, s Site) map[string]string {
	t.Helper()
	files, err := Pages(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range files {
		all[f.Name] = string(f.Data)
	}
	return all
}

func TestPages(t *testing.T) {
	files, err := Pages(t.Context(), fixture(t))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	var want []string
	for _, paper := range strings.Fields("rpr-nmf pnmf ornmf dsp-nmf mcnmf") {
		want = append(want, paper+".html", paper+"-forest-own.svg", paper+"-forest-own-narrow.svg")
		if paper == "pnmf" {
			want = append(want, "pnmf-fig2.svg")
		}
		for _, table := range []string{"-table3", "-table4"} {
			for _, ending := range []string{".html", "-forest-rows.svg", "-forest-rows-narrow.svg", "-ranks1.svg", ".csv", ".json", ".js"} {
				switch {
				case table == "-table4" && ending == "-ranks1.svg": // no difference is significant, and nothing is reported
					for _, picture := range []string{"forest-methods1", "forest-methods1-narrow", "methods1-sets"} {
						want = append(want, paper+table+"-"+picture+".svg")
					}
				default:
					want = append(want, paper+table+ending)
				}
			}
		}
	}
	want = slices.Concat([]string{"index.html"}, want, strings.Fields("solvers.html datasets.html machine.html style.css script.js"))
	if !slices.Equal(names, want) {
		t.Errorf("pages %v, want %v", names, want)
	}
	again, _ := Pages(t.Context(), fixture(t))
	for i := range files {
		if !bytes.Equal(files[i].Data, again[i].Data) {
			t.Errorf("%s differs between two runs", files[i].Name)
		}
	}
}

var (
	resource = regexp.MustCompile(`(?i)(src|srcset|xlink:href|poster|action|<link [^>]*href)="([^"]*)"|url\(([^)]{0,40})|@import`)
	link     = regexp.MustCompile(`<a [^>]*href="([^"]*)"`)
)

// No page asks for anything outside the site, and every link leads to a page that there is.
func TestNothingFromOutside(t *testing.T) {
	all := pages(t, fixture(t))
	for name, html := range all {
		for _, m := range resource.FindAllStringSubmatch(html, -1) {
			if _, ok := all[m[2]]; !ok && !strings.HasPrefix(m[2]+m[3], "data:") {
				t.Errorf("%s: %s", name, m[0])
			}
		}
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		links := link.FindAllStringSubmatch(html, -1)
		if len(links) < 9 {
			t.Errorf("%s: %d links", name, len(links))
		}
		for _, m := range links {
			file, _, _ := strings.Cut(m[1], "#")
			if _, ok := all[file]; !ok && file != "" && !strings.HasPrefix(m[1], "https://doi.org/") {
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
		"index.html":       {"<h1>Five papers on matrix factorisation, run again</h1>", "<b>Replicates in part.</b> The order holds on 7 of 9 data sets.</p>", "<div class=\"bar\"", "<p class=\"quiet\">78 numbers. ", "A paper on &lt;PNMF&gt; &amp; more", `aria-label="`, "inconclusive", "Written by nmfrepro v1.2-abc from runs of 2026-11-20 to 2026-11-21", "significantly different, but by less than the tolerance"},
		"pnmf.html":        {"<b>Replicates in part.</b>", "Of 78 reported numbers 12 agree, 13 are close and 11 differ;", "do not bear out: claim first is undecided.", "<b>Start.</b> It is <code>ours</code>.", "mean 0.91 is printed", "uniform on (0, 1)", `<img src="pnmf-fig2.svg" alt="Figure 2. Relative objectives. Objective over Iteration; PNMF from 1 at 0`, "PNMF falls fastest.", "“At least 10 times faster than NMF on ORL” does not hold; only 7 times faster.", "without the projection; one more factor (pnmf/control)", "<li>Another k-means. (2 cells)</li>", "Rank 10. (2 cells)", `<span class="chip v-not-testable">not testable</span><small>no reported number decides</small>`, "At least 10 times faster", "only 7 times faster", "Read of the training."},
		"pnmf-table4.html": {"1 panel in which no difference of ranks is significant", "Which method to use", "<p>Use A by ", "against B undecided", "pnmf-table4-forest-methods1.svg", "pnmf-table4-forest-methods1-narrow.svg", "pnmf-table4-methods1-sets.svg", "worse, practically equal"},
		"pnmf-table3.html": {"Of 72 reported numbers 11 = agrees,", "<li>Another k-means. (1 cell)</li>", "No cause is known for", "mean±sd of 3 runs", `<th scope="col" class="own">Method 2</th><th scope="col">Method 1</th>`, `<option value="m8">the paper&#39;s Method 8</option>`, `<option value="d1">d1</option>`, "<td data-head=\"best reported rival\">Method 8</td>", "accuracy", `data-profile="quick"`, `href="pnmf-table3.csv"`, "<dt>seed</dt><dd>20100501</dd>", "<dd>2: two points of accuracy</dd>", "data missing", "substitute for CMU PIE", "≠", `colspan="4"`, "Methods against each other", "τ 0.4", `<img src="pnmf-table3-ranks1.svg" alt="accuracy. `, `<button aria-label="differs">≠</button>`, `<script src="pnmf-table3.js" defer>`},
		"pnmf-table3.js":   {`["pnmf/table3:dataset=d1,method=m2",`, `,null,`, "90 % interval", "20 to 100 iterations, solver version 3, data 0123456789ab"},
		"datasets.html":    {"ORL faces", "1024 × 400"},
		"machine.html":     {"The authors: nmfrepro. And cite the papers", "EPYC, 2 cores", "<dd>Xeon of the lab, kernel avx2</dd>", "2026-11-20 to 2026-11-21", "<dt>data sums</dt><dd>0123456789ab</dd>"},
	} {
		for _, text := range texts {
			if !strings.Contains(all[name], text) {
				t.Errorf("%s: no %q", name, text)
			}
		}
	}
	if n := strings.Count(all["pnmf-table3.html"], "<td class=\"v-"); n != 2*72 {
		t.Errorf("%d cells, want 72 in the grid and 72 in the table", n)
	}
	if grid, cells := strings.Index(all["pnmf-table3.html"], `class="grids"`), strings.Index(all["pnmf-table3.html"], `class="cells"`); grid < 0 || grid > cells {
		t.Errorf("the grid stands at %d, the cells at %d", grid, cells)
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
	p := fixture(t).Papers[0]
	total, percent := 0, 0.0
	for _, v := range shares(p.Judged(), 0) {
		total += v.N
		percent += v.Percent
		if len(v.Cells) != v.N {
			t.Errorf("%s: %d cells with a reason of %d", v.Name, len(v.Cells), v.N)
		}
	}
	if total != 9*8+3*2 || percent < 99.9 || percent > 100.1 {
		t.Errorf("%d verdicts, want 78, %v %%", total, percent)
	}
	if got := append(shares(nil, 0), reasons(nil)...); got != nil {
		t.Errorf("counts of nothing: %v", got)
	}
	if got := reasons(shares(p.Judged(), 0)); len(got) != 2 || got[0].Name != result.KindDiffers || got[1].Name != result.KindFailed {
		t.Errorf("reasons of %d verdicts, want those of %s and %s", len(got), result.KindDiffers, result.KindFailed)
	}
}

// A site of another number of papers is named after them.
func TestTitle(t *testing.T) {
	papers := fixture(t).Papers
	for n, want := range []string{
		"Papers, run again", "RPR-NMF, run again", "RPR-NMF and PNMF, run again", "RPR-NMF, PNMF and ORNMF, run again", "RPR-NMF, PNMF, ORNMF and DSP-NMF, run again",
		"Five papers on matrix factorisation, run again",
	} {
		s := Site{Papers: papers[:n]}
		if got := pages(t, s)["index.html"]; !strings.Contains(got, "<title>"+want+"</title>") || !strings.Contains(got, "<h1>"+want+"</h1>") {
			t.Errorf("the title of %d papers is %q, want %q on the front page", n, s.Title(), want)
		}
	}
}

// What text and Markdown show of a cell, the site shows too: the best of each row, counts, stand-ins and footnotes.
func TestSameAsText(t *testing.T) {
	s := fixture(t)
	table := &s.Papers[1].Tables[0]
	table.Panels[0].Rows[0].Cells[2].State.Note = "1 of 4 failed: timeout"
	table.Panels[0].Rows[0].Cells[2].Runs.Want = 4
	html := pages(t, s)["pnmf-table3.html"]
	var text bytes.Buffer
	if err := render.Tables(&text, "md", render.Options{}, *table); err != nil {
		t.Fatal(err)
	}
	stripped := func(found [][]string) (numbers []string) {
		for _, m := range found {
			numbers = append(numbers, strings.ReplaceAll(m[1], " ", ""))
		}
		return numbers
	}
	best := stripped(regexp.MustCompile(`<strong>([0-9.± ]+)</strong>`).FindAllStringSubmatch(html, -1))
	ours := regexp.MustCompile(`(?m)^\|[^|]*\| reported .*$`).ReplaceAllString(text.String(), "") // where bold is the paper's
	want := stripped(regexp.MustCompile(`\*\*([0-9.]+±[0-9.]+)\*\*`).FindAllStringSubmatch(ours, -1))
	if len(want) < 9 || !slices.Equal(best, want) {
		t.Errorf("the site marks %q as best, Markdown %q", best, want)
	}
	for _, shown := range []string{`<small>(3 of 4)</small> <sup>[1]</sup>`, "[1] 1 of 4 failed: timeout", "best mean of its metric in the row", "† d1: substitute for CMU PIE"} {
		if !strings.Contains(html, shown) {
			t.Errorf("no %q", shown)
		}
	}
}

func TestErrors(t *testing.T) {
	key := func(key string, tables ...result.Table) result.Paper {
		return result.Paper{PaperAbout: result.PaperAbout{Key: key}, Tables: tables}
	}
	short := result.Panel{Columns: make([]result.Column, 1), Rows: []result.Row{{Label: "r"}}}
	wrong := result.Figure{Key: "f", Plots: []result.Plot{{Series: []result.Series{{X: []float64{1}}}}}}
	for want, papers := range map[string][]result.Paper{
		`key of a paper = "a/b"`:            {key("a/b")},
		`key of a table = ""`:               {key("a", result.Table{})},
		"two pages would be a.html":         {key("a"), key("a")},
		"two pages would be solvers.html":   {key("solvers")},
		`row "r" has 0 cells, want 1`:       {key("a", result.Table{Key: "t", Panels: []result.Panel{short}})},
		"figure":                            {{PaperAbout: result.PaperAbout{Key: "a"}, Figures: []result.Figure{wrong}}},
		"two pages would be a-b-table.html": {key("a-b", result.Table{Key: "table"}), key("a", result.Table{Key: "b-table"})},
	} {
		if _, err := Pages(t.Context(), Site{Papers: papers}); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "site: ") {
			t.Errorf("error %v, want … %s …", err, want)
		}
	}
}

// A study has no word of reported numbers; its page has the headline, the pictures, the orders, the limits and the way to add a method.
func TestStudy(t *testing.T) {
	s := fixture(t)
	p := &s.Papers[1]
	p.Study, p.Title, p.Gist, p.Finding, p.Errata, p.Says, p.Figures = true, "The study: on equal terms", "Methods cluster.", result.Finding{}, nil, result.Conclusions{}, nil
	p.Notes = []result.Note{{Says: "**Limits.** Few sets.\n"}}
	tuned := p.Tables[1]
	c := tuned.Comparisons[0]
	with := func(labels bool) result.Table {
		d, u := c, tuned
		d.Rows = list.Map(c.Rows, func(r result.Scores) result.Scores {
			r.Cells = slices.Clone(r.Cells)
			for i := range r.Cells {
				r.Cells[i].Tuned, r.Cells[i].Labelled = i != d.Against, labels && i != d.Against
			}
			return r
		})
		u.Comparisons = []result.Comparison{d}
		return u
	}
	bound := with(true)
	bound.Key = "bound"
	p.Tables = []result.Table{with(false), bound}
	p.Orders.Pairs = []result.OrderPair{{A: result.Place{Address: "pnmf/table4", Panel: "a"}, B: result.Place{Address: "pnmf/table4", Panel: "b"},
		Differ: "labelling", Methods: []string{"A", "B"}, Sets: 3, Ranks: [2][]float64{{1, 2}, {2, 1}}}}
	all := pages(t, s)
	page := all["pnmf.html"]
	at := 0
	for _, want := range []string{"<h1>The study</h1>", "<p class=\"headline\"><b>Of 2 claims 1 holds", "pnmf-forest-methods1.svg", "saw labels", "pnmf-methods1-sets.svg", "Pale, an upper bound",
		"pnmf-orders.svg", "labelling", "<b>Limits.</b> Few sets.", "nmfrepro new solver mine --language python", "--like pnmf/table4", "<h2 id=\"claims\">", "<h2 id=\"tables\">", "<h2 id=\"protocol\">"} {
		i := strings.Index(page[at:], want)
		if i < 0 {
			t.Fatalf("no %q after %q", want, page[max(0, at-40):at])
		}
		at += i
	}
	for _, never := range []string{"eported", "v-agrees", "tolerances", "left open", "not testable</span>"} {
		if strings.Contains(page, never) {
			t.Errorf("the page of a study says %q", never)
		}
	}
	if !strings.Contains(all["index.html"], "Four papers") && strings.Contains(all["index.html"], "Five papers") {
		t.Error("a study is counted as a paper")
	}
	if !strings.Contains(all["index.html"], ">The study</a></h2>") {
		t.Error("the overview does not name the study")
	}
}
