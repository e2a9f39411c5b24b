package solvers_test

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// rprGolden are the runs of the RPR-NMF authors' code; each writes down the mean over the known entries.
func rprGolden() []goldenCase {
	per := func(entries float64) func(float64) float64 { return func(f float64) float64 { return f / entries } }
	const all, known = 12 * 20, 170
	plain := func(c goldenCase) goldenCase {
		c.set = map[string]string{"floor": authorsEpsilon, "zeros": authorsEpsilon}
		c.data, c.iterations, c.start, c.want, c.transposed, c.first = "V.csv", 50, bothFactors, bothWanted, hTransposed, 1
		return c
	}
	chain := map[string]string{"H": "Lchain.csv"}
	samples := map[string]string{"H": "Lh.csv"}
	both := map[string]string{"H": "Lh.csv", "W": "Lw.csv"}
	constrained := func(c goldenCase, iterations int, triplets, set map[string]string) goldenCase {
		c = plain(c)
		c.iterations = iterations
		maps.Copy(c.set, set)
		c.complete = func(t *testing.T, p *solvers.Problem) { p.Constraints = readTriplets(t, c.dir, triplets) }
		return c
	}
	lambda := func(text string) map[string]string { return map[string]string{"lambda": text} }
	euclidean := goldenCase{solver: "rpr-nmf", trace: "ofv.csv", objective: math.Log}
	kl := goldenCase{solver: "rpr-nmf-kl"}
	at := func(c goldenCase, dir string) goldenCase {
		c.dir = dir
		c.masked = strings.HasSuffix(dir, "_masked")
		return c
	}
	labelled := func(c goldenCase) goldenCase {
		triplets := map[string]string{"H": "../rprnmf_RPRNMF_euc_masked/Lh.csv"}
		if c.masked {
			triplets["W"] = "../rprnmf_RPRNMF_euc_masked/Lw.csv"
		}
		c = constrained(c, 50, triplets, nil)
		c.start = map[string]string{"W": "../rprnmf_NMF_euc/W0.csv", "Ht": "../rprnmf_NMF_euc/H0.csv"}
		return c
	}
	return []goldenCase{
		labelled(at(goldenCase{solver: "lcnmf", trace: "mse.csv", objective: per(all)}, "rprnmf_LCNMF_euc")),
		labelled(at(goldenCase{solver: "lcnmf", trace: "mse.csv", objective: per(known)}, "rprnmf_LCNMF_euc_masked")),
		labelled(at(goldenCase{solver: "lcnmf-kl", trace: "md.csv", objective: per(all)}, "rprnmf_LCNMF_div")),
		constrained(at(euclidean, "rprnmf_RPRNMF_euc_lam1"), 50, samples, nil),
		constrained(at(euclidean, "rprnmf_RPRNMF_euc_chain_lam1"), 60, chain, nil),
		constrained(at(euclidean, "rprnmf_RPRNMF_euc_masked"), 50, both, lambda("10")),
		constrained(at(kl, "rprnmf_RPRNMF_div_lam2"), 50, samples, lambda("2")),
		constrained(at(kl, "rprnmf_RPRNMF_div_masked"), 50, both, lambda("0.1")),
		constrained(at(kl, "rprnmf_RPRNMF_div_chain_lam5"), 60, chain, lambda("5")),
		constrained(at(kl, "rprnmf_RPRNMF_div_chain_lam60"), 60, chain, lambda("60")),
		plain(goldenCase{dir: "rprnmf_NMF_euc", solver: "nmf-cw", trace: "mse.csv", objective: per(all)}),
		plain(goldenCase{dir: "rprnmf_NMF_euc_masked", solver: "nmf-cw", masked: true, trace: "mse.csv", objective: per(known)}),
		plain(goldenCase{dir: "rprnmf_NMF_div", solver: "nmf-kl-cw", trace: "md.csv", objective: per(all)}),
	}
}

// authorsEpsilon is 2^-52, MATLAB's eps.
const authorsEpsilon = "2.220446049250313e-16"

func TestRPRGolden(t *testing.T) {
	for _, c := range rprGolden() {
		for _, kind := range goldenKinds(c) {
			t.Run(c.dir+"/"+kind.name, func(t *testing.T) { c.run(t, kind) })
		}
	}
}

func readTriplets(t *testing.T, dir string, files map[string]string) constraint.Set {
	t.Helper()
	read := func(file string) []constraint.Triplet {
		if file == "" {
			return nil
		}
		a := matrixtest.Golden(t, dir, file)
		list := make([]constraint.Triplet, a.RawMatrix().Rows)
		for k := range list {
			list[k] = constraint.Triplet{Q: int(a.At(k, 0)) - 1, R: int(a.At(k, 1)) - 1, S: int(a.At(k, 2)) - 1}
		}
		return list
	}
	return constraint.Set{W: read(files["W"]), H: read(files["H"])}
}

// The matrix form from a script of the formulas of Liu et al.: A tells the classes, Z is the reduced factor.
func TestLCNMFGolden(t *testing.T) {
	for _, tt := range []struct{ dir, solver string }{{"self_LCNMF_euc", "lcnmf"}, {"self_LCNMF_kl", "lcnmf-kl"}} {
		read := func(file string) *mat.Dense { return matrixtest.Golden(t, tt.dir, file) }
		a, z := read("A.csv"), read("Z0.csv")
		labels := make([]int, a.RawMatrix().Rows)
		for i := range labels {
			labels[i] = slices.Index(a.RawRowView(i), 1)
		}
		f := solvers.Factors{W: read("U0.csv"), Ht: times(a, z)}
		s := newSolver(t, tt.solver)
		if err := solvers.SetOption(s, "form", "matrix"); err != nil {
			t.Fatal(err)
		}
		run, err := s.Start(solvers.Problem{X: matrix.FromDense(read("X.csv")), Rank: rankOf(f), Labels: labels}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for step, want := range read("obj.csv").RawMatrix().Data {
			run.Step()
			if got := run.Objective(); !(math.Abs(got-want) <= 1e-9*want) {
				t.Fatalf("%s: objective after %d iterations: got %.17g, want %.17g", tt.dir, step+1, got, want)
			}
		}
		near(t, tt.dir+": W", f.W, read("U.csv"))
		near(t, tt.dir+": H", f.Ht, times(a, read("Z.csv")))
	}
}
