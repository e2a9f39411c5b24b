package reports

import (
	"fmt"
	"io"
	"strings"

	"nmfrepro/experiments/result"
)

// Options are what a renderer may know about where its output goes.
type Options struct {
	Width int  // columns of the terminal; a wider panel is printed in parts. 0 is no limit
	ANSI  bool // bold and faint by escape sequences instead of marks; for terminals without NO_COLOR
}

// Format is one way of writing a table.
type Format struct {
	Name string
	Doc  string // one sentence
	// write renders the model; Options matter to text only.
	write func(w io.Writer, m model, opt Options) error
}

// Formats lists the ways of writing a table; the first is the default.
var Formats = []Format{
	{"text", "aligned text for a terminal", writeText},
	{"md", "Markdown as GitHub reads it", writeMarkdown},
	{"latex", "LaTeX with booktabs, and a macro for every cell", writeLaTeX},
	{"csv", "one row a cell, full precision", writeCSV},
	{"json", "one object a cell, full precision", writeJSON},
	{"html", "a page of its own", writeHTML},
}

// Names lists the names of the formats.
func Names() []string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return names
}

// Render writes t in the format of that name.
func Render(w io.Writer, t result.Table, format string, opt Options) error {
	for _, f := range Formats {
		if f.Name != format {
			continue
		}
		if err := f.write(w, newModel(t), opt); err != nil {
			return fmt.Errorf("reports: %s of %s: %w", format, t.Address, err)
		}
		return nil
	}
	return fmt.Errorf("reports: format = %q, want one of %s", format, strings.Join(Names(), ", "))
}
