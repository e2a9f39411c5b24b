// Package cli is the command line: one file a verb, each a thin layer over the packages that do the work.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/blas/blas64"

	"nmfrepro/datasets"
	"nmfrepro/experiments/external"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/solvers/budget"
	"nmfrepro/solvers/matrix/gemm"
)

// Env is what a verb talks to: its streams and the flags that all verbs share.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	Data    string // --data: the data folder; "" is $NMFREPRO_DATA or the user's cache folder
	Results string // --results: the folder of the store
	Specs   string // --specs: a folder of further experiments and solvers; "" is none
	Memory  string // --memory: the most that one input may take; "" is half of what there is
	verb    string // the words of the command: "data get"
	NoExec  bool   // --no-exec: no program of --specs is run

	programs []*external.Program // of --specs, once the library has been read

	committed *store.Shelf                    // see shelf
	reader    func(store.Reader) store.Reader // stands before the store in tests; nil for none
}

// usageError is a mistake in the command, a spec or an input file.
func usageError(format string, args ...any) error { return pass.Errorf(pass.Usage, format, args...) }

// dataError is a data file that is missing or not the right one.
func dataError(format string, args ...any) error { return pass.Errorf(pass.Data, format, args...) }

// readerOfTests stands before the store of every command in tests, nil elsewhere.
var readerOfTests func(store.Reader) store.Reader

// Main runs one command and returns its exit code. The first signal ends the command after saving what is done, the second
// at once.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	blas64.Use(gemm.Float64{}) // for what gonum multiplies, such as within its decompositions
	ctx, stop := untilSignal(stderr)
	defer stop()
	out := &checkedOutput{Writer: stdout}
	env := &Env{Stdin: stdin, Stdout: out, Stderr: stderr, reader: readerOfTests}
	defer env.close()
	root := newRoot(env)
	root.SetArgs(joinAddresses(args))
	cmd, err := root.ExecuteContextC(ctx)
	err = out.loss(stderr, err)
	if err == nil {
		return int(pass.Fine)
	}
	code := pass.Usage
	if e, ok := errors.AsType[*pass.Error](err); ok {
		code = e.Code
	}
	if msg := strings.TrimRight(err.Error(), "\n"); msg != "" {
		if strings.HasPrefix(msg, "required flag(s)") { // cobra looks after those itself
			msg += ", want " + cmd.UseLine()
		}
		fmt.Fprintln(stderr, "nmfrepro: "+forTerminal(msg))
	}
	return int(code)
}

func newRoot(env *Env) *cobra.Command {
	root := &cobra.Command{
		Use:   "nmfrepro",
		Short: "re-run, re-check and extend the experiments of five papers on non-negative matrix factorisation",
		Long: `nmfrepro rebuilds the tables of five papers on non-negative matrix factorisation beside the published numbers.

An address is paper, paper/table or paper/table:key=value,...
Results go to standard output, progress and messages to standard error.

` + exitCodes(),
		Example: `  nmfrepro table pnmf/table3
  nmfrepro plan pnmf/table3 --profile paper
  nmfrepro factorize --solver pnmf --input X.csv --rank 3 --out DIR`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          verbOf,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			env.verb = shortPath(cmd)
			return errors.Join(env.limitMemory(), env.checkFolders())
		},
	}
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.PersistentFlags().StringVar(&env.Data, "data", "", "folder of the data sets (default $NMFREPRO_DATA, else the user's cache folder)")
	root.PersistentFlags().StringVar(&env.Results, "results", resultsFolder(), "folder of the results, or $"+envResults)
	root.PersistentFlags().StringVar(&env.Specs, "specs", "", "folder of experiments of your own, as NAME/TABLE.yaml, beside those of the papers")
	root.PersistentFlags().StringVar(&env.Memory, "memory", "", "most memory that one matrix or file may take, as 8G or 50% (default 50% of what there is)")
	root.PersistentFlags().BoolVar(&env.NoExec, "no-exec", false, "run no program of --specs, as solvers in other languages are")
	root.Version = run.Program()
	root.SetVersionTemplate("nmfrepro {{.Version}}\n")
	for _, g := range groups {
		if slices.ContainsFunc(verbs, func(verb func(*Env) *cobra.Command) bool { return groupOf(verb(env).Name()) == g.id }) {
			root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		}
	}
	for _, verb := range verbs {
		cmd := verb(env)
		cmd.GroupID = groupOf(cmd.Name())
		root.AddCommand(cmd)
	}
	root.AddCommand(topics()...)
	root.SetCompletionCommandGroupID("maintain")
	root.SetHelpCommandGroupID("maintain")
	complete(env, root)
	return root
}

// envResults names the folder of the results where --results does not.
const envResults = "NMFREPRO_RESULTS"

func resultsFolder() string { return cmp.Or(os.Getenv(envResults), "results") }

// groups are the headings of help, with their verbs.
var groups = []struct {
	id, title string
	verbs     []string
}{
	{"look", "Look at a replication:", []string{"table", "figure", "verify", "explain", "claims", "errata", "compare", "report", "list"}},
	{"compute", "Compute:", []string{"plan", "run", "sensitivity", "data"}},
	{"matrix", "Your own data:", []string{"factorize", "evaluate", "rank"}},
	{"method", "Your own method or paper:", []string{"new", "test", "check", "validate", "export", "import"}},
	{"cluster", "On a cluster:", []string{"submit", "status", "cancel", "merge"}},
	{"maintain", "Maintain this program:", []string{"publish", "version"}},
}

// groupOf is the heading of a verb, "" for none.
func groupOf(verb string) string {
	for _, g := range groups {
		if slices.Contains(g.verbs, verb) {
			return g.id
		}
	}
	return ""
}

// limitMemory sets the budget, and has Go collect garbage before what there is runs out, if the environment does not say when.
func (e *Env) limitMemory() error {
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
		return usageError("--memory = %s: %w", quoteShort(e.Memory), err)
	}
	budget.Set(bytes)
	return nil
}

// checkFolders refuses files where folders are wanted; a folder that is not there is made when it is needed.
func (e *Env) checkFolders() error {
	data, err := datasets.Folder(e.Data)
	if err != nil {
		return nil // said by the verbs that need it
	}
	for _, f := range []struct{ from, path string }{{"--results", e.Results}, {"--data, or " + datasets.EnvFolder, data}} {
		if info, err := os.Stat(f.path); err == nil && !info.IsDir() {
			return usageError("%s: %s is a file, want a folder", f.from, f.path)
		}
	}
	return nil
}

// verbs lists the commands, sorted by name; each is one file of this package.
var verbs = []func(*Env) *cobra.Command{
	newCancel,
	newCheck,
	newClaims,
	newCompare,
	newData,
	newErrata,
	newEvaluate,
	newExplain,
	newExport,
	newFactorize,
	newFigure,
	newImport,
	newList,
	newMan,
	newMerge,
	newNew,
	newPlan,
	newPublish,
	newRank,
	newReport,
	newRun,
	newSensitivity,
	newStatus,
	newSubmit,
	newTable,
	newTest,
	newValidate,
	newVerify,
	newVersion,
}

// exitCodes tells what the codes mean that a command ends with.
func exitCodes() string {
	var parts []string
	for _, c := range pass.Codes {
		parts = append(parts, fmt.Sprintf("%d %s", c.Code, c.Doc))
	}
	return "Exit codes: " + strings.Join(parts[:4], ", ") + ",\n" + strings.Join(parts[4:], ", ") + "."
}
