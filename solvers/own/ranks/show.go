package ranks

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// holdWords say what each fold holds out.
var holdWords = map[Hold]string{
	Entries: "single entries (Wold)",
	Blocks:  "the crossing of some rows and columns (Owen and Perry)",
}

// heads are the columns of the table of a solver, on a page and in the width of a terminal.
var (
	heads  = []string{"rank", "held-out error [95 %]", "reconstruction error [95 %]", "similarity", "silhouette", "cophenetic", "seconds", ""}
	narrow = []string{"rank", "held-out error [95 %]", "reconstruction", "simil.", "silh.", "coph.", "sec."}
)

// signs stand for the words of a mark where there is little room.
var signs = strings.NewReplacer("chosen", "*", "least error", "<", "within one standard error", "=")

const legend = "* chosen, < least error, = within one standard error of it; [ ] and ± are 95 % intervals. Similarity and silhouette " +
	"of components, cophenetic correlation of samples: nmfrepro rank --help."

// row returns one rank in the table.
func (m *MethodRanks) row(r RankResult) []string {
	mark := ""
	switch {
	case m.Choice == nil:
	case r.Rank == m.Choice.Rank:
		mark = "chosen"
	case r.Rank == m.Choice.Best:
		mark = "least error"
	case slices.Contains(m.Choice.Within, r.Rank):
		mark = "within one standard error"
	}
	return []string{
		fmt.Sprint(r.Rank), r.HeldOut.text(), r.Reconstruction.text(), number(r.Similarity, "%.3f"), number(r.Silhouette, "%.3f"),
		number(r.Cophenetic, "%.3f"), number(r.Seconds.Mean, "%.2g"), mark,
	}
}

// line returns a row in the width of a terminal.
func (m *MethodRanks) line(r RankResult) []string {
	cells := m.row(r)
	mark := cells[len(cells)-1]
	cells[0] += strings.TrimRight(" "+signs.Replace(mark), " ")
	if v := r.Reconstruction; v.High != nil {
		cells[2] = fmt.Sprintf("%.4f ± %.4f", *v.Mean, *v.High-*v.Mean)
	}
	return cells[:len(narrow)]
}

func (m Mean) text() string {
	if m.Mean == nil || m.Low == nil {
		return number(m.Mean, "%.4f")
	}
	return fmt.Sprintf("%.4f [%.4f, %.4f]", *m.Mean, *m.Low, *m.High)
}

func number(v *float64, format string) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf(format, *v)
}

// about says in sentences what was done.
func (r *Result) about() []string {
	folds, starts := result.Count(r.Folds, "fold"), fmt.Sprint(r.Starts)
	closer, all := r.closer()
	if closer < all {
		folds, starts = "up to "+folds, "up to "+starts
	}
	lines := []string{fmt.Sprintf("%s%s hold out %s, the same for every solver and rank; %s a fold. %s initialisations of the whole matrix.",
		strings.ToUpper(folds[:1]), folds[1:], holdWords[r.Hold], result.Count(r.FoldStarts, "start"), strings.ToUpper(starts[:1])+starts[1:])}
	if r.HoldWhy != "" {
		lines[0] += " " + r.HoldWhy
	}
	if closer < all && !r.SoFar {
		lines = append(lines, fmt.Sprintf("%d of %d pairs of solver and rank could still win after %s from one initialisation each, and got more; "+
			"--thorough gives it to all.", closer, all, result.Count(r.looked, "fold")))
	}
	return append(append(lines, "Rule: "+r.Rule+"."), note.Texts(r.Notes)...)
}

// closer counts the pairs of solver and rank that were looked at beyond the first level.
func (r *Result) closer() (closer, all int) {
	for _, m := range r.Solvers {
		for _, one := range m.Ranks {
			if all++; one.level.starts > 0 {
				closer++
			}
		}
	}
	return closer, all
}

// failures lists why runs of a solver have no result.
func (m *MethodRanks) failures() (lines []string) {
	for _, reason := range slices.Sorted(maps.Keys(m.Failed)) {
		lines = append(lines, fmt.Sprintf("%s: no result of %s: %s", m.Solver, result.Count(m.Failed[reason], "fit"), reason))
	}
	return lines
}

// verdict returns the recommendation in a line.
func (r *Result) verdict() string {
	if r.SoFar {
		final := *r
		final.SoFar = false
		return "This is the answer so far. " + final.verdict()
	}
	if r.Recommend == nil {
		return "No recommendation: no rank of any solver has results of all its folds and an initialisation."
	}
	if r.Recommend.Undecided {
		return fmt.Sprintf("%s The simplest is %s at rank %d.", r.Recommend.Reason, r.Recommend.Solver, r.Recommend.Rank)
	}
	return strings.TrimSpace(fmt.Sprintf("Recommended: %s at rank %d. %s %s", r.Recommend.Solver, r.Recommend.Rank, r.Recommend.Reason,
		r.Recommend.Doubt))
}

// Now returns the answer before the last level in a line.
func (r *Result) Now() string {
	if r.Recommend == nil {
		return "no answer yet"
	}
	var left []string
	for _, m := range r.Solvers {
		var at []string
		for _, one := range m.Ranks {
			if r.still[cell{m.Solver, one.Rank}] {
				at = append(at, fmt.Sprint(one.Rank))
			}
		}
		if len(at) > 0 {
			left = append(left, fmt.Sprintf("%s at rank %s", m.Solver, strings.Join(at, ", ")))
		}
	}
	if len(r.still) == 1 {
		return fmt.Sprintf("%s at rank %d; nothing else can win", r.Recommend.Solver, r.Recommend.Rank)
	}
	return fmt.Sprintf("so far %s at rank %d; what can win: %s", r.Recommend.Solver, r.Recommend.Rank, list.Sentence(left))
}

// Text writes the result for a terminal.
func (r *Result) Text(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s\n", r.Input, r.Detected)
	for _, line := range r.about() {
		fmt.Fprintln(w, line)
	}
	for _, m := range r.Solvers {
		fmt.Fprintf(w, "\n%s\n", m.Solver)
		term.Columns(w, append([][]string{narrow}, list.Map(m.Ranks, m.line)...))
		for _, line := range m.failures() {
			fmt.Fprintln(w, line)
		}
		if m.Choice != nil {
			fmt.Fprintln(w, strings.TrimSpace(m.Choice.Reason+" "+m.Doubt))
		}
	}
	_, err := fmt.Fprintf(w, "\n%s\n\n%s\n", legend, r.verdict())
	return err
}

// Figure draws errors, stability and time over the ranks; bands are 95 % intervals.
func (r *Result) Figure() result.Figure {
	f := result.Figure{Title: "Number of components of " + r.Input, Columns: 2, Notes: append([]string{r.verdict()}, r.about()...)}
	zero, one := 0., 1.
	f.Plots = []result.Plot{
		r.plot("Held-out error", "relative error", nil, nil, func(x RankResult) Mean { return x.HeldOut }),
		r.plot("Reconstruction error", "relative error", &zero, nil, func(x RankResult) Mean { return x.Reconstruction }),
		r.plot("Stability of components", "silhouette", nil, &one, func(x RankResult) Mean { return Mean{Mean: x.Silhouette} }),
		r.plot("Stability of samples", "cophenetic correlation", nil, &one, func(x RankResult) Mean { return Mean{Mean: x.Cophenetic} }),
	}
	f.Plots[0].Y.Log = true // a fold that fails has many times the error of the others
	if r.Recommend != nil {
		f.Plots[0].Title += fmt.Sprintf(" (recommended: %s at rank %d)", r.Recommend.Solver, r.Recommend.Rank)
	}
	return f
}

func (r *Result) plot(title, label string, low, high *float64, of func(RankResult) Mean) result.Plot {
	p := result.Plot{Title: title, X: result.Axis{Label: "rank"}, Y: result.Axis{Label: label, Low: low, High: high},
		Bands: "mean with its 95 % interval", Status: result.OK}
	for _, m := range r.Solvers {
		line := result.Series{Label: m.Solver}
		banded := true
		for _, one := range m.Ranks {
			v := of(one)
			if v.Mean == nil {
				continue
			}
			line.X, line.Y = append(line.X, float64(one.Rank)), append(line.Y, *v.Mean)
			if banded = banded && v.Low != nil; banded {
				line.Low, line.High = append(line.Low, *v.Low), append(line.High, *v.High)
			}
		}
		if !banded {
			line.Low, line.High = nil, nil
		}
		if len(line.X) > 0 {
			p.Series = append(p.Series, line)
		}
	}
	if len(p.Series) == 0 {
		p.Status, p.Note = result.Skipped, "no rank has this number"
	}
	return p
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// HTML writes a page of its own: recommendation, figure and tables.
func (r *Result) HTML(w io.Writer) error {
	var drawn bytes.Buffer
	f := r.Figure()
	f.Title, f.Notes = "", nil // the page has them
	if err := figure.Render(&drawn, f, "svg"); err != nil {
		return err
	}
	_, svg, _ := strings.Cut(drawn.String(), "<svg")
	type table struct {
		Solver, Reason string
		Rows           [][]string
		Failures       []string
	}
	var tables []table
	for _, m := range r.Solvers {
		t := table{Solver: m.Solver, Failures: m.failures()}
		if m.Choice != nil {
			t.Reason = strings.TrimSpace(m.Choice.Reason + " " + m.Doubt)
		}
		t.Rows = list.Map(m.Ranks, m.row)
		tables = append(tables, t)
	}
	return page.Execute(w, map[string]any{
		"Input": r.Input, "Detected": r.Detected, "Verdict": r.verdict(), "About": r.about(), "Heads": heads, "Tables": tables,
		"Figure": template.HTML("<svg" + svg), // drawn by this program
	})
}
