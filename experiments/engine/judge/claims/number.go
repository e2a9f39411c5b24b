package claims

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// number is a value computed from cells, with its first-order dependence on each of them, by which their uncertainty carries
// over. The mean of two cells, for example, has two terms of weight 1/2; its standard error follows from theirs.
type number struct {
	x       float64
	terms   []term
	missing result.Missing // why there is no number, and none that is computed from it
}

// present is what is missing of a number that is there.
var present = result.Missing{}

// missing says why there is no number: what it lacks, in a word, and a sentence.
func missing(lack, format string, args ...any) result.Missing {
	return result.Missing{Lack: lack, Why: fmt.Sprintf(format, args...)}
}

// term is the share of one cell in a number.
type term struct {
	ref       reported.Ref
	weight    float64
	rounding  float64 // of a reported cell: half a unit in its last place
	deviation bool    // the number is the cell's deviation, not its mean
	Sample
}

// weighted returns w times a number.
func (a number) weighted(w float64) number {
	b := number{w * a.x, slices.Clone(a.terms), a.missing}
	for i := range b.terms {
		b.terms[i].weight *= w
	}
	return b
}

// add adds w times another number to one that shares its terms with none; a cell that is in both counts once, with the sum of
// its weights.
func (a *number) add(w float64, b number) {
	a.x += float64(w * b.x)
	a.missing = cmp.Or(a.missing, b.missing)
	for _, t := range b.terms {
		t.weight *= w
		if i := slices.IndexFunc(a.terms, func(u term) bool { return u.ref == t.ref }); i >= 0 {
			a.terms[i].weight += t.weight
			continue
		}
		a.terms = append(a.terms, t)
	}
}

func (a number) plus(b number) number {
	a.terms = slices.Clone(a.terms)
	a.add(1, b)
	return a
}

func (a number) minus(b number) number { return a.plus(b.weighted(-1)) }

// relative returns 100 (a - b)/b, its dependence on the cells to first order.
func (a number) relative(b number) number {
	r := a.weighted(100 / b.x).plus(b.weighted(-100 * a.x / (b.x * b.x)))
	r.x = 100 * (a.x - b.x) / b.x
	return r
}

// ahead says by how much a is better than b.
func (a number) ahead(b number, lower bool) number {
	if lower {
		return b.minus(a)
	}
	return a.minus(b)
}

func mean(all []number) number {
	m := number{terms: make([]term, 0, len(all))} // terms are large
	for _, a := range all {
		m.add(1/float64(len(all)), a)
	}
	return m
}

// rounding says how far rounding in print can have moved the number.
func (a number) rounding() (most float64) {
	for _, t := range a.terms {
		most += math.Abs(t.weight) * t.rounding
	}
	return most
}

// differing lists the cells of which our numbers differ from the reported ones.
func (a number) differing() (cells []string) {
	for _, t := range a.terms {
		if t.Differs && t.weight != 0 {
			cells = append(cells, t.ref.String())
		}
	}
	return cells
}

// partial names the rows or ranks behind our number if the paper's mean is over more of them; "" if it is over the same.
func (a number) partial() (part string) {
	for _, t := range a.terms {
		part = cmp.Or(part, t.Partial)
	}
	return part
}

// spread is what the replicates say of a number's error, on the rows at hand.
type spread struct {
	estimate   stat.Estimate
	replicates int     // the fewest behind a cell; 0 for numbers as reported
	paired     bool    // several cells, all of the same replicates
	level      bool    // they are the same in every replicate
	effect     float64 // Cohen's d of the pairs, the mean difference in units of the differences' deviation; NaN unless paired
}

// spread estimates the contrast of the cells that a number is computed from.
func (a number) spread() spread {
	s := spread{estimate: stat.Estimate{Value: a.x, DF: math.Inf(1)}, effect: math.NaN()}
	var c contrast.Contrast
	for _, t := range a.terms {
		if len(t.Values) == 0 || t.weight == 0 {
			continue
		}
		s.replicates = min(cmp.Or(s.replicates, len(t.Values)), len(t.Values))
		c.Terms = append(c.Terms, contrast.Term{
			Cell: t.ref.String(),
			TermOurs: contrast.TermOurs{Values: t.Values, Replicates: t.Replicates, Source: t.Source, Draw: t.Draw, Grid: t.Grid,
				Deviation: t.deviation},
			TermReported: contrast.TermReported{SD: math.NaN()},
			Ours:         t.weight,
		})
	}
	switch {
	case s.replicates == 0:
	case s.replicates == 1:
		s.estimate.SE = math.Inf(1) // one value tells nothing about its error
	default:
		contrast.Estimate(&c)
		s.estimate = c.Ours
		s.estimate.Value = a.x
		s.level = c.Paired && !slices.ContainsFunc(c.Sums, func(v float64) bool { return math.Abs(v) > slack })
		if s.paired = c.Paired; c.Paired && s.replicates >= FewestForEffect {
			s.effect = c.Effect
		}
	}
	return s
}

// FewestForEffect is how many replicates a deviation, and with it an effect size, needs to mean anything.
const FewestForEffect = 3

// halfWidth returns half an interval; 0 for numbers as reported, +Inf where there is one replicate only.
func (s spread) halfWidth(confidence float64) float64 {
	if math.IsInf(s.estimate.SE, 1) {
		return math.Inf(1)
	}
	return s.estimate.HalfWidth(confidence)
}

// String says how sure the number is by its replicates.
func (s spread) String() string {
	if s.replicates == 1 {
		return "one value only, of unknown scatter"
	}
	in := s.estimate.Interval(confidence)
	paired, effect := "", ""
	in.Low, in.High = in.Low+0, in.High+0 // no -0
	if s.paired {
		paired = "paired "
	}
	if !math.IsInf(s.effect, 0) && !math.IsNaN(s.effect) { // known of pairs alone
		effect = fmt.Sprintf(", effect size %.2g", s.effect)
	}
	return fmt.Sprintf("95 %% interval %.3g to %.3g %s over %d %sreplicates%s", in.Low, in.High, contrast.These, s.replicates, paired, effect)
}

// String writes the value with five significant digits.
func (a number) String() string { return strconv.FormatFloat(tidy(a.x), 'g', 5, 64) }

// cell returns the number in one cell, or why there is none.
func (e evaluation) cell(r reported.Ref, by string) number {
	s := e.numbers.Cell(r)
	if s.Missing != present {
		return number{missing: missing(s.Missing.Lack, "no number in %s: %s", r, s.Missing.Why)}
	}
	t := term{ref: r, weight: 1, Sample: s}
	panel, _ := e.paper.PanelOf(r)
	reported := s.Values == nil
	if by == "deviation" {
		if t.deviation = true; !reported && len(s.Values) < 2 {
			return number{missing: missing(result.LackCount, "no deviation in %s: one replicate only", r)}
		}
		return number{x: s.SD, terms: []term{t}}
	}
	if reported && !panel.Whole {
		t.rounding = panel.LastPlace(panel.Cell(r.Row, r.Column)) / 2
	}
	return number{x: s.Mean, terms: []term{t}}
}

// compared returns that number without the factor that stands beside its row, so that rows with other factors compare.
func (e evaluation) compared(r reported.Ref, by string) number {
	panel, _ := e.paper.PanelOf(r)
	return e.value(r, by).weighted(panel.Factor(r.Row))
}

// value returns the number that a reference with a column names: a cell, or the mean over the rows.
func (e evaluation) value(r reported.Ref, by string) number {
	if r.Row != "" {
		return e.cell(r, by)
	}
	panel, _ := e.paper.PanelOf(r)
	var all []number
	why := present
	for _, r.Row = range panel.Data() {
		if hole := e.hole(r, panel); hole != present {
			why = cmp.Or(why, hole)
			continue
		}
		a := e.cell(r, by)
		if a.missing != present {
			return a
		}
		all = append(all, a)
	}
	if len(all) == 0 || why != present && all[0].terms[0].Values == nil { // of the print
		return number{missing: cmp.Or(why, missing(result.LackNumber, "no row"))}
	}
	m := mean(all)
	if rows := len(panel.Data()); len(all) < rows {
		for i := range m.terms {
			m.terms[i].Partial = fmt.Sprintf("of %d of %d rows", len(all), rows)
		}
	}
	return m
}

// hole names a number that is missing from a row although its column has one in another row. The means of two columns are
// compared over the rows that both have.
func (e evaluation) hole(r reported.Ref, panel reported.Panel) result.Missing {
	for _, r.Column = range panel.Columns {
		s := e.numbers.Cell(r)
		if s.Missing == present {
			continue
		}
		row := r.Row
		for _, r.Row = range panel.Data() {
			if e.numbers.Cell(r).Missing == present {
				return missing(s.Missing.Lack, "no number in %s/%s/%s/%s: %s", r.Table, r.Panel, row, r.Column, s.Missing.Why)
			}
		}
		r.Row = row
	}
	return present
}

// Sample is the number in a cell: as reported, or the replicates behind it.
type Sample struct {
	Mean, SD float64
	Values   []float64 // one a replicate; nil for a number as reported, of which nothing is known but its digits
	// the replicate behind each value, by which cells are paired; nil for a value of all replicates together, as a count of wins
	Replicates []int
	Source     string         // the experiment whose runs those are
	Draw       string         // what replicates of cells of the source share besides their number
	Grid       float64        // step of a metric that counts, 0 of another or where nothing is drawn
	Tolerance  float64        // a smaller difference counts as none, where the text states what the number is; 0 if no tolerance is known
	Partial    string         // the part of the rows or ranks that we have, where the paper sums up more of them; "" for all
	Missing    result.Missing // why there is no number
	Differs    bool           // the verdict on the cell: ours differs from the reported number
}

// Standing is how a method stands against another over some data sets.
type Standing struct {
	Without string // family that is left out, "" for none
	Of      int    // data sets of the panel, of which some may lack a number
	Seeds   string // how many there are of the data sets
	result.Versus
	stat.Posterior
}

// Numbers are the cells, curves and traces on which claims are evaluated: the paper's own or those of a replication.
type Numbers struct {
	Replicated bool                                           // they are of a replication, not of the print
	Cell       func(reported.Ref) Sample                      // the number in a cell of a table
	Curves     func(reported.Shown) ([]collect.Curve, error)  // what a figure shows, of a replication: figures print no numbers
	Traces     func(reported.Traced) ([]collect.Trace, error) // objectives over the iterations, likewise

	Stands func(reported.Stand) ([]Standing, error)    // of one method against another over data sets, the first over all of them
	Tau    func(a, b string) (result.OrderPair, error) // how far the orders of two panels agree, EXPERIMENT/PANEL
}

// repeated is how many runs stand for one that repeats itself: as many as a verdict takes.
const repeated = 5

// SampleOf returns a cell of the runs of an experiment as claims take it. Substitute data says nothing about the paper's.
func SampleOf(source string, c result.Cell, tolerance float64) Sample {
	switch {
	case c.State.Substitute != "":
		return Sample{Missing: missing(c.State.Lack(), "computed on a substitute for %s", c.State.Substitute)}
	case c.State.Status != result.OK:
		return Sample{Missing: missing(c.State.Lack(), "%s", cmp.Or(c.State.Note, string(c.State.Status)))}
	}
	s := Sample{Values: c.Runs.Values, Replicates: c.Runs.Replicates, Source: source, Draw: c.Runs.Draw, Grid: c.Metric.Grid,
		Tolerance: tolerance,
		Partial:   c.State.Partial, Differs: c.Verdict.Kind == result.KindDiffers}
	if c.Runs.Repeats {
		s.Grid = 0
		if len(s.Values) == 1 { // a run that is made once, since further ones would end in the same number
			s.Values, s.Replicates = slices.Repeat(s.Values, repeated), list.Upto(repeated)
		}
	}
	return s
}

// Reported returns the source of the paper's own numbers.
func Reported(p *reported.Paper) Numbers {
	return Numbers{Cell: func(r reported.Ref) Sample {
		c := p.CellOf(r)
		mean, ok := c.Number()
		sd, _ := c.Deviation()
		s := Sample{Mean: mean, SD: sd}
		switch {
		case ok:
		case c.Value == reported.Illegible:
			s.Missing = missing(result.LackReported, "illegible in our copy")
		case c.Value == "":
			s.Missing = missing(result.LackNumber, "nothing is reported")
		default:
			s.Missing = missing(result.LackMisprint, "reported is %s", c.Value)
		}
		return s
	}}
}

// Replicated returns a replication's numbers, without curves and traces. The cells are in natural units (shares of one, seconds, errors);
// they are compared in the unit of the reported number.
func Replicated(p *reported.Paper, cells func(reported.Ref) Sample) Numbers {
	return Numbers{Replicated: true, Cell: func(r reported.Ref) Sample {
		panel, _ := p.PanelOf(r)
		return cells(r).scaled(func(x float64) float64 { return panel.InPrint(r.Row, x) })
	}}
}

// scaled returns the sample in another unit, summed up.
func (s Sample) scaled(unit func(float64) float64) Sample {
	if s.Missing == present && len(s.Values) == 0 {
		s.Missing = missing(result.LackRuns, "not run")
	}
	if s.Missing != present {
		return s
	}
	values := list.Map(s.Values, unit)
	sum := stat.Summarise(values)
	s.Values, s.Mean, s.SD, s.Tolerance, s.Grid = values, sum.Mean, sum.SD, unit(s.Tolerance), unit(s.Grid)
	return s
}
