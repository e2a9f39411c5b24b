package graph_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

func requireGraph(t *testing.T, got *matrix.CSR, want *mat.Dense, tol float64) {
	t.Helper()
	n, _ := want.Dims()
	if rows, cols := got.Dims(); rows != n || cols != n {
		t.Fatalf("graph is %d×%d, want %d×%d", rows, cols, n, n)
	}
	for i := range n {
		for j := range n {
			g, w := got.At(i, j), want.At(i, j)
			if math.Abs(g-w) > tol*math.Abs(w) || g != got.At(j, i) {
				t.Fatalf("weight (%d,%d): got %.17g, want %.17g", i+1, j+1, g, w)
			}
		}
	}
}

func unitColumns(x *mat.Dense) *mat.Dense {
	u := mat.DenseCopyOf(x)
	_, n := x.Dims()
	for j := range n {
		col := u.ColView(j).(*mat.VecDense)
		col.ScaleVec(1/mat.Norm(col, 2), col)
	}
	return u
}

func TestConstructW(t *testing.T) {
	x := matrixtest.Golden(t, "constructW", "X.csv")
	for file, c := range map[string]struct {
		x       *mat.Dense
		options graph.Options
	}{
		"Binary_k5.csv":          {x, graph.Options{K: 5}},
		"HeatKernel_k5_t1.csv":   {x, graph.Options{K: 5, Weight: graph.Heat, Width: 1}},
		"HeatKernel_k5_auto.csv": {x, graph.Options{K: 5, Weight: graph.Heat}},
		"Cosine_k5.csv":          {x, graph.Options{K: 5, Weight: graph.Cosine}},
		"Cosine_norm_k5.csv":     {unitColumns(x), graph.Options{K: 5, Weight: graph.Cosine, Metric: graph.CosineDistance}},
	} {
		t.Run(file, func(t *testing.T) {
			want := matrixtest.Golden(t, "constructW", file)
			for _, data := range []matrix.Matrix{matrix.FromDense(c.x), matrixtest.Sparse(t, c.x)} {
				got, err := graph.Nearest(data, c.options)
				if err != nil {
					t.Fatal(err)
				}
				// constructW's mean distance has the square roots of rounding on its diagonal.
				requireGraph(t, got, want, 1e-9)
			}
		})
	}
}

func TestSelfTuning(t *testing.T) {
	got, err := graph.SelfTuning(matrix.FromDense(matrixtest.Golden(t, "SymNMF_affinity", "X.csv")), 0)
	if err != nil {
		t.Fatal(err)
	}
	requireGraph(t, got, matrixtest.Golden(t, "SymNMF_affinity", "A_ncut.csv"), 1e-12)
}

func TestSpanningTree(t *testing.T) {
	x := matrixtest.Golden(t, "self_MST", "X.csv")
	for _, data := range []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x)} {
		edges, err := graph.SpanningTree(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := graph.FromEdges(20, edges)
		if err != nil {
			t.Fatal(err)
		}
		requireGraph(t, got, matrixtest.Golden(t, "self_MST", "mst.csv"), 1e-12)
	}
}

// Within labels only, with all of them or the nearest, and without those of no label.
func TestSupervised(t *testing.T) {
	x := matrix.NewDense(1, 6, []float64{0, 1, 3, 7, 8, 2})
	labels := []int{0, 1, 0, 0, 1, -1}
	all, err := graph.Nearest(x, graph.Options{Labels: labels, All: true})
	if err != nil {
		t.Fatal(err)
	}
	class := mat.NewDense(6, 6, nil)
	for _, e := range [][2]int{{0, 2}, {0, 3}, {2, 3}, {1, 4}} {
		class.Set(e[0], e[1], 1)
		class.Set(e[1], e[0], 1)
	}
	requireGraph(t, all, class, 0)
	nearest, err := graph.Nearest(x, graph.Options{Labels: labels, K: 1})
	if err != nil {
		t.Fatal(err)
	}
	class.Set(0, 3, 0) // 0 and 7 have 3 between them
	class.Set(3, 0, 0)
	requireGraph(t, nearest, class, 0)
}

// Two samples and their duplicates, more neighbours than there are, one sample, and equal samples under a heat kernel.
func TestFewSamples(t *testing.T) {
	for name, c := range map[string]struct {
		x       []float64
		options graph.Options
		edges   int
	}{
		"alone":  {[]float64{1}, graph.Options{K: 5}, 0},
		"pair":   {[]float64{1, 2}, graph.Options{K: 5}, 1},
		"equal":  {[]float64{2, 2, 2}, graph.Options{K: 2, Weight: graph.Heat}, 3},
		"zero":   {[]float64{0, 0, 0}, graph.Options{K: 2, Weight: graph.Cosine}, 0},
		"double": {[]float64{0, 0, 9, 9}, graph.Options{K: 1}, 2},
	} {
		s, err := graph.Nearest(matrix.NewDense(1, len(c.x), c.x), c.options)
		if err != nil || s.NNZ() != 2*c.edges {
			t.Errorf("%s: %d entries, %v, want %d", name, s.NNZ(), err, 2*c.edges)
		}
		if _, err := graph.SelfTuning(matrix.NewDense(1, len(c.x), c.x), 0); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		tree, err := graph.SpanningTree(matrix.NewDense(1, len(c.x), c.x))
		if err != nil || len(tree) != len(c.x)-1 {
			t.Errorf("%s: a tree of %d edges, %v", name, len(tree), err)
		}
	}
}

func TestLaplacian(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, p = 15, 3
	var edges []graph.Edge
	for range 30 {
		if i, j := rng.IntN(n), rng.IntN(n); i != j {
			edges = append(edges, graph.Edge{I: i, J: j, Weight: rng.Float64()})
		}
	}
	s, err := graph.FromEdges(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	l := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			if i != j {
				l.Set(i, j, -s.At(i, j))
				l.Set(i, i, l.At(i, i)+s.At(i, j))
			}
		}
	}
	b := mat.NewDense(n, p, nil)
	b.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, b)
	var want, quadratic mat.Dense
	want.Mul(l, b)
	quadratic.Mul(b.T(), &want)
	for i, d := range graph.Degrees(s) {
		if math.Abs(d-l.At(i, i)) > 1e-13 {
			t.Errorf("degree %v of point %d, want %v", d, i, l.At(i, i))
		}
	}
	if got, want := graph.Roughness(s, b), mat.Trace(&quadratic); math.Abs(got-want) > 1e-12*want {
		t.Errorf("tr(bᵀLb) = %v, want %v", got, want)
	}
	if got := testing.AllocsPerRun(5, func() { graph.Roughness(s, b) }); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

func TestRefusals(t *testing.T) {
	x := matrix.NewDense(1, 3, []float64{1, 2, 3})
	known, err := matrix.NewMasked(1, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	build := func(x matrix.Matrix, o graph.Options) error { _, err := graph.Nearest(x, o); return err }
	edge := func(e graph.Edge) error { _, err := graph.FromEdges(3, []graph.Edge{e}); return err }
	for want, err := range map[string]error{
		"0 neighbours":          build(x, graph.Options{}),
		"2 labels":              build(x, graph.Options{K: 1, Labels: []int{1, 2}}),
		"no labels":             build(x, graph.Options{All: true}),
		"width = -1":            build(x, graph.Options{K: 1, Width: -1}),
		"unknown entries":       build(known, graph.Options{K: 1}),
		"points 1 and 1":        edge(graph.Edge{I: 0, J: 0, Weight: 1}),
		"points 1 and 4":        edge(graph.Edge{I: 0, J: 3, Weight: 1}),
		"weight -1 between":     edge(graph.Edge{I: 0, J: 1, Weight: -1}),
		"weight NaN between po": edge(graph.Edge{I: 0, J: 1, Weight: math.NaN()}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
}
