package table

import (
	"io"
	"iter"

	"nmfrepro/datasets/budget"
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
	a, err := npy.Read(io.NewSectionReader(r, 0, size), size, f.Name)
	if err != nil {
		return nil, err
	}
	return fromDense(a, opts)
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

// triplets are the entries of a sparse matrix whose rows, columns and values stand in lists of their own.
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
		if err := budget.Check(budget.Float64*float64(x.Rows)*float64(x.Cols)+tripletBytes*float64(x.Len()), "the %d×%d matrix in %s", x.Rows, x.Cols, f.Name); err != nil {
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
