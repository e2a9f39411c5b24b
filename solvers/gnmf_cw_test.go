package solvers_test

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// The authors' runs, 50 sweeps at lambda = 100 with their guards: graphs on both sides, and one with unknown entries.
func TestGNMFCWGolden(t *testing.T) {
	for dir, masked := range map[string]bool{"rprnmf_GNMF_euc": false, "rprnmf_GNMF_euc_masked": true} {
		t.Run(dir, func(t *testing.T) {
			v := matrixtest.Golden(t, dir, "V.csv")
			var x matrix.Matrix = matrix.FromDense(v)
			s := configured(t, "gnmf-cw", "floor=2.220446049250313e-16", "zeros=2.220446049250313e-16").(*solvers.GNMFCW)
			s.SampleGraph = matrixtest.Sparse(t, matrixtest.Golden(t, dir, "Sh.csv"))
			known := 12.0 * 20
			if masked {
				mask := matrixtest.Golden(t, dir, "Mask.csv")
				x, known = maskedOf(t, v, mask), mat.Sum(mask)
			} else {
				s.FeatureGraph = matrixtest.Sparse(t, matrixtest.Golden(t, dir, "Sw.csv"))
			}
			f := solvers.Factors{W: matrixtest.Golden(t, dir, "W0.csv"), Ht: mat.DenseCopyOf(matrixtest.Golden(t, dir, "H0.csv").T())}
			run, err := s.Start(solvers.Problem{X: x, Rank: rankOf(f)}, f, nil)
			if err != nil {
				t.Fatal(err)
			}
			var trace []float64
			fit := matrix.NewEntrywise(x)
			for range 50 {
				run.Step()
				trace = append(trace, fit.Sum(f.W, f.Ht, matrix.Squared)/known)
			}
			requireTrace(t, trace, matrixtest.Golden(t, dir, "mse.csv"))
			near(t, "W", f.W, matrixtest.Golden(t, dir, "W.csv"))
			near(t, "Ht", f.Ht, mat.DenseCopyOf(matrixtest.Golden(t, dir, "H.csv").T()))
		})
	}
}

// The same graphs from the triplets that the authors' smx.m made them of.
func TestGNMFCWConstraints(t *testing.T) {
	const dir, conversions = "rprnmf_GNMF_euc", "../../constraint/testdata/golden/rprnmf_conversions/"
	triplets := func(file string) []constraint.Triplet {
		a := matrixtest.Golden(t, conversions, file)
		n, _ := a.Dims()
		var list []constraint.Triplet
		for i := range n {
			list = append(list, constraint.Triplet{Q: int(a.At(i, 0)) - 1, R: int(a.At(i, 1)) - 1, S: int(a.At(i, 2)) - 1})
		}
		return list
	}
	p := solvers.Problem{X: matrix.FromDense(matrixtest.Golden(t, dir, "V.csv")), Rank: 4}
	p.Constraints = constraint.Set{W: triplets("Lw.csv"), H: triplets("Lh.csv")}
	f := solvers.Factors{W: matrixtest.Golden(t, dir, "W0.csv"), Ht: mat.DenseCopyOf(matrixtest.Golden(t, dir, "H0.csv").T())}
	s := configured(t, "gnmf-cw", "graph=constraints", "floor=2.220446049250313e-16", "zeros=2.220446049250313e-16")
	result, _, _ := traced(t, s, p, f, 50)
	near(t, "W", result.W, matrixtest.Golden(t, dir, "W.csv"))
	near(t, "Ht", result.Ht, mat.DenseCopyOf(matrixtest.Golden(t, dir, "H.csv").T()))

	// The matrix form takes both sides as well, and descends.
	f = solvers.Factors{W: matrixtest.Golden(t, dir, "W0.csv"), Ht: mat.DenseCopyOf(matrixtest.Golden(t, dir, "H0.csv").T())}
	_, trace, _ := traced(t, configured(t, "gnmf", "graph=constraints"), p, f, 50)
	for i := range 50 {
		if trace[i+1] > trace[i]*(1+1e-12) {
			t.Errorf("objective rose from %v to %v", trace[i], trace[i+1])
		}
	}

	for want, set := range map[string]constraint.Set{
		"but the problem has none":   {},
		"constraints on the samples": {H: []constraint.Triplet{{Q: 0, R: 1, S: 20}}},
		"constraints on the feature": {W: []constraint.Triplet{{Q: 0, R: 1, S: 2}, {Q: 0, R: 2, S: 1}}},
		"one on the samples only":    {W: []constraint.Triplet{{Q: 0, R: 1, S: 2}}},
	} {
		p.Constraints = set
		if _, err := configured(t, "gnmf-kl", "graph=constraints").Start(p, f, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
}
