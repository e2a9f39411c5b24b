package whatif

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
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

// pAbove returns the p-value of a true value of zero or less.
func pAbove(e stat.Estimate) float64 {
	p := e.P(0) / 2
	if e.Value < 0 || math.IsNaN(e.Value) {
		return 1 - p
	}
	return p
}

// above tells whether an estimate is shown to be greater than zero, at a level of one side.
func above(e stat.Estimate, level float64) bool { return pAbove(e) < level }

// side is the level of one end of an interval of 95 %.
const side = judge.Level / 2

// mirrored returns an estimate with the other sign.
func mirrored(e stat.Estimate, sign float64) stat.Estimate {
	return stat.Estimate{Value: sign * e.Value, SE: e.SE, DF: e.DF}
}

// to returns what terms come to, seen from the one that is ahead.
func (l *lead) to(parts ...[]contrast.Term) stat.Estimate {
	e, _, _ := estimate(parts...)
	return mirrored(e, l.sign)
}

// move returns an estimate with its interval.
func move(e stat.Estimate) result.Move {
	in := e.Interval(stat.Confidence)
	return result.Move{Value: result.Known(e.Value), Low: result.Known(in.Low), High: result.Known(in.High)}
}

// measured fills in what a change takes, what it leaves, and who moves.
func (l *lead) measured(x *tried) *tried {
	takes, n, paired := estimate(x.takes)
	left, nLeft, _ := estimate(x.left)
	own, _, _ := estimate(x.own)
	rival, _, _ := estimate(x.rival)
	before, _, _ := estimate(x.before)
	in, after := move(takes), move(left)
	x.Takes, x.Low, x.High, x.N, x.Paired = in.Value, in.Low, in.High, max(n, nLeft), paired
	x.Left, x.LeftLow, x.LeftHigh, x.OwnMoves, x.RivalMoves = after.Value, after.Low, after.High, move(own), move(rival)
	if n > 0 {
		x.N = n
	}
	if math.Abs(before.Value) >= 2*before.SE { // of a smaller lead a share is a ratio of noise
		x.Share = x.share()
	}
	x.falls, x.rises = mirrored(own, -l.sign), mirrored(rival, l.sign)
	if l.sign < 0 {
		x.falls, x.rises = x.rises, x.falls
	}
	x.half = l.to(x.takes, scaled(x.before, -half))
	return x
}

// share returns what the change takes in shares of the lead, with the interval of Fieller (1954).
func (x *tried) share() result.Share {
	takes, _, _ := estimate(x.takes)
	before, _, _ := estimate(x.before)
	share := takes.Value / before.Value
	return result.Share{Share: result.Known(share), Low: result.Known(x.end(share, -1)), High: result.Known(x.end(share, 1))}
}

// end returns an end of the interval of a share: the farthest share below or above it that the change may take. It is not known where
// there is none, since the lead may be zero.
func (x *tried) end(share, way float64) float64 {
	terms := sum(x.takes, scaled(x.before, math.Pi)) // a share that cancels no term
	var takes, before []float64
	for _, t := range terms {
		w := weightOf(x.before, t)
		takes, before = append(takes, t.Ours-math.Pi*w), append(before, w)
	}
	may := func(s float64) bool {
		c := contrast.Contrast{Terms: slices.Clone(terms)}
		for i := range c.Terms {
			c.Terms[i].Ours = takes[i] - s*before[i]
		}
		contrast.Estimate(&c)
		return c.Ours.Interval(stat.Confidence).Contains(0)
	}
	if !may(share) { // of numbers without an error, or of none
		return share
	}
	in, out := share, share+way
	for may(out) {
		if in, out = out, share+2*(out-share); math.Abs(out-share) > 64 {
			return math.NaN()
		}
	}
	for range 12 {
		if mid := (in + out) / 2; may(mid) {
			in = mid
		} else {
			out = mid
		}
	}
	return in
}

// undone returns the change seen from the lead that it leaves: what goes when it is undone.
func (l *lead) undone(x *tried) *tried {
	y := &tried{Change: new(result.Change), before: x.left, left: x.before, takes: scaled(x.takes, -1), own: scaled(x.own, -1),
		rival: scaled(x.rival, -1)}
	return l.measured(y)
}

// who tells through whom a lead goes: as the one that is ahead falls, as the other rises, or through both. Of a change that takes at least
// half that side counts which alone takes as much; else the greater one, if it is shown to be. Neither counts where the one that is ahead
// is shown to fall by less than half, and the difference goes.
func (l *lead) who(x *tried, takesHalf bool) string {
	falls, rises := l.names()
	f, r := x.falls, x.rises
	leader, other := l.sides(x)
	part := scaled(x.before, -half)
	fallsHalf, risesHalf := l.to(leader, part), l.to(other, part)
	more := l.to(other, scaled(leader, -1)) // what the other rises by more than the one that is ahead falls
	switch {
	case takesHalf && above(risesHalf, judge.Level) && above(fallsHalf, judge.Level):
		return result.WhoBoth
	case takesHalf && above(risesHalf, judge.Level):
		return rises
	case takesHalf && above(fallsHalf, judge.Level):
		return falls
	case above(mirrored(more, -1), side) && above(f, side):
		return falls
	case above(more, side) && above(r, side):
		return rises
	case above(f, side) && above(r, side):
		return result.WhoBoth
	case takesHalf && above(mirrored(fallsHalf, -1), judge.Level):
		return result.WhoNeither
	case !takesHalf && above(f, side):
		return falls
	case !takesHalf && above(r, side):
		return rises
	case !takesHalf && x.Answer != result.OpenChange:
		return result.WhoNeither
	}
	return result.WhoOpen
}

// names returns the words for what makes a lead go: of a method that trails, that it rises, or that its rival falls.
func (l *lead) names() (falls, rises string) {
	if l.sign < 0 {
		return result.RivalFalls, result.OwnRises
	}
	return result.OwnFalls, result.RivalRises
}

// explains tells whether a change that takes a lead says what it is made of; otherwise the lead needs what was changed.
func (l *lead) explains(x *tried) bool {
	falls, _ := l.names()
	return x.LeftOpen && x.Who != falls
}

// mayExplain tells whether an undecided change may say what a lead is made of: the paper leaves it open, and the other may rise by half of the lead,
// or by no less than the one that is ahead falls.
func (l *lead) mayExplain(x *tried) bool {
	leader, other := l.sides(x)
	less := above(mirrored(l.to(other, scaled(x.before, -half)), -1), judge.Level)
	falls := above(mirrored(l.to(other, scaled(leader, -1)), -1), side)
	return x.LeftOpen && !(less && falls)
}

// sides returns by how much the one that is ahead falls, and the other rises.
func (l *lead) sides(x *tried) (leader, other []contrast.Term) {
	if l.sign < 0 {
		return x.rival, scaled(x.own, -1)
	}
	return scaled(x.own, -1), x.rival
}

// classify gives the lead its class; brought tells whether a change is shown to bring it.
func (l *lead) classify(brought bool) {
	l.correct(l.tried)
	l.correct(l.joint)
	for c, of := range l.same {
		as := *of
		as.Setting, as.Value, as.Command, as.Kind, as.LeftOpen, as.Same = c.Setting, c.Value, c.Command, c.Kind, c.LeftOpen, c.Same
		*c = as
	}
	l.Tested = []string{}
	for _, f := range factors {
		if l.most(f) != nil {
			l.Tested = append(l.Tested, f)
		} else if f != reported.FactorLabelling || l.labelled() {
			l.NotTested = append(l.NotTested, f)
		}
	}
	switch {
	case brought:
		l.Class, l.Why = l.broughtBy()
	case !(float64(l.P) < judge.Level):
		l.Class, l.Why = result.LeadNotShown, "ours is not shown to differ from zero"
	default:
		l.Class, l.Why = l.judged()
	}
}

// correct says what each of some changes does, corrected for all of them: those of one thing, or those of several at once.
func (l *lead) correct(all []*tried) {
	var atLeastHalf, none []float64
	for _, x := range all {
		atLeastHalf, none = append(atLeastHalf, pAbove(x.half)), append(none, l.to(x.takes).P(0))
	}
	atLeastHalf, none = stat.Holm(atLeastHalf), stat.Holm(none)
	for i, x := range all {
		x.Half, x.None = result.Known(atLeastHalf[i]), result.Known(none[i])
		switch {
		case atLeastHalf[i] < judge.Level:
			x.Answer = result.TakesHalf
		case !above(mirrored(x.half, -1), judge.Level):
			x.Answer, x.More = result.OpenChange, wanting(x.half, x.N, len(all))
		case none[i] < judge.Level && l.sign*float64(x.Takes) > 0:
			x.Answer = result.TakesPart
		case none[i] < judge.Level:
			x.Answer = result.Grows
		default:
			x.Answer = result.Stays
		}
		x.Who = l.who(x, x.Answer == result.TakesHalf)
	}
}

// wanting says how many more replicates would tell whether an estimate of so many replicates is above zero, corrected for so many changes,
// or below, if mean and spread stay as they are.
func wanting(e stat.Estimate, replicates, changes int) int {
	n0 := float64(replicates)
	tells := func(n float64) bool {
		f := stat.Estimate{Value: e.Value, SE: e.SE * math.Sqrt(n0/n), DF: e.DF * (n - 1) / (n0 - 1)}
		return float64(changes)*pAbove(f) < judge.Level || above(mirrored(f, -1), judge.Level)
	}
	if n := judge.Least(max(replicates, 2), tells); n != judge.Never {
		return n - replicates
	}
	return judge.Never
}

// most returns the change of a factor that was run and takes most of the lead; nil without one.
func (l *lead) most(factor string) (most *tried) {
	for _, x := range l.tried {
		if x.Factor == factor && (most == nil || l.sign*float64(x.Takes) > l.sign*float64(most.Takes)) {
			most = x
		}
	}
	return most
}

// largest returns that of some changes which takes most.
func (l *lead) largest(all []*tried) *result.Change {
	if len(all) == 0 {
		return nil
	}
	return slices.MaxFunc(all, func(x, y *tried) int { return int(math.Copysign(1, l.sign*float64(x.Takes-y.Takes))) }).Change
}

// judged returns the class of a lead that is there, and why.
func (l *lead) judged() (class, why string) {
	var all, explain, need, unsure, parts []*tried // of each factor the change that takes most, and those that are said
	open := list.Filter(slices.Concat(l.tried, l.joint), func(x *tried) bool {
		return x.Answer == result.OpenChange && (x.Factor == "" || slices.Contains(factors, x.Factor))
	})
	for _, f := range factors {
		if most := l.most(f); most != nil {
			all = append(all, most)
			if most.Answer == result.TakesPart || most.Answer == result.OpenChange && most.None < judge.Level && l.sign*float64(most.Takes) > 0 {
				parts = append(parts, most)
			}
		}
		var of, needs, who []*tried
		for _, x := range l.tried {
			switch {
			case x.Factor != f, x.Answer != result.TakesHalf:
			case x.LeftOpen && x.Who == result.WhoOpen:
				who = append(who, x)
			case l.explains(x):
				of = append(of, x)
			default:
				needs = append(needs, x)
			}
		}
		largest := func(some []*tried) []*tried {
			return list.Filter(some, func(x *tried) bool { return x.Change == l.largest(some) })
		}
		explain, need = append(explain, largest(of)...), append(need, largest(needs)...)
		if len(of) == 0 {
			unsure = append(unsure, largest(who)...)
		}
	}
	for _, x := range need {
		l.Needs = append(l.Needs, x.Factor)
	}
	joint := list.Filter(l.joint, func(x *tried) bool { return x.Answer == result.TakesHalf })
	together, places := l.together(all)
	l.Deciding = l.largest(all)
	if places != nil {
		m := move(mirrored(together, l.sign))
		l.Together = &m
	}
	says := func(some []*tried) string { return list.Join(some, "; ", l.says) }
	defer func() { l.contradicted(append(append(explain, need...), unsure...)) }()
	rest := list.Filter(open, func(x *tried) bool { // undecided, and the class hangs on them
		return x.Factor != "" && l.mayExplain(x) && !slices.ContainsFunc(explain, func(y *tried) bool { return y.Factor == x.Factor })
	})
	noise := func(open []*tried) (class, why string) {
		l.Open = result.OpenNoise
		return result.OpenLead, "the runs vary too much: " + list.Join(open, "; ", func(x *tried) string { return l.says(x) + tells(x.More) })
	}
	switch {
	case len(explain) == 1 && len(rest) > 0:
		l.Deciding = explain[0].Change
		class, why = noise(rest)
		return class, why + "; it goes with " + says(append(explain, need...))
	case len(explain) == 1:
		l.Deciding = explain[0].Change
		return result.LeadClassOf(explain[0].Factor), says(append(explain, need...))
	case len(explain) > 1:
		l.Deciding = l.largest(explain)
		return result.MixedLead, says(append(explain, need...))
	case len(unsure) > 0:
		l.Deciding, l.Open = l.largest(unsure), result.OpenWho
		return result.OpenLead, "it goes, and it is not shown who moves: " + says(append(unsure, need...))
	case len(need) > 0:
		l.Deciding = l.largest(need)
		return result.NeedsLead, says(need)
	case len(joint) > 0:
		l.Deciding = l.largest(joint)
		if slices.ContainsFunc(joint, l.explains) {
			return result.MixedLead, "several settings together: " + says(joint)
		}
		return result.NeedsLead, "several settings together: " + says(joint)
	case len(parts) > 1 && !slices.ContainsFunc(parts, func(x *tried) bool { return x.Answer == result.OpenChange }) &&
		above(mirrored(l.left(parts), -1), judge.Level): // none alone
		if !slices.ContainsFunc(parts, l.explains) {
			l.Needs = list.Map(parts, func(x *tried) string { return x.Factor })
			return result.NeedsLead, says(parts) + "; together at least half goes"
		}
		return result.MixedLead, says(parts) + "; together at least half goes"
	case len(open) > 0:
		return noise(open)
	}
	if l.Open, why = l.lacking(); l.Open != "" {
		return result.OpenLead, why
	}
	switch {
	case places == nil:
		l.Open = result.OpenRows
		return result.OpenLead, "the changes were not run on the same rows: " + list.Join(all, "; ", func(x *tried) string { return x.Which() })
	case !above(l.left(all), judge.Level):
		l.Open = result.OpenNoise
		n := slices.Min(list.Map(all, func(x *tried) int { return x.N }))
		return result.OpenLead, "what all changes leave together is not shown to be half of it" + tells(wanting(l.left(all), n, 1))
	}
	why = "at least half stays under each change and under the sum of all: " + strings.Join(l.Tested, ", ")
	if l.NotJoint = l.apart(); len(l.NotJoint) > 0 {
		why += "; not run at once: " + strings.Join(l.NotJoint, ", ")
	}
	if len(l.NotTested) > 0 {
		why += "; not tested: " + strings.Join(l.NotTested, ", ")
	}
	return result.OfModel, why
}

// says returns what a change leaves, and by how much either method moves.
func (l *lead) says(x *tried) string {
	moves := func(name string, m result.Move) string {
		return fmt.Sprintf("%s %s (%s)", name, result.Tenth(float64(m.Value)), result.Tenths(float64(m.Low), float64(m.High)))
	}
	way := ""
	if x.Way != "" {
		way = " (" + x.Way + ")"
	}
	return fmt.Sprintf("%s%s leaves %s (%s): %s, %s", x.Which(), way, result.Tenth(float64(x.Left)),
		result.Tenths(float64(x.LeftLow), float64(x.LeftHigh)), moves(l.Name, x.OwnMoves), moves(l.RivalName, x.RivalMoves))
}

// contradicted names the changes of other factors of which the interval, alone, says that they take at least half.
func (l *lead) contradicted(said []*tried) {
	for _, x := range l.tried {
		if slices.Contains(factors, x.Factor) && above(x.half, side) && !slices.ContainsFunc(said, func(y *tried) bool { return y.Factor == x.Factor }) {
			l.Contradicts = append(l.Contradicts, l.says(x))
		}
	}
	if len(l.Contradicts) > 0 {
		l.Why += "; against it: " + strings.Join(l.Contradicts, "; ")
	}
}

// tells ends a sentence on what is open with how many more replicates would decide it.
func tells(more int) string {
	if more == judge.Never {
		return ", no number of replicates would tell if it stays so"
	}
	return fmt.Sprintf(", %s would tell", result.Count(more, "more replicate"))
}

// lacking says what has to be tested before a lead can be called one of the model, and why it was not; nothing if nothing is lacking.
func (l *lead) lacking() (open, why string) {
	want, fewest := []string{reported.FactorStop}, fewestFactors-1
	if l.labelled() {
		want, fewest = append(want, reported.FactorLabelling), fewestFactors
	}
	want = list.Filter(want, func(f string) bool { return !slices.Contains(l.Tested, f) })
	switch {
	case len(want) > 0: // all of them: what is hardest to have
		open = l.untested(want, slices.Max[[]int])
	case len(l.Tested) < fewest: // one of them: what is easiest
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

// apart names the pairs of tested factors of which no change of both at once was run.
func (l *lead) apart() (pairs []string) {
	for i, a := range l.Tested {
		for _, b := range l.Tested[:i] {
			if !slices.ContainsFunc(l.joint, func(x *tried) bool { return slices.Contains(x.Factors, a) && slices.Contains(x.Factors, b) }) {
				pairs = append(pairs, b+" with "+a)
			}
		}
	}
	return pairs
}

// left returns what several changes leave together, if it adds up, less half of the lead, on the rows on which all were run. It is not
// known where these are too few.
func (l *lead) left(all []*tried) stat.Estimate { return l.summed(all, half) }

// together returns what several changes leave together, and the places of the rows on which all were run; nil where these are too few.
func (l *lead) together(all []*tried) (stat.Estimate, []int) { return l.summed(all, 0), l.shared(all) }

func (l *lead) summed(all []*tried, less float64) stat.Estimate {
	places := l.shared(all)
	if places == nil {
		return stat.Estimate{Value: math.NaN(), SE: math.NaN()}
	}
	var terms []contrast.Term
	for _, i := range places {
		a, b := contrast.Matched(l.of.Rows[i][0], l.of.Rows[i][1])
		terms = append(terms, scaled(judge.Ahead(l.base, [2]result.Cell{a, b}, l.Unit), (1-less)/float64(len(places)))...)
	}
	for _, x := range all {
		terms = append(terms, scaled(x.on(places).takes, -1)...)
	}
	return l.to(terms)
}

// shared returns the places of the rows on which changes were run; nil where these are too few.
func (l *lead) shared(all []*tried) []int {
	places := list.Upto(len(l.of.Rows))
	for _, x := range all {
		places = list.Filter(places, func(p int) bool {
			return slices.ContainsFunc(x.rows, func(r changedRow) bool { return r.place == p })
		})
	}
	if !enough(len(places), len(l.of.Rows)) {
		return nil
	}
	return places
}

// bring tests whether a change brings a lead that is reported and is not there, and returns the smallest p, corrected for all changes.
// It is NaN where at least half of the reported lead may be there.
func (l *lead) bring() float64 {
	sign := math.Copysign(1, float64(l.Reported))
	missing := contrast.Contrast{Terms: list.Map(l.of.Contrast.Terms, func(t contrast.Term) contrast.Term { return t.Weighted(t.Ours, half*t.Theirs) })}
	contrast.Estimate(&missing)
	if len(l.tried) == 0 || !above(mirrored(missing.Gap, -sign), judge.Level) {
		return math.NaN()
	}
	for _, x := range l.tried {
		left, _, _ := estimate(x.left)
		goes, _, _ := estimate(scaled(x.takes, -1), scaled(x.left, -half))
		l.brings = append(l.brings, max(pAbove(mirrored(left, sign)), pAbove(mirrored(goes, sign))))
	}
	l.brings = stat.Holm(l.brings)
	return slices.Min(l.brings)
}

// broughtBy returns the class of a lead that changes bring, and why: it is of what they change where the rival rises when that is undone,
// and needs it where the own method falls.
func (l *lead) broughtBy() (class, why string) {
	var explain, need []*tried
	sign := l.sign
	for _, f := range factors {
		most := -1
		for i, x := range l.tried {
			if x.Factor == f && l.brings[i] < judge.Level && (most < 0 || math.Abs(float64(x.Left)) > math.Abs(float64(l.tried[most].Left))) {
				most = i
			}
		}
		if most < 0 {
			continue
		}
		x := l.tried[most]
		l.sign = math.Copysign(1, float64(l.Reported))
		back := l.undone(x)
		x.Answer, x.Share, back.LeftOpen = result.Brings, back.Share, x.LeftOpen
		if x.Who, back.Who = l.who(back, true), l.who(back, true); l.explains(back) && back.Who != result.WhoOpen {
			explain = append(explain, x)
		} else {
			need, l.Needs = append(need, x), append(l.Needs, f)
		}
		l.sign = sign
	}
	said := append(explain, need...)
	if len(said) == 0 { // what brings it is the cause that is claimed, or several settings at once
		l.Open = result.OpenCause
		return result.OpenLead, "it is there only with another form of what the paper claims, or with several settings at once"
	}
	l.Deciding = said[0].Change
	switch why = "only so is it there: " + list.Join(said, "; ", l.says); len(explain) {
	case 0:
		return result.NeedsLead, why
	case 1:
		return result.LeadClassOf(explain[0].Factor), why
	}
	return result.MixedLead, why
}
