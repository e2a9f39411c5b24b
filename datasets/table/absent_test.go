package table

import (
	"math"
	"slices"
	"strings"
	"testing"

	"nmfrepro/solvers/matrix"
)

func ratingsOf(values ...float64) []matrix.Triplet {
	var out []matrix.Triplet
	for k, v := range values {
		out = append(out, matrix.Triplet{Row: k % 4, Col: 3 * k % 10, Value: v})
	}
	return out
}

// An entry that is absent is 0 or unknown, a stored NaN is unknown in both, and a stored 0 is known.
func TestAbsent(t *testing.T) {
	entries := slices.Values(ratingsOf(5, 3, 0, math.NaN(), 4))
	known, err := fromEntries("r", 4, 10, entries, Options{Absent: AbsentUnknown})
	if err != nil {
		t.Fatal(err)
	}
	if _, masked := known.X.(*matrix.Masked); !masked || known.X.NNZ() != 4 || known.Unknown != 36 || known.X.At(2, 6) != 0 ||
		!math.IsNaN(known.X.At(3, 9)) {
		t.Errorf("%+v", known)
	}
	turned, err := fromEntries("r", 4, 10, entries, Options{Absent: AbsentUnknown, Transpose: true})
	if err != nil || turned.X.At(0, 0) != 5 || turned.X.At(6, 2) != 0 {
		t.Errorf("%+v, %v", turned, err)
	}
	zeros, err := fromEntries("r", 4, 10, entries, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, masked := zeros.X.(*matrix.Masked); !masked || zeros.Unknown != 1 || zeros.X.At(1, 1) != 0 || !math.IsNaN(zeros.X.At(3, 9)) {
		t.Errorf("%+v", zeros)
	}
	if _, err := fromEntries("r", 4, 10, slices.Values(ratingsOf(math.NaN())), Options{Absent: AbsentUnknown}); err == nil {
		t.Error("nothing is known")
	}
}

// Ratings are noted, counts and binary data are not.
func TestNoteRatings(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   bool
	}{
		{[]float64{5, 3, 4, 1, 5, 4}, true}, {[]float64{3.5, 4, 5, 0.5, 4.5}, true}, {[]float64{10, 7, 8, 6, 2}, true},
		{[]float64{1, 1, 2, 1, 3, 1, 5}, false}, {[]float64{1, 1, 1, 1}, false}, {[]float64{5, 3.2, 4}, false}, {[]float64{5, 3, 400}, false},
		{[]float64{-1, 5, 4, 3}, false},
	} {
		x, err := fromEntries("r", 4, 10, slices.Values(ratingsOf(tt.values...)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(x.Notes) == 1 && strings.Contains(x.Notes[0].String(), "--absent unknown"); got != tt.want {
			t.Errorf("%v: notes %q", tt.values, x.Notes)
		}
	}
}
