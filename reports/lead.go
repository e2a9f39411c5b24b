package reports

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
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
	var factors []string
	for _, f := range []string{"stop", "initialisation", "labelling", "tuning", "scale", "size", "cause", ""} {
		if slices.ContainsFunc(shown, func(l result.LeadSource) bool {
			return slices.ContainsFunc(l.Changes, func(c result.Change) bool { return c.Factor == f && c.Counted() })
		}) {
			factors = append(factors, f)
		}
	}
	there := list.Filter(shown, func(l result.LeadSource) bool { return l.Class != result.LeadNotShown })
	if len(there) == 0 {
		there = shown
	}
	for _, f := range factors[:min(len(factors), mostColumns)] {
		if c := strongest(there, f); c.Counted() {
			m.Columns = append(m.Columns, LeadColumn{f, c})
		}
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

// LeadsSummary counts the leads of a table by class, for its first line.
func LeadsSummary(all []result.LeadSource) string {
	if len(all) == 0 {
		return "no lead"
	}
	trails := len(list.Filter(all, func(l result.LeadSource) bool { return l.Trails && l.Class != result.LeadNotShown }))
	text := fmt.Sprintf("%s of %s: %s", result.Count(len(all), "lead"), all[0].Name, result.CountClasses(all))
	if trails > 0 {
		text += fmt.Sprintf("; in %d of them it trails", trails)
	}
	return text
}

// OverBest returns the leads over the best reported rivals, over all rows.
func OverBest(all []result.LeadSource) []result.LeadSource {
	return list.Filter(all, func(l result.LeadSource) bool { return l.Best && l.Dataset == "" })
}

// fewestBest is from how many on the leads over the best reported rivals are enough.
const fewestBest = 3

// BestMatrix arranges the leads over the best reported rivals, or all where these are few.
func BestMatrix(all []result.LeadSource) LeadMatrix {
	if m := NewLeadMatrix(OverBest(all)); len(m.Rows) >= fewestBest {
		return m
	}
	return NewLeadMatrix(all)
}

// LeadsScreen shows the leads of a table on one screen; of several tables those over the best reported rivals.
func LeadsScreen(tables []result.LeadTable, s *term.Screen) {
	all := list.FlatMap(tables, func(t result.LeadTable) []result.LeadSource { return t.Sources })
	m := withBest(all)
	if len(tables) > 1 {
		m = withBest(OverBest(all))
	}
	if l, there := list.First(all, func(l result.LeadSource) bool { return l.Best && (l.Dataset == "" || tables[0].Asked != "") }); there {
		class := ClassText(l)
		if l.Class == result.LeadNotShown {
			class = fmt.Sprintf("%s, tested among all leads of the table (%s)", class, pValue(float64(l.P)))
		}
		s.Say(fmt.Sprintf("%s over %s, the best reported rival, in %s%s: reported %s, ours %s (%s); %s.", l.Name, l.RivalName, l.In(), onData(l),
			result.Tenth(float64(l.Reported)), result.Tenth(float64(l.Ours)), result.Tenths(float64(l.Low), float64(l.High)), class))
	}
	s.Say(m.Title(all))
	s.Say(LeadMarks)
	s.Blank()
	s.Rows(3, func(left int) string { return result.Count(left, "more line") + ": -v" }, m.narrow())
	s.Blank()
	if len(m.Columns) > 0 {
		s.List(len(m.ColumnKeys()), func(int) string { return "" }, m.ColumnKeys()...)
	}
	gone := list.Filter(all, func(l result.LeadSource) bool { return l.Class == result.LeadNotShown })
	if len(gone) > 0 {
		s.List(1, func(int) string { return "" }, fmt.Sprintf("Not shown to be there: %s, with those on single data sets", result.Count(len(gone), "lead")))
	}
	s.Say(LeadsCount(all))
	next := []string{"A reading is a value that the paper leaves open.", "Why, single data sets, intervals: -v"}
	if len(tables) > 1 {
		next = append(next, "All rivals: "+result.Command("compare lead", tables[0].Address)+s.With)
	}
	s.Next(next...)
}

// LeadsText writes all that is known of the leads of a table, for a terminal.
func LeadsText(t result.Table, all []result.LeadSource, w io.Writer) {
	fmt.Fprintf(w, "%s, profile %s: %s\n\n", t.Address, t.Profile, LeadsSummary(all))
	m := withBest(all)
	term.Columns(w, m.Lines())
	fmt.Fprintln(w)
	width := term.ScreenWidth
	if p, is := w.(*term.Page); is && p.Width > 0 {
		width = p.Width
	}
	for _, line := range append(m.Keys(), LeadsNotes(all)...) {
		fmt.Fprintln(w, term.Fold(line, width))
	}
}

// LeadsNotes returns the notes below a table of leads: how many have a class, why each lead has its class, the runs that would decide an
// open one, the leads that are not there, the command for changes that were not run, and the changes whose numbers were tuned on the
// labels.
func LeadsNotes(all []result.LeadSource) (notes []string) {
	notes = append(notes, LeadsNote(all), LeadsCount(all))
	var gone, commands, tuned, same []string
	for _, l := range all {
		if l.Class == result.LeadNotShown {
			gone = append(gone, LeadName(l))
			continue
		}
		notes = append(notes, fmt.Sprintf("%s, %s: %s (%s): %s", ClassText(l), LeadName(l), result.Tenth(float64(l.Ours)),
			result.Tenths(float64(l.Low), float64(l.High)), l.Why))
		for _, c := range l.Changes {
			if c.Lacking() {
				commands = list.AppendUnique(commands, fmt.Sprintf("%s, %s: %s", c.Answer, c.Setting, c.Command))
			}
			if c.Same != "" {
				same = list.AppendUnique(same, fmt.Sprintf("%s is the same as %s", c.Setting+": "+c.Value, c.Same))
			}
			if c.Pair == result.BothTuned {
				tuned = list.AppendUnique(tuned, c.Which())
			}
		}
	}
	for _, what := range untouched(all) {
		notes = append(notes, "touches no lead of this table: "+what)
	}
	if len(tuned) > 0 {
		commands = append(commands, "both leads tuned on the labels, since one of them has no honest numbers: "+strings.Join(tuned, "; "))
	}
	if len(gone) > 0 {
		notes = append(notes, fmt.Sprintf("not shown, %d: %s", len(gone), strings.Join(gone, "; ")))
	}
	if len(same) > 0 {
		notes = append(notes, "changes that are one for some lead, and count once: "+strings.Join(same, "; "))
	}
	return append(notes, commands...)
}

// untouched names the changes that touch no lead.
func untouched(all []result.LeadSource) (names []string) {
	if len(all) == 0 {
		return nil
	}
	for _, c := range all[0].Changes {
		if !slices.ContainsFunc(all, func(l result.LeadSource) bool {
			return slices.ContainsFunc(l.Changes, func(o result.Change) bool { return o.SameAs(c) && o.Answer != result.NothingMade })
		}) {
			names = append(names, c.Setting+": "+c.Value)
		}
	}
	return names
}

// LeadsCount says how many of the leads that are there have a class, and the reasons of the others.
func LeadsCount(all []result.LeadSource) string {
	text := result.CountLeads(all).String()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// LeadsNote says how to read a table of leads.
func LeadsNote(all []result.LeadSource) string {
	return "A lead is of what takes at least half of it while the rival rises or both move; it needs a setting without which the method that is " +
		"ahead falls; it is of the model if at least half stays under each change and their sum. Leads in " + unitsOf(all) + ", 95 % on these rows."
}

func onData(l result.LeadSource) string {
	if l.Dataset == "" {
		return ""
	}
	return " on " + l.Dataset
}

// unitsOf says what leads are in.
func unitsOf(all []result.LeadSource) string {
	units := list.AppendUnique(nil, list.Map(all, func(l result.LeadSource) string { return l.Unit })...)
	return list.Join(units, " or ", func(u string) string {
		if u == result.Percent {
			return "% less loss"
		}
		return u
	})
}

// leadColumns are those of a file with a line for each change of each lead.
var leadColumns = []string{
	"table", "method", "rival", "metric", "measure", "dataset", "unit", "reported", "ours", "ours_low", "ours_high", "class",
	"factor", "setting", "value", "answer", "left", "left_low", "left_high", "takes", "takes_low", "takes_high", "share", "n", "command", "on", "pair", "rows", "kind", "who", "own_moves", "own_low", "own_high", "rival_moves", "rival_low",
	"rival_high",
}

// LeadsCSV writes a line for each change of each lead.
func LeadsCSV(all []result.LeadSource, w io.Writer) error {
	lines := [][]string{leadColumns}
	for _, l := range all {
		for _, c := range l.Changes {
			line := []string{l.Paper + "/" + l.Table, l.Method, l.Rival, l.Metric, l.Measure, l.Dataset, l.Unit, l.Reported.Exact(), l.Ours.Exact(),
				l.Low.Exact(), l.High.Exact(), l.Class,
				c.Factor, c.Setting, c.Value, c.Answer}
			for _, v := range []result.Known{c.Left, c.LeftLow, c.LeftHigh, c.Takes, c.Low, c.High, c.Share} {
				line = append(line, v.Exact())
			}
			line = append(line, fmt.Sprint(c.N), c.Command, l.On, c.Pair, strconv.Itoa(cmp.Or(c.Rows, l.Rows)), c.Kind, c.Who)
			for _, m := range []result.Move{c.OwnMoves, c.RivalMoves} {
				line = append(line, m.Value.Exact(), m.Low.Exact(), m.High.Exact())
			}
			lines = append(lines, line)
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// LeadName names a lead in a sentence: over NMF in acc on yale.
func LeadName(l result.LeadSource) string { return strings.TrimSpace(l.Over() + onData(l)) }

// UnexplainedText counts the cells that differ and have no known cause, "" of none.
func UnexplainedText(cells []result.Cell, reasons []result.Reason) string {
	n := result.Unexplained(cells, reasons)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; no cause is known for %d", n)
}
