package judge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/spec"
)

// Conclude says what the judged tables of a paper tell together: of each method by a metric (rows), of each metric (panels), of the lead
// of the paper's own method, whose name begins with own, over each rival, and of all scores.
//
// A conclusion is a weighted sum over cells, Σ w(ours - reported), with w = 1/K for the mean of K cells. Cells whose replicates share
// their data or draws are summed up replicate by replicate: A_r = Σ w·x_r, so that the variance s² of the A_r holds their
// covariance. The reported numbers are taken for means of R runs of the same protocol, which share as much: their sum has the variance
// s²/R, or as much as the reported deviations give where all have one, with the correlations of ours. Blocks of cells that share
// nothing are independent parts (Welch and Satterthwaite); their sum is raised to the variance of the whole sum, replicate by
// replicate, where that is greater. Rounding adds Σ w²u²/12, u being the unit of the last reported place. Where the replicates
// of a count are equal, a step of the metric is their least deviation. Means over cells need no factor for skewness
// (TestErrorRatesOfRows).
//
// Of the rows of a paper that are called different at most 5 % are so by chance (Benjamini and Hochberg), and so of its panels and its
// leads. Cells whose reported number a setting was fitted to are left out of rows and panels. A row that has fewer than two others is
// shown apart, with all its cells.
func Conclude(own string, tables []result.Table) result.Conclusions {
	return Join(list.Map(tables, func(t result.Table) Told { return Tell(own, t) }))
}

// Told is what one table tells, before the corrections over a paper.
type Told struct {
	rows, panels, leads []sum
	scores              []term
	paper               string
}

// Tell estimates the rows, panels and leads of a table.
func Tell(own string, t result.Table) Told {
	told := Told{paper: t.Paper}
	var panels []*sum
	rows := rowsOf(t)
	for _, row := range rows {
		free := list.Filter(row.terms, term.free)
		if len(free) == 0 {
			continue
		}
		p := summed(&panels, result.Conclusion{Paper: row.Paper, Table: row.Table, Metric: row.Metric, Unit: row.Unit}, "")
		p.terms = append(p.terms, free...)
		if class := spec.ClassOf(row.Metric); class == eval.Clustering || class == eval.Prediction {
			told.scores = append(told.scores, free...)
		}
	}
	measured := func(s *sum) sum {
		s.P = s.measure()
		return *s
	}
	told.rows, told.panels, told.leads = list.Map(rows, measured), list.Map(panels, measured), list.Map(leadsOf(own, t), measured)
	return told
}

// Join corrects what the tables of a paper tell for their number, and adds what all scores together say.
func Join(tables []Told) (c result.Conclusions) {
	rows := corrected(list.FlatMap(tables, func(t Told) []sum { return t.rows }))
	panels := corrected(list.FlatMap(tables, func(t Told) []sum { return t.panels }))
	leads := corrected(list.FlatMap(tables, func(t Told) []sum { return t.leads }))
	of := func(s sum) result.Conclusion { return s.Conclusion }
	c.Rows, c.Panels = list.Map(rows, of), list.Map(panels, of)
	c.Leads = list.Map(leads, func(s sum) result.Lead { return s.lead() })
	if scores := list.FlatMap(tables, func(t Told) []term { return t.scores }); len(scores) > 0 {
		p := sum{Conclusion: result.Conclusion{Paper: tables[0].paper, Unit: result.Points}, terms: scores}
		p.P = p.measure()
		c.Paper = &corrected([]sum{p})[0].Conclusion
	}
	return c
}

// sum is a weighted sum over cells.
type sum struct {
	result.Conclusion
	terms []term
	rival result.Method // of a lead
	best  bool
	shown bool
	ours  stat.Estimate
	gap   stat.Estimate // ours - reported
}

// term is a cell in a sum. Weights turn natural units into those of the sum, before the mean over the cells.
type term struct {
	cell           result.Cell
	units          string // experiment whose runs it shows
	number         float64
	ours, reported float64 // weights
}

// free tells whether no setting was fitted to the reported number.
func (x term) free() bool { return x.cell.Verdict.Fitted == "" }

// summed is the sum over the same, which is begun if there is none.
func summed(all *[]*sum, c result.Conclusion, rival string) *sum {
	s, there := list.First(*all, func(s *sum) bool {
		return s.Metric == c.Metric && s.Measure == c.Measure && s.Method == c.Method && s.Name == c.Name && s.rival.Key == rival
	})
	if !there {
		s = &sum{Conclusion: c}
		*all = append(*all, s)
	}
	return s
}

// rowsOf are the rows of a table: its cells by method and metric, where there are two or more.
func rowsOf(t result.Table) []*sum {
	var all []*sum
	for _, b := range t.Panels {
		for _, g := range competing(b) {
			for i, k := range g.columns {
				for _, r := range b.Rows {
					c := r.Cells[k]
					x, unit, ok := termOf(t, c)
					if !ok {
						continue
					}
					m := g.field.Methods[i]
					row := summed(&all, result.Conclusion{
						Paper: t.Paper, Table: t.Key, Metric: g.field.Metric, Measure: g.field.Measure, Method: m.Key, Name: m.Name, Unit: unit,
					}, "")
					row.terms = append(row.terms, x)
				}
			}
		}
	}
	for _, row := range all {
		free := list.Filter(row.terms, term.free)
		if row.Fitted = len(free) < min(2, len(row.terms)); !row.Fitted {
			row.LeftOut, row.terms = len(row.terms)-len(free), free
		}
	}
	return list.Filter(all, func(s *sum) bool { return len(s.terms) > 1 })
}

// termOf is a judged cell as a term of a mean; false of averages, counts, sizes and times, and of numbers that were derived. A loss counts in percent of the
// reported one, a score in points.
func termOf(t result.Table, c result.Cell) (x term, unit string, ok bool) {
	class := spec.ClassOf(c.At.Metric)
	v, legible := published.NumberOf(c.Reported)
	x = term{cell: c, units: t.Base, number: c.Metric.Scale.Natural(v), ours: 100, reported: 100}
	unit = result.Points
	if class.Relative {
		x.ours, unit = 100/math.Abs(x.number), result.Percent
		x.reported = x.ours
	}
	ok = legible && !strings.HasPrefix(c.Reported.Status, "derived") && result.Decided(c.Verdict.Kind) && c.At.Dataset != "" && c.At.Dataset != published.AverageRow && !class.Machine && !class.Exact &&
		class.Unit != "number" && !math.IsInf(x.ours, 0) && len(c.Runs.Values) > 1 && len(c.Runs.Replicates) == len(c.Runs.Values)
	return x, unit, ok
}

// leadsOf are the leads of the paper's own method in a table.
func leadsOf(own string, t result.Table) []*sum {
	var all []*sum
	for _, b := range t.Panels {
		for _, g := range competing(b) {
			a := slices.IndexFunc(g.field.Methods, func(m result.Method) bool { return strings.HasPrefix(m.Name, own) })
			if own == "" || a < 0 {
				continue
			}
			for i, k := range g.columns {
				for _, r := range b.Rows {
					x, unit, okX := termOf(t, r.Cells[g.columns[a]])
					y, _, okY := termOf(t, r.Cells[k])
					if i == a || !okX || !okY || !contrasted(x.cell) || !contrasted(y.cell) {
						continue
					}
					x, y = ahead(x, y, unit)
					m, rival := g.field.Methods[a], g.field.Methods[i]
					s := summed(&all, result.Conclusion{
						Paper: t.Paper, Table: t.Key, Metric: g.field.Metric, Measure: g.field.Measure, Method: m.Key, Name: m.Name, Unit: unit,
					}, rival.Key)
					s.rival, s.terms = rival, append(s.terms, x, y)
				}
			}
		}
	}
	for _, s := range all {
		s.Fitted = slices.ContainsFunc(s.terms, func(x term) bool { return x.cell.Verdict.Fitted != "" })
		s.best = !slices.ContainsFunc(all, func(o *sum) bool {
			return o.Metric == s.Metric && o.Measure == s.Measure && o.Method == s.Method && o.reportedSum() < s.reportedSum()
		})
	}
	return all
}

// ahead are two cells as terms of the lead of the first over the second, over the replicates that both have. In percent it is of the
// second one, on either side.
func ahead(x, y term, unit string) (term, term) {
	if both := common(x.cell, y.cell); len(both) > 1 {
		x.cell, y.cell = only(x.cell, both), only(y.cell, both)
	}
	if unit == result.Percent {
		x.ours, x.reported = 100/math.Abs(stat.Mean(y.cell.Runs.Values)), 100/math.Abs(y.number)
		y.ours, y.reported = x.ours, x.reported
	}
	sign := 1.0
	if x.cell.Metric.Lower {
		sign = -1
	}
	x.ours, x.reported, y.ours, y.reported = sign*x.ours, sign*x.reported, -sign*y.ours, -sign*y.reported
	return x, y
}

// common are the replicates of both cells.
func common(a, b result.Cell) []int {
	return list.Filter(a.Runs.Replicates, func(r int) bool { return slices.Contains(b.Runs.Replicates, r) })
}

// only is a cell with some of its replicates.
func only(c result.Cell, replicates []int) result.Cell {
	if slices.Equal(c.Runs.Replicates, replicates) {
		return c
	}
	values := c.Runs.Values
	c.Runs.Values = list.Map(replicates, func(r int) float64 { return values[slices.Index(c.Runs.Replicates, r)] })
	c.Runs.Replicates = replicates
	return c
}

// reportedSum is the mean of the reported numbers.
func (s *sum) reportedSum() (total float64) {
	for _, x := range s.terms {
		total += x.reported * x.number / s.count()
	}
	return total
}

// count is how many cells, or pairs of cells, the sum is the mean of.
func (s *sum) count() float64 {
	if s.rival.Key != "" {
		return float64(len(s.terms)) / 2
	}
	return float64(len(s.terms))
}

// corrected is a family of sums with their verdicts, by p-values that are corrected over it.
func corrected(family []sum) []sum {
	family = slices.Clone(family) // tables may be joined again
	p := list.Map(family, func(s sum) float64 {
		if s.Fitted && s.rival.Key == "" {
			return math.NaN()
		}
		return s.P
	})
	for i, q := range stat.BenjaminiHochberg(p) {
		s := &family[i]
		if !math.IsNaN(q) {
			s.P = q
		}
		s.Kind = kindOf(!(s.P < Level), s.shown)
	}
	return family
}

// measure estimates the sum, and returns the p-value of no difference.
func (s *sum) measure() float64 {
	k := s.count()
	blocks, wholes := map[string]*block{}, map[string]*block{}
	var order []*block
	var mean, margin, rounding float64
	s.Cells, s.N, s.Runs = nil, math.MaxInt, math.MaxInt
	for _, x := range s.terms {
		c, runs := x.cell, max(1, x.cell.Verdict.Runs)
		at := fmt.Sprint(x.units, c.Runs.Replicates, runs)
		if wholes[at] == nil {
			wholes[at] = &block{runs: float64(runs), sum: make([]float64, len(c.Runs.Values))}
		}
		if blocks[at+c.Runs.Draw] == nil {
			blocks[at+c.Runs.Draw] = &block{runs: float64(runs), sum: make([]float64, len(c.Runs.Values)), theirs: make([]float64, len(c.Runs.Values)), of: wholes[at]}
			order = append(order, blocks[at+c.Runs.Draw])
		}
		blocks[at+c.Runs.Draw].add(x, k)
		mean += x.ours / k * stat.Mean(c.Runs.Values)
		margin += math.Abs(x.ours) / k * c.Verdict.Margin
		rounding += math.Pow(x.reported/k*c.Metric.Scale.Natural(c.Reported.Unit), 2) / 12
		s.Cells, s.N, s.Runs = append(s.Cells, c.Address), min(s.N, len(c.Runs.Values)), min(s.Runs, runs)
	}
	if s.rival.Key != "" {
		margin /= 2 // both cells of a pair have it
	}
	for _, b := range order {
		b.of.parts += b.variance()
		for r, v := range b.sum {
			b.of.sum[r] += v
		}
	}
	ours, both := []stat.Part{}, []stat.Part{{Variance: rounding, DF: math.Inf(1)}}
	for _, b := range order {
		n, df, raised := float64(len(b.sum)), float64(len(b.sum)-1), 1.0
		if b.of.parts > 0 {
			raised = max(1, b.of.variance()/b.of.parts)
		}
		variance := raised * b.variance()
		ours = append(ours, stat.Part{Variance: variance / n, DF: df})
		if b.unknown {
			both = append(both, stat.Part{Variance: variance * (1/n + 1/b.runs), DF: df})
			continue
		}
		both = append(both, ours[len(ours)-1], stat.Part{Variance: raised * (math.Pow(stat.SD(b.theirs), 2) + b.fixed) / b.runs, DF: b.runs - 1})
	}
	s.ours = stat.Combine(mean, ours...)
	s.gap = stat.Combine(mean-s.reportedSum(), both...)
	in := s.gap.Interval(stat.Confidence)
	s.Difference, s.Low, s.High, s.Margin = s.gap.Value, in.Low, in.High, margin
	s.shown = s.gap.Equivalence(margin) < Level
	return s.gap.P(0)
}

// block is cells whose replicates share what they draw.
type block struct {
	of      *block // all cells of the same runs
	runs    float64
	sum     []float64 // replicate by replicate
	theirs  []float64 // the same with the reported deviations
	steps   float64   // variance that a step of the metric adds where replicates are equal
	fixed   float64   // variance of reported numbers that has no correlation, since ours does not scatter
	unknown bool      // a reported number has no deviation
	parts   float64   // sum of the variances of the blocks
}

func (b *block) variance() float64 { return math.Pow(stat.SD(b.sum), 2) + b.steps }

// add adds a cell to a mean over k.
func (b *block) add(x term, k float64) {
	c, sd, mean := x.cell, stat.SD(x.cell.Runs.Values), stat.Mean(x.cell.Runs.Values)
	theirs, known := (published.Cell{SD: c.Reported.SD}).Deviation()
	theirs = c.Metric.Scale.Natural(theirs)
	b.unknown = b.unknown || !known || b.runs < Fewest
	for r, v := range c.Runs.Values {
		b.sum[r] += x.ours / k * v
		if sd > 0 {
			b.theirs[r] += x.reported / k * theirs / sd * (v - mean)
		}
	}
	if sd == 0 {
		b.fixed += math.Pow(x.reported/k*theirs, 2)
	}
	if sd == 0 && !c.Runs.Repeats {
		b.steps += math.Pow(x.ours/k*c.Metric.Grid, 2)
	}
}

// lead is the sum as a lead, with the answer whether it is as reported.
func (s *sum) lead() result.Lead {
	in := s.ours.Interval(stat.Confidence)
	l := result.Lead{
		Conclusion: s.Conclusion, Rival: s.rival.Key, RivalName: s.rival.Name, Best: s.best, Reported: s.reportedSum(), Ours: s.ours.Value,
		OursLow: in.Low, OursHigh: in.High, Answer: result.AsReported,
	}
	switch {
	case !(s.P < Level):
	case l.Reported > 0 && in.High < 0 || l.Reported < 0 && in.Low > 0:
		l.Answer = result.LeadTurned
	case l.Difference < 0:
		l.Answer = result.LeadSmaller
	default:
		l.Answer = result.LeadLarger
	}
	return l
}
