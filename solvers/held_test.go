package solvers

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func denseOf(rows [][]float64) *mat.Dense {
	a := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		a.SetRow(i, row)
	}
	return a
}

// A basis that is held whole gives the coefficients that scikit-learn finds with update_H=False, under three losses, and hals those
// of the squared error.
func TestHeldBasis(t *testing.T) {
	text, err := os.ReadFile("testdata/held/held.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X, Basis [][]float64
		H        map[string][][]float64
	}
	if err := json.Unmarshal(text, &golden); err != nil || len(golden.H) != 3 {
		t.Fatal(err, len(golden.H))
	}
	x, basis := denseOf(golden.X), denseOf(golden.Basis)
	golden.H["hals"], golden.H["nmf-cw"], golden.H["nmf-kl-cw"] = golden.H["nmf"], golden.H["nmf"], golden.H["nmf-kl"]
	for name, h := range golden.H {
		e, _ := Find(name)
		f, err := Factorize(context.Background(), e.New(), Problem{X: matrix.FromDense(x), Rank: 4},
			Plan{Held: Factors{W: basis}, Settings: Settings{Iterations: 20000, TolObjective: 0, Every: 20000}})
		if err != nil {
			t.Fatal(name, err)
		}
		if !mat.Equal(f.W, basis) {
			t.Errorf("%s: the basis moved", name)
		}
		want := denseOf(h)
		for j := range 9 {
			for k := range 4 {
				if got, want := f.Ht.At(j, k), want.At(j, k); math.Abs(got-want) > 1e-5 {
					t.Errorf("%s: coefficient %v, want %v", name, got, want)
				}
			}
		}
	}
}

// Components that are held stay to the last bit, from every initialisation, dense, sparse and with unknown entries, in either factor;
// the objective falls; and where X is made of them and of others, the others are found.
func TestHeldComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	w, ht := RandomFactor(14, 4, rng), RandomFactor(25, 4, rng)
	for i := range 14 {
		for k := range 4 {
			if (i+k)%4 == 0 {
				w.Set(i, k, 0)
			}
		}
	}
	for j := range 25 {
		for k := range 4 {
			if (j+k)%4 == 1 {
				ht.Set(j, k, 0)
			}
		}
	}
	x := mat.NewDense(14, 25, nil)
	matrix.MulNT(x, w, ht)
	columns := func(a *mat.Dense, k int) *mat.Dense {
		p, _ := a.Dims()
		return mat.DenseCopyOf(a.Slice(0, p, 0, k))
	}
	sparse, err := matrix.CSRFrom(14, 25, matrix.Entries(matrix.FromDense(x)))
	if err != nil {
		t.Fatal(err)
	}
	var known []matrix.Triplet
	for e := range matrix.Entries(matrix.FromDense(x)) {
		if (e.Row+2*e.Col)%7 != 0 {
			known = append(known, e)
		}
	}
	masked, err := matrix.NewMasked(14, 25, known)
	if err != nil {
		t.Fatal(err)
	}
	problems := map[string]matrix.Matrix{"dense": matrix.FromDense(x), "sparse": sparse, "masked": masked}
	for _, e := range Catalog {
		if !e.Takes.Held {
			_, err := Factorize(context.Background(), e.New(), Problem{X: problems["dense"], Rank: 4},
				Plan{Held: Factors{W: columns(w, 2)}, Settings: Settings{Iterations: 1}})
			if !errors.Is(err, ErrUnsupported) || (!strings.Contains(err.Error(), e.Name) ||
				!strings.Contains(err.Error(), "beta-nmf, hals, nmf, nmf-cw")) {
				t.Errorf("%s: %v", e.Name, err)
			}
			continue
		}
		for kind, x := range problems {
			if kind == "masked" && !e.Takes.Masked || e.Name == "beta-nmf" && kind != "dense" {
				continue
			}
			for _, held := range []Factors{{W: columns(w, 2)}, {Ht: columns(ht, 2)}, {W: columns(w, 1), Ht: columns(ht, 3)}, {W: columns(w, 4)}} {
				s := e.New()
				if b, ok := s.(*BetaNMF); ok {
					b.Beta = 1.5
				}
				f, err := Factorize(context.Background(), s, Problem{X: x, Rank: 4}, Plan{Held: held, Settings: Settings{Iterations: 1500, Every: 1}})
				if err != nil {
					t.Fatal(e.Name, kind, err)
				}
				if held.W != nil && !mat.Equal(columns(f.W, held.W.RawMatrix().Cols), held.W) || held.Ht != nil &&
					!mat.Equal(columns(f.Ht, held.Ht.RawMatrix().Cols), held.Ht) {
					t.Errorf("%s, %s: held components moved", e.Name, kind)
				}
				for k, p := range f.Trace[1:] {
					if before := f.Trace[k].Objective; p.Objective > before*(1+1e-9)+1e-9 {
						t.Errorf("%s, %s: the objective rose from %v to %v at %d", e.Name, kind, before, p.Objective, p.Iteration)
						break
					}
				}
				first, last := f.Trace[0].Objective, f.Last.Objective
				if !(last < 0.05*first) {
					t.Errorf("%s, %s: objective %v of %v", e.Name, kind, last, first)
				}
			}
		}
	}
	f, err := Factorize(context.Background(), &HALS{}, Problem{X: problems["dense"], Rank: 4},
		Plan{Held: Factors{W: columns(w, 3)}, Settings: Settings{Iterations: 5000}})
	if err != nil {
		t.Fatal(err)
	}
	if off := distance(Result{W: columns(w, 4)}, Result{W: f.W}); off > 1e-3 {
		t.Errorf("the free component is off by %v", off)
	}
	if names := namesOf(func(e Entry) bool { return e.Takes.Held }); !slices.Contains(strings.Split(names, ", "), "rnmf") {
		t.Error(names)
	}
}

// What cannot be held is refused.
func TestHeldRefused(t *testing.T) {
	x := matrix.FromDense(RandomFactor(6, 7, rand.New(rand.NewPCG(1, 1))))
	ones := func(p, r int) *mat.Dense { return RandomFactor(p, r, rand.New(rand.NewPCG(1, 2))) }
	bad := ones(6, 2)
	bad.Set(1, 1, math.NaN())
	for want, plan := range map[string]Plan{
		"want 6 rows and at most 3 components":    {Held: Factors{W: ones(5, 2)}},
		"are 6×4, want 6 rows":                    {Held: Factors{W: ones(6, 4)}},
		"held component 1 of W is 0 everywhere":   {Held: Factors{W: mat.NewDense(6, 1, nil)}},
		"has NaN at row 2, column 2":              {Held: Factors{W: bad}},
		"a start is given for the same factor":    {Held: Factors{W: ones(6, 1)}, Given: Factors{W: ones(6, 3)}},
		"held components of H are 6×2, want 7 ro": {Held: Factors{Ht: ones(6, 2)}},
	} {
		if _, err := Factorize(context.Background(), &NMF{}, Problem{X: x, Rank: 3}, plan); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
