package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// LeadMatrix says what is left of leads when one thing is changed: a row for each lead, a column for each factor, which has the change of
// it that takes most of them.
type LeadMatrix struct {
	Columns []LeadColumn
	Rows    []LeadRow
}

// LeadColumn is a change with its factor.
type LeadColumn struct {
	Factor string
	Change result.Change
}

// LeadRow is a lead with what each column leaves of it.
type LeadRow struct {
	Lead  result.LeadSource
	Cells []LeadCell
}

// LeadCell is what a change leaves of a lead. State is kept (at least half), halved, gone (not shown to be there), turned (the other one is
// ahead), open, or empty where nothing was run.
type LeadCell struct{ Text, State string }

// mostColumns bounds the columns of a matrix of leads.
const mostColumns = 8

// columnNames are the headings of factors; together are several settings at once.
var columnNames = map[string]string{"initialisation": "init.", "labelling": "labels", "": "together"}

// NewLeadMatrix arranges the leads that are shown to be there: the leads over all rows, or, if there is none, the leads on single data
// sets. The best reported rival comes first.
func NewLeadMatrix(all []result.LeadSource) (m LeadMatrix) {
	return leadMatrix(all, func(l result.LeadSource) bool { return l.Class != result.LeadNotShown })
}

// withBest arranges the leads that there are, and those over the best reported rivals.
func withBest(all []result.LeadSource) LeadMatrix {
	return leadMatrix(all, func(l result.LeadSource) bool { return l.Best || l.Class != result.LeadNotShown })
}

func leadMatrix(all []result.LeadSource, wanted func(result.LeadSource) bool) (m LeadMatrix) {
	whole := list.Filter(all, func(l result.LeadSource) bool { return l.Dataset == "" })
	if len(whole) == 0 {
		whole = all
	}
	shown := slices.Clone(list.Filter(whole, wanted))
	order := list.AppendUnique(nil, list.Map(shown, result.LeadSource.In)...)
	slices.SortStableFunc(shown, func(a, b result.LeadSource) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.In()), slices.Index(order, b.In())), cmp.Compare(a.Reported, b.Reported))
	})
	there := list.Filter(shown, func(l result.LeadSource) bool { return l.Class != result.LeadNotShown })
	if len(there) == 0 {
		there = shown
	}
	var factors []string
	for _, f := range []string{"stop", "initialisation", "labelling", "tuning", "scale", "size", "cause", ""} {
		if slices.ContainsFunc(there, func(l result.LeadSource) bool {
			return slices.ContainsFunc(l.Changes, func(c result.Change) bool { return c.Factor == f && c.Counted() })
		}) {
			factors = append(factors, f)
		}
	}
	for _, f := range factors[:min(len(factors), mostColumns)] {
		m.Columns = append(m.Columns, LeadColumn{f, strongest(there, f)})
	}
	for _, l := range shown { // other changes that decide a class
		c := l.Deciding
		if c == nil || !l.Classed() || l.Class == result.OfModel || len(m.Columns) == mostColumns || !slices.Contains(factors, c.Factor) ||
			slices.ContainsFunc(m.Columns, func(o LeadColumn) bool { return o.Change.SameAs(*c) }) {
			continue
		}
		places := list.Places(m.Columns, func(o LeadColumn) bool { return o.Factor == c.Factor })
		m.Columns = slices.Insert(m.Columns, places[len(places)-1]+1, LeadColumn{c.Factor, *c})
	}
	for _, l := range shown {
		row := LeadRow{Lead: l}
		for _, column := range m.Columns {
			c, there := list.First(l.Changes, column.Change.SameAs)
			row.Cells = append(row.Cells, leadCell(l, c, there))
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// strongest returns the change of a factor that takes half of most leads, and then that which takes most of their points.
func strongest(all []result.LeadSource, factor string) (best result.Change) {
	type taken struct {
		halves, run int
		points      float64
	}
	var order []result.Change
	by := map[[2]string]taken{}
	for _, l := range all {
		for _, c := range l.Changes {
			if c.Factor != factor || !c.Counted() {
				continue
			}
			key := [2]string{c.Setting, c.Value}
			t, there := by[key]
			if !there {
				order = append(order, c)
			}
			if t.run++; c.Answer == result.TakesHalf || c.Answer == result.Brings {
				t.halves++
			}
			if points := math.Copysign(float64(c.Takes), float64(c.Takes)*float64(l.Ours)); !math.IsNaN(points) {
				t.points += points
			}
			by[key] = t
		}
	}
	return slices.MaxFunc(order, func(a, b result.Change) int {
		x, y := by[[2]string{a.Setting, a.Value}], by[[2]string{b.Setting, b.Value}]
		return cmp.Or(cmp.Compare(x.halves, y.halves), cmp.Compare(x.points, y.points))
	})
}

// leadCell returns what a change leaves of a lead, with a mark for who moves.
func leadCell(l result.LeadSource, c result.Change, there bool) LeadCell {
	switch {
	case !there || c.Answer == result.NothingMade:
		return LeadCell{Text: "-"}
	case !c.Counted():
		return LeadCell{Text: "·"}
	}
	text, side := result.Tenth(float64(c.Left)), 1.0
	if l.Trails {
		side = -1
	}
	low, high := side*float64(c.LeftLow), side*float64(c.LeftHigh)
	if low > high {
		low, high = high, low
	}
	switch {
	case l.Class == result.LeadNotShown: // nothing that could go
		return LeadCell{Text: text}
	case c.Answer == result.Brings:
		return LeadCell{text + " +", "kept"}
	case c.Answer == result.OpenChange:
		return LeadCell{text + " ?", "open"}
	case c.Answer != result.TakesHalf:
		return LeadCell{text, "kept"}
	case high < 0:
		return LeadCell{text + whoMark(c.Who), "turned"}
	case low <= 0 || math.IsNaN(low):
		return LeadCell{text + whoMark(c.Who), "gone"}
	}
	return LeadCell{text + whoMark(c.Who), "halved"}
}

func whoMark(who string) string {
	switch who {
	case result.OwnFalls, result.RivalFalls:
		return " ↓"
	case result.RivalRises, result.OwnRises:
		return " ↑"
	case result.WhoBoth, result.WhoNeither:
		return " ↕"
	}
	return " ?"
}

// names returns the headings of the columns: their factors, and letters where a factor has several.
func (m LeadMatrix) names() []string {
	seen := map[string]int{}
	return list.Map(m.Columns, func(c LeadColumn) string {
		name := cmp.Or(columnNames[c.Factor], c.Factor)
		if seen[name]++; seen[name] > 1 {
			name += " " + string(rune('a'+seen[name]-1))
		}
		return name
	})
}

// Lines returns the matrix as a table below its headings. The name of a metric stands where it changes, and that of a table where there are
// several.
func (m LeadMatrix) Lines() [][]string {
	lines, metric := [][]string{slices.Concat([]string{"", "over", "reported", "ours"}, m.names(), []string{"class"})}, ""
	several := slices.ContainsFunc(m.Rows, func(r LeadRow) bool { return r.Lead.Table != m.Rows[0].Lead.Table })
	for _, r := range m.Rows {
		name, rival := r.Lead.In(), r.Lead.RivalName
		if several {
			rival = r.Lead.Table + ", " + rival
		}
		line := []string{name, rival + onData(r.Lead), result.Tenth(float64(r.Lead.Reported)), result.Tenth(float64(r.Lead.Ours))}
		if name == metric {
			line[0] = ""
		}
		metric = name
		line = append(line, list.Map(r.Cells, func(c LeadCell) string { return c.Text })...)
		lines = append(lines, append(line, ClassText(r.Lead)))
	}
	return lines
}

// narrow returns the same lines with the metrics above their rivals.
func (m LeadMatrix) narrow() (lines [][]string) {
	for _, line := range m.Lines() {
		if line[0] != "" {
			lines = append(lines, line[:1])
		}
		lines = append(lines, append([]string{"  " + line[1]}, line[2:]...))
	}
	return lines
}

// First returns the first rows, and the columns that change a lead of one of them.
func (m LeadMatrix) First(rows int) (some LeadMatrix) {
	all := m.Rows[:min(rows, len(m.Rows))]
	kept := list.Places(m.Columns, func(c LeadColumn) bool {
		return slices.ContainsFunc(all, func(r LeadRow) bool {
			return !slices.Contains([]string{"", "kept"}, r.Cells[slices.IndexFunc(m.Columns, func(o LeadColumn) bool { return o.Change.SameAs(c.Change) })].State)
		})
	})
	some.Columns = list.Map(kept, func(k int) LeadColumn { return m.Columns[k] })
	some.Rows = list.Map(all, func(r LeadRow) LeadRow {
		return LeadRow{r.Lead, list.Map(kept, func(k int) LeadCell { return r.Cells[k] })}
	})
	return some
}

// Block returns the matrix as lines of text.
func (m LeadMatrix) Block() string {
	var b strings.Builder
	term.Columns(&b, m.narrow())
	return b.String()
}

// State returns the state of a place of the lines, empty where it has no change.
func (m LeadMatrix) State(line, place int) string {
	if k := place - 4; line > 0 && k >= 0 && k < len(m.Columns) {
		return m.Rows[line-1].Cells[k].State
	}
	return ""
}

// ClassText returns the class of a lead in words: the setting that it needs, the direction of the stop, and whether the own method
// trails.
func ClassText(l result.LeadSource) string {
	text := l.Class
	switch {
	case l.Class == result.NeedsLead && len(l.Needs) > 0:
		text = "needs " + list.Join(l.Needs, ", ", func(f string) string { return cmp.Or(columnNames[f], f) })
	case l.Class == result.OfStop && l.Deciding != nil && l.Deciding.Way != "":
		text += ", " + l.Deciding.Way
	}
	if len(l.Contradicts) > 0 {
		text += "; " + list.Join(l.Contradicts, ", ", func(f string) string { return cmp.Or(columnNames[f], f) }) + "?"
	}
	if l.Trails && l.Class != result.LeadNotShown {
		return "trails; " + text
	}
	return text
}

// Title says whose leads the matrix shows, and in which metrics.
func (m LeadMatrix) Title(all []result.LeadSource) string {
	if len(all) == 0 {
		return "No lead"
	}
	sets := list.AppendUnique(nil, list.Map(all, func(l result.LeadSource) string { return l.Dataset })...)
	sets = slices.DeleteFunc(sets, func(d string) bool { return d == "" })
	over := ""
	if len(sets) > 0 {
		over = " (" + strings.Join(sets[:min(len(sets), 8)], ", ") + ")"
	}
	return fmt.Sprintf("%s's lead in %s, and what is left when one thing is changed%s", all[0].Name, unitsOf(all), over)
}

// LeadMarks says how to read the marks of a matrix.
const LeadMarks = "Less than half left: ↓ the one ahead falls, ↑ the other rises, ↕ both; ? open; + only so; · not run; - no part"

// Keys say how to read the marks, and what each column changes.
func (m LeadMatrix) Keys() []string { return append([]string{LeadMarks}, m.ColumnKeys()...) }

// ColumnKeys say what each column changes.
func (m LeadMatrix) ColumnKeys() (lines []string) {
	names, joint := m.names(), map[string]int{} // what is joined stands in the names of its parts; -v has the values
	for i, c := range m.Columns {
		if k, there := joint[c.Change.Setting]; there {
			lines[k] = names[i] + ", " + lines[k]
			continue
		}
		if strings.Contains(c.Change.Setting, " × ") {
			joint[c.Change.Setting] = len(lines)
			lines = append(lines, fmt.Sprintf("%s = %s (%s)", names[i], c.Change.Setting, c.Change.Kind))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s = %s: %s (%s)", names[i], c.Change.Setting, c.Change.Value, c.Change.Kind))
	}
	if i := slices.IndexFunc(m.Rows, func(r LeadRow) bool {
		return r.Lead.Class == result.NeedsLead && len(r.Lead.Needs) > 0 && !r.Lead.Trails
	}); i >= 0 {
		l := m.Rows[i].Lead
		need := cmp.Or(columnNames[l.Needs[0]], l.Needs[0])
		lines = append(lines, fmt.Sprintf("needs %s: %s falls with that change, even over a rival without such a setting; or the paper states it otherwise", need, l.Name))
	}
	return lines
}
