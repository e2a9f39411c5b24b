package solvers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

func project(t *testing.T, name string, s solvers.Solver, x matrix.Matrix, basis *mat.Dense) solvers.Projected {
	t.Helper()
	p, err := solvers.Project(context.Background(), name, s, x, basis, solvers.ProjectionSettings{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(p.Unfinished) > 0 {
		t.Errorf("%s: samples %v did not reach the tolerance in %d updates", name, p.Unfinished, p.Iterations)
	}
	return p
}

// NMF.transform and non_negative_factorization(update_H=False) of scikit-learn, whose results testdata/project/generate.py wrote.
func TestProjectScikitLearn(t *testing.T) {
	text, err := os.ReadFile("testdata/project/sklearn.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		W, Counts, Positive [][]float64
		Cases               []struct {
			Loss, Data string
			Alpha      float64 `json:"alpha_W"`
			L1Ratio    float64 `json:"l1_ratio"`
			Objective  float64
			Ht         [][]float64
		}
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	w := rowsOf(golden.W)
	m, _ := w.Dims()
	seen := map[string]int{}
	for _, c := range golden.Cases {
		x := rowsOf(map[string][][]float64{"counts": golden.Counts, "positive": golden.Positive}[c.Data])
		l1, l2 := float64(m)*c.Alpha*c.L1Ratio, float64(m)*c.Alpha*(1-c.L1Ratio)/2
		size := func(by float64) solvers.PenaltyOptions { return solvers.PenaltyOptions{L1H: by * l1, L2H: by * l2} }
		byLoss := map[string]map[string]solvers.Solver{
			"frobenius":        {"nmf": &solvers.NMF{PenaltyOptions: size(2)}, "hals": &solvers.HALS{PenaltyOptions: size(2)}},
			"kullback-leibler": {"nmf-kl": &solvers.NMFKL{PenaltyOptions: size(1)}},
			"itakura-saito":    {"beta-nmf": &solvers.BetaNMF{}},
		}[c.Loss]
		if c.Alpha == 0 && c.Loss == "kullback-leibler" {
			byLoss["beta-nmf"] = &solvers.BetaNMF{Beta: 1}
		}
		objective := c.Objective
		if c.Loss == "frobenius" {
			objective *= 2 // scikit-learn has half the squared error
		}
		for name, s := range byLoss {
			for kind, data := range map[string]matrix.Matrix{"dense": matrix.FromDense(x), "sparse": matrixtest.Sparse(t, x),
				"masked": maskedOf(t, x, ofOnes(x))} {
				seen[c.Loss]++
				p := project(t, name, s, data, w)
				if !(math.Abs(p.Objective-objective) <= 1e-6*objective) {
					t.Errorf("%s %s, %s, alpha %v, l1 ratio %v: objective %.12g, scikit-learn has %.12g", name, kind, c.Data, c.Alpha, c.L1Ratio,
						p.Objective, objective)
				}
				if want := rowsOf(c.Ht); !mat.EqualApprox(p.Ht, want, 1e-3*mat.Max(want)) {
					t.Errorf("%s %s, %s, alpha %v, l1 ratio %v: other coefficients than scikit-learn's", name, kind, c.Data, c.Alpha, c.L1Ratio)
				}
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("cases by loss: %v, want three losses", seen)
	}
}

func rowsOf(rows [][]float64) *mat.Dense {
	a := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		a.SetRow(i, row)
	}
	return a
}

func ofOnes(x *mat.Dense) *mat.Dense {
	m, n := x.Dims()
	one := mat.NewDense(m, n, nil)
	one.Apply(func(int, int, float64) float64 { return 1 }, one)
	return one
}

// GNMFtest.m on the basis of a GNMF run.
func TestProjectGNMFtest(t *testing.T) {
	x, w := matrixtest.Golden(t, "GNMFtest", "X.csv"), matrixtest.Golden(t, "GNMFtest", "U.csv")
	for _, data := range []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x)} {
		near(t, "V", project(t, "gnmf", configured(t, "gnmf"), data, w).Ht, matrixtest.Golden(t, "GNMFtest", "V.csv"))
	}
	equal := mat.DenseCopyOf(w)
	equal.SetCol(1, mat.Col(nil, 0, w))
	if _, err := solvers.Project(context.Background(), "gnmf", configured(t, "gnmf"), matrix.FromDense(x), equal,
		solvers.ProjectionSettings{}); err == nil || !strings.Contains(err.Error(), "depend") {
		t.Errorf("equal columns: got error %v", err)
	}
}

// The rule of every method in the catalog. A new method is to say here what it does with new samples.
var projectionRules = map[string]string{
	"beta-nmf":      "min d_β(X‖WH), β = 0, over H ≥ 0; a local minimum",
	"cauchy-nmf":    "min Σ 1.5·log((WH)² + X²) - log(WH) over H ≥ 0; a local minimum",
	"convex-nmf":    "min ‖X - WH‖² over H ≥ 0",
	"dsp-nmf":       "min ‖X - WH‖² over H ≥ 0; the inner products with the samples of the run are left out",
	"gnmf":          "H = max(0, (WᵀW)⁻¹·WᵀX); GNMFtest.m of the authors; no graph joins new samples",
	"gnmf-cw":       "min ‖X - WH‖² over H ≥ 0; no graph joins new samples",
	"gnmf-kl":       "min D(X‖WH) over H ≥ 0; no graph joins new samples",
	"hals":          "min ‖X - WH‖² over H ≥ 0",
	"kernel-kmeans": "none: the method leaves no basis of the features",
	"lanmf":         "min ‖X - WH‖² over H ≥ 0",
	"lcnmf":         "min ‖X - WH‖² over H ≥ 0; new samples have no class and share no coefficients",
	"lcnmf-kl":      "min D(X‖WH) over H ≥ 0; new samples have no class and share no coefficients",
	"lle":           "none: the method leaves no basis of the features",
	"mcnmf":         "min Σ_i ‖X - W_iH_i‖² over H ≥ 0, each component by itself; independence is about the samples of the run",
	"ncut":          "none: the method leaves no basis of the features",
	"nmf":           "min ‖X - WH‖² over H ≥ 0",
	"nmf-cw":        "min ‖X - WH‖² over H ≥ 0",
	"nmf-kl":        "min D(X‖WH) over H ≥ 0",
	"nmf-kl-cw":     "min D(X‖WH) over H ≥ 0",
	"nmfi":          "min ‖X - WH‖² over H ≥ 0; no new sample is interpolated",
	"nmfpg":         "min ‖X - WH‖² over H ≥ 0",
	"nsnmf":         "min ‖X - WH‖² + 0.125·‖H‖² over H ≥ 0; no tree joins new samples",
	"om-crpca":      "none: the method leaves no basis of the features",
	"om-rpca":       "none: the method leaves no basis of the features",
	"onmf":          "min ‖X - WH‖² over H ≥ 0; HHᵀ = I is about the samples of the run",
	"opnmf":         "H = WᵀX; the method's model [Yang and Oja 2010]",
	"opnmf-kl":      "H = WᵀX; the method's model [Yang and Oja 2010]",
	"ornmf":         "min ‖X - WH‖₂,₁ over H ≥ 0; new samples have no order",
	"pnmf":          "H = WᵀX; the method's model [Yang and Oja 2010]",
	"pnmf-kl":       "H = WᵀX; the method's model [Yang and Oja 2010]",
	"pod":           "none: the method leaves no basis of the features",
	"rnmf":          "min ‖X - WH‖₂,₁ over H ≥ 0",
	"rpr-nmf":       "min ‖X - WH‖² over H ≥ 0; no triplets relate new samples",
	"rpr-nmf-kl":    "min D(X‖WH) over H ≥ 0; no triplets relate new samples",
	"sdnmf": "none: beside W and H the objective holds a transport plan for each sample, and neither the paper nor the code " +
		"tells how a new sample gets one",
	"semi-nkpca":         "min ‖X - WH‖² over H ≥ 0",
	"spectral-embedding": "none: the method leaves no basis of the features",
	"symnmf":             "none: the factors are of affinities, which new samples have to those of the run alone",
	"umap":               "none: the method leaves no basis of the features",
}

func TestProjectionRules(t *testing.T) {
	x, w := randomPair(5, 4, 2)
	for _, e := range solvers.Catalog {
		rule := solvers.ProjectionOf(e.New())
		if want := projectionRules[e.Name]; rule.String() != want {
			t.Errorf("%s: rule %q, want %q", e.Name, rule, want)
		}
		_, err := solvers.Project(context.Background(), e.Name, e.New(), matrix.FromDense(x), w, solvers.ProjectionSettings{})
		if refused := errors.Is(err, solvers.ErrUnsupported); refused != (rule.Formula == "") || err != nil && !refused {
			t.Errorf("%s: %v for the rule %q", e.Name, err, rule)
		}
	}
	for _, c := range []struct {
		name string
		s    solvers.Solver
		want string
	}{
		{"pnmf", configured(t, "pnmf", "on=samples"), "min ‖X - WH‖² over H ≥ 0"},
		{"pnmf", configured(t, "pnmf", "input=kernel"), "none: the method leaves no basis of the features"},
		{"pnmf-kl", configured(t, "pnmf-kl", "on=samples"), "min D(X‖WH) over H ≥ 0"},
		{"onmf", configured(t, "onmf", "orthogonal=w"), "min ‖X - WH‖² over H ≥ 0"},
		{"nsnmf", configured(t, "nsnmf", "alpha=0"), "none: with alpha = 0 the basis has no part in the objective"},
		{"nmf", configured(t, "nmf", "l1-h=0.5", "l2-h=2"), "min ‖X - WH‖² + 0.5·ΣH + 2·‖H‖² over H ≥ 0"},
		{"beta-nmf", configured(t, "beta-nmf", "beta=1.5"), "min d_β(X‖WH), β = 1.5, over H ≥ 0"},
		{"beta-nmf", configured(t, "beta-nmf", "divergence=hellinger"), "min Σ(√X - √(WH))² over H ≥ 0"},
	} {
		if got := solvers.ProjectionOf(c.s).String(); got != c.want {
			t.Errorf("%s: rule %q, want %q", c.name, got, c.want)
		}
	}
}

func randomPair(m, n, r int) (x, w *mat.Dense) {
	rng := rand.New(rand.NewPCG(uint64(m), uint64(n)))
	x, w = solvers.RandomFactor(m, n, rng), solvers.RandomFactor(m, r, rng)
	return x, w
}

// The coefficients of a rule that leaves nothing out minimise the objective of the method itself, as its own run computes it, among
// all H near by and far away; a rule that leaves something out does where that has no weight. (The run of lanmf scales W first.)
func TestProjectMinimisesTheMethodsObjective(t *testing.T) {
	x, w := randomPair(15, 6, 3)
	rng := rand.New(rand.NewPCG(7, 7))
	for _, c := range []struct {
		name    string
		options []string
	}{
		{"beta-nmf", nil}, {"beta-nmf", []string{"beta=-1"}}, {"beta-nmf", []string{"beta=0.5"}}, {"beta-nmf", []string{"beta=1.5"}},
		{"beta-nmf", []string{"beta=3"}}, {"beta-nmf", []string{"divergence=hellinger"}}, {"cauchy-nmf", nil},
		{"cauchy-nmf", []string{"rule=sqrt"}},
		{"gnmf-cw", []string{"lambda=0"}}, {"gnmf-kl", []string{"lambda=0"}}, {"hals", []string{"l1-h=0.4", "l2-h=0.3"}},
		{"lcnmf", nil}, {"lcnmf-kl", nil}, {"mcnmf", []string{"alpha=0"}}, {"nmf", []string{"l1-h=0.4"}}, {"nmf-cw", nil},
		{"nmf-kl", []string{"l1-h=0.4", "l2-h=0.3"}},
		{"nmf-kl-cw", nil}, {"nmfpg", nil}, {"onmf", []string{"orthogonal=w"}}, {"ornmf", []string{"alpha=0"}}, {"rnmf", nil},
		{"rpr-nmf", []string{"scale=none"}}, {"rpr-nmf-kl", nil},
	} {
		t.Run(strings.Join(append([]string{c.name}, c.options...), ","), func(t *testing.T) {
			s := configured(t, c.name, c.options...)
			p := project(t, c.name, s, matrix.FromDense(x), w)
			objective := func(ht *mat.Dense) float64 {
				basis := mat.DenseCopyOf(w)
				if c.name == "mcnmf" {
					basis.Scale(3, basis) // three components, of which a basis is the mean
				}
				run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: 3}, solvers.Factors{W: basis, Ht: mat.DenseCopyOf(ht)}, rng)
				if err != nil {
					t.Fatal(err)
				}
				return run.Objective()
			}
			least := objective(p.Ht)
			if !p.Rule.Local && math.Abs(least-p.Objective) > 1e-9*math.Abs(least) {
				t.Errorf("objective %v, and %v by the method itself", p.Objective, least)
			}
			for _, step := range []float64{1e-4, 1e-2, 1} {
				for range 200 {
					other := mat.DenseCopyOf(p.Ht)
					other.Apply(func(_, _ int, v float64) float64 { return max(0, v+step*rng.NormFloat64()*mat.Max(p.Ht)) }, other)
					if f := objective(other); f < least-1e-6*math.Abs(least) && !(p.Rule.Local && step == 1) {
						t.Fatalf("%v, and %v with coefficients at distance %v", least, f, step)
					}
				}
			}
		})
	}
}

// A projective method gives the coefficients that its run ended with; an exact model gives its own to every method that solves for
// them, with unknown entries where the method takes them.
func TestProjectExactModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	w, ht := solvers.RandomFactor(12, 3, rng), solvers.RandomFactor(9, 3, rng)
	var x mat.Dense
	x.Mul(w, ht.T())
	data := matrix.FromDense(&x)

	result, _, _ := traced(t, configured(t, "pnmf"), solvers.Problem{X: data, Rank: 3}, solvers.Factors{W: solvers.RandomFactor(12, 3, rng)},
		20)
	if p := project(t, "pnmf", configured(t, "pnmf"), data, result.W); !mat.EqualApprox(p.Ht, result.Ht, 1e-12) {
		t.Error("pnmf: other coefficients than those of the run")
	}

	known := mat.NewDense(12, 9, nil)
	known.Apply(func(_, _ int, _ float64) float64 { return math.Round(0.2 + 0.8*rng.Float64()) }, known)
	for _, e := range solvers.Catalog {
		rule := solvers.ProjectionOf(e.New())
		if rule.Formula == "" || strings.HasPrefix(rule.Formula, "H = ") || e.Name == "cauchy-nmf" || e.Name == "nsnmf" || e.Name == "mcnmf" {
			continue // a scale is no mean, a penalty shrinks, and components are models of their own
		}
		p := project(t, e.Name, e.New(), data, w)
		if !mat.EqualApprox(p.Ht, ht, 1e-4) {
			t.Errorf("%s: other coefficients than those of the exact model", e.Name)
		}
		partly, err := solvers.Project(context.Background(), e.Name, e.New(), maskedOf(t, &x, known), w, solvers.ProjectionSettings{})
		switch {
		case !e.Takes.Masked:
			if !errors.Is(err, solvers.ErrUnsupported) {
				t.Errorf("%s: got error %v for unknown entries, want ErrUnsupported", e.Name, err)
			}
		case err != nil || !mat.EqualApprox(partly.Ht, ht, 1e-4):
			t.Errorf("%s: %v, or other coefficients than those of the exact model for unknown entries", e.Name, err)
		}
	}
}

// The coefficients of a sample are the same bits alone and among others, in any order, and scale as the sample does.
func TestProjectSampleBySample(t *testing.T) {
	x, w := randomPair(20, 30, 4)
	for _, name := range []string{"nmf", "nmf-kl", "cauchy-nmf", "pnmf"} {
		s := configured(t, name)
		all := project(t, name, s, matrix.FromDense(x), w)
		for _, j := range []int{0, 17, 29} {
			one := project(t, name, s, matrix.FromDense(mat.DenseCopyOf(x.Slice(0, 20, j, j+1))), w)
			if !mat.Equal(one.Ht, all.Ht.Slice(j, j+1, 0, 4)) {
				t.Errorf("%s: sample %d has other coefficients alone", name, j)
			}
		}
		scaled := mat.DenseCopyOf(x)
		scaled.Scale(0x1p-90, scaled)
		if p := project(t, name, s, matrix.FromDense(scaled), w); true {
			p.Ht.Scale(0x1p90, p.Ht)
			if !mat.EqualApprox(p.Ht, all.Ht, 1e-12*mat.Max(all.Ht)) {
				t.Errorf("%s: coefficients do not scale as the samples do", name)
			}
		}
	}
}

// Zeros, a basis with a component of zeros, and a sample without known entries.
func TestProjectEdges(t *testing.T) {
	x, w := randomPair(6, 4, 3)
	for i := range 6 {
		w.Set(i, 1, 0)
		x.Set(i, 2, 0)
	}
	known := ofOnes(x)
	for i := range 6 {
		known.Set(i, 0, 0)
	}
	for _, name := range []string{"nmf", "hals", "nmf-kl", "lcnmf-kl", "rpr-nmf"} {
		for kind, data := range map[string]matrix.Matrix{"dense": matrix.FromDense(x), "sparse": matrixtest.Sparse(t, x),
			"masked": maskedOf(t, x, known)} {
			p := project(t, name, configured(t, name), data, w)
			for j := range 4 {
				for k, v := range p.Ht.RawRowView(j) {
					if zero := k == 1 || j == 2 || kind == "masked" && j == 0; !(v >= 0) || math.IsInf(v, 0) || zero && v != 0 {
						t.Errorf("%s, %s: coefficient %v of sample %d, component %d", name, kind, v, j+1, k+1)
					}
				}
			}
		}
	}
	p, err := solvers.Project(context.Background(), "nmf-kl", configured(t, "nmf-kl"), matrix.FromDense(x), w,
		solvers.ProjectionSettings{Iterations: 2})
	if err != nil || p.Iterations != 2 || fmt.Sprint(p.Unfinished) != "[0 1 3]" {
		t.Errorf("two updates: %v, %d updates, samples %v unfinished; want [0 1 3], as sample 2 is zero", err, p.Iterations, p.Unfinished)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := solvers.Project(ended, "nmf-kl", configured(t, "nmf-kl"), matrix.FromDense(x), w,
		solvers.ProjectionSettings{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got error %v", err)
	}
}

func TestProjectRefuses(t *testing.T) {
	x, w := mat.NewDense(4, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}), mat.NewDense(4, 2, []float64{1, 0, 0, 1, 1, 0, 0, 1})
	broken, negative, zero := mat.DenseCopyOf(w), mat.DenseCopyOf(w), mat.DenseCopyOf(x)
	broken.Set(2, 1, math.NaN())
	negative.Set(1, 0, -2)
	zero.Set(3, 2, 0)
	for want, c := range map[string]struct {
		solver string
		x      matrix.Matrix
		basis  *mat.Dense
	}{
		"basis is 3×2 and X 4×3, want a row for every feature": {"nmf", matrix.FromDense(x), mat.NewDense(3, 2, nil)},
		"basis has NaN at row 3, column 2":                     {"nmf", matrix.FromDense(x), broken},
		"basis has -2 at row 2, column 1, want a value ≥ 0":    {"nmf-kl", matrix.FromDense(x), negative},
		"X has NaN at row 3, column 2":                         {"nmf", matrix.FromDense(broken), w},
		"X has -2 at row 2, column 1":                          {"nmf", matrix.FromDense(negative), w},
		"X has 0 at row 4, column 3":                           {"beta-nmf", matrix.FromDense(zero), w},
		"transport plan":                                       {"sdnmf", matrix.FromDense(x), w},
		"no basis of the features":                             {"kernel-kmeans", matrix.FromDense(x), w},
		"X has unknown entries":                                {"gnmf", maskedOf(t, x, ofOnes(x)), w},
	} {
		if _, err := solvers.Project(context.Background(), c.solver, configured(t, c.solver), c.x, c.basis,
			solvers.ProjectionSettings{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	if _, err := solvers.Project(context.Background(), "nmf-kl", configured(t, "nmf-kl"), matrix.FromDense(x), w,
		solvers.ProjectionSettings{Tol: -1}); err == nil || !strings.Contains(err.Error(), "tolerance = -1") {
		t.Errorf("got error %v for a tolerance below 0", err)
	}
}
