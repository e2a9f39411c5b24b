package solvers

import (
	"errors"
	"fmt"
	"reflect"

	"gonum.org/v1/gonum/mat"
)

// Held says how many components of a factor stay as they begin: the first W columns of W and the first H rows of H. The others are
// found beside them. A component may be held in both.
type Held struct{ W, H int }

// holder is implemented by halves that hold components by themselves, since those that follow in a step see what they became.
type holder interface{ hold(components int) }

// heldHalf is a half that leaves the first components of its factor as they were. Entries of a multiplicative update do not see each
// other, so that those of the other components get what they would get beside constants.
type heldHalf struct {
	half
	a, kept *mat.Dense
}

func (h *heldHalf) step() {
	h.half.step()
	restore(h.a, h.kept)
}

// restore writes the first columns of a.
func restore(a, columns *mat.Dense) {
	p, _ := a.Dims()
	for i := range p {
		copy(a.RawRowView(i), columns.RawRowView(i))
	}
}

// holding returns a half that holds the first components of its factor a.
func holding(h half, a *mat.Dense, components int) half {
	if components == 0 {
		return h
	}
	if own, ok := h.(holder); ok {
		own.hold(components)
		return h
	}
	p, _ := a.Dims()
	return &heldHalf{h, a, mat.DenseCopyOf(a.Slice(0, p, 0, components))}
}

// hold makes the halves hold components; what the objective takes from them comes after.
func (r *alternatingRun) hold(h Held) {
	r.w, r.ht = holding(r.w, r.f.W, h.W), holding(r.ht, r.f.Ht, h.H)
}

// check looks at a method and a problem with held components.
func (h Held) check(name string, takes Takes, rank int) error {
	switch {
	case h == Held{}:
		return nil
	case !takes.Held:
		return fmt.Errorf("solvers: %s: this method cannot hold components; these can: %s: %w", name,
			namesOf(func(e Entry) bool { return e.Takes.Held }), ErrUnsupported)
	case h.W < 0 || h.H < 0 || h.W > rank || h.H > rank:
		return fmt.Errorf("solvers: %s: %d components of W and %d of H are held, want 0 to the rank, %d", name, h.W, h.H, rank)
	}
	return nil
}

// holds tells whether a method can hold what the plan holds.
func (plan Plan) holds(s Solver) error {
	if plan.Held == (Factors{}) {
		return nil
	}
	name := "a program"
	for _, e := range Catalog {
		if reflect.TypeOf(e.New()) == reflect.TypeOf(s) {
			if e.Takes.Held {
				return nil
			}
			name = e.Name
		}
	}
	return Held{W: 1}.check(name, Takes{}, 1)
}

// hold writes the components that a plan holds into a start, and gives what was drawn for the other factor of each the scale that its
// product had. The start is that of a run alone.
func (plan Plan) hold(f Factors) (Held, error) {
	held := Held{}
	for _, side := range []struct {
		name     string
		a, other *mat.Dense
		given    *mat.Dense
		count    *int
		both     *mat.Dense // the components that are held of the other factor
		free     bool       // the other factor was drawn
	}{
		{"W", f.W, f.Ht, plan.Held.W, &held.W, plan.Held.Ht, plan.Given.Ht == nil},
		{"H", f.Ht, f.W, plan.Held.Ht, &held.H, plan.Held.W, plan.Given.W == nil},
	} {
		if side.given == nil {
			continue
		}
		if side.a == nil {
			return held, fmt.Errorf("solvers: the method has no factor %s to hold components of: %w", side.name, ErrUnsupported)
		}
		rows, k := side.given.Dims()
		p, r := side.a.Dims()
		if rows != p || k > r {
			return held, fmt.Errorf("solvers: held components of %s are %d×%d, want %d rows and at most %d components", side.name, rows, k, p, r)
		}
		if err := checkFactor("held components", side.name, side.given, p, k); err != nil {
			return held, err
		}
		*side.count = k
		for c := range k {
			before, now := mat.Sum(side.a.ColView(c)), mat.Sum(side.given.ColView(c))
			if now == 0 {
				return held, fmt.Errorf("solvers: held component %d of %s is 0 everywhere", c+1, side.name)
			}
			if _, fixed := columnsOf(side.both); c >= fixed && side.other != nil && side.free && before > 0 {
				q, _ := side.other.Dims()
				for i := range q {
					side.other.Set(i, c, side.other.At(i, c)*(before/now))
				}
			}
		}
		restore(side.a, side.given)
	}
	return held, nil
}

// columnsOf returns the dimensions of a matrix that may not be there.
func columnsOf(a *mat.Dense) (rows, columns int) {
	if a == nil {
		return 0, 0
	}
	return a.Dims()
}

var errHeldGiven = errors.New("solvers: components are held and a start is given for the same factor; want one of them")
