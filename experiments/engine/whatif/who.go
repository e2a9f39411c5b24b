package whatif

import (
	"math"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/reports/result"
)

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
		x.Share = result.Known(takes.Value / before.Value)
	}
	x.falls, x.rises = mirrored(own, -l.sign), mirrored(rival, l.sign)
	if l.sign < 0 {
		x.falls, x.rises = x.rises, x.falls
	}
	x.half = l.to(x.takes, scaled(x.before, -half))
	return x
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
