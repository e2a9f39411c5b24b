package own

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Remarks returns the notes on how the files were read and matched, and on their content.
func (f *Fit) Remarks() []note.Note {
	notes := slices.Clone(f.Read.Notes)
	if m, n := f.Read.X.Dims(); m == 1 || n == 1 {
		notes = append(notes, note.Of(note.Single, "X is %d×%d; is the file whole, and are its values separated as was found?", m, n))
	}
	unknown, zero := f.Read.Blank()
	for _, blank := range []struct {
		of       [2][]int
		kind     note.Kind
		what, so string
	}{
		{unknown, note.Unknown, "no value is known", "their rows of W and columns of H are 0, but where a graph or classes join them to others"},
		{zero, note.Zero, "every value is 0", "no component describes them"},
	} {
		of := note.Note{Kind: blank.kind, Features: fromOnes(blank.of[0]), Samples: fromOnes(blank.of[1])}
		switch {
		case of.Features != nil && of.Samples != nil:
			of.Form = blank.what + " of {features} and {samples}: " + blank.so
		case of.Features != nil:
			of.Form = blank.what + " of {features}: " + blank.so
		case of.Samples != nil:
			of.Form = blank.what + " of {samples}: " + blank.so
		default:
			continue
		}
		notes = append(notes, of.Named(f.Read.Features, f.Read.Samples))
	}
	return append(list.Map(notes, func(n note.Note) note.Note { return n.On(f.Input) }), f.Notes...)
}

// fromOnes returns places that count from 0 as those that count from 1, nil if there are none.
func fromOnes(places []int) []int { return list.Map(places, func(i int) int { return i + 1 }) }

// rounding is the share of the largest entry below which an entry may be an error of rounding.
const rounding = 1e-12

// Explained names the feature and sample of an entry that a solver refused, and the solvers that take such an entry.
func (f *Fit) Explained(err error) error {
	if e, ok := errors.AsType[*solvers.EntryError](err); ok {
		err = fmt.Errorf("%s: %s: X has %v at %s, want %s", f.Input, e.Solver, e.Value, f.Read.Place(e.Row, e.Column), e.Want)
		if e.Value < 0 && !math.IsInf(e.Value, 0) {
			negative, least, most := 0, 0., 0.
			for t := range matrix.Entries(f.Read.X) {
				if t.Value < 0 {
					negative++
				}
				least, most = min(least, t.Value), max(most, t.Value)
			}
			if -least <= rounding*most {
				return fmt.Errorf("%w; no entry below 0 (%d) is more than rounding beside the largest, %g: write 0 in their place", err, negative, most)
			}
			centred := ""
			if side := centredOn(f.Read.X); side != "" {
				centred = fmt.Sprintf(" The mean of each %s is 0: take the values from before they were centred.", side)
			}
			return fmt.Errorf("%w. Negative entries: %d.%s Solvers that accept them, some by an option: %s", err, negative, centred,
				Capable(func(c solvers.Capabilities) bool {
					return c.Signed
				}))
		}
		return err
	}
	entry, _ := solvers.Find(f.Solver)
	if f.Read.Unknown == 0 || !errors.Is(err, solvers.ErrUnsupported) || entry.Takes.Masked {
		return err
	}
	why := entry.Takes.Whole
	if why != "" {
		why = ", " + why
	}
	return fmt.Errorf("%s: %s cannot handle unknown entries of X (%d)%s. Solvers that can: %s", f.Input, f.Solver, f.Read.Unknown, why,
		Capable(TakesMask))
}

// centredOn tells whether the known entries of each feature, or of each sample, have the mean 0, as far as files round.
func centredOn(x matrix.Matrix) string {
	m, n := x.Dims()
	features, samples := make([]float64, m), make([]float64, n)
	largest := 0.
	for t := range matrix.Entries(x) {
		if math.IsNaN(t.Value) {
			continue
		}
		features[t.Row] += t.Value
		samples[t.Col] += t.Value
		largest = max(largest, math.Abs(t.Value))
	}
	zero := func(sums []float64, of int) bool {
		return !slices.ContainsFunc(sums, func(sum float64) bool { return math.Abs(sum) > 1e-3*largest*float64(of) })
	}
	switch {
	case n > 1 && zero(features, n):
		return "feature"
	case m > 1 && zero(samples, m):
		return "sample"
	}
	return ""
}
