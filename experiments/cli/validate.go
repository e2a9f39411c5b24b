package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

func newValidate(env *Env) *cobra.Command {
	var schema string
	cmd := &cobra.Command{
		Use:   "validate [FILE...]",
		Short: "check specs strictly: every problem as file:line:col, with the nearest name for a typing error",
		Long: `Validate checks spec files (PAPER/TABLE.yaml, and PAPER/paper.yaml for published numbers), or without arguments the
experiments that the program carries. A spec is compared with the paper.yaml beside it.`,
		Example: `  nmfrepro validate
  nmfrepro validate experiments/pnmf/table3.yaml
  nmfrepro validate --schema spec > spec.schema.json`,
		RunE: func(_ *cobra.Command, files []string) error {
			if schema != "" {
				return printSchema(env.Stdout, schema)
			}
			if len(files) == 0 {
				lib, err := env.libraryWith(nil)
				if err != nil {
					return err
				}
				fmt.Fprintf(env.Stdout, "%s, %s: no problems\n", reports.Count(len(lib.Specs), "experiment"), reports.Count(len(lib.Papers), "paper"))
				return nil
			}
			var errs []error
			for _, file := range files {
				if isFolder(file) {
					errs = append(errs, fmt.Errorf("%s is a folder, want files, as in %s", file, filepath.Join(file, "*.yaml")))
					continue
				}
				if err := spec.ValidateFile(file); err != nil {
					errs = append(errs, err)
					continue
				}
				fmt.Fprintln(env.Stdout, file+": no problems")
			}
			if err := errors.Join(errs...); err != nil {
				if errors.Is(err, os.ErrNotExist) {
					return usageError("%w", err)
				}
				fmt.Fprintln(env.Stderr, err) // as file:line:col, without a prefix that editors would stumble over
				return pass.Errorf(pass.Usage, "")
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&schema, "schema", "", "print the JSON Schema of spec or paper files instead, for editors")
	return cmd
}

func printSchema(w io.Writer, kind string) error {
	data, err := spec.Schema(kind)
	if err != nil {
		return usageError("--schema: %w", err)
	}
	_, err = w.Write(data)
	return err
}
