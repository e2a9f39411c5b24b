package judge

import (
	"fmt"
	"math"

	"nmfrepro/eval/stat"
)

// Judge returns the verdict on one cell alone.
func JudgeOne(c Compared) Verdict { return Judge([]Compared{c})[0] }

// Table returns the verdicts on the cells of a table. Among them, the probability that any DIFFERS is wrong is at most
// Level (Holm); the probability that a MATCH is wrong is at most Level for each.
func Judge(cells []Compared) []Verdict {
	verdicts := make([]Verdict, len(cells))
	sources := make([]uncertainty, len(cells))
	p := make([]float64, len(cells))
	for i, c := range cells {
		verdicts[i], sources[i] = measure(c)
		p[i] = math.NaN()
		if verdicts[i].Kind == "" {
			p[i] = verdicts[i].PBeyond
		}
	}
	open := 0 // hypotheses that Holm has not rejected
	adjusted := stat.Holm(p)
	for _, q := range adjusted {
		if q >= Level {
			open++
		}
	}
	for i := range verdicts {
		if v := &verdicts[i]; v.Kind == "" {
			v.PBeyond = adjusted[i]
			v.decide(sources[i], Level/float64(max(open, 1)))
		}
	}
	compareGroups(cells, verdicts)
	return verdicts
}

// measure fills in the difference and its uncertainty. Kind stays empty if it is to be judged by them.
func measure(c Compared) (Verdict, uncertainty) {
	nan := math.NaN()
	v := Verdict{
		Address: c.Address, Paper: nan, Difference: nan, SE: nan, DF: nan, Low: nan, High: nan, Margin: nan, Floor: nan, PInside: nan, PBeyond: nan,
	}
	paper, ok := parse(c.Published)
	if ok {
		v.Paper = paper.value
		v.Margin = c.Margin.Value
		if c.Margin.Relative {
			v.Margin *= math.Abs(paper.value)
		}
	}
	switch {
	case c.State == NotComputed:
		return v.end(Missing, reasonOr(c.Note, "not computed")), uncertainty{}
	case c.State == RunsFailed:
		return v.end(Failed, reasonOr(c.Note, "the runs failed")), uncertainty{}
	case c.N < 1 || math.IsNaN(c.Mean):
		return v.end(Missing, "no replicate ended with a number"), uncertainty{}
	case c.Published == "":
		return v.end(Unverifiable, "the paper prints no number here"), uncertainty{}
	case !ok:
		return v.end(Unverifiable, fmt.Sprintf("the paper's %q is no number", c.Published)), uncertainty{}
	}
	v.Difference = c.Mean - paper.value
	s, problem := newUncertainty(c, paper.unit)
	if problem == "" {
		v.take(s.estimate(v.Difference, s.n))
		v.Floor = s.estimate(v.Difference, math.Inf(1)).HalfWidth(1 - 2*Level)
	}
	switch {
	case c.StandIn != "":
		return v.end(StandIn, "computed on a stand-in for "+c.StandIn), s
	case c.Partial != "":
		v.More = Never
		return v.end(Inconclusive, "ours is "+c.Partial+", the paper's of all"), s
	case c.OrderOnly:
		return v.end(Order, ""), s
	case math.IsInf(v.Difference, 0):
		v.PBeyond = 0
		return v.end(Differs, "ours is infinite"), s
	case !(v.Margin > 0):
		return v.end(Unverifiable, "no margin says what counts as equal"), s
	case problem != "":
		v.More = 2 - c.N
		return v.end(Inconclusive, problem), s
	}
	return v, s
}

func reasonOr(note, otherwise string) string {
	if note != "" {
		return note
	}
	return otherwise
}

func (v Verdict) end(k Kind, reason string) Verdict {
	v.Kind, v.Reason = k, reason
	return v
}

// take notes what an estimate of the difference says.
func (v *Verdict) take(e stat.Estimate) {
	in := e.Interval(1 - 2*Level)
	v.SE, v.DF, v.Low, v.High = e.SE, e.DF, in.Low, in.High
	if v.Margin > 0 {
		v.PInside, v.PBeyond = e.Equivalence(v.Margin), e.Beyond(v.Margin)
	}
}

// decide gives the verdict by the p-values; level is what one more difference of the table has to go below.
func (v *Verdict) decide(s uncertainty, level float64) {
	span := fmt.Sprintf("%+.3g, 90 %% interval %.3g to %.3g, margin %.3g", v.Difference, v.Low, v.High, v.Margin)
	switch {
	case v.PInside < Level:
		v.Kind, v.Reason = Match, "inside the margin: "+span
		return
	case v.PBeyond < Level:
		v.Kind, v.Reason = Differs, "outside the margin: "+span
		return
	}
	v.More = s.more(v.Difference, v.Margin, level)
	switch {
	case v.More != Never:
		v.Kind, v.Reason = Inconclusive, fmt.Sprintf("%s; about %d more replicates would decide", span, v.More)
	case v.Floor >= v.Margin:
		v.Kind = Unverifiable
		v.Reason = fmt.Sprintf("%s; the paper's own uncertainty leaves ±%.3g however long we compute", span, v.Floor)
	default:
		v.Kind = Inconclusive
		v.Reason = fmt.Sprintf("%s; so near the margin no number of replicates decides, the paper's own uncertainty leaves ±%.3g", span, v.Floor)
	}
}

// Tally is how many cells have a verdict.
type Tally struct {
	Kind  Kind
	Count int
}

// Count returns the tallies of all kinds, in the order of Kinds, zeros included.
func Count(verdicts []Verdict) []Tally {
	tallies := make([]Tally, len(Kinds))
	for i, k := range Kinds {
		tallies[i].Kind = k.Kind
		for _, v := range verdicts {
			if v.Kind == k.Kind {
				tallies[i].Count++
			}
		}
	}
	return tallies
}
