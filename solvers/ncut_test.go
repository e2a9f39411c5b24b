package solvers

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// ncut.m with a dense eigen-solver, and its discretisation from every seed row.
func TestNcutGolden(t *testing.T) {
	read := func(file string) *mat.Dense { return matrixtest.Golden(t, "Ncut", file) }
	s := newNcut().(*Ncut)
	s.Input = InputKernel
	started, err := s.Start(Problem{X: matrix.FromDense(read("Waff.csv")), Rank: 4}, Factors{}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	run := started.(*ncutRun)
	vectors := read("eigenvectors.csv")
	n, r := vectors.Dims()
	sign := make([]float64, r)
	for c := range sign {
		sign[c] = math.Copysign(1, vectors.At(0, c)*run.embedding.At(0, c))
	}
	multiplyColumns(vectors, sign)
	agree(t, "eigenvectors", run.embedding, vectors)
	want := read("labels_seed.csv")
	for seed := range n {
		run.turn.settle(run.labels, seed)
		if row := zeroBased(mat.DenseCopyOf(want.Slice(seed, seed+1, 0, n))); !slices.Equal(run.labels, row) {
			t.Errorf("seed %d: labels %v, want %v", seed, run.labels, row)
		}
	}
}

// The weights of the golden run come from the data that OM_RPCA has too.
func TestNcutWeights(t *testing.T) {
	x := matrix.FromDense(matrixtest.Golden(t, "OM_RPCA", "X.csv"))
	d := squaredDistances(x)
	if got, want := medianDistance(d), 4.4673873788954186; math.Abs(got-want) > 1e-12*want { // params.txt
		t.Errorf("median distance %.17g, want %.17g", got, want)
	}
	a, err := newNcut().(*Ncut).weights(x)
	if err != nil {
		t.Fatal(err)
	}
	agree(t, "weights", a, matrixtest.Golden(t, "Ncut", "Waff.csv"))
	largest := &Ncut{Input: InputData, Width: WidthLargest}
	if a, err = largest.weights(x); err != nil {
		t.Fatal(err)
	}
	part := &Ncut{Input: InputData, Part: 0.05 / math.Sqrt2}
	if b, err := part.weights(x); err != nil || !mat.EqualApprox(a, b, 1e-15) {
		t.Errorf("σ as a part of the largest distance: other weights, %v", err)
	}
	// exp(-(d/s)²) with s = 0.05·max d, as ncut.m has it for points.
	n, _ := d.Dims()
	s := 0.05 * math.Sqrt(mat.Max(d))
	for i := range n {
		for j := range n {
			if want := math.Exp(-d.At(i, j) / (s * s)); math.Abs(a.At(i, j)-want) > 1e-12 {
				t.Fatalf("weight (%d, %d) = %v, want %v", i+1, j+1, a.At(i, j), want)
			}
		}
	}
}

func TestOrderStatistic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	a := mat.NewDense(7, 7, nil)
	a.Apply(func(_, _ int, _ float64) float64 {
		return math.Floor(rng.ExpFloat64()*20) / 7 * math.Pow(10, float64(rng.IntN(9)-4))
	}, a)
	sorted := append([]float64(nil), a.RawMatrix().Data...)
	sort.Float64s(sorted)
	for k, want := range sorted {
		if got := orderStatistic(a, k); got != want {
			t.Errorf("rank %d: %v, want %v", k, got, want)
		}
	}
}

// Ncut of two cliques with one thin edge, by hand: each side has volume 2·3·1 + 0.1 and cut 0.1.
func TestNcutValue(t *testing.T) {
	a := mat.NewDense(6, 6, nil)
	for i := range 6 {
		for j := range 6 {
			if i != j && i/3 == j/3 {
				a.Set(i, j, 1)
			}
		}
	}
	a.Set(2, 3, 0.1)
	a.Set(3, 2, 0.1)
	s := newNcut().(*Ncut)
	s.Input = InputKernel
	run, err := s.Start(Problem{X: matrix.FromDense(a), Rank: 2}, Factors{}, rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		t.Fatal(err)
	}
	if got := run.Objective(); got != 1 {
		t.Errorf("one cluster: Ncut = %v, want 1", got)
	}
	run.Step()
	labels := run.Finish().Labels
	for i, c := range labels {
		if (c == labels[0]) != (i < 3) {
			t.Fatalf("labels %v", labels)
		}
	}
	if got, want := run.Objective(), 2*0.1/6.1; math.Abs(got-want) > 1e-12 {
		t.Errorf("Ncut = %v, want %v", got, want)
	}
}
