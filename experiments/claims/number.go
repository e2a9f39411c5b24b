package claims

import (
	"math"
	"slices"
	"strconv"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/published"
)

// number is a value that depends, to first order, on cells: what is not known of them is not known of it.
type number struct {
	x     float64
	terms []term
}

// term is the share of one cell in a number.
type term struct {
	cell     published.Ref
	weight   float64
	rounding float64 // of a printed cell: half a unit in its last place
	variance float64 // of a mean over replicates, +Inf if there is only one
	df       float64
}

// weighted is w times a number.
func (a number) weighted(w float64) number {
	b := number{x: w * a.x, terms: slices.Clone(a.terms)}
	for i := range b.terms {
		b.terms[i].weight *= w
	}
	return b
}

// plus adds numbers; a cell that is in both counts once, with the sum of its weights.
func (a number) plus(b number) number {
	sum := number{a.x + b.x, slices.Clone(a.terms)}
	for _, t := range b.terms {
		if i := slices.IndexFunc(sum.terms, func(u term) bool { return u.cell == t.cell }); i >= 0 {
			sum.terms[i].weight += t.weight
			continue
		}
		sum.terms = append(sum.terms, t)
	}
	return sum
}

func (a number) minus(b number) number { return a.plus(b.weighted(-1)) }

// relative is 100 (a - b)/b, its dependence on the cells to first order.
func (a number) relative(b number) number {
	r := a.weighted(100 / b.x).plus(b.weighted(-100 * a.x / (b.x * b.x)))
	r.x = 100 * (a.x - b.x) / b.x
	return r
}

func mean(all []number) number {
	var m number
	for _, a := range all {
		m = m.plus(a.weighted(1 / float64(len(all))))
	}
	return m
}

// rounding is how far rounding in print can have moved the number.
func (a number) rounding() (most float64) {
	for _, t := range a.terms {
		most += math.Abs(t.weight) * t.rounding
	}
	return most
}

// halfWidth is half the 95 % interval over replicates, by Welch's approximation; 0 for numbers as printed.
func (a number) halfWidth() float64 {
	var parts []stat.Part
	for _, t := range a.terms {
		if math.IsInf(t.variance, 1) && t.weight != 0 {
			return math.Inf(1)
		}
		if t.variance > 0 {
			parts = append(parts, stat.Part{Variance: t.weight * t.weight * t.variance, DF: t.df})
		}
	}
	if len(parts) == 0 {
		return 0
	}
	return stat.Combine(a.x, parts...).HalfWidth(confidence)
}

// text writes the value with as few digits as show it.
func (a number) String() string { return strconv.FormatFloat(a.x, 'g', 5, 64) }

// cell is the number in one cell.
func (e evaluation) cell(r published.Ref, by string) (number, bool) {
	x, sd, n, ok := e.source(r)
	t := term{cell: r, weight: 1}
	switch {
	case !ok:
		return number{}, false
	case by == "deviation":
		return number{sd, []term{t}}, n != 1
	case n == 0:
		panel, _ := e.paper.PanelOf(r)
		t.rounding = panel.Unit(panel.Cell(r.Row, r.Column)) / 2
	case n == 1:
		t.variance = math.Inf(1) // one replicate tells nothing about its error
	default:
		t.variance, t.df = sd*sd/float64(n), float64(n-1)
	}
	return number{x, []term{t}}, true
}

// value is the number that a reference with a column names: a cell, or the mean over the rows.
func (e evaluation) value(r published.Ref, by string) (number, bool) {
	if r.Row != "" {
		return e.cell(r, by)
	}
	panel, _ := e.paper.PanelOf(r)
	var all []number
	for _, r.Row = range panel.Data() {
		a, ok := e.cell(r, by)
		if !ok {
			return number{}, false
		}
		all = append(all, a)
	}
	return mean(all), len(all) > 0
}

// rival is a column that a column is compared with.
type rival struct {
	column string
	number
}

// rivals are the numbers of other columns in a row, the best first; missing is a column without a number.
func (e evaluation) rivals(r published.Ref, among []string, lower bool, by string) (all []rival, missing string) {
	own := r.Column
	for _, r.Column = range among {
		if r.Column == own {
			continue
		}
		a, ok := e.value(r, by)
		if !ok {
			return nil, r.Column
		}
		all = append(all, rival{r.Column, a})
	}
	sortRivals(all, lower)
	return all, ""
}
