package factorize

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// problem reads X and the start of the factors, and checks that they fit each other.
func (f *factorization) problem(env *console.Env, s solvers.Solver) (solvers.Problem, solvers.Factors, error) {
	none := solvers.Problem{}
	x, err := f.readInput(env)
	if err != nil {
		return none, solvers.Factors{}, err
	}
	m, n := x.Dims()
	constraints, err := f.readConstraints(s, m, n)
	if err != nil {
		return none, solvers.Factors{}, err
	}
	labels, err := f.readLabels(s, n)
	if err != nil {
		return none, solvers.Factors{}, err
	}
	if err := f.giveGraph(s, n); err != nil {
		return none, solvers.Factors{}, err
	}
	if x, err = f.masked(); err != nil {
		return none, solvers.Factors{}, err
	}
	w, ht := s.Rows(m, n)
	if err := budget.Check(held(x)+working*budget.Float64*float64(f.rank)*float64(w+ht), "--rank = %d: X with factors of %d and %d rows and what their steps need", f.rank, w, ht); err != nil {
		return none, solvers.Factors{}, err
	}
	problem := solvers.Problem{X: x, Rank: f.rank, Labels: labels, Constraints: constraints}
	if err := budget.Check(solvers.Memory(s, problem), "what solver %s holds besides X of %d features and %d samples", f.solver, m, n); err != nil {
		return none, solvers.Factors{}, err
	}
	var start solvers.Factors
	if f.W0 != "" {
		if start.W, err = f.given("W", f.W0, w, f.rank); err != nil {
			return none, start, err
		}
	}
	if f.H0 != "" {
		h, err := f.given("H", f.H0, f.rank, ht)
		if err != nil {
			return none, start, err
		}
		start.Ht = mat.DenseCopyOf(h.T())
	}
	return problem, start, nil
}

// working is how many matrices of the factors' size a method holds at least: the factors, and a numerator and denominator of
// each.
const working = 3

// held is the memory of X, and of its transpose where that is sparse.
func held(x matrix.Matrix) float64 {
	m, n := x.Dims()
	if _, dense := x.(*matrix.Dense); dense {
		return budget.Float64 * float64(m) * float64(n)
	}
	return 2*(budget.Int+budget.Float64)*float64(x.NNZ()) + budget.Int*float64(m+n)
}

// given reads the start of a factor in the orientation of the user's file.
func (f *factorization) given(factor, path string, rows, cols int) (*mat.Dense, error) {
	if rows == 0 || cols == 0 {
		return nil, fmt.Errorf("%s: solver %s with these options has no factor %s to start; drop the flag", path, f.solver, factor)
	}
	a, err := console.ReadDense(path)
	if err != nil {
		return nil, err
	}
	if m, n := a.Dims(); m != rows || n != cols {
		return nil, fmt.Errorf("%s is %d×%d, want %d×%d for the start of %s", path, m, n, rows, cols, factor)
	}
	for i := range rows {
		for j, v := range a.RawRowView(i) {
			if !(v >= 0) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("%s: found %v at row %d, column %d, want a finite value ≥ 0", path, v, i+1, j+1)
			}
		}
	}
	return a, nil
}

// readInput reads X.
func (f *factorization) readInput(env *console.Env) (matrix.Matrix, error) {
	var err error
	if f.read, err = console.ReadTable(env.Stdin, f.input, f.table); err != nil {
		return nil, err
	}
	return f.read.X, nil
}

// masked returns X without the entries that the mask hides.
func (f *factorization) masked() (matrix.Matrix, error) {
	if f.mask == "" {
		return f.read.X, nil
	}
	file, closer, err := console.OpenTable(nil, f.mask)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	if err := f.read.MaskBy(file); err != nil {
		return nil, err
	}
	return f.read.X, nil
}

// printRead tells how the input was understood.
func (f *factorization) printRead(env *console.Env) {
	fmt.Fprintf(env.Page(), "%s: %v\n", f.input, f.read)
	notes := f.read.Notes
	features, samples := f.read.Empty()
	if len(features)+len(samples) > 0 {
		notes = append(notes, fmt.Sprintf("no value is known of features %s and samples %s: their rows of W and columns of H mean nothing",
			firstOf(features, f.read.Features), firstOf(samples, f.read.Samples)))
	}
	for _, note := range notes {
		fmt.Fprintf(env.Stderr, "factorize: note: %s: %s\n", f.input, note)
	}
}

// firstOf names the first few of rows or columns.
func firstOf(places []int, names []string) string {
	const most = 5
	if len(places) == 0 {
		return "(none)"
	}
	var list []string
	for _, i := range places[:min(len(places), most)] {
		if names != nil {
			list = append(list, strconv.Quote(names[i]))
		} else {
			list = append(list, strconv.Itoa(i+1))
		}
	}
	if len(places) > most {
		list = append(list, fmt.Sprintf("... (%d)", len(places)))
	}
	return strings.Join(list, ", ")
}

// maskAdvice names the solvers that leave unknown entries out, where one that never does refused them.
func (f *factorization) maskAdvice(err error) string {
	entry, _ := solvers.Find(f.solver)
	if f.read.Unknown == 0 || !errors.Is(err, solvers.ErrUnsupported) || entry.Takes.Masked {
		return ""
	}
	return fmt.Sprintf("; entries of X are unknown (%d), which these can leave out: %s", f.read.Unknown, capable(takesMask))
}

// readConstraints reads the triplets of both sides. Mistakes in a file come before the question whether the solver takes any.
func (f *factorization) readConstraints(s solvers.Solver, m, n int) (constraint.Set, error) {
	var set constraint.Set
	for _, c := range []struct {
		flag, path, of string
		points         int
		list           *[]constraint.Triplet
	}{
		{"--constraints", f.Constraints, "samples", n, &set.H},
		{"--constraints-w", f.ConstraintsW, "features", m, &set.W},
	} {
		if c.path == "" {
			continue
		}
		file, err := os.Open(c.path)
		if err != nil {
			return set, err
		}
		list, err := constraint.Read(file, c.path, c.points)
		if err = errors.Join(err, file.Close()); err != nil {
			return set, fmt.Errorf("%s, triplets of %d %s: %w", c.flag, c.points, c.of, err)
		}
		if !solvers.TakesConstraints(s) {
			return set, fmt.Errorf("%s: solver %s takes no constraints with these options; drop the flag, or use %s", c.flag, f.solver, takers(solvers.TakesConstraints, "constraints"))
		}
		*c.list = list
	}
	return set, nil
}

// readLabels reads the classes of the samples, nil without the flag.
func (f *factorization) readLabels(s solvers.Solver, n int) ([]int, error) {
	if f.Labels == "" {
		return nil, nil
	}
	list, err := console.ReadLabels(f.Labels, f.labelColumn, tabular.Options{})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(list.Resolve(n), list.Match(f.read.Samples)); err != nil {
		return nil, err
	}
	labels, _, err := list.Codes()
	if err != nil {
		return nil, err
	}
	for i, label := range labels {
		if label < -1 {
			return nil, fmt.Errorf("%s:%d: found %d, want a class ≥ 0, or -1 for an unknown one", f.Labels, list.Line(i), label)
		}
	}
	if !solvers.TakesLabels(s) {
		return nil, fmt.Errorf("--labels: solver %s takes no labels with these options; drop the flag, or use %s", f.solver, takers(solvers.TakesLabels, "supervised"))
	}
	return labels, nil
}

// giveGraph reads the graph on n samples.
func (f *factorization) giveGraph(s solvers.Solver, n int) error {
	if f.Graph == "" {
		return nil
	}
	graphed, ok := s.(solvers.Graphed)
	if !ok {
		return fmt.Errorf("--graph: solver %s takes no graph; drop the flag, or use %s", f.solver, capable(takesGraph))
	}
	for _, setting := range f.set {
		if strings.HasPrefix(setting, "graph=") {
			return fmt.Errorf("--graph and --set %s are two graphs; drop one", setting)
		}
	}
	table, err := console.ReadTable(nil, f.Graph, table.Options{})
	if err != nil {
		return err
	}
	if rows, cols := table.X.Dims(); rows != n || cols != n || table.Unknown > 0 {
		return fmt.Errorf("--graph %s: found %d×%d with %d unknown, want the %d×%d weights of pairs of samples", f.Graph, rows, cols, table.Unknown, n, n)
	}
	weights, err := matrix.CSRFrom(n, n, matrix.Entries(table.X))
	if err != nil {
		return err
	}
	graphed.GiveGraph(weights)
	return nil
}
