package table

import (
	"fmt"
	"strings"
	"testing"
)

// Values that look like ratings get a note where what is not there counts as 0; counts do not.
func TestRated(t *testing.T) {
	for name, tt := range map[string]struct {
		value func(k int) float64
		want  bool
	}{
		"stars":       {func(k int) float64 { return []float64{4, 5, 3, 4, 2, 1, 4, 3}[k%8] }, true},
		"halves":      {func(k int) float64 { return []float64{3.5, 4, 0.5, 3.5}[k%4] }, true},
		"counts":      {func(k int) float64 { return []float64{1, 1, 2, 1, 3}[k%5] }, false},
		"large":       {func(k int) float64 { return float64(k) }, false},
		"ones":        {func(int) float64 { return 1 }, false},
		"real values": {func(k int) float64 { return 0.3 + float64(k) }, false},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate real general\n20 20 60\n")
		for k := range 60 {
			fmt.Fprintf(&b, "%d %d %v\n", k%20+1, k/20*5+1, tt.value(k))
		}
		got, err := Read(File{R: strings.NewReader(b.String()), Size: int64(b.Len()), Name: "r.mtx"}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if found := len(got.Notes) == 1 && strings.HasPrefix(got.Notes[0], "the values look like ratings"); found != tt.want {
			t.Errorf("%s: %q", name, got.Notes)
		}
	}
}

// A mask that hides most of X is told of: NumPy's means the other way round.
func TestMaskTheOtherWay(t *testing.T) {
	for mask, want := range map[string]bool{"0,0\n0,1\n": true, "1,1\n1,0\n": false} {
		file := func(text string) File { return File{R: strings.NewReader(text), Size: int64(len(text)), Name: "f"} }
		x, err := Read(file("1,2\n3,4\n"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		notes, err := x.MaskBy(file(mask))
		if told := len(notes) == 1 && strings.Contains(notes[0], "hides 3 of 4 entries"); err != nil || told != want {
			t.Errorf("%q: %q, %v", mask, notes, err)
		}
	}
}
