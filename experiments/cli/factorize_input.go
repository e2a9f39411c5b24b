package cli

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/csvmat"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// problem reads X and the factors that are given, and checks that they fit each other.
func (f *factorization) problem(s solvers.Solver) (solvers.Problem, solvers.Factors, error) {
	none := solvers.Problem{}
	x, err := readX(f.input, f.variable)
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
	if f.mask != "" {
		if x, err = readMasked(f.mask, x); err != nil {
			return none, solvers.Factors{}, err
		}
	}
	w, ht := s.Rows(m, n)
	var start solvers.Factors
	if f.w0 != "" {
		if start.W, err = f.given("W", f.w0, w, f.rank); err != nil {
			return none, start, err
		}
	}
	if f.h0 != "" {
		h, err := f.given("H", f.h0, f.rank, ht)
		if err != nil {
			return none, start, err
		}
		start.Ht = mat.DenseCopyOf(h.T())
	}
	return solvers.Problem{X: x, Rank: f.rank, Labels: labels, Constraints: constraints}, start, nil
}

// given reads the start of a factor in the orientation of the user's file.
func (f *factorization) given(factor, path string, rows, cols int) (*mat.Dense, error) {
	if rows == 0 || cols == 0 {
		return nil, fmt.Errorf("%s: solver %s with these options has no factor %s to start; drop the flag", path, f.solver, factor)
	}
	a, err := readDense(path)
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

// maskAdvice is for those whose unknown entries are NaN.
func (f *factorization) maskAdvice(x matrix.Matrix) string {
	m, n := x.Dims()
	buf := make([]float64, n)
	for i := range m {
		if _, row := x.Row(i, buf); f.mask == "" && slices.ContainsFunc(row, math.IsNaN) {
			return "; unknown entries belong in a --mask"
		}
	}
	return ""
}

// readMasked returns the entries of x that the mask marks as known.
func readMasked(path string, x matrix.Matrix) (matrix.Matrix, error) {
	mask, err := readDense(path)
	if err != nil {
		return nil, err
	}
	m, n := x.Dims()
	if mm, mn := mask.Dims(); mm != m || mn != n {
		return nil, fmt.Errorf("%s is %d×%d, want the shape of X, %d×%d", path, mm, mn, m, n)
	}
	var known []matrix.Triplet
	for i := range m {
		for j, v := range mask.RawRowView(i) {
			switch v {
			case 0:
			case 1:
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
			default:
				return nil, fmt.Errorf("%s: found %v at row %d, column %d, want 0 (unknown) or 1 (known)", path, v, i+1, j+1)
			}
		}
	}
	if len(known) == 0 {
		return nil, fmt.Errorf("%s marks every entry as unknown, want at least one 1", path)
	}
	return matrix.NewMasked(m, n, known)
}

// readConstraints reads the triplets of both sides. Mistakes in a file come before the question whether the solver takes any.
func (f *factorization) readConstraints(s solvers.Solver, m, n int) (constraint.Set, error) {
	var set constraint.Set
	for _, c := range []struct {
		flag, path, of string
		points         int
		list           *[]constraint.Triplet
	}{
		{"--constraints", f.constraints, "samples", n, &set.H},
		{"--constraints-w", f.constraintsW, "features", m, &set.W},
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
	if f.labels == "" {
		return nil, nil
	}
	file, err := os.Open(f.labels)
	if err != nil {
		return nil, err
	}
	rows, err := csvmat.ReadInts(file, f.labels, 1)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	if len(rows) != n {
		return nil, fmt.Errorf("%s holds %d labels, want one for each of %d samples", f.labels, len(rows), n)
	}
	labels := make([]int, n)
	for i, row := range rows {
		if row[0] < -1 {
			return nil, fmt.Errorf("%s:%d: found %d, want a class ≥ 0, or -1 for an unknown one", f.labels, i+1, row[0])
		}
		labels[i] = row[0]
	}
	if !solvers.TakesLabels(s) {
		return nil, fmt.Errorf("--labels: solver %s takes no labels with these options; drop the flag, or use %s", f.solver, takers(solvers.TakesLabels, "supervised"))
	}
	return labels, nil
}

// takers names the solvers that take something, and those that do when their option graph is set to a value.
func takers(takes func(solvers.Solver) bool, graph string) string {
	var names, set []string
	for _, e := range solvers.Catalog {
		s := e.New()
		switch {
		case takes(s):
			names = append(names, e.Name)
		case solvers.SetOption(s, "graph", graph) == nil && takes(s):
			set = append(set, e.Name)
		}
	}
	return fmt.Sprintf("%s, or with --set graph=%s %s", strings.Join(names, ", "), graph, strings.Join(set, ", "))
}
