package tabular

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// FuzzRead checks that a file of bare numbers between commas reads as Numbers reads it, bit for bit (a CR
// alone ends a line here, so it is made one there; quotes tell a header here), and that any other is refused or gives a table whose parts
// fit each other.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"1,2\n3,4\n", "", "a,b\n1,2\n", ",0,1\n0,5,6\n", "1;2,5\n", "\"\",\"x\"\n\"1\",2\n", "1 2\n3 4", "# a b\n1 2\n", "NaN,-0\n",
		"1e308,4.9e-324\r\n\n",
		"1,\n,2\n", "\xff\xfe1\x00", "x\ty\n1\t2\n", "0,1,2\n1,2,3\n", "1\r2\r", ",\n1,2", "1,2\n,,\n", "\"1\",\"2\"\n3,4\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Read(opener(text), "fuzz", Options{})
		lines := strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
		bare, bareErr := Numbers(strings.NewReader(lines), "fuzz", Bare{NonFinite: true})
		if strings.Contains(text, `"`) {
			bareErr = errors.New("quotes tell a header")
		}
		if err != nil {
			if bareErr == nil && !allNaN(bare.RawMatrix().Data) {
				t.Fatalf("%q is refused: %v", text, err)
			}
			return
		}
		m, n := got.X.Dims()
		if got.Rows != nil && len(got.Rows) != m || got.Columns != nil && len(got.Columns) != n {
			t.Fatalf("%q: %d×%d with %d and %d names", text, m, n, len(got.Rows), len(got.Columns))
		}
		if bareErr != nil {
			return
		}
		if bm, bn := bare.Dims(); m != bm || n != bn || len(got.Found) > 0 {
			t.Fatalf("%q: %d×%d, want %d×%d; %v", text, m, n, bm, bn, got.Found)
		}
		for i, v := range bare.RawMatrix().Data {
			if w := got.X.RawMatrix().Data[i]; math.Float64bits(v) != math.Float64bits(w) && !(math.IsNaN(v) && math.IsNaN(w)) {
				t.Fatalf("%q: %v came back as %v", text, v, w)
			}
		}
	})
}

func allNaN(v []float64) bool {
	for _, x := range v {
		if !math.IsNaN(x) {
			return false
		}
	}
	return true
}
