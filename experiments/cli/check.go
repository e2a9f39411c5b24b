package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments"
	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/external"
)

func newCheck(env *Env) *cobra.Command {
	return groupOf(&cobra.Command{
		Use:     "check",
		Short:   "find errors before anything runs: in specs, in a solver, in a reported table, in a replication, in a folder of results",
		Example: "  nmfrepro check specs own/mine/table1.yaml\n  nmfrepro check solver mine --specs own\n  nmfrepro check table paper.tex",
	}, newCheckSpecs(env), newCheckSolver(env), newCheckTable(env), newCheckPaper(env, "paper DIR"), newCheckResults(env))
}

func newCheckSpecs(env *Env) *cobra.Command {
	var schema string
	cmd := &cobra.Command{
		Use:   "specs [FILE...]",
		Short: "find every problem of spec files, as file:line:column",
		Long: `Check specs reads spec files (PAPER/TABLE.yaml, PAPER/paper.yaml with the reported numbers, solvers/NAME/solver.yaml), or without
arguments the experiments that the program carries. A spec is compared with the paper.yaml beside it. Its methods may be programs of
the folder solvers beside its own. Nothing is run.`,
		Example: `  nmfrepro check specs
  nmfrepro check specs experiments/pnmf/table3.yaml
  nmfrepro check specs own/solvers/mine/solver.yaml
  nmfrepro check specs --schema spec > spec.schema.json`,
		RunE: func(_ *cobra.Command, files []string) error {
			if schema != "" {
				data, err := schemaOf(schema)
				if err != nil {
					return usageError("--schema: %w", err)
				}
				_, err = env.Stdout.Write(data)
				return err
			}
			if len(files) == 0 {
				return checkCarried(env)
			}
			return checkFiles(env, files)
		},
	}
	cmd.Flags().StringVar(&schema, "schema", "",
		"write the JSON Schema instead: of spec, paper or solver files, for editors, or of the output of verify, claims or explain")
	return cmd
}

// checkCarried checks the experiments that the program carries, and those of --specs.
func checkCarried(env *Env) error {
	lib, err := env.LibraryWith(nil, nil)
	if err != nil {
		return err
	}
	papers, experiments := lib.Papers, lib.Specs
	var doubts strict.Problems // of one's own
	if env.Specs != "" {
		carried, err := spec.Embedded()
		if err != nil {
			return err
		}
		papers, experiments = lib.Beyond(carried) // the program's are checked without --specs
		doubts = list.FlatMap(experiments, func(s *spec.Experiment) []strict.Problem { return s.Doubts() })
	}
	if problems := lib.Settable(papers); len(problems) > 0 {
		fmt.Fprintln(env.Stderr, problems.Err())
		return workflow.Errorf(workflow.Usage, "")
	}
	left, err := errata.StubsBelow(env.Specs)
	if err != nil {
		return err
	}
	env.sayDoubts(doubts)
	fmt.Fprintf(env.Stdout, "%s, %s: no problems%s\n", result.Count(len(experiments), "experiment"), result.Count(len(papers), "paper"), left)
	return nil
}

// checkFiles checks files, each by itself.
func checkFiles(env *Env, files []string) error {
	var errs []error
	for _, file := range files {
		if isFolder(file) {
			errs = append(errs, fmt.Errorf("%s is a folder, want files, as in %s", file, filepath.Join(file, "*.yaml")))
			continue
		}
		doubts, err := spec.CheckFile(file)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		env.sayDoubts(doubts)
		left, err := errata.StubsIn(file)
		if err != nil {
			return err
		}
		fmt.Fprintln(env.Stdout, file+": no problems"+errata.StubText(left))
	}
	err := errors.Join(errs...)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrNotExist):
		return usageError("%w", err)
	}
	fmt.Fprintln(env.Stderr, err) // as file:line:col, without a prefix that editors would stumble over
	return workflow.Errorf(workflow.Usage, "")
}

// sayDoubts prints warnings as file:line:col.
func (e *Env) sayDoubts(doubts strict.Problems) {
	if len(doubts) > 0 {
		fmt.Fprintln(e.Stderr, doubts)
	}
}

// schemaOf returns a JSON Schema that the program carries.
func schemaOf(kind string) ([]byte, error) {
	data, err := experiments.Files.ReadFile("schema/" + kind + ".schema.json")
	if err != nil {
		files, _ := fs.Glob(experiments.Files, "schema/*.schema.json")
		kinds := list.Map(files, func(f string) string { return strings.TrimSuffix(path.Base(f), ".schema.json") })
		return nil, fmt.Errorf("unknown kind %q, %s", kind, list.DidYouMean(kind, kinds))
	}
	return data, nil
}

func newCheckSolver(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "solver NAME --specs DIR",
		Short: "try a solver in another language on small problems, one line a question",
		Long: `Check solver runs DIR/solvers/NAME on small problems as a black box: shapes and signs, the same result
for the same seed, beside another call and with more threads, initialisation, iterations, rank 1, zeros, scale of X, mask, sparse X, and
what else its solver.yaml accepts. FAIL is an error of the program or of its solver.yaml; a note is right for some methods.
Exit code 0 without a FAIL, else 1.`,
		Example: "  nmfrepro check solver mine --specs DIR",
		Args:    argumentCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, ours := solvers.Find(args[0]); ours && env.Specs == "" {
				return usageError("%s is a method of this program, whose tests in its source tree are go test ./solvers -run "+
					"'Conformance/%[1]s'; a method in another language is checked with --specs, the folder that holds solvers/NAME", args[0])
			}
			program, err := env.Program(args[0])
			if err != nil {
				return err
			}
			if program.NoExec {
				return usageError("check solver: --no-exec keeps programs from running, and a test runs one; leave out the flag")
			}
			wrong, err := external.Ask(cmd.Context(), program, func(f external.Finding) {
				fmt.Fprintf(env.Page(), "%-4s  %-22s %s\n", f.Outcome, f.Question, f.Found)
				if f.Do != "" {
					fmt.Fprintf(env.Page(), "      %-22s → %s\n", "", f.Do)
				}
			})
			if err != nil {
				return workflow.Errorf(workflow.Interrupted, "check solver: interrupted")
			}
			fmt.Fprintf(env.Page(), "%-4s  %-22s %s\n", external.Doubtful, "scale of H", "free: k-means on H sees it, so compare with unit-basis: true")
			if wrong > 0 {
				return workflow.Errorf(workflow.Difference, "check solver: %s: %s failed", args[0], result.Count(wrong, "question"))
			}
			return nil
		},
	}
}

// impossible says why no run can have left a record.
func impossible(rec *store.Record, text []byte) string {
	return cmp.Or(run.Implausible(rec), run.OtherKey(rec, text))
}

func newCheckResults(env *Env) *cobra.Command {
	var repair bool
	cmd := &cobra.Command{
		Use:   "results [FOLDER]",
		Short: "verify every record of a results folder",
		Long: `Check results reads every record of a results folder, that of --results if none is named: its checksum, its key and place, and
whether its scores lie in the range of their metrics. A checksum finds damage; it is no signature. With --repair, what is damaged is moved to the folder
corrupt, and its runs are made again with the next command. The exit code is 3 where something is damaged.`,
		Example: "  nmfrepro check results\n  nmfrepro check results node1 --repair",
		Args:    argumentCount(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := env.Results
			if len(args) > 0 {
				folder = args[0]
			}
			if !isDir(folder) {
				return usageError("%s: there is no folder %s", env.Command, folder)
			}
			c, err := env.StoreAt(folder).Check(repair, impossible)
			if err != nil {
				return workflow.With(workflow.Data, err)
			}
			if c.Records+c.Experiments+len(c.Damaged) == 0 && !isDir(filepath.Join(folder, "corrupt")) {
				return workflow.Errorf(workflow.Data, "%s: %s holds no results, want a folder that --results named",
					env.Command, filepath.Clean(folder))
			}
			fmt.Fprintf(env.Stdout, "%s: %s of %s, %d of runs that failed, %d damaged\n", filepath.Clean(folder), result.Count(c.Records, "record"),
				result.Count(c.Experiments, "experiment"), c.Failed, len(c.Damaged))
			firstLines(env, "damaged: ", c.Damaged)
			if len(c.Damaged) > 0 && !repair {
				return workflow.Errorf(workflow.Data, "%s; --repair sets them aside", result.Count(len(c.Damaged), "damaged file"))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "set aside what is damaged")
	return cmd
}
