package solvers_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// The golden runs keep a file per component; ours lie side by side.
func TestMCNMFGolden(t *testing.T) {
	for _, alpha := range []string{"0.01", "0.5"} {
		dir := filepath.Join("testdata", "golden", "self_MCNMF_alpha"+alpha)
		x := matrixtest.Read(t, filepath.Join(dir, "X.csv"))
		f := solvers.Factors{W: sideBySide(t, dir, "W0", false), Ht: sideBySide(t, dir, "H0", true)}
		s := newSolver(t, "mcnmf")
		if err := solvers.SetOption(s, "alpha", alpha); err != nil {
			t.Fatal(err)
		}
		run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: 12}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		trace := matrixtest.Read(t, filepath.Join(dir, "obj.csv"))
		for step := range 61 {
			if got, want := run.Objective(), trace.At(step, 0); math.Abs(got-want) > 1e-9*want {
				t.Fatalf("alpha %s, objective after %d steps: %.17g, want %.17g", alpha, step, got, want)
			}
			if step < 60 {
				run.Step()
			}
		}
		res := run.Finish()
		near(t, "W", res.W, sideBySide(t, dir, "W", false))
		near(t, "Ht", res.Ht, sideBySide(t, dir, "H", true))
	}
}

// sideBySide reads the three components of a factor, transposed if they are coefficients.
func sideBySide(t *testing.T, dir, name string, transposed bool) *mat.Dense {
	var all mat.Dense
	for i := 1; i <= 3; i++ {
		part := matrixtest.Read(t, filepath.Join(dir, fmt.Sprintf("%s_%d.csv", name, i)))
		if transposed {
			part = mat.DenseCopyOf(part.T())
		}
		if i == 1 {
			all.CloneFrom(part)
			continue
		}
		var wider mat.Dense
		wider.Augment(&all, part)
		all = wider
	}
	return &all
}

func TestHSICGolden(t *testing.T) {
	dir := filepath.Join("testdata", "golden", "self_HSIC")
	read := func(name string) *mat.Dense { return mat.DenseCopyOf(matrixtest.Read(t, filepath.Join(dir, name)).T()) }
	a, b := read("H1.csv"), read("H2.csv")
	want := matrixtest.Read(t, filepath.Join(dir, "hsic.csv"))
	n := float64(a.RawMatrix().Rows)
	for i, got := range []float64{hsic(a, b), hsic(b, a) / ((n - 1) * (n - 1))} {
		if w := want.At(i, 0); math.Abs(got-w) > 1e-9*w {
			t.Errorf("line %d: got %.17g, want %.17g", i+1, got, w)
		}
	}
}

// multiComponent is Σ_i ‖X - W_iH_i‖² + α·Σ_{i≠j} tr(R·K_i·R·K_j) with n×n matrices, as Eq. 5 prints it.
func multiComponent(alpha float64, v int) func(x *mat.Dense, f solvers.Factors) float64 {
	return func(x *mat.Dense, f solvers.Factors) float64 {
		_, n := x.Dims()
		var fit, penalty float64
		blocks := components(f, v)
		for i, a := range blocks {
			fit += squaredError(x, a)
			for j, b := range blocks {
				if i != j {
					penalty += mat.Trace(times(centring(n), times(a.Ht, a.Ht.T()), centring(n), times(b.Ht, b.Ht.T())))
				}
			}
		}
		return fit + alpha*penalty
	}
}

// components cuts both factors into v blocks of columns, the wider ones first.
func components(f solvers.Factors, v int) []solvers.Factors {
	m, r := f.W.Dims()
	n, _ := f.Ht.Dims()
	v = min(v, r)
	var list []solvers.Factors
	for i, at := 0, 0; i < v; i++ {
		end := at + r/v
		if i < r%v {
			end++
		}
		list = append(list, solvers.Factors{
			W:  mat.DenseCopyOf(f.W.Slice(0, m, at, end)),
			Ht: mat.DenseCopyOf(f.Ht.Slice(0, n, at, end)),
		})
		at = end
	}
	return list
}

// centring is R = I - 11ᵀ/n.
func centring(n int) *mat.Dense {
	r := mat.NewDense(n, n, nil)
	r.Apply(func(i, j int, _ float64) float64 {
		if i == j {
			return 1 - 1/float64(n)
		}
		return -1 / float64(n)
	}, r)
	return r
}

// One step by Eq. 6 and 13 as printed, component after component, for widths that differ.
func TestMCNMFFormula(t *testing.T) {
	const m, n, r, alpha = 9, 7, 5, 0.3
	rng := rand.New(rand.NewPCG(1, 2))
	x := solvers.RandomFactor(m, n, rng)
	f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
	blocks := components(f, 2)
	part := func(sign float64) *mat.Dense {
		p := centring(n)
		p.Apply(func(_, _ int, v float64) float64 { return (math.Abs(v) + sign*v) / 2 }, p)
		return p
	}
	plusPart, minusPart := part(1), part(-1)
	for range 5 {
		for i := range blocks {
			w, h := blocks[i].W, mat.DenseCopyOf(blocks[i].Ht.T())
			w = updated(w, times(x, h.T()), times(w, h, h.T()), identity)
			k := times(blocks[1-i].Ht, blocks[1-i].Ht.T())
			mixed := times(h, plus(times(plusPart, k, minusPart), times(minusPart, k, plusPart)))
			equal := times(h, plus(times(minusPart, k, minusPart), times(plusPart, k, plusPart)))
			mixed.Scale(alpha, mixed)
			equal.Scale(alpha, equal)
			h = updated(h, plus(times(w.T(), x), mixed), plus(times(w.T(), w, h), equal), math.Sqrt)
			blocks[i] = solvers.Factors{W: w, Ht: mat.DenseCopyOf(h.T())}
		}
	}
	s := &solvers.MCNMF{Alpha: alpha, Components: 2, Pairs: solvers.PairsOnce}
	run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: r}, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		run.Step()
	}
	for i, got := range components(f, 2) {
		near(t, fmt.Sprintf("W_%d", i+1), got.W, blocks[i].W)
		near(t, fmt.Sprintf("H_%d", i+1), got.Ht, blocks[i].Ht)
	}
}

// hsic returns tr(R·K_a·R·K_b) of two representations of the same n samples, a (n×k) and b (n×l), with inner product kernels
// and R = I - 11ᵀ/n: the Hilbert-Schmidt independence criterion (Gretton et al. 2005; Eq. 3 of MCNMF) without its factor
// (n-1)⁻². It is 0 if no direction of a is correlated with one of b.
func hsic(a, b *mat.Dense) float64 {
	n, k := a.Dims()
	_, l := b.Dims()
	cross := mat.NewDense(k, l, nil)
	matrix.MulTN(cross, a, b)
	sa, sb := make([]float64, k), make([]float64, l)
	matrix.SumRows(sa, a)
	matrix.SumRows(sb, b)
	var sum float64
	for i, s := range sa {
		for j, v := range cross.RawRowView(i) {
			v -= s * sb[j] / float64(n)
			sum += v * v
		}
	}
	return sum
}
