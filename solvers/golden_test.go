package solvers_test

import (
	"context"
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// goldenCase says how one folder of testdata/golden was made; its params.txt is the source of every field.
type goldenCase struct {
	dir        string
	solver     string
	set        map[string]string
	iterations int
	data       string // data file; X.csv unless told
	masked     bool
	start      map[string]string // factor "W" or "Ht": file that holds it
	transposed map[string]bool   // factors that are stored as their transpose
	want       map[string]string // W, Ht or Basis of the result: file
	trace      string            // objective per iteration, empty if the source gives none
	first      int               // iteration of the trace's first line
	objective  func(ours float64) float64
	complete   func(t *testing.T, p *solvers.Problem) // adds what the problem has besides the data; may be nil
}

var (
	bothFactors = map[string]string{"W": "W0.csv", "Ht": "H0.csv"}
	bothWanted  = map[string]string{"W": "W.csv", "Ht": "H.csv"}
	hTransposed = map[string]bool{"Ht": true}
	onlyW       = map[string]string{"W": "W0.csv"}
	wantW       = map[string]string{"W": "W.csv"}
)

func halved(f float64) float64 { return f / 2 }

func golden() []goldenCase {
	factors := func(c goldenCase) goldenCase {
		c.iterations, c.start, c.want, c.transposed = 100, bothFactors, bothWanted, hTransposed
		return c
	}
	ProjectiveOptions := func(c goldenCase) goldenCase {
		c.iterations, c.start, c.want = 100, onlyW, wantW
		return c
	}
	robust := func(c goldenCase, iterations int) goldenCase {
		c = factors(c)
		c.iterations, c.trace = iterations, "obj.csv"
		return c
	}
	gnmf := func(c goldenCase) goldenCase {
		c.trace, c.start, c.want = "obj.csv", map[string]string{"W": "U0.csv", "Ht": "V0.csv"}, map[string]string{"W": "U.csv", "Ht": "V.csv"}
		return c
	}
	dsp := func(dir, rule, lambda, power string) goldenCase {
		return goldenCase{dir: "self_DSPNMF_" + dir, solver: "dsp-nmf", set: map[string]string{"rule": rule, "lambda": lambda, "power": power},
			iterations: 200, start: bothFactors, want: bothWanted, transposed: hTransposed, trace: "obj.csv"}
	}
	return []goldenCase{
		robust(goldenCase{dir: "self_RNMF_HW", solver: "rnmf", set: map[string]string{"order": "h-first"}}, 60),
		robust(goldenCase{dir: "self_RNMF_WH", solver: "rnmf"}, 60),
		robust(goldenCase{dir: "self_ORNMF_alpha0.1_refresh", solver: "ornmf", set: map[string]string{"alpha": "0.1", "weights": "refresh"}}, 80),
		robust(goldenCase{dir: "self_ORNMF_alpha0.1_stale", solver: "ornmf", set: map[string]string{"alpha": "0.1", "weights": "stale"}}, 80),
		factors(goldenCase{dir: "NMF_MU_euc", solver: "nmf", trace: "cost.csv", objective: halved}),
		factors(goldenCase{dir: "NMF_MU_kl", solver: "nmf-kl", set: map[string]string{"order": "w-first"}, trace: "cost.csv"}),
		factors(goldenCase{dir: "sk_NMF_MU_frobenius", solver: "nmf", set: map[string]string{"order": "w-first"}}),
		factors(goldenCase{dir: "sk_NMF_MU_kullback-leibler", solver: "nmf-kl", set: map[string]string{"order": "w-first"}}),
		factors(goldenCase{dir: "ONMF_H", solver: "onmf", set: map[string]string{"orthogonal": "h"}, trace: "cost.csv", objective: halved}),
		factors(goldenCase{dir: "self_WNMF_euc", solver: "nmf", set: map[string]string{"order": "w-first"}, data: "R.csv", masked: true,
			trace: "obj.csv", first: 1}),
		factors(goldenCase{dir: "self_WNMF_kl", solver: "nmf-kl", set: map[string]string{"order": "w-first"}, data: "R.csv", masked: true,
			trace: "obj.csv", first: 1}),
		dsp("eq14_lam1", "eq14", "1", "1"), dsp("eq14_lam1000", "eq14", "1000", "1"),
		dsp("eq21_lam1", "eq21", "1", "1"), dsp("eq21_lam1000", "eq21", "1000", "1"),
		dsp("eq33_lam1", "eq33", "1", "1"), dsp("eq33_lam1000", "eq33", "1000", "1"), dsp("eq33_sqrt_lam1", "eq33", "1", "0.5"),
		dsp("eq33_pow1_3_lam1", "eq33", "1", "0.3333333333333333"), dsp("eq33_pow1_3_lam1000", "eq33", "1000", "0.3333333333333333"),
		factors(goldenCase{dir: "r_lsnmf", solver: "nmf",
			set: map[string]string{"order": "h-first", "numerator-floor": "1e-9", "denominator-shift": "1e-9"}, data: "R.csv", masked: true}),
		factors(goldenCase{dir: "ConvexNMF", solver: "convex-nmf", trace: "cost.csv", objective: math.Sqrt}),
		ProjectiveOptions(goldenCase{dir: "PNMF_eu", solver: "pnmf", set: map[string]string{"stabilise": "spectral"}, trace: "obj.csv",
			objective: math.Sqrt}),
		ProjectiveOptions(goldenCase{dir: "PNMF_gillis", solver: "pnmf", set: map[string]string{"stabilise": "rho", "stabilise-when": "before"},
			trace: "cost.csv", objective: halved}),
		ProjectiveOptions(goldenCase{dir: "self_PNMFeu_eq5_eq54", solver: "pnmf", set: map[string]string{"stabilise": "rho"}, trace: "obj.csv",
			first: 1}),
		ProjectiveOptions(goldenCase{dir: "self_PNMFeu_eq5_nostab", solver: "pnmf", set: map[string]string{"stabilise": "none"}, trace: "obj.csv",
			first: 1}),
		ProjectiveOptions(goldenCase{dir: "self_OPNMFeu_eq41_eq54", solver: "opnmf", set: map[string]string{"stabilise": "rho"}, trace: "obj.csv",
			first: 1}),
		ProjectiveOptions(goldenCase{dir: "self_OPNMFeu_eq41_norm", solver: "opnmf", set: map[string]string{"stabilise": "spectral"},
			trace: "obj.csv", first: 1}),
		ProjectiveOptions(goldenCase{dir: "r_PNMFO", solver: "opnmf", set: map[string]string{"stabilise": "spectral", "entry-cut": "1e-10"}}),
		ProjectiveOptions(goldenCase{dir: "PNMF_kl", solver: "pnmf-kl", set: map[string]string{"power": "0.5", "stabilise": "none"},
			trace: "obj.csv"}),
		ProjectiveOptions(goldenCase{dir: "self_PNMFkl_eq20_eq55", solver: "pnmf-kl", trace: "obj.csv", first: 1}),
		ProjectiveOptions(goldenCase{dir: "self_PNMFkl_eq20_nostab", solver: "pnmf-kl", set: map[string]string{"stabilise": "none"},
			trace: "obj.csv", first: 1}),
		ProjectiveOptions(goldenCase{dir: "self_OPNMFkl_eq45_eq55", solver: "opnmf-kl", trace: "obj.csv", first: 1}),
		gnmf(goldenCase{dir: "GNMF_alpha0", solver: "gnmf", set: map[string]string{"lambda": "0"}, iterations: 60}),
		gnmf(goldenCase{dir: "GNMF_alpha1", solver: "gnmf", set: map[string]string{"lambda": "1"}, iterations: 60}),
		gnmf(goldenCase{dir: "GNMF_alpha10_NCW_heat", solver: "gnmf",
			set: map[string]string{"lambda": "10", "weights": "heat", "width": "1", "sample-weight": "ncw"}, iterations: 40}),
		{dir: "OPNMF_eu", solver: "opnmf", set: map[string]string{"stabilise": "spectral", "entry-floor": "1e-16", "sort": "true"},
			iterations: 100, start: onlyW, want: bothWanted, transposed: hTransposed},
		{dir: "PNMF_eu", solver: "pnmf", set: map[string]string{"stabilise": "spectral"},
			iterations: 5000, start: onlyW, want: map[string]string{"W": "W_5000it.csv"},
			trace: "obj_5000it_last.csv", first: 5000, objective: math.Sqrt},
		{dir: "self_kernelPNMF", solver: "opnmf", set: map[string]string{"stabilise": "spectral", "input": "kernel"}, data: "K.csv",
			iterations: 200, start: map[string]string{"Ht": "U0.csv"}, want: map[string]string{"Ht": "U.csv"}, trace: "obj.csv", first: 1},
		{dir: "self_kernelPNMF", solver: "opnmf", set: map[string]string{"stabilise": "spectral", "on": "samples"}, data: "../ConvexNMF/X.csv",
			iterations: 200, start: map[string]string{"Ht": "U0.csv"}, want: map[string]string{"Ht": "U.csv"}, trace: "obj.csv", first: 1},
		{dir: "self_semiNKPCA_pow1", solver: "semi-nkpca", data: "Y.csv",
			iterations: 200, start: map[string]string{"Ht": "U0.csv"}, want: map[string]string{"Ht": "U.csv"}, trace: "obj.csv", first: 1},
	}
}

func TestGolden(t *testing.T) {
	for _, c := range golden() {
		for _, kind := range goldenKinds(c) {
			t.Run(c.dir+"/"+strconv.Itoa(c.iterations)+"/"+kind.name, func(t *testing.T) { c.run(t, kind) })
		}
	}
}

// goldenKind is a storage of X, and for projective methods a way to form the product with the Gram matrix.
type goldenKind struct {
	name   string
	sparse bool
	gram   string
}

func goldenKinds(c goldenCase) []goldenKind {
	kinds := []goldenKind{{name: "as-given"}}
	if !c.masked {
		kinds = append(kinds, goldenKind{name: "sparse", sparse: true})
	}
	if c.solver == "pnmf" || c.solver == "opnmf" || c.solver == "convex-nmf" {
		kinds = append(kinds,
			goldenKind{name: "explicit", gram: "explicit"}, goldenKind{name: "implicit", gram: "implicit"},
			goldenKind{name: "sparse-explicit", sparse: true, gram: "explicit"}, goldenKind{name: "sparse-implicit", sparse: true, gram: "implicit"})
	}
	return kinds
}

func (c goldenCase) run(t *testing.T, kind goldenKind) {
	entry, ok := solvers.Find(c.solver)
	if !ok {
		t.Fatalf("no solver %q", c.solver)
	}
	s := entry.New()
	set := map[string]string{}
	for name, text := range c.set {
		set[name] = text
	}
	if kind.gram != "" {
		set["gram"] = kind.gram
	}
	for name, text := range set {
		if err := solvers.SetOption(s, name, text); err != nil {
			t.Fatal(err)
		}
	}
	read := func(factor, file string) *mat.Dense {
		a := matrixtest.Golden(t, c.dir, file)
		if c.transposed[factor] {
			return mat.DenseCopyOf(a.T())
		}
		return a
	}
	var f solvers.Factors
	if file, ok := c.start["W"]; ok {
		f.W = read("W", file)
	}
	if file, ok := c.start["Ht"]; ok {
		f.Ht = read("Ht", file)
	}
	problem := solvers.Problem{X: c.matrix(t, kind.sparse), Rank: rankOf(f)}
	if c.complete != nil {
		c.complete(t, &problem)
	}
	run, err := s.Start(problem, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	objective := make([]float64, c.iterations+1)
	record := func(p solvers.Point) { objective[p.Iteration] = p.Objective }
	_, status, err := solvers.Solve(context.Background(), run, f, solvers.Settings{Iterations: c.iterations, Record: record})
	if err != nil || status != solvers.MaxIterations {
		t.Fatalf("status %v, error %v", status, err)
	}
	result := run.Finish()
	got := map[string]*mat.Dense{"W": result.W, "Ht": result.Ht, "Basis": result.Basis}
	for factor, file := range c.want {
		near(t, factor, got[factor], read(factor, file))
	}
	if c.trace == "" {
		return
	}
	want := matrixtest.Golden(t, c.dir, c.trace)
	for i := range want.RawMatrix().Rows {
		ours := objective[c.first+i]
		if c.objective != nil {
			ours = c.objective(ours)
		}
		if w := want.At(i, 0); math.Abs(ours-w) > 1e-9*math.Abs(w) {
			t.Fatalf("objective after %d iterations: got %.17g, want %.17g", c.first+i, ours, w)
		}
	}
}

func (c goldenCase) matrix(t *testing.T, sparse bool) matrix.Matrix {
	file := c.data
	if file == "" {
		file = "X.csv"
	}
	x := matrixtest.Golden(t, c.dir, file)
	m, n := x.Dims()
	if !sparse && !c.masked {
		return matrix.FromDense(x)
	}
	mask := x
	if c.masked {
		mask = matrixtest.Golden(t, c.dir, "Mask.csv")
	}
	var entries []matrix.Triplet
	for i := range m {
		for j := range n {
			if mask.At(i, j) != 0 {
				entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
			}
		}
	}
	if c.masked {
		k, err := matrix.NewMasked(m, n, entries)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	k, err := matrix.NewCSR(m, n, entries)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// near asks for 1e-9 of each entry, or of a thousandth of the largest for the entries below that.
func near(t *testing.T, name string, got, want *mat.Dense) {
	t.Helper()
	if got == nil {
		t.Fatalf("%s is missing", name)
	}
	m, n := want.Dims()
	if gm, gn := got.Dims(); gm != m || gn != n {
		t.Fatalf("%s is %d×%d, want %d×%d", name, gm, gn, m, n)
	}
	small := 1e-3 * mat.Max(want)
	for i := range m {
		for j := range n {
			g, w := got.At(i, j), want.At(i, j)
			if !(math.Abs(g-w) <= 1e-9*max(math.Abs(w), small)) {
				t.Fatalf("%s(%d,%d): got %.17g, want %.17g", name, i+1, j+1, g, w)
			}
		}
	}
}
