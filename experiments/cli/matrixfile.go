package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/experiments/workflow"
)

// TableFlags gives a verb the flags that say how a matrix is to be read.
func TableFlags(cmd *cobra.Command, o *table.Options) {
	flags := cmd.Flags()
	flags.StringVar(&o.Variable, "var", "", "variable of a .mat or .npz file that holds X, layer (or raw) of .h5ad; needed if a file holds several")
	flags.BoolVar(&o.Transpose, "transpose", false, "the rows of the input are samples, as pandas and scikit-learn have them")
	flags.StringArrayVar(&o.Drop, "drop", nil, "column of the input to leave out, by its header or its number from 1; repeatable")
	DetectFlag(cmd, (*string)(&o.Separator), "separator", "what separates the values of the input: comma, semicolon, tab or blank", "comma", "semicolon", "tab", "blank")
	DetectFlag(cmd, (*string)(&o.Decimal), "decimal", "decimal mark of the input: point or comma", "point", "comma")
	DetectFlag(cmd, (*string)(&o.Header), "header", "whether the first line of the input holds names: yes or no", "yes", "no")
	DetectFlag(cmd, (*string)(&o.RowNames), "row-names", "whether the first value of each line is its name: yes or no", "yes", "no")
}

// StandardInput is the name of the standard input as a file.
const StandardInput = "-"

// openTable opens a file, the standard input, or the matrix in a folder that Cell Ranger wrote. Its closer must be called.
func (e *Env) openTable(path string) (table.File, io.Closer, error) {
	if path == StandardInput {
		return stream(cmp.Or[io.Reader](e.Stdin, strings.NewReader("")), "standard input")
	}
	if !IsDir(path) {
		return e.openFile(path)
	}
	for _, name := range []string{"matrix.mtx.gz", "matrix.mtx"} {
		if inside, err := os.Stat(filepath.Join(path, name)); err == nil && !inside.IsDir() {
			return e.openFile(filepath.Join(path, name))
		}
	}
	return table.File{}, nil, fmt.Errorf("%s is a folder, want a file (or a folder with matrix.mtx.gz in it)", path)
}

// openFile opens a file that ends.
func (e *Env) openFile(path string) (table.File, io.Closer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return table.File{}, nil, err // names the file and says why
	}
	if info.IsDir() {
		return table.File{}, nil, fmt.Errorf("%s is a folder, want a file", path)
	}
	if info.Mode()&os.ModeDevice != 0 {
		return table.File{}, nil, fmt.Errorf("%s is a device, which need not end; want a file", path)
	}
	waiting := time.AfterFunc(patience, func() {
		fmt.Fprintf(e.Stderr, "nmfrepro: waiting for %s, a pipe that nobody writes to\n", path)
	})
	file, err := os.Open(path)
	if waiting.Stop(); err != nil {
		return table.File{}, nil, err
	}
	if !info.Mode().IsRegular() { // a pipe has no size and cannot be read in place
		defer file.Close()
		return stream(file, path)
	}
	return table.File{R: file, Size: info.Size(), Name: path, FS: os.DirFS(filepath.Dir(path)), Path: filepath.Base(path)}, file, nil
}

// readFile reads a file that is no matrix, or the standard input.
func (e *Env) readFile(path string) ([]byte, error) {
	if path == StandardInput {
		return budget.ReadAll(e.Stdin, "the standard input")
	}
	file, closer, err := e.openFile(path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return budget.ReadAll(io.NewSectionReader(file.R, 0, file.Size), "what %s says", path)
}

// patience is how long a pipe without a writer is waited for without a word.
const patience = 5 * time.Second

// stream is a file of what can be read once.
func stream(r io.Reader, name string) (table.File, io.Closer, error) {
	content, err := budget.ReadAll(r, "what %s says", name)
	return table.File{R: bytes.NewReader(content), Size: int64(len(content)), Name: name}, io.NopCloser(nil), err
}

// whileReading runs the part of a verb that reads its files, when nothing is there to be saved: a signal ends the verb at once,
// whatever the files do.
func whileReading(ctx context.Context, verb string, read func() error) error {
	done := make(chan error, 1)
	go func() { done <- read() }()
	select {
	case err := <-done:
		if err != nil {
			err = UsageError("%s: %w", verb, err)
		}
		return err
	case <-ctx.Done():
		return workflow.Errorf(workflow.Interrupted, "%s: interrupted while files were read; nothing was written", verb)
	}
}

// readTable reads a matrix as its file holds it: one from a sparse file stays sparse.
func (e *Env) readTable(path string, opts table.Options) (*table.Table, error) {
	file, closer, err := e.openTable(path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return table.Read(file, opts)
}

// readLabels reads the classes of samples.
func (e *Env) readLabels(path, column string, opts tabular.Options) (*tabular.Labels, error) {
	file, closer, err := e.openTable(path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return table.ReadLabels(file, column, opts)
}

// MaxDense bounds a sparse matrix that is made dense: 16 GiB.
const MaxDense = 1 << 31

// readDense reads a matrix with all its entries known, and few enough to be held one and all.
func (e *Env) readDense(path string) (*table.Table, error) {
	t, err := e.readTable(path, table.Options{})
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
	return t, nil
}
