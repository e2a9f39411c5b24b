package judge

import (
	"fmt"
	"math"

	"nmfrepro/reports/result"
)

// concluded sets the evidence of a row, panel or lead, with what has taken it back before its verdict.
func (o *outcome) concluded(c result.Conclusion) {
	e := result.Evidence{Verdict: c.Kind, Fitted: c.Fitted, Unless: append([]string{}, c.Unless...), Gap: &result.Gap{
		Unit: c.Unit, Difference: result.Known(c.Difference), Low: result.Known(c.Low), High: result.Known(c.High), On: c.On, Level: 0.95,
		OneDraw: c.OneDraw, P: result.Known(c.P), Tolerance: result.Known(c.Tolerance),
	}}
	if r := c.Readings; r != nil {
		e.Agree, e.Of, e.NotRun, e.InPart, e.PartOtherwise = r.Agree, r.Of, r.NotRun, r.InPart, r.PartOtherwise
		o.readings = fmt.Sprintf("%d of %d", r.Agree, r.Of) + r.Rest()
	}
	o.evidence = &e
	undecided := c.Kind == Inconclusive || c.Kind == Agrees
	switch one := c.OneDraw; {
	case len(c.Unless) > 0:
		o.downgraded(result.ByStarts, "not under every initialisation of k-means")
	case !undecided || !apart(c.Low, c.High):
	case one != nil && !apart(one.Low, one.High):
		o.downgraded(result.ByDraws, fmt.Sprintf("%s if the reported runs share one draw", result.Tenths(one.Low, one.High)))
	default:
		o.downgraded(result.ByCorrection, fmt.Sprintf("p = %.2g after the correction for all of its kind in the paper", c.P))
	}
}

// apart tells whether an interval leaves zero out.
func apart(low, high float64) bool { return low > 0 || high < 0 }

// readingEvidence returns that of a row or lead under another reading of the protocol.
func readingEvidence(chosen result.Evidence, x result.Reading) *result.Evidence {
	e := &result.Evidence{Verdict: x.Says, Fitted: chosen.Fitted, Unless: []string{}}
	if chosen.Answer != "" {
		e.Answer, e.Ours = x.Says, &result.Range{Low: float64(x.Low), High: float64(x.High)}
		return e
	}
	e.Gap = &result.Gap{Unit: chosen.Gap.Unit, Difference: x.Effect, Low: x.Low, High: x.High, On: result.OnTheseRows, Level: 0.95,
		P: result.Known(math.NaN()), Tolerance: chosen.Gap.Tolerance}
	return e
}

// cellEvidence returns that of a cell, in the unit of its table.
func cellEvidence(c result.Cell) *result.Evidence {
	v, of := c.Verdict, func(v float64) result.Known { return result.Known(c.Metric.Scale.Of(v)) }
	e := &result.Evidence{Verdict: v.Kind, Fitted: v.Fitted != "", Unless: []string{}}
	if len(c.Runs.Values) > 0 && c.Reported.Value != "" {
		e.Gap = &result.Gap{Difference: of(v.Difference), Low: of(v.Low), High: of(v.High), On: result.OnTheseRows, Level: 0.9,
			P: result.Known(v.P), Tolerance: of(v.Tolerance)}
	}
	return e
}

// ablationEvidence returns that of an ablation, in the unit of its table.
func ablationEvidence(a result.Ablation) *result.Evidence {
	e := &result.Evidence{Verdict: a.Verdict, Unless: []string{}}
	if !math.IsNaN(float64(a.Difference)) {
		nan := result.Known(math.NaN())
		e.Gap = &result.Gap{Difference: a.Difference, Low: a.Low, High: a.High, On: a.On, Level: 0.95, P: nan, Tolerance: a.Tolerance}
	}
	return e
}
