package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments"
	"nmfrepro/experiments/external"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
	"nmfrepro/solvers"
)

func newCheck(env *Env) *cobra.Command {
	return Group(&cobra.Command{
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
					return UsageError("--schema: %w", err)
				}
				_, err = env.Stdout.Write(data)
				return err
			}
			if len(files) == 0 {
				lib, err := env.LibraryWith(nil, nil)
				if err != nil {
					return err
				}
				experiments, papers := len(lib.Specs), len(lib.Papers)
				if env.Specs != "" {
					carried, err := spec.Embedded()
					if err != nil {
						return err
					}
					experiments, papers = experiments-len(carried.Specs), papers-len(carried.Papers)
				}
				fmt.Fprintf(env.Stdout, "%s, %s: no problems\n", reports.Count(experiments, "experiment"), reports.Count(papers, "paper"))
				return nil
			}
			var errs []error
			for _, file := range files {
				if IsFolder(file) {
					errs = append(errs, fmt.Errorf("%s is a folder, want files, as in %s", file, filepath.Join(file, "*.yaml")))
					continue
				}
				if err := validateFile(file); err != nil {
					errs = append(errs, err)
					continue
				}
				fmt.Fprintln(env.Stdout, file+": no problems")
			}
			if err := errors.Join(errs...); err != nil {
				if errors.Is(err, os.ErrNotExist) {
					return UsageError("%w", err)
				}
				fmt.Fprintln(env.Stderr, err) // as file:line:col, without a prefix that editors would stumble over
				return workflow.Errorf(workflow.Usage, "")
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&schema, "schema", "", "write the JSON Schema instead: of spec, paper or solver files, for editors, or of the output of verify, claims or explain")
	return cmd
}

// validateFile checks one file by its name.
func validateFile(file string) error {
	if filepath.Base(file) == "solver.yaml" {
		_, err := external.LoadFolder(filepath.Dir(file))
		return err
	}
	carried, err := spec.Embedded()
	if err != nil {
		return err
	}
	folder, err := filepath.Abs(filepath.Dir(filepath.Dir(file)))
	if err != nil {
		return err
	}
	var programs []solvers.Entry
	for _, name := range external.Names(folder) {
		p, err := external.Load(folder, name)
		if err != nil {
			continue // reported where it stands; the spec that names it says that there is no such solver
		}
		programs = append(programs, p.Entry())
	}
	return spec.ValidateFile(file, carried, programs...)
}

// schemaOf returns a JSON Schema that the program carries.
func schemaOf(kind string) ([]byte, error) {
	data, err := experiments.Files.ReadFile(kind + ".schema.json")
	if err != nil {
		files, _ := fs.Glob(experiments.Files, "*.schema.json")
		kinds := list.Map(files, func(f string) string { return strings.TrimSuffix(f, ".schema.json") })
		return nil, fmt.Errorf("unknown kind %q, %s", kind, list.DidYouMean(kind, kinds))
	}
	return data, nil
}
