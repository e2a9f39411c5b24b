package whatif

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
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
	together, places := l.summed(all, 0), l.shared(all)
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
		above(mirrored(l.summed(parts, half), -1), judge.Level): // none alone
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
	case !above(l.summed(all, half), judge.Level):
		l.Open = result.OpenNoise
		n := slices.Min(list.Map(all, func(x *tried) int { return x.N }))
		return result.OpenLead, "what all changes leave together is not shown to be half of it" + tells(wanting(l.summed(all, half), n, 1))
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

// contradicted names the factors that a class does not, and of a change of which the interval, alone, says that it takes at least half.
func (l *lead) contradicted(said []*tried) {
	for _, x := range l.tried {
		if slices.Contains(factors, x.Factor) && above(x.half, side) && !slices.ContainsFunc(said, func(y *tried) bool { return y.Factor == x.Factor }) {
			l.Contradicts = list.AppendUnique(l.Contradicts, x.Factor)
			l.Why += "; against it: " + l.says(x)
		}
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
