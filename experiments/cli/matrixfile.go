package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/solvers/matrix"
)

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
	if variable != "" && !strings.EqualFold(filepath.Ext(path), ".mat") {
		return nil, fmt.Errorf("--var goes with a .mat file, and the input is %s", path)
	}
	return datasets.ReadMatrix(file, info.Size(), path, variable)
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
