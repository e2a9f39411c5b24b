package manifold

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// The golden values are of single precision, and its bisection ends at 1e-5 of the sum.
func TestGoldenUMAPGraph(t *testing.T) {
	const folder = "UMAP"
	x := samples(t, folder)
	for _, x := range []matrix.Matrix{x, matrixtest.Sparse(t, x)} {
		g, err := NewUMAP().Graph(x)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "rho", mat.NewVecDense(len(g.Rho), g.Rho), matrixtest.Golden(t, folder, "rho.csv"), 1e-6)
		near(t, "sigma", mat.NewVecDense(len(g.Sigma), g.Sigma), matrixtest.Golden(t, folder, "sigma.csv"), 5e-5)
		near(t, "graph", g.Weights, matrixtest.Golden(t, folder, "graph.csv"), 2e-5)
	}
	a, b := curve(0.1, 1) // params.txt
	if math.Abs(a-1.5769434601962196) > 1e-6 || math.Abs(b-0.8950608779914887) > 1e-6 {
		t.Errorf("a = %v, b = %v", a, b)
	}
}

// The fit's gradient vanishes for other options too: no step to either side is better.
func TestCurve(t *testing.T) {
	for _, o := range [][2]float64{{0, 1}, {0.5, 1}, {0.1, 3}, {0.99, 1}, {1, 1}} {
		a, b := curve(o[0], o[1])
		cost := func(a, b float64) (sum float64) {
			for i := range 300 {
				x, y := 3*o[1]*float64(i)/299, 1.0
				if x >= o[0] {
					y = math.Exp(-(x - o[0]) / o[1])
				}
				d := 1/(1+a*math.Pow(x, 2*b)) - y
				sum += d * d
			}
			return sum
		}
		for _, step := range [][2]float64{{1e-4, 0}, {-1e-4, 0}, {0, 1e-4}, {0, -1e-4}} {
			if cost(a*(1+step[0]), b*(1+step[1])) < cost(a, b) {
				t.Errorf("least distance %v, spread %v: a = %v, b = %v is no minimum", o[0], o[1], a, b)
			}
		}
	}
}

func TestPower(t *testing.T) {
	rng := seeded(3)
	for _, b := range []float64{0.8950608779914887, 0.5, 1, 1.9} {
		p := newPower(b)
		if p.of(0) != 0 {
			t.Errorf("0^%v = %v", b, p.of(0))
		}
		for range 20000 {
			x := math.Exp(60 * (rng.Float64() - 0.5))
			if got, want := p.of(x), math.Pow(x, b); math.Abs(got-want) > 1e-13*want {
				t.Fatalf("%v^%v = %.17g, want %.17g", x, b, got, want)
			}
		}
		for _, x := range []float64{1, math.Nextafter(1, 0), math.Nextafter(2, 0), 2, 1e-300, 1e150} {
			if got, want := p.of(x), math.Pow(x, b); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%v^%v = %.17g, want %.17g", x, b, got, want)
			}
		}
	}
}

// layout runs UMAP to its end.
func layout(t *testing.T, o UMAP, x matrix.Matrix, r int, seed uint64) *mat.Dense {
	t.Helper()
	l, err := o.Start(x, r, seeded(seed))
	if err != nil {
		t.Fatal(err)
	}
	for !l.Done() {
		l.Step()
	}
	points := mat.DenseCopyOf(l.Points())
	l.Step()
	if !mat.Equal(points, l.Points()) {
		t.Error("a step after the last moved points")
	}
	for _, v := range points.RawMatrix().Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("a point at %v", v)
		}
	}
	return points
}

// trust is the trustworthiness of rows y for samples x (a column each), by its definition, for k neighbours.
func trust(x, y mat.Matrix, k int) float64 {
	_, n := x.Dims()
	order := func(i int, distance func(i, j int) float64) []int {
		others := make([]int, 0, n)
		for j := range n {
			if j != i {
				others = append(others, j)
			}
		}
		slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(distance(i, a), distance(i, b)) })
		return others
	}
	distance := func(a mat.Matrix) func(i, j int) float64 {
		_, d := a.Dims()
		return func(i, j int) (sum float64) {
			for t := range d {
				sum += (a.At(i, t) - a.At(j, t)) * (a.At(i, t) - a.At(j, t))
			}
			return sum
		}
	}
	excess := 0
	for i := range n {
		ranks := order(i, distance(x.T()))
		for _, j := range order(i, distance(y))[:k] {
			excess += max(0, slices.Index(ranks, j)+1-k)
		}
	}
	return 1 - 2*float64(excess)/float64(n*k*(2*n-3*k-1))
}

// As trustworthy as what umap-learn made of the same data.
func TestUMAPIsAsTrustworthyAsTheReference(t *testing.T) {
	x := samples(t, "UMAP")
	want := trust(x, matrixtest.Golden(t, "UMAP", "embedding_seed42.csv"), 5)
	for seed := range uint64(3) {
		if got := trust(x, layout(t, NewUMAP(), x, 2, seed), 5); !(got > want-0.02) {
			t.Errorf("seed %d: trustworthiness %v, of umap-learn's layout %v", seed, got, want)
		}
	}
}

func TestUMAPSeeds(t *testing.T) {
	x := samples(t, "UMAP")
	o := NewUMAP()
	o.Epochs = 30
	one, two, three := layout(t, o, x, 3, 1), layout(t, o, x, 3, 1), layout(t, o, x, 3, 2)
	if !mat.Equal(one, two) || mat.Equal(one, three) {
		t.Error("want the same layout for the same seed only")
	}
	l, err := o.Start(x, 3, seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	if got := testing.AllocsPerRun(10, l.Step); got != 0 {
		t.Errorf("%v allocations an epoch", got)
	}
	first, err := NewUMAP().Start(x, 2, seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	before := first.Attraction()
	for !first.Done() {
		first.Step()
	}
	if after := first.Attraction(); !(after < before) {
		t.Errorf("attraction %v at the start, %v at the end", before, after)
	}
}

// Groups far apart are components of the graph; more of them than ends of axes, too. Their points stay together.
func TestUMAPComponents(t *testing.T) {
	for _, groups := range []int{3, 7} {
		const size = 12
		rng := seeded(9)
		x := mat.NewDense(3, groups*size, nil)
		for j := range groups * size {
			for i := range 3 {
				x.Set(i, j, rng.Float64()+50*float64(j/size*(i+j/size)%11))
			}
		}
		o := NewUMAP()
		o.Neighbours = 6
		y := layout(t, o, matrix.FromDense(x), 2, 4)
		var wrong int
		for i := range groups * size {
			best, at := math.Inf(1), -1
			for j := range groups * size {
				if d := squaredDistance(y.RawRowView(i), y.RawRowView(j)); i != j && d < best {
					best, at = d, j
				}
			}
			if at/size != i/size {
				wrong++
			}
		}
		if wrong > groups*size/20 {
			t.Errorf("%d groups: the nearest point of %d is of another group", groups, wrong)
		}
	}
}

func TestUMAPRefusals(t *testing.T) {
	x := matrix.FromDense(spiral(20))
	for name, change := range map[string]func(*UMAP){
		"1 neighbour":         func(o *UMAP) { o.Neighbours = 1 },
		"spread 0":            func(o *UMAP) { o.Spread = 0 },
		"distance 2":          func(o *UMAP) { o.MinDist = 2 },
		"distance -1":         func(o *UMAP) { o.MinDist = -1 },
		"-1 epochs":           func(o *UMAP) { o.Epochs = -1 },
		"-1 negative samples": func(o *UMAP) { o.NegativeSamples = -1 },
		"rate NaN":            func(o *UMAP) { o.LearningRate = math.NaN() },
	} {
		o := NewUMAP()
		change(&o)
		if _, err := o.Start(x, 2, seeded(1)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := NewUMAP().Start(x, 20, seeded(1)); err == nil {
		t.Error("20 dimensions of 20 samples: accepted")
	}
	// Equal samples, fewer samples than neighbours, and no negative samples.
	layout(t, NewUMAP(), matrix.NewDense(3, 30, nil), 2, 1)
	layout(t, NewUMAP(), matrix.FromDense(spiral(4)), 2, 1)
	o := NewUMAP()
	o.NegativeSamples, o.Epochs = 0, 20
	layout(t, o, x, 2, 1)
}
