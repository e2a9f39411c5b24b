package experiments

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/result"
)

// group is the units of one data set, rank and method.
type group struct {
	dataset string
	rank    int
	method  string
}

// Collect gathers what the store has for the plan into the table that is to be rendered.
func (p *Plan) Collect(lib *Library, st *Store) result.Table {
	s := p.Spec
	paper, table := lib.PaperOf(s)
	_, key, _ := strings.Cut(s.Address, "/")
	t := result.Table{Address: s.Address, Key: key, Title: s.Title}
	if paper != nil {
		t.Paper, t.Cite = paper.Key, paper.Cite
		if table != nil {
			t.Title = table.Number + ". " + s.Title
		}
	}
	records := map[group][]result.Record{}
	want := map[group]int{}
	for _, j := range p.Jobs {
		g := group{j.Unit.Dataset, j.Unit.Rank, j.Unit.Method}
		want[g]++
		if rec, ok := st.Get(j.Unit.Experiment, j.Key); ok {
			records[g] = append(records[g], rec)
		}
	}
	for _, panel := range s.Panels {
		if b := p.panel(panel, table, records, want); len(b.Rows) > 0 && len(b.Columns) > 0 {
			t.Panels = append(t.Panels, b)
		}
	}
	t.Notes = p.notes(records)
	return t
}

func (p *Plan) panel(spec PanelSpec, table *published.Table, records map[group][]result.Record, want map[group]int) result.Panel {
	s := p.Spec
	b := result.Panel{Key: spec.Key, Title: spec.Title, Corner: "dataset"}
	var columns []ColumnSpec
	for _, c := range spec.Columns {
		if p.only.column(c.Method, spec.Key, s.metricOf(spec, c), s.columnName(c)) {
			columns = append(columns, c)
			b.Columns = append(b.Columns, result.Column{Group: c.Group, Label: s.columnLabel(c)})
		}
	}
	for _, d := range s.Datasets {
		for _, rank := range d.Ranks {
			if !p.only.row(d.Key, rank) {
				continue
			}
			row := result.Row{Label: d.rowLabel(rank)}
			for _, c := range columns {
				g := group{d.Key, rank, c.Method}
				cell := p.cell(g, s.metricOf(spec, c), records[g], want[g])
				cell.Address = s.cellAddress(d, rank, spec, c)
				cell.Row, cell.Column, cell.Decimals = row.Label, s.columnName(c), spec.decimals()
				cell.Published = lookup(table, s, spec, c, row.Label)
				row.Cells = append(row.Cells, cell)
			}
			b.Rows = append(b.Rows, row)
		}
	}
	return b
}

// cell sums up the records of a group under one metric.
func (p *Plan) cell(g group, metric string, records []result.Record, want int) result.Cell {
	base, _, _ := strings.Cut(metric, "@")
	m, _ := eval.Find(base)
	c := result.Cell{Dataset: g.dataset, Rank: g.rank, Method: g.method, Metric: metric, Lower: m.Better == eval.Lower, Want: want}
	reasons := map[result.Status][]string{}
	for _, rec := range records {
		c.StandIn = rec.Provenance.StandIn
		v, ok := rec.Metrics[metric]
		switch {
		case rec.Status == result.OK && ok:
			c.Values = append(c.Values, v)
		case rec.Status == result.OK:
			reasons[result.Skipped] = append(reasons[result.Skipped], rec.Unavailable[metric])
		default:
			reasons[rec.Status] = append(reasons[rec.Status], rec.Reason)
		}
	}
	c.Status = result.OK
	switch failed, skipped := reasons[result.Failed], reasons[result.Skipped]; {
	case len(failed) > 0:
		c.Note = fmt.Sprintf("%d of %d failed: %s", len(failed), want, failed[0])
		if len(c.Values) == 0 {
			c.Status = result.Failed
		}
	case len(c.Values) == 0 && len(skipped) > 0:
		c.Status, c.Note = result.Skipped, skipped[0]
	case len(records) < want:
		c.Status, c.Note = p.absent(g.dataset)
		if len(c.Values) > 0 {
			c.Status = result.OK
		}
	}
	return c
}

// absent tells why units of a data set have no record.
func (p *Plan) absent(dataset string) (result.Status, string) {
	for _, s := range p.Sources {
		if s.Key == dataset && s.Err != nil {
			return result.MissingData, s.Err.Error()
		}
	}
	return result.Pending, "not run yet"
}

// cellAddress is the address of one cell, as short as it is unique: rank where the data set has several, panel where
// another panel shows the same number.
func (s *Spec) cellAddress(d DatasetSpec, rank int, p PanelSpec, c ColumnSpec) string {
	parts := []string{"dataset=" + d.Key}
	if len(d.Ranks) > 1 {
		parts = append(parts, "rank="+strconv.Itoa(rank))
	}
	parts = append(parts, "method="+c.Method, "metric="+s.metricOf(p, c))
	if s.shownElsewhere(p, c) {
		parts = append(parts, "panel="+p.Key)
	}
	return s.Address + ":" + strings.Join(parts, ",")
}

func (s *Spec) shownElsewhere(p PanelSpec, c ColumnSpec) bool {
	return slices.ContainsFunc(s.Panels, func(q PanelSpec) bool {
		return q.Key != p.Key && slices.ContainsFunc(q.Columns, func(d ColumnSpec) bool {
			return d.Method == c.Method && s.metricOf(q, d) == s.metricOf(p, c)
		})
	})
}

func (p PanelSpec) decimals() int {
	if p.Decimals == 0 {
		return 2
	}
	return p.Decimals
}

// notes are the lines under the table: profile, deviations, data, what is missing, what doubts the records carry.
func (p *Plan) notes(records map[group][]result.Record) []string {
	notes := []string{fmt.Sprintf("Profile %s: %s; seed %d.", p.Profile, plural(p.Replicates, "replicate"), p.Jobs[0].Unit.Seed)}
	for _, d := range p.Deviations {
		notes = append(notes, "Deviation: "+d+".")
	}
	var used []string
	for _, s := range p.Sources {
		switch {
		case s.Err != nil:
			notes = append(notes, fmt.Sprintf("Data missing: %s: %v", s.Key, s.Err))
		case p.uses(s.Key):
			used = append(used, fmt.Sprintf("%s (%s, %d×%d)", s.Key, s.Entry.Name, s.Entry.Features, s.Entry.Samples))
		}
	}
	if len(used) > 0 {
		notes = append(notes, "Data: "+strings.Join(used, ", ")+".")
	}
	notes = append(notes, p.Spec.Notes...)
	return append(notes, doubts(records)...)
}

func (p *Plan) uses(dataset string) bool {
	return slices.ContainsFunc(p.Jobs, func(j *Job) bool { return j.Unit.Dataset == dataset })
}

// doubts counts the warnings of records, per method and data set.
func doubts(records map[group][]result.Record) []string {
	counts := map[string]int{}
	for g, recs := range records {
		for _, rec := range recs {
			for _, w := range rec.Warnings {
				counts[fmt.Sprintf("%s on %s: %s", g.method, g.dataset, w)]++
			}
		}
	}
	var lines []string
	for w, n := range counts {
		lines = append(lines, fmt.Sprintf("Doubt: %s (%s).", w, plural(n, "replicate")))
	}
	sort.Strings(lines)
	return lines
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
