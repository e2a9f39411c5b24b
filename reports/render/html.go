package render

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

//go:embed table.html
var tableSource string

var tableTemplate = template.Must(template.New("").Funcs(template.FuncMap{"class": VerdictClass,
	"sections": reports.Sections, "grids": reports.Grids}).Parse(tableSource))

// HTML returns a table as a part of a page: its panels, and the lines below them. Each cell ends in a button, which the page can
// have tell why.
func HTML(t result.Table) (template.HTML, error) {
	var out strings.Builder
	m := newModel(t)
	m.Buttons = true
	err := tableTemplate.ExecuteTemplate(&out, "table", m)
	return template.HTML(out.String()), err
}

// GridHTML returns the verdicts of a table as a part of a page: a grid for each metric.
func GridHTML(t result.Table) (template.HTML, error) {
	var out strings.Builder
	err := tableTemplate.ExecuteTemplate(&out, "grids", reports.Grids(t))
	return template.HTML(out.String()), err
}

// GridsHTML writes the verdicts of tables as a part of a page: how many numbers of each hold, and a grid for each metric.
func GridsHTML(w io.Writer, tables []result.Table) error {
	for _, t := range tables {
		if len(t.Judged()) == 0 {
			continue
		}
		grid, err := GridHTML(t)
		if err == nil {
			_, err = fmt.Fprintf(w, "<p><b>%s</b>: %s.</p>\n%s\n", template.HTMLEscapeString(t.Address), reports.VerdictsText(t.Judged()), grid)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// VerdictClass returns the CSS class of a verdict or of the standing of a claim, as v-does-not-hold.
func VerdictClass(name string) string {
	return "v-" + strings.ToLower(strings.ReplaceAll(name, " ", "-"))
}

// writeHTML writes a page that needs nothing but itself.
func writeHTML(out *strings.Builder, ms []model, _ Options) error {
	title := "Tables"
	if len(ms) == 1 {
		title = ms[0].Title
	}
	return tableTemplate.ExecuteTemplate(out, "page", map[string]any{"Title": title, "Tables": ms})
}

// Groups returns the runs of columns under one heading, nil if no column has one.
func (p panel) Groups() [][]int {
	if !slices.ContainsFunc(p.Columns, func(c result.Column) bool { return c.Group != "" }) {
		return nil
	}
	return result.Runs(p.Columns)
}
