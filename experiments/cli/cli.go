// Package cli is the command line: a file holds a command, or a few that belong together, each a thin layer over the packages that do the
// work. Change flags, help and printed lines here; the packages below compute and judge.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"nmfrepro/solvers/build"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/steps"
	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
)

// layerOfTests makes the layer that stands before the records of every command in tests; nil elsewhere.
var layerOfTests func(*store.Records) store.Layer

// Main runs one command and returns its exit code. The first signal ends the command after saving what is done, the second
// at once.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := untilSignal(stdin, stderr)
	defer stop()
	out := &checkedOutput{Writer: stdout}
	env := &Env{Stdin: stdin, Stdout: out, Stderr: stderr, watch: layerOfTests, reads: new(files.Inputs)}
	root := newRoot(env)
	root.SetArgs(joinAddresses(args))
	cmd, err := root, enoughFiles()
	if err == nil {
		cmd, err = root.ExecuteContextC(ctx)
	}
	err = out.Loss(err)
	if err == nil {
		return int(workflow.Fine)
	}
	code := workflow.Usage
	if e, ok := errors.AsType[*workflow.Error](err); ok {
		code = e.Code
	}
	if errors.Is(err, context.Canceled) {
		code = workflow.Interrupted
	}
	if msg := strings.TrimRight(err.Error(), "\n"); msg != "" {
		msg = strings.ReplaceAll(msg, context.Canceled.Error(), "interrupted") // the words of a library
		fmt.Fprintln(messagePage(stderr), "nmfrepro: "+forTerminal(inOurWords(msg, cmd)))
	}
	return int(code)
}

func newRoot(env *Env) *cobra.Command {
	var quiet bool
	root := &cobra.Command{
		Use:   "nmfrepro",
		Short: "re-run, re-check and extend the experiments of five papers on non-negative matrix factorisation",
		Long: `nmfrepro rebuilds the tables of five papers on non-negative matrix factorisation beside the reported numbers.

An address is paper, paper/table or paper/table:key=value,...
Results go to standard output, progress and messages to standard error.

` + exitCodes() + `

nmfrepro help COMMAND tells more, as does nmfrepro help addresses, profiles, verdicts, spec, paper.yaml or exit-codes. There are also nmfrepro version
and nmfrepro completion SHELL.`,
		Example: `  nmfrepro table pnmf/table3
  nmfrepro verify pnmf/table3
  nmfrepro factorize --solver pnmf --input X.csv --rank 3 --out DIR`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          commandOf,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			env.Command, env.Args, env.Context = shortPath(cmd), args, cmd.Context()
			if quiet { // Main prints errors itself
				env.Stderr = io.Discard
			}
			if show := stepsShower(env.Stderr); show != nil {
				cmd.SetContext(steps.With(cmd.Context(), show))
			}
			return errors.Join(env.LimitMemory(), env.CheckFolders(), env.guard(cmd, args))
		},
	}
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { env.Help(cmd) })
	root.PersistentFlags().StringVar(&env.Data, "data", "", "folder of the data sets (default $NMFREPRO_DATA, else the user's cache folder)")
	results := cmp.Or(os.Getenv(envResults), "results")
	root.PersistentFlags().StringVar(&env.Results, "results", results, "folder of the results, or $"+envResults)
	root.PersistentFlags().StringVar(&env.Specs, "specs", "",
		"folder of experiments of your own, as NAME/TABLE.yaml, beside those of the papers")
	root.PersistentFlags().StringVar(&env.Memory, "memory", "",
		"most memory that one matrix or file may take, as 8G or 50% (default 50% of what there is)")
	root.PersistentFlags().BoolVarP(&quiet, "quiet", "q", false, "nothing but errors on standard error: no progress, no notes")
	root.PersistentFlags().BoolVar(&env.NoExec, "no-exec", false, "run no program of --specs, as solvers in other languages are")
	root.Version = build.Program()
	root.SetVersionTemplate("nmfrepro {{.Version}}\n")
	cobra.EnableCommandSorting = false
	for _, g := range groups {
		if g.id != "" {
			root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		}
		for _, command := range g.commands {
			cmd := command(env)
			cmd.GroupID, cmd.Hidden = g.id, g.id == ""
			root.AddCommand(cmd)
		}
	}
	root.AddCommand(topics()...)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetHelpCommandGroupID("look") // hidden; without a group it would have a heading of its own
	complete(env, root)
	strictFlags(root)
	return root
}

// groups are the headings of help with their commands, in the order in which help shows them. The last group has no heading: help
// names its commands in a line at the end.
var groups = []struct {
	id, title string
	commands  []func(*Env) *cobra.Command
}{
	{"look", "Look at a replication:", []func(*Env) *cobra.Command{
		newTable, newFigure, newVerify, newExplain, newCompare, newReport, newList,
	}},
	{"compute", "Compute it yourself:", []func(*Env) *cobra.Command{newRun, newData}},
	{"matrix", "Your own matrix:", []func(*Env) *cobra.Command{newFactorize, newProject, newRank, newConsensus, newEvaluate}},
	{"method", "Your own method or paper:", []func(*Env) *cobra.Command{newNew, newCheck}},
	{"", "", []func(*Env) *cobra.Command{newPaper, newPublish, newVersion}},
}

// exitCodes tells what the codes mean that a command ends with.
func exitCodes() string {
	var parts []string
	for _, c := range workflow.Codes {
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

// asked are the signals that ask a command to end: Ctrl-C, kill, and a terminal that went away.
var asked = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// envEndsWithInput names the variable by which a caller says that the command is to end when its standard input does.
const envEndsWithInput = "NMFREPRO_ENDS_WITH_STDIN"

// untilSignal returns a context that ends with the first signal, of which it tells. A second one ends the process at once,
// whatever it is doing, as not all work can look at the context: a read from a network drive that hangs, one long step of
// a solver. What is on the disk by then is whole in any case. Where $NMFREPRO_ENDS_WITH_STDIN is set, the end of the standard
// input is such a signal: a caller who holds a pipe to it, and is killed, takes the command along.
func untilSignal(stdin io.Reader, stderr io.Writer) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	came := make(chan os.Signal, 1)
	for _, s := range asked {
		if s != syscall.SIGHUP || !signal.Ignored(s) { // nohup: the command outlives its terminal
			signal.Notify(came, s)
		}
	}
	if os.Getenv(envEndsWithInput) != "" {
		os.Unsetenv(envEndsWithInput) // what this command starts has an input of its own
		go func() {
			_, _ = io.Copy(io.Discard, stdin) // an error is an end, too
			came <- syscall.SIGHUP
			time.Sleep(5 * time.Second) // nobody is there to ask again
			came <- syscall.SIGHUP
		}()
	}
	ended := make(chan struct{})
	go func() {
		select {
		case s := <-came:
			cancel()
			go func() { // before the message, which may wait for its reader
				<-came
				os.Exit(int(workflow.Interrupted))
			}()
			fmt.Fprintf(stderr, "nmfrepro: %v: ending; once more ends at once\n", s)
		case <-ended:
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		close(ended)
		cancel()
	}
}
