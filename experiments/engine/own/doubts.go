package own

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// remarks are what is to be said of how the files were read and matched with each other, and of what they hold.
func (f *Fit) Remarks() []string {
	notes := f.Read.Notes
	if m, n := f.Read.X.Dims(); m == 1 || n == 1 {
		notes = append(notes, fmt.Sprintf("X is %d×%d; is the file whole, and are its values separated as was found?", m, n))
	}
	unknown, zero := f.Read.Blank()
	for _, blank := range []struct {
		of       [2][]int
		what, so string
	}{
		{unknown, "no value is known", "their rows of W and columns of H are 0, but where a graph or classes join them to others"},
		{zero, "every value is 0", "no component describes them"},
	} {
		var of []string
		for k, names := range [][]string{f.Read.Features, f.Read.Samples} {
			if len(blank.of[k]) > 0 {
				of = append(of, [...]string{"features ", "samples "}[k]+firstOf(blank.of[k], names))
			}
		}
		if of != nil {
			notes = append(notes, fmt.Sprintf("%s of %s: %s", blank.what, strings.Join(of, " and "), blank.so))
		}
	}
	return append(list.Map(notes, func(note string) string { return f.Input + ": " + note }), f.Notes...)
}

// firstOf names the first few of rows or columns.
func firstOf(places []int, names []string) string {
	const most = 5
	text := list.Join(places[:min(len(places), most)], ", ", func(i int) string { return nameAt(i, names) })
	if len(places) > most {
		text += fmt.Sprintf(", ... (%d)", len(places))
	}
	return text
}

// nameAt returns the name in quotes, or the number from 1, of a row or column.
func nameAt(i int, names []string) string {
	if names == nil {
		return strconv.Itoa(i + 1)
	}
	return strconv.Quote(names[i])
}

// rounding is the share of the largest entry below which an entry may be an error of rounding.
const rounding = 1e-12

// explained names the feature and sample of an entry that a solver refused, and the solvers that take what it does not.
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
