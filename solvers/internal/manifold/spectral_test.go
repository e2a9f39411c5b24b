package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

// samples reads data with a sample per row.
func samples(t *testing.T, folder string) *matrix.Dense {
	return matrix.FromDense(mat.DenseCopyOf(matrixtest.Golden(t, folder, "X.csv").T()))
}

func near(t *testing.T, what string, got, want mat.Matrix, tol float64) {
	t.Helper()
	m, n := want.Dims()
	if p, q := got.Dims(); p != m || q != n {
		t.Fatalf("%s is %d×%d, want %d×%d", what, p, q, m, n)
	}
	for i := range m {
		for j := range n {
			if g, w := got.At(i, j), want.At(i, j); !(math.Abs(g-w) <= tol) {
				t.Fatalf("%s(%d,%d): got %.17g, want %.17g", what, i+1, j+1, g, w)
			}
		}
	}
}

// signed returns a with the sign of each column that makes its inner product with b positive.
func signed(a, b *mat.Dense) *mat.Dense {
	a = mat.DenseCopyOf(a)
	n, r := a.Dims()
	for c := range r {
		if mat.Dot(a.ColView(c), b.ColView(c)) < 0 {
			for i := range n {
				a.Set(i, c, -a.At(i, c))
			}
		}
	}
	return a
}

func TestGoldenLLE(t *testing.T) {
	const folder = "LLE_nn5_r2"
	x := samples(t, folder)
	v, err := NewLLE().Weights(x)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "weights", v, matrixtest.Golden(t, folder, "weights.csv"), 1e-9)
	want := matrixtest.Golden(t, folder, "embedding.csv")
	values := mat.Col(nil, 0, matrixtest.Golden(t, folder, "eigenvalues.csv"))
	for _, x := range []matrix.Matrix{x, matrixtest.Sparse(t, x)} {
		e, err := NewLLE().Embed(x, 2, seeded(1))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "embedding", signed(e.Points, want), want, 1e-8)
		near(t, "eigenvalues", mat.NewVecDense(2, e.Values), mat.NewVecDense(2, values[1:3]), 1e-12)
		if e.Components != 1 {
			t.Errorf("%d components", e.Components)
		}
	}
}

func TestGoldenSpectral(t *testing.T) {
	for folder, k := range map[string]int{"SE_nearest_neighbors_n_neighbors10": 10, "SE_nearest_neighbors_n_neighborsNone": 0} {
		x, want, affinity := samples(t, folder), matrixtest.Golden(t, folder, "embedding.csv"), matrixtest.Golden(t, folder, "affinity.csv")
		for i := range affinity.RawMatrix().Rows {
			affinity.Set(i, i, 0)
		}
		for _, x := range []matrix.Matrix{x, matrixtest.Sparse(t, x)} {
			a, err := Spectral{Neighbours: k}.Affinity(x)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "affinity", a, affinity, 0)
			e, err := Spectral{Neighbours: k}.Embed(x, 3, seeded(1))
			if err != nil {
				t.Fatal(err)
			}
			near(t, "embedding", e.Points, want, 1e-9)
		}
	}
}

// spiral is a curve in the plane, rolled up, with n samples in order.
func spiral(n int) *mat.Dense {
	x := mat.NewDense(2, n, nil)
	for j := range n {
		angle := 3 + 9*float64(j)/float64(n)
		x.Set(0, j, angle*math.Cos(angle))
		x.Set(1, j, angle*math.Sin(angle))
	}
	return x
}

// A curve is unrolled: the first dimension orders the samples. Both sides of the size from which the eigen-solver is
// iterative.
func TestSpiralIsUnrolled(t *testing.T) {
	for _, n := range []int{100, 400} {
		x := matrix.FromDense(spiral(n))
		embeddings := map[string]func() (Embedding, error){
			"lle":      func() (Embedding, error) { return NewLLE().Embed(x, 1, seeded(2)) },
			"spectral": func() (Embedding, error) { return Spectral{Neighbours: 6}.Embed(x, 1, seeded(2)) },
		}
		for name, embed := range embeddings {
			e, err := embed()
			if err != nil {
				t.Fatal(err)
			}
			y := mat.Col(nil, 0, e.Points)
			rising := y[n-1] > y[0]
			for j := 1; j < n; j++ {
				if (y[j] > y[j-1]) != rising && math.Abs(y[j]-y[j-1]) > 1e-4*math.Abs(y[n-1]-y[0]) {
					t.Errorf("%s of %d samples: turns at sample %d", name, n, j)
					break
				}
			}
		}
	}
}

// Two spirals far apart are two components: the first dimension separates them, and the result does not hang on the seed.
func TestComponents(t *testing.T) {
	one := spiral(90)
	x := mat.NewDense(2, 150, nil)
	for j := range 150 {
		x.Set(0, j, one.At(0, j%90)+100*float64(j/90))
		x.Set(1, j, one.At(1, j%90))
	}
	embed := map[string]func(seed uint64) (Embedding, error){
		"lle": func(seed uint64) (Embedding, error) { return NewLLE().Embed(matrix.FromDense(x), 4, seeded(seed)) },
		"spectral": func(seed uint64) (Embedding, error) {
			return Spectral{Neighbours: 6}.Embed(matrix.FromDense(x), 4, seeded(seed))
		},
	}
	for name, embed := range embed {
		e, err := embed(1)
		if err != nil {
			t.Fatal(err)
		}
		if e.Components != 2 || e.Values[0] != 0 || !(e.Values[1] > 1e-11) {
			t.Errorf("%s: %d components, eigenvalues %v", name, e.Components, e.Values)
		}
		for j := range 150 {
			if first := e.Points.At(90*(j/90), 0); math.Abs(e.Points.At(j, 0)-first) > 1e-12 {
				t.Fatalf("%s: sample %d at %v, the first of its component at %v", name, j, e.Points.At(j, 0), first)
			}
		}
		other, err := embed(2)
		if err != nil {
			t.Fatal(err)
		}
		near(t, name+" with another seed", other.Points, e.Points, 1e-7)
	}
}

func TestNullspace(t *testing.T) {
	edges, err := matrix.NewCSR(7, 7, []matrix.Triplet{
		{Row: 0, Col: 3, Value: 1}, {Row: 2, Col: 4, Value: 1}, {Row: 2, Col: 6, Value: 1}, {Row: 5, Col: 2, Value: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	component, count := components(edges)
	if count != 3 {
		t.Fatalf("%d components: %v", count, component)
	}
	for i, want := range []int{1, 2, 0, 1, 0, 0, 0} {
		if component[i] != want {
			t.Errorf("point %d in component %d, want %d", i, component[i], want)
		}
	}
	weight := []float64{1, 2, 3, 1, 2, 3, 1}
	q := nullspace(component, count, weight)
	var gram mat.Dense
	gram.Mul(q, q.T())
	near(t, "Gram matrix", &gram, mat.NewDiagDense(3, []float64{1, 1, 1}), 1e-14)
	for c := range 3 {
		for i := range 7 {
			for j := range i {
				if a, b := q.At(c, i)/weight[i], q.At(c, j)/weight[j]; component[i] == component[j] && math.Abs(a-b) > 1e-15 {
					t.Errorf("vector %d differs within component %d", c, component[i])
				}
				if a, b := q.At(0, i)/weight[i], q.At(0, j)/weight[j]; math.Abs(a-b) > 1e-15 {
					t.Error("the first vector is not constant")
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	x := matrix.FromDense(spiral(12))
	for name, err := range map[string]error{
		"lle, 0 dimensions":        second(NewLLE().Embed(x, 0, seeded(1))),
		"lle, 12 dimensions":       second(NewLLE().Embed(x, 12, seeded(1))),
		"lle, 0 neighbours":        second(LLE{Reg: 1}.Embed(x, 2, seeded(1))),
		"lle, reg 0":               second(LLE{Neighbours: 3}.Embed(x, 2, seeded(1))),
		"lle, reg NaN":             second(LLE{Neighbours: 3, Reg: math.NaN()}.Embed(x, 2, seeded(1))),
		"spectral, 12 dimensions":  second(Spectral{}.Embed(x, 12, seeded(1))),
		"spectral, 1 neighbour":    second(Spectral{Neighbours: 1}.Embed(x, 2, seeded(1))),
		"spectral, unknown values": second(Spectral{}.Embed(new(matrix.Masked), 2, seeded(1))),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	// Equal samples, and more neighbours than there are samples.
	flat := matrix.NewDense(3, 15, nil)
	for name, embed := range map[string]func() (Embedding, error){
		"lle":      func() (Embedding, error) { return LLE{Neighbours: 40, Reg: 1e-3}.Embed(flat, 2, seeded(1)) },
		"spectral": func() (Embedding, error) { return Spectral{Neighbours: 40}.Embed(flat, 2, seeded(1)) },
	} {
		e, err := embed()
		if err != nil {
			t.Errorf("%s of equal samples: %v", name, err)
			continue
		}
		for _, v := range e.Points.RawMatrix().Data {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s of equal samples: %v", name, v)
			}
		}
	}
}

func second(_ Embedding, err error) error { return err }
