package collect

import (
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// tuned says of a cell what was chosen, and what choosing was worth by its metric.
func (c *choice) tuned(at result.Address, metric string) *result.Tuned {
	t := &result.Tuned{By: c.tune.By, Per: c.tune.Scope(), Stated: c.tune.Stated, LeftOut: c.leftOut, Because: c.because, Replicates: len(c.reps)}
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

// tunedMethods returns those that a table or figure shows.
func (g *Results) tunedMethods(shows func(method string) bool) []spec.Method {
	return list.Filter(g.Spec.Methods, func(m spec.Method) bool { return m.Tune != nil && shows(m.Key) })
}

// gridChoice is a choice that could be made, with the data set or row that it is for; "" is the experiment.
type gridChoice struct {
	*result.Tuned
	where string
}

// choicesOf returns the choices for a variant of a tuned method, by the score that chose.
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
			where = g.Paper.RowName(d.Heading())
		case spec.PerRow, spec.PerDraw:
			where = g.Paper.RowName(d.RowLabel(rank))
		}
		all = append(all, gridChoice{c.tuned(at, m.Tune.By), where})
	}
	return all
}

// tunings returns the notes on what was chosen for the methods that a table or figure shows.
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
		if layout.Reported == spec.Nothing {
			continue
		}
		for k, column := range panel.Columns {
			cells := list.Map(panel.Rows, func(r result.Row) result.Cell { return r.Cells[k] })
			cells = slices.DeleteFunc(cells, func(c result.Cell) bool { return c.State.Status != result.OK || c.At.Dataset == reported.AverageRow })
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

// Tuning returns the choice that a run was part of, nil for a method that is not tuned. shown is false where the run stands behind no
// number of the table: its point was chosen for no replicate, or its row was not asked for.
func (g *Results) Tuning(r *run.Run) (t *result.Tuned, shown bool) {
	id := r.ID
	m, err := g.Spec.FindMethod(id.Method)
	if err != nil || m.Tune == nil || g.Only.Pins(m) {
		return nil, true
	}
	if !m.Flat && !g.Only.Row(id.Dataset, id.Rank) {
		return nil, false
	}
	for at, c := range g.choices {
		if at.Dataset != id.Dataset || at.Rank != id.Rank || at.Method != id.Method {
			continue
		}
		k := slices.IndexFunc(c.points, func(p spec.Variant) bool { return p.Name() == r.Place().Variant })
		if len(c.picked) == 0 || slices.Contains(c.picked, k) {
			return c.tuned(at, c.tune.By), true
		}
	}
	return nil, false
}

// joinTuned returns the tuning behind the mean of some cells of one method, replicate by replicate: nil if they were not all tuned.
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
		if !slices.EqualFunc(c.Runs.Tuned.Points, first.Points, func(a, b result.GridPoint) bool {
			return a.Name() == b.Name() && a.Chosen == b.Chosen
		}) {
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
