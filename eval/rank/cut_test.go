package rank

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestCutAgainstR cuts a tree as R's cutree does that of hclust(d, "average").
func TestCutAgainstR(t *testing.T) {
	const n = 9
	d := []float64{
		0.168, 0.808, 0.385, 0.328, 0.602, 0.604, 0.125, 0.295, 0.578, 0.631, 0.512, 0.505, 0.534, 0.557, 0.868, 0.83, 0.111, 0.704,
		0.897, 0.28, 0.228, 0.015, 0.129, 0.093, 0.237, 0.791, 0.6, 0.91, 0.56, 0.756, 0.379, 0.373, 0.17, 0.453, 0.258, 0.336,
	}
	likeness := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i + 1; j < n; j++ {
			likeness.SetSym(i, j, 1-d[condensed(n, i, j)])
		}
	}
	for k, want := range map[int][]int{
		1: {0, 0, 0, 0, 0, 0, 0, 0, 0}, 2: {0, 0, 0, 0, 0, 1, 1, 0, 1}, 3: {0, 0, 1, 0, 0, 2, 2, 0, 2},
		4: {0, 0, 1, 2, 2, 3, 3, 0, 3}, 6: {0, 1, 2, 3, 3, 4, 5, 0, 4}, 9: {0, 1, 2, 3, 4, 5, 6, 7, 8},
	} {
		if got := Cut(likeness, k); !slices.Equal(got, want) {
			t.Errorf("cut into %d: %v, want %v", k, got, want)
		}
	}
}

func TestDispersion(t *testing.T) {
	for _, c := range []struct{ beside, want float64 }{{0, 1}, {1, 1}, {0.5, 0.5}, {0.25, 0.625}} {
		if got := Dispersion(mat.NewSymDense(2, []float64{1, c.beside, c.beside, 1})); got != c.want {
			t.Errorf("two samples together %v of the time: %v, want %v", c.beside, got, c.want)
		}
	}
}
