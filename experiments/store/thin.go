package store

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
)

// What figures need is kept to these sizes: at print size nobody sees the difference.
const (
	traceFirst   = 11 // the first points, where an objective falls most
	tracePoints  = 24 // of the others
	traceDigits  = 6
	outputValues = 20_000 // larger matrices are left out
	outputDigits = 4
)

// thin keeps what figures draw of a record.
func (l *line) thin(rec Record) {
	l.Picture, l.Samples = rec.Picture, rec.Samples
	every := 1 // what was thinned stays as it is
	if len(rec.Trace) > traceFirst+tracePoints+1 {
		every = (len(rec.Trace) + tracePoints - 1) / tracePoints
	}
	for i, p := range rec.Trace {
		if i < traceFirst || i%every == 0 || i == len(rec.Trace)-1 {
			l.Trace = append(l.Trace, Point{Iteration: p.Iteration, Objective: rounded(p.Objective, traceDigits)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rec.Outputs)) {
		a := rec.Outputs[name]
		if len(a.Values) > outputValues {
			if l.Unavailable == nil {
				l.Unavailable = map[string]string{}
			}
			l.Unavailable[name] = fmt.Sprintf("%d×%d numbers are not among the committed results; run it to see them", a.Rows, a.Cols)
			continue
		}
		if l.Outputs == nil {
			l.Outputs = map[string]Array{}
		}
		b := Array{Rows: a.Rows, Cols: a.Cols, Values: make([]float64, len(a.Values))}
		for i, v := range a.Values {
			b.Values[i] = rounded(v, outputDigits)
		}
		l.Outputs[name] = b
	}
}

// rounded keeps so many significant digits.
func rounded(v float64, digits int) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v // beyond the largest number once rounded
	}
	return r
}
