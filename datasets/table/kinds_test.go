package table

import (
	"strings"
	"testing"
)

// A mask that hides most of X is told of: NumPy's means the other way round.
func TestMaskTheOtherWay(t *testing.T) {
	for mask, want := range map[string]bool{"0,0\n0,1\n": true, "1,1\n1,0\n": false} {
		file := func(text string) File { return File{R: strings.NewReader(text), Size: int64(len(text)), Name: "f"} }
		x, err := Read(file("1,2\n3,4\n"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		notes, err := x.MaskBy(file(mask))
		if told := len(notes) == 1 && strings.Contains(notes[0].String(), "hides 3 of 4 entries"); err != nil || told != want {
			t.Errorf("%q: %q, %v", mask, notes, err)
		}
	}
}
