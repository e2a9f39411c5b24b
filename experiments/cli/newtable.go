package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/reported/transcript"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

func newNewTable(env *Env) *cobra.Command {
	var how errata.Reading
	var key, check, output string
	cmd := &cobra.Command{
		Use:   "table FILE",
		Short: "read a reported table from LaTeX, Markdown, CSV or TSV into the form of paper.yaml",
		Long: `New table writes every table of a file as the part "tables" of a paper.yaml. Numbers are kept as reported, with their zeros, boldface and
deviations; rows become data sets and columns methods. What was assumed stands in comments. What could not be placed is listed on
standard error, as file:line; a number that could not be read is "illegible". Nothing is guessed.

With --check the file is compared with a second transcription, in any of these formats or a paper.yaml: cells by the names of their rows and
columns. What differs is listed, and the exit code is then 1. Two people who type the same table rarely make the same mistake.`,
		Example: `  nmfrepro new table results.tex --key table1
  nmfrepro new table results.csv --turn yes -o tables.yaml
  nmfrepro new table results.tex --check typed-again.csv`,
		Args: argumentCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := args[0]
			var all, other []transcript.Table
			err := workflow.WhileReading(cmd.Context(), "new table", func() (err error) {
				if all, err = readTables(env, how.Tables, file); err == nil && check != "" {
					second := func(name string, data []byte) ([]transcript.Table, error) { return how.Second(name, data, key) }
					other, err = readTables(env, second, check)
				}
				return err
			})
			if err != nil {
				return err
			}
			if check != "" {
				return differences(env, file, check, all, other)
			}
			for _, t := range all {
				for _, p := range t.Problems {
					fmt.Fprintf(env.Stderr, "%s:%d: %s\n", file, p.Line, p.What)
				}
			}
			text := transcript.YAML(all, key)
			if _, err := errata.Parse(file, []byte(errata.Preface+text)); err != nil {
				return fmt.Errorf("%s: what was read is no paper.yaml: %w", file, err)
			}
			return env.Write(output, []byte(text))
		},
	}
	readingFlags(cmd, &how)
	f := cmd.Flags()
	f.StringVar(&key, "key", "table",
		"key of the table in paper.yaml, as that of its experiment; where the file has several, key-1, key-2, ...")
	f.StringVar(&check, "check", "", "a second transcription to compare with")
	f.StringVarP(&output, "output", "o", "", "file to write, which is replaced if it is there (default standard output)")
	return cmd
}

func differences(env *Env, file, other string, first, second []transcript.Table) error {
	found, cells := transcript.Compare(first, second)
	for _, d := range found {
		fmt.Fprintf(env.Stdout, "%s:%d: %s: %q, in %s %q\n", file, d.Line, d.Place, d.First, other, d.Other)
	}
	if len(found) == 0 {
		fmt.Fprintf(env.Stdout, "%s and %s agree in %s\n", file, other, result.Count(cells, "cell"))
		return nil
	}
	return workflow.Errorf(workflow.Difference, "%s and %s differ in %s", file, other, result.Count(len(found), "place"))
}
