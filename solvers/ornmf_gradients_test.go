package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix/gemm"
)

// The second term of the update minus the first is a quarter of the gradient of the penalty by H_i: half for the square, half
// since the penalty counts every pair twice. Where both are small beside what they are added to, the square of the update's
// factor is one plus their difference over that.
func TestIndependenceGradient(t *testing.T) {
	const n, r, alpha = 7, 5, 0.3
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3 {
		ht := RandomFactor(n, r, rng)
		blocks := split(r, 2)
		penalty := newIndependence(ht, blocks, n)
		at := append([]float64(nil), ht.RawMatrix().Data...)
		gradient := fd.Gradient(nil, func(v []float64) float64 {
			copy(ht.RawMatrix().Data, v)
			penalty.fresh, penalty.summed = false, false
			return penalty.value()
		}, at, &fd.Settings{Formula: fd.Central})
		copy(ht.RawMatrix().Data, at)
		penalty.fresh, penalty.summed = false, false
		penalty.begin()
		for i, b := range blocks {
			penalty.turn(i)
			const large = 1e7
			h, fit, den := mat.NewDense(n, b.width(), nil), mat.NewDense(n, b.width(), nil), mat.NewDense(n, b.width(), nil)
			for _, a := range []*mat.Dense{h, fit, den} {
				for at := range a.RawMatrix().Data {
					a.RawMatrix().Data[at] = large
				}
			}
			penalty.update(0, n, alpha, h, fit, den)
			for j := range n {
				for k := range b.width() {
					factor := h.At(j, k) / large
					got, want := large*(1-factor*factor), alpha*gradient[j*r+b.from+k]/4
					if math.Abs(got-want) > 1e-5 {
						t.Fatalf("component %d, sample %d, entry %d: %v, by differences %v", i+1, j+1, k+1, got, want)
					}
				}
			}
		}
	}
}

// The pull of the neighbours is the gradient of ‖HR‖₂,₁.
func TestOrderGradient(t *testing.T) {
	const n, r, alpha = 7, 3, 0.4
	rng := rand.New(rand.NewPCG(5, 6))
	run := &ornmfRun{options: ORNMF{Alpha: alpha}, f: Factors{Ht: RandomFactor(n, r, rng)}, pull: make([]float64, n+1)}
	ht := run.f.Ht
	at := append([]float64(nil), ht.RawMatrix().Data...)
	gradient := fd.Gradient(nil, func(v []float64) float64 {
		copy(ht.RawMatrix().Data, v)
		var sum float64
		for j := range n - 1 {
			sum += floats.Distance(ht.RawRowView(j), ht.RawRowView(j+1), 2)
		}
		return sum
	}, at, &fd.Settings{Formula: fd.Central})
	copy(ht.RawMatrix().Data, at)
	gemm.StepSquares(run.pull[1:], ht.RawMatrix(), run.after(n))
	run.pulls(run.pull[1:n])
	for j := range n {
		for k := range r {
			var got float64
			if j > 0 {
				got += run.pull[j] * (ht.At(j, k) - ht.At(j-1, k))
			}
			if j+1 < n {
				got += run.pull[j+1] * (ht.At(j, k) - ht.At(j+1, k))
			}
			if want := alpha * gradient[j*r+k]; math.Abs(got-want) > 1e-6 {
				t.Fatalf("sample %d, entry %d: %v, by differences %v", j+1, k+1, got, want)
			}
		}
	}
}
