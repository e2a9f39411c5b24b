package solvers_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// The authors' runs, 50 sweeps at lambda = 100 with their guards: graphs on both sides, and one with unknown entries.
func TestGNMFCWGolden(t *testing.T) {
	for dir, masked := range map[string]bool{"rprnmf_GNMF_euc": false, "rprnmf_GNMF_euc_masked": true} {
		t.Run(dir, func(t *testing.T) {
			v := goldenCSV(t, dir, "V.csv")
			var x matrix.Matrix = matrix.FromDense(v)
			s := configured(t, "gnmf-cw", "floor=2.220446049250313e-16", "zeros=2.220446049250313e-16").(*solvers.GNMFCW)
			s.SampleGraph = csrOf(t, goldenCSV(t, dir, "Sh.csv"))
			known := 12.0 * 20
			if masked {
				mask := goldenCSV(t, dir, "Mask.csv")
				x, known = maskedOf(t, v, mask), mat.Sum(mask)
			} else {
				s.FeatureGraph = csrOf(t, goldenCSV(t, dir, "Sw.csv"))
			}
			f := solvers.Factors{W: goldenCSV(t, dir, "W0.csv"), Ht: mat.DenseCopyOf(goldenCSV(t, dir, "H0.csv").T())}
			run, err := s.Start(solvers.Problem{X: x, Rank: rankOf(f)}, f, nil)
			if err != nil {
				t.Fatal(err)
			}
			var trace []float64
			fit := matrix.NewEntrywise(x)
			for range 50 {
				run.Step()
				trace = append(trace, fit.Sum(f.W, f.Ht, matrix.SquaredError)/known)
			}
			requireTrace(t, trace, goldenCSV(t, dir, "mse.csv"))
			near(t, "W", f.W, goldenCSV(t, dir, "W.csv"))
			near(t, "Ht", f.Ht, mat.DenseCopyOf(goldenCSV(t, dir, "H.csv").T()))
		})
	}
}
