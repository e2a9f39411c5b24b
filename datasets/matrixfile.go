package datasets

import (
	"io"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/mtx"
	"nmfrepro/datasets/npy"
	"nmfrepro/solvers/budget"
	"nmfrepro/solvers/matrix"
)

func readNPY(f *packedFile, opts TableOptions) (*Table, error) {
	r, size, err := f.readerAt()
	if err != nil {
		return nil, err
	}
	a, err := npy.Read(io.NewSectionReader(r, 0, size), size, f.Name)
	if err != nil {
		return nil, err
	}
	return fromDense(a, opts)
}

func readMAT(f *packedFile, opts TableOptions) (*Table, error) {
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
	entries := make([]matrix.Triplet, len(a.Real))
	for k, v := range a.Real {
		entries[k] = matrix.Triplet{Row: a.Row[k], Col: a.Col[k], Value: v}
	}
	return fromEntries(f.Name, a.Dims[0], a.Dims[1], entries, opts)
}

func readMTX(f *packedFile, opts TableOptions) (*Table, error) {
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	x, err := mtx.Read(r, f.Name)
	if err != nil {
		return nil, err
	}
	var t *Table
	if x.Sparse {
		if err := checkSparse(f.Name, x.Rows, x.Cols, len(x.Entries)); err != nil {
			return nil, err
		}
		entries := make([]matrix.Triplet, len(x.Entries))
		for k, e := range x.Entries {
			entries[k] = matrix.Triplet(e)
		}
		t, err = fromEntries(f.Name, x.Rows, x.Cols, entries, opts)
	} else {
		if err := budget.Check(budget.Float64*float64(x.Rows)*float64(x.Cols)+tripletBytes*float64(len(x.Entries)), "the %d×%d matrix in %s", x.Rows, x.Cols, f.Name); err != nil {
			return nil, err
		}
		dense := mat.NewDense(x.Rows, x.Cols, nil)
		for _, e := range x.Entries {
			dense.Set(e.Row, e.Col, e.Value)
		}
		t, err = fromDense(dense, opts)
	}
	if err != nil {
		return nil, err
	}
	return t, t.nameBeside(f.TableFile, x.Rows, x.Cols, opts)
}

// tripletBytes is the size of an entry while a file is read.
const tripletBytes = 2*budget.Int + budget.Float64

// checkSparse refuses a sparse matrix that is too large: the starts of its rows, and those of its transpose, which are there
// twice for a moment, however few entries it has; each entry in three lists, in the matrix and in the transpose.
func checkSparse(name string, m, n, entries int) error {
	sides := budget.Int * (float64(m) + 2*float64(n))
	each := 3*tripletBytes + 2*(budget.Int+budget.Float64)
	return budget.Check(sides+float64(each)*float64(entries), "the sparse %d×%d matrix of %d entries in %s", m, n, entries, name)
}
