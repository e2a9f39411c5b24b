package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/solvers/budget"
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

// readDense reads a matrix with all its entries.
func readDense(path string) (*mat.Dense, error) {
	x, err := readX(path, "")
	if err != nil {
		return nil, err
	}
	m, n := x.Dims()
	if err := budget.Check(budget.Float64*float64(m)*float64(n), "%s with all its %d×%d entries", path, m, n); err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(x), nil
}
