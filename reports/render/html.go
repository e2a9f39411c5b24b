package render

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"strings"

	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

//go:embed table.html
var tableSource string

var tableTemplate = template.Must(template.New("").Parse(tableSource))

// pageTable is a table as the templates see it.
type pageTable struct {
	Title  string
	Source string
	Panels []pagePanel
	Below  []string
}

type pagePanel struct {
	Title   string
	Corner  string
	Groups  []pageGroup // nil if no column has one
	Columns []reports.Column
	Rows    []pageRow
}

type pageGroup struct {
	Label string
	Span  int
}

type pageRow struct {
	Label string
	Cells []pageCell
}

type pageCell struct {
	Class   string // of the verdict
	Ours    string // mean and deviation
	Best    bool
	Count   string
	Partial bool // some replicates are missing
	State   string
	StandIn string
	Sign    string
	Verdict string
	Button  string // the sign of the verdict, or i; "" for none
	Foot    int
	Paper   string // "" in a panel of which the paper prints nothing
	Bold    bool
}

// HTML is a table as a part of a page: its panels, and the lines below them. Each cell ends in a button, which the page can
// have tell why.
func HTML(t reports.Table) (template.HTML, error) {
	var out strings.Builder
	err := tableTemplate.ExecuteTemplate(&out, "table", newPageTable(newModel(t), true))
	return template.HTML(out.String()), err
}

// VerdictClass is the CSS class of a verdict or of the standing of a claim, as v-does-not-hold.
func VerdictClass(name string) string {
	return "v-" + strings.ToLower(strings.ReplaceAll(name, " ", "-"))
}

// writeHTML writes a page that needs nothing but itself.
func writeHTML(w io.Writer, ms []model, _ Options) error {
	page := struct {
		Title  string
		Tables []pageTable
	}{Title: "Tables"}
	for _, m := range ms {
		page.Tables = append(page.Tables, newPageTable(m, false))
	}
	if len(ms) == 1 {
		page.Title = ms[0].title
	}
	return tableTemplate.ExecuteTemplate(w, "page", page)
}

func newPageTable(m model, buttons bool) pageTable {
	t := pageTable{Title: m.title, Source: m.source(), Below: m.below("bold")}
	for _, b := range m.panels {
		p := pagePanel{Title: b.title, Corner: b.corner, Groups: pageGroups(b.columns), Columns: b.columns}
		for _, r := range b.rows {
			row := pageRow{Label: r.label}
			for _, c := range r.cells {
				cell := newPageCell(c, b.published)
				if buttons {
					cell.Button = cmp.Or(c.src.Verdict.Sign, "i")
				}
				row.Cells = append(row.Cells, cell)
			}
			p.Rows = append(p.Rows, row)
		}
		t.Panels = append(t.Panels, p)
	}
	return t
}

func pageGroups(columns []reports.Column) []pageGroup {
	var found []pageGroup
	grouped := false
	for _, run := range groups(columns) {
		label := columns[run[0]].Group
		grouped = grouped || label != ""
		found = append(found, pageGroup{label, len(run)})
	}
	if !grouped {
		return nil
	}
	return found
}

func newPageCell(c cell, published bool) pageCell {
	p := pageCell{
		Ours: c.ours.Text(" ± "), Best: c.ours.Bold, Count: c.count, Partial: c.n < c.src.Want, State: c.state,
		Sign: c.sign(), Verdict: c.src.Verdict.Kind, Foot: c.foot, Paper: c.paper.Text(" ± "), Bold: c.paper.Bold,
	}
	if c.standIn() {
		p.StandIn = term.OneLine(c.src.StandIn)
	}
	if p.Verdict != "" {
		p.Class = VerdictClass(p.Verdict)
	}
	if p.Paper == "" && published {
		p.Paper = nothing
	}
	return p
}
