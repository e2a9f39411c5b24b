package table

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/mtx"
	"nmfrepro/datasets/npy"
	"nmfrepro/solvers/matrix"
)

func readNPY(f *packedFile, opts Options) (*Table, error) {
	r, size, err := f.readerAt()
	if err != nil {
		return nil, err
	}
	read := npy.Read
	if opts.Transpose {
		read, opts.Transpose = npy.ReadTransposed, false
	}
	a, err := read(io.NewSectionReader(r, 0, size), size, f.Name)
	if err != nil {
		return nil, err
	}
	t, err := fromDense(a, opts)
	return t, err
}

func readMAT(f *packedFile, opts Options) (*Table, error) {
	r, size, err := f.readerAt()
	if err != nil {
		return nil, err
	}
	a, err := matfile.ReadMatrix(r, size, f.Name, opts.Variable)
	if err != nil {
		return nil, err
	}
	if a.Class != matfile.Sparse {
		dense, err := a.Dense()
		if err != nil {
			return nil, err
		}
		return fromDense(dense, opts)
	}
	if err := checkSparse(f.Name, a.Dims[0], a.Dims[1], len(a.Real)); err != nil {
		return nil, err
	}
	return fromEntries(f.Name, a.Dims[0], a.Dims[1], triplets(a.Row, a.Col, a.Real), opts)
}

// triplets returns the entries of a sparse matrix whose rows, columns and values stand in lists of their own.
func triplets(rows, cols []int, values []float64) iter.Seq[matrix.Triplet] {
	return func(yield func(matrix.Triplet) bool) {
		for k, v := range values {
			if !yield(matrix.Triplet{Row: rows[k], Col: cols[k], Value: v}) {
				return
			}
		}
	}
}

func readMTX(f *packedFile, opts Options) (*Table, error) {
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	x, err := mtx.Read(r, f.Name)
	if err != nil {
		return nil, err
	}
	var t *Table
	m, n := x.Rows, x.Cols // x is not to be needed at the end: its entries should be gone before the transpose comes
	if x.Sparse {
		if err := checkSparse(f.Name, m, n, x.Len()); err != nil {
			return nil, err
		}
		t, err = fromEntries(f.Name, m, n, func(yield func(matrix.Triplet) bool) {
			for e := range x.Entries {
				if !yield(matrix.Triplet{Row: int(e.Row), Col: int(e.Col), Value: e.Value}) {
					return
				}
			}
		}, opts)
	} else {
		if err := budget.Check(budget.Float64*float64(x.Rows)*float64(x.Cols)+tripletBytes*float64(x.Len()), "the %d×%d matrix in %s", x.Rows,
			x.Cols, f.Name); err != nil {
			return nil, err
		}
		t, err = fromDense(x.Dense(), opts)
	}
	if err != nil {
		return nil, err
	}
	return t, t.nameBeside(f.File, m, n, opts)
}

// tripletBytes is the size of an entry while a file is read.
const tripletBytes = 2*4 + budget.Float64

// checkSparse refuses a sparse matrix that is too large: the starts of its rows, and those of its transpose, which are there
// twice for a moment, however few entries it has; each entry as it was read and in the matrix, before those that were read make
// room for the transpose.
func checkSparse(name string, m, n, entries int) error {
	sides := budget.Int * (float64(m) + 2*float64(n))
	each := tripletBytes + 4 + budget.Float64
	return budget.Check(sides+float64(each)*float64(entries), "the sparse %d×%d matrix of %d entries in %s", m, n, entries, name)
}

// manyEntries take longer to read than to collect.
const manyEntries = 100_000

// nameBeside names rows and columns by the files that lie beside a Matrix Market file: features.tsv or genes.tsv, and
// barcodes.tsv, packed or not, as Cell Ranger of 10x Genomics writes them beside matrix.mtx, with the same start of the
// name where it has one (GSM1_matrix.mtx, GSM1_barcodes.tsv).
func (t *Table) nameBeside(f File, rows, cols int, opts Options) error {
	names := NamesBeside(f.Path)
	if names == nil || f.FS == nil {
		return t.keepKind(f.Name, opts.Variable, nil, true, nil)
	}
	features, from, err := f.linesBeside(names[0])
	if err != nil {
		return err
	}
	barcodes, cells, err := f.linesBeside(names[1])
	if err != nil {
		return err
	}
	kinds := fieldsAt(features, kindField)
	onRows := from == "" || len(features) == rows // as Cell Ranger writes them
	onCols := cells == "" || len(barcodes) == cols
	crossed := (from == "" || len(features) == cols) && (cells == "" || len(barcodes) == rows)
	switch {
	case onRows && onCols:
		t.Features, t.Samples = featureNames(features), firstFields(barcodes)
	case crossed && opts.Transpose:
		t.Features, t.Samples = firstFields(barcodes), featureNames(features)
	case crossed:
		return fmt.Errorf("%s is %d×%d, and its rows are the cells of %s; transpose it", f.Name, rows, cols, cells)
	case !onRows:
		return fmt.Errorf("%s has %d rows, and %s names %d features; put the names of this matrix beside it, or move the file away", f.Name, rows, from, len(features))
	default:
		return fmt.Errorf("%s has %d columns, and %s names %d cells; put the names of this matrix beside it, or move the file away", f.Name, cols, cells, len(barcodes))
	}
	for _, name := range []string{from, cells} {
		if name != "" {
			t.Found = append(t.Found, "names of "+path.Base(name))
		}
	}
	if !onRows || !onCols {
		return t.keepKind(f.Name, opts.Variable, kinds, true, &t.Samples)
	}
	return t.keepKind(f.Name, opts.Variable, kinds, !opts.Transpose, &t.Features)
}

// NamesBeside returns the files that may name the rows, and the columns, of a Matrix Market file; nil where its name is another.
func NamesBeside(file string) [][]string {
	folder, base := path.Split(file)
	prefix, ok := strings.CutSuffix(strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".mtx"), "matrix")
	if !ok {
		return nil
	}
	at := folder + prefix
	return [][]string{
		{at + "features.tsv.gz", at + "features.tsv", at + "genes.tsv.gz", at + "genes.tsv"},
		{at + "barcodes.tsv.gz", at + "barcodes.tsv"},
	}
}

// linesBeside returns the lines of the first of these files that is there, and its name; "" if none is.
func (f File) linesBeside(names []string) ([]string, string, error) {
	for _, name := range names {
		file, err := FileIn(f.FS, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, "", err
		}
		p, err := unpack(file)
		if err != nil {
			return nil, "", err
		}
		lines, err := p.lines()
		return lines, name, err
	}
	return nil, "", nil
}

// kindField is the column of features.tsv that says of which kind a feature is, from 0.
const kindField = 2

// fieldsAt returns the fields of a column of lines, nil where a line has none.
func fieldsAt(lines []string, column int) []string {
	var out []string
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		if len(fields) <= column {
			return nil
		}
		out = append(out, fields[column])
	}
	return out
}

func firstFields(lines []string) []string {
	return list.Map(lines, func(line string) string { name, _, _ := strings.Cut(line, "\t"); return name })
}

// featureNames returns the symbols of genes, with the identifier where several have one.
func featureNames(lines []string) []string {
	var names []string
	times := map[string]int{}
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		name := fields[min(1, len(fields)-1)]
		times[name]++
		names = append(names, name)
	}
	for i, line := range lines {
		if id, _, found := strings.Cut(line, "\t"); found && times[names[i]] > 1 {
			names[i] += " (" + id + ")"
		}
	}
	return slices.Clip(names)
}
