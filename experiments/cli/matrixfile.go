package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/csvmat"
	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/mtx"
	"nmfrepro/datasets/npy"
	"nmfrepro/solvers/matrix"
)

// matrixFile is a file that holds a matrix, with the variable that is meant where it holds several.
type matrixFile struct {
	*os.File
	size     int64
	variable string
}

// matrixReaders read matrices by the ending of a file's name; any other file is read as CSV. NaN and Inf are let through:
// whether an entry is admissible depends on the mask and the solver, which name it by row and column.
var matrixReaders = map[string]func(matrixFile) (matrix.Matrix, error){
	"":     readCSV,
	".mat": readMAT,
	".mtx": readMTX,
	".npy": readNPY,
}

// readX reads a matrix as its file holds it: one from a sparse file stays sparse.
func readX(path, variable string) (matrix.Matrix, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err // names the file and says why
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder, want a file", path)
	}
	ending := strings.ToLower(filepath.Ext(path))
	if variable != "" && ending != ".mat" {
		return nil, fmt.Errorf("--var goes with a .mat file, and the input is %s", path)
	}
	read, ok := matrixReaders[ending]
	if !ok {
		read = matrixReaders[""]
	}
	return read(matrixFile{file, info.Size(), variable})
}

// maxDense bounds a sparse matrix that is made dense: 16 GiB.
const maxDense = 1 << 31

// readDense reads a matrix with all its entries.
func readDense(path string) (*mat.Dense, error) {
	x, err := readX(path, "")
	if err != nil {
		return nil, err
	}
	m, n := x.Dims()
	if m > maxDense/n {
		return nil, fmt.Errorf("%s is %d×%d, want at most %d entries where a sparse matrix is of no use", path, m, n, maxDense)
	}
	return mat.DenseCopyOf(x), nil
}

func readCSV(f matrixFile) (matrix.Matrix, error) {
	return fromDense(csvmat.ReadWith(f, f.Name(), csvmat.Options{NonFinite: true}))
}

func readNPY(f matrixFile) (matrix.Matrix, error) { return fromDense(npy.Read(f, f.Name())) }

func fromDense(x *mat.Dense, err error) (matrix.Matrix, error) {
	if err != nil {
		return nil, err
	}
	return matrix.FromDense(x), nil
}

func readMAT(f matrixFile) (matrix.Matrix, error) {
	a, err := matfile.ReadMatrix(f, f.size, f.Name(), f.variable)
	if err != nil {
		return nil, err
	}
	if a.Class != matfile.Sparse {
		return fromDense(a.Dense())
	}
	entries := make([]matrix.Triplet, len(a.Real))
	for k, v := range a.Real {
		entries[k] = matrix.Triplet{Row: a.Row[k], Col: a.Col[k], Value: v}
	}
	return sparse(f, a.Dims[0], a.Dims[1], entries)
}

func readMTX(f matrixFile) (matrix.Matrix, error) {
	x, err := mtx.Read(f, f.Name())
	if err != nil {
		return nil, err
	}
	if !x.Sparse {
		out := mat.NewDense(x.Rows, x.Cols, nil)
		for _, e := range x.Entries {
			out.Set(e.Row, e.Col, e.Value)
		}
		return matrix.FromDense(out), nil
	}
	entries := make([]matrix.Triplet, len(x.Entries))
	for k, e := range x.Entries {
		entries[k] = matrix.Triplet(e)
	}
	return sparse(f, x.Rows, x.Cols, entries)
}

func sparse(f matrixFile, m, n int, entries []matrix.Triplet) (matrix.Matrix, error) {
	x, err := matrix.NewCSR(m, n, entries)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return x, nil
}
