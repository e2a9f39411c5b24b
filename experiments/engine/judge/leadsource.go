package judge

import (
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
)

// Altered is a table with one thing changed.
type Altered struct {
	Factor, Setting, Value string
	Command                string                   // that computes it
	Table                  result.Table             // nobody need have judged it; empty if it was not run
	NotRun                 bool                     // nothing of it was run
	Shared                 bool                     // replicates share their draws with those of the table as it is
	Touches                func(c result.Cell) bool // tells whether a cell of the table is of other runs, or read in another way
	Shows                  bool                     // it only shows another metric in place of some
	cells                  map[result.Address]result.Cell
	Tuned                  bool // the numbers are those of the cells at options chosen on the runs that are scored
}

// Part is a difference that is a part of leads: of an ablation that a claim cites, with the experiment that has its numbers.
type Part struct {
	reported.Ablation
	Experiment Experiment
}

// Sources says what each lead of the paper's own method, whose name begins with own, is made of: over all rows of a judged table and, where
// these are of several data sets, over those of each. The lead is that of [Conclude], with the same interval: methods whose options were
// tuned have their honest numbers.
//
// A change that was run on a part of the rows is set beside the lead on these rows, if they are enough: see [enough]. It says how many.
//
// A change is a contrast of two leads that are made alike. Both are honest where the changed runs can be: they hold the grid, or nothing
// is tuned in them. Else both are at options that were chosen on the runs that are scored, and the change says so. That tuning on the
// labels is a change like any other: there the honest lead stands beside the tuned one.
//
// What a change takes is a contrast of two leads, L - L′, over the replicates that both have; its share s is tested by the contrast
// (1-s)·L - L′ and so has an interval (Fieller 1954). Leads are shown to be there at 5 % over the table (Benjamini and Hochberg); a change
// takes at least half, or something, at 5 % over all changes of a lead (Holm). That it takes less than half needs no correction where all
// changes have to. Where the lead is shown to be less than half of the reported one, a change may bring it: then L′ is there and at least
// half of L′ goes when the change is undone; whether any does is of the family of the leads.
func Sources(own string, t result.Table, changes []Altered, parts []Part, walks []Walk) []result.LeadSource {
	var all []*lead
	for _, s := range leadCells(own, t) {
		whole := newLead(t, s, "")
		all = append(all, whole)
		sets := list.AppendUnique(nil, list.Map(whole.rows, func(r leadRow) string { return r.own.cell.At.Dataset })...)
		for _, d := range sets {
			if len(sets) > 1 {
				all = append(all, newLead(t, s, d))
			}
		}
	}
	for i := range changes {
		changes[i].cells = cellsOf(changes[i].Table)
	}
	var family []float64 // of each lead that it is there, and that a change brings it
	for _, l := range all {
		for _, a := range changes {
			l.try(l.altered(a))
		}
		for _, x := range parts {
			if panel, shown := l.panelOf(x); shown {
				l.try(l.part(x, panel))
			}
		}
		for _, w := range walks {
			l.walk(w)
		}
		l.measure()
		family = append(family, l.contrast.Ours.P(0), l.bring())
	}
	family = stat.BenjaminiHochberg(family)
	for i, l := range all {
		l.P = result.Known(family[2*i])
		l.classify(family[2*i+1] < Level)
	}
	return list.Map(all, func(l *lead) result.LeadSource { return l.LeadSource })
}

// lead is a lead with what its changes come to.
type lead struct {
	result.LeadSource
	table     result.Table
	rows      []leadRow
	contrast  contrast.Contrast // of the lead
	sign      float64           // of the lead
	tolerance float64
	tried     []tried   // those of the changes that were run and touch it, by their place
	brings    []float64 // of each of these, that it does not bring the lead; corrected for all of them, none where nothing is wanting
}

// leadRow is the own cell and that of the rival in a row, and the lead in that row alone as verify has it, without the reported side.
type leadRow struct {
	own, rival term
	lead       []contrast.Term
}

// newLead makes the lead over the rows of a data set, or over all.
func newLead(t result.Table, s *sum, dataset string) *lead {
	l := &lead{table: t}
	m := sum{Conclusion: s.Conclusion, rival: s.rival}
	for i := 0; i < len(s.terms); i += 2 {
		if x, y := s.terms[i], s.terms[i+1]; dataset == "" || x.cell.At.Dataset == dataset {
			r := leadRow{own: x, rival: y}
			x, y = ahead(x, y, s.Unit, matched)
			r.lead = []contrast.Term{weighted(x.Term, x.Ours, 0), weighted(y.Term, y.Ours, 0)}
			l.rows = append(l.rows, r)
			m.terms = append(m.terms, x, y)
		}
	}
	m.measure()
	shown := m.lead()
	l.contrast, l.tolerance = m.contrast, m.Tolerance
	l.sign = math.Copysign(1, shown.Ours)
	l.LeadSource = result.LeadSource{
		Paper: s.Paper, Table: s.Table, Metric: s.Metric, Measure: s.Measure, Method: s.Method, Name: s.Name,
		Rival:     s.rival.Key,
		RivalName: s.rival.Name,
		Dataset:   dataset, Rows: len(l.rows), Unit: s.Unit, On: m.On,
		Reported: result.Known(shown.Reported), Ours: result.Known(shown.Ours),
		Low: result.Known(shown.OursLow), High: result.Known(shown.OursHigh), N: m.N, Tolerance: result.Known(m.Tolerance),
	}
	return l
}

// done takes the means over the rows if they are enough, and says how many they are where they are not all.
func (l *lead) done(c result.Change, x *tried) (result.Change, *tried) {
	if !enough(len(x.rows), len(l.rows)) {
		c.Answer, c.Pair = result.NotOnRows, ""
		return c, nil
	}
	if len(x.rows) < len(l.rows) {
		c.Rows = len(x.rows)
	}
	x.over()
	return c, x
}

// try adds a change.
func (l *lead) try(c result.Change, x *tried) {
	l.Changes = append(l.Changes, c)
	if x != nil {
		x.place = len(l.Changes) - 1
		l.tried = append(l.tried, *x)
	}
}

// altered sets the lead beside that of an altered table.
func (l *lead) altered(a Altered) (c result.Change, x *tried) {
	c = untold(a.Factor, a.Setting, a.Value, a.Command)
	others := a.cells
	touches := func(c result.Cell) bool {
		return a.Touches(c) && !(a.Shows && others[placeOf(c)].At.Metric == c.At.Metric)
	}
	// A score that reads no clusters has its number from the factors: to read clusters in another way tests nothing of it.
	idle := a.Factor == reported.FactorLabelling && !l.labelled()
	if idle || !slices.ContainsFunc(l.rows, func(r leadRow) bool { return touches(r.own.cell) || touches(r.rival.cell) }) {
		c.Answer = result.NothingMade
		return c, nil
	}
	if a.NotRun {
		return c, nil
	}
	var before, after [][2]result.Cell
	var places []int
	for i, r := range l.rows {
		own, there := others[placeOf(r.own.cell)]
		rival, too := others[placeOf(r.rival.cell)]
		if a.Tuned {
			own, rival, there, too = r.own.cell, r.rival.cell, true, true
		}
		if !there || !too || len(own.Runs.Values) < 2 || len(rival.Runs.Values) < 2 {
			continue
		}
		before, after = append(before, [2]result.Cell{r.own.cell, r.rival.cell}), append(after, [2]result.Cell{own, rival})
		places = append(places, i)
	}
	x = &tried{}
	c.Pair = alike(before, after, a.Tuned)
	for i, place := range places {
		source := l.table.Base
		if a.Shared {
			common(&before[i], &after[i])
		} else {
			source += ", " + c.Which()
		}
		was, left := l.terms(l.table.Base, before[i]), l.terms(source, after[i])
		x.add(place, was, append(scaled(was, 1), scaled(left, -1)...), left)
	}
	return l.done(c, x)
}

// alike gives both leads of a change the numbers that either can have, and says which: see [Sources]. Where the change is that options are
// tuned, what it leaves keeps those that were chosen on the labels.
func alike(before, after [][2]result.Cell, tuned bool) (pair string) {
	if pair = pairOf(slices.Concat(before, after)); tuned {
		pair = result.HonestAndTuned
	}
	if pair != result.BothHonest && pair != result.HonestAndTuned {
		return pair
	}
	for i := range before {
		before[i] = [2]result.Cell{honest(before[i][0]), honest(before[i][1])}
		if !tuned {
			after[i] = [2]result.Cell{honest(after[i][0]), honest(after[i][1])}
		}
	}
	return pair
}

// pairOf says which numbers all of some cells can have: honest ones, else those at options chosen on the runs that are scored; "" where
// nothing was tuned.
func pairOf(rows [][2]result.Cell) string {
	does := func(has func(t *result.Tuned) bool) bool {
		return slices.ContainsFunc(rows, func(row [2]result.Cell) bool { return has(row[0].Runs.Tuned) || has(row[1].Runs.Tuned) })
	}
	switch {
	case does(func(t *result.Tuned) bool { return t != nil && len(t.Honest) == 0 }):
		return result.BothTuned
	case does(func(t *result.Tuned) bool { return t != nil }):
		return result.BothHonest
	}
	return ""
}

// common leaves of the cells of a row, as they are and as a change leaves them, the replicates that all have, if there are two or more.
func common(before, after *[2]result.Cell) {
	cells := []*result.Cell{&before[0], &before[1], &after[0], &after[1]}
	both := cells[0].Runs.Replicates
	for _, c := range cells {
		both = list.Filter(both, func(r int) bool { return slices.Contains(c.Runs.Replicates, r) })
	}
	if len(both) < 2 {
		return
	}
	for i, c := range cells {
		*c = only(*c, both)
		c.Runs.Draw = cells[i%2].Runs.Draw
	}
}

// terms returns the lead in a row as terms of a lead over that row alone.
func (l *lead) terms(source string, cells [2]result.Cell) []contrast.Term {
	weight := func(c result.Cell) term { return term{weighted(cellTerm(source, c), 100, 0), c} }
	asTheyAre := func(a, b result.Cell) (result.Cell, result.Cell) { return a, b }
	x, y := ahead(weight(cells[0]), weight(cells[1]), l.Unit, asTheyAre)
	return []contrast.Term{weighted(x.Term, x.Ours, 0), weighted(y.Term, y.Ours, 0)}
}

// panelOf returns the panel of an ablation that has the metric of the lead: that which the claim cites, else the first. None has it where
// the ablation is not measured so.
func (l *lead) panelOf(p Part) (panel result.Panel, shown bool) {
	all := list.Filter(p.Experiment.Table.Panels, func(b result.Panel) bool {
		return len(b.Rows) > 0 && slices.ContainsFunc(b.Rows[0].Cells, func(c result.Cell) bool {
			return c.At.Metric == l.rows[0].own.cell.At.Metric
		})
	})
	if len(all) == 0 {
		return panel, false
	}
	if panel, shown = list.First(all, func(b result.Panel) bool { return b.Key == p.Panel }); !shown {
		panel = all[0]
	}
	return panel, true
}

// part sets the lead beside a difference that is a part of it: of the own method with the cause less that without it, or of the rival at
// the size of the own method less that at its own size.
func (l *lead) part(p Part, panel result.Panel) (c result.Change, x *tried) {
	c = untold(p.Factor, p.Ablation.Experiment, p.Removes, p.Experiment.Plan.Command())
	p.Panel = panel.Key
	pairs, err := ablationPairs(p.Experiment.Plan, p.Ablation, panel, someRun)
	pairs = list.Filter(pairs, func(q ablationPair) bool { return q.with.At.Metric == l.rows[0].own.cell.At.Metric })
	if err != nil || len(pairs) == 0 { // or they are of another metric
		return c, nil
	}
	if m := pairs[0].with.At.Method; m != l.Method && m != l.Rival {
		c.Answer = result.NothingMade
		return c, nil
	}
	x = &tried{}
	c.Pair = pairOf(list.Map(pairs, func(q ablationPair) [2]result.Cell { return [2]result.Cell{q.with, q.without} }))
	for place, r := range l.rows {
		i := slices.IndexFunc(pairs, func(q ablationPair) bool { return l.concerns(r, q.with) || l.concerns(r, q.without) })
		if i < 0 {
			continue
		}
		w := 100.0
		if l.Unit == result.Percent {
			w /= math.Abs(stat.Mean(r.rival.Values))
		}
		if r.own.cell.Metric.Lower {
			w = -w
		}
		with, without := pairs[i].with, pairs[i].without
		if c.Pair == result.BothHonest {
			with, without = honest(with), honest(without)
		}
		if len(p.ThanRows) == 0 {
			with, without = paired(with, without)
		}
		source := p.Experiment.Table.Base
		than := source
		if len(p.ThanRows) > 0 { // other random draws: nothing to pair by
			than += ", than"
		}
		takes := []contrast.Term{weighted(cellTerm(source, with), w, 0), weighted(cellTerm(than, without), -w, 0)}
		x.add(place, r.lead, takes, append(scaled(r.lead, 1), scaled(takes, -1)...))
	}
	return l.done(c, x)
}

// concerns tells whether a cell of an ablation stands for a row of the lead: the row of that name, or the one row of its data set.
func (l *lead) concerns(r leadRow, c result.Cell) bool {
	of := list.Filter(l.rows, func(o leadRow) bool { return o.own.cell.At.Dataset == c.At.Dataset })
	return r.own.cell.At.Row == c.At.Row || len(of) == 1 && of[0].own.cell.At.Row == r.own.cell.At.Row
}

// contrastTerms returns the terms of the lead over rows as the table shows it, without the reported side.
func (l *lead) contrastTerms(places []int) (terms []contrast.Term) {
	for _, i := range places {
		terms = append(terms, scaled(l.rows[i].lead, 1/float64(len(places)))...)
	}
	return terms
}

// scaled returns terms with their weights times a factor.
func scaled(terms []contrast.Term, times float64) []contrast.Term {
	return list.Map(terms, func(t contrast.Term) contrast.Term { return weighted(t, times*t.Ours, times*t.Theirs) })
}

// untold returns a change of which there are no numbers.
func untold(factor, setting, value, command string) result.Change {
	nan := result.Known(math.NaN())
	return result.Change{
		Factor: factor, Setting: setting, Value: value, Command: command, Answer: result.NotRun,
		Left: nan, LeftLow: nan, LeftHigh: nan,
		Takes: nan, Low: nan, High: nan,
		Share: result.Share{Share: nan, Low: nan, High: nan}, Half: nan, None: nan,
	}
}

// cellsOf returns the cells of a table by where they stand in it.
func cellsOf(t result.Table) map[result.Address]result.Cell {
	cells := map[result.Address]result.Cell{}
	eachCell(t, func(at result.Address, c result.Cell) { cells[at] = c })
	return cells
}

// placeOf says where a cell stands in its table, which alternatives leave as it is.
func placeOf(c result.Cell) result.Address {
	return result.Address{Panel: c.At.Panel, Row: c.At.Row, Column: c.At.Column, Measure: c.At.Measure}
}
