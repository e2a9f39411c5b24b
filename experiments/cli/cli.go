// Package cli is the command line: it puts the verbs of the packages below together. A file holds a verb, or a few that belong together,
// each a thin layer over the packages that do the work; what verbs share is in console.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/blas/blas64"

	"nmfrepro/experiments"
	"nmfrepro/experiments/cli/author"
	"nmfrepro/experiments/cli/compute"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/cli/data"
	"nmfrepro/experiments/cli/factorize"
	"nmfrepro/experiments/cli/look"
	"nmfrepro/experiments/cli/thirdparty"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/solvers/arithmetic"
	"nmfrepro/solvers/matrix"
)

// readerOfTests stands before the store of every command in tests, nil elsewhere.
var readerOfTests func(store.Reader) store.Reader

// Main runs one command and returns its exit code. The first signal ends the command after saving what is done, the second
// at once.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	blas64.Use(matrix.BLAS{}) // for what gonum multiplies, such as within its decompositions
	ctx, stop := untilSignal(stderr)
	defer stop()
	out := &console.CheckedOutput{Writer: stdout}
	env := &console.Env{Stdin: stdin, Stdout: out, Stderr: stderr, Reader: readerOfTests}
	defer env.Close()
	root := newRoot(env)
	root.SetArgs(joinAddresses(args))
	cmd, err := root.ExecuteContextC(ctx)
	err = out.Loss(err)
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
		fmt.Fprintln(console.Messages(stderr), "nmfrepro: "+console.ForTerminal(msg))
	}
	return int(code)
}

func newRoot(env *console.Env) *cobra.Command {
	var quiet bool
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
		Args:          console.VerbOf,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			env.Verb = console.ShortPath(cmd)
			if quiet { // Main prints errors itself
				env.Stderr = io.Discard
			}
			return errors.Join(env.LimitMemory(), env.CheckFolders())
		},
	}
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetFlagErrorFunc(console.FlagError)
	root.SetHelpCommand(console.NewHelp())
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { env.Help(cmd) })
	root.PersistentFlags().StringVar(&env.Data, "data", "", "folder of the data sets (default $NMFREPRO_DATA, else the user's cache folder)")
	results := cmp.Or(os.Getenv(console.EnvResults), "results")
	root.PersistentFlags().StringVar(&env.Results, "results", results, "folder of the results, or $"+console.EnvResults)
	root.PersistentFlags().StringVar(&env.Specs, "specs", "", "folder of experiments of your own, as NAME/TABLE.yaml, beside those of the papers")
	root.PersistentFlags().StringVar(&env.Memory, "memory", "", "most memory that one matrix or file may take, as 8G or 50% (default 50% of what there is)")
	root.PersistentFlags().BoolVarP(&quiet, "quiet", "q", false, "nothing but errors on standard error: no progress, no notes")
	root.PersistentFlags().BoolVar(&env.NoExec, "no-exec", false, "run no program of --specs, as solvers in other languages are")
	root.Version = run.Program()
	root.SetVersionTemplate("nmfrepro {{.Version}}\n")
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
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

// groups are the headings of help, with their verbs.
var groups = []struct {
	id, title string
	verbs     []string
}{
	{"look", "Look at a replication:", []string{"table", "figure", "verify", "explain", "claims", "errata", "compare", "report", "list"}},
	{"compute", "Compute:", []string{"plan", "run", "sensitivity", "data"}},
	{"matrix", "Your own data:", []string{"factorize", "evaluate", "rank"}},
	{"method", "Your own method or paper:", []string{"new", "test", "validate", "export", "import"}},
	{"cluster", "On a cluster:", []string{"submit", "status", "cancel", "merge", "check", "pack"}},
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

// verbs are the commands; the help sorts them by name.
var verbs = slices.Concat(look.Verbs, compute.Verbs, author.Verbs, []func(*console.Env) *cobra.Command{
	data.New, factorize.New, factorize.NewEvaluate, factorize.NewRank, newMan, newVersion,
})

// exitCodes tells what the codes mean that a command ends with.
func exitCodes() string {
	var parts []string
	for _, c := range pass.Codes {
		parts = append(parts, fmt.Sprintf("%d %s", c.Code, c.Doc))
	}
	return "Exit codes: " + strings.Join(parts, ", ") + "."
}

// tableWord matches the second word of an address that is written as two: rpr table2.
var tableWord = regexp.MustCompile(`^(?i)(table|tab|figure|fig)?\.?[0-9]+(:.*)?$|^(?i)(control|ablation)(:.*)?$`)

// joinAddresses makes one word of a paper that the program carries and the table behind it: rpr table2 is rpr/table2.
func joinAddresses(args []string) []string {
	var joined []string
	for _, arg := range args {
		if n := len(joined); n > 1 && isPaper(joined[n-1]) && tableWord.MatchString(arg) {
			joined[n-1] += "/" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}

// isPaper tells whether a word is a paper that the program carries.
func isPaper(word string) bool {
	_, err := fs.Stat(experiments.Files, strings.ToLower(word)+"/paper.yaml")
	return err == nil
}

func newVersion(env *console.Env) *cobra.Command {
	var licences bool
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "print version, commit, Go version, CPU, kernel and arithmetic",
		Args:  console.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if licences {
				_, err := io.WriteString(env.Stdout, thirdparty.Text)
				return err
			}
			p := run.Here()
			if format == "json" {
				return console.WriteJSON(env.Stdout, map[string]string{
					"schema": "nmfrepro/version/1", "program": p.Program, "go": p.Go, "cpu": p.CPU, "kernel": p.Kernel, "numbers": arithmetic.Name(),
				})
			}
			_, err := fmt.Fprintf(env.Stdout, "nmfrepro %s\ngo       %s\ncpu      %s\nkernel   %s\nnumbers  %s\n", p.Program, p.Go, p.CPU, p.Kernel, arithmetic.Name())
			return err
		},
	}
	console.FormatFlag(cmd, &format)
	cmd.Flags().BoolVar(&licences, "licences", false, "the licences of the program and of everything that is in it")
	return cmd
}

// asked are the signals that ask a command to end: Ctrl-C, kill, and a terminal that went away.
var asked = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// untilSignal returns a context that ends with the first signal, of which it tells. A second one ends the process at once,
// whatever it is doing, as not all work can look at the context: a read from a network drive that hangs, one long step of
// a solver. What is on the disk by then is whole in any case.
func untilSignal(stderr io.Writer) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	came := make(chan os.Signal, 1)
	for _, s := range asked {
		if s != syscall.SIGHUP || !signal.Ignored(s) { // nohup: the command outlives its terminal
			signal.Notify(came, s)
		}
	}
	ended := make(chan struct{})
	go func() {
		select {
		case s := <-came:
			cancel()
			go func() { // before the message, which may wait for its reader
				<-came
				os.Exit(int(pass.Interrupted))
			}()
			fmt.Fprintf(stderr, "nmfrepro: %v: saving what is done; once more ends at once\n", s)
		case <-ended:
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		close(ended)
		cancel()
	}
}
