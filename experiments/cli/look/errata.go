package look

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/judge/errata/sheet"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
	"nmfrepro/reports"
)

func newErrata(env *console.Env) *cobra.Command {
	var how sheet.Reading
	var known sheet.Known
	var format, output string
	cmd := &cobra.Command{
		Use:   "errata [PAPER... | FILE...]",
		Short: "what cannot be right in the tables of a paper, or of any file, found without any experiment",
		Long: `Errata runs detectors over the published tables of papers, all of them if none is named, or over the tables of files: a
paper.yaml, or a bare table in LaTeX, Markdown, CSV, TSV or HTML (- is standard input).

` + reports.Joined(errata.Detectors, "", func(d errata.Detector) string { return fmt.Sprintf("  %-12s %s\n", d.Name, d.Doc) }) + `
Each finding has its place (table/panel/row/column), what was found, why it cannot be with the arithmetic, and how grave it is:
error (cannot be right as printed), doubt (contradicts what the paper says elsewhere, or needs an unusual reason), note. Whether
the paper or our copy of it is wrong, only the paper can tell. What was assumed in reading a bare table is listed first; --samples,
--runs and --classes say what it does not. Errors or doubts in a file end with exit code 1; those of papers by name, which are known
and told beside their verdicts, with 0.`,
		Example: `  nmfrepro errata
  nmfrepro errata ornmf
  nmfrepro errata results.tex --samples iris=150,wine=178 --runs 10
  nmfrepro errata results.csv --format html -o errata.html`,
		RunE: func(cmd *cobra.Command, names []string) error {
			if output != "" {
				console.FormatByName(cmd, &format, output, errataFormats)
			}
			sheets, grave, err := sheetsOf(env, how, known, names)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			switch format {
			case "json":
				err = errataJSON(&b, sheets)
			case "html":
				err = sheet.HTML(&b, sheets)
			default:
				page := env.PageIn(&b, output)
				for i, s := range sheets {
					if i > 0 {
						fmt.Fprintln(page)
					}
					s.Text(page)
				}
			}
			if err := cmp.Or(err, env.Write(output, b.Bytes())); err != nil {
				return err
			}
			if grave > 0 {
				return pass.Errorf(pass.Difference, "")
			}
			return nil
		},
	}
	BindReading(cmd, &how)
	f := cmd.Flags()
	f.IntVar(&known.Runs, "runs", 0, "runs behind each mean, of files that do not say")
	f.StringSliceVar(&known.Samples, "samples", nil, "samples that accuracies are shares of: N for all rows, or ROW=N,...")
	f.StringSliceVar(&known.Classes, "classes", nil, "sizes of the classes: N/N/... for all rows, or ROW=N/N/...,...")
	console.ChoiceFlag(cmd, &format, "format", "text", strings.Join(errataFormats, ", "), errataFormats)
	f.StringVarP(&output, "output", "o", "", "file to write (default standard output)")
	return cmd
}

var errataFormats = []string{"text", "json", "html"}

// isFile tells a file from the key of a paper.
func isFile(name string) bool {
	if name == "-" || filepath.Ext(name) != "" || strings.ContainsRune(name, filepath.Separator) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// sheetsOf looks into files and papers by name, all papers if nothing is named; grave counts the errors and doubts of files.
func sheetsOf(env *console.Env, how sheet.Reading, known sheet.Known, names []string) (all []sheet.Sheet, grave int, err error) {
	a, err := known.Assumed()
	if err != nil {
		return nil, 0, console.UsageError("--%w", err)
	}
	var papers []string
	for _, name := range names {
		if !isFile(name) {
			papers = append(papers, name)
			continue
		}
		data, err := ReadInput(env, name)
		if err != nil {
			return nil, 0, err
		}
		s, err := sheet.Of(name, data, how, a)
		if err != nil {
			return nil, 0, console.UsageError("%w", err)
		}
		all, grave = append(all, s), grave+s.Grave()
	}
	if len(papers) > 0 || len(names) == 0 {
		lib, err := env.ReadLibrary(papers...)
		if err != nil {
			return nil, 0, err
		}
		chosen, err := pass.PapersOf(lib, papers)
		if err != nil {
			return nil, 0, err
		}
		all = append(all, reports.Mapped(chosen, func(p *published.Paper) sheet.Sheet {
			return sheet.Sheet{Name: p.Key, Title: p.Title, Found: errata.Find(p)}
		})...)
	}
	return all, grave, nil
}

func errataJSON(w *bytes.Buffer, sheets []sheet.Sheet) error {
	type finding struct {
		Paper string `json:"paper"`
		errata.Finding
		Assumed []string `json:"assumed,omitempty"`
	}
	all := []finding{}
	for _, s := range sheets {
		for _, f := range s.Found {
			all = append(all, finding{s.Name, f, s.Assumed})
		}
	}
	return console.WriteJSON(w, all)
}

// BindReading is the flags that say how a printed table is read.
func BindReading(cmd *cobra.Command, r *sheet.Reading) {
	f := cmd.Flags()
	f.StringVar(&r.From, "from", "", "format of the file: "+strings.Join(printed.Formats, ", ")+" (default by its name, else by what it holds)")
	console.ChoiceFlag(cmd, &r.Turn, "turn", "auto", "make rows columns: yes, no, or auto where methods stand in rows", []string{"auto", "yes", "no"})
	f.IntVar(&r.Labels, "label-columns", 0, "columns of labels on the left (default: found out)")
}

// ReadTables reads the tables of a file, or of standard input for -.
func ReadTables(env *console.Env, how sheet.Reading, file string) ([]printed.Table, error) {
	data, err := ReadInput(env, file)
	if err != nil {
		return nil, err
	}
	return how.Tables(file, data)
}

// ReadInput reads a file, or standard input if it is named -.
func ReadInput(env *console.Env, file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(env.Stdin)
	}
	return os.ReadFile(file)
}
