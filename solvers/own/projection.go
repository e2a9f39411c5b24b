package own

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/datasets/table"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// PreparationFile is what new samples need beside run.json: the features that were kept, their places in the file, and their weights.
const PreparationFile = "preparation.csv"

// NormalizeOption is no option of a solver: it acts on the factors of every solver.
const NormalizeOption = "normalize"

// Formats are those of the matrices of results, by the ending of their files.
var Formats = []string{"csv", "npy"}

// Model is a basis for which new samples get coefficients.
type Model struct {
	Name    string // its folder or file
	Solver  solvers.Solver
	Entry   solvers.Entry
	Basis   *table.Table
	Rank    int
	Prepare table.Preparation // of the X that it was made of
	Notes   []note.Note
}

// The values of --missing.
const MissingDrop, MissingZero = "drop", "zero"

// losses are those of --loss, and the solvers that fit by them.
var losses = map[string]string{string(solvers.Frobenius): "nmf", string(solvers.KullbackLeibler): "nmf-kl", "itakura-saito": "beta-nmf"}

// Losses returns the names of losses by which coefficients can be asked for.
func Losses() []string { return slices.Sorted(maps.Keys(losses)) }

// ReadBasis makes a model of a table of components, features × components, whose coefficients minimise a loss.
func ReadBasis(files Files, path, loss string) (*Model, error) {
	t, err := files.ReadDense(path)
	if base := filepath.Base(path); err != nil && (base == "components.csv" || base == "components-wide.csv") {
		return nil, fmt.Errorf("%s lists features by component; the table of the components is %s beside it", path,
			filepath.Join(filepath.Dir(path), "W.csv"))
	}
	if err != nil {
		return nil, err
	}
	if err := CheckComponents(t, false); err != nil {
		return nil, err
	}
	entry, _ := solvers.Find(losses[loss])
	_, rank := t.X.Dims()
	return &Model{Name: path, Solver: entry.New(), Entry: entry, Basis: t, Rank: rank}, nil
}

// CheckComponents returns an error for entries that no component can have, and for a component of zeros: columns of the table, or its rows.
func CheckComponents(t *table.Table, inRows bool) error {
	a, names := mat.Matrix(t.X), t.Samples
	if inRows {
		a, names = t.X.T(), t.Features
	}
	m, k := a.Dims()
	for j := range k {
		sum := 0.
		for i := range m {
			v := a.At(i, j)
			if row, col := i, j; !(v >= 0) || math.IsInf(v, 0) {
				if inRows {
					row, col = j, i
				}
				return fmt.Errorf("%s: found %v at %s, want a finite value ≥ 0", t.Name, v, t.Place(row, col))
			}
			sum += v
		}
		if sum == 0 {
			name := fmt.Sprint(j + 1)
			if names != nil {
				name = fmt.Sprintf("%q", names[j])
			}
			return fmt.Errorf("%s: every value of component %s is 0; leave it out", t.Name, name)
		}
	}
	return nil
}

// ReadModel reads the folder of a factorisation; find returns the solver that run.json names.
func ReadModel(files Files, folder string, find func(name string) (solvers.Entry, error)) (*Model, error) {
	path := filepath.Join(folder, RunFile)
	content, err := files.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w; want the folder that factorize wrote", err)
	}
	var run struct {
		Solver        string                     `json:"solver"`
		SolverVersion int                        `json:"solver_version"`
		Options       map[string]json.RawMessage `json:"options"`
		Prepared      *table.Preparation         `json:"prepared"`
		Rank          int                        `json:"rank"`
		Normalize     solvers.Normalisation      `json:"normalize"`
		Model         string                     `json:"model"`
		Status        string                     `json:"status"`
		Names         []string                   `json:"feature_names"`
	}
	if err := json.Unmarshal(content, &run); err != nil {
		return nil, fmt.Errorf("%s: %w; want what factorize wrote", path, err)
	}
	switch {
	case run.Model != "":
		return nil, fmt.Errorf("%s holds coefficients of new samples; the model is %s", folder, run.Model)
	case run.Status == unfinished:
		return nil, fmt.Errorf("%s: the run that wrote there was killed before all its files were; run it again", path)
	}
	m := &Model{Name: folder, Rank: run.Rank}
	if m.Entry, err = find(run.Solver); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if m.Entry.Version != run.SolverVersion {
		m.Notes = append(m.Notes, note.Of(note.Model,
			"%s was made by version %d of %s, and this program has version %d", folder, run.SolverVersion, run.Solver, m.Entry.Version))
	}
	m.Solver = m.Entry.New()
	for _, name := range slices.Sorted(maps.Keys(run.Options)) {
		var text string
		if value := run.Options[name]; json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		if err := solvers.SetOption(m.Solver, name, text); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if n := run.Normalize; n != "" && n != solvers.NormaliseNone && solvers.ProjectionOf(m.Solver).Scaled {
		return nil, fmt.Errorf("%s: the columns of W were scaled after the run (%s = %s), and the penalties on H are in the scale of those "+
			"before; factorise with %s = none", path, NormalizeOption, n, NormalizeOption)
	}
	if err := m.readBasis(files); err != nil {
		return nil, err
	}
	if rows, _ := m.Basis.X.Dims(); m.Basis.Features == nil && len(run.Names) == rows {
		m.Basis.Features = run.Names
	}
	if run.Prepared != nil {
		m.Prepare = *run.Prepared
		err = m.readPreparation(files)
	}
	return m, err
}

// readBasis reads Basis or, where the model has none beside it, W.
func (m *Model) readBasis(files Files) (err error) {
	for _, name := range []string{"Basis", "W"} {
		for _, format := range Formats {
			path := filepath.Join(m.Name, name+"."+format)
			if _, err := os.Stat(path); err != nil {
				continue
			}
			if m.Basis, err = files.ReadDense(path); err != nil {
				return err
			}
			if _, rank := m.Basis.X.Dims(); rank != m.Rank {
				return fmt.Errorf("%s has %s, and run.json beside it says rank %d; want the folder as factorize wrote it", path,
					result.Count(rank, "column"), m.Rank)
			}
			return nil
		}
	}
	return fmt.Errorf("%s: solver %s leaves no basis that new samples have coefficients in", m.Name, m.Entry.Name)
}

// readPreparation reads what was done to the X of the model. Names of features decide which line belongs to which row of the basis.
func (m *Model) readPreparation(files Files) error {
	if !m.Prepare.Done() {
		return nil
	}
	path := filepath.Join(m.Name, PreparationFile)
	t, err := files.ReadDense(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: it holds the normalisation of the model; run factorize again", err)
	}
	if err != nil {
		return err
	}
	rows, n := t.X.Dims()
	if n != 2 || m.Prepare.Features > 0 && rows != min(m.Prepare.Features, m.Prepare.Of) {
		return fmt.Errorf("%s is %d×%d; want the folder as factorize wrote it", path, rows, n)
	}
	if m.Basis.Features != nil && t.Features != nil {
		of, _ := m.Basis.Sides()
		lines, _ := t.Sides()
		order, notes, err := table.Match(of, lines)
		if err != nil {
			return fmt.Errorf("%w; want the folder as factorize wrote it", err)
		}
		if order != nil {
			if t.X, err = table.Arrange(t.X, order, nil); err != nil {
				return err
			}
		}
		m.Notes = append(m.Notes, notes...)
	}
	for i := range rows {
		m.Prepare.Kept = append(m.Prepare.Kept, int(t.X.At(i, 0))-1)
		m.Prepare.Weights = append(m.Prepare.Weights, t.X.At(i, 1))
	}
	return nil
}

// PrepareSamples applies to new samples the steps that look at one sample at a time, and leaves out the features that the model left out.
func (m *Model) PrepareSamples(read *table.Table) error {
	if !m.Prepare.Done() {
		return nil
	}
	read.Found = append(read.Found, "prepared as the X of the model")
	features, _ := read.X.Dims()
	if features != m.Prepare.Of {
		m.Notes = append(m.Notes,
			note.Of(note.Model, "the X of the model had %d features, and the input has %d: sums of samples are those of what is there", m.Prepare.Of,
				features))
	}
	if err := m.Prepare.BySample(read); err != nil || m.Prepare.Features == 0 || m.Prepare.Features >= m.Prepare.Of {
		return err
	}
	if read.Features == nil {
		if features != m.Prepare.Of {
			return fmt.Errorf("%s has %d features without names, and the X of the model had %d; want the same", read.Name, features, m.Prepare.Of)
		}
		read.X = matrix.Rows(read.X, m.Prepare.Kept)
		return nil
	}
	wanted := map[string]bool{}
	for _, name := range m.Basis.Features {
		wanted[name] = true
	}
	var kept []int
	var names []string
	for i, name := range read.Features {
		if wanted[name] {
			kept, names = append(kept, i), append(names, name)
		}
	}
	if len(kept) == 0 {
		return fmt.Errorf("%s has none of the features of %s", read.Name, m.Name)
	}
	read.X, read.Features = matrix.Rows(read.X, kept), names
	return nil
}

// Match brings the features of the samples into the order of the basis, weighs them as the model does, and returns the basis as far as the
// samples have its features. missing says what is done where they lack some.
func (m *Model) Match(read *table.Table, missing string) (*mat.Dense, error) {
	basis := mat.DenseCopyOf(m.Basis.X)
	model, _ := m.Basis.Sides()
	input, _ := read.Sides()
	order, notes, err := table.Match(model, input)
	mismatch, differ := errors.AsType[*table.MismatchError](err)
	switch {
	case differ && table.SameNames(model.Names, read.Samples):
		return nil, fmt.Errorf("the samples of %s are the features of %s; drop --transpose, or add it", read.Name, m.Basis.Name)
	case differ && missing == "":
		return nil, fmt.Errorf("%w, or allow it: --missing drop leaves out of the basis what the input lacks, --missing zero takes it for 0", err)
	case differ && len(mismatch.Lacking) == len(order):
		return nil, fmt.Errorf("%w; no feature is in both", err)
	case differ:
		notes = []note.Note{note.Of(note.Model, "%s", missingNote(mismatch, len(order), missing))}
	case err != nil:
		return nil, err
	}
	m.Notes = append(m.Notes, notes...)
	if order != nil {
		read.Features = model.Names
	}
	if missing == MissingDrop && differ {
		var kept, weights []float64
		read.Features = nil
		for i, place := range order {
			if place >= 0 {
				kept, read.Features = append(kept, basis.RawRowView(i)...), append(read.Features, model.Names[i])
				if m.Prepare.Weights != nil {
					weights = append(weights, m.Prepare.Weights[i])
				}
			}
		}
		m.Prepare.Weights = weights
		basis = mat.NewDense(len(kept)/m.Rank, m.Rank, kept)
		order = slices.DeleteFunc(order, func(place int) bool { return place < 0 })
	}
	if read.X, err = table.Arrange(read.X, order, nil); err != nil {
		return nil, err
	}
	rows, _ := basis.Dims()
	if features, samples := read.X.Dims(); rows != features {
		return nil, fmt.Errorf("the basis of %s has %d features, and %s is %d×%d; want the same features", m.Basis.Name, rows, read.Name,
			features, samples)
	}
	m.Notes = append(m.Notes, m.unreached(basis, read)...)
	return basis, m.Prepare.Weigh(read, m.Prepare.Weights)
}

func missingNote(m *table.MismatchError, features int, missing string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s lacks %d of the %d features of %s", m.File.File, len(m.Lacking), features, m.X.File)
	if len(m.Lacking) > 0 {
		done := "left out of the basis"
		if missing == MissingZero {
			done = "taken for 0"
		}
		fmt.Fprintf(&b, ", which are %s: %s", done, table.FirstOf(m.Lacking))
	}
	if len(m.Foreign) > 0 {
		fmt.Fprintf(&b, "; left out of the input, as the model does not have them: %s", table.FirstOf(m.Foreign))
	}
	return strings.TrimSpace(b.String())
}

// Residuals returns ‖x - Wh‖ of each sample and its share of ‖x‖, over the known entries.
func Residuals(x matrix.Matrix, basis, ht *mat.Dense) *mat.Dense {
	_, n := x.Dims()
	squares, left := make([]float64, n), make([]float64, n)
	known := matrix.Entries(x)
	if sparse, ok := x.(*matrix.CSR); ok { // absent entries are 0: ‖x - Wh‖² = ‖x‖² - 2xᵀWh + ‖Wh‖²
		var gram, product mat.Dense
		gram.Mul(basis.T(), basis)
		product.Mul(ht, &gram)
		for j := range n {
			left[j] = matrix.DotRows(&product, j, ht, j)
		}
		for e := range matrix.Entries(sparse) {
			fit := matrix.DotRows(basis, e.Row, ht, e.Col)
			squares[e.Col] += e.Value * e.Value
			left[e.Col] += (e.Value-fit)*(e.Value-fit) - fit*fit
		}
	} else {
		for e := range known {
			d := e.Value - matrix.DotRows(basis, e.Row, ht, e.Col)
			squares[e.Col] += e.Value * e.Value
			left[e.Col] += d * d
		}
	}
	out := mat.NewDense(n, 2, nil)
	for j := range n {
		residual := math.Sqrt(max(left[j], 0))
		share := 0.
		if squares[j] > 0 {
			share = residual / math.Sqrt(squares[j])
		}
		out.SetRow(j, []float64{residual, share})
	}
	return out
}
