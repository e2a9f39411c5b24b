package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// AllColumns among those that are asked for is all of them, also where the terminal has no room for them side by side.
const AllColumns = "all"

// chosen is the table with those of its columns that one of names means, by group, label, both or the key of the method, and with rows
// and columns exchanged if asked for.
func (m model) chosen(opt Options) (model, error) {
	if len(opt.Columns) > 0 && !slices.Contains(opt.Columns, AllColumns) {
		found := map[string]bool{}
		var known []string
		m.Panels = list.Map(m.Panels, func(p panel) panel {
			var columns []int
			for j, c := range p.Columns {
				names := []string{c.Group, c.Label, c.Group + " " + c.Label}
				if len(p.Rows) > 0 {
					names = append(names, p.Rows[0].Cells[j].Method)
				}
				known = list.AppendUnique(known, cmp.Or(c.Label, c.Group))
				for _, want := range opt.Columns {
					if want != "" && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, want) }) {
						found[want], columns = true, list.AppendUnique(columns, j)
					}
				}
			}
			return p.part(columns)
		})
		for _, want := range opt.Columns {
			if !found[want] {
				return m, fmt.Errorf("no column %q: %s", want, list.DidYouMean(want, known))
			}
		}
		m.Panels = slices.DeleteFunc(m.Panels, func(p panel) bool { return len(p.Columns) == 0 })
	}
	if opt.Transpose {
		m.Panels = list.Map(m.Panels, panel.transposed)
	}
	return m, nil
}

// part is a panel with some of its columns.
func (p panel) part(columns []int) panel {
	p.Panel = p.Panel.Part(columns)
	p.Rows = list.Map(p.Rows, func(r row) row {
		return row{r.Label, list.Map(columns, func(j int) cell { return r.Cells[j] })}
	})
	return p
}

// transposed is a panel whose rows are columns.
func (p panel) transposed() panel {
	t := p
	t.Columns = list.Map(p.Rows, func(r row) reports.Column { return reports.Column{Label: r.Label} })
	t.Rows, t.Corner = nil, ""
	for j, c := range p.Columns {
		t.Rows = append(t.Rows, row{strings.TrimSpace(c.Group + " " + c.Label), list.Map(p.Rows, func(r row) cell { return r.Cells[j] })})
	}
	return t
}

// stacked is a panel with one column for each group of columns: what they differ in within the group becomes rows. A panel without
// such groups stays as it is.
func (p panel) stacked() panel {
	var heads, labels []string
	for _, c := range p.Columns {
		heads, labels = list.AppendUnique(heads, c.Group), list.AppendUnique(labels, c.Label)
	}
	if len(heads) < 2 || len(labels) < 2 || slices.Contains(heads, "") || len(heads)*len(labels) != len(p.Columns) {
		return p
	}
	s := p
	s.Columns = list.Map(heads, func(head string) reports.Column { return reports.Column{Label: head} })
	s.Rows = nil
	for _, r := range p.Rows {
		for _, label := range labels {
			s.Rows = append(s.Rows, row{r.Label + ", " + label, list.Map(heads, func(head string) cell {
				return r.Cells[slices.Index(p.Columns, reports.Column{Group: head, Label: label})]
			})})
		}
	}
	return s
}
