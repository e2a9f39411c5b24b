package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"nmfrepro/solvers/matrix"
)

// The loss that the catalog names is that by which the method finds coefficients of new samples, and the method of the same family has
// the loss under which it stands.
func TestLossesOfTheCatalog(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, w, ht := matrix.FromDense(RandomFactor(6, 5, rng)), RandomFactor(6, 2, rng), RandomFactor(5, 2, rng)
	named := map[Loss]int{}
	for _, e := range Catalog {
		named[e.Fits.Loss]++
		for loss, name := range e.Fits.Family {
			if kin, ok := Find(name); !ok || kin.Fits.Loss != loss {
				t.Errorf("%s: %s is to be the method of its family for %s, and minimises %q", e.Name, name, loss, kin.Fits.Loss)
			}
		}
		rule := ProjectionOf(e.New())
		if rule.Formula == "" || rule.Scaled || e.Name == "mcnmf" { // whose basis is W over the number of its factorisations
			continue
		}
		for loss, by := range map[Loss]matrix.Loss{Frobenius: matrix.Squared, KullbackLeibler: flooredKL} {
			want := matrix.NewEntrywise(x).Sum(w, ht, by)
			if got := rule.objective(x, w, ht); (math.Abs(got-want) < 1e-9*want) != (e.Fits.Loss == loss) {
				t.Errorf("%s: the loss of new samples is %v, that of %s is %v, and the catalog says %q", e.Name, got, loss, want, e.Fits.Loss)
			}
		}
	}
	if named[Frobenius] < 10 || named[KullbackLeibler] < 5 || named[Beta] != 1 || named[""] < 5 {
		t.Errorf("losses %v", named)
	}
}

// Of an entry where the model is 0 the divergences are infinite, and squares, the Hellinger distance and β above 1 are not.
func TestInfiniteAtZero(t *testing.T) {
	for _, tt := range []struct {
		name, option, value string
		want                bool
	}{
		{"nmf", "", "", false}, {"hals", "", "", false}, {"rnmf", "", "", false}, {"nmf-kl", "", "", true}, {"rpr-nmf-kl", "", "", true},
		{"beta-nmf", "", "", true}, {"beta-nmf", "beta", "1", true}, {"beta-nmf", "beta", "1.5", false}, {"beta-nmf", "beta", "2", false},
		{"beta-nmf", "divergence", "hellinger", false},
	} {
		e, _ := Find(tt.name)
		s := e.New()
		if tt.option != "" {
			if err := SetOption(s, tt.option, tt.value); err != nil {
				t.Fatal(err)
			}
		}
		if got := e.InfiniteAtZero(s); got != tt.want {
			t.Errorf("%s %s %s: %v", tt.name, tt.option, tt.value, got)
		}
	}
}
