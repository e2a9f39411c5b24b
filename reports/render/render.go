// Package render writes tables, and RESULTS.md of a paper with [Document]. A table becomes one model (means, deviations, the best
// cell of each metric, footnotes), and the model becomes text for a terminal, Markdown, LaTeX, CSV, JSON or HTML, one file each.
// Whatever the format, our numbers and the paper's stand on lines of their own, the paper's as reported; a cell without a number
// says why; and the lines below the table explain every mark in it. The same input gives the same bytes.
package render

import (
	"fmt"
	"io"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Options tells a renderer about the place of its output.
type Options struct {
	Columns   []string // only these, by heading or by the key of the method; CSV and JSON have all
	Transpose bool     // rows and columns change places, but not in CSV and JSON
	SIunitx   bool     // numbers of LaTeX as \num of the package siunitx
	NoN       bool     // LaTeX without the number of runs in cells
	NoSigns   bool     // LaTeX without the signs of verdicts
	Width     int      // columns of the terminal; a wider panel is printed in blocks of columns. 0 is no limit
	Screen    bool     // text is one screen: what it has no room for is counted
	With      string   // flags of the commands on it: see [term.Screen]
	ANSI      bool     // bold and faint by escape sequences instead of marks; for terminals without NO_COLOR
}

// format is a way of writing tables.
type format struct {
	name  string
	write func(out *strings.Builder, ms []model, opt Options) error
	shown bool // as lines and columns, which may be transposed
}

// formats are the ways of writing a table; the first is the default.
var formats = []format{
	{"text", each(writeText), true},
	{"md", each(writeMarkdown), true},
	{"latex", each(writeLaTeX), true},
	{"csv", writeCSV, false},
	{"json", writeJSON, false},
	{"html", writeHTML, true},
}

// Names lists the names of the formats.
func Names() []string { return list.Map(formats, func(f format) string { return f.name }) }

// Transposes tells whether a format has lines and columns.
func Transposes(name string) bool {
	f, _ := list.First(formats, func(f format) bool { return f.name == name })
	return f.shown
}

// Tables writes tables in a format: one document, one array or one list of rows for all of them.
func Tables(w io.Writer, name string, opt Options, tables ...result.Table) error {
	f, known := list.First(formats, func(f format) bool { return f.name == name })
	if !known {
		return fmt.Errorf("reports: format = %q, want one of %s", name, strings.Join(Names(), ", "))
	}
	var out strings.Builder
	var err error
	models := make([]model, len(tables))
	for i, t := range tables {
		if err == nil {
			t, err = chosen(t, opt.Columns)
		}
		t.Panels = list.Map(t.Panels, func(p result.Panel) result.Panel {
			p.Turned = f.shown && p.Turned != opt.Transpose
			return p
		})
		models[i] = newModel(t)
	}
	if err != nil {
		return err
	}
	err = f.write(&out, models, opt)
	if err == nil {
		_, err = io.WriteString(w, out.String())
	}
	if err != nil {
		return fmt.Errorf("reports: %s of %s: %w", name, list.Join(tables, ", ", func(t result.Table) string { return t.Address }), err)
	}
	return nil
}

// each writes the tables one below the other.
func each(write func(out *strings.Builder, m model, opt Options)) func(*strings.Builder, []model, Options) error {
	return func(out *strings.Builder, ms []model, opt Options) error {
		for i, m := range ms {
			if i > 0 {
				out.WriteByte('\n')
			}
			write(out, m, opt)
		}
		return nil
	}
}
