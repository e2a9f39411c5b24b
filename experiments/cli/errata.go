package cli

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

func newErrata(env *Env) *cobra.Command {
	var format, output string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "errata [PAPER...]",
		Short: "errors of arithmetic and contradictions in the reported tables of papers",
		Long: `Verify errata runs detectors over the reported tables of papers, all of them if none is named. It runs no experiment.

` + errataDoc + `
Whether the paper or our copy of it is wrong, only the paper can tell. The exit code is 0: these findings are known, and stand beside
the verdicts. For a table of your own see nmfrepro check table.`,
		Example: "  nmfrepro verify errata\n  nmfrepro verify errata ornmf",
		RunE: func(cmd *cobra.Command, names []string) error {
			_, papers, err := env.papers(names)
			if err != nil {
				return err
			}
			return writeErrata(cmd, env, format, output, verbose, list.Map(papers, func(p *reported.Paper) errata.Sheet {
				return errata.Sheet{Name: p.Key, Title: p.Title, Found: errata.Find(p)}
			}))
		},
	}
	bindErrata(cmd, &format, &output, &verbose)
	return cmd
}

// errataDoc says what the detectors find.
var errataDoc = list.Join(errata.Detectors, "", func(d errata.Detector) string { return fmt.Sprintf("  %-12s %s\n", d.Name, d.Doc) }) + `
A finding has its place (table/panel/row/column), what was found, the arithmetic that shows why it cannot be, and a grade: error
(cannot be right as reported), doubt (contradicts another place of the paper, or needs an unusual reason), note.`

func newCheckTable(env *Env) *cobra.Command {
	var how errata.Reading
	var known errata.Flags
	var format, output string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "table FILE...",
		Short: "find errors of arithmetic and contradictions in the tables of a file",
		Long: `Check table runs detectors over the tables of files: LaTeX, Markdown, CSV or TSV, or a paper.yaml (- is standard input).

` + errataDoc + `
What was assumed in reading a table is listed first. Numbers that could not be read follow, as <50 or 3-4, with their lines. Runs, samples
and classes are not looked for in captions and text: --runs, --samples and --classes give them, and checks that were not made are listed
with the flag that allows them. Errors on data of a known range (--values) or spread (--spread) are compared with those of a constant, and
a best mean with its lead over the second.
The last lines say how many numbers were read and were not. The exit code is 1 if there is an error or a doubt, else 3 if a number was
not read.`,
		Example: `  nmfrepro check table results.tex --samples iris=150,wine=178 --runs 10
  nmfrepro check table results.csv --format json -o errata.json`,
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, names []string) error {
			a, err := known.Known()
			if err != nil {
				return usageError("--%w", err)
			}
			if cmd.Flags().Changed("runs") && known.Runs < 1 {
				return usageError("--runs = %d, want 1 or more", known.Runs)
			}
			var sheets errata.Sheets
			if err := workflow.WhileReading(cmd.Context(), "check table", func() (err error) {
				sheets, err = readSheets(env, names, how, a)
				return err
			}); err != nil {
				return err
			}
			if err := writeErrata(cmd, env, format, output, verbose, sheets); err != nil {
				return err
			}
			switch {
			case sheets.Grave() > 0:
				return workflow.Errorf(workflow.Difference, "")
			case sheets.Unread() > 0:
				return workflow.Errorf(workflow.Data, "check table: %s could not be read, and nothing is known of them; write numbers in their places",
					result.Count(sheets.Unread(), "number"))
			}
			return nil
		},
	}
	readingFlags(cmd, &how)
	f := cmd.Flags()
	f.IntVar(&known.Runs, "runs", 0, "runs behind each mean, of files that do not say")
	f.StringSliceVar(&known.Samples, "samples", nil, "samples that accuracies are shares of: N for all rows, or ROW=N,...")
	f.StringVar(&known.Values, "values", "", "least and greatest value of the data that errors are of, as 1..5 of ratings")
	f.Float64Var(&known.Spread, "spread", 0, "standard deviation of the data that errors are of")
	f.StringSliceVar(&known.Classes, "classes", nil, "sizes of the classes: N/N/... for all rows, or ROW=N/N/...,...")
	bindErrata(cmd, &format, &output, &verbose)
	return cmd
}

// readSheets looks for errata in files.
func readSheets(env *Env, names []string, how errata.Reading, known errata.Known) (sheets errata.Sheets, err error) {
	for _, name := range names {
		data, err := env.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s, err := errata.Of(name, data, how, known)
		if err != nil {
			return nil, err
		}
		sheets = append(sheets, s)
	}
	return sheets, nil
}

var errataFormats = []string{"text", "json"}

// bindErrata gives a command the flags of what writeErrata writes.
func bindErrata(cmd *cobra.Command, format, output *string, verbose *bool) {
	choiceFlag(cmd, format, "format", "text", strings.Join(errataFormats, ", "), errataFormats)
	cmd.Flags().StringVarP(output, "output", "o", "", "file to write, which is replaced if it is there (default standard output)")
	cmd.Flags().BoolVarP(verbose, "verbose", "v", false, "each finding in full, with the arithmetic")
}

func writeErrata(cmd *cobra.Command, env *Env, format, output string, verbose bool, sheets []errata.Sheet) error {
	if output != "" {
		if !formatByName(cmd, &format, output, errataFormats) {
			return unknownEnding(output, errataFormats)
		}
	}
	if format == "text" && output == "" && !verbose {
		return env.Show(list.Map(sheets, func(x errata.Sheet) *term.Screen { return sheetScreen(env.Screen(), x) })...)
	}
	type finding struct {
		Paper string `json:"paper"`
		errata.Finding
		Assumed []string `json:"assumed,omitempty"`
	}
	var b bytes.Buffer
	page, all := env.PageIn(&b, output), []finding{}
	for i, s := range sheets {
		if format == "json" {
			all = append(all, list.Map(s.Found, func(f errata.Finding) finding { return finding{s.Name, f, s.Assumed} })...)
			continue
		}
		if i > 0 {
			fmt.Fprintln(page)
		}
		s.Text(page)
	}
	if format == "json" {
		if err := writeJSON(&b, all); err != nil {
			return err
		}
	}
	return env.Write(output, b.Bytes())
}

// sheetScreen lists what was found in a paper or file, a line each: errors first, then doubts, notes, and what was not checked.
func sheetScreen(s *term.Screen, x errata.Sheet) *term.Screen {
	s.Line(fmt.Sprintf("%s: %s. %s", x.Name, x.Counts(), x.Title))
	if x.Read+x.Unread > 0 {
		s.Line(fmt.Sprintf("%s read, %d not read", result.Count(x.Read, "number"), x.Unread))
	}
	for _, grade := range []errata.Severity{errata.Error, errata.Doubt, errata.Note, errata.Unchecked} {
		found := list.Filter(x.Found, func(f errata.Finding) bool { return f.Severity == grade })
		if len(found) == 0 {
			continue
		}
		s.Blank()
		s.OneLiners(3, func(left int) string { return fmt.Sprintf("%d more: -v", left) }, list.Map(found, func(f errata.Finding) string {
			return fmt.Sprintf("%s %s: %s", grade, f.Place, f.What)
		})...)
	}
	for _, more := range []struct {
		what string
		said []string
	}{{"not placed", x.Unplaced}, {"assumed", x.Assumed}} {
		if len(more.said) > 0 {
			s.Blank()
			s.OneLiners(1, func(left int) string { return fmt.Sprintf("%d more %s: -v", left, more.what) }, list.Map(more.said, func(text string) string {
				return more.what + ": " + text
			})...)
		}
	}
	if len(x.Found) > 0 {
		s.Blank()
		s.Next("With the arithmetic: -v")
	}
	return s
}

// readingFlags gives a command the flags that say how a reported table is read.
func readingFlags(cmd *cobra.Command, r *errata.Reading) {
	f := cmd.Flags()
	f.StringVar(&r.From, "from", "", "format of the file: "+strings.Join(transcript.Formats,
		", ")+" (default by its name, else by what it holds)")
	choiceFlag(cmd, &r.Turn, "turn", "auto", "make rows columns: yes, no, or auto where methods stand in rows", []string{"auto", "yes", "no"})
	f.IntVar(&r.Labels, "label-columns", 0, "columns of labels on the left (default: found out)")
	choiceFlag(cmd, &r.Decimal, "decimal", "auto", "what stands before decimals: point, comma, or auto where the numbers tell",
		[]string{"auto", "point", "comma"})
}

// readTables reads the tables of a file, or of standard input for -, as read does.
func readTables(env *Env, read func(name string, data []byte) ([]transcript.Table, error), file string) ([]transcript.Table, error) {
	data, err := env.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return read(file, data)
}
