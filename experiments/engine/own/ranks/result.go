package ranks

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/rank"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/term"
)

// Result is what a study found.
type Result struct {
	ResultInput
	ResultDesign
	Solvers   []MethodRanks `json:"solvers"`
	Recommend *Recommended  `json:"recommended"` // null where no rank has all its folds
	Rule      string        `json:"rule"`
	Notes     []string      `json:"notes,omitempty"`
	Constant  *float64      `json:"constant_error,omitempty"` // held-out error of the mean of the other entries, where entries are held out
}

// ResultInput names the matrix and its size.
type ResultInput struct {
	Input    string `json:"input"`
	Detected string `json:"detected,omitempty"` // how the input was understood
	SHA256   string `json:"sha256"`             // of what the matrix holds
	Features int    `json:"features"`
	Samples  int    `json:"samples"`
}

// ResultDesign says which runs a study makes.
type ResultDesign struct {
	Hold       Hold   `json:"hold"`
	HoldWhy    string `json:"hold_why,omitempty"`
	Folds      int    `json:"folds"`
	Starts     int    `json:"starts"`
	FoldStarts int    `json:"fold_starts"`
	Seed       uint64 `json:"seed"`
	Init       string `json:"init"`
}

// MethodRanks is one solver at every rank.
type MethodRanks struct {
	Solver string         `json:"solver"`
	Ranks  []RankResult   `json:"ranks"`
	Choice *rank.Choice   `json:"choice"`           // null where no rank has all its folds
	Stable int            `json:"stable"`           // the largest rank whose components most starts find; 0 is none
	Doubt  string         `json:"doubt,omitempty"`  // where held-out error and stability disagree
	Doubts []string       `json:"doubts,omitempty"` // of components too many
	Failed map[string]int `json:"failed,omitempty"`
}

// RankResult is one solver at one rank. A number that is not known is absent.
type RankResult struct {
	Rank           int       `json:"rank"`
	HeldOut        Mean      `json:"held_out_error"`       // over the folds, geometric
	Errors         []float64 `json:"held_out_errors"`      // of each fold
	Reconstruction Mean      `json:"reconstruction_error"` // over the starts
	Similarity     *float64  `json:"similarity"`           // mean cosine of matched components over all pairs of starts
	Silhouette     *float64  `json:"silhouette"`           // of the components
	Cophenetic     *float64  `json:"cophenetic"`           // correlation of the consensus of samples
	Seconds        Mean      `json:"seconds"`              // of iterations, over the starts
	BestStart      int       `json:"best_start"`           // the one with the smallest objective, from 0; -1 if there is none
	Seed           uint64    `json:"best_seed"`            // of that start
}

// Mean is a mean with its 95 % interval by Student's t.
type Mean struct {
	N    int      `json:"n"`
	Mean *float64 `json:"mean"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	On   string   `json:"on,omitempty"` // for what the interval speaks, where there is one: folds and starts on this matrix
}

// onThisMatrix stands beside intervals over folds or starts: no other matrix is spoken of.
const onThisMatrix = "on this matrix"

// Recommended is the rank and solver to go on with.
type Recommended struct {
	Solver    string `json:"solver"`
	Rank      int    `json:"rank"`
	Seed      uint64 `json:"seed"` // of its best start
	Undecided bool   `json:"undecided"`
	Reason    string `json:"reason"`
	Doubt     string `json:"doubt,omitempty"`
}

// rule is how a rank is recommended.
const rule = "the smallest rank whose held-out error, its geometric mean over the folds, is within one standard error of the minimum; " +
	"of several solvers the one with the smallest error at its rank"

// agreed is the silhouette from which on starts find the same components. On data of a known rank, none of it missing, it is 0.92 to 1 up
// to that rank, and 0.5 to 0.8 one above.
const agreed = 0.9

// Result judges the records that there are.
func (s *Study) Result(set *store.Set) *Result {
	m, n := s.x.Dims()
	r := &Result{
		ResultInput: ResultInput{Input: s.Name, SHA256: s.sum, Features: m, Samples: n},
		ResultDesign: ResultDesign{Hold: s.Hold, Folds: s.Folds, Starts: s.Starts, FoldStarts: s.FoldStarts,
			Seed: s.Seed, Init: string(s.Init)},
		Rule: rule,
	}
	r.Solvers = list.Map(s.Methods, func(method Method) MethodRanks { return s.judge(set, method) })
	r.Recommend = recommend(r.Solvers)
	if c, ok := s.constant(); ok {
		r.Constant = &c
		for i := range r.Solvers {
			r.Solvers[i].beside(c)
		}
	}
	return r
}

// judge gathers one method.
func (s *Study) judge(set *store.Set, method Method) MethodRanks {
	out := MethodRanks{Solver: method.Entry.Name, Failed: map[string]int{}}
	get := func(at runKey) (*store.Record, bool) {
		u := s.units[at]
		rec, ok := set.Get(u)
		if ok && rec.Status != result.OK {
			out.Failed[rec.Reason]++
		}
		return rec, ok && rec.Status == result.OK
	}
	var candidates []rank.Candidate
	var alike, empty []string
	for _, r := range s.Ranks {
		one := RankResult{Rank: r, BestStart: -1}
		for k := range s.Folds {
			if rec, ok := get(runKey{out.Solver, r, kindFold, k}); ok {
				one.Errors = append(one.Errors, rec.Metrics[metricHeldOut])
			}
		}
		var left, seconds []float64
		var bases []*mat.Dense
		var clusters [][]int
		least := math.Inf(1)
		var best *mat.Dense
		for k := range s.Starts {
			rec, ok := get(runKey{out.Solver, r, kindStart, k})
			if !ok {
				continue
			}
			left, seconds = append(left, rec.Metrics[metricError]), append(seconds, rec.Seconds)
			bases, clusters = append(bases, dense(rec.Outputs[outputBasis])), append(clusters, whole(rec.Outputs[outputClusters]))
			if v := rec.Metrics[metricValue]; v < least {
				least, one.BestStart, one.Seed, best = v, k, s.Seed+uint64(k), bases[len(bases)-1]
			}
		}
		if best != nil {
			doubts := rank.Judge(best, nil, 0)
			if doubts.Alike != nil {
				alike = append(alike, strconv.Itoa(r))
			}
			if doubts.Empty != nil {
				empty = append(empty, strconv.Itoa(r))
			}
		}
		one.HeldOut, one.Reconstruction, one.Seconds = geometric(one.Errors), meanOf(left), meanOf(seconds)
		one.agreement(bases, clusters)
		if one.Silhouette != nil && *one.Silhouette >= agreed {
			out.Stable = r
		}
		if len(one.Errors) == s.Folds {
			candidates = append(candidates, rank.Candidate{Rank: r, Errors: one.Errors})
		}
		out.Ranks = append(out.Ranks, one)
	}
	out.Doubts = doubtful(out.Solver, alike, empty)
	if choice, err := rank.OneStandardError(candidates); err == nil {
		if first := candidates[0].Rank; choice.Rank == first && first > 1 && len(candidates) > 1 && !choice.Undecided {
			choice.Reason += " It is the smallest rank tried: a smaller one may do as well, down to 1, which is no structure beyond the means."
		}
		out.Choice = &choice
		out.Doubt = out.doubt()
	}
	return out
}

// doubtful tells at which ranks some components of the best initialisation are nearly the same, or empty.
func doubtful(solver string, alike, empty []string) (lines []string) {
	at := func(ranks []string, what string) {
		if len(ranks) > 0 {
			word := "rank"
			if len(ranks) > 1 {
				word = "ranks"
			}
			lines = append(lines, fmt.Sprintf("%s: of its best initialisation, some components are %s at %s %s", solver, what, word,
				strings.Join(ranks, ", ")))
		}
	}
	at(alike, fmt.Sprintf("nearly the same (cosine %v or more)", rank.AlikeFrom))
	at(empty, "empty")
	return lines
}

// constant returns the geometric mean over the folds of the error of a constant.
func (s *Study) constant() (float64, bool) {
	if s.Hold != Entries {
		return 0, false
	}
	speckle, err := s.speckle()
	if err != nil {
		return 0, false
	}
	var errs []float64
	for k := range s.Folds {
		e, err := speckle.ConstantError(k)
		if err != nil {
			return 0, false
		}
		errs = append(errs, e)
	}
	mean := geometric(errs).Mean
	if mean == nil {
		return 0, false
	}
	return *mean, true
}

// beside doubts a method whose least held-out error is above that of a constant.
func (m *MethodRanks) beside(constant float64) {
	least := math.Inf(1)
	for _, r := range m.Ranks {
		if r.HeldOut.Mean != nil {
			least = min(least, *r.HeldOut.Mean)
		}
	}
	if !math.IsInf(least, 1) && least > constant {
		m.Doubt = strings.TrimSpace(m.Doubt +
			fmt.Sprintf(" It predicts worse than a constant, the mean of the other entries, whose held-out error is %.3g. Take penalties on "+
				"the size of the factors (l2-w, l2-h), a lower rank, or another solver.", constant))
	}
}

// doubt says that the starts agree on another number of components than the held-out error asks for.
func (m *MethodRanks) doubt() string {
	at := m.chosen()
	switch {
	case at.Silhouette == nil || m.Choice.Undecided || m.Stable == at.Rank:
		return ""
	case m.Stable <= 1:
		return fmt.Sprintf("Initialisations find other components each at rank %d (silhouette %.2f): they are not to be read.", at.Rank,
			*at.Silhouette)
	}
	return fmt.Sprintf("Held-out error and stability disagree: initialisations find the same components up to rank %d; at rank %d their "+
		"silhouette is %.2f. Look at both.", m.Stable, at.Rank, *at.Silhouette)
}

// agreement is what the starts have in common; a number that is not defined stays unknown.
func (r *RankResult) agreement(bases []*mat.Dense, clusters [][]int) {
	if len(bases) < 2 {
		return
	}
	if a, err := rank.Matched(bases); err == nil {
		r.Similarity, r.Silhouette = result.Finite(a.Similarity), result.Finite(a.Silhouette)
	}
	if r.Rank == 1 { // all samples are one cluster
		return
	}
	if c, err := rank.Consensus(clusters); err == nil {
		r.Cophenetic = result.Finite(rank.Cophenetic(c))
	}
}

// same is the share of an error below which a difference of two solvers means nothing, however steady it is.
const same = 1e-3

// recommend takes the solver with the least error at its recommended rank.
func recommend(all []MethodRanks) *Recommended {
	var best *MethodRanks
	for i := range all {
		if m := &all[i]; m.Choice != nil && (best == nil || *m.chosen().HeldOut.Mean < *best.chosen().HeldOut.Mean) {
			best = m
		}
	}
	if best == nil {
		return nil
	}
	at := best.chosen()
	rec := &Recommended{Solver: best.Solver, Rank: at.Rank, Seed: at.Seed, Undecided: best.Choice.Undecided,
		Reason: best.Choice.Reason, Doubt: best.Doubt}
	if at.BestStart < 0 {
		return nil
	}
	for i := range all {
		m := &all[i]
		if m == best || m.Choice == nil {
			continue
		}
		other := m.chosen()
		difference := stat.Paired(rank.Logs(other.Errors), rank.Logs(at.Errors))
		switch {
		case difference.Value <= same:
			rec.Reason += fmt.Sprintf(" %s at rank %d has the same error: neither solver is better.", m.Solver, other.Rank)
		case difference.Value <= difference.SE:
			rec.Reason += fmt.Sprintf(" %s at rank %d, with %.4g, is within one standard error (%.2g %%, over shared folds): neither solver is "+
				"better.", m.Solver, other.Rank, *other.HeldOut.Mean, 100*difference.SE)
		default:
			rec.Reason += fmt.Sprintf(" %s at rank %d has a larger error, %.4g.", m.Solver, other.Rank, *other.HeldOut.Mean)
		}
	}
	return rec
}

// chosen returns the rank that the rule recommends.
func (m *MethodRanks) chosen() *RankResult {
	return &m.Ranks[slices.IndexFunc(m.Ranks, func(r RankResult) bool { return r.Rank == m.Choice.Rank })]
}

func meanOf(v []float64) Mean {
	s := stat.Summarise(v)
	m := Mean{N: s.N, Mean: result.Finite(s.Mean)}
	if s.N > 1 {
		half := stat.TQuantile(0.975, float64(s.N-1)) * s.SD / math.Sqrt(float64(s.N))
		m.On = onThisMatrix
		m.Low, m.High = result.Finite(max(0, s.Mean-half)), result.Finite(s.Mean+half) // nothing here is negative
	}
	return m
}

// geometric returns the mean of relative errors by their logarithms, as the rule takes it.
func geometric(relative []float64) Mean {
	mean, se := rank.MeanLog(relative)
	m := Mean{N: len(relative), Mean: result.Finite(math.Exp(mean))}
	if m.N > 1 {
		half := stat.TQuantile(0.975, float64(m.N-1)) * se
		m.On = onThisMatrix
		m.Low, m.High = result.Finite(math.Exp(mean-half)), result.Finite(math.Exp(mean+half))
	}
	return m
}

func dense(a store.Array) *mat.Dense { return mat.NewDense(a.Rows, a.Cols, a.Values) }

func whole(a store.Array) []int {
	return list.Map(a.Values, func(v float64) int { return int(v) })
}

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

// row is one rank in the table.
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
	lines := []string{fmt.Sprintf("%d folds hold out %s, the same for every solver and rank; %s a fold. %d initialisations of the whole "+
		"matrix.", r.Folds, holdWords[r.Hold], result.Count(r.FoldStarts, "start"), r.Starts)}
	if r.HoldWhy != "" {
		lines[0] += " " + r.HoldWhy
	}
	return append(append(lines, "Rule: "+r.Rule+"."), r.Notes...)
}

// failures lists why units of a solver have no result.
func (m *MethodRanks) failures() (lines []string) {
	for _, reason := range slices.Sorted(maps.Keys(m.Failed)) {
		lines = append(lines, fmt.Sprintf("%s: no result of %s: %s", m.Solver, result.Count(m.Failed[reason], "fit"), reason))
	}
	return lines
}

// verdict returns the recommendation in a line.
func (r *Result) verdict() string {
	if r.Recommend == nil {
		return "No recommendation: no rank of any solver has results of all its folds and an initialisation."
	}
	if r.Recommend.Undecided {
		return fmt.Sprintf("%s The simplest is %s at rank %d.", r.Recommend.Reason, r.Recommend.Solver, r.Recommend.Rank)
	}
	return strings.TrimSpace(fmt.Sprintf("Recommended: %s at rank %d. %s %s", r.Recommend.Solver, r.Recommend.Rank, r.Recommend.Reason,
		r.Recommend.Doubt))
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
