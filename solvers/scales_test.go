package solvers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// inhomogeneous tells of every method that may do otherwise with X at another scale why it does.
var inhomogeneous = map[string]string{
	"dsp-nmf":  "one term of the objective is of degree 2 in X, the other of degree 4",
	"lanmf":    "its penalty on unit columns has no scale",
	"nsnmf":    "its tree has no scale",
	"om-crpca": "its first weight is a number of the authors where X is large; TestSmallCRPCA has the rest",
	"umap":     "a layout is chaotic: rounding in the distances moves its points",
}

// Every method, from every initialisation, gives c·X the factors of X, up to scale: to the last bit where c is a power of four,
// whose root a factor may carry, else up to rounding.
func TestUnits(t *testing.T) {
	base := RandomFactor(15, 20, rand.New(rand.NewPCG(3, 1)))
	for _, e := range Catalog {
		if _, excused := inhomogeneous[e.Name]; excused {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			for _, init := range []Init{InitScaled, InitRandom, InitNNDSVD, InitNNDSVDA} {
				at := func(c float64) (Factorization, error) {
					x := mat.DenseCopyOf(base)
					x.Scale(c, x)
					return Factorize(context.Background(), e.New(), Problem{X: matrix.FromDense(x), Rank: 3},
						Plan{Init: init, Settings: Settings{Iterations: 12}})
				}
				want, err := at(1)
				if errors.Is(err, ErrUnsupported) {
					continue // a method without such a factor
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, scale := range []struct{ c, bound float64 }{
					{0x1p-230, 0}, {0x1p-20, 0}, {0x1p10, 0}, {0x1p20, 0}, {0x1p490, 0}, {0x1p-7, 1e-9}, {1e-70, 1e-9}, {1e-3, 1e-9}, {1e5, 1e-9},
					{1e149, 1e-9},
				} {
					got, err := at(scale.c)
					if err != nil {
						t.Errorf("%s, X·%g: %v", init, scale.c, err)
						continue
					}
					bound := scale.bound
					if e.Name == "om-rpca" { // LAPACK's own scaling is none of powers of two
						bound = 1e-9
					}
					if off := distance(want.Result, got.Result); !(off <= bound) {
						t.Errorf("%s, X·%g: off by %.2g", init, scale.c, off)
					}
				}
			}
		})
	}
}

// Values below the unit in which the authors' first weight is given have the embedding of larger ones, up to scale.
func TestSmallCRPCA(t *testing.T) {
	base := RandomFactor(15, 20, rand.New(rand.NewPCG(3, 1)))
	at := func(c float64) Result {
		x := mat.DenseCopyOf(base)
		x.Scale(c, x)
		f, err := Factorize(context.Background(), newOMCRPCA(), Problem{X: matrix.FromDense(x), Rank: 3}, Plan{Settings: Settings{Iterations: 100}})
		if err != nil {
			t.Fatal(err)
		}
		return f.Result
	}
	want := at(0x1p-8)
	if mat.Norm(want.Embedding, 2) == 0 {
		t.Fatal("the embedding is 0")
	}
	for _, scale := range []struct{ c, bound float64 }{{0x1p-20, 1e-9}, {1e-6, 1e-9}, {1e-70, 1e-9}, {0x1p-230, 1e-9}} {
		if off := distance(want, at(scale.c)); !(off <= scale.bound) {
			t.Errorf("X·%g: off by %.2g", scale.c, off)
		}
	}
}

// distance is the largest relative one between factors and embeddings of unit columns.
func distance(a, b Result) (most float64) {
	for _, pair := range [][2]*mat.Dense{{a.W, b.W}, {a.Ht, b.Ht}, {a.Basis, b.Basis}, {a.Embedding, b.Embedding}} {
		if pair[0] == nil {
			continue
		}
		var d mat.Dense
		x := unitColumns(pair[0])
		d.Sub(x, unitColumns(pair[1]))
		if off := mat.Norm(&d, 2) / mat.Norm(x, 2); !(off <= most) {
			most = off
		}
	}
	return most
}

// ofTheirScale are the methods that do otherwise when they are started as published, or stopped by a tolerance.
var ofTheirScale = map[string]string{
	"cauchy-nmf": "its objective is a sum of logarithms, to which a scale adds; a tolerance relative to it holds elsewhere",
	"ncut":       "of equally good starts rounding chooses one",
	"nmfpg":      "the first step length of a search is 1, whatever the scale",
	"om-rpca":    "its smoothing is a number of the authors",
	"ornmf":      "the floor of a step between samples is a number of the authors",
	"pod":        "of equally good starts rounding chooses one",
}

// X times a power of ten gives the same iterates, and so the same number of them, up to scale.
func TestScales(t *testing.T) {
	base := RandomFactor(20, 30, rand.New(rand.NewPCG(3, 1)))
	for _, e := range Catalog {
		if _, excused := inhomogeneous[e.Name]; excused || ofTheirScale[e.Name] != "" {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			want := atScale(t, e, base, 0)
			for _, k := range []int{-70, -35, 75, 150} {
				got := atScale(t, e, base, k)
				if got.iterations != want.iterations {
					t.Errorf("X·1e%d takes %d iterations, want %d", k, got.iterations, want.iterations)
				}
				for part, a := range want.unit {
					b := got.unit[part]
					var d mat.Dense
					d.Sub(a, b)
					if off := mat.Norm(&d, 2) / mat.Norm(a, 2); !(off < 1e-9) {
						t.Errorf("X·1e%d: %s is off by %.2g", k, part, off)
					}
				}
				if fmt.Sprint(got.labels) != fmt.Sprint(want.labels) {
					t.Errorf("X·1e%d: other clusters", k)
				}
			}
		})
	}
}

// scaled is what a method leaves behind, without scale.
type scaled struct {
	iterations int
	unit       map[string]*mat.Dense // factors with columns of unit norm, and embeddings
	labels     []int
}

// atScale factorises x·10^k, of x at most 1, from the start that factorize has.
func atScale(t *testing.T, e Entry, x *mat.Dense, k int) scaled {
	t.Helper()
	x = mat.DenseCopyOf(x)
	x.Scale(math.Pow(10, float64(k)), x)
	p := Problem{X: matrix.FromDense(x), Rank: 3}
	s := e.New()
	f, err := InitScaled.Factors(s, p, Factors{}, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.Start(p, f, rand.New(rand.NewPCG(1, 3)))
	if err != nil {
		t.Fatal(err)
	}
	last, status, err := Solve(context.Background(), run, f, Settings{Iterations: 200, TolObjective: 1e-5})
	if err != nil || status == Diverged {
		t.Fatalf("X·1e%d: %v after %d iterations, %v", k, status, last.Iteration, err)
	}
	res := run.Finish()
	unit := map[string]*mat.Dense{}
	for part, a := range map[string]*mat.Dense{"W": res.W, "H": res.Ht, "the basis": res.Basis, "the embedding": res.Embedding} {
		if a != nil {
			unit[part] = unitColumns(a)
		}
	}
	return scaled{last.Iteration, unit, res.Labels}
}

func unitColumns(a *mat.Dense) *mat.Dense {
	_, r := a.Dims()
	scale := make([]float64, r)
	for k := range scale {
		scale[k] = 1 / mat.Norm(a.ColView(k), 2)
	}
	return scaledColumns(a, scale)
}

// What lies outside is refused by name, small as large, by every method.
func TestScalesRefused(t *testing.T) {
	base := RandomFactor(20, 30, rand.New(rand.NewPCG(3, 1)))
	for _, e := range Catalog {
		for k, want := range map[int]string{-76: "the largest entry of X is", -160: "the largest entry of X is",
			-300: "the largest entry of X is", 151: "want at most 1e+150"} {
			x := mat.DenseCopyOf(base)
			x.Scale(math.Pow(10, float64(k)), x)
			p := Problem{X: matrix.FromDense(x), Rank: 3}
			s := e.New()
			f, err := InitRandom.Factors(s, p, Factors{}, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Start(p, f, rand.New(rand.NewPCG(1, 3))); err == nil || !strings.Contains(err.Error(), want) ||
				!strings.Contains(err.Error(), e.Name) {
				t.Errorf("%s of X·1e%d: %v, want %q", e.Name, k, err, want)
			}
		}
	}
	big := matrix.NewDense(2, 2, []float64{1e80, 1, 1, 1})
	f := Factors{W: RandomFactor(2, 1, rand.New(rand.NewPCG(1, 1))), Ht: RandomFactor(2, 1, rand.New(rand.NewPCG(1, 2)))}
	if _, err := newDSPNMF().Start(Problem{X: big, Rank: 1}, f, nil); err == nil || !strings.Contains(err.Error(), "fourth powers") ||
		errors.Is(err, ErrUnsupported) {
		t.Errorf("dsp-nmf of 1e80: %v", err)
	}
}

// One entry that is barely above 0 leaves a divergence what it is without that entry.
func TestDenormalEntry(t *testing.T) {
	for _, name := range []string{"nmf-kl", "nmf-kl-cw", "lcnmf-kl", "gnmf-kl", "rpr-nmf-kl", "pnmf-kl", "opnmf-kl"} {
		e, ok := Find(name)
		if !ok {
			t.Fatal(name)
		}
		var ends []float64
		for _, entry := range []float64{0, math.SmallestNonzeroFloat64, 1e-310} {
			x := mat.DenseCopyOf(RandomFactor(30, 40, rand.New(rand.NewPCG(4, 1))))
			x.Scale(100, x)
			x.Set(3, 4, entry)
			p := Problem{X: matrix.FromDense(x), Rank: 5}
			s := e.New()
			f, err := InitRandom.Factors(s, p, Factors{}, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Fatal(err)
			}
			run, err := s.Start(p, f, rand.New(rand.NewPCG(1, 3)))
			if err != nil {
				t.Fatal(err)
			}
			last, status, err := Solve(context.Background(), run, f, Settings{Iterations: 30})
			if err != nil || status == Diverged {
				t.Fatalf("%s with %v: %v at iteration %d, %v", name, entry, status, last.Iteration, err)
			}
			ends = append(ends, last.Objective)
		}
		if math.Abs(ends[1]-ends[0]) > 1e-9*ends[0] || math.Abs(ends[2]-ends[0]) > 1e-9*ends[0] {
			t.Errorf("%s ends at %v", name, ends)
		}
	}
}

// No entry of a factor is ever subnormal, however long it has been on its way to 0.
func TestNoSubnormalEntries(t *testing.T) {
	x := mat.NewDense(6, 40, nil)
	x.Apply(func(i, j int, _ float64) float64 { // three kinds of samples, whose features have nothing in common
		if i/2 == j%3 {
			return float64(1 + (i*7+j*5)%11)
		}
		return 0
	}, x)
	for _, name := range []string{"nmf", "nmf-kl", "nmf-cw", "nmf-kl-cw", "onmf", "pnmf", "pnmf-kl", "opnmf", "convex-nmf", "rnmf", "ornmf",
		"gnmf", "lcnmf", "cauchy-nmf", "symnmf"} {
		e, _ := Find(name)
		s := e.New()
		p := Problem{X: matrix.FromDense(x), Rank: 3}
		f, err := InitRandom.Factors(s, p, Factors{}, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		run, err := s.Start(p, f, rand.New(rand.NewPCG(1, 3)))
		if err != nil {
			t.Fatal(err)
		}
		zeros := 0
		for range 3000 {
			run.Step()
			for _, a := range []*mat.Dense{f.W, f.Ht} {
				if a == nil {
					continue
				}
				for _, v := range a.RawMatrix().Data {
					if v > 0 && v < matrix.Negligible {
						t.Fatalf("%s has an entry %v", name, v)
					}
					if v == 0 {
						zeros++
					}
				}
			}
		}
		if zeros == 0 { // then this says nothing
			t.Errorf("%s: no entry reached 0", name)
		}
	}
}

// The projected gradient method gets as near to a small X as to any other, though not on the same way.
func TestGradientsAtSmallScale(t *testing.T) {
	base := RandomFactor(20, 30, rand.New(rand.NewPCG(3, 1)))
	relative := func(k int) float64 {
		x := mat.DenseCopyOf(base)
		x.Scale(math.Pow(10, float64(k)), x)
		f, err := Factorize(context.Background(), &NMFPG{}, Problem{X: matrix.FromDense(x), Rank: 3}, Plan{Settings: Settings{Iterations: 200}})
		if err != nil {
			t.Fatal(err)
		}
		return math.Sqrt(f.Last.Objective) / mat.Norm(x, 2)
	}
	want := relative(0)
	for _, k := range []int{-12, -20, -35, -70} {
		if got := relative(k); !(got < 1.01*want) {
			t.Errorf("X·1e%d: relative error %v, want that of X, %v", k, got, want)
		}
	}
}

// DSP-NMF, whose scale swings with the default options, stays within the range of numbers at both ends of what it accepts.
func TestSimilarityAtItsEnds(t *testing.T) {
	base := RandomFactor(20, 30, rand.New(rand.NewPCG(3, 1)))
	for _, k := range []int{-36, 70} {
		x := mat.DenseCopyOf(base)
		x.Scale(math.Pow(10, float64(k)), x)
		f, err := Factorize(context.Background(), &DSPNMF{Lambda: 1000}, Problem{X: matrix.FromDense(x), Rank: 3},
			Plan{Settings: Settings{Iterations: 50}})
		if err != nil || f.Status == Diverged {
			t.Errorf("X·1e%d: %v at iteration %d, %v", k, f.Status, f.Last.Iteration, err)
		}
	}
}

// The largest X that is accepted has a start, and above it X is to blame and not its start.
func TestLargestEntries(t *testing.T) {
	base := RandomFactor(20, 30, rand.New(rand.NewPCG(3, 1)))
	for _, e := range Catalog {
		if e.Name == "dsp-nmf" { // which refuses fourth powers
			continue
		}
		for k, want := range map[int]string{150: "", 151: "X has "} {
			x := mat.DenseCopyOf(base)
			x.Scale(math.Pow(10, float64(k)), x)
			_, err := Factorize(context.Background(), e.New(), Problem{X: matrix.FromDense(x), Rank: 1}, Plan{Settings: Settings{Iterations: 2}})
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s of X·1e%d: %v", e.Name, k, err)
			}
		}
	}
}
