package datasets

import (
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"runtime"
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

func readNPY(f matrixFile) (matrix.Matrix, error) { return fromDense(npy.Read(f, f.name)) }

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
	return sparseMatrix(f, a.Dims[0], a.Dims[1], func(yield func(matrix.Triplet) bool) {
		for k, v := range a.Real {
			if !yield(matrix.Triplet{Row: a.Row[k], Col: a.Col[k], Value: v}) {
				return
			}
		}
	})
}

func readMTX(f matrixFile) (matrix.Matrix, error) {
	x, err := mtx.Read(f, f.name)
	if err != nil {
		return nil, err
	}
	if !x.Sparse {
		out := mat.NewDense(x.Rows, x.Cols, nil)
		for e := range x.Entries {
			out.Set(int(e.Row), int(e.Col), e.Value)
		}
		return matrix.FromDense(out), nil
	}
	return sparseMatrix(f, x.Rows, x.Cols, func(yield func(matrix.Triplet) bool) {
		for e := range x.Entries {
			if !yield(matrix.Triplet{Row: int(e.Row), Col: int(e.Col), Value: e.Value}) {
				return
			}
		}
	})
}

func sparseMatrix(f matrixFile, m, n int, entries iter.Seq[matrix.Triplet]) (matrix.Matrix, error) {
	x, err := matrix.CSRFrom(m, n, entries)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	if x.NNZ() > manyEntries {
		runtime.GC() // the entries as they were read give their room to what comes next, such as the transpose
	}
	return x, nil
}

// manyEntries take longer to read than to collect.
const manyEntries = 100_000
