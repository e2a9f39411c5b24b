package solvers_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// The factors are those of nimfa 1.4.0 with NumPy 1.24.2, Nsnmf(theta=0.5) and Lsnmf(sub_iter=3, inner_sub_iter=4), from the same start;
// W m×r and H r×n by rows.
func TestNimfa(t *testing.T) {
	x := mat.NewDense(6, 5, []float64{0.08, 0.78, 0.44, 0.72, 0.98, 0.54, 0.5, 0.07, 0.27, 0.5, 0.68, 0.8, 0.38, 0.07, 0.29, 0.91, 0.21, 0.45,
		0.93, 0.02, 0.6, 0.95, 0.23, 0.55, 0.91, 0.13, 0.52, 0.75, 0.67, 0.47})
	nonsmooth := []string{"smoothing=0.5", "w-sums=true"}
	limited := []string{"inner=3", "trials=4", "norm-of-w=true"}
	for _, tt := range []struct {
		solver  string
		options []string
		steps   int
		w, h    []float64
	}{
		{"nmf-kl", nonsmooth, 1,
			[]float64{0.11719571799762964, 0.27897922119794555, 0.1064096847939776, 0.13907144751988287, 0.08782174912231788, 0.20525492376852295,
				0.22715569319476608, 0.0947442908814341, 0.27853134177774663, 0.1364841528056778, 0.1828858131135623, 0.1454659638265367},
			[]float64{0.4759565819505439, 0.9007171775088563, 0.3296738917767355, 0.7627541426850599, 0.546776552096089, 0.5968155731749591,
				0.47232732951303436, 0.5167001479018685, 0.40942346803510454, 0.6100423060171937}},
		{"nmf-kl", nonsmooth, 30,
			[]float64{0.08989626557557907, 0.29119475186773264, 0.10792573320480037, 0.135080849731105, 0.10207598851370867, 0.1828185078240951,
				0.34171279157243534, 2.1043776714413935e-05, 0.1465385755076676, 0.26905547434847804, 0.21185064562580894, 0.12182937245187488},
			[]float64{2.5420024964665355, 0.3332458688949904, 1.5061624924429184, 2.992418543327987, 0.057064499311325706, 0.3979975035334651,
				3.42675413110501, 0.8138375075570817, 0.21758145667201415, 3.1129355006886743}},
		{"nmfpg", limited, 1,
			[]float64{0.3110151587934237, 0.49724187507640866, 0.3133523807136647, 0.38091847006541385, 0.2201909414941623, 0.6565649631403977,
				0.7659615860848392, 0.2872633559677168, 0.6591345555626117, 0.30745966743539993, 0.48177446876951624, 0.3358569327196137},
			[]float64{0.5697990910041337, 0.5678987518120673, 0.3838689335167131, 0.7781331890460627, 0.48158821699645826, 0.7883244067275137,
				0.4405925795896463, 0.6581020923945329, 0.4080499326177254, 0.5344942954504456}},
		{"nmfpg", limited, 30,
			[]float64{0.1997742338191509, 0.7582975317104471, 0.3001783522078508, 0.33370090969458177, 0.40370144546687675, 0.3343328175346409,
				0.8897348990367205, 0.0, 0.38527499511329394, 0.6888714045200219, 0.3654450270845963, 0.44014123309955555},
			[]float64{1.1140057476993799, 0.34219173236950284, 0.5307814302628916, 0.8717088773213864, 0.0, 0.022662586999711146, 1.1123056366464203,
				0.3687535841961491, 0.4260678864816739, 1.2552017227777357}},
	} {
		f := solvers.Factors{
			W:  mat.NewDense(6, 2, []float64{0.2, 0.49, 0.37, 0.48, 0.37, 0.84, 0.77, 0.31, 0.57, 0.28, 0.45, 0.35}),
			Ht: mat.DenseCopyOf(mat.NewDense(2, 5, []float64{0.66, 0.37, 0.46, 0.72, 0.41, 0.91, 0.18, 0.74, 0.42, 0.43}).T()),
		}
		result, _, _ := traced(t, configured(t, tt.solver, tt.options...), solvers.Problem{X: matrix.FromDense(x), Rank: 2}, f, tt.steps)
		if !mat.EqualApprox(result.W, mat.NewDense(6, 2, tt.w), 1e-12) || !mat.EqualApprox(result.Ht.T(), mat.NewDense(2, 5, tt.h), 1e-12) {
			t.Errorf("%s %v, %d steps: W\n%v\nH\n%v", tt.solver, tt.options, tt.steps, mat.Formatted(result.W), mat.Formatted(result.Ht.T()))
		}
	}
}

// The basis of nonsmooth NMF is W·S, so that its product with H is near X.
func TestNonsmoothBasis(t *testing.T) {
	w, ht := mat.NewDense(2, 2, []float64{1, 3, 0, 2}), mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	result, _, _ := traced(t, configured(t, "nmf-kl", "smoothing=0.5"),
		solvers.Problem{X: matrix.NewDense(2, 2, []float64{1, 2, 3, 4}), Rank: 2}, solvers.Factors{W: w, Ht: ht}, 0)
	if want := mat.NewDense(2, 2, []float64{1.5, 2.5, 0.5, 1.5}); !mat.Equal(result.Basis, want) {
		t.Errorf("basis %v, want %v", mat.Formatted(result.Basis), mat.Formatted(want))
	}
}

// The penalty on overlapping columns is in the objective, which falls at every step and ends where the columns are orthogonal if it is
// large; brute force over the definition gives the same value.
func TestOverlap(t *testing.T) {
	x := mat.NewDense(4, 5, []float64{9, 8, 1, 1, 2, 7, 9, 2, 1, 1, 1, 2, 8, 9, 7, 2, 1, 7, 8, 9})
	start := func() solvers.Factors {
		return solvers.Factors{W: mat.NewDense(4, 2, []float64{1, 2, 2, 1, 1, 3, 2, 2}),
			Ht: mat.NewDense(5, 2, []float64{1, 2, 2, 1, 3, 1, 1, 1, 2, 3})}
	}
	for _, weight := range []string{"0.5", "50"} {
		result, trace, _ := traced(t, configured(t, "nmf", "overlap-w="+weight, "l1-h=2"), solvers.Problem{X: matrix.FromDense(x), Rank: 2},
			start(), 300)
		var model, gap, cross mat.Dense
		model.Mul(result.W, result.Ht.T())
		gap.Sub(x, &model)
		cross.Mul(result.W.T(), result.W)
		value := map[string]float64{"0.5": 0.5, "50": 50}[weight]
		want := mat.Norm(&gap, 2)*mat.Norm(&gap, 2) + value*2*cross.At(0, 1) + 2*mat.Sum(result.Ht)
		if got := trace[300]; got < want*(1-1e-12) || got > want*(1+1e-12) {
			t.Errorf("overlap-w %s: objective %v, want %v", weight, got, want)
		}
		for i := range 300 {
			if trace[i+1] > trace[i]*(1+1e-12) {
				t.Fatalf("overlap-w %s: the objective rose from %v to %v", weight, trace[i], trace[i+1])
			}
		}
	}
}

// The run ends after one check more than told without a change; the clusters of fixed factors change at the first check only.
func TestStillClusters(t *testing.T) {
	x := matrix.NewDense(2, 2, []float64{1, 0, 0, 1})
	f := solvers.Factors{W: mat.NewDense(2, 2, []float64{1, 0, 0, 1}), Ht: mat.NewDense(2, 2, []float64{1, 0, 0, 1})}
	run, err := newSolver(t, "nmf").Start(solvers.Problem{X: x, Rank: 2}, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ checks, every, want int }{{40, 0, 420}, {3, 5, 25}, {0, 0, 500}} {
		p, status, err := solvers.Solve(t.Context(), run, f, solvers.Settings{Iterations: 500, StillClusters: tt.checks, ClustersEvery: tt.every})
		if err != nil || p.Iteration != tt.want || (status == solvers.Converged) != (tt.want < 500) {
			t.Errorf("%d checks: %d iterations, %v, %v, want %d", tt.checks, p.Iteration, status, err, tt.want)
		}
	}
}

// Entries are raised every so many iterations, and columns of W have the sum 1.
func TestAfterStep(t *testing.T) {
	x := matrix.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 7})
	for _, tt := range []struct {
		steps int
		want  float64
	}{{1, 0}, {2, 0.25}, {3, 0}} {
		f := solvers.Factors{W: mat.NewDense(2, 1, []float64{0, 1}), Ht: mat.NewDense(3, 1, []float64{1, 1, 1})}
		options := []string{"floor=0.25", "floor-every=2"}
		if tt.steps == 3 {
			options = []string{"w-sums=true"}
		}
		result, _, _ := traced(t, configured(t, "nmf-kl", options...), solvers.Problem{X: x, Rank: 1}, f, tt.steps)
		if got := result.W.At(0, 0); got != tt.want {
			t.Errorf("after %d steps W has %v, want %v", tt.steps, got, tt.want)
		}
		if sum := mat.Sum(result.W); tt.steps == 3 && sum != 1 {
			t.Errorf("W sums to %v", sum)
		}
	}
}
