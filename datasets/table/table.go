// Package table reads a matrix, or labels, from a file as people have them: text, .npy, .npz, .mat, .mtx, .h5ad of AnnData or .h5 of
// 10x Genomics, packed or not. What a file is, its first bytes tell.
package table

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"runtime/debug"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// File is a file that holds a matrix or labels.
type File struct {
	R    io.ReaderAt
	Size int64
	Name string // in errors; its ending may tell the format
	FS   fs.FS  // where files with names beside it are looked for; nil for a stream
	Path string // of the file in FS
}

// Options say how a file is to be read.
type Options struct {
	Variable  string // of a .mat or .npz file that holds several
	Transpose bool   // the rows of the file are samples
	Absent    string // what an entry is that a sparse file does not hold; "" is AbsentZero
	tabular.Options

	FeaturesFile, SamplesFile string // that name both sides where X has no names; see NameBy
}

// Table is a matrix as its file holds it, features × samples, with what the file tells beside it.
type Table struct {
	Name              string        // of the file
	X                 matrix.Matrix // *matrix.Masked where entries are unknown
	Features, Samples []string      // names, or nil
	Unknown           int           // entries
	Transposed        bool
	Found             []string    // what was detected, a few words each
	Notes             []note.Note // what was left out, or may be meant otherwise
}

// String returns the line that tells a user how the file was read.
func (t *Table) String() string {
	m, n := t.X.Dims()
	text := fmt.Sprintf("%d features × %d samples (rows are features)", m, n)
	if t.Transposed {
		text = fmt.Sprintf("%d samples × %d features (rows are samples: transposed)", n, m)
	}
	parts := append([]string{text}, t.Found...)
	if t.Unknown > 0 {
		parts = append(parts, fmt.Sprintf("%d unknown", t.Unknown))
	}
	return strings.Join(parts, ", ")
}

// Read reads a matrix. What a file is, its first bytes tell, else the ending of its name: text (see package tabular),
// .npy, .npz (of NumPy or SciPy), .mat, .mtx, .h5ad and .h5, each also packed by gzip or bzip2. One from a sparse file stays sparse.
// NaN is unknown; infinite and negative values are let through: whether they are admissible depends on who uses them.
func Read(f File, opts Options) (*Table, error) {
	file, err := unpack(f)
	if err != nil {
		return nil, err
	}
	if err := file.refused(); err != nil {
		return nil, err
	}
	format := file.format()
	if opts.Variable != "" && (format == "" || format == ".npy") {
		return nil, fmt.Errorf("variable %s of %s: only .mat, .npz, .h5 and .h5ad files have variables; leave out var", opts.Variable, f.Name)
	}
	if format != "" && opts.Options.IsSet() {
		return nil, fmt.Errorf("%s is no text: separator, decimal, header, row-names and drop do not apply; leave them out", f.Name)
	}
	t, err := tableReaders[format](file, opts)
	if errors.Is(err, errUnknown) {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	if err != nil {
		return nil, err
	}
	if _, dense := t.X.(*matrix.Dense); opts.Absent == AbsentUnknown && (dense || format == "" || format == ".npy") {
		return nil, fmt.Errorf("%s holds every entry, so that none is absent; drop --absent, and write NA or NaN for what is unknown", f.Name)
	}
	t.Name, t.Transposed = f.Name, t.Transposed || opts.Transpose
	if t.Transposed {
		t.Features, t.Samples = t.Samples, t.Features
	}
	for _, side := range []Side{{Of: "features", Names: t.Features}, {Of: "samples", Names: t.Samples}} {
		if twice := repeated(side.Names); twice != "" {
			so := "what is written for them has the same name"
			if side.Of == "features" {
				so += ", and project takes no model of features that are not unique"
			}
			t.Notes = append(t.Notes, note.Of(note.Read, "of the %s, %s; %s", side.Of, twice, so))
		}
	}
	t.Notes = append(t.Notes, dateNotes(t)...)
	if file.packed != "" {
		t.Found = append([]string{file.packed}, t.Found...)
	}
	return t, nil
}

// errUnknown is the error for a matrix without a known entry.
var errUnknown = errors.New("every entry is unknown, want at least one number")

// tableReaders read matrices by format.
var tableReaders = map[string]func(*packedFile, Options) (*Table, error){
	"":     readText,
	".h5":  readH5,
	".mat": readMAT,
	".mtx": readMTX,
	".npy": readNPY,
	".npz": readNPZ,
}

func readText(f *packedFile, opts Options) (*Table, error) {
	t, err := tabular.Read(f.open, f.Name, opts.Options)
	if err != nil {
		return nil, err
	}
	out, err := fromDense(t.X, opts)
	if err != nil {
		return nil, err
	}
	out.Features, out.Samples, out.Found = t.Rows, t.Columns, t.Found
	out.Notes = list.Map(t.Notes, func(text string) note.Note { return note.Of(note.Read, "%s", text) })
	return out, nil
}

// fromDense makes the table of a matrix whose unknown entries are NaN.
func fromDense(a *mat.Dense, opts Options) (*Table, error) {
	if opts.Transpose {
		a = mat.DenseCopyOf(a.T())
	}
	m, n := a.Dims()
	t := &Table{}
	for i := range m {
		for _, v := range a.RawRowView(i) {
			if math.IsNaN(v) {
				t.Unknown++
			}
		}
	}
	if t.Unknown == 0 {
		t.X = matrix.FromDense(a)
		return t, nil
	}
	if t.Unknown == m*n {
		return nil, errUnknown
	}
	known := make([]matrix.Triplet, 0, m*n-t.Unknown)
	for i := range m {
		for j, v := range a.RawRowView(i) {
			if !math.IsNaN(v) {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: v})
			}
		}
	}
	x, err := matrix.NewMasked(m, n, known)
	t.X = x
	return t, err
}

// MaskBy leaves out the entries that a file of the same shape as the table marks by 0; it marks those that are known by 1. Names
// decide which entry is meant where both have them; the notes say how entries were matched.
func (t *Table) MaskBy(f File) (notes []note.Note, err error) {
	mask, err := Read(f, Options{Transpose: t.Transposed})
	if err != nil {
		return nil, err
	}
	if notes, err = mask.Align(t.Sides()); err != nil {
		return nil, err
	}
	m, n := t.X.Dims()
	if mm, mn := mask.X.Dims(); mm != m || mn != n {
		if t.Transposed {
			m, n, mm, mn = n, m, mn, mm
		}
		return nil, fmt.Errorf("%s is %d×%d, want the shape of X, %d×%d; write a mask with a place for each entry of X", f.Name, mm, mn, m, n)
	}
	if mask.Unknown > 0 {
		return nil, fmt.Errorf("%s: found %d places without a value, want 0 (unknown) or 1 (known) in each", f.Name, mask.Unknown)
	}
	var known []matrix.Triplet
	buf := make([]float64, n)
	for i := range m {
		cols, vals := mask.X.Row(i, buf)
		for k, v := range vals {
			j := matrix.Column(cols, k)
			switch v {
			case 0:
			case 1:
				if x := t.X.At(i, j); !math.IsNaN(x) {
					known = append(known, matrix.Triplet{Row: i, Col: j, Value: x})
				}
			default:
				if t.Transposed {
					i, j = j, i
				}
				return nil, fmt.Errorf("%s: found %v at row %d, column %d, want 0 (unknown) or 1 (known)", f.Name, v, i+1, j+1)
			}
		}
	}
	if len(known) == 0 {
		return nil, fmt.Errorf("%s marks every entry as unknown, want at least one 1, which marks a known entry", f.Name)
	}
	if hidden := m*n - t.Unknown - len(known); 2*hidden > m*n {
		notes = append(notes, note.Of(note.Read,
			"%s hides %d of %d entries: 1 marks those that are known, 0 the others; is it the other way round?",
			f.Name, hidden, m*n))
	}
	t.Unknown = m*n - len(known)
	t.X, err = matrix.NewMasked(m, n, known)
	return notes, err
}

// notBlank tells whether a row of a dense matrix is not blank, and notes which samples are not, of which left are not known to be. The
// matrix may be large: its first rows say of most samples that they are not blank.
func notBlank(values []float64, samples []bool, left int) (row bool, unknown int) {
	for j, v := range values {
		if v == 0 {
			continue
		}
		if row = true; left == 0 {
			break
		}
		if !samples[j] {
			samples[j] = true
			left--
		}
	}
	return row, left
}

// Blank returns the features and samples, from 0, of which no entry is known, and those whose known entries are all 0: what a
// factorisation writes for them means little.
func (t *Table) Blank() (unknown, zero [2][]int) {
	m, n := t.X.Dims()
	_, masked := t.X.(*matrix.Masked)
	known, others := [2][]bool{make([]bool, m), make([]bool, n)}, [2][]bool{make([]bool, m), make([]bool, n)}
	buf, left := make([]float64, n), n // samples of which only zeros were seen
	for i := range m {
		cols, values := t.X.Row(i, buf)
		if cols == nil && !masked {
			others[0][i], left = notBlank(values, others[1], left)
			continue
		}
		for k, v := range values {
			j := matrix.Column(cols, k)
			known[0][i], known[1][j] = true, true
			if v != 0 {
				others[0][i], others[1][j] = true, true
			}
		}
	}
	for side := range 2 {
		for i, other := range others[side] {
			switch {
			case other:
			case masked && !known[side][i]:
				unknown[side] = append(unknown[side], i)
			default:
				zero[side] = append(zero[side], i)
			}
		}
	}
	return unknown, zero
}

// fromEntries makes the table of a sparse matrix.
func fromEntries(name string, m, n int, entries iter.Seq[matrix.Triplet], opts Options) (*Table, error) {
	if opts.Absent == AbsentUnknown || holdsNaN(entries) {
		return partly(name, m, n, entries, opts)
	}
	x, err := matrix.CSRFrom(m, n, entries)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if x.NNZ() > manyEntries {
		debug.FreeOSMemory() // the entries as they were read give their room to what comes next, such as the transpose
	}
	t := &Table{X: x, Found: []string{fmt.Sprintf("sparse, %.3g %% not zero", 100*float64(x.NNZ())/float64(m)/float64(n))}}
	t.noteRatings()
	if opts.Transpose {
		t.X = x.Trans()
	}
	return t, nil
}

// ReadLabels reads the classes of samples, from text or from any file that holds a single row or column of whole numbers.
// column names that of a text file which holds them among others.
func ReadLabels(f File, column string, opts tabular.Options) (*tabular.Labels, error) {
	file, err := unpack(f)
	if err != nil {
		return nil, err
	}
	if err := file.refused(); err != nil {
		return nil, err
	}
	switch file.format() {
	case "":
		return tabular.ReadLabels(file.open, f.Name, column, opts)
	case ".h5":
		h, err := openH5(file)
		if err != nil {
			return nil, err
		}
		return h.labels(column)
	}
	t, err := Read(f, Options{Variable: column})
	if err != nil {
		return nil, err
	}
	m, n := t.X.Dims()
	if m != 1 && n != 1 {
		return nil, fmt.Errorf("%s is %d×%d, want one row or column of labels; write the labels a line each", f.Name, m, n)
	}
	values := make([]float64, m*n)
	for i := range m {
		for j := range n {
			values[i+j] = t.X.At(i, j)
		}
	}
	return tabular.NumericLabels(values, f.Name)
}

// FileIn finds a file in a file system.
func FileIn(fsys fs.FS, name string) (File, error) {
	r, size, err := dataset.ReaderAt(fsys, name)
	return File{R: r, Size: size, Name: name, FS: fsys, Path: name}, err
}
