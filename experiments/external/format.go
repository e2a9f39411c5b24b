package external

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/npy"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// format is how matrices are written for a program; all are read by the ending of their files.
type format struct {
	sparse bool // has sparse matrices
	write  func(w io.Writer, name string, a mat.Matrix) error
	held   func(w io.Writer, name string, x matrix.Matrix) error // the entries that a sparse or masked matrix holds
}

var formats = map[string]format{
	"csv": {write: func(w io.Writer, _ string, a mat.Matrix) error { return tabular.Write(w, a, "", nil, nil) }},
	"npy": {write: func(w io.Writer, _ string, a mat.Matrix) error { return npy.Write(w, a) }},
	"mat": {sparse: true, write: func(w io.Writer, name string, a mat.Matrix) error {
		return matfile.Write(w, matfile.FromDense(name, a))
	}, held: writeHeldMAT},
}

func writeHeldMAT(w io.Writer, name string, x matrix.Matrix) error {
	m, n := x.Dims()
	a := &matfile.Array{Var: matfile.Var{Name: name, Class: matfile.Sparse, Dims: []int{m, n}}}
	for e := range matrix.Entries(x) {
		a.Row, a.Col, a.Real = append(a.Row, e.Row), append(a.Col, e.Col), append(a.Real, e.Value)
	}
	return matfile.Write(w, a)
}

// readMatrix reads a matrix of the answer that must have some shape; -1 columns are any number of them. A vector may lie
// either way, since a NumPy array of one dimension has none.
func readMatrix(r io.ReaderAt, size int64, file, variable, ending string, rows, cols int) (*mat.Dense, error) {
	if ending != "mat" {
		variable = ""
	}
	x, err := readDense(r, size, file, variable, ending)
	if err != nil && variable != "" {
		if only, again := readDense(r, size, file, "", ending); again == nil {
			x, err = only, nil
		}
	}
	if err != nil {
		return nil, &Failure{Word: BrokenFile, Detail: err.Error()}
	}
	m, n := x.Dims()
	switch {
	case m == rows && (n == cols || cols < 0):
		return mat.DenseCopyOf(x), nil
	case m == cols && n == rows && min(m, n) == 1:
		return mat.DenseCopyOf(x.T()), nil
	}
	want := fmt.Sprintf("%d×%d", rows, cols)
	if cols < 0 {
		want = fmt.Sprintf("%d rows", rows)
	}
	return nil, &Failure{Word: BadShape, Detail: fmt.Sprintf("%s is %d×%d, want %s", file, m, n, want)}
}

// readDense reads a matrix as its file holds it, NaN and Inf included: which entries an answer may have is decided by whoever
// asked for it.
func readDense(r io.ReaderAt, size int64, file, variable, ending string) (*mat.Dense, error) {
	whole := io.NewSectionReader(r, 0, size)
	switch ending {
	case "npy":
		return npy.Read(whole, size, file)
	case "mat":
		a, err := matfile.ReadMatrix(r, size, file, variable)
		if err != nil {
			return nil, err
		}
		return a.Dense()
	}
	return tabular.Numbers(whole, file, tabular.Bare{NonFinite: true})
}
