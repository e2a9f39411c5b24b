package eval

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
)

// Output is a matrix that figures draw: one line of the table.
type Output struct {
	Name string // lower case with hyphens
	Doc  string // one sentence with the shape
	Of   func(o Outcome) (mat.Matrix, error)
}

// Outputs lists every output, sorted by name.
var Outputs = []Output{
	{"basis", "basis, m×r with X ≈ basis·H", dense("basis", func(o Outcome) *mat.Dense { return o.Basis })},
	{"classes", "class of each sample, n×1, from 0", labelling("classes", func(o Outcome) []int { return o.Labels })},
	{"clusters", "cluster of each sample, n×1, from 0", labelling("clusters", func(o Outcome) []int { return o.Clusters })},
	{"coefficients", "coefficients, n×r: one sample a row", dense("coefficients", func(o Outcome) *mat.Dense { return o.Ht })},
	{"embedding", "embedding of the samples, one a row", dense("embedding", func(o Outcome) *mat.Dense { return o.Embedding })},
	{"entropy-by-width", "width of the Gaussian kernel of the samples and its entropy per pair of them, 81×2", entropyByWidth},
	{"exemplar-clusters", "cluster of each of the exemplars, from 0, one a row", exemplarClusters},
	{"exemplar-outliers", "1 for each of the exemplars that is 2 deviations farther from its centre than its cluster's mean, 0 for the others",
		exemplarOutliers},
	{"exemplars", "up to 10 samples of each cluster from the nearest to the farthest from its centre, one a column", exemplarSamples},
	{"points", "the data, n×m: one sample a row", func(o Outcome) (mat.Matrix, error) { return sampleRows(o.X) }},
	{"reconstruction", "basis·H, m×n", reconstruction},
	{"samples", "the data, m×n: one sample a column", func(o Outcome) (mat.Matrix, error) { return o.X, nil }},
	{"step-norms", "length of the change from each sample's coefficients to the next ones, (n-1)×1", stepNorms},
	{"steps", "sums over the components of each sample's coefficients less those of the one before, (n-1)×1", stepSums},
}

// FindOutput returns the output of that name.
func FindOutput(name string) (Output, bool) {
	return list.First(Outputs, func(o Output) bool { return o.Name == name })
}

// OutputNames lists the outputs.
func OutputNames() []string {
	return list.Map(Outputs, func(o Output) string { return o.Name })
}

func dense(name string, of func(Outcome) *mat.Dense) func(Outcome) (mat.Matrix, error) {
	return func(o Outcome) (mat.Matrix, error) {
		a := of(o)
		if a == nil || a.IsEmpty() {
			return nil, unavailable("the method leaves no %s", name)
		}
		return a, checkFinite(name, a)
	}
}

func labelling(name string, of func(Outcome) []int) func(Outcome) (mat.Matrix, error) {
	return func(o Outcome) (mat.Matrix, error) {
		labels := of(o)
		if len(labels) == 0 {
			return nil, unavailable("the outcome has no %s", name)
		}
		a := mat.NewDense(len(labels), 1, nil)
		for i, l := range labels {
			a.Set(i, 0, float64(l))
		}
		return a, nil
	}
}

func reconstruction(o Outcome) (mat.Matrix, error) {
	if o.Basis == nil || o.Ht == nil {
		return nil, unavailable("the method leaves no model Basis·H of X")
	}
	var a mat.Dense
	a.Mul(o.Basis, o.Ht.T())
	return &a, checkFinite("reconstruction", &a)
}
