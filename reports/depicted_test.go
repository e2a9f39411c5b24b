package reports

import (
	"slices"
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// A figure tells what became of the claims that it shows: the worst that was decided, and one that shows none says so.
func TestFigures(t *testing.T) {
	claim := func(says string, v result.ClaimVerdict, figures ...string) result.Claim {
		return result.Claim{Says: says, Decides: figures, Ours: result.Outcome{ClaimVerdict: v, Detail: "why"}}
	}
	p := result.Paper{PaperAbout: result.PaperAbout{Depicted: []string{"fig1", "fig2", "fig3", "fig4", "fig5"}}, Claims: []result.Claim{
		claim("a", result.Holds, "fig1", "table1"), claim("b", result.Fails, "fig1", "fig2"), claim("c", result.Undecided, "fig2", "fig3"),
		claim("d", result.Holds, "fig3"), claim("e", result.NotTestable, "fig4"),
	}}
	if got, want := FigureMarks(p), "fig1 ✗, fig2 ✗, fig3 ?, fig4 ·; no claim rests on fig5"; got != want {
		t.Errorf("marks %q, want %q", got, want)
	}
	if got := FigureMarks(result.Paper{}); got != "" {
		t.Errorf("marks of no figures: %q", got)
	}
	if got, want := FigureLines("fig3", p.Claims), []string{"“c” is undecided; why.", "“d” holds; why."}; !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
	if got := FigureLines("fig5", p.Claims); len(got) != 1 || !strings.HasPrefix(got[0], "No claim") {
		t.Errorf("a figure without claims: %q", got)
	}
}
