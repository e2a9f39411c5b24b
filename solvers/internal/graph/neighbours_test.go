package graph_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

var metrics = map[string]struct {
	metric graph.Metric
	exact  func(x, y []float64) float64
}{
	"euclidean": {graph.SquaredEuclidean, func(x, y []float64) (d float64) {
		for k := range x {
			d += (x[k] - y[k]) * (x[k] - y[k])
		}
		return d
	}},
	"cosine": {graph.CosineDistance, func(x, y []float64) float64 {
		var xx, yy, xy float64
		for k := range x {
			xx, yy, xy = xx+x[k]*x[k], yy+y[k]*y[k], xy+x[k]*y[k]
		}
		if xx == 0 || yy == 0 {
			return 1
		}
		return 1 - xy/math.Sqrt(xx)/math.Sqrt(yy)
	}},
}

// brute sorts all distances by their definition, rounded to what both computations share.
func brute(x *mat.Dense, k int, o graph.Among, exact func(x, y []float64) float64) [][]graph.Neighbour {
	_, n := x.Dims()
	all := make([][]graph.Neighbour, n)
	for j := range n {
		for i := range n {
			if i == j && !o.Self || o.Labels != nil && (o.Labels[i] != o.Labels[j] || o.Labels[i] < 0) {
				continue
			}
			d := exact(mat.Col(nil, i, x), mat.Col(nil, j, x))
			if i == j {
				d = 0
			}
			all[j] = append(all[j], graph.Neighbour{Index: i, Distance: d})
		}
		slices.SortFunc(all[j], func(a, b graph.Neighbour) int {
			return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Index, b.Index))
		})
		all[j] = all[j][:min(k, len(all[j]))]
	}
	return all
}

func random(rng *rand.Rand, m, n int) *mat.Dense {
	x := mat.NewDense(m, n, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return max(0, rng.NormFloat64()) }, x)
	for i := range m {
		x.Set(i, n/2, 0) // a sample of zeros
	}
	return x
}

func storages(t *testing.T, x *mat.Dense) map[string]matrix.Matrix {
	t.Helper()
	return map[string]matrix.Matrix{"dense": matrix.FromDense(x), "sparse": matrixtest.Sparse(t, x)}
}

// nearest is graph.NewSpace and its Nearest among all other samples.
func nearest(x matrix.Matrix, k int, metric graph.Metric) ([][]graph.Neighbour, error) {
	s, err := graph.NewSpace(x, metric)
	if err != nil {
		return nil, err
	}
	return s.Nearest(k, graph.Among{}), nil
}

func requireNeighbours(t *testing.T, got, want [][]graph.Neighbour, tol float64) {
	t.Helper()
	if tol > 0 {
		requireDistances(t, got, want, tol)
		return
	}
	for j := range want {
		if len(got[j]) != len(want[j]) {
			t.Fatalf("sample %d has %d neighbours, want %d", j, len(got[j]), len(want[j]))
		}
		for r, w := range want[j] {
			if g := got[j][r]; g != w {
				t.Fatalf("sample %d, neighbour %d: got %v, want %v", j, r, g, w)
			}
		}
	}
}

// requireDistances admits other neighbours where the distances agree to tol, which rounding may order either way.
func requireDistances(t *testing.T, got, want [][]graph.Neighbour, tol float64) {
	t.Helper()
	for j := range want {
		if len(got[j]) != len(want[j]) {
			t.Fatalf("sample %d has %d neighbours, want %d", j, len(got[j]), len(want[j]))
		}
		for r, w := range want[j] {
			g := got[j][r]
			alone := (r == 0 || w.Distance-want[j][r-1].Distance > tol) && (r+1 < len(want[j]) && want[j][r+1].Distance-w.Distance > tol)
			if math.Abs(g.Distance-w.Distance) > tol || alone && g.Index != w.Index {
				t.Fatalf("sample %d, neighbour %d: got %v, want %v", j, r, g, w)
			}
		}
	}
}

func TestNearestAgreesWithBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][3]int{{7, 300, 5}, {40, 129, 1}, {3, 20, 19}, {5, 10, 50}, {4, 1, 3}, {6, 30, 0}} {
		m, n, k := size[0], size[1], size[2]
		x := random(rng, m, n)
		labels := make([]int, n)
		for j := range labels {
			labels[j] = rng.IntN(4) - 1
		}
		for metric, c := range metrics {
			for storage, data := range storages(t, x) {
				for what, o := range map[string]graph.Among{"all": {}, "self": {Self: true}, "labels": {Labels: labels}} {
					t.Run(metric+"/"+storage+"/"+what, func(t *testing.T) {
						s, err := graph.NewSpace(data, c.metric)
						if err != nil {
							t.Fatal(err)
						}
						requireNeighbours(t, s.Nearest(k, o), brute(x, k, o, c.exact), 1e-14*float64(m))
					})
				}
			}
		}
	}
}

// Grey levels make ties, which have to fall by index; they are exact in any order of summation.
func TestTiesFallByIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	x := mat.NewDense(3, 400, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(4)) }, x)
	for _, data := range storages(t, x) {
		got, err := nearest(data, 30, graph.SquaredEuclidean)
		if err != nil {
			t.Fatal(err)
		}
		requireNeighbours(t, got, brute(x, 30, graph.Among{}, metrics["euclidean"].exact), 0)
	}
}

// Samples 1e-6 apart at a distance of 1e5 from the origin: |x|² + |y|² - 2x·y would be noise.
func TestNoCancellation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	x := mat.NewDense(20, 200, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return 1e5 + 1e-6*rng.NormFloat64() }, x)
	got, err := nearest(matrix.FromDense(x), 7, graph.SquaredEuclidean)
	if err != nil {
		t.Fatal(err)
	}
	requireNeighbours(t, got, brute(x, 7, graph.Among{}, metrics["euclidean"].exact), 1e-26)
}

func TestSameBitsAtAnyThreadCount(t *testing.T) {
	x := matrix.FromDense(random(rand.New(rand.NewPCG(4, 4)), 300, 500))
	run := func(procs, threads int) [][]graph.Neighbour {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		defer gemm.SetThreads(gemm.Threads())
		gemm.SetThreads(threads)
		found, err := nearest(x, 10, graph.SquaredEuclidean)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	requireNeighbours(t, run(8, 4), run(1, 1), 0)
}

func TestMeanDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	x := random(rng, 6, 150)
	for i := range 6 { // a pair closer than products can tell
		x.Set(i, 1, x.At(i, 0)*(1+1e-9))
	}
	var want float64
	for i := range 150 {
		for j := range 150 {
			want += math.Sqrt(metrics["euclidean"].exact(mat.Col(nil, i, x), mat.Col(nil, j, x))) / 150 / 150
		}
	}
	for name, data := range storages(t, x) {
		if got, err := graph.MeanDistance(data); err != nil || math.Abs(got-want) > 1e-12*want {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
		}
	}
}

func TestUnusableSamples(t *testing.T) {
	known, err := matrix.NewMasked(2, 2, []matrix.Triplet{{Row: 0, Col: 0, Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for want, x := range map[string]matrix.Matrix{
		"unknown entries": known,
		"sample 2":        matrix.NewDense(1, 2, []float64{1, math.NaN()}),
		"sample 1":        matrix.NewDense(1, 2, []float64{math.Inf(1), 1}),
	} {
		if _, err := graph.NewSpace(x, graph.CosineDistance); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
}

// Documents without a common word are all equally far, to the last bit.
func TestOrthogonalSamplesTie(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	x := mat.NewDense(12, 12, nil)
	for k := range 12 {
		x.Set(k, k, rng.Float64())
	}
	got, err := nearest(matrix.FromDense(x), 3, graph.CosineDistance)
	if err != nil {
		t.Fatal(err)
	}
	if want := []graph.Neighbour{{Index: 0, Distance: 1}, {Index: 1, Distance: 1}, {Index: 2, Distance: 1}}; !slices.Equal(got[5], want) {
		t.Errorf("got %v, want %v", got[5], want)
	}
}

func BenchmarkNearest(b *testing.B) {
	x := matrix.FromDense(random(rand.New(rand.NewPCG(7, 7)), 256, 3000))
	for b.Loop() {
		if _, err := nearest(x, 15, graph.SquaredEuclidean); err != nil {
			b.Fatal(err)
		}
	}
}
