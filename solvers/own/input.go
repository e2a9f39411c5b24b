package own

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// problem reads X and the start of the factors, and checks that they fit each other.
func (f *Fit) problem(s solvers.Solver) (p solvers.Problem, start solvers.Factors, err error) {
	p.Rank = f.Rank
	if p.X, err = f.ReadPrepared(); err != nil {
		return p, start, err
	}
	m, n := p.X.Dims()
	if p.Constraints, err = f.readConstraints(s, m, n); err != nil {
		return p, start, err
	}
	if p.Labels, err = f.ReadClasses(s); err != nil {
		return p, start, err
	}
	if err := f.giveGraph(s); err != nil {
		return p, start, err
	}
	w, ht := s.Rows(m, n)
	need := held(p.X) + working*budget.Float64*float64(f.Rank)*float64(w+ht)
	if err := budget.Check(need, "--rank = %d: X with factors of %d and %d rows and what their steps need", f.Rank, w, ht); err != nil {
		return p, start, err
	}
	need = solvers.Memory(s, p)
	if err := budget.Check(need, "what solver %s holds besides X of %d features and %d samples", f.Solver, m, n); err != nil {
		return p, start, err
	}
	if start, err = f.givenStart(s); err != nil {
		return p, start, err
	}
	if err := f.readFixed(s); err != nil {
		return p, start, err
	}
	f.Notes = append(f.Notes, f.idle(s, p, start)...)
	return p, start, nil
}

// readFixed reads the components that stay as they are. Features and samples are matched by name.
func (f *Fit) readFixed(s solvers.Solver) error {
	features, samples := f.Read.Sides()
	m, n := f.Read.X.Dims()
	for _, side := range []struct {
		flag, path, start string
		rows, cols        int // 0 is what the file has
		ofRows, ofCols    table.Side
		to                **mat.Dense
	}{{flag: "--fixed", path: f.Fixed, start: f.W0, rows: m, cols: 0, ofRows: features, ofCols: table.Side{},
		to: &f.Held.W}, {flag: "--fixed-h", path: f.FixedH, start: f.H0, rows: 0, cols: n, ofRows: table.Side{},
		ofCols: samples,
		to:     &f.Held.Ht}} {
		if side.path == "" {
			continue
		}
		if side.start != "" {
			return fmt.Errorf("%s and %s are about one factor; drop one of the flags", side.flag, side.start)
		}
		for _, setting := range f.Set {
			if norm, scaled := strings.CutPrefix(setting, NormalizeOption+"="); scaled && norm != string(solvers.NormaliseNone) {
				return fmt.Errorf("%s and --set %s contradict each other: what is fixed is not scaled", side.flag, setting)
			}
		}
		t, err := f.Files.ReadDense(side.path)
		if err != nil {
			return err
		}
		notes, err := t.Align(side.ofRows, side.ofCols)
		if err != nil {
			return err
		}
		f.Notes = append(f.Notes, notes...)
		rows, cols := t.X.Dims()
		k, want := cols, fmt.Sprintf("%d × k", m)
		if side.rows == 0 {
			k, want = rows, fmt.Sprintf("k × %d", n)
		}
		if side.rows != 0 && rows != m || side.cols != 0 && cols != n {
			return fmt.Errorf("%s %s is %d×%d, want %s", side.flag, side.path, rows, cols, want)
		}
		if k > f.Rank {
			return fmt.Errorf("%s %s holds %s, want at most --rank = %d", side.flag, side.path, result.Count(k, "component"), f.Rank)
		}
		a := mat.DenseCopyOf(t.X)
		if side.rows == 0 {
			a = mat.DenseCopyOf(a.T())
		}
		if err := CheckComponents(t, side.rows == 0); err != nil {
			return fmt.Errorf("%s: %w", side.flag, err)
		}
		*side.to = a
	}
	return nil
}

// givenStart reads the start of the factors that --w0 and --h0 name.
func (f *Fit) givenStart(s solvers.Solver) (start solvers.Factors, err error) {
	features, samples := f.Read.Sides()
	w, ht := s.Rows(f.Read.X.Dims())
	var components table.Side
	if f.W0 != "" {
		rows := features
		if weighs, _ := s.Rows(2, 3); weighs == 3 { // W has a row for every sample
			rows = samples
		}
		components = table.Side{File: f.W0, Of: "components"}
		if start.W, components.Names, err = f.given("W", f.W0, w, f.Rank, rows, table.Side{}); err != nil {
			return start, err
		}
	}
	if f.H0 != "" {
		h, _, err := f.given("H", f.H0, f.Rank, ht, components, samples)
		if err != nil {
			return start, err
		}
		start.Ht = mat.DenseCopyOf(h.T())
	}
	return start, nil
}

// working is how many matrices of the factors' size a method holds at least: the factors, and a numerator and denominator of
// each.
const working = 3

// held returns the memory of X, and of its transpose where that is sparse.
func held(x matrix.Matrix) float64 {
	m, n := x.Dims()
	if _, dense := x.(*matrix.Dense); dense {
		return budget.Float64 * float64(m) * float64(n)
	}
	return 2*(budget.Int+budget.Float64)*float64(x.NNZ()) + budget.Int*float64(m+n)
}

// given reads the start of a factor in the orientation of the user's file, and brings it into the order of the names that its rows
// and columns stand for. names are those of its columns.
func (f *Fit) given(factor, path string, rows, cols int, ofRows, ofCols table.Side) (a *mat.Dense, names []string, err error) {
	if rows == 0 || cols == 0 {
		return nil, nil, fmt.Errorf("%s: solver %s with these options has no factor %s to initialise; drop the flag", path, f.Solver, factor)
	}
	t, err := f.Files.ReadDense(path)
	if err != nil {
		return nil, nil, err
	}
	notes, err := t.Align(ofRows, ofCols)
	if err != nil {
		return nil, nil, err
	}
	f.Notes = append(f.Notes, notes...)
	if m, n := t.X.Dims(); m != rows || n != cols {
		return nil, nil, fmt.Errorf("%s is %d×%d, want %d×%d for the initial %s", path, m, n, rows, cols, factor)
	}
	a = mat.DenseCopyOf(t.X)
	for i := range rows {
		for j, v := range a.RawRowView(i) {
			if !(v >= 0) || math.IsInf(v, 0) {
				return nil, nil, fmt.Errorf("%s: found %v at row %d, column %d, want a finite value ≥ 0", path, v, i+1, j+1)
			}
		}
	}
	return a, t.Samples, nil
}

// ReadMasked reads X, without the entries that the mask hides.
func (f *Fit) ReadMasked() (err error) {
	if f.Read, err = f.Files.ReadTable(f.Input, f.Table); err != nil || f.Mask == "" {
		return err
	}
	file, closer, err := f.Files.OpenTable(f.Mask)
	if err != nil {
		return err
	}
	defer closer.Close()
	notes, err := f.Read.MaskBy(file)
	f.Notes = append(f.Notes, notes...)
	return err
}

// PrintRead tells how the input was understood.
func (f *Fit) PrintRead(to Console) { fmt.Fprintf(to.Page, "%s: %v\n", f.Input, f.Read) }

// readConstraints reads the triplets of both sides. Mistakes in a file come before the question whether the solver takes any.
func (f *Fit) readConstraints(s solvers.Solver, m, n int) (constraint.Set, error) {
	var set constraint.Set
	for _, c := range []struct {
		flag, path, of string
		points         int
		names          []string
		list           *[]constraint.Triplet
	}{
		{flag: "--constraints", path: f.Constraints, of: "samples", points: n, names: f.Read.Samples, list: &set.H},
		{flag: "--constraints-w", path: f.ConstraintsW, of: "features", points: m, names: f.Read.Features, list: &set.W},
	} {
		if c.path == "" {
			continue
		}
		data, err := f.Files.ReadFile(c.path)
		if err != nil {
			return set, err
		}
		list, byName, err := constraint.Read(bytes.NewReader(data), c.path, c.points, c.names)
		if err != nil {
			return set, fmt.Errorf("%s, triplets of %d %s: %w", c.flag, c.points, c.of, err)
		}
		if c.names != nil && !byName {
			f.Notes = append(f.Notes, note.Of(note.Read, "%s names no %s: its numbers count those of %s", c.path, c.of, f.Read.Name))
		}
		if !solvers.TakesConstraints(s) {
			return set, fmt.Errorf("%s: solver %s takes no constraints with these options; drop the flag, or use %s", c.flag, f.Solver,
				Takers(solvers.TakesConstraints, "constraints"))
		}
		*c.list = list
	}
	return set, nil
}

// readLabels reads the classes of the samples, nil without the flag.
func (f *Fit) ReadClasses(s solvers.Solver) ([]int, error) {
	if f.Labels == "" {
		return nil, nil
	}
	given, err := f.Files.ReadLabels(f.Labels, f.LabelColumn, tabular.Options{})
	if err != nil {
		return nil, err
	}
	notes, err := f.Read.AlignLabels(given)
	if err != nil {
		return nil, err
	}
	f.Notes = append(f.Notes, notes...)
	labels, names, err := given.Codes()
	if err != nil {
		return nil, err
	}
	f.classes = classes{labels, names}
	if unknown := unknownOf(labels); unknown > 0 {
		f.Notes = append(f.Notes, note.Of(note.Read,
			"%s: the class of %s is unknown (empty, NA or -1)", f.Labels, result.Count(unknown, "sample")))
	}
	switch takes := solvers.TakesLabels(s); {
	case !takes && f.Plots == "":
		return nil, fmt.Errorf("--labels: solver %s takes no labels with these options; drop the flag, draw them with --plots, or use %s",
			f.Solver, Takers(solvers.TakesLabels, "supervised"))
	case !takes:
		f.Notes = append(f.Notes, note.Of(note.Idle, "solver %s takes no labels: they are only drawn", f.Solver))
		return nil, nil
	}
	return labels, nil
}

// giveGraph reads the graph on the samples.
func (f *Fit) giveGraph(s solvers.Solver) error {
	if f.Graph == "" {
		return nil
	}
	graphed, ok := s.(solvers.Graphed)
	if !ok {
		return fmt.Errorf("--graph: solver %s takes no graph; drop the flag, or use %s", f.Solver, Capable(TakesGraph))
	}
	for _, setting := range f.Set {
		if strings.HasPrefix(setting, "graph=") {
			return fmt.Errorf("--graph and --set %s are two graphs; drop one", setting)
		}
	}
	graph, err := f.Files.ReadTable(f.Graph, table.Options{})
	if err != nil {
		return err
	}
	if graph.Features == nil { // weights are symmetric: names of one side are those of the other
		graph.Features = graph.Samples
	} else if graph.Samples == nil {
		graph.Samples = graph.Features
	}
	_, samples := f.Read.Sides()
	notes, err := graph.Align(samples, samples)
	if err != nil {
		return fmt.Errorf("--graph: %w", err)
	}
	f.Notes = append(f.Notes, slices.CompactFunc(notes, func(a, b note.Note) bool { return a.String() == b.String() })...)
	_, n := f.Read.X.Dims()
	if rows, cols := graph.X.Dims(); rows != n || cols != n || graph.Unknown > 0 {
		return fmt.Errorf("--graph %s: found %d×%d with %d unknown, want the %d×%d weights of pairs of samples", f.Graph, rows, cols,
			graph.Unknown, n, n)
	}
	weights, err := matrix.CSRFrom(n, n, matrix.Entries(graph.X))
	if err != nil {
		return err
	}
	f.Notes = append(f.Notes, list.Map(loose(weights, graph.Samples), func(n note.Note) note.Note { return n.On(f.Graph) })...)
	graphed.GiveGraph(weights)
	return nil
}
