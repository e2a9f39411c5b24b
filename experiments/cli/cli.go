// Package cli is the command line: one file a verb, each a thin layer over the packages that do the work.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/store"
)

// Env is what a verb talks to: its streams and the flags that all verbs share.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	Data    string // --data: the data folder; "" is $NMFREPRO_DATA or the user's cache folder
	Results string // --results: the folder of the store
	Specs   string // --specs: a folder of further experiments; "" is none

	reader func(store.Reader) store.Reader // stands before the store in tests; nil for none
}

// usageError is a mistake in the command, a spec or an input file.
func usageError(format string, args ...any) error { return pass.Errorf(pass.Usage, format, args...) }

// dataError is a data file that is missing or not the right one.
func dataError(format string, args ...any) error { return pass.Errorf(pass.Data, format, args...) }

// readerOfTests stands before the store of every command in tests, nil elsewhere.
var readerOfTests func(store.Reader) store.Reader

// Main runs one command and returns its exit code. An interrupt ends the command after saving what is done.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	out := &checkedOutput{Writer: stdout}
	env := &Env{Stdin: stdin, Stdout: out, Stderr: stderr, reader: readerOfTests}
	root := newRoot(env)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil && out.err != nil {
		err = usageError("standard output: %w", out.err)
	}
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
		fmt.Fprintln(stderr, "nmfrepro: "+msg)
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
		SilenceUsage:      true,
		SilenceErrors:     true,
		Args:              verbOf,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(*cobra.Command, []string) error { return env.checkFolders() },
	}
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().StringVar(&env.Data, "data", "", "folder of the data sets (default $NMFREPRO_DATA, else the user's cache folder)")
	root.PersistentFlags().StringVar(&env.Results, "results", "results", "folder of the results")
	root.PersistentFlags().StringVar(&env.Specs, "specs", "", "folder of experiments of your own, as NAME/TABLE.yaml, beside those of the papers")
	for _, verb := range verbs {
		root.AddCommand(verb(env))
	}
	return root
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
	newFactorize,
	newFigure,
	newList,
	newMerge,
	newPlan,
	newPublish,
	newReport,
	newRun,
	newSensitivity,
	newStatus,
	newSubmit,
	newTable,
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
