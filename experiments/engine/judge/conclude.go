package judge

import (
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Conclude says what the judged tables of a paper tell together: of each method by a metric (rows), of each metric (panels), of the lead
// of the paper's own method, whose name begins with own, over each rival, and of all scores.
//
// A conclusion is a contrast (package contrast), the mean over cells of Σ w(ours - reported), and speaks for these rows. In a lead methods
// whose options were tuned have their honest numbers. Means over cells need no factor for skewness (TestErrorRatesOfRows).
//
// Of the rows of a paper that are called different at most 5 % are so by chance (Benjamini and Hochberg), and so of its panels and its
// leads. Cells whose reported number a setting was fitted to are left out of rows and panels. A row that has fewer than two others is
// shown apart, with all its cells.
func Conclude(own string, tables []result.Table) result.Conclusions {
	told := list.Map(tables, func(t result.Table) Told { return Tell(own, t) })
	c := Join(told)
	c.Beyond = beyond(list.FlatMap(told, func(t Told) []term { return t.scores }))
	return c
}

// Told holds the conclusions of one table before the corrections over a paper.
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
		p := summed(&panels, result.Conclusion{Subject: result.Subject{Paper: row.Paper, Table: row.Table, Metric: row.Metric},
			Distance: result.Distance{Unit: row.Unit}}, "")
		p.terms = append(p.terms, free...)
	}
	for _, c := range t.Cells() {
		class := spec.ClassOf(c.At.Metric)
		if x, _, ok := termOf(t, c); ok && (class == eval.Clustering || class == eval.Prediction) {
			told.scores = append(told.scores, x)
		}
	}
	measured := func(s *sum) sum {
		s.measure()
		return *s
	}
	told.rows, told.panels, told.leads = list.Map(rows, measured), list.Map(panels, measured), list.Map(leadsOf(own, t), measured)
	return told
}

// Contrasts returns the contrasts of rows, panels and leads by the kind and key of the conclusion.
func (t Told) Contrasts() map[string]contrast.Contrast {
	all := map[string]contrast.Contrast{}
	for kind, sums := range map[string][]sum{"row ": t.rows, "panel ": t.panels} {
		for _, s := range sums {
			all[kind+s.Key()] = s.contrast
		}
	}
	for _, s := range t.leads {
		all["lead "+s.Conclusion.Key()+"/"+s.rival.Key] = s.contrast
	}
	return all
}

// Join corrects the conclusions of all tables of a paper for their number.
func Join(tables []Told) (c result.Conclusions) {
	rows := corrected(list.FlatMap(tables, func(t Told) []sum { return t.rows }))
	panels := corrected(list.FlatMap(tables, func(t Told) []sum { return t.panels }))
	leads := corrected(list.FlatMap(tables, func(t Told) []sum { return t.leads }))
	of := func(s sum) result.Conclusion { return s.Conclusion }
	c.Rows, c.Panels = list.Map(rows, of), list.Map(panels, of)
	c.Leads = list.Map(leads, func(s sum) result.Lead { return s.lead() })
	return c
}

// sum is a contrast as a conclusion.
type sum struct {
	result.Conclusion
	contrast contrast.Contrast
	terms    []term
	rival    result.Method // of a lead
	best     bool
	once     float64 // p-value were every reported number whose runs are not known that of a single run
}

// term is a cell in a sum. Its weights turn natural units into those of the sum, before the mean over the cells.
type term struct {
	contrast.Term
	cell result.Cell
}

// free tells whether no setting was fitted to the reported number.
func (x term) free() bool { return x.cell.Verdict.Fitted == "" }

// assumed tells whether the paper does not say of how many runs the number is the mean.
func (x term) assumed() bool { return x.cell.Reported.Runs == 0 && x.cell.Reported.SD == "" }

// summed returns the sum over the same, which is begun if there is none.
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

// rowsOf returns the rows of a table: its cells by method and metric, where there are two or more.
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
						Subject:  result.Subject{Paper: t.Paper, Table: t.Key, Metric: g.field.Metric, Measure: g.field.Measure, Method: m.Key, Name: m.Name},
						Distance: result.Distance{Unit: unit},
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

// termOf returns a judged cell as a term of a mean; false of averages, counts, sizes and times, and of numbers that were derived. A loss
// counts in percent of the reported one, a score in points.
func termOf(t result.Table, c result.Cell) (x term, unit string, ok bool) {
	class := spec.ClassOf(c.At.Metric)
	x = term{contrast.Of(t.Base, c).Weighted(100, 100), c}
	unit = result.Points
	if class.Relative {
		x.Ours, unit = 100/math.Abs(x.Reported), result.Percent
		x.Theirs = x.Ours
	}
	ok = !math.IsNaN(x.Reported) && c.Reported.Is != reported.Derived && result.Decided(c.Verdict.Kind) && c.At.Dataset != "" &&
		c.At.Dataset != reported.AverageRow && !class.Machine &&
		!class.Exact &&
		class.Unit != "number" && !math.IsInf(x.Ours, 0) && len(c.Runs.Values) > 1 && len(c.Runs.Replicates) == len(c.Runs.Values)
	return x, unit, ok
}

// leadsOf returns the leads of the paper's own method in a table.
func leadsOf(own string, t result.Table) []*sum {
	all := leadCells(own, t)
	for _, s := range all {
		for i := 0; i < len(s.terms); i += 2 {
			s.terms[i], s.terms[i+1] = ahead(s.terms[i], s.terms[i+1], s.Unit, contrast.Matched)
		}
	}
	for _, s := range all {
		s.best = !slices.ContainsFunc(all, func(o *sum) bool {
			return o.Metric == s.Metric && o.Measure == s.Measure && o.Method == s.Method && o.reportedSum() < s.reportedSum()
		})
	}
	return all
}

// LeadOf is a lead with its rows.
type LeadOf struct {
	result.Lead
	Dataset  string            // none of the lead over all rows
	Rows     [][2]result.Cell  // the own cell and that of the rival
	Contrast contrast.Contrast // with the honest numbers of methods whose options were tuned
}

// LeadsOf returns the leads of the paper's own method in a judged table, as [Conclude] has them: each over all rows and, where these are
// of several data sets, over those of each.
func LeadsOf(own string, t result.Table) (all []LeadOf) {
	for _, s := range leadCells(own, t) {
		sets := list.AppendUnique(nil, list.Map(s.terms, func(x term) string { return x.cell.At.Dataset })...)
		if len(sets) == 1 {
			sets = nil
		}
		for _, d := range append([]string{""}, sets...) {
			l, m := LeadOf{Dataset: d}, sum{Conclusion: s.Conclusion, rival: s.rival}
			for i := 0; i < len(s.terms); i += 2 {
				if x, y := s.terms[i], s.terms[i+1]; d == "" || x.cell.At.Dataset == d {
					l.Rows = append(l.Rows, [2]result.Cell{x.cell, y.cell})
					x, y = ahead(x, y, s.Unit, contrast.Matched)
					m.terms = append(m.terms, x, y)
				}
			}
			m.measure()
			l.Lead, l.Contrast = m.lead(), m.contrast
			all = append(all, l)
		}
	}
	for i := range all {
		all[i].Best = !slices.ContainsFunc(all, func(o LeadOf) bool {
			return o.Metric == all[i].Metric && o.Measure == all[i].Measure && o.Method == all[i].Method && o.Dataset == all[i].Dataset &&
				o.Reported < all[i].Reported
		})
	}
	return all
}

// Ahead returns our lead of one cell over another in a row, in the unit of the row, over the replicates that both have.
func Ahead(source string, cells [2]result.Cell, unit string) []contrast.Term {
	x, y := ahead(term{contrast.Of(source, cells[0]).Weighted(100, 0), cells[0]}, term{contrast.Of(source, cells[1]).Weighted(100, 0), cells[1]},
		unit, contrast.Paired)
	return []contrast.Term{x.Weighted(x.Ours, 0), y.Weighted(y.Ours, 0)}
}

// leadCells returns the leads of the paper's own method in a table by their cells: the own one and the rival's, row by row.
func leadCells(own string, t result.Table) []*sum {
	var all []*sum
	for _, b := range t.Panels {
		for _, g := range competing(b) {
			a := slices.IndexFunc(g.field.Methods, func(m result.Method) bool { return result.IsOwn(own, m.Name) })
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
					m, rival := g.field.Methods[a], g.field.Methods[i]
					s := summed(&all, result.Conclusion{
						Subject:  result.Subject{Paper: t.Paper, Table: t.Key, Metric: g.field.Metric, Measure: g.field.Measure, Method: m.Key, Name: m.Name},
						Distance: result.Distance{Unit: unit},
					}, rival.Key)
					s.rival, s.terms = rival, append(s.terms, x, y)
				}
			}
		}
	}
	for _, s := range all {
		fitted := list.Filter(s.terms, func(x term) bool { return !x.free() })
		if s.Fitted = len(fitted) > 0; !slices.ContainsFunc(fitted, func(x term) bool { return !x.cell.Verdict.FittedBySame }) {
			for _, x := range fitted {
				s.FittedBySame = list.AppendUnique(s.FittedBySame, strings.Split(x.cell.Verdict.Fitted, ", ")...)
			}
		}
	}
	return all
}

// ahead returns two cells as terms of the lead of the first over the second, over the replicates that both have: with their honest numbers
// if they are to be matched, else paired as they are. In percent it is of the second one, on either side.
func ahead(x, y term, unit string, pair func(a, b result.Cell) (result.Cell, result.Cell)) (term, term) {
	a, b := pair(x.cell, y.cell)
	x.Values, x.Replicates, y.Values, y.Replicates = a.Runs.Values, a.Runs.Replicates, b.Runs.Values, b.Runs.Replicates
	if unit == result.Percent {
		x.Ours, x.Theirs = 100/math.Abs(stat.Mean(y.Values)), 100/math.Abs(y.Reported)
		y.Ours, y.Theirs = x.Ours, x.Theirs
	}
	sign := 1.0
	if x.cell.Metric.Lower {
		sign = -1
	}
	x.Ours, x.Theirs, y.Ours, y.Theirs = sign*x.Ours, sign*x.Theirs, -sign*y.Ours, -sign*y.Theirs
	return x, y
}

// reportedSum returns the mean of the reported numbers.
func (s *sum) reportedSum() (total float64) {
	for _, x := range s.terms {
		total += x.Theirs * x.Reported / s.count()
	}
	return total
}

// count says how many cells, or pairs of cells, the sum is the mean of.
func (s *sum) count() float64 {
	if s.rival.Key != "" {
		return float64(len(s.terms)) / 2
	}
	return float64(len(s.terms))
}

// corrected returns a family of sums with their verdicts, by p-values that are corrected over it.
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
		s.Kind = kindOf(!(s.P < Level), s.contrast.Within() < Level)
		s.UnlessOnce = s.Kind == Differs && s.once >= Level
	}
	return family
}

// measure estimates the sum.
func (s *sum) measure() {
	k := s.count()
	s.Cells = nil
	c := contrast.Contrast{}
	for _, x := range s.terms {
		c.Terms = append(c.Terms, x.Term.Weighted(x.Ours/k, x.Theirs/k))
		s.Cells = append(s.Cells, x.Cell)
	}
	contrast.Estimate(&c)
	if s.rival.Key != "" {
		c.Tolerance /= 2 // both cells of a pair have it
	}
	s.once, s.CellsApart = c.P(), 0
	single := contrast.Contrast{Terms: slices.Clone(c.Terms)}
	for i, x := range s.terms {
		if x.assumed() {
			single.Terms[i].Runs = 1
		}
		if v := x.cell.Verdict; v.Kind == Differs && !v.UnlessOnce {
			s.CellsApart++
		}
	}
	if slices.ContainsFunc(s.terms, term.assumed) {
		contrast.Estimate(&single)
		s.once = single.P()
	}
	in := c.Gap.Interval(stat.Confidence)
	s.contrast, s.On, s.N, s.Runs, s.P, s.Tolerance = c, c.Rows.String(), c.N, c.Runs, c.P(), c.Tolerance
	s.Difference, s.Low, s.High = c.Gap.Value, in.Low, in.High
	if c.MayBeOneDraw() {
		half := c.OneDraw.HalfWidth(stat.Confidence)
		in = stat.Interval{Low: c.Gap.Value - half, High: c.Gap.Value + half}
		s.OneDraw = &result.Range{Low: in.Low, High: in.High}
	}
}

// lead returns the sum as a lead, with the answer whether it is as reported: only where the difference is shown to be within the
// tolerance, and is not significant. One that differs by less than the tolerance is smaller, larger or turned, and close.
func (s *sum) lead() result.Lead {
	in := s.contrast.Ours.Interval(stat.Confidence)
	l := result.Lead{
		Conclusion: s.Conclusion, Rival: s.rival.Key, RivalName: s.rival.Name, Best: s.best, Reported: s.reportedSum(),
		Ours:    s.contrast.Ours.Value,
		OursLow: in.Low, OursHigh: in.High,
	}
	switch {
	case s.Kind == Agrees:
		l.Answer = result.AsReported
	case s.Kind == Inconclusive:
		l.Answer = result.LeadInconclusive
	case l.Reported > 0 && in.High < 0 || l.Reported < 0 && in.Low > 0:
		l.Answer = result.LeadTurned
	case l.Difference < 0:
		l.Answer = result.LeadSmaller
	default:
		l.Answer = result.LeadLarger
	}
	return l
}
