package solvers_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Equal samples, whose coefficients meet: the weights of both norms would be 1/0 in the end. Nothing but descent is seen, with
// and without floors.
func TestORNMFEqualSamples(t *testing.T) {
	const m, clusters, repeats = 20, 3, 6
	rng := rand.New(rand.NewPCG(1, 2))
	each := times(solvers.RandomFactor(m, clusters, rng), solvers.RandomFactor(clusters, clusters, rng))
	x := mat.NewDense(m, clusters*repeats, nil)
	for j := range clusters * repeats {
		x.SetCol(j, mat.Col(nil, j/repeats, each))
	}
	w, ht := solvers.RandomFactor(m, clusters, rng), solvers.RandomFactor(clusters*repeats, clusters, rng)
	for row := range repeats { // a cluster that is met from the start
		ht.SetRow(row, ht.RawRowView(0))
	}
	for _, weights := range []solvers.WeightRenewal{solvers.WeightsStale, solvers.WeightsRefresh} {
		for _, floor := range []float64{0, 1e-10, 1e-6} {
			s := &solvers.ORNMF{Alpha: 0.7, Weights: weights, NormFloor: floor, StepFloor: floor}
			f := solvers.Factors{W: mat.DenseCopyOf(w), Ht: mat.DenseCopyOf(ht)}
			run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: clusters}, f, rng)
			if err != nil {
				t.Fatal(err)
			}
			old := run.Objective()
			for step := range 1000 {
				run.Step()
				now := run.Objective()
				if !(now <= old*(1+1e-9)) || math.IsInf(now, 0) {
					t.Fatalf("%s, floor %v, step %d: objective %v after %v", weights, floor, step+1, now, old)
				}
				old = now
			}
			for j := range repeats - 1 {
				if d := math.Abs(f.Ht.At(j, 0) - f.Ht.At(j+1, 0)); d > 1e-3 {
					t.Errorf("%s, floor %v: neighbours %d and %d, equal at the start, have parted by %v", weights, floor, j+1, j+2, d)
				}
			}
		}
	}
}

// A warm start is a hundred steps of NMF whose basis has unit columns.
func TestORNMFWarmStart(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := matrix.FromDense(solvers.RandomFactor(9, 8, rng))
	f := solvers.Factors{W: solvers.RandomFactor(9, 3, rng), Ht: solvers.RandomFactor(8, 3, rng)}
	g := solvers.Factors{W: mat.DenseCopyOf(f.W), Ht: mat.DenseCopyOf(f.Ht)}
	run, err := newSolver(t, "nmf").Start(solvers.Problem{X: x, Rank: 3}, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		run.Step()
	}
	s := newSolver(t, "ornmf")
	if err := solvers.SetOption(s, "warm-steps", "100"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Start(solvers.Problem{X: x, Rank: 3}, g, nil); err != nil {
		t.Fatal(err)
	}
	want := solvers.Normalise(run.Finish(), solvers.NormaliseWL2)
	near(t, "W", g.W, want.W)
	near(t, "Ht", g.Ht, want.Ht)
}
