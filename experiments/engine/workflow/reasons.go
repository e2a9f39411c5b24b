package workflow

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// heading matches the words in bold that a note begins with, and what follows.
var heading = regexp.MustCompile(`(?s)^\*\*(.+?)\*\*\s*(.*)`)

// sentence matches the first sentence of a text: its end is a full stop before a capital letter, a table or the end.
var sentence = regexp.MustCompile(`(?s)^.*?[.:](?:\s+\p{Lu}|\s*\n\n|\s*$)`)

// least is the part of the difference that a setting has to explain to be a reason.
const least = 0.1

// reasons returns what is known of why cells of a table differ, that of the largest differences first: notes of the paper, and settings
// that the paper leaves open under which cells come nearer to the reported numbers. A setting that a note tells of goes with the note.
func reasons(paper *reported.Paper, t result.Table, other []Alternative) (all []result.Reason) {
	differ := list.Filter(t.Cells(), func(c result.Cell) bool {
		return c.Verdict.Kind == result.KindDiffers || c.Verdict.Kind == result.KindFailed
	})
	moves := settings(differ, other)
	told := map[string]bool{}
	for _, n := range paper.Notes {
		r := result.Reason{Key: n.Says, Says: inShort(n.Says), Open: n.Open}
		for _, c := range differ {
			if len(n.Places()) > 0 && fits(n, t.Key, c) {
				r.Cells, r.Size = append(r.Cells, c.Address), r.Size+inTolerances(c.Verdict.Difference, c.Verdict.Tolerance)
			}
		}
		for _, m := range moves {
			if len(r.Cells) > 0 && slices.Contains(n.Settings, m.key) {
				r.Says, told[m.key] = r.Says+" "+m.Says, true
			}
		}
		if len(r.Cells) > 0 {
			all = append(all, r)
		}
	}
	for _, m := range moves {
		if !told[m.key] {
			all = append(all, m.Reason)
		}
	}
	return result.Joined(all)
}

// inTolerances returns a difference in tolerances. From ten on one is as bad as another, so that a number that diverged hides no others.
func inTolerances(difference, tolerance float64) float64 {
	if s := math.Abs(difference) / tolerance; !math.IsNaN(s) {
		return min(s, 10)
	}
	return 1 // of a failed cell
}

// inShort returns the heading of a note with its first sentence.
func inShort(note string) string {
	parts := heading.FindStringSubmatch(strings.TrimSpace(note))
	if parts == nil {
		return note
	}
	first := cmp.Or(sentence.FindString(parts[2]), parts[2])
	if k := strings.LastIndexAny(first, ".:"); k >= 0 {
		first = first[:k] + "."
	}
	return strings.Join(strings.Fields(parts[1]+" "+first), " ")
}

// move is what an alternative does to the cells that differ.
type move struct {
	key string // of the setting
	result.Reason
}

// settings returns the settings of which an alternative brings cells that differ nearer to the reported numbers, the alternative of each
// that brings them nearest.
func settings(differ []result.Cell, other []Alternative) (all []move) {
	differs := list.ByKey(differ, func(c result.Cell) string { return c.Address })
	var order []Alternative
	by := map[[2]string][]Alternative{}
	for _, a := range other {
		if _, is := differs[a.Cell.Address]; !is || math.IsNaN(a.Nearer) {
			continue
		}
		id := [2]string{a.Key, a.Value}
		if by[id] == nil {
			order = append(order, a)
		}
		by[id] = append(by[id], a)
	}
	for _, first := range order {
		cells := by[[2]string{first.Key, first.Value}]
		m := move{key: first.Key}
		nearer, gap := 0.0, 0.0
		for _, a := range cells {
			tolerance := differs[a.Cell.Address].Verdict.Tolerance
			before := inTolerances(a.Gap, tolerance)
			gap, nearer = gap+before, nearer+before-inTolerances(a.OtherGap, tolerance)
			if a.Nearer > 0 && !a.Interval.Contains(0) {
				m.Cells = append(m.Cells, a.Cell.Address)
			}
		}
		if len(m.Cells) == 0 || !(nearer > least*gap) {
			continue
		}
		m.Key, m.Size = first.Key+" "+first.Value, nearer
		which := "it comes"
		if len(cells) > 1 {
			which = fmt.Sprintf("%d of the %d cells that were run come", len(m.Cells), len(cells))
		}
		m.Says = fmt.Sprintf("With “%s” %s significantly nearer, by %.0f %% of the difference.", first.Named(), which,
			100*nearer/gap)
		switch k := slices.IndexFunc(all, func(x move) bool { return x.key == m.key }); {
		case k < 0:
			all = append(all, m)
		case all[k].Size < m.Size:
			all[k] = m
		}
	}
	return all
}

// fits tells whether a note is about a cell of a table: about the whole paper, the table, or what one of its addresses selects. An
// average is of all data sets and ranks.
func fits(n reported.Note, table string, c result.Cell) bool {
	return len(n.Places()) == 0 || slices.ContainsFunc(n.Places(), func(place string) bool {
		at, cells, _ := strings.Cut(place, ":")
		only, err := spec.ParseFilter(cells)
		if err != nil || at != table {
			return false
		}
		average := c.At.Dataset == "" || c.At.Dataset == reported.AverageRow
		return only.Takes("method", c.At.Method) && only.Takes("metric", c.At.Metric) && (average || only.Takes("dataset", c.At.Dataset) &&
			(c.At.Rank == 0 || only.Takes("rank", fmt.Sprint(c.At.Rank))))
	})
}
