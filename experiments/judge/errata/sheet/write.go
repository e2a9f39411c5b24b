package sheet

import (
	"embed"
	"fmt"
	"html/template"
	"io"
)

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
