package own

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/rank"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// achievement is what a factorisation came to, beyond its factors.
type achievement struct {
	basis         string   // W or Basis, whichever times H is near X; "" where the result is no factorisation of X
	squaredError  *float64 // ‖X - WH‖² over the known entries; nil where the result is no factorisation
	relativeError *float64 // its root over ‖X‖
	doubts        rank.Doubts
	models        string  // what WH is near to in place of X, "" if it is X
	change        float64 // of the objective in the last iteration, relative; NaN if there was none
}

func (f *Fit) achievement(x matrix.Matrix, res solvers.Result, trace []solvers.Point, models string) achievement {
	o := achievement{change: lastChange(trace), models: models}
	if res.Basis == nil || res.Ht == nil {
		return o
	}
	squares := 0.
	m, n := x.Dims()
	buf := make([]float64, n)
	for i := range m {
		_, values := x.Row(i, buf)
		for _, v := range values {
			squares += v * v
		}
	}
	size := math.Sqrt(squares)
	if models == "" {
		o.basis = "W"
		if res.Basis != res.W {
			o.basis = "Basis"
		}
		squared := matrix.NewEntrywise(x).Sum(res.Basis, res.Ht, matrix.Squared)
		o.squaredError, o.relativeError = result.Finite(squared), result.Finite(math.Sqrt(squared)/size)
	}
	if size == 0 {
		return o
	}
	if models != "" {
		size = 0 // it is of a scale of its own
	}
	o.doubts = rank.Judge(res.Basis, res.Ht, size)
	return o
}

// lastChange returns the relative change of the objective an iteration at the end of a trace.
func lastChange(trace []solvers.Point) float64 {
	if len(trace) < 2 {
		return math.NaN()
	}
	a, b := trace[len(trace)-2], trace[len(trace)-1]
	return math.Abs(a.Objective-b.Objective) / math.Abs(a.Objective) / float64(max(b.Iteration-a.Iteration, 1))
}

// stopped says why a run ended.
var stopped = map[solvers.Status]string{
	solvers.MaxIterations: "the limit",
	solvers.Converged:     "converged",
	solvers.TimeLimit:     "out of time",
	solvers.Diverged:      "diverged",
	solvers.Cancelled:     "interrupted",
}

// print tells what came out, in one line.
func (o achievement) print(w io.Writer, f *Fit, last solvers.Point, status solvers.Status) {
	fmt.Fprintf(w, "%s: rank %d, ", f.Solver, f.Rank)
	if o.relativeError != nil {
		fmt.Fprintf(w, "relative error %.3g %%, ", 100**o.relativeError)
	}
	if o.models != "" {
		fmt.Fprintf(w, "W·H near %s, ", o.models)
	}
	fmt.Fprintf(w, "%s (%s", result.Count(last.Iteration, "iteration"), stopped[status])
	if !math.IsNaN(o.change) && status == solvers.MaxIterations {
		fmt.Fprintf(w, "; the last changed the objective by %.2g %%", 100*o.change)
	}
	objective := "no objective" // of a program that leaves no factors
	if !math.IsNaN(last.Objective) {
		objective = fmt.Sprintf("objective %.6g", last.Objective)
	}
	fmt.Fprintf(w, "), %s; results in %s%s\n", objective, f.Out, f.replaced)
}

// likenesses returns the mean cosines of the components of each start but the one kept with those of that one.
func likenesses(kept *mat.Dense, all []solvers.Factorization) (cosines []float64) {
	for _, one := range all {
		if kept == nil || one.Basis == nil || one.Basis == kept || one.Status == solvers.Diverged {
			continue
		}
		if cosine, err := rank.Likeness(kept, one.Basis); err == nil {
			cosines = append(cosines, cosine)
		}
	}
	return cosines
}

// printStarts tells in a line how alike several starts were.
func (f *Fit) printStarts(w io.Writer, r Report) {
	if len(r.StartObjectives) < 2 {
		return
	}
	fmt.Fprintf(w, "%d initialisations: objective %.6g to %.6g", f.Starts, slices.Min(r.StartObjectives), slices.Max(r.StartObjectives))
	if c := r.StartCosines; len(c) > 0 {
		fmt.Fprintf(w, "; the components of the others match those kept at a mean cosine of %.3f to %.3f (1: the same)", slices.Min(c),
			slices.Max(c))
	}
	fmt.Fprintln(w)
}

// Diverged names what may have made the objective leave the range of numbers, the options that were given first.
func (f *Fit) Diverged(last solvers.Point) error {
	causes := "the weights of the penalties, the initialisation or X"
	if len(f.Set) > 0 {
		causes = "--set " + strings.Join(f.Set, ", ") + ", the initialisation or X"
	}
	if last.Iteration == 0 {
		return fmt.Errorf("factorize: the objective is %v before the first iteration: %s are too large for %s", last.Objective, causes, f.Solver)
	}
	return fmt.Errorf("factorize: the objective became %v at iteration %d: numbers left their range, by %s", last.Objective, last.Iteration,
		causes)
}

const (
	topFeatures   = 50 // of each component in files
	shownFeatures = 10 // of each component in the terminal
)

// component is what one of them consists of most.
type component struct {
	share       float64 // of the sum of WH
	top         []int   // features, those of the largest weights in the basis first
	mostSpecial []int   // features that belong to it most, the most specific ones first
}

// components tells what each consists of, and how specific each feature is; nil where there is no non-negative basis.
func components(res solvers.Result) (all []component, specificity []float64) {
	if res.Basis == nil || res.Ht == nil || mat.Min(res.Basis) < 0 || mat.Min(res.Ht) < 0 {
		return nil, nil
	}
	tops := largest(res.Basis, topFeatures)
	all = make([]component, len(tops))
	total := 0.
	for k, top := range tops {
		all[k] = component{top: top, share: mat.Sum(res.Basis.ColView(k)) * mat.Sum(res.Ht.ColView(k))}
		total += all[k].share
	}
	if !(total > 0) || math.IsInf(total, 0) {
		return nil, nil
	}
	// As Kim and Park choose them: the largest weight of the feature is that in the component, and above the median of all.
	scaled := rank.Shares(res.Basis)
	m, r := scaled.Dims()
	weights := slices.Sorted(slices.Values(scaled.RawMatrix().Data))
	specificity = rank.Specificity(res.Basis)
	ranked := mat.NewDense(m, r, nil)
	for i := range m {
		if k := floats.MaxIdx(scaled.RawRowView(i)); scaled.At(i, k) > weights[len(weights)/2] {
			ranked.Set(i, k, specificity[i])
		}
	}
	for k, best := range largest(ranked, topFeatures) {
		all[k].share /= total
		all[k].mostSpecial = slices.DeleteFunc(best, func(i int) bool { return ranked.At(i, k) == 0 })
	}
	return all, specificity
}

// componentsCSV returns components.csv, with a line for each feature of a component, and components-wide.csv, with a column for each
// component; nil where there are none.
func (f *Fit) componentsCSV(res solvers.Result) (long, wide []byte) {
	all, specificity := components(res)
	if all == nil {
		return nil, nil
	}
	lines := [][]string{{"component" + fromOne, "share", "ranked by", "place", "feature", "weight", "specificity"}}
	table := [][]string{append([]string{"ranked by", "place"}, Numbered("component", len(all))...)}
	for _, by := range []struct {
		name string
		of   func(component) []int
	}{
		{"weight", func(c component) []int { return c.top }}, {"specificity", func(c component) []int { return c.mostSpecial }},
	} {
		for place := range topFeatures {
			row := []string{by.name, strconv.Itoa(place + 1)}
			for _, c := range all {
				name := ""
				if features := by.of(c); place < len(features) {
					name = f.feature(features[place])
				}
				row = append(row, name)
			}
			if slices.ContainsFunc(row[2:], func(name string) bool { return name != "" }) {
				table = append(table, row)
			}
		}
		for k, c := range all {
			for place, i := range by.of(c) {
				lines = append(lines, []string{strconv.Itoa(k + 1), short(c.share), by.name, strconv.Itoa(place + 1), f.feature(i),
					short(res.Basis.At(i, k)), short(specificity[i])})
			}
		}
	}
	return CSVOf(lines), CSVOf(table)
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

func CSVOf(lines [][]string) []byte {
	var b bytes.Buffer
	_ = csv.NewWriter(&b).WriteAll(lines) // a buffer takes everything
	return b.Bytes()
}

// Usages returns the shares of the components in each sample, samples × components: H for components of the sum 1, each sample over its
// sum. They are nil where W or H has entries below 0.
func Usages(basis, ht *mat.Dense) *mat.Dense {
	if basis == nil || ht == nil || mat.Min(basis) < 0 || mat.Min(ht) < 0 {
		return nil
	}
	sums := make([]float64, basis.RawMatrix().Cols)
	matrix.SumRows(sums, basis)
	out := mat.DenseCopyOf(ht.T())
	out.Apply(func(k, _ int, v float64) float64 { return v * sums[k] }, out)
	return mat.DenseCopyOf(rank.Shares(out).T())
}

// rankedFiles returns a file for each component with every feature by falling score, as tools for the enrichment of gene sets read them.
func (f *Fit) rankedFiles(ht *mat.Dense) (files []File) {
	if !f.Rnk || ht == nil {
		return nil
	}
	scores := rank.Scores(f.Full, ht)
	for k := range scores.RawMatrix().Cols {
		var b bytes.Buffer
		for _, i := range falling(scores, k) {
			fmt.Fprintf(&b, "%s\t%.6g\n", nameOrNumber(i, f.FullFeatures), scores.At(i, k))
		}
		files = append(files, File{Name: fmt.Sprintf("component-%d.rnk", k+1), Data: b.Bytes()})
	}
	return files
}

// CheckScores tells whether features can have scores.
func (f *Fit) CheckScores() error {
	if _, masked := f.Full.(*matrix.Masked); masked && f.Rnk {
		return fmt.Errorf("--rnk: scores of features need every entry of X, and some are unknown (%d)", f.Read.Unknown)
	}
	return nil
}

// feature returns the name of a feature, or its number.
func (f *Fit) feature(i int) string { return nameOrNumber(i, f.Read.Features) }

// nameOrNumber returns the name of a row or column, or its number from 1.
func nameOrNumber(i int, names []string) string {
	if names == nil {
		return strconv.Itoa(i + 1)
	}
	return names[i]
}

// PrintTop lists the features that each component consists of most, a line each, and, if given, how many starts found it.
func (f *Fit) PrintTop(w io.Writer, res solvers.Result, starts []int) {
	rows := [][]string{{"component", "share", "features of the largest weights"}}
	if starts != nil {
		rows[0] = slices.Insert(rows[0], 2, "starts")
	}
	all, _ := components(res)
	for k, c := range all {
		row := []string{strconv.Itoa(k + 1), fmt.Sprintf("%.1f %%", 100*c.share),
			list.Join(c.top[:min(shownFeatures, len(c.top))], ", ", f.feature)}
		if starts != nil {
			row = slices.Insert(row, 2, strconv.Itoa(starts[k]))
		}
		rows = append(rows, row)
	}
	if len(rows) > 1 {
		term.Columns(w, rows)
	}
}

// largest returns the rows of so many largest entries of each column, the first of equal ones first.
func largest(a *mat.Dense, most int) [][]int {
	m, rank := a.Dims()
	tops := make([][]int, rank)
	for k := range tops {
		tops[k] = slices.Clone(falling(a, k)[:min(m, most)])
	}
	return tops
}

// falling returns the rows by falling entries of a column, the first of equal ones first.
func falling(a *mat.Dense, k int) []int {
	order := make([]int, a.RawMatrix().Rows)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.At(j, k), a.At(i, k)) })
	return order
}
