package console

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
)

// TableFlags gives a verb the flags that say how a matrix is to be read.
func TableFlags(cmd *cobra.Command, o *table.Options) {
	flags := cmd.Flags()
	flags.StringVar(&o.Variable, "var", "", "variable of a .mat or .npz file that holds X; needed if it holds several")
	flags.BoolVar(&o.Transpose, "transpose", false, "the rows of the input are samples, as pandas and scikit-learn have them")
	flags.StringArrayVar(&o.Drop, "drop", nil, "column of the input to leave out, by its header or its number from 1; repeatable")
	DetectFlag(cmd, (*string)(&o.Separator), "separator", "what separates the values of the input: comma, semicolon, tab or blank", "comma", "semicolon", "tab", "blank")
	DetectFlag(cmd, (*string)(&o.Decimal), "decimal", "decimal mark of the input: point or comma", "point", "comma")
	DetectFlag(cmd, (*string)(&o.Header), "header", "whether the first line of the input holds names: yes or no", "yes", "no")
	DetectFlag(cmd, (*string)(&o.RowNames), "row-names", "whether the first value of each line is its name: yes or no", "yes", "no")
}

// StandardInput is the name of the standard input as a file.
const StandardInput = "-"

// OpenTable opens a file, the standard input, or the matrix in a folder that Cell Ranger wrote. Its closer must be called.
func OpenTable(stdin io.Reader, path string) (table.File, io.Closer, error) {
	if path == StandardInput {
		if stdin == nil {
			stdin = bytes.NewReader(nil)
		}
		content, err := io.ReadAll(stdin)
		return table.File{R: bytes.NewReader(content), Size: int64(len(content)), Name: "standard input"}, io.NopCloser(nil), err
	}
	info, err := os.Stat(path)
	if err != nil {
		return table.File{}, nil, err // names the file and says why
	}
	if info.IsDir() {
		for _, name := range []string{"matrix.mtx.gz", "matrix.mtx"} {
			if inside, err := os.Stat(filepath.Join(path, name)); err == nil && !inside.IsDir() {
				return OpenTable(nil, filepath.Join(path, name))
			}
		}
		return table.File{}, nil, fmt.Errorf("%s is a folder, want a file (or a folder with matrix.mtx.gz in it)", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return table.File{}, nil, err
	}
	if !info.Mode().IsRegular() { // a pipe has no size and cannot be read in place
		defer file.Close()
		content, err := io.ReadAll(file)
		return table.File{R: bytes.NewReader(content), Size: int64(len(content)), Name: path}, io.NopCloser(nil), err
	}
	return table.File{R: file, Size: info.Size(), Name: path, FS: os.DirFS(filepath.Dir(path)), Path: filepath.Base(path)}, file, nil
}

// ReadTable reads a matrix as its file holds it: one from a sparse file stays sparse.
func ReadTable(stdin io.Reader, path string, opts table.Options) (*table.Table, error) {
	file, closer, err := OpenTable(stdin, path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return table.Read(file, opts)
}

// ReadLabels reads the classes of samples.
func ReadLabels(path, column string, opts tabular.Options) (*tabular.Labels, error) {
	file, closer, err := OpenTable(nil, path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return table.ReadLabels(file, column, opts)
}

// MaxDense bounds a sparse matrix that is made dense: 16 GiB.
const MaxDense = 1 << 31

// ReadDense reads a matrix with all its entries known.
func ReadDense(path string) (*mat.Dense, error) {
	t, err := ReadTable(nil, path, table.Options{})
	if err != nil {
		return nil, err
	}
	m, n := t.X.Dims()
	switch {
	case m > MaxDense/n:
		return nil, fmt.Errorf("%s is %d×%d, want at most %d entries where a sparse matrix is of no use", path, m, n, MaxDense)
	case t.Unknown > 0:
		return nil, fmt.Errorf("%s: found %d unknown values, want none", path, t.Unknown)
	}
	return mat.DenseCopyOf(t.X), nil
}
