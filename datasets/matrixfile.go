package datasets

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/budget"
	"nmfrepro/datasets/csvmat"
	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/mtx"
	"nmfrepro/datasets/npy"
	"nmfrepro/solvers/matrix"
)

// matrixFile is a file that holds a matrix, with the variable that is meant where it holds several.
type matrixFile struct {
	*io.SectionReader
	name, variable string
}

// matrixReaders read matrices by the ending of a file's name.
var matrixReaders = map[string]func(matrixFile) (matrix.Matrix, error){
	"":     readCSV,
	".mat": readMAT,
	".mtx": readMTX,
	".npy": readNPY,
}

// ReadMatrix reads a matrix as its file of size bytes holds it, by the ending of its name: .mat, .mtx or .npy, else CSV. One
// from a sparse file stays sparse. variable names that of a .mat file, "" the only one. NaN and Inf are let through: whether
// an entry is admissible depends on who uses it.
func ReadMatrix(r io.ReaderAt, size int64, name, variable string) (matrix.Matrix, error) {
	ending := strings.ToLower(filepath.Ext(name))
	if variable != "" && ending != ".mat" {
		return nil, fmt.Errorf("variable %s of %s: only a .mat file has variables", variable, name)
	}
	read, ok := matrixReaders[ending]
	if !ok {
		read = matrixReaders[""]
	}
	return read(matrixFile{io.NewSectionReader(r, 0, size), name, variable})
}

func readCSV(f matrixFile) (matrix.Matrix, error) {
	return fromDense(csvmat.ReadWith(f, f.name, csvmat.Options{NonFinite: true}))
}

func readNPY(f matrixFile) (matrix.Matrix, error) { return fromDense(npy.Read(f, f.Size(), f.name)) }

func fromDense(x *mat.Dense, err error) (matrix.Matrix, error) {
	if err != nil {
		return nil, err
	}
	return matrix.FromDense(x), nil
}

func readMAT(f matrixFile) (matrix.Matrix, error) {
	a, err := matfile.ReadMatrix(f, f.Size(), f.name, f.variable)
	if err != nil {
		return nil, err
	}
	if a.Class != matfile.Sparse {
		return fromDense(a.Dense())
	}
	if err := checkSparse(f, a.Dims[0], a.Dims[1], len(a.Real)); err != nil {
		return nil, err
	}
	entries := make([]matrix.Triplet, len(a.Real))
	for k, v := range a.Real {
		entries[k] = matrix.Triplet{Row: a.Row[k], Col: a.Col[k], Value: v}
	}
	return sparseMatrix(f, a.Dims[0], a.Dims[1], entries)
}

func readMTX(f matrixFile) (matrix.Matrix, error) {
	x, err := mtx.Read(f, f.name)
	if err != nil {
		return nil, err
	}
	if !x.Sparse {
		if err := budget.Check(budget.Float64*float64(x.Rows)*float64(x.Cols)+tripletBytes*float64(len(x.Entries)), "the %d×%d matrix in %s", x.Rows, x.Cols, f.name); err != nil {
			return nil, err
		}
		out := mat.NewDense(x.Rows, x.Cols, nil)
		for _, e := range x.Entries {
			out.Set(e.Row, e.Col, e.Value)
		}
		return matrix.FromDense(out), nil
	}
	if err := checkSparse(f, x.Rows, x.Cols, len(x.Entries)); err != nil {
		return nil, err
	}
	entries := make([]matrix.Triplet, len(x.Entries))
	for k, e := range x.Entries {
		entries[k] = matrix.Triplet(e)
	}
	return sparseMatrix(f, x.Rows, x.Cols, entries)
}

// tripletBytes is the size of an entry while a file is read.
const tripletBytes = 2*budget.Int + budget.Float64

// checkSparse refuses a sparse matrix that is too large: the starts of its rows, and those of its transpose, which are there
// twice for a moment, however few entries it has; each entry in three lists, in the matrix and in the transpose.
func checkSparse(f matrixFile, m, n, entries int) error {
	sides := budget.Int * (float64(m) + 2*float64(n))
	each := 3*tripletBytes + 2*(budget.Int+budget.Float64)
	return budget.Check(sides+float64(each)*float64(entries), "the sparse %d×%d matrix of %d entries in %s", m, n, entries, f.name)
}

func sparseMatrix(f matrixFile, m, n int, entries []matrix.Triplet) (matrix.Matrix, error) {
	x, err := matrix.NewCSR(m, n, entries)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	return x, nil
}
