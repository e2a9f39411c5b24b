// Package sheet looks for errata in a file or a text that somebody has at hand: a paper.yaml, or bare tables in LaTeX, Markdown, CSV,
// TSV or HTML; and shows what was found as text, JSON and HTML. The command line and the page for a browser are made of it.
package sheet

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
	"nmfrepro/reports"
)

// Sheet is what was found in one paper or file.
type Sheet struct {
	Name, Title string
	Assumed     []string
	Unplaced    []string
	Found       []errata.Finding
}

// Reading says how a printed table is read.
type Reading struct {
	From string // one of [printed.Formats]; "" finds out
	printed.Options
}

// Tables reads the tables of a file, at least one.
func (r Reading) Tables(name string, data []byte) ([]printed.Table, error) {
	format := cmp.Or(r.From, printed.FormatOf(name, data))
	grids, err := printed.Read(data, format)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var all []printed.Table
	for _, g := range grids {
		if t := g.Panels(r.Options); len(t.Panels) > 0 {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: found no table with numbers, read as %s; is that its format?", name, format)
	}
	return all, nil
}

// IsYAML tells a paper.yaml, which is not to be read as a bare table, by its name.
func IsYAML(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".yaml" || ext == ".yml"
}

// Of looks for errata in a file.
func Of(name string, data []byte, how Reading, known errata.Assumed) (s Sheet, err error) {
	s = Sheet{Name: name, Title: name}
	var paper *published.Paper
	if IsYAML(name) {
		if paper, err = errata.Parse(name, data); err != nil {
			return s, err
		}
		s.Title = paper.Title
	} else {
		tables, err := how.Tables(name, data)
		if err != nil {
			return s, err
		}
		for _, t := range tables {
			s.Assumed = append(s.Assumed, reports.Flattened(t.Panels, func(p printed.Panel) []string {
				return reports.Mapped(p.Assumed, func(text string) string { return p.Key + ": " + text })
			})...)
			for _, p := range t.Problems {
				s.Unplaced = append(s.Unplaced, fmt.Sprintf("%s:%d: %s", name, p.Line, p.What))
			}
		}
		if paper, err = errata.Parse(name, []byte(errata.Preface+printed.YAML(tables, "table"))); err != nil {
			return s, fmt.Errorf("%s: what was read is no paper.yaml: %w", name, err)
		}
		if len(tables) == 1 && tables[0].Caption != "" {
			s.Title = tables[0].Caption
		}
	}
	said, err := known.To(paper)
	if err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	s.Assumed = append(s.Assumed, said...)
	s.Found = errata.Find(paper)
	return s, nil
}

// Grave counts the findings that are more than notes.
func (s Sheet) Grave() int {
	n := s.counts()
	return n[errata.Error] + n[errata.Doubt]
}

func (s Sheet) counts() map[errata.Severity]int {
	return reports.Counted(s.Found, func(f errata.Finding) errata.Severity { return f.Severity })
}

// Counts sums findings up by severity.
func (s Sheet) Counts() string {
	n := s.counts()
	return fmt.Sprintf("%s, %s, %s", reports.Count(n[errata.Error], "error"), reports.Count(n[errata.Doubt], "doubt"), reports.Count(n[errata.Note], "note"))
}

// Known is what a reader says of a table that it does not say itself, as flags and fields of a form have it.
type Known struct {
	Runs    int      // behind each mean, 0 if not known
	Samples []string // N for all rows, or ROW=N
	Classes []string // N/N/... for all rows, or ROW=N/N/...
}

// Assumed reads it.
func (k Known) Assumed() (errata.Assumed, error) {
	a := errata.Assumed{Runs: k.Runs, Samples: map[string]int{}, Classes: map[string][]int{}}
	if k.Runs < 0 {
		return a, fmt.Errorf("runs = %d, want ≥ 1", k.Runs)
	}
	for _, s := range k.Samples {
		row, text := rowOf(s)
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return a, fmt.Errorf("samples: %q, want N or ROW=N with N ≥ 1", s)
		}
		a.Samples[row] = n
	}
	for _, s := range k.Classes {
		row, text := rowOf(s)
		var sizes []int
		for part := range strings.SplitSeq(text, "/") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 1 {
				return a, fmt.Errorf("classes: %q, want N/N/... or ROW=N/N/... with N ≥ 1", s)
			}
			sizes = append(sizes, n)
		}
		if len(sizes) < 2 {
			return a, fmt.Errorf("classes: %q is one class, want two or more, as 50/50/50", s)
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

// Text writes a sheet for a terminal.
func (s Sheet) Text(w io.Writer) {
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

//go:embed assets/*.html
var templates embed.FS

var pages = template.Must(template.New("").ParseFS(templates, "assets/*.html"))

// HTML writes sheets as a page.
func HTML(w io.Writer, sheets []Sheet) error { return pages.ExecuteTemplate(w, "sheets.html", sheets) }

// Fragment writes one sheet as a part of a page.
func (s Sheet) Fragment(w io.Writer) error { return pages.ExecuteTemplate(w, "found", s) }
