package solvers

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/twister"
)

// TestAnotherStart tries three starts that another program drew: the run goes on from the one with the least objective, as if it had been
// the only one.
func TestAnotherStart(t *testing.T) {
	x := mat.NewDense(8, 12, nil)
	x.Apply(func(i, j int, _ float64) float64 { return float64((i*7+j*5)%11) / 11 }, x)
	drawn := Drawn{Seeded: twister.Seeded{Generator: twister.MT19937, Seed: 5489, Draw: twister.MATLAB}, Order: "W Ht", Unit: "w"}
	begin := func(starts, skip int) (Progress, float64) {
		s := newGNMF().(*GNMF)
		s.Starts, s.Neighbours, s.Lambda = starts, 2, 0.1
		p := Problem{X: matrix.FromDense(x), Rank: 3}
		stream := drawn.New()
		p.Another = func() (Factors, error) { return drawn.Factors(s, p, stream) }
		var f Factors
		for range skip + 1 {
			var err error
			if f, err = p.Another(); err != nil {
				t.Fatal(err)
			}
		}
		run, err := s.Start(p, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 30 * (2 - min(starts, 2)) { // of a single start nothing is done before the first step
			run.Step()
		}
		return run, run.Objective()
	}
	best, least := 0, 0.
	for k := range 3 {
		if _, objective := begin(1, k); k == 0 || objective < least {
			best, least = k, objective
		}
	}
	run, objective := begin(3, 0)
	if objective != least {
		t.Errorf("three starts go on from the objective %v, the least of the three is %v of start %d", objective, least, best+1)
	}
	if best == 0 {
		t.Error("the first start is the best: the test says nothing")
	}
	want, _ := begin(1, best)
	a, b := run.Finish(), want.Finish()
	if !mat.EqualApprox(a.W, b.W, 1e-12) || !mat.EqualApprox(a.Ht, b.Ht, 1e-12) {
		t.Error("the factors are not those of the best start")
	}
}

// TestUnitEach has columns of W of unit length after every iteration, and W·H of each iteration as without.
func TestUnitEach(t *testing.T) {
	x := mat.NewDense(8, 12, nil)
	x.Apply(func(i, j int, _ float64) float64 { return float64((i*7+j*5)%11) / 11 }, x)
	first := func(each bool) *caiRun {
		s := newGNMF().(*GNMF)
		s.UnitEach, s.Neighbours, s.Lambda = each, 2, 0
		f := Drawn{Seeded: twister.Seeded{Generator: twister.MT19937, Seed: 3, Draw: twister.R}}
		factors, err := f.Factors(s, Problem{X: matrix.FromDense(x), Rank: 3}, f.New())
		if err != nil {
			t.Fatal(err)
		}
		run, err := s.Start(Problem{X: matrix.FromDense(x), Rank: 3}, factors, nil)
		if err != nil {
			t.Fatal(err)
		}
		return run.(*caiRun)
	}
	each, free := first(true), first(false)
	for k := range 5 {
		each.Step()
		free.Step()
		for c := range 3 {
			if norm := mat.Norm(each.f.W.ColView(c), 2); norm < 1-1e-12 || norm > 1+1e-12 {
				t.Fatalf("iteration %d: column %d of W has length %v", k+1, c, norm)
			}
		}
		var a, b mat.Dense // without a penalty the scale of a column decides nothing
		a.Mul(each.f.W, each.f.Ht.T())
		b.Mul(free.f.W, free.f.Ht.T())
		if !mat.EqualApprox(&a, &b, 1e-10) {
			t.Fatalf("iteration %d: W·H differ", k+1)
		}
	}
}
