package reports

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

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
