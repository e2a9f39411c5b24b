package collect

import (
	"cmp"
	"slices"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// rowAt is a row: a data set at a rank. It holds the data set as the spec resolved it, since it is asked how to draw; a result.Address has
// its name alone.
type rowAt struct {
	d    spec.Dataset
	rank int
}

// choice is one choice among the points of a method's grid: of an experiment, a data set, a row, or of each draw of a row.
//
// The points are compared on the replicates that have all of them. What choosing is worth is measured by choosing on one half of the
// replicates and scoring on the other, over many random halves: the honest score of a replicate is the mean at the choices that were
// made without it. A choice and its score then share no draw, so that the score is unbiased for what half of the replicates choose.
type choice struct {
	tune    *spec.Tune
	points  []spec.Variant
	leftOut []string // points that are not compared
	because []string // why each of them is not
	rows    []rowAt
	reps    []int
	records [][][]*store.Record // by row, point and replicate
	score   [][]float64         // by point and replicate, of tune.By: the mean over the rows; more is better
	picked  []int               // the point of each replicate
	honest  []shares            // of each replicate
	again   func() []redrawn    // choices on replicates that are drawn again
}

// choose fills the records of each tuned method with those of the points that were chosen.
func (g *Results) choose() {
	g.choices = map[result.Address]*choice{}
	for _, m := range g.Spec.Methods {
		if m.Tune == nil || g.Only.Pins(m) {
			continue
		}
		for _, v := range m.Variants() {
			points := slices.DeleteFunc(m.Points(), func(p spec.Variant) bool { return !v.Covers(p) })
			for _, rows := range g.scopes(m) {
				g.chooseAmong(m, v, points, rows)
			}
		}
	}
}

// scopes returns the rows that share a choice.
func (g *Results) scopes(m spec.Method) (all [][]rowAt) {
	for _, d := range g.Spec.Datasets {
		if !m.RunsOn(d.Key) {
			continue
		}
		for i, rank := range d.Ranks {
			at := rowAt{d, rank}
			switch per := m.Tune.Scope(); {
			case m.Flat && i > 0:
			case len(all) == 0, per == spec.PerRow, per == spec.PerDraw, per == spec.PerDataset && i == 0:
				all = append(all, []rowAt{at})
			default:
				all[len(all)-1] = append(all[len(all)-1], at)
			}
		}
	}
	return all
}

func (g *Results) chooseAmong(m spec.Method, v spec.Variant, points []spec.Variant, rows []rowAt) {
	c := &choice{tune: m.Tune}
	leave := func(point, why string) { c.leftOut, c.because = append(c.leftOut, point), append(c.because, why) }
	for _, point := range m.Tune.Refused {
		leave(point, "the method does not take it")
	}
	of := func(r rowAt, p spec.Variant) []*store.Record { return g.records[run.KeyOf(r.d, r.rank, p)] }
	for _, r := range rows {
		at := run.KeyOf(r.d, r.rank, v)
		g.want[at] = g.want[run.KeyOf(r.d, r.rank, points[0])]
		g.choices[at] = c
		if slices.ContainsFunc(points, func(p spec.Variant) bool { return len(of(r, p)) > 0 }) {
			c.rows = append(c.rows, r)
		}
	}
	for _, p := range points {
		why := ""
		for _, r := range c.rows {
			for _, rec := range of(r, p) {
				why = cmp.Or(why, c.lacks(rec))
			}
		}
		if why == "" {
			c.points = append(c.points, p)
		} else {
			leave(p.Name(), why)
		}
	}
	c.gather(of)
	if len(c.reps) == 0 {
		c.fail(g, v, points)
		return
	}
	c.pick()
	for k, r := range c.rows {
		at := run.KeyOf(r.d, r.rank, v)
		for i, p := range c.picked {
			g.records[at] = append(g.records[at], c.records[k][p][i])
		}
	}
}

// lacks says why a run ended without the score that chooses, "" if it has one.
func (c *choice) lacks(rec *store.Record) string {
	_, ok := rec.Metrics[c.tune.By]
	switch {
	case rec.Status != result.OK:
		return string(rec.Status) + ": " + rec.Reason
	case ok:
		return ""
	}
	return c.tune.By + " has no value: " + cmp.Or(rec.Unavailable[c.tune.By], "it was not scored")
}

// fail leaves in each row the records of the first point, which say why nothing could be chosen: none of their numbers is shown.
func (c *choice) fail(g *Results, v spec.Variant, points []spec.Variant) {
	if len(c.points) > 0 {
		return // not all of them have run
	}
	for _, r := range c.rows {
		at := run.KeyOf(r.d, r.rank, v)
		g.records[at] = nil
		for _, rec := range g.records[run.KeyOf(r.d, r.rank, points[0])] {
			if rec.Status == result.OK {
				unchosen := *rec
				unchosen.Status, unchosen.Reason = result.Skipped, "no point of the grid could be chosen: "+cmp.Or(c.lacks(rec), c.because[0])
				rec = &unchosen
			}
			g.records[at] = append(g.records[at], rec)
		}
	}
}
