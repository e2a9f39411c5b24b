package solvers

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestNormalise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	w, ht := RandomFactor(5, 3, rng), RandomFactor(4, 3, rng)
	for i := range 5 {
		w.Set(i, 1, 0) // a dead component stays dead and does not become NaN
	}
	before := mat.DenseCopyOf(w)
	var want mat.Dense
	want.Mul(w, ht.T())
	norms := map[Normalisation]float64{NormaliseWL1: 1, NormaliseWL2: 2}
	for _, how := range []Normalisation{NormaliseNone, NormaliseWL1, NormaliseWL2, NormaliseWMax} {
		res := Normalise(Factorisation(Factors{W: w, Ht: ht}), how)
		var product mat.Dense
		product.Mul(res.W, res.Ht.T())
		if !mat.EqualApprox(&product, &want, 1e-14) {
			t.Errorf("%s: the product changed", how)
		}
		if res.Basis != res.W {
			t.Errorf("%s: basis and W parted", how)
		}
		for k := range 3 {
			column := mat.Col(nil, k, res.W)
			got, unit := floats.Max(column), 1.0
			if order, ok := norms[how]; ok {
				got = floats.Norm(column, order)
			}
			if k == 1 {
				unit = 0
			}
			if how != NormaliseNone && (got < unit-1e-14 || got > unit+1e-14) {
				t.Errorf("%s: column %d has norm %v, want %v", how, k+1, got, unit)
			}
		}
	}
	if !mat.Equal(w, before) {
		t.Error("the factors of the run were modified")
	}
}

// For weights on samples the basis is another matrix, and scales along.
func TestNormaliseBasis(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	res := Result{W: RandomFactor(6, 2, rng), Ht: RandomFactor(6, 2, rng), Basis: RandomFactor(3, 2, rng)}
	var want, got mat.Dense
	want.Mul(res.Basis, res.Ht.T())
	scaled := Normalise(res, NormaliseWL1)
	got.Mul(scaled.Basis, scaled.Ht.T())
	if !mat.EqualApprox(&got, &want, 1e-14) || mat.Equal(scaled.Basis, res.Basis) {
		t.Error("basis and coefficients were not scaled together")
	}
	if one := Normalise(Result{Ht: res.Ht}, NormaliseWL1); one.Ht != res.Ht {
		t.Error("a result without W was changed")
	}
}

func TestSortComponents(t *testing.T) {
	w := mat.NewDense(1, 3, []float64{1, 5, 2})
	ht := mat.NewDense(2, 3, []float64{3, 0, 0, 4, 1, 2.5})
	// Sizes by hand: 1·√(9+16) = 5, 5·1 = 5, 2·2.5 = 5 (all equal: the order stays); with ht(2,2) = 2 the second leads.
	sw, sht := sortComponents(w, ht)
	if !mat.Equal(sw, w) || !mat.Equal(sht, ht) {
		t.Error("equal components changed places")
	}
	ht.Set(1, 1, 2)
	sw, sht = sortComponents(w, ht)
	if !mat.Equal(sw, mat.NewDense(1, 3, []float64{5, 1, 2})) || !mat.Equal(sht, mat.NewDense(2, 3, []float64{0, 3, 0, 2, 4, 2.5})) {
		t.Errorf("got %v and %v", mat.Formatted(sw), mat.Formatted(sht))
	}
}
