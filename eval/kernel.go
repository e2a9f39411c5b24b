package eval

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/eigen"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// completeData returns X for a kernel of its samples.
func completeData(o Outcome) (matrix.Matrix, error) {
	switch o.X.(type) {
	case nil:
		return nil, unavailable("the outcome has no data matrix")
	case *matrix.Masked:
		return nil, unavailable("X has unknown entries, and a kernel needs them all")
	}
	return o.X, nil
}

// kernelWidth returns the width of the Gaussian kernel at the peak of its entropy.
func kernelWidth(o Outcome, _ *rand.Rand) (float64, error) {
	x, err := completeData(o)
	if err != nil {
		return 0, err
	}
	sigma, _, err := kernel.EntropyPeak(x)
	if err != nil {
		return 0, unavailable("%v", err)
	}
	return sigma, nil
}

// The widths of entropyByWidth: from a hundredth of the peak's to a hundred times that, 20 to a decade.
const (
	widthDecades   = 2
	widthPerDecade = 20
)

// entropyByWidth returns the entropy per pair of samples of the Gaussian kernel over its width, two columns.
func entropyByWidth(o Outcome) (mat.Matrix, error) {
	x, err := completeData(o)
	if err != nil {
		return nil, err
	}
	d := kernel.Distances(x)
	peak, _, err := kernel.PeakOf(d)
	if err != nil {
		return nil, unavailable("%v", err)
	}
	n, _ := d.Dims()
	pairs := float64(n) * float64(n-1)
	const steps = widthDecades * widthPerDecade
	curve := mat.NewDense(2*steps+1, 2, nil)
	for i := range 2*steps + 1 {
		sigma := peak * math.Pow(10, float64(i-steps)/widthPerDecade)
		curve.SetRow(i, []float64{sigma, kernel.Entropy(d, sigma) / pairs})
	}
	return curve, nil
}

// kernelGap makes a score of how far clusters stay behind the unconstrained optimum of J(U) = tr(UᵀKU): δ of PNMF, section
// IV-C, with the columns of the indicators at unit length and both objectives as √J/‖K‖_F.
func kernelGap(of func(x matrix.Matrix) (*mat.Dense, error)) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, rng *rand.Rand) (float64, error) {
		x, err := completeData(o)
		if err != nil {
			return 0, err
		}
		if len(o.Clusters) == 0 {
			return 0, unavailable("the outcome has no clusters")
		}
		if _, n := x.Dims(); o.Rank < 1 || o.Rank > n {
			return 0, unavailable("%d eigenvalues of %d samples", o.Rank, n)
		}
		k, err := of(x)
		if err != nil {
			return 0, err
		}
		best, err := eigen.Largest(eigen.Of(matrix.FromDense(k)), o.Rank, eigen.Options{}, rng)
		if err != nil {
			return 0, unavailable("eigenvalues of the kernel: %v", err)
		}
		var pca float64
		for _, value := range best.Values {
			pca += value
		}
		return (math.Sqrt(pca) - math.Sqrt(indicatorObjective(k, o.Clusters))) / mat.Norm(k, 2), nil
	}
}

// indicatorObjective returns tr(ŨᵀKŨ) = Σ_c (1/n_c) Σ_{s,t in c} K_st.
func indicatorObjective(k *mat.Dense, clusters []int) float64 {
	number, values := compact(clusters)
	sums, sizes := make([]float64, len(values)), make([]float64, len(values))
	for s, c := range number {
		sizes[c]++
		row := k.RawRowView(s)
		for t, d := range number {
			if c == d {
				sums[c] += row[t]
			}
		}
	}
	var objective float64
	for c, sum := range sums {
		objective += sum / sizes[c]
	}
	return objective
}

func linearKernel(x matrix.Matrix) (*mat.Dense, error) { return kernel.Linear(x), nil }

func gaussianKernel(x matrix.Matrix) (*mat.Dense, error) {
	d := kernel.Distances(x)
	sigma, _, err := kernel.PeakOf(d)
	if err != nil {
		return nil, unavailable("%v", err)
	}
	return kernel.RBF(d, sigma), nil
}
