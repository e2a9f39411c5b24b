package eval

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestClustersFound(t *testing.T) {
	metric, ok := Find("clusters-found")
	byNorm, too := Find("clusters-found-norm")
	if !ok || !too {
		t.Fatal("no metric")
	}
	// Three clusters of 3, 2 and 2 samples. Counted by hand: HR sums to 0 0 3 0 -2 0.
	three := mat.NewDense(7, 2, []float64{1, 2, 1, 2, 1, 2, 4, 2, 4, 2, 2, 2, 2, 2})
	rng := rand.New(rand.NewPCG(1, 2))
	noisy := mat.DenseCopyOf(three)
	noisy.Apply(func(_, _ int, v float64) float64 { return v + 0.01*rng.Float64() }, noisy)
	// A swap of components cancels in the sum, as the paper's NMF loses a boundary.
	swapped := mat.NewDense(4, 2, []float64{1, 2, 1, 2, 2, 1, 5, 5})
	for name, tt := range map[string]struct {
		ht         *mat.Dense
		want, norm float64
	}{
		"three": {three, 3, 3}, "noisy": {noisy, 3, 3}, "swapped": {swapped, 2, 3},
		"one": {mat.NewDense(3, 1, []float64{2, 2, 2}), 1, 1}, "zero": {mat.NewDense(3, 1, nil), 1, 1},
		"rounding": {mat.NewDense(3, 1, []float64{2, 2 + 1e-15, 2}), 1, 1},
	} {
		if got, err := byNorm.Score(Outcome{Found: Found{Ht: tt.ht}}, nil); err != nil || got != tt.norm {
			t.Errorf("%s by norm: %v clusters, %v, want %v", name, got, err, tt.norm)
		}
		got, err := metric.Score(Outcome{Found: Found{Ht: tt.ht}}, nil)
		if err != nil || got != tt.want {
			t.Errorf("%s: %v clusters, %v, want %v", name, got, err, tt.want)
		}
	}
	for name, o := range map[string]Outcome{"no factor": {}, "one sample": {Found: Found{Ht: mat.NewDense(1, 2, nil)}}} {
		if _, err := metric.Score(o, nil); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
	if _, err := metric.Score(Outcome{Found: Found{Ht: mat.NewDense(2, 1, []float64{1, math.NaN()})}}, nil); err == nil {
		t.Error("NaN was taken")
	}
}

func TestStepSums(t *testing.T) {
	output, ok := FindOutput("steps")
	if !ok {
		t.Fatal("no output")
	}
	got, err := output.Of(Outcome{Found: Found{Ht: mat.NewDense(3, 2, []float64{1, 2, 4, 2, 3, 0})}})
	if err != nil || !mat.Equal(got, mat.NewDense(2, 1, []float64{3, -3})) {
		t.Errorf("got %v, %v", got, err)
	}
}
