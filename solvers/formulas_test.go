package solvers_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// The updates that no golden file covers, written out as the papers print them: matrix products in the printed order,
// H as r×n, no buffers.

func times(factors ...mat.Matrix) *mat.Dense {
	p := mat.DenseCopyOf(factors[0])
	for _, f := range factors[1:] {
		var next mat.Dense
		next.Mul(p, f)
		p = &next
	}
	return p
}

// updated is a .* f(num ./ den).
func updated(a, num, den *mat.Dense, f func(float64) float64) *mat.Dense {
	out := mat.DenseCopyOf(a)
	out.Apply(func(i, j int, v float64) float64 { return v * f(num.At(i, j)/den.At(i, j)) }, out)
	return out
}

func plus(a, b *mat.Dense) *mat.Dense {
	var sum mat.Dense
	sum.Add(a, b)
	return &sum
}

func identity(v float64) float64 { return v }

// onmfW is one step of Ding et al. (2006) with WᵀW = I, W first.
func onmfW(x, w, h *mat.Dense) (*mat.Dense, *mat.Dense) {
	w = updated(w, times(x, h.T()), times(w, w.T(), x, h.T()), math.Sqrt)
	return w, updated(h, times(w.T(), x), times(w.T(), w, h), identity)
}

// convexMixed is one step of Ding, Li and Jordan (2010) for X of any sign, H first.
func convexMixed(x, w, h *mat.Dense) (*mat.Dense, *mat.Dense) {
	k := times(x.T(), x)
	part := func(sign float64) *mat.Dense {
		p := mat.DenseCopyOf(k)
		p.Apply(func(_, _ int, v float64) float64 { return (math.Abs(v) + sign*v) / 2 }, p)
		return p
	}
	kp, km := part(1), part(-1)
	ht := mat.DenseCopyOf(h.T())
	ht = updated(ht, plus(times(kp, w), times(ht, w.T(), km, w)), plus(times(km, w), times(ht, w.T(), kp, w)), math.Sqrt)
	h = mat.DenseCopyOf(ht.T())
	w = updated(w, plus(times(kp, ht), times(km, w, h, ht)), plus(times(km, ht), times(kp, w, h, ht)), math.Sqrt)
	return w, h
}

// halsByComponent is one step of Cichocki and Phan (2009), H first, a whole component at a time.
func halsByComponent(x, w, h *mat.Dense) (*mat.Dense, *mat.Dense) {
	half := func(x mat.Matrix, a, b *mat.Dense) *mat.Dense { // X ≈ a·bᵀ
		a = mat.DenseCopyOf(a)
		xb, g := times(x, b), times(b.T(), b)
		p, r := a.Dims()
		for k := range r {
			ag := times(a, g)
			for i := range p {
				a.Set(i, k, max(0, a.At(i, k)+(xb.At(i, k)-ag.At(i, k))/g.At(k, k)))
			}
		}
		return a
	}
	ht := half(x.T(), mat.DenseCopyOf(h.T()), w)
	return half(x, w, ht), mat.DenseCopyOf(ht.T())
}

func TestFormulas(t *testing.T) {
	const m, n, r = 9, 7, 3
	for _, tt := range []struct {
		name, solver string
		set          map[string]string
		signed       bool
		rows         int // of W
		step         func(x, w, h *mat.Dense) (*mat.Dense, *mat.Dense)
	}{
		{"W-orthogonal ONMF", "onmf", map[string]string{"orthogonal": "w"}, false, m, onmfW},
		{"Convex NMF, mixed signs", "convex-nmf", nil, true, n, convexMixed},
		{"HALS", "hals", nil, false, m, halsByComponent},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		x := solvers.RandomFactor(m, n, rng)
		if tt.signed {
			x.Apply(func(_, _ int, v float64) float64 { return v - 0.5 }, x)
		}
		f := solvers.Factors{W: solvers.RandomFactor(tt.rows, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
		w, h := mat.DenseCopyOf(f.W), mat.DenseCopyOf(f.Ht.T())
		s := newSolver(t, tt.solver)
		for name, text := range tt.set {
			if err := solvers.SetOption(s, name, text); err != nil {
				t.Fatal(err)
			}
		}
		run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: r}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			run.Step()
			w, h = tt.step(x, w, h)
		}
		near(t, tt.name+": W", f.W, w)
		near(t, tt.name+": H", mat.DenseCopyOf(f.Ht.T()), h)
	}
}

func TestConvexImplicitNeedsNonNegativeX(t *testing.T) {
	s := newSolver(t, "convex-nmf")
	if err := solvers.SetOption(s, "gram", "implicit"); err != nil {
		t.Fatal(err)
	}
	f := solvers.Factors{W: mat.NewDense(2, 1, []float64{1, 1}), Ht: mat.NewDense(2, 1, []float64{1, 1})}
	_, err := s.Start(solvers.Problem{X: matrix.NewDense(1, 2, []float64{1, -1}), Rank: 1}, f, nil)
	if err == nil || !strings.Contains(err.Error(), `gram = "implicit"`) {
		t.Errorf("got error %v", err)
	}
}
