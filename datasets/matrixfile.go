package datasets

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/mtx"
	"nmfrepro/datasets/npy"
	"nmfrepro/solvers/matrix"
)

func readNPY(f *packedFile, opts TableOptions) (*Table, error) {
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	a, err := npy.Read(r, f.Name)
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
		entries := make([]matrix.Triplet, len(x.Entries))
		for k, e := range x.Entries {
			entries[k] = matrix.Triplet(e)
		}
		t, err = fromEntries(f.Name, x.Rows, x.Cols, entries, opts)
	} else {
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
