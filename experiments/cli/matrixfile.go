package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/datasets/tabular"
)

// tableFlags say how a matrix is to be read.
type tableFlags struct {
	datasets.TableOptions
	separator, decimal, header, rowNames string
}

const detected = "auto"

func (f *tableFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Variable, "var", "", "variable of a .mat or .npz file that holds X; needed if it holds several")
	flags.BoolVar(&f.Transpose, "transpose", false, "the rows of the input are samples, as pandas and scikit-learn have them")
	flags.StringArrayVar(&f.Drop, "drop", nil, "column of the input to leave out, by its header or its number from 1; repeatable")
	f.bindText(cmd)
}

// bindText binds what is decided about text files, where they leave it open.
func (f *tableFlags) bindText(cmd *cobra.Command) {
	choiceFlag(cmd, &f.separator, "separator", detected, "what separates the values of the input: comma, semicolon, tab or blank", []string{detected, "comma", "semicolon", "tab", "blank"})
	choiceFlag(cmd, &f.decimal, "decimal", detected, "decimal mark of the input: point or comma", []string{detected, "point", "comma"})
	choiceFlag(cmd, &f.header, "header", detected, "whether the first line of the input holds names: yes or no", []string{detected, "yes", "no"})
	choiceFlag(cmd, &f.rowNames, "row-names", detected, "whether the first value of each line is its name: yes or no", []string{detected, "yes", "no"})
}

func (f *tableFlags) options() datasets.TableOptions {
	said := func(word string) string {
		if word == detected {
			return ""
		}
		return word
	}
	o := f.TableOptions
	o.Separator, o.Decimal = tabular.Separator(said(f.separator)), tabular.Decimal(said(f.decimal))
	o.Header, o.RowNames = tabular.Choice(said(f.header)), tabular.Choice(said(f.rowNames))
	return o
}

// standardInput is the name of the standard input as a file.
const standardInput = "-"

// openTable opens a file, the standard input, or the matrix in a folder that Cell Ranger wrote. Its closer must be called.
func openTable(stdin io.Reader, path string) (datasets.TableFile, io.Closer, error) {
	if path == standardInput {
		if stdin == nil {
			stdin = bytes.NewReader(nil)
		}
		content, err := io.ReadAll(stdin)
		return datasets.TableFile{R: bytes.NewReader(content), Size: int64(len(content)), Name: "standard input"}, io.NopCloser(nil), err
	}
	info, err := os.Stat(path)
	if err != nil {
		return datasets.TableFile{}, nil, err // names the file and says why
	}
	if info.IsDir() {
		for _, name := range []string{"matrix.mtx.gz", "matrix.mtx"} {
			if inside, err := os.Stat(filepath.Join(path, name)); err == nil && !inside.IsDir() {
				return openTable(nil, filepath.Join(path, name))
			}
		}
		return datasets.TableFile{}, nil, fmt.Errorf("%s is a folder, want a file (or a folder with matrix.mtx.gz in it)", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return datasets.TableFile{}, nil, err
	}
	if !info.Mode().IsRegular() { // a pipe has no size and cannot be read in place
		defer file.Close()
		content, err := io.ReadAll(file)
		return datasets.TableFile{R: bytes.NewReader(content), Size: int64(len(content)), Name: path}, io.NopCloser(nil), err
	}
	return datasets.TableFile{R: file, Size: info.Size(), Name: path, FS: os.DirFS(filepath.Dir(path)), Path: filepath.Base(path)}, file, nil
}

// readTable reads a matrix as its file holds it: one from a sparse file stays sparse.
func readTable(stdin io.Reader, path string, opts datasets.TableOptions) (*datasets.Table, error) {
	file, closer, err := openTable(stdin, path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return datasets.ReadTable(file, opts)
}

// readLabels reads the classes of samples.
func readLabels(path, column string, opts tabular.Options) (*tabular.Labels, error) {
	file, closer, err := openTable(nil, path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return datasets.ReadLabels(file, column, opts)
}

// maxDense bounds a sparse matrix that is made dense: 16 GiB.
const maxDense = 1 << 31

// readDense reads a matrix with all its entries known.
func readDense(path string) (*mat.Dense, error) {
	t, err := readTable(nil, path, datasets.TableOptions{})
	if err != nil {
		return nil, err
	}
	m, n := t.X.Dims()
	switch {
	case m > maxDense/n:
		return nil, fmt.Errorf("%s is %d×%d, want at most %d entries where a sparse matrix is of no use", path, m, n, maxDense)
	case t.Unknown > 0:
		return nil, fmt.Errorf("%s: found %d unknown values, want none", path, t.Unknown)
	}
	return mat.DenseCopyOf(t.X), nil
}
