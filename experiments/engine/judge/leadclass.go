package judge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/spec"
)

// half is the share that a class takes.
const half = 0.5

// factors are those that a class may name, in the order in which they are told.
var factors = []string{
	reported.FactorStop, reported.FactorInitialisation, reported.FactorLabelling, reported.FactorTuning, reported.FactorScale,
	reported.FactorSize,
}

// fewestFactors is how many factors have to be tested before a lead is called one of the model.
const fewestFactors = 3

// less returns the sum of what a change takes less a share of the lead.
func (x tried) less(share float64) stat.Estimate {
	c := contrast.Contrast{Terms: slices.Concat(x.takes, scaled(x.before, -share))}
	contrast.Estimate(&c)
	return c.Ours
}

// pAbove returns the p-value of a true value of zero or less.
func pAbove(e stat.Estimate) float64 {
	p := e.P(0) / 2
	if e.Value < 0 || math.IsNaN(e.Value) {
		return 1 - p
	}
	return p
}

// mirrored returns an estimate with the other sign.
func mirrored(e stat.Estimate, sign float64) stat.Estimate {
	return stat.Estimate{Value: sign * e.Value, SE: e.SE, DF: e.DF}
}

// classify gives the lead its class; brought tells whether a change is shown to bring it.
func (l *lead) classify(brought bool) {
	l.correct()
	l.tell()
	switch {
	case brought:
		l.Class, l.Why = l.broughtBy()
	case !(float64(l.P) < Level):
		l.Class, l.Why = result.LeadNotShown, "ours is not shown to differ from zero"
	default:
		l.Class, l.Why = l.judged()
	}
}

// measure fills in what the changes take and what they leave.
func (l *lead) measure() {
	for i := range l.tried {
		x := &l.tried[i]
		x.Change = &l.Changes[x.place]
		c, left := contrast.Contrast{Terms: x.takes}, contrast.Contrast{Terms: x.left}
		contrast.Estimate(&c)
		contrast.Estimate(&left)
		in, after := c.Ours.Interval(stat.Confidence), left.Ours.Interval(stat.Confidence)
		x.Takes, x.Low, x.High, x.N, x.Paired = result.Known(c.Ours.Value), result.Known(in.Low), result.Known(in.High), c.N, c.Paired
		x.Left, x.LeftLow, x.LeftHigh = result.Known(left.Ours.Value), result.Known(after.Low), result.Known(after.High)
		x.Share = x.share()
	}
}

// share returns what the change takes in shares of the lead.
func (x tried) share() result.Share {
	before := contrast.Contrast{Terms: x.before}
	contrast.Estimate(&before)
	share := x.less(0).Value / before.Ours.Value
	return result.Share{Share: result.Known(share), Low: result.Known(x.end(share, -1)), High: result.Known(x.end(share, 1))}
}

// undone returns the change seen from the lead that it leaves: what goes when it is undone.
func (x tried) undone() tried {
	return tried{Change: x.Change, before: x.left, takes: append(slices.Clone(x.left), scaled(x.before, -1)...)}
}

// bring tests whether a change brings a lead that is reported and is not there, and returns the smallest p, corrected for all changes.
// It is NaN where at least half of the reported lead may be there.
func (l *lead) bring() float64 {
	sign := math.Copysign(1, float64(l.Reported))
	wanting := contrast.Contrast{Terms: list.Map(l.contrast.Terms, func(t contrast.Term) contrast.Term {
		return weighted(t, t.Ours, half*t.Theirs)
	})}
	contrast.Estimate(&wanting)
	if len(l.tried) == 0 || !(pAbove(mirrored(wanting.Gap, -sign)) < Level) {
		return math.NaN()
	}
	for _, x := range l.tried {
		left := contrast.Contrast{Terms: x.left}
		contrast.Estimate(&left)
		l.brings = append(l.brings, max(pAbove(mirrored(left.Ours, sign)), pAbove(mirrored(x.undone().less(half), sign))))
	}
	l.brings = stat.Holm(l.brings)
	return slices.Min(l.brings)
}

// broughtBy returns the class of a lead that changes bring, and why.
func (l *lead) broughtBy() (class, why string) {
	var by []string
	for _, f := range factors {
		most := -1
		for i, x := range l.tried {
			if x.Factor == f && l.brings[i] < Level {
				x.Answer, x.Share = result.Brings, x.undone().share()
				if most < 0 || x.Share.Share > l.tried[most].Share.Share {
					most = i
				}
			}
		}
		if most < 0 {
			continue
		}
		x := l.tried[most]
		if class == "" {
			class, l.Deciding = result.LeadClassOf(f), x.Change
		} else {
			class = result.MixedLead
		}
		by = append(by, fmt.Sprintf("only with “%s” is it there: %s (%s) in place of %s, so that %s goes when that is undone", x.Value,
			result.Tenth(float64(x.Left)),
			result.Tenths(float64(x.LeftLow), float64(x.LeftHigh)), result.Tenth(float64(l.Ours)), x.Share.Percent()))
	}
	if class == "" { // what brings it is the cause that is claimed
		l.Open = result.OpenCause
		return result.OpenLead, "it is there only with another form of what the paper claims"
	}
	return class, strings.Join(by, "; ")
}

// end returns an end of the interval of a share: the farthest share below or above it that the change may take. It is not known where
// there is none, since the lead may be zero.
func (x tried) end(share, way float64) float64 {
	may := func(s float64) bool { return x.less(s).Interval(stat.Confidence).Contains(0) }
	if !may(share) { // of numbers without an error, or of none
		return share
	}
	in, out := share, share+way
	for may(out) {
		if in, out = out, share+2*(out-share); math.Abs(out-share) > 64 {
			return math.NaN()
		}
	}
	for range 16 {
		if mid := (in + out) / 2; may(mid) {
			in = mid
		} else {
			out = mid
		}
	}
	return in
}

// correct says what each change does, corrected for all changes of the lead.
func (l *lead) correct() {
	var atLeastHalf, none []float64
	for _, x := range l.tried {
		atLeastHalf = append(atLeastHalf, pAbove(mirrored(x.less(half), l.sign)))
		none = append(none, x.less(0).P(0))
	}
	atLeastHalf, none = stat.Holm(atLeastHalf), stat.Holm(none)
	for i, x := range l.tried {
		x.Half, x.None = result.Known(atLeastHalf[i]), result.Known(none[i])
		takes, less := mirrored(x.less(0), l.sign), pAbove(mirrored(x.less(half), -l.sign)) < Level
		switch {
		case atLeastHalf[i] < Level:
			x.Answer = result.TakesHalf
		case !less:
			x.Answer, x.More = result.OpenChange, wanting(mirrored(x.less(half), l.sign), x.N, len(l.tried))
		case none[i] < Level && takes.Value > 0:
			x.Answer = result.TakesPart
		case none[i] < Level:
			x.Answer = result.Grows
		default:
			x.Answer = result.Stays
		}
	}
}

// wanting says how many more replicates would tell whether an estimate of so many replicates is above zero, corrected for so many changes,
// or below, if mean and spread stay as they are.
func wanting(e stat.Estimate, replicates, changes int) int {
	n0 := float64(replicates)
	tells := func(n float64) bool {
		f := stat.Estimate{Value: e.Value, SE: e.SE * math.Sqrt(n0/n), DF: e.DF * (n - 1) / (n0 - 1)}
		return float64(changes)*pAbove(f) < Level || pAbove(mirrored(f, -1)) < Level
	}
	if n := least(max(replicates, 2), tells); n != Never {
		return n - replicates
	}
	return Never
}

// tell lists which factors were tested and which not.
func (l *lead) tell() {
	l.Tested = []string{}
	for _, f := range factors {
		if l.Most(f) != nil {
			l.Tested = append(l.Tested, f)
		} else if f != reported.FactorLabelling || l.labelled() {
			l.NotTested = append(l.NotTested, f)
		}
	}
	for _, f := range factors {
		if most := l.Most(f); most != nil && (l.Deciding == nil || l.sign*float64(most.Takes) > l.sign*float64(l.Deciding.Takes)) {
			l.Deciding = most
		}
	}
}

// labelled tells whether clusters are read for the metric of the lead.
func (l *lead) labelled() bool { return spec.ClassOf(l.rows[0].own.cell.At.Metric) == eval.Clustering }

// judged returns the class of a lead that is there, and why.
func (l *lead) judged() (class, why string) {
	var over, parts []tried // the change of each factor that takes most: at least half, or something
	var open []*result.Change
	for _, f := range factors {
		most := l.Most(f)
		for i, x := range l.tried {
			if x.Factor == f && x.Answer == result.OpenChange {
				open = append(open, l.tried[i].Change)
			}
			if x.Change != most {
				continue
			}
			switch x.Answer {
			case result.TakesHalf:
				over = append(over, x)
			case result.TakesPart, result.OpenChange:
				if x.None < Level && l.sign*float64(x.Takes) > 0 {
					parts = append(parts, x)
				}
			}
		}
	}
	l.Model = l.model(append(slices.Clone(over), parts...))
	switch {
	case len(over) == 1:
		return result.LeadClassOf(over[0].Factor), fmt.Sprintf("%s takes %s of it", over[0].Which(), over[0].Share.Percent())
	case len(over) > 1:
		return result.MixedLead, list.Join(over, "; ", func(x tried) string { return fmt.Sprintf("%s takes %s", x.Which(), x.Share.Percent()) })
	case len(parts) > 1 && l.together(parts):
		return result.MixedLead, list.Join(parts, "; ", func(x tried) string {
			return fmt.Sprintf("%s takes %s", x.Which(), x.Share.Percent())
		}) + "; together at least half"
	case len(open) > 0:
		l.Open = result.OpenNoise
		return result.OpenLead, "the runs vary too much: " + list.Join(open, "; ", undecided)
	}
	if l.Open, why = l.lacking(); l.Open != "" {
		return result.OpenLead, why
	}
	if _, places := l.shared(parts); places == nil {
		l.Open = result.OpenRows
		return result.OpenLead, "several changes take something, and were not run on the same rows: " +
			list.Join(parts, "; ", func(x tried) string { return x.Which() })
	}
	if !l.remains(parts) {
		l.Open = result.OpenNoise
		n := slices.Min(list.Map(parts, func(x tried) int { return x.N }))
		return result.OpenLead, "what all changes leave together is not shown to be half of it" + tells(
			wanting(mirrored(l.sum(parts), l.sign), n, 1))
	}
	why = "at least half stays whatever was changed: " + strings.Join(l.Tested, ", ")
	if len(l.NotTested) > 0 {
		why += "; not tested: " + strings.Join(l.NotTested, ", ")
	}
	return result.OfModel, why
}

// undecided says what would tell on which side of a half the share of a change lies.
func undecided(c *result.Change) string {
	return fmt.Sprintf("%s takes %s", c.Which(), c.Share.Percent()) + tells(c.More)
}

// tells ends a sentence on what is open with how many more replicates would decide it.
func tells(more int) string {
	if more == Never {
		return ", no number of replicates would tell if it stays so"
	}
	return fmt.Sprintf(", %s would tell", result.Count(more, "more replicate"))
}

// lacking says what has to be tested before a lead can be called one of the model, and why it was not; nothing if nothing is lacking.
func (l *lead) lacking() (open, why string) {
	want := []string{reported.FactorStop}
	if l.labelled() {
		want = append(want, reported.FactorLabelling)
	}
	want = list.Filter(want, func(f string) bool { return !slices.Contains(l.Tested, f) })
	switch {
	case len(want) > 0: // all of them: what is hardest to have
		open = l.untested(want, slices.Max[[]int])
	case len(l.Tested) < l.fewest(): // one of them: what is easiest
		open, want = l.untested(l.NotTested, slices.Min[[]int]), []string{"one more of " + strings.Join(l.NotTested, ", ")}
	default:
		return "", ""
	}
	return open, fmt.Sprintf("nothing takes half of it, and not tested, since %s: %s", open, strings.Join(want, ", "))
}

// untested says why factors were not tested: of the reasons of each, one is picked.
func (l *lead) untested(all []string, pick func([]int) int) string {
	reasons := []string{result.OpenRows, result.OpenNotRun, result.OpenUnknown}
	return reasons[pick(list.Map(all, func(factor string) int {
		answered := func(answer string) bool {
			return slices.ContainsFunc(l.Changes, func(c result.Change) bool { return c.Factor == factor && c.Answer == answer })
		}
		return slices.Index([]bool{answered(result.NotOnRows), answered(result.NotRun), true}, true)
	}))]
}

// fewest says how many factors have to be tested: one less where there is nothing to label.
func (l *lead) fewest() int {
	if l.labelled() {
		return fewestFactors
	}
	return fewestFactors - 1
}

// together tells whether what several changes take is shown to add up to at least half of the lead.
func (l *lead) together(parts []tried) bool {
	return pAbove(mirrored(l.sum(parts), l.sign)) < Level
}

// remains tells whether what several changes take is shown to add up to less than half of the lead.
func (l *lead) remains(parts []tried) bool {
	return len(parts) == 0 || pAbove(mirrored(l.sum(parts), -l.sign)) < Level
}

// model returns the share of the lead that is left when all that several changes take is taken away, on the rows on which all were run;
// nil where these are too few.
func (l *lead) model(parts []tried) *result.Share {
	parts, places := l.shared(parts)
	if places == nil {
		return nil
	}
	x := tried{before: l.contrastTerms(places), takes: l.contrastTerms(places)}
	for _, p := range parts {
		x.takes = append(x.takes, scaled(p.takes, -1)...)
	}
	before := contrast.Contrast{Terms: x.before}
	contrast.Estimate(&before)
	share := x.less(0).Value / before.Ours.Value
	return &result.Share{Share: result.Known(share), Low: result.Known(x.end(share, -1)), High: result.Known(x.end(share, 1))}
}

// sum returns what several changes take together, if it adds up, less half of the lead, on the rows on which all were run. It is not known
// where these are too few.
func (l *lead) sum(parts []tried) stat.Estimate {
	parts, places := l.shared(parts)
	if places == nil {
		return stat.Estimate{Value: math.NaN(), SE: math.NaN()}
	}
	c := contrast.Contrast{Terms: scaled(l.contrastTerms(places), -half)}
	for _, x := range parts {
		c.Terms = append(c.Terms, x.takes...)
	}
	contrast.Estimate(&c)
	return c.Ours
}

// shared returns changes on the rows on which all of them were run, and the places of these; nil where these are too few.
func (l *lead) shared(parts []tried) (on []tried, places []int) {
	places = list.Upto(len(l.rows))
	for _, x := range parts {
		places = list.Filter(places, func(p int) bool {
			return slices.ContainsFunc(x.rows, func(r changedRow) bool { return r.place == p })
		})
	}
	if !enough(len(places), len(l.rows)) {
		return nil, nil
	}
	return list.Map(parts, func(x tried) tried { return x.on(places) }), places
}
