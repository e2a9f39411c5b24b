package render

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// cannedPaper has every part that a paper can have. The numbers are invented.
func cannedPaper() result.Paper {
	t := canned()
	t.Profile = "quick"
	one := t.Panels[0].Rows[0].Cells
	one[0].Verdict.Contrasts = result.Contrasts{Hold: 2, Open: 1}
	far := &one[1]
	far.Verdict.Difference, far.Verdict.Tolerance = 0.5, 0.03
	t.Reasons = []result.Reason{{Key: "a", Says: "Another k-means.", Cells: []string{far.Address}}, {Key: "b", Says: "Rank 10.", Cells: []string{"x"}, Open: true}}
	other := t
	other.Address, other.Key, other.Panels = "pnmf/control", "control", []result.Panel{{Columns: make([]result.Column, 1), Rows: []result.Row{{Cells: []result.Cell{*far}}}}}
	cell := &other.Panels[0].Rows[0].Cells[0]
	cell.Address, cell.Runs.Values, cell.Metric.Scale, cell.Reported = "pnmf/control:metric=acc|b", []float64{0.5, 0.75}, result.Scale{Times: 100, Decimals: 1}, result.Reported{Value: "12.5", SD: "1.0"}
	cell.Verdict.Difference, cell.Verdict.Tolerance = -0.25, 0.01
	return result.Paper{
		PaperAbout: result.PaperAbout{Key: "pnmf", Short: "PNMF", Title: "Linear and Nonlinear Projective NMF", Cite: "Z. Yang and E. Oja, 2010", Gist: "It projects."},
		Finding: result.Finding{Answer: "in part", Headline: "It projects, and *leads* by less.", Points: []result.Point{
			{Sign: "comes-out", Says: "It leads.", Reported: "+4.0", Ours: "+5.0 (4.7 to 5.4)", Readings: "8 of 23", Rests: []result.Rest{{What: "lead a", Want: "comes-out", Got: "as reported", Bears: []string{"comes-out"}}}},
			{Sign: "does-not", Says: "It is fast.", Rests: []result.Rest{{What: "claim fast", Want: "does-not", Got: "undecided", Bears: []string{"open"}}}},
		}}.Filled(),
		Tables: []result.Table{t, other}, Figures: []result.Figure{{Address: "pnmf/fig1", Profile: "smoke"}},
		Claims: []result.Claim{
			{
				Says: "best on <all> sets", Where: "p. 7", Own: result.Outcome{ClaimVerdict: result.Holds}, Ours: result.Outcome{ClaimVerdict: result.Fails, Detail: "iris: 0.8 | 0.9"},
				Ablations: []result.Ablation{{Removes: "the projection", Verdict: "not run", Detail: "no record"}},
			},
			{Says: "fast", Own: result.Outcome{ClaimVerdict: result.NotTestable}, Ours: result.Outcome{ClaimVerdict: result.Undecided}},
		},
		Errata:  []result.Erratum{{Severity: "note", Place: "table3/a", What: "a blank"}, {Severity: "error", Place: "table3/a/*", What: "0.9 is printed"}},
		Unshown: map[string]map[string]int{"pnmf/table3": {result.LackRuns: 2}}, Idle: []string{"pnmf/table9"},
		Notes: []result.Note{{Says: "**Iris.** Tested."}},
		Records: result.Records{
			Runs: 1477, Hours: 0.94, First: time.Date(2026, 11, 20, 23, 0, 0, 0, time.UTC), Last: time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC),
			Origins: []result.Origin{{DataSHA256: "a", CPU: "EPYC", Kernel: "avx512", Go: "go1.26", Program: "(devel)"}, {DataSHA256: "b", CPU: "EPYC", Kernel: "avx512", Go: "go1.26", Program: "(devel)"}},
		},
	}
}

func documentOf(t *testing.T, p result.Paper) string {
	t.Helper()
	var out bytes.Buffer
	if err := Document(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestDocument(t *testing.T) {
	got, file := documentOf(t, cannedPaper()), filepath.Join("testdata", "document.md")
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
}

// The largest difference in units of its tolerance is named, in the unit of its table; long lists of reasons are cut until there are few
// words enough.
func TestDocumentGaps(t *testing.T) {
	p := result.Paper{PaperAbout: result.PaperAbout{Key: "p", Cite: "c"}, Tables: []result.Table{{Panels: []result.Panel{{Columns: make([]result.Column, 1)}}}}}
	for k := range 14 {
		c := result.Cell{
			Address:  fmt.Sprint("p/t:k=", k),
			Runs:     result.Sample{Values: []float64{float64(k)}},
			Metric:   result.Metric{Scale: result.Scale{Times: 100}},
			Reported: result.Reported{Value: "7"},
		}
		c.Verdict = result.Verdict{Kind: result.KindDiffers, Difference: float64(k) / 64, Tolerance: 0.5}
		p.Tables[0].Panels[0].Rows = append(p.Tables[0].Panels[0].Rows, result.Row{Cells: []result.Cell{c}})
	}
	for k := range 40 {
		p.Tables[0].Reasons = append(p.Tables[0].Reasons, result.Reason{Key: fmt.Sprint(k), Says: strings.Repeat("Because of it. ", 40), Cells: []string{"p/t:k=1"}})
	}
	got := documentOf(t, p)
	if want := "Farthest is `p/t:k=13`: ours 1300 (1), reported 7. 14 numbers differ; no cause is known for 13."; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	if n := len(strings.Fields(got)); n > 900 || !strings.Contains(got, "- Because of it.") {
		t.Errorf("%d words:\n%s", n, got)
	}
}

// A paper that nobody has run has a document too, and says so.
func TestDocumentOfNothing(t *testing.T) {
	p := result.Paper{PaperAbout: result.PaperAbout{Key: "p", Cite: "c"}, Tables: []result.Table{{Panels: []result.Panel{{Columns: make([]result.Column, 1), Rows: []result.Row{{Cells: []result.Cell{
		{Verdict: result.Verdict{Kind: result.KindMissing, Difference: math.NaN(), Tolerance: math.NaN()}},
	}}}}}}}}
	for _, p := range []result.Paper{p, {PaperAbout: result.PaperAbout{Key: "p", Cite: "c"}}} {
		if got := documentOf(t, p); !strings.Contains(got, "No table has been run.") || strings.Contains(got, "NaN") || strings.Contains(got, "Claims") {
			t.Errorf("document of nothing:\n%s", got)
		}
	}
}

func TestHeadline(t *testing.T) {
	want := "Of 7 reported numbers 1 agrees, 0 are close and 2 differ; 1 is inconclusive, 3 are missing (2 not computed, 1 unexplained). Of 2 claims 0 hold, 1 does not, 1 is undecided, 0 not testable."
	if got := reports.Headline(cannedPaper()); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if own, ours := result.Standings(cannedPaper().Claims); own.String() != "holds 1, does not hold 0, undecided 0, not testable 1" || ours[result.Fails] != 1 {
		t.Errorf("own %s, ours %s", own, ours)
	}
}
