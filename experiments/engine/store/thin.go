package store

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The sizes of traces and outputs in committed records; a printed figure looks the same.
const (
	traceFirst   = 11   // the first points, where an objective falls most
	tracePoints  = 24   // of the others, where they fall
	traceRising  = 96   // pairs of neighbours, where they rise and fall
	traceRise    = 1e-3 // relative; a smaller rise is not seen
	traceDigits  = 6
	outputValues = 20_000 // larger matrices are left out
	outputDigits = 4
)

// leftOut follows the size of an output in the reason why a committed record has none. Archives hold it, so that it stays as it is.
const leftOut = " numbers are not among the committed results; run it to see them"

// LeftOut returns the size, as 32×10, of an output that the committed record lacks; false if there is no such output.
func (r *Record) LeftOut(output string) (size string, is bool) {
	return strings.CutSuffix(r.Unavailable[output], leftOut)
}

// thinTrace keeps some points of a trace. A falling objective is well drawn by every k-th point. One that rises anywhere is not:
// an objective that alternates between two values would show a longer period at every fifth iteration. All its points are
// kept or, if there are too many, pairs of neighbours, which show both values. A trace that is thinned again stays the same.
func thinTrace(trace []Point) (kept []Point) {
	pairs, most := 1, tracePoints
	if rises(trace) {
		pairs, most = 2, traceRising
	}
	if len(trace) <= traceFirst+pairs*most+1 {
		return trace
	}
	every := (len(trace) + most - 1) / most
	for i, p := range trace {
		if i < traceFirst || i%every < pairs || i == len(trace)-1 {
			kept = append(kept, p)
		}
	}
	return kept
}

// rises tells whether an objective rises anywhere by more than is seen.
func rises(trace []Point) bool {
	for i := 1; i < len(trace); i++ {
		if trace[i].Objective > trace[i-1].Objective*(1+traceRise) {
			return true
		}
	}
	return false
}

// thin keeps what figures draw of a record.
func (l *line) thin(rec *Record) {
	l.Picture, l.Samples = rec.Picture, rec.Samples
	for _, p := range thinTrace(rec.Trace) {
		l.Trace = append(l.Trace, Point{Iteration: p.Iteration, Objective: rounded(p.Objective, traceDigits)})
	}
	for _, name := range slices.Sorted(maps.Keys(rec.Outputs)) {
		a := rec.Outputs[name]
		if len(a.Values) > outputValues {
			if l.Unavailable == nil {
				l.Unavailable = map[string]string{}
			}
			l.Unavailable[name] = fmt.Sprintf("%d×%d", a.Rows, a.Cols) + leftOut
			continue
		}
		if l.Outputs == nil {
			l.Outputs = map[string]Array{}
		}
		a.Values = slices.Clone(a.Values)
		for i, v := range a.Values {
			a.Values[i] = rounded(v, outputDigits)
		}
		l.Outputs[name] = a
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
