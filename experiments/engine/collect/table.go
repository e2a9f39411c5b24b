// Package collect sets the records of a plan into tables and figures:
//
//  1. [Gather] groups the records by data set, rank and variant of a method.
//  2. Where options are tuned it chooses one point of each grid, on the runs that are shown and, for an honest number, on other halves.
//  3. [Results.Table] fills the cells: our values, the reported number beside them, and the reasons where a value is missing.
//  4. Rows of averages, columns over ranks and counts of wins are made from these cells.
//  5. [Results.Figure] draws lines, images and points from the same groups.
//  6. [Results.Paths] has cells at the iterations at which runs were scored on their way.
//
// It gives no verdict; package judge does.
package collect

import (
	"cmp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Table sets the results into the panels of the experiment, our numbers beside the reported ones. Nobody has judged it yet: package
// judge makes the finished table of it.
func (g *Results) Table() result.Table {
	t := result.Table{Address: g.Spec.Address,
		Base: g.Spec.Base, Profile: g.Profile, Seed: g.Runs[0].ID.Seed}
	t.Paper, t.Key, t.Title, t.Cite = g.heading()
	_, t.Asked, _ = strings.Cut(g.Asked(), ":")
	for _, m := range append(slices.Clone(g.Spec.Added), g.Spec.Methods...) {
		if g.Paper != nil && result.IsOwn(g.Paper.Short, m.Heading()) || slices.ContainsFunc(g.Spec.Added, func(a spec.Method) bool {
			return a.Key == m.Key
		}) {
			t.Own = list.AppendUnique(t.Own, m.Key)
		}
	}
	for _, layout := range g.Spec.Panels {
		if b := g.panel(layout); len(b.Rows) > 0 && len(b.Columns) > 0 {
			t.Panels = append(t.Panels, b)
		}
	}
	shows := func(method string) bool {
		return slices.ContainsFunc(g.Spec.Panels, func(panel spec.Panel) bool {
			return slices.ContainsFunc(g.Spec.Columns(panel), func(c spec.Column) bool { return c.Method == method })
		})
	}
	t.Selected, t.Tuning = g.selected(t), g.tuningFigure(shows)
	t.Notes = g.notes(shows)
	return t
}

// panelColumn is a column with the variant that fills it.
type panelColumn struct {
	column  spec.Column
	variant spec.Variant
	metric  string
}

// filled returns the columns that the filter leaves.
func (g *Results) filled(layout spec.Panel) []panelColumn {
	s := g.Spec
	var columns []panelColumn
	for _, c := range s.Columns(layout) {
		metric := s.MetricOf(layout, c)
		if !g.Only.Column(c.Method, layout.Key, metric, s.ColumnName(c)) {
			continue
		}
		m, _ := s.FindMethod(c.Method)
		if g.Only.Pins(m) && len(c.At) == 0 && !c.Worst {
			for _, v := range m.Points() {
				if g.Only.Variant(v) {
					one := c
					one.Label, one.Reported = v.Title(), spec.Nothing
					columns = append(columns, panelColumn{one, v, metric})
				}
			}
			continue
		}
		v, found := list.First(slices.Concat(m.Variants(), m.Points()), func(v spec.Variant) bool { return v.Has(c.At) })
		if found {
			columns = append(columns, panelColumn{c, v, metric})
		}
	}
	return columns
}

func (g *Results) panel(layout spec.Panel) result.Panel {
	s := g.Spec
	b := result.Panel{Key: layout.Key, Title: layout.Title, Corner: "dataset", Turned: layout.RowsAre == spec.RowsMethods}
	columns := g.filled(layout)
	for _, c := range columns {
		b.Columns = append(b.Columns, result.Column{Group: c.column.Group, Label: s.ColumnLabel(c.column)})
	}
	if len(layout.Firsts) > 0 {
		b.Corner = "first by"
		b.Rows = g.firsts(layout, columns)
		return b
	}
	for _, sets := range s.RowSets(layout, g.Only) {
		d := sets[0]
		if slices.ContainsFunc(columns, func(c panelColumn) bool { return c.column.OverRanks != "" }) {
			b.Rows = append(b.Rows, g.row(layout, sets, d.Ranks[0], d.Heading(), columns))
			continue
		}
		for _, rank := range d.Ranks {
			if g.Only.Row(d.Key, rank) {
				b.Rows = append(b.Rows, g.row(layout, sets, rank, d.RowLabel(rank), columns))
			}
		}
	}
	if layout.Average != "" && len(b.Rows) > 1 {
		hand := g.atHand(list.Map(b.Rows, func(r result.Row) string { return r.Label }))
		b.Rows = append(b.Rows, g.average(layout, columns, slices.DeleteFunc(slices.Clone(b.Rows), func(r result.Row) bool {
			return !slices.Contains(hand, r.Label)
		})))
	}
	if g.Only.Average() {
		b.Rows = slices.DeleteFunc(b.Rows, func(r result.Row) bool { return len(r.Cells) == 0 || r.Cells[0].At.Dataset != reported.AverageRow })
	}
	return b
}

func (g *Results) row(layout spec.Panel, sets []spec.Dataset, rank int, label string, columns []panelColumn) result.Row {
	s := g.Spec
	row := result.Row{Label: label, Shown: g.Paper.RowName(label), Set: g.source(sets[0].Key).Of(), Family: g.family(sets[0])}
	for _, c := range columns {
		d := c.variant.On(sets)
		cell := g.cellOver(d, rank, c)
		cell.Metric.Scale, cell.At.Shown, cell.At.Variant = layout.ScaleOf(c.column), row.Shown, c.variant.Name()
		g.locate(&cell, layout, c, label, len(d.Ranks) > 1)
		cell.Runs.Draw, cell.Runs.Drawn = g.drawOf(d, rank)
		cell.Reported = lookup(g.reported, s, layout, c.column, label)
		cell.Reported.Status = g.Paper.InWords(cell.Reported.Status)
		cell.Reported.Shared = g.mayShareDraw(d, rank)
		row.Cells = append(row.Cells, cell)
	}
	if layout.RatioTo != "" {
		relate(row.Cells, layout.RatioTo)
	}
	return row
}

// family names what a data set shares with those that are no independent witnesses beside it.
func (g *Results) family(d spec.Dataset) string {
	if s := g.source(d.Key); d.Family == "" && s != nil {
		return s.Of()
	}
	return cmp.Or(d.Family, d.Key)
}

// drawOf names what the replicates of a data set share at a rank: classes that are drawn for the rank, data that are drawn anew, or
// the one set that all replicates have.
func (g *Results) drawOf(d spec.Dataset, rank int) (name string, drawn bool) {
	switch {
	case d.SharedSubset:
		return d.Key, false
	case d.ClassesByRank:
		return d.RowLabel(rank), !g.hasAllClasses(d, rank)
	case d.Classes > 0 || d.Redraw:
		return d.Key, true
	}
	return d.Source, false
}

// sharedSubset ends the path of the setting by which all replicates have the classes of one draw.
const sharedSubset = ".shared-subset"

// hasAllClasses tells whether a draw takes all classes that a data set has, so that it is none.
func (g *Results) hasAllClasses(d spec.Dataset, rank int) bool {
	s := g.source(d.Key)
	return s != nil && s.Entry.Classes == classesOf(d, rank)
}

// classesOf returns how many classes are drawn, 0 of a data set of which none are.
func classesOf(d spec.Dataset, rank int) int {
	if d.ClassesByRank {
		return rank
	}
	return d.Classes
}

// mayShareDraw tells whether the runs behind a reported number may share one draw of classes: the paper's open settings have that as an
// alternative for this table and data set, and there are more classes than a draw takes.
func (g *Results) mayShareDraw(d spec.Dataset, rank int) bool {
	return classesOf(d, rank) > 0 && !d.SharedSubset && !g.hasAllClasses(d, rank) && slices.Contains(g.oneDraw, d.Key)
}

// mayBeOneDraw lists the data sets of which all replicates may have the classes of one draw, as the paper's open settings hold it possible
// for this table.
func (g *Results) mayBeOneDraw() (datasets []string) {
	if g.Paper == nil {
		return nil
	}
	for _, c := range g.Paper.Protocol {
		if !spec.Where(c.Where, g.Spec) {
			continue
		}
		for _, a := range c.Alternatives {
			for _, path := range spec.Paths(a.Set) {
				if dataset, of := strings.CutSuffix(path, sharedSubset); of && a.Excluded == "" {
					datasets = append(datasets, strings.TrimPrefix(dataset, "datasets."))
				}
			}
		}
	}
	return datasets
}

// relate divides every cell of a row by the mean of the named method's.
func relate(cells []result.Cell, method string) {
	i := slices.IndexFunc(cells, func(c result.Cell) bool { return c.At.Method == method && len(c.Runs.Values) > 0 })
	by := 0.0
	if i >= 0 {
		by = stat.Mean(cells[i].Runs.Values)
	}
	for k := range cells {
		c := &cells[k]
		if by == 0 && len(c.Runs.Values) > 0 {
			c.Runs.Values, c.Runs.Replicates, c.State.Status, c.State.Note = nil, nil, result.Skipped, "no value of "+method+" to divide by"
		}
		for n := range c.Runs.Values {
			c.Runs.Values[n] /= by
		}
	}
}
