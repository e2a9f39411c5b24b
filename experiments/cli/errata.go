package cli

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
	"nmfrepro/reports"
)

func newErrata(env *console.Env) *cobra.Command {
	var how reading
	var known knownOf
	var format, output string
	cmd := &cobra.Command{
		Use:   "errata [PAPER... | FILE...]",
		Short: "what cannot be right in the tables of a paper, or of any file, found without any experiment",
		Long: `Errata runs detectors over the published tables of papers, all of them if none is named, or over the tables of files: a
paper.yaml, or a bare table in LaTeX, Markdown, CSV, TSV or HTML (- is standard input).

` + detectors() + `
Each finding has its place (table/panel/row/column), what was found, why it cannot be with the arithmetic, and how grave it is:
error (cannot be right as printed), doubt (contradicts what the paper says elsewhere, or needs an unusual reason), note. Whether
the paper or our copy of it is wrong, only the paper can tell. What was assumed in reading a bare table is listed first; --samples,
--runs and --classes say what it does not. A file with errors or doubts ends with exit code 1.`,
		Example: `  nmfrepro errata
  nmfrepro errata ornmf
  nmfrepro errata results.tex --samples iris=150,wine=178 --runs 10
  nmfrepro errata results.csv --format html -o errata.html`,
		RunE: func(cmd *cobra.Command, names []string) error {
			if output != "" {
				console.FormatByName(cmd, &format, output, errataFormats)
			}
			files := slices.ContainsFunc(names, isFile)
			sheets, err := known.sheets(env, &how, names)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			switch format {
			case "json":
				err = errataJSON(&b, sheets)
			case "html":
				err = errataPage.Execute(&b, sheets)
			default:
				page := env.PageIn(&b, output)
				for i, s := range sheets {
					if i > 0 {
						fmt.Fprintln(page)
					}
					s.text(page)
				}
			}
			if err := console.ErrorsFirst(err, env.Write(output, b.Bytes())); err != nil {
				return err
			}
			found := 0
			for _, s := range sheets {
				for _, f := range s.Found {
					if f.Severity != errata.Note {
						found++
					}
				}
			}
			if files && found > 0 {
				return pass.Errorf(pass.Difference, "")
			}
			return nil
		},
	}
	how.bind(cmd)
	known.bind(cmd)
	console.ChoiceFlag(cmd, &format, "format", "text", strings.Join(errataFormats, ", "), errataFormats)
	cmd.Flags().StringVarP(&output, "output", "o", "", "file to write (default standard output)")
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

// knownOf is the flags that say what a table does not.
type knownOf struct {
	runs    int
	samples []string
	classes []string
}

func (k *knownOf) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&k.runs, "runs", 0, "runs behind each mean, of files that do not say")
	f.StringSliceVar(&k.samples, "samples", nil, "samples that accuracies are shares of: N for all rows, or ROW=N,...")
	f.StringSliceVar(&k.classes, "classes", nil, "sizes of the classes: N/N/... for all rows, or ROW=N/N/...,...")
}

func (k *knownOf) assumed() (errata.Assumed, error) {
	a := errata.Assumed{Runs: k.runs, Samples: map[string]int{}, Classes: map[string][]int{}}
	if k.runs < 0 {
		return a, console.UsageError("--runs = %d, want ≥ 1", k.runs)
	}
	for _, s := range k.samples {
		row, text := rowOf(s)
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return a, console.UsageError("--samples: %q, want N or ROW=N with N ≥ 1", s)
		}
		a.Samples[row] = n
	}
	for _, s := range k.classes {
		row, text := rowOf(s)
		var sizes []int
		for _, part := range strings.Split(text, "/") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 1 {
				return a, console.UsageError("--classes: %q, want N/N/... or ROW=N/N/... with N ≥ 1", s)
			}
			sizes = append(sizes, n)
		}
		if len(sizes) < 2 {
			return a, console.UsageError("--classes: %q is one class, want two or more, as 50/50/50", s)
		}
		a.Classes[row] = sizes
	}
	return a, nil
}

// rowOf cuts ROW=VALUE; names of rows may have = in them, as "orl r=2".
func rowOf(s string) (row, value string) {
	i := strings.LastIndexByte(s, '=')
	if i < 0 {
		return "", s
	}
	return s[:i], s[i+1:]
}

// errataSheet is what was found in one paper or file.
type errataSheet struct {
	Name, Title string
	Assumed     []string
	Unplaced    []string
	Found       []errata.Finding
}

func (k *knownOf) sheets(env *console.Env, how *reading, names []string) (all []errataSheet, err error) {
	var papers []string
	a, err := k.assumed()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !isFile(name) {
			papers = append(papers, name)
			continue
		}
		s, err := sheetOf(env, how, a, name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	if len(papers) > 0 || len(names) == 0 {
		lib, err := env.ReadLibrary()
		if err != nil {
			return nil, err
		}
		chosen, err := pass.PapersOf(lib, papers)
		if err != nil {
			return nil, err
		}
		for _, p := range chosen {
			all = append(all, errataSheet{Name: p.Key, Title: p.Title, Found: errata.Find(p)})
		}
	}
	return all, nil
}

// sheetOf looks for errata in a file: a paper.yaml, or bare tables.
func sheetOf(env *console.Env, how *reading, a errata.Assumed, file string) (s errataSheet, err error) {
	s = errataSheet{Name: file, Title: file}
	var paper *published.Paper
	if ext := strings.ToLower(filepath.Ext(file)); ext == ".yaml" || ext == ".yml" {
		data, err := readInput(env, file)
		if err != nil {
			return s, err
		}
		if paper, err = errata.Parse(file, data); err != nil {
			return s, console.UsageError("%w", err)
		}
		s.Title = paper.Title
	} else {
		tables, err := how.tables(env, file)
		if err != nil {
			return s, err
		}
		for _, t := range tables {
			for _, p := range t.Panels {
				for _, text := range p.Assumed {
					s.Assumed = append(s.Assumed, p.Key+": "+text)
				}
			}
			for _, p := range t.Problems {
				s.Unplaced = append(s.Unplaced, fmt.Sprintf("%s:%d: %s", file, p.Line, p.What))
			}
		}
		if paper, err = errata.Parse(file, []byte(errata.Preface+printed.YAML(tables, "table"))); err != nil {
			return s, fmt.Errorf("%s: what was read is no paper.yaml: %w", file, err)
		}
		if len(tables) == 1 {
			s.Title = tables[0].Caption
		}
	}
	said, err := a.To(paper)
	if err != nil {
		return s, console.UsageError("%s: %w", file, err)
	}
	s.Assumed = append(s.Assumed, said...)
	s.Found = errata.Find(paper)
	return s, nil
}

func detectors() string {
	var b strings.Builder
	for _, d := range errata.Detectors {
		fmt.Fprintf(&b, "  %-12s %s\n", d.Name, d.Doc)
	}
	return b.String()
}

// Counts sums findings up by severity.
func (s errataSheet) Counts() string {
	counts := map[errata.Severity]int{}
	for _, f := range s.Found {
		counts[f.Severity]++
	}
	return fmt.Sprintf("%s, %s, %s", reports.Count(counts[errata.Error], "error"), reports.Count(counts[errata.Doubt], "doubt"), reports.Count(counts[errata.Note], "note"))
}

func (s errataSheet) text(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n", s.Name, s.Title)
	for _, a := range s.Assumed {
		fmt.Fprintf(w, "assumed: %s\n", a)
	}
	for _, u := range s.Unplaced {
		fmt.Fprintf(w, "not placed: %s\n", u)
	}
	for _, f := range s.Found {
		fmt.Fprintf(w, "\n%s %s (%s)\n", f.Severity, f.Place, f.Detector)
		fmt.Fprintf(w, "      %s\n      why: %s\n", f.What, f.Why)
	}
	fmt.Fprintf(w, "\n%s: %s\n", s.Name, s.Counts())
}

func errataJSON(w *bytes.Buffer, sheets []errataSheet) error {
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

var errataPage = template.Must(template.New("errata").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Errata</title>
<style>body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}dt{font-weight:bold;margin-top:1em}.error{color:#a00}.doubt{color:#850}.note{color:#555}code{background:#eee}</style>
{{range .}}<h1>{{.Name}}</h1>
<p>{{.Title}}: {{.Counts}}</p>
{{with .Assumed}}<h2>Assumed</h2><ul>{{range .}}<li>{{.}}</li>{{end}}</ul>{{end}}
{{with .Unplaced}}<h2>Not placed</h2><ul>{{range .}}<li>{{.}}</li>{{end}}</ul>{{end}}
{{if .Found}}<dl>{{range .Found}}<dt><span class="{{.Severity}}">{{.Severity}}</span> <code>{{.Place}}</code> ({{.Detector}})</dt><dd>{{.What}}<br>Why: {{.Why}}</dd>
{{end}}</dl>{{else}}<p>Nothing was found.</p>{{end}}
{{end}}</html>
`))
