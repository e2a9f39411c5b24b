package solvers

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// The terms of (20) are the two parts of the gradient: ∇D(X‖UUᵀX) = C - B.
func TestDivergenceTerms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := matrix.FromDense(RandomFactor(7, 5, rng))
	for _, on := range []Domain{OnFeatures, OnSamples} {
		s := newPNMFKL().(*PNMFKL)
		s.On = on
		w, ht := s.Rows(7, 5)
		f := Factors{W: RandomFactor(w, 2, rng), Ht: RandomFactor(ht, 2, rng)}
		run, err := s.Start(Problem{X: x, Rank: 2}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := run.(*divergenceRun)
		r.terms()
		u := r.u.RawMatrix().Data
		slope := fd.Gradient(nil, func(v []float64) float64 {
			a := mat.NewDense(len(v)/2, 2, v)
			var vt, model mat.Dense
			vt.Mul(a.T(), r.x)
			model.Mul(a, &vt)
			var sum float64
			rows, cols := model.Dims()
			for i := range rows {
				for j := range cols {
					sum += matrix.KL(r.x.At(i, j), model.At(i, j))
				}
			}
			return sum
		}, append([]float64(nil), u...), &fd.Settings{Formula: fd.Central})
		for i, want := range slope {
			if got := r.c.RawMatrix().Data[i] - r.b.RawMatrix().Data[i]; math.Abs(got-want) > 1e-6*math.Abs(want)+1e-6 {
				t.Errorf("%s: entry %d of the gradient is %v, by differences %v", on, i, got, want)
			}
		}
	}
}

func TestPower(t *testing.T) {
	x := mat.NewDense(1, 3, []float64{2, 2, 2})
	num, den := mat.NewDense(1, 3, []float64{8, 0, 1}), mat.NewDense(1, 3, []float64{1, 0, 64})
	for power, want := range map[float64][]float64{1: {16, 0, 2. / 64}, 0.5: {2 * math.Sqrt(8), 0, 0.25}, 1. / 3: {4, 0, 0.5}} {
		got := mat.DenseCopyOf(x)
		updatePower(got, num, den, power)
		if !mat.EqualApprox(got, mat.NewDense(1, 3, want), 1e-14) {
			t.Errorf("power %v: got %v, want %v", power, got.RawRowView(0), want)
		}
	}
	for _, power := range []float64{-1, 1.5, math.NaN()} {
		s := newPNMFKL().(*PNMFKL)
		s.Power = power
		f := Factors{W: mat.NewDense(1, 1, []float64{1})}
		if _, err := s.Start(Problem{X: matrix.NewDense(1, 1, []float64{1}), Rank: 1}, f, nil); err == nil ||
			!strings.Contains(err.Error(), "pnmf-kl: power") {
			t.Errorf("power %v: got error %v", power, err)
		}
	}
}

// A row of zeros in X drops out of U at once, under either rule; (45) as printed would let it grow.
func TestDivergenceZeroRow(t *testing.T) {
	x := matrix.NewDense(3, 2, []float64{1, 2, 0, 0, 3, 1})
	for name, s := range map[string]Solver{"pnmf-kl": newPNMFKL(), "opnmf-kl": newOPNMFKL()} {
		f := Factors{W: RandomFactor(3, 2, rand.New(rand.NewPCG(3, 4)))}
		run, err := s.Start(Problem{X: x, Rank: 2}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		run.Step()
		if row := f.W.RawRowView(1); row[0] != 0 || row[1] != 0 || f.W.At(0, 0) <= 0 {
			t.Errorf("%s: the row is %v", name, row)
		}
	}
}
