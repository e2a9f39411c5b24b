package solvers

import (
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// agree asks for 1e-9 of the largest entry: the smaller ones are sums over singular vectors.
func agree(t *testing.T, name string, got, want mat.Matrix) {
	t.Helper()
	var d mat.Dense
	d.Sub(got, want)
	if worst, top := mat.Norm(&d, math.Inf(1)), mat.Norm(want, math.Inf(1)); !(worst <= 1e-9*top) {
		t.Errorf("%s is off by %g, norm %g", name, worst, top)
	}
}

func product(a, b mat.Matrix) *mat.Dense {
	var p mat.Dense
	p.Mul(a, b)
	return &p
}

// The wide data again as tall ones would be: both Gram matrices are tried.
func TestOMRPCAGolden(t *testing.T) {
	x := matrixtest.Golden(t, "OM_RPCA", "X.csv")
	for _, r := range []int{2, 4} {
		name := func(s string) string { return s + "_r" + strconv.Itoa(r) + ".csv" }
		started, err := newOMRPCA().Start(Problem{X: matrix.FromDense(x), Rank: r}, Factors{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		run := started.(*omRPCARun)
		trace := matrixtest.Golden(t, "OM_RPCA", name("obj"))
		for step := range 30 {
			run.Step()
			if got, want := run.Objective(), trace.At(step, 0); math.Abs(got-want) > 1e-9*want {
				t.Fatalf("rank %d, objective after %d steps: %.17g, want %.17g", r, step+1, got, want)
			}
		}
		var p mat.Dense
		p.Mul(run.w, run.w.T())
		agree(t, "WWᵀ", &p, matrixtest.Golden(t, "OM_RPCA", name("WWt")))
		agree(t, "b", mat.NewVecDense(len(run.b), run.b), matrixtest.Golden(t, "OM_RPCA", name("b")))
		low := mat.DenseCopyOf(matrixtest.Golden(t, "OM_RPCA", name("low_dim")).T())
		multiplyColumns(low, signs(low))
		agree(t, "coordinates", run.Finish().Embedding, low)
	}
}

// More features than samples give the same as fewer: X with features appended that are all zero.
func TestOMRPCATall(t *testing.T) {
	x := matrixtest.Golden(t, "OM_RPCA", "X.csv")
	m, n := x.Dims()
	tall := mat.NewDense(m+2*n, n, nil)
	tall.Slice(0, m, 0, n).(*mat.Dense).Copy(x)
	var e [2]*mat.Dense
	for k, data := range []*mat.Dense{x, tall} {
		run, err := newOMRPCA().Start(Problem{X: matrix.FromDense(data), Rank: 3}, Factors{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 30 {
			run.Step()
		}
		e[k] = run.Finish().Embedding
	}
	agree(t, "coordinates", e[1], e[0])
}

// tracedObjective is what obj_r*.csv holds, though params.txt names the objective: the residual is that of Y·C, which E and the
// multiplier have entered. It is the same after the first step, and 0 in the limit.
func tracedObjective(r *omCRPCARun) float64 {
	var d mat.Dense
	d.Sub(r.y, r.z)
	sum := r.options.Weight * mat.Sum(mat.NewVecDense(len(r.shrink.kept), r.shrink.kept))
	n, _ := d.Dims()
	for j := range n {
		sum += mat.Norm(d.RowView(j), 2)
	}
	return sum
}

func TestOMCRPCAGolden(t *testing.T) {
	x := matrixtest.Golden(t, "OM_CRPCA", "X.csv")
	m, n := x.Dims()
	tall := mat.NewDense(m+2*n, n, nil)
	tall.Slice(0, m, 0, n).(*mat.Dense).Copy(x)
	for _, weight := range []string{"0.5", "1", "2"} {
		read := func(s string) *mat.Dense { return matrixtest.Golden(t, "OM_CRPCA", s+"_r"+weight+".csv") }
		for k, data := range []*mat.Dense{x, tall} {
			s := newOMCRPCA()
			if err := SetOption(s, "weight", weight); err != nil {
				t.Fatal(err)
			}
			started, err := s.Start(Problem{X: matrix.FromDense(data), Rank: 3}, Factors{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			run, trace := started.(*omCRPCARun), read("obj")
			for step := range 200 {
				run.Step()
				if got, want := tracedObjective(run), trace.At(step, 0); math.Abs(got-want) > 1e-9*want {
					t.Fatalf("weight %s, data %d, objective after %d steps: %.17g, want %.17g", weight, k, step+1, got, want)
				}
			}
			z, b := mat.DenseCopyOf(read("Z").T()), mat.NewDense(1, m, mat.Col(nil, 0, read("b")))
			if k == 0 {
				agree(t, "Z", run.z, z)
				agree(t, "b", mat.NewDense(1, m, run.b), b)
			}
			// Tall data are worked on in other coordinates.
			agree(t, "inner products of Z", product(run.z, run.z.T()), product(z, z.T()))
			agree(t, "inner products of Z and b", product(run.z, mat.NewVecDense(len(run.b), run.b)), product(z, b.T()))
			agree(t, "singular values", mat.NewVecDense(m, run.shrink.kept[:m]), read("eigv"))
			// The coordinates have the inner products of the rows of Z that they keep.
			e := run.Finish().Embedding
			for c := range 3 {
				if got, want := mat.Norm(e.ColView(c), 2), run.shrink.kept[c]; math.Abs(got-want) > 1e-9*run.shrink.kept[0] {
					t.Errorf("dimension %d has norm %v, want the singular value %v", c+1, got, want)
				}
			}
		}
	}
}
