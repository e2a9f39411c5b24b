package hungarian

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// bruteForce returns the least total over all one-to-one assignments.
func bruteForce(a *mat.Dense) float64 {
	p, q := a.Dims()
	if p > q {
		return bruteForce(mat.DenseCopyOf(a.T()))
	}
	best := math.Inf(1)
	used := make([]bool, q)
	var place func(i int, sum float64)
	place = func(i int, sum float64) {
		if i == p {
			best = min(best, sum)
			return
		}
		for j := range q {
			if !used[j] {
				used[j] = true
				place(i+1, sum+a.At(i, j))
				used[j] = false
			}
		}
	}
	place(0, 0)
	return best
}

func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := rapid.IntRange(1, 7).Draw(t, "p"), rapid.IntRange(1, 7).Draw(t, "q")
		// Few distinct integers make ties; sums are exact.
		limit := rapid.SampledFrom([]int{1, 3, 1000}).Draw(t, "limit")
		a := mat.NewDense(p, q, nil)
		for i := range p {
			for j := range q {
				a.Set(i, j, float64(rapid.IntRange(-limit, limit).Draw(t, "cost")))
			}
		}
		columns, total, err := Max(a)
		if err != nil {
			t.Fatal(err)
		}
		checkAssignment(t, a, columns, total)
		if want := -bruteForce(negated(a)); total != want {
			t.Fatalf("greatest total %g, brute force %g", total, want)
		}
	})
}

// TestEveryShape draws full matrices of every shape, which need long augmenting paths more often than those that rapid draws.
func TestEveryShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 20 * 49 {
		p, q := 1+trial%7, 1+trial/7%7
		a := mat.NewDense(p, q, nil)
		for i := range p {
			for j := range q {
				a.Set(i, j, float64(rng.IntN(50)))
			}
		}
		if _, total, err := Max(negated(a)); err != nil || total != -bruteForce(a) {
			t.Fatalf("%v\nleast total %g, %v, brute force %g", mat.Formatted(a), total, err, bruteForce(a))
		}
	}
}

// negated turns costs into values.
func negated(a *mat.Dense) *mat.Dense {
	if a.IsEmpty() {
		return a
	}
	n := new(mat.Dense)
	n.Scale(-1, a)
	return n
}

func checkAssignment(t *rapid.T, a *mat.Dense, columns []int, total float64) {
	p, q := a.Dims()
	used := map[int]bool{}
	var sum float64
	for i, j := range columns {
		if j == Unassigned {
			continue
		}
		if j < 0 || j >= q || used[j] {
			t.Fatalf("columns %v are no assignment", columns)
		}
		used[j] = true
		sum += a.At(i, j)
	}
	if len(columns) != p || len(used) != min(p, q) || sum != total {
		t.Fatalf("%d×%d: columns %v, total %g, their sum %g", p, q, columns, total, sum)
	}
}

// TestKnown holds the 3×3 example of scipy's linear_sum_assignment (total 5) and the shapes that need care.
func TestKnown(t *testing.T) {
	tests := []struct {
		name    string
		a       *mat.Dense
		columns []int
		total   float64
	}{
		{"scipy", mat.NewDense(3, 3, []float64{4, 1, 3, 2, 0, 5, 3, 2, 2}), []int{1, 0, 2}, 5},
		{"more rows", mat.NewDense(3, 2, []float64{9, 8, 1, 7, 6, 2}), []int{Unassigned, 0, 1}, 3},
		{"more columns", mat.NewDense(2, 3, []float64{9, 1, 6, 8, 7, 2}), []int{1, 2}, 3},
		{"ties go to the first", mat.NewDense(3, 3, make([]float64, 9)), []int{0, 1, 2}, 0},
		{"one", mat.NewDense(1, 1, []float64{-4}), []int{0}, -4},
		{"empty", &mat.Dense{}, []int{}, 0},
	}
	for _, tt := range tests {
		columns, total, err := Max(negated(tt.a))
		if err != nil || !slices.Equal(columns, tt.columns) || total != -tt.total {
			t.Errorf("%s: %v, %g, %v, want %v, %g", tt.name, columns, total, err, tt.columns, tt.total)
		}
	}
}

func TestRefusesWhatIsNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		a := mat.NewDense(2, 2, []float64{1, 2, bad, 4})
		if _, _, err := Max(a); err == nil || !strings.Contains(err.Error(), "entry (2, 1)") {
			t.Errorf("%g: error %v, want the entry named", bad, err)
		}
	}
}

// TestWide keeps the cost at O(min²·max): 40 rows against 20000 columns takes milliseconds, not a cubic of the long side.
func TestWide(t *testing.T) {
	a := mat.NewDense(40, 20000, nil)
	for i := range 40 {
		for j := range 20000 {
			a.Set(i, j, float64((i*7919+j*104729)%10007))
		}
	}
	_, total, err := Max(a)
	if err != nil {
		t.Fatal(err)
	}
	if _, same, err := Max(a.T()); err != nil || total != same {
		t.Fatalf("total %g, of the transpose %g, %v", total, same, err)
	}
}
