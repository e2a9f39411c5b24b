package whatif

import (
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Leads says what each lead of the paper's own method, whose name begins with own, is made of: over all rows of a judged table and, where
// these are of several data sets, over those of each. The lead is that of [judge.LeadsOf]: methods whose options were tuned have their
// honest numbers.
//
// A change is a contrast of two leads that are made alike, L and L′, over the replicates that both have. Both are honest where the changed
// runs can be: they hold the grid, or nothing is tuned in them. Else both are at options that were chosen on the runs that are scored, and
// the change says so. Beside what it takes, L - L′, stands by how much each of the two methods moves. One that was run on a part of the
// rows is set beside the lead on these rows, if they are enough: see [enough].
//
// That a change takes at least half of the lead is tested by the contrast L/2 - L′ at 5 % over all changes of a lead (Holm), that a lead is
// there at 5 % over the table (Benjamini and Hochberg). Where the lead is shown to be less than half of the reported one, a change may
// bring it: then L′ is there and at least half of L′ goes when the change is undone; whether any does is of the family of the leads.
func Leads(own string, t result.Table, changes []*Change, walks []Walk) []result.LeadSource {
	var family []float64 // of each lead that it is there, and that a change brings it
	all := list.Map(judge.LeadsOf(own, t), func(of judge.LeadOf) *lead { return newLead(t, of) })
	cells := list.Map(changes, func(b *Change) [2]map[result.Address]result.Cell {
		if len(b.Before.Panels) == 0 {
			return [2]map[result.Address]result.Cell{nil, cellsOf(b.Table)}
		}
		return [2]map[result.Address]result.Cell{cellsOf(b.Before), cellsOf(b.Table)}
	})
	for _, l := range all {
		l.Changes = make([]result.Change, 0, len(changes)) // what is tried points into it
		for i, b := range changes {
			l.try(b, cells[i])
		}
		for _, w := range walks {
			l.walk(w)
		}
		family = append(family, l.of.Contrast.Ours.P(0), l.bring())
	}
	family = stat.BenjaminiHochberg(family)
	for i, l := range all {
		l.P = result.Known(family[2*i])
		l.classify(family[2*i+1] < judge.Level)
	}
	return list.Map(all, func(l *lead) result.LeadSource { return l.LeadSource })
}

// lead is a lead with what its changes come to.
type lead struct {
	result.LeadSource
	of     judge.LeadOf
	base   string
	sign   float64 // of the lead
	tried  []*tried
	joint  []*tried                          // of several settings at once
	same   map[*result.Change]*result.Change // changes that have the numbers of others
	brings []float64                         // of each of these, that it does not bring the lead; corrected for all of them, none where nothing is wanting
}

func newLead(t result.Table, of judge.LeadOf) *lead {
	return &lead{of: of, same: map[*result.Change]*result.Change{}, base: t.Base, sign: math.Copysign(1, of.Ours), LeadSource: result.LeadSource{
		Paper: of.Paper, Table: of.Table, Metric: of.Metric, Measure: of.Measure, Method: of.Method, Name: of.Name, Rival: of.Rival,
		RivalName: of.RivalName, Dataset: of.Dataset, Rows: len(of.Rows), Unit: of.Unit, On: of.On, Best: of.Best, Trails: of.Ours < 0,
		Reported: result.Known(of.Reported), Ours: result.Known(of.Ours), Low: result.Known(of.OursLow), High: result.Known(of.OursHigh),
		N: of.N, Tolerance: result.Known(of.Tolerance)}}
}

// tried is a change whose numbers there are, as sums of terms: the lead, and what the change leaves of it, over the replicates that count,
// and how far the own method moves. What it takes, and how far the rival moves, follow.
type tried struct {
	*result.Change
	rows               []changedRow
	before, left, own  []contrast.Term
	takes, rival       []contrast.Term
	falls, rises, half stat.Estimate // of the one that is ahead, of the other, and what is taken less half of the lead; to the lead's side
}

// changedRow is what a change does in one row of the lead.
type changedRow struct {
	place             int
	before, left, own []contrast.Term
}

// on returns the change on those of its rows that have places among the rows of the lead: the means over these.
func (x *tried) on(places []int) *tried {
	y := &tried{Change: x.Change, rows: list.Filter(x.rows, func(r changedRow) bool { return slices.Contains(places, r.place) })}
	k := 1 / float64(len(y.rows))
	for _, r := range y.rows {
		y.before, y.left, y.own = append(y.before, scaled(r.before, k)...), append(y.left, scaled(r.left, k)...), append(y.own, scaled(r.own, k)...)
	}
	y.takes = sum(y.before, scaled(y.left, -1))
	y.rival = sum(y.takes, y.own)
	return y
}

// fewestRows is on how many rows a change has to be run at least, where the lead has more.
const fewestRows = 3

// enough tells whether a change that was run on some of the rows of a lead speaks for it: on all, or on three or more that are at least a
// third of them.
func enough(run, rows int) bool { return run == rows || run >= fewestRows && 3*run >= rows }

// try sets the lead beside that under a change, whose cells are given before and after; none before are those of the table.
func (l *lead) try(b *Change, cells [2]map[result.Address]result.Cell) {
	nan := result.Known(math.NaN())
	unknown := result.Move{Value: nan, Low: nan, High: nan}
	setting, value := b.Choice.Key, b.Alt.Value
	if b.Control != nil {
		setting, value = b.Control.Ablation.Experiment, b.Control.Removes
	}
	l.Changes = append(l.Changes, result.Change{Factor: b.Factor, Factors: b.Factors, Setting: setting, Value: value, Kind: b.Kind(), LeftOpen: b.Control != nil || b.Open(), Way: b.Way, Command: b.Command,
		Answer: result.NotRun, Who: result.WhoOpen, OwnMoves: unknown, RivalMoves: unknown, Left: nan, LeftLow: nan, LeftHigh: nan, Takes: nan,
		Low: nan, High: nan, Share: nan, Half: nan, None: nan})
	c := &l.Changes[len(l.Changes)-1]
	x := &tried{Change: c}
	switch {
	case b.Control != nil:
		if !l.control(b.Control, x) {
			return
		}
	case !l.touched(b, cells[1]):
		c.Answer = result.NothingMade
	case !b.NotRun:
		l.altered(b, cells, x)
	}
	if c.Answer == result.NothingMade || b.NotRun || b.Control != nil && b.Control.Experiment.Results == nil {
		return
	}
	if !enough(len(x.rows), len(l.of.Rows)) {
		if len(x.rows) > 0 || b.Control == nil {
			c.Answer, c.Pair = result.NotOnRows, ""
		}
		return
	}
	if len(x.rows) < len(l.of.Rows) {
		c.Rows = len(x.rows)
	}
	x = x.on(list.Upto(len(l.of.Rows)))
	if y, there := list.First(slices.Concat(l.tried, l.joint), x.sameAs); there {
		c.Same, l.same[c] = y.Which(), y.Change
		return
	}
	if x = l.measured(x); b.Factor == "" {
		l.joint = append(l.joint, x)
	} else {
		l.tried = append(l.tried, x)
	}
}

// sameAs tells whether two changes of a factor are one: they leave the same numbers in every row.
func (x *tried) sameAs(y *tried) bool {
	return x.Factor == y.Factor && slices.EqualFunc(x.left, y.left, func(a, b contrast.Term) bool {
		return a.Ours == b.Ours && a.Row == b.Row && slices.Equal(a.Values, b.Values)
	})
}

// touched tells whether a change has other runs behind a cell of the lead, or reads them in another way. A score that reads no clusters
// has its number from the factors: to read clusters in another way tests nothing of it.
func (l *lead) touched(b *Change, after map[result.Address]result.Cell) bool {
	if b.Factor == reported.FactorLabelling && !l.labelled() {
		return false
	}
	return slices.ContainsFunc(l.of.Rows, func(r [2]result.Cell) bool {
		return slices.ContainsFunc(r[:], func(c result.Cell) bool {
			switch other, there := after[placeOf(c)]; {
			case b.Tuned:
				return c.Runs.Tuned != nil && len(c.Runs.Tuned.Honest) > 0
			case len(b.Before.Panels) > 0, b.Plan == nil && len(b.Methods) == 0:
				return there
			default:
				return b.touches(c) && !(b.shows && other.At.Metric == c.At.Metric)
			}
		})
	})
}

// altered sets the lead beside that of another table.
func (l *lead) altered(b *Change, cells [2]map[result.Address]result.Cell, x *tried) {
	type pair [2]result.Cell
	var before, after [][2]result.Cell
	var places []int
	for i, r := range l.of.Rows {
		was, under := pair(r), pair(r)
		whole := true
		for k, c := range r {
			if cells[0] != nil {
				other, there := cells[0][placeOf(c)]
				was[k], whole = other, whole && there
			}
			if !b.Tuned {
				other, there := cells[1][placeOf(c)]
				under[k], whole = other, whole && there && len(other.Runs.Values) > 1
			}
		}
		if whole {
			before, after, places = append(before, was), append(after, under), append(places, i)
		}
	}
	x.Pair = alike(before, after, b.Tuned)
	for i, place := range places {
		source := l.base
		if b.Shared {
			common(&before[i], &after[i])
		} else {
			source += ", " + x.Which()
		}
		was, left := judge.Ahead(l.base, before[i], l.Unit), judge.Ahead(source, after[i], l.Unit)
		w := (was[0].Ours + left[0].Ours) / 2 // that of a score, or the mean of those that a loss has in percent of the rival's
		own := []contrast.Term{left[0].Weighted(w, 0), was[0].Weighted(-w, 0)}
		x.rows = append(x.rows, changedRow{place, was, left, own})
	}
}

// alike gives both leads of a change the numbers that either can have, and says which: see [Leads]. Where the change is that options are
// tuned, what it leaves keeps those that were chosen on the labels.
func alike(before, after [][2]result.Cell, tuned bool) (pair string) {
	if pair = pairOf(slices.Concat(before, after)); tuned {
		pair = result.HonestAndTuned
	}
	if pair != result.BothHonest && pair != result.HonestAndTuned {
		return pair
	}
	for i := range before {
		before[i] = [2]result.Cell{contrast.Honest(before[i][0]), contrast.Honest(before[i][1])}
		if !tuned {
			after[i] = [2]result.Cell{contrast.Honest(after[i][0]), contrast.Honest(after[i][1])}
		}
	}
	return pair
}

// pairOf says which numbers all of some cells can have: honest ones, else those at options chosen on the runs that are scored; "" where
// nothing was tuned.
func pairOf(rows [][2]result.Cell) (pair string) {
	for _, row := range rows {
		for _, c := range row {
			switch t := c.Runs.Tuned; {
			case t != nil && len(t.Honest) == 0:
				return result.BothTuned
			case t != nil:
				pair = result.BothHonest
			}
		}
	}
	return pair
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
		*c = contrast.Only(*c, both)
		c.Runs.Draw = cells[i%2].Runs.Draw
	}
}

// control sets the lead beside an ablation that is a part of it: the own method with the cause less that without it, or the rival at the
// size of the own method less that at its own size. It is false where the ablation is not measured by the metric of the lead.
func (l *lead) control(p *Control, x *tried) bool {
	ofMetric := func(c result.Cell) bool { return c.At.Metric == l.Metric }
	all := list.Filter(p.Experiment.Table.Panels, func(b result.Panel) bool {
		return len(b.Rows) > 0 && slices.ContainsFunc(b.Rows[0].Cells, ofMetric)
	})
	if len(all) == 0 {
		return false
	}
	panel, cited := list.First(all, func(b result.Panel) bool { return b.Key == p.Panel })
	if !cited {
		panel = all[0]
	}
	a := p.Ablation
	a.Panel = panel.Key
	some := func(x, y result.Cell) bool { return len(x.Runs.Values) > 1 && len(y.Runs.Values) > 1 }
	pairs, err := judge.Pairs(p.Experiment.Plan, a, panel, some)
	pairs = list.Filter(pairs, func(q [2]result.Cell) bool { return ofMetric(q[0]) })
	if err != nil || len(pairs) == 0 {
		return true
	}
	m := pairs[0][0].At.Method
	if _, _, _, noTest := judge.Idle(pairs); noTest && len(a.ThanRows) == 0 || m != l.Method && m != l.Rival {
		x.Answer = result.NothingMade
		return true
	}
	x.Pair = pairOf(pairs)
	for place, r := range l.of.Rows {
		i := slices.IndexFunc(pairs, func(q [2]result.Cell) bool { return l.concerns(r, q[0]) || l.concerns(r, q[1]) })
		if i < 0 {
			continue
		}
		w, with, without := 100.0, pairs[i][0], pairs[i][1]
		if l.Unit == result.Percent {
			w /= math.Abs(stat.Mean(r[1].Runs.Values))
		}
		if r[0].Metric.Lower {
			w = -w
		}
		if x.Pair == result.BothHonest {
			with, without = contrast.Honest(with), contrast.Honest(without)
		}
		source := p.Experiment.Table.Base
		than := source
		if len(a.ThanRows) > 0 { // other random draws: nothing to pair by
			than += ", than"
		} else {
			with, without = contrast.Paired(with, without)
		}
		takes := []contrast.Term{contrast.Of(source, with).Weighted(w, 0), contrast.Of(than, without).Weighted(-w, 0)}
		c := [2]result.Cell{}
		c[0], c[1] = contrast.Matched(r[0], r[1])
		row := changedRow{place: place, before: judge.Ahead(l.base, c, l.Unit)}
		if row.left = sum(row.before, scaled(takes, -1)); m == l.Method {
			row.own = scaled(takes, -1)
		}
		x.rows = append(x.rows, row)
	}
	return true
}

// concerns tells whether a cell of an ablation stands for a row of the lead: the row of that name, or the one row of its data set.
func (l *lead) concerns(r [2]result.Cell, c result.Cell) bool {
	of := list.Filter(l.of.Rows, func(o [2]result.Cell) bool { return o[0].At.Dataset == c.At.Dataset })
	return r[0].At.Row == c.At.Row || len(of) == 1 && of[0][0].At.Row == r[0].At.Row
}

// labelled tells whether clusters are read for the metric of the lead.
func (l *lead) labelled() bool { return spec.ClassOf(l.Metric) == eval.Clustering }

// sameRuns tells whether terms are of the same runs of a cell.
func sameRuns(o, t contrast.Term) bool {
	return o.Cell == t.Cell && o.Source == t.Source && o.Draw == t.Draw && slices.Equal(o.Replicates, t.Replicates) && slices.Equal(o.Values, t.Values)
}

// sum returns terms together: those of the same runs of a cell are one, so that what is taken away again does not scatter.
func sum(parts ...[]contrast.Term) (all []contrast.Term) {
	for _, t := range slices.Concat(parts...) {
		i := slices.IndexFunc(all, func(o contrast.Term) bool { return sameRuns(o, t) })
		if i < 0 {
			all = append(all, t)
		} else {
			all[i].Ours += t.Ours
		}
	}
	return list.Filter(all, func(t contrast.Term) bool { return t.Ours != 0 })
}

// scaled returns terms with their weights times a factor.
func scaled(terms []contrast.Term, times float64) []contrast.Term {
	return list.Map(terms, func(t contrast.Term) contrast.Term { return t.Weighted(times*t.Ours, 0) })
}

// estimate returns what terms come to; none are zero.
func estimate(parts ...[]contrast.Term) (e stat.Estimate, n int, paired bool) {
	c := contrast.Contrast{Terms: sum(parts...)}
	if len(c.Terms) == 0 {
		return e, 0, true
	}
	contrast.Estimate(&c)
	return c.Ours, c.N, c.Paired
}

// cellsOf returns the cells of a table by where they stand in it.
func cellsOf(t result.Table) map[result.Address]result.Cell {
	cells := map[result.Address]result.Cell{}
	eachCell(t, func(at result.Address, c result.Cell) { cells[at] = c })
	return cells
}

// placeOf says where a cell stands in its table, which changes leave as it is.
func placeOf(c result.Cell) result.Address {
	return result.Address{Panel: c.At.Panel, Row: c.At.Row, Column: c.At.Column, Measure: c.At.Measure}
}
