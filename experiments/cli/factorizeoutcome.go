package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// achievement is what a factorisation came to, beyond its factors.
type achievement struct {
	basis         string   // W or Basis, whichever times H is near X; "" where the result is no factorisation of X
	squaredError  *float64 // ‖X - WH‖² over the known entries; nil where the result is no factorisation
	relativeError *float64 // its root over ‖X‖
	dead          []int    // components, from 1, that add nothing to WH
	models        string   // what WH is near to in place of X, "" if it is X
	change        float64  // of the objective in the last iteration, relative; NaN if there was none
}

// deadShare is the part of ‖X‖, or of the largest component where WH is near to something else, below which a component counts as dead.
const deadShare = 1e-9

func (f *factorization) achievement(x matrix.Matrix, res solvers.Result, trace []solvers.Point, models string) achievement {
	o := achievement{change: lastChange(trace), models: models}
	if res.Basis == nil || res.Ht == nil {
		return o
	}
	_, rank := res.Basis.Dims()
	components := make([]float64, rank)
	for k := range components {
		components[k] = mat.Norm(res.Basis.ColView(k), 2) * mat.Norm(res.Ht.ColView(k), 2)
	}
	squares := 0.
	for t := range matrix.Entries(x) {
		squares += t.Value * t.Value
	}
	size := math.Sqrt(squares)
	if models == "" {
		o.basis = "W"
		if res.Basis != res.W {
			o.basis = "Basis"
		}
		squared := matrix.NewEntrywise(x).Sum(res.Basis, res.Ht, matrix.Squared)
		o.squaredError, o.relativeError = reports.Finite(squared), reports.Finite(math.Sqrt(squared)/size)
	}
	switch {
	case size == 0:
		return o
	case models != "": // of a scale of its own
		size = slices.Max(components)
	}
	for k, c := range components {
		if c < deadShare*size {
			o.dead = append(o.dead, k+1)
		}
	}
	return o
}

// lastChange is the relative change of the objective an iteration at the end of a trace.
func lastChange(trace []solvers.Point) float64 {
	if len(trace) < 2 {
		return math.NaN()
	}
	a, b := trace[len(trace)-2], trace[len(trace)-1]
	return math.Abs(a.Objective-b.Objective) / math.Abs(a.Objective) / float64(max(b.Iteration-a.Iteration, 1))
}

func (o achievement) warnings() []string {
	if len(o.dead) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("of the components, %s came out empty; a lower rank gives the same", list.Join(o.dead, ", ", strconv.Itoa))}
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
func (o achievement) print(w io.Writer, f *factorization, last solvers.Point, status solvers.Status) {
	fmt.Fprintf(w, "%s: rank %d, ", f.solver, f.rank)
	if o.relativeError != nil {
		fmt.Fprintf(w, "relative error %.3g %%, ", 100**o.relativeError)
	}
	if o.models != "" {
		fmt.Fprintf(w, "W·H near %s, ", o.models)
	}
	fmt.Fprintf(w, "%s (%s", reports.Count(last.Iteration, "iteration"), stopped[status])
	if !math.IsNaN(o.change) && status == solvers.MaxIterations {
		fmt.Fprintf(w, "; the last changed the objective by %.2g %%", 100*o.change)
	}
	objective := "no objective" // of a program that leaves no factors
	if !math.IsNaN(last.Objective) {
		objective = fmt.Sprintf("objective %.6g", last.Objective)
	}
	fmt.Fprintf(w, "), %s; results in %s\n", objective, f.out)
}

// likenesses are the mean cosines of the components of each start but the one kept with those of that one.
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
func (f *factorization) printStarts(w io.Writer, r Report) {
	if len(r.StartObjectives) < 2 {
		return
	}
	fmt.Fprintf(w, "%d initialisations: objective %.6g to %.6g", f.Starts, slices.Min(r.StartObjectives), slices.Max(r.StartObjectives))
	if c := r.StartCosines; len(c) > 0 {
		fmt.Fprintf(w, "; the components of the others match those kept at a mean cosine of %.3f to %.3f (1: the same)", slices.Min(c), slices.Max(c))
	}
	fmt.Fprintln(w)
}

// diverged names what may have made the objective leave the range of numbers, the options that were given first.
func (f *factorization) diverged(last solvers.Point) error {
	causes := "the weights of the penalties, the initialisation or X"
	if len(f.set) > 0 {
		causes = "--set " + strings.Join(f.set, ", ") + ", the initialisation or X"
	}
	if last.Iteration == 0 {
		return fmt.Errorf("factorize: the objective is %v before the first iteration: %s are too large for %s", last.Objective, causes, f.solver)
	}
	return fmt.Errorf("factorize: the objective became %v at iteration %d: numbers left their range, by %s", last.Objective, last.Iteration, causes)
}
