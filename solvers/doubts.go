package solvers

import (
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"

	"gonum.org/v1/gonum/mat"
)

// Unsteady is implemented by a Progress whose objective does not measure progress from step to step, and says why. [Solve] then
// neither stops at Settings.TolObjective nor minds an objective that rises.
type Unsteady interface {
	Unsteady() string
}

// remedied is implemented by a Progress whose options make steps that are known to rise, and says which do not; "" if they are not.
type remedied interface{ remedy() string }

// everyStepAStart is why methods that keep the best of several starts are unsteady.
const everyStepAStart = "every step is a start of its own, and the objective that of the best so far"

// objectives are what the observations of a run have shown.
type objectives struct {
	first Point
	least Point
	last  [alternation]float64 // the latest, in the order of their number modulo alternation
	count int
}

// alternation is how many observations in a row must go up and down by turns, at less than half their swing lost.
const alternation = 9

func (o *objectives) add(p Point) {
	if o.count == 0 {
		o.first, o.least = p, p
	}
	if p.Objective < o.least.Objective {
		o.least = p
	}
	o.last[o.count%alternation] = p.Objective
	o.count++
}

// risen and ofFirst are the shares of the least and of the first objective above which a rise is none of rounding.
const risen, ofFirst = 1e-6, 1e-12

func (o *objectives) matters(rise float64) bool {
	return rise > max(risen*math.Abs(o.least.Objective), ofFirst*math.Abs(o.first.Objective))
}

// alternates reports whether the last observations went up and down by turns and hardly came closer, and between what.
func (o *objectives) alternates() (low, high float64, yes bool) {
	if o.count < alternation {
		return 0, 0, false
	}
	at := func(k int) float64 { return o.last[(o.count-alternation+k)%alternation] }
	first, previous := at(1)-at(0), at(1)-at(0)
	for k := 2; k < alternation; k++ {
		d := at(k) - at(k-1)
		if d*previous >= 0 {
			return 0, 0, false
		}
		previous = d
	}
	low, high = min(at(alternation-1), at(alternation-2)), max(at(alternation-1), at(alternation-2))
	return low, high, math.Abs(previous) > math.Abs(first)/2 && o.matters(high-low)
}

// remedy ends the sentence of a doubt.
func (c *course) remedy() string {
	if r, ok := c.run.(remedied); ok && r.remedy() != "" {
		return ", " + r.remedy()
	}
	return ""
}

// apart formats two values with as many digits as tell one from the other, six at least.
func apart(a, b float64) (string, string) {
	for digits := 6; ; digits += 3 {
		x, y := fmt.Sprintf("%.*g", digits, a), fmt.Sprintf("%.*g", digits, b)
		if x != y || digits > 15 {
			return x, y
		}
	}
}

// doubts returns what is odd in the course of a run that ended at p.
func (c *course) doubts(p Point) []note.Note {
	switch {
	case c.unsteady != "":
		if c.settings.TolObjective > 0 {
			return []note.Note{note.Of(note.Unsteady, "the objective tolerance %v was not applied: %s", c.settings.TolObjective, c.unsteady)}
		}
		return nil
	case !finite(p.Objective):
		return nil // which the status tells
	}
	if low, high, yes := c.seen.alternates(); yes {
		return []note.Note{note.Of(note.Unsteady,
			"the objective alternates between %.6g and %.6g: the factors swing and do not converge, and the result "+
				"depends on where the run was stopped%s", low, high, c.remedy())}
	}
	if least := c.seen.least; c.seen.matters(p.Objective - least.Objective) {
		end, low := apart(p.Objective, least.Objective)
		return []note.Note{note.Of(note.Unsteady,
			"the objective ended at %s, above the %s of iteration %d: the steps of this method did not lower it to "+
				"the end%s", end, low, least.Iteration, c.remedy())}
	}
	return nil
}

// zeroColumns lists the columns of a factor without any entry above 0; none for a factor that is not there.
func zeroColumns(a *mat.Dense) []int {
	if a == nil {
		return nil
	}
	p, r := a.Dims()
	alive := make([]bool, r)
	for i := range p {
		for k, v := range a.RawRowView(i) {
			alive[k] = alive[k] || v != 0
		}
	}
	return list.Places(alive, func(yes bool) bool { return !yes })
}

// stillDead warns of the components of a factor that began as zeros and have stayed so.
func stillDead(factor string, a *mat.Dense, began []int) (doubts []note.Note) {
	if len(began) == 0 {
		return nil
	}
	now := zeroColumns(a)
	for _, k := range began {
		if slices.Contains(now, k) {
			doubt := note.Of(note.Began,
				"{components} of %s began as 0, which the steps of this method cannot leave: the rank is less by one", factor)
			doubt.Components = [][]int{{k + 1}}
			doubts = append(doubts, doubt)
		}
	}
	return doubts
}
