package author

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/cli/look"
	"nmfrepro/experiments/external"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/solvers"
)

func newValidate(env *console.Env) *cobra.Command {
	var schema string
	cmd := &cobra.Command{
		Use:   "validate [FILE...]",
		Short: "check specs strictly: every problem as file:line:col, with the nearest name for a typing error",
		Long: `Validate checks spec files (PAPER/TABLE.yaml, and PAPER/paper.yaml for published numbers) and descriptions of programs
(solvers/NAME/solver.yaml), or without arguments the experiments that the program carries. A spec is compared with the
paper.yaml beside it; its methods may be programs of the folder solvers beside its own. Nothing is run.`,
		Example: `  nmfrepro validate
  nmfrepro validate experiments/pnmf/table3.yaml
  nmfrepro validate own/solvers/mine/solver.yaml
  nmfrepro validate --schema spec > spec.schema.json`,
		RunE: func(_ *cobra.Command, files []string) error {
			if schema != "" {
				data, err := schemaOf(schema)
				if err != nil {
					return console.UsageError("--schema: %w", err)
				}
				_, err = env.Stdout.Write(data)
				return err
			}
			if len(files) == 0 {
				lib, err := env.LibraryWith(nil, nil)
				if err != nil {
					return err
				}
				fmt.Fprintf(env.Stdout, "%s, %s: no problems\n", reports.Count(len(lib.Specs), "experiment"), reports.Count(len(lib.Papers), "paper"))
				return nil
			}
			var errs []error
			for _, file := range files {
				if console.IsFolder(file) {
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
					return console.UsageError("%w", err)
				}
				fmt.Fprintln(env.Stderr, err) // as file:line:col, without a prefix that editors would stumble over
				return pass.Errorf(pass.Usage, "")
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&schema, "schema", "", "print the JSON Schema instead: of spec, paper or solver files, for editors, or of the output of verify, claims or explain")
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

func schemaOf(kind string) ([]byte, error) {
	if kind == "solver" {
		return external.Schema()
	}
	if schema, err := look.OutputSchema(kind); schema != nil || err != nil {
		return schema, err
	}
	return spec.Schema(kind)
}
