package collect

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// rowAt is the place of a row: a data set at a rank.
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
	failed  []string
	rows    []rowAt
	reps    []int
	records [][][]*store.Record // by row, point and replicate
	score   [][]float64         // by point and replicate, of tune.By: the mean over the rows; more is better
	picked  []int               // the point of each replicate
	honest  []shares            // of each replicate
	again   func() []redrawn    // choices on replicates that are drawn again
}

// shares say of each point how many of the halves without a replicate chose it.
type shares []float64

// redrawn is a choice on replicates of which each may occur several times.
type redrawn struct {
	places, picked []int
	honest         []shares // of each place
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

// scopes are the rows that share a choice.
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
	c := &choice{tune: m.Tune, failed: slices.Clone(m.Tune.Refused)}
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
		if slices.ContainsFunc(c.rows, func(r rowAt) bool { return slices.ContainsFunc(of(r, p), c.lacksScore) }) {
			c.failed = append(c.failed, p.Name())
		} else {
			c.points = append(c.points, p)
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

// lacksScore tells whether a run ended without the score that chooses.
func (c *choice) lacksScore(rec *store.Record) bool {
	_, ok := rec.Metrics[c.tune.By]
	return rec.Status != result.OK || !ok
}

// fail leaves in each row the records that say why nothing could be chosen: those of the first point that failed.
func (c *choice) fail(g *Results, v spec.Variant, points []spec.Variant) {
	if len(c.points) > 0 {
		return // not all of them have run
	}
	for _, r := range c.rows {
		at := run.KeyOf(r.d, r.rank, v)
		g.records[at] = slices.DeleteFunc(slices.Clone(g.records[run.KeyOf(r.d, r.rank, points[0])]), func(rec *store.Record) bool { return !c.lacksScore(rec) })
	}
}

// gather takes the replicates that every row has at every point.
func (c *choice) gather(of func(rowAt, spec.Variant) []*store.Record) {
	counts, cells := map[int]int{}, len(c.rows)*len(c.points)
	for _, r := range c.rows {
		for _, p := range c.points {
			for _, rec := range of(r, p) {
				counts[rec.Run.Replicate]++
			}
		}
	}
	for rep, n := range counts {
		if n == cells {
			c.reps = append(c.reps, rep)
		}
	}
	slices.Sort(c.reps)
	metric, _ := eval.Find(spec.BaseOf(c.tune.By))
	sign := 1 / float64(len(c.rows))
	if metric.Better == eval.Lower {
		sign = -sign
	}
	c.score = make([][]float64, len(c.points))
	for k := range c.points {
		c.score[k] = make([]float64, len(c.reps))
	}
	for _, r := range c.rows {
		byPoint := make([][]*store.Record, len(c.points))
		for k, p := range c.points {
			byPoint[k] = make([]*store.Record, len(c.reps))
			for _, rec := range of(r, p) {
				if i, ok := slices.BinarySearch(c.reps, rec.Run.Replicate); ok {
					byPoint[k][i] = rec
					c.score[k][i] += sign * rec.Metrics[c.tune.By]
				}
			}
		}
		c.records = append(c.records, byPoint)
	}
}

// best is the point with the best sum of scores, the first of equals.
func best(sums []float64) int {
	k := 0
	for i, v := range sums {
		if v > sums[k] {
			k = i
		}
	}
	return k
}

// sums are the scores of each point over some replicates.
func (c *choice) sums(places []int) []float64 {
	all := make([]float64, len(c.points))
	for k, scores := range c.score {
		for _, i := range places {
			all[k] += scores[i]
		}
	}
	return all
}

// pick chooses, and chooses again on halves for the other halves.
func (c *choice) pick() {
	c.picked, c.honest = c.on(c.places(), halvings)
	c.again = sync.OnceValue(c.redraw)
}

// places are those of all replicates.
func (c *choice) places() (all []int) {
	for i := range c.reps {
		all = append(all, i)
	}
	return all
}

// halvings is over how many random halves an honest score is averaged, and halvingsAgain over how many those on replicates that are drawn
// again.
const (
	halvings      = 200
	halvingsAgain = 20
)

// halves are random halves of n replicates: for each of them, whether it is in the first half. They are the same for all choices among as
// many replicates.
func halves(n, times int) [][]bool {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	all := make([][]bool, times)
	for b := range all {
		all[b] = make([]bool, n)
		for _, i := range rng.Perm(n)[:n/2] {
			all[b][i] = true
		}
	}
	return all
}

// on chooses on some replicates, given by their places, of which one may occur several times: the point of each, and the points
// that halves without it chose. Where all places are in one half, that chooses for itself.
func (c *choice) on(places []int, times int) (picked []int, honest []shares) {
	total := c.sums(places)
	whole := best(total)
	honest = make([]shares, len(places))
	for k, i := range places {
		own := whole
		if c.tune.Scope() == spec.PerDraw {
			own = best(c.sums([]int{i}))
		}
		picked, honest[k] = append(picked, own), make(shares, len(c.points))
	}
	other := make([]float64, len(total))
	for _, first := range halves(len(c.reps), times) {
		half := list.Filter(places, func(i int) bool { return first[i] })
		byFirst, bySecond := whole, whole
		if len(half) > 0 && len(half) < len(places) {
			sums := c.sums(half)
			for k := range sums {
				other[k] = total[k] - sums[k]
			}
			byFirst, bySecond = best(sums), best(other)
		}
		for k, i := range places {
			chose := byFirst
			if first[i] {
				chose = bySecond
			}
			honest[k][chose]++
		}
	}
	return picked, honest
}

// resamples is how often the replicates are drawn again to tell how sure the worth of a choice is.
const resamples = 200

// tuned says of a cell what was chosen, and what choosing was worth by its metric.
func (c *choice) tuned(at result.Address, metric string) *result.Tuned {
	t := &result.Tuned{By: c.tune.By, Per: c.tune.Scope(), Stated: c.tune.Stated, Failed: c.failed, Replicates: len(c.reps)}
	sign := 1.0
	if m, _ := eval.Find(spec.BaseOf(c.tune.By)); m.Better == eval.Lower {
		sign = -1
	}
	chosen := list.Count(c.picked, func(k int) int { return k })
	for k, p := range c.points {
		point := result.GridPoint{Score: result.Known(sign * stat.Mean(c.score[k]))}
		for _, x := range p.At {
			if _, tuned := c.tune.Grid.Get(x.Name); tuned {
				point.At = append(point.At, result.Setting{Option: x.Name, Value: x.Value})
			}
		}
		point.Chosen = chosen[k]
		t.Points = append(t.Points, point)
	}
	row := slices.IndexFunc(c.rows, func(r rowAt) bool { return r.d.Key == at.Dataset && r.rank == at.Rank })
	if row < 0 || len(c.reps) < 2 {
		return t
	}
	value := func(point, i int) (float64, bool) {
		v, ok := c.records[row][point][i].Metrics[metric]
		return v, ok
	}
	for i, of := range c.honest {
		v, ok := of.mean(i, value)
		if !ok {
			t.Honest = nil
			return t
		}
		t.Honest = append(t.Honest, v)
	}
	t.HonestOf, t.Worth = c.reps, c.worth(value)
	return t
}

// mean is the mean value of a replicate at the points that others chose; false where one is missing.
func (s shares) mean(i int, value func(point, i int) (float64, bool)) (mean float64, ok bool) {
	count := 0.0
	for point, times := range s {
		if times == 0 {
			continue
		}
		v, ok := value(point, i)
		if !ok {
			return 0, false
		}
		count += times
		mean += times / count * (v - mean) // of one point alone its very bits
	}
	return mean, true
}

// redraw draws replicates again, and chooses on them. The draws are the same for all choices among as many replicates, so that the worth of
// several choices can be averaged.
func (c *choice) redraw() []redrawn {
	n := len(c.reps)
	rng := rand.New(rand.NewPCG(uint64(n), 2))
	all := make([]redrawn, resamples)
	for b := range all {
		for range n {
			all[b].places = append(all[b].places, rng.IntN(n))
		}
		all[b].picked, all[b].honest = c.on(all[b].places, halvingsAgain)
	}
	return all
}

// worth is what choosing gains by a metric on each of the replicates that are drawn again.
func (c *choice) worth(value func(point, i int) (float64, bool)) []float64 {
	var worth []float64
	for _, draw := range c.again() {
		var sum float64
		for k, i := range draw.places {
			reported, _ := value(draw.picked[k], i)
			honest, _ := draw.honest[k].mean(i, value)
			sum += reported - honest
		}
		worth = append(worth, sum/float64(len(draw.places)))
	}
	return worth
}

// tunedMethods are those that a table or figure shows.
func (g *Results) tunedMethods(shows func(method string) bool) []spec.Method {
	return list.Filter(g.Spec.Methods, func(m spec.Method) bool { return m.Tune != nil && shows(m.Key) })
}

// gridChoice is a choice that could be made, with the data set or row that it is for; "" is the experiment.
type gridChoice struct {
	*result.Tuned
	where string
}

// choicesOf are the choices for a variant of a tuned method, by the score that chose.
func (g *Results) choicesOf(m spec.Method, v spec.Variant) (all []gridChoice) {
	for _, rows := range g.scopes(m) {
		d, rank, where := rows[0].d, rows[0].rank, ""
		at := run.KeyOf(d, rank, v)
		c := g.choices[at]
		if c == nil || len(c.picked) == 0 {
			continue
		}
		switch m.Tune.Scope() {
		case spec.PerDataset:
			where = d.Heading()
		case spec.PerRow, spec.PerDraw:
			where = d.RowLabel(rank)
		}
		all = append(all, gridChoice{c.tuned(at, m.Tune.By), where})
	}
	return all
}

// tunings are the notes on what was chosen for the methods that a table or figure shows.
func (g *Results) tunings(shows func(method string) bool) (notes []string) {
	said := map[string][]string{}
	for _, m := range g.tunedMethods(shows) {
		var lines []string
		for _, v := range m.Variants() {
			for _, made := range g.choicesOf(m, v) {
				line := v.Title()
				if made.where != "" {
					line += " on " + made.where
				}
				lines = append(lines, line+" "+made.Sentence())
			}
		}
		how := "Tuned by " + m.Tune.By + ", " + result.ScopeText(m.Tune.Scope())
		if m.Tune.Stated != "" {
			how += " (" + m.Tune.Stated + ")"
		}
		if len(lines) > 0 && said[how] == nil {
			notes = append(notes, how)
		}
		said[how] = append(said[how], lines...)
	}
	for i, how := range notes {
		notes[i] = how + ": " + strings.Join(said[how], "; ") + "."
	}
	return notes
}

// selected says what choosing is worth for each tuned column of the panels that are compared with the paper's, by its mean over the
// rows.
func (g *Results) selected(t result.Table) (all []result.Selected) {
	for _, panel := range t.Panels {
		layout, _ := list.First(g.Spec.Panels, func(p spec.Panel) bool { return p.Key == panel.Key })
		if layout.Published == spec.Nothing {
			continue
		}
		for k, column := range panel.Columns {
			cells := list.Map(panel.Rows, func(r result.Row) result.Cell { return r.Cells[k] })
			cells = slices.DeleteFunc(cells, func(c result.Cell) bool { return c.State.Status != result.OK || c.At.Dataset == published.AverageRow })
			if len(cells) == 0 || cells[0].Runs.Tuned == nil {
				continue
			}
			mean := overRanks(cells, spec.OverMean)
			mean.Metric.Scale = cells[0].Metric.Scale
			if mean.Runs.Tuned != nil && len(mean.Runs.Tuned.Honest) > 0 && len(mean.Runs.Values) > 0 {
				all = append(all, result.Selected{Panel: panel.Title, Column: strings.TrimSpace(column.Group + " " + column.Label), Mean: mean})
			}
		}
	}
	return all
}

// tuningFigure draws the scores that chose over each grid, with a ring around the choice: a plot for each method of the table.
func (g *Results) tuningFigure(shows func(method string) bool) (f result.Figure) {
	f = result.Figure{Address: g.Spec.Address, Key: g.Spec.Table() + "-tuning", Title: "Scores over the grids"}
	for _, m := range g.tunedMethods(shows) {
		for _, v := range m.Variants() {
			first := m.Tune.Grid[0].Name
			plot := result.Plot{Title: v.Title(), X: result.Axis{Label: first}, Y: result.Axis{Label: inWords(m.Tune.By)}, Status: result.OK}
			xs := m.Axis(first)
			plot.X.Log = len(xs) > 0 && xs[0] > 0 && xs[len(xs)-1] > 30*xs[0]
			chosen := result.Series{Label: "chosen", Points: true}
			for _, made := range g.choicesOf(m, v) {
				for _, p := range made.Points {
					label := made.where
					for _, s := range p.At[1:] {
						label = strings.TrimPrefix(label+", "+s.Option+" "+s.Value, ", ")
					}
					k := slices.IndexFunc(plot.Series, func(s result.Series) bool { return s.Label == label })
					if k < 0 {
						k, plot.Series = len(plot.Series), append(plot.Series, result.Series{Label: label})
					}
					x, _ := strconv.ParseFloat(p.At[0].Value, 64)
					plot.Series[k].X, plot.Series[k].Y = append(plot.Series[k].X, x), append(plot.Series[k].Y, float64(p.Score))
					if p.Chosen > 0 && 2*p.Chosen >= made.Replicates {
						chosen.X, chosen.Y = append(chosen.X, x), append(chosen.Y, float64(p.Score))
					}
				}
			}
			if len(plot.Series) > 0 {
				plot.Series = append(plot.Series, chosen)
				f.Plots = append(f.Plots, plot)
			}
		}
	}
	return f
}

// Tuning is the choice that a run was part of, nil of a method that is not tuned. shown is false of a run that only takes part in
// it: at a point that was chosen for no replicate, or on a row that was not asked for.
func (g *Results) Tuning(j *run.Run) (t *result.Tuned, shown bool) {
	u := j.ID
	m, err := g.Spec.FindMethod(u.Method)
	if err != nil || m.Tune == nil || g.Only.Pins(m) {
		return nil, true
	}
	if !m.Flat && !g.Only.Row(u.Dataset, u.Rank) {
		return nil, false
	}
	for at, c := range g.choices {
		if at.Dataset != u.Dataset || at.Rank != u.Rank || at.Method != u.Method {
			continue
		}
		k := slices.IndexFunc(c.points, func(p spec.Variant) bool { return p.Name() == j.Place().Variant })
		if len(c.picked) == 0 || slices.Contains(c.picked, k) {
			return c.tuned(at, c.tune.By), true
		}
	}
	return nil, false
}

// joinTuned is the tuning behind the mean of some cells of one method, replicate by replicate: nil if they were not all tuned.
func joinTuned(cells []result.Cell) *result.Tuned {
	first := cells[0].Runs.Tuned
	if first == nil {
		return nil
	}
	joined := *first
	joined.Honest, joined.HonestOf, joined.Worth = nil, nil, nil
	for _, c := range cells {
		if c.Runs.Tuned == nil {
			return nil
		}
		if !slices.EqualFunc(c.Runs.Tuned.Points, first.Points, func(a, b result.GridPoint) bool { return a.Name() == b.Name() && a.Chosen == b.Chosen }) {
			joined.Points = nil // each has its own choice
		}
	}
	mean := func(of func(result.Tuned) []float64) (out []float64) {
		out = make([]float64, len(of(*first)))
		for _, c := range cells {
			if len(of(*c.Runs.Tuned)) != len(out) {
				return nil
			}
			for i, v := range of(*c.Runs.Tuned) {
				out[i] += v / float64(len(cells))
			}
		}
		return out
	}
	if !slices.ContainsFunc(cells, func(c result.Cell) bool { return !slices.Equal(c.Runs.Tuned.HonestOf, first.HonestOf) }) {
		joined.Honest, joined.HonestOf = mean(func(t result.Tuned) []float64 { return t.Honest }), first.HonestOf
	}
	joined.Worth = mean(func(t result.Tuned) []float64 { return t.Worth })
	return &joined
}

// Selection estimates the bias of a number that was tuned; nil if it was not, or on one replicate.
func Selection(c result.Cell) *result.Selection {
	if c.Runs.Tuned == nil || len(c.Runs.Tuned.Honest) == 0 || len(c.Runs.Values) == 0 {
		return nil
	}
	s := result.Selection{Honest: stat.Mean(c.Runs.Tuned.Honest)}
	s.Bias = stat.Mean(c.Runs.Values) - s.Honest
	half := 1.96 * stat.SD(c.Runs.Tuned.Worth)
	s.Low, s.High = s.Bias-half, s.Bias+half
	return &s
}
