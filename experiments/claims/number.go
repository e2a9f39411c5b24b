package claims

import (
	"math"
	"strconv"

	"nmfrepro/experiments/published"
)

// number is a value with what is not known of it: at most tol by rounding, and a standard error.
type number struct {
	x, tol, se float64
}

func (a number) minus(b number) number {
	return number{a.x - b.x, a.tol + b.tol, math.Hypot(a.se, b.se)}
}

// relative is 100 (a - b)/b, with rounding and errors carried to first order.
func (a number) relative(b number) number {
	return number{100 * (a.x - b.x) / b.x, 100 * (a.tol + math.Abs(a.x/b.x)*b.tol) / math.Abs(b.x), 100 * math.Hypot(a.se, a.x/b.x*b.se) / math.Abs(b.x)}
}

func mean(all []number) number {
	var m number
	n := float64(len(all))
	for _, a := range all {
		m.x, m.tol, m.se = m.x+a.x/n, m.tol+a.tol/n, math.Hypot(m.se, a.se/n)
	}
	return m
}

// text writes the value with as few digits as show it.
func (a number) String() string { return strconv.FormatFloat(a.x, 'g', 5, 64) }

// cell is the number in one cell; of a printed one the last digit is rounded.
func (e evaluation) cell(r published.Ref, by string) (number, bool) {
	x, sd, n, ok := e.source(r)
	if by == "deviation" {
		return number{x: sd}, ok && n != 1
	}
	if !ok || n == 0 {
		panel, _ := e.paper.PanelOf(r)
		return number{x: x, tol: panel.Unit(panel.Cell(r.Row, r.Column)) / 2}, ok
	}
	if n == 1 {
		sd = math.Inf(1) // one replicate tells nothing about its error
	}
	return number{x: x, se: sd / math.Sqrt(float64(n))}, true
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
