package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/external"
	"nmfrepro/solvers/own"
)

// Env holds the streams of a command and the flags that all commands share.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Context        context.Context // ends with a signal; nil is none

	Data     string   // --data: the data folder; "" is $NMFREPRO_DATA or the user's cache folder
	Results  string   // --results: the folder of the store
	Specs    string   // --specs: a folder of further experiments and solvers; "" is none
	Memory   string   // --memory: the most that one input may take; "" is half of what there is
	Command  string   // the words of the command: "data get"
	Args     []string // what follows them, without flags
	NoExec   bool     // --no-exec: no program of --specs is run
	AllNotes bool     // -v of commands on a matrix: every note is told

	reads     *files.Inputs                    // what the command reads, which none of its outputs may be
	results   *store.Store                     // see Store
	committed *store.Shelf                     // see shelf
	watch     func(*store.Records) store.Layer // makes a layer before the records in tests; nil for none
}

// usageError returns a mistake in the command, a spec or an input file.
func usageError(format string, args ...any) error {
	return workflow.Errorf(workflow.Usage, format, args...)
}

// dataError returns a data file that is missing or not the right one.
func dataError(format string, args ...any) error {
	return workflow.Errorf(workflow.Data, format, args...)
}

// envResults names the folder of the results where --results does not.
const envResults = "NMFREPRO_RESULTS"

// LimitMemory sets the budget, and has Go collect garbage seldom, but before what there is runs out, if the environment does
// not say when.
func (e *Env) LimitMemory() error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		const used = 0.9 // of what there is
		debug.SetMemoryLimit(int64(used * float64(budget.Machine())))
	}
	budget.Set(0)
	if e.Memory == "" {
		return nil
	}
	bytes, err := budget.Parse(e.Memory)
	if err != nil {
		return usageError("--memory = %s: %w", list.QuoteShort(e.Memory), err)
	}
	budget.Set(bytes)
	return nil
}

// CheckFolders refuses files where folders are wanted; a folder that is not there is made when it is needed.
func (e *Env) CheckFolders() error {
	data, err := datasets.Folder(e.Data)
	if err != nil {
		return nil // said by the commands that need it
	}
	for _, f := range []struct{ from, path string }{{"--results", e.Results}, {"--data, or " + datasets.EnvFolder, data}} {
		if info, err := os.Stat(f.path); err == nil && !info.IsDir() {
			return usageError("%s: %s is a file, want a folder", f.from, f.path)
		}
	}
	return nil
}

// Program returns the solver with a name in the folder of --specs. Nothing is run yet.
func (e *Env) Program(name string) (*external.Program, error) {
	if e.Specs == "" {
		return nil, usageError("a solver of your own needs --specs, the folder that holds solvers/%s", name)
	}
	if !isDir(e.Specs) {
		return nil, usageError("--specs: there is no folder %s, want one that holds your papers or solvers", e.Specs)
	}
	p, err := external.Load(e.Specs, name)
	if err != nil {
		return nil, usageError("%w", err)
	}
	p.NoExec, p.Announce = e.NoExec, e.Stderr
	return p, nil
}

// ProgramNames lists the programs of --specs, and names that folder.
func (e *Env) ProgramNames() (names []string, folder string) { return external.Names(e.Specs), e.Specs }

// FindProgram returns [Env.Program] as a solver; it tells whether it takes an initialisation.
func (e *Env) FindProgram(name string) (entry solvers.Entry, takesStart bool, err error) {
	p, err := e.Program(name)
	if err != nil {
		return entry, false, err
	}
	return p.Entry(), p.Spec.Accepts.Start, nil
}

// ReadLibrary returns the experiments of the program and of --specs, whose methods may be programs there. If addresses are given it may
// lack the papers that they do not name. A problem in a needed file is an error; any other file with problems is named and left out.
func (e *Env) ReadLibrary(addresses ...string) (*spec.Library, error) {
	return e.LibraryWith(addresses, func(problems strict.Problems) { fmt.Fprintln(e.Stderr, problems) })
}

// papers returns the experiments of the program and of --specs with the papers of these keys, all if there are none.
func (e *Env) papers(keys []string) (*spec.Library, []*reported.Paper, error) {
	lib, err := e.faultless(keys)
	if err != nil {
		return nil, nil, err
	}
	papers, err := workflow.PapersOf(lib, keys)
	return lib, papers, err
}

// faultless does what [Env.ReadLibrary] does, where a command needs all papers if it names none.
func (e *Env) faultless(keys []string) (*spec.Library, error) {
	lib, err := e.ReadLibrary(keys...)
	if err == nil && len(keys) == 0 {
		err = workflow.With(workflow.Usage, lib.Faults().Err())
	}
	return lib, err
}

// LibraryWith does the same as [Env.ReadLibrary], and tells broken of files with problems.
func (e *Env) LibraryWith(addresses []string, broken func(strict.Problems)) (*spec.Library, error) {
	entries, err := e.programs()
	if err != nil {
		return nil, err
	}
	return workflow.Library(e.Specs, addresses, broken, entries...)
}

// programs returns the programs of --specs as solvers.
func (e *Env) programs() (entries []solvers.Entry, err error) {
	for _, name := range external.Names(e.Specs) {
		p, err := e.Program(name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, p.Entry())
	}
	return entries, nil
}

// envelope heads what this program writes for other programs, by a profile.
func envelope(schema, profile string) answer.Envelope {
	return answer.Envelope{Schema: schema, Program: run.Here().Program, Profile: profile, Intervals: result.OnTheseRows}
}

// tableFlags gives a command the flags that say how a matrix is to be read.
func tableFlags(cmd *cobra.Command, o *table.Options) {
	flags := cmd.Flags()
	flags.StringVar(&o.Variable, "var", "",
		"variable of a .mat or .npz file that holds X, layer (or raw) of .h5ad; needed if a file holds several")
	flags.BoolVar(&o.Transpose, "transpose", false, "the rows of the input are samples, as pandas and scikit-learn have them")
	choiceFlag(cmd, &o.Absent, "absent", table.AbsentZero,
		"what an entry is that a sparse input does not hold: zero, as of counts, or unknown, as of ratings", table.Absents())
	flags.StringArrayVar(&o.Drop, "drop", nil, "column of the input to leave out, by its header or its number from 1; repeatable")
	detectFlag(cmd, (*string)(&o.Separator), "separator", "what separates the values of the input: comma, semicolon, tab or blank", "comma",
		"semicolon", "tab", "blank")
	detectFlag(cmd, (*string)(&o.Decimal), "decimal", "decimal mark of the input: point or comma", "point", "comma")
	detectFlag(cmd, (*string)(&o.Header), "header", "whether the first line of the input holds names: yes or no", "yes", "no")
	detectFlag(cmd, (*string)(&o.RowNames), "row-names", "whether the first value of each line is its name: yes or no", "yes", "no")
}

// standardInput is the name of the standard input as a file.
const standardInput = "-"

// OpenTable opens a file, the standard input, or the matrix in a folder that Cell Ranger wrote. Its closer must be called.
func (e *Env) OpenTable(path string) (table.File, io.Closer, error) {
	if path == standardInput {
		return e.stream("standard input", func() (io.ReadCloser, error) {
			return io.NopCloser(cmp.Or[io.Reader](e.Stdin, strings.NewReader(""))), nil
		})
	}
	if !isDir(path) {
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
	if info.Mode()&os.ModeNamedPipe != 0 { // it has no size and cannot be read in place
		return e.stream(path, func() (io.ReadCloser, error) {
			waiting := time.AfterFunc(patience, func() {
				fmt.Fprintf(e.Stderr, "nmfrepro: waiting for %s, a pipe that nobody writes to\n", path)
			})
			defer waiting.Stop()
			return os.Open(path)
		})
	}
	file, err := files.Open(path)
	if err != nil {
		return table.File{}, nil, err
	}
	e.reads.AddFile(path, info)
	return table.File{R: file, Size: info.Size(), Name: path, FS: files.Dir(filepath.Dir(path)), Path: filepath.Base(path)}, file, nil
}

// ReadFile reads a file that is no matrix, or the standard input.
func (e *Env) ReadFile(path string) ([]byte, error) {
	open := e.openFile
	if path == standardInput {
		open = e.OpenTable
	}
	file, closer, err := open(path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return budget.ReadAll(io.NewSectionReader(file.R, 0, file.Size), "what %s says", path)
}

// patience is how long a pipe without a writer is waited for without a word.
const patience = 5 * time.Second

// stream returns a file of what can be read once. A signal ends the wait for it.
func (e *Env) stream(name string, open func() (io.ReadCloser, error)) (table.File, io.Closer, error) {
	content, err := files.Until(cmp.Or(e.Context, context.Background()), func() ([]byte, error) {
		r, err := open()
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return budget.ReadAll(r, "what %s says", name)
	})
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("interrupted while %s was read: %w", name, err)
	}
	return table.File{R: bytes.NewReader(content), Size: int64(len(content)), Name: name}, io.NopCloser(nil), err
}

// ReadTable reads a matrix as its file holds it: one from a sparse file stays sparse.
func (e *Env) ReadTable(path string, opts table.Options) (*table.Table, error) {
	file, closer, err := e.OpenTable(path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	t, err := table.Read(file, opts)
	if err != nil {
		return nil, err
	}
	for _, names := range []struct {
		path     string
		features bool
	}{{opts.FeaturesFile, true}, {opts.SamplesFile, false}} {
		if names.path == "" {
			continue
		}
		file, closer, err := e.openFile(names.path)
		if err != nil {
			return nil, err
		}
		defer closer.Close()
		if err := t.NameBy(file, names.features); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// nameFlags gives a command the flags of the files that name what a format without names holds.
func nameFlags(cmd *cobra.Command, o *table.Options) {
	cmd.Flags().StringVar(&o.FeaturesFile, "features-file", "",
		"names of the features where the input has none, one a line, as a vocabulary or features.tsv")
	cmd.Flags().StringVar(&o.SamplesFile, "samples-file", "", "names of the samples where the input has none, one a line, as barcodes.tsv")
}

// ReadLabels reads the classes of samples.
func (e *Env) ReadLabels(path, column string, opts tabular.Options) (*tabular.Labels, error) {
	file, closer, err := e.OpenTable(path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return table.ReadLabels(file, column, opts)
}

// ReadDense reads a matrix with all its entries known, and few enough to be held one and all.
func (e *Env) ReadDense(path string) (*table.Table, error) {
	t, err := e.ReadTable(path, table.Options{})
	if err != nil {
		return nil, err
	}
	m, n := t.X.Dims()
	switch {
	case m > own.MaxDense/n:
		return nil, fmt.Errorf("%s is %d×%d, want at most %d entries where a sparse matrix is of no use", path, m, n, own.MaxDense)
	case t.Unknown > 0:
		return nil, fmt.Errorf("%s: found %d unknown values, want none", path, t.Unknown)
	}
	return t, nil
}
