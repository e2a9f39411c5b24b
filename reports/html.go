package reports

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed table.html
var tablePage string

var tableTemplate = template.Must(template.New("table").Parse(tablePage))

// page is what the template of a page sees.
type page struct {
	Title  string
	Tables []pageTable
}

type pageTable struct {
	Title  string
	Source string
	Panels []pagePanel
	Below  []string
}

type pagePanel struct {
	Title     string
	Corner    string
	Groups    []pageGroup // nil if no column has one
	Columns   []Column
	Rows      []pageRow
	Published bool
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
	Address string
	Ours    string // mean and deviation
	Best    bool
	Count   string
	State   string
	StandIn bool
	Sign    string
	Verdict string
	Foot    int
	Paper   string
	Bold    bool
}

// writeHTML writes a page that needs nothing but itself.
func writeHTML(w io.Writer, ms []model, _ Options) error {
	p := page{Title: "Tables"}
	for _, m := range ms {
		t := pageTable{Title: m.title, Source: m.source(), Below: m.below(style{best: "bold", standIn: standInMark, foot: bracket})}
		for _, b := range m.panels {
			t.Panels = append(t.Panels, newPagePanel(b))
		}
		p.Tables = append(p.Tables, t)
	}
	if len(ms) == 1 {
		p.Title = ms[0].title
	}
	return tableTemplate.Execute(w, p)
}

func newPagePanel(b panel) pagePanel {
	p := pagePanel{Title: b.title, Corner: b.corner, Columns: b.columns, Published: b.published}
	grouped := false
	for _, run := range groups(b.columns) {
		label := b.columns[run[0]].Group
		grouped = grouped || label != ""
		p.Groups = append(p.Groups, pageGroup{label, len(run)})
	}
	if !grouped {
		p.Groups = nil
	}
	for _, r := range b.rows {
		row := pageRow{Label: r.label}
		for _, c := range r.cells {
			row.Cells = append(row.Cells, newPageCell(c))
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

func newPageCell(c cell) pageCell {
	paper := c.paper.text(" ± ")
	if paper == "" {
		paper = nothing
	}
	return pageCell{
		Address: c.src.Address, Ours: c.ours.text(" ± "), Best: c.ours.bold, Count: c.count, State: c.state,
		StandIn: c.standIn(), Sign: c.sign(), Verdict: c.src.Verdict, Foot: c.foot, Paper: paper, Bold: c.paper.bold,
	}
}
