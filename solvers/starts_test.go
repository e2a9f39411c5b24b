package solvers

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func TestRandomFactor(t *testing.T) {
	if RandomFactor(0, 3, rand.New(rand.NewPCG(1, 1))) != nil {
		t.Error("a factor without rows is not nil")
	}
	const p, r = 200, 50
	a := RandomFactor(p, r, rand.New(rand.NewPCG(1, 1)))
	var sum float64
	for _, v := range a.RawMatrix().Data {
		if !(v > 0) || v > 1 {
			t.Fatalf("entry %v, want one of (0, 1]", v)
		}
		sum += v
	}
	// The mean of 10⁴ draws has standard deviation 1/√(12·10⁴) = 0.0029.
	if mean := sum / (p * r); math.Abs(mean-0.5) > 0.015 {
		t.Errorf("mean %v, want 0.5", mean)
	}
	if !mat.Equal(a, RandomFactor(p, r, rand.New(rand.NewPCG(1, 1)))) {
		t.Error("the same stream gave another start")
	}
}

func TestIndicators(t *testing.T) {
	labels := []int{0, 2, 2, 0, 2}
	want := mat.NewDense(5, 3, []float64{
		1.2, 0.2, 0.2,
		0.2, 0.2, 1.2,
		0.2, 0.2, 1.2,
		1.2, 0.2, 0.2,
		0.2, 0.2, 1.2,
	})
	if got := Indicators(labels, 3, 0.2); !mat.EqualApprox(got, want, 1e-15) {
		t.Errorf("got\n%v", mat.Formatted(got))
	}
	// Cluster sizes 2, 0 and 3; the empty one is divided by 1.
	weights := WeightedIndicators(labels, 3, 0.2)
	for i := range 5 {
		for k, size := range []float64{2, 1, 3} {
			if got := weights.At(i, k); math.Abs(got-want.At(i, k)/size) > 1e-15 {
				t.Errorf("weight (%d, %d) is %v, want %v", i+1, k+1, got, want.At(i, k)/size)
			}
		}
	}
}

// What cannot begin is an error.
func TestNoStart(t *testing.T) {
	x := matrix.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	var none *matrix.Dense
	for _, tt := range []struct {
		init Init
		s    Solver
		x    matrix.Matrix
		want string
	}{
		{InitScaled, &NMF{}, nil, "there is no X"},
		{InitNNDSVD, &NMF{}, none, "there is no X"},
		{InitRandom, nil, x, "there is no solver"},
		{"rnadom", &NMF{}, x, `init = "rnadom", want `},
	} {
		rng := rand.New(rand.NewPCG(1, 1))
		if _, err := tt.init.Factors(tt.s, Problem{X: tt.x, Rank: 1}, Factors{}, rng, rng); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.init, err, tt.want)
		}
	}
}
