package experiments

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/eval/kmeans"
	"nmfrepro/solvers"
)

// inits lists the starts that a spec may name.
var inits = []string{"random", "k-means"}

// start draws the factors that a method begins with. Methods of one comparison get the same W0 and H0, as far as their
// factors have the same shape.
func (j *Job) start(data *datasets.Data) (solvers.Factors, error) {
	m, n := data.X.Dims()
	w, ht := j.solver.Rows(m, n)
	r, c := j.Unit.Rank, j.comparison()
	f := solvers.Factors{W: solvers.RandomFactor(w, r, c.stream("w0")), Ht: solvers.RandomFactor(ht, r, c.stream("h0"))}
	switch j.Unit.Init {
	case "random":
		return f, nil
	case "k-means":
		return j.startKMeans(data, f)
	}
	return f, fmt.Errorf("init = %q, want one of %q", j.Unit.Init, inits)
}

// startKMeans is the start of Ding et al. (2006): the indicators of a k-means clustering of the samples plus 0.2 as Ht; with
// it the cluster centres as W or, for a method whose W weighs samples, the indicators scaled to column means.
func (j *Job) startKMeans(data *datasets.Data, f solvers.Factors) (solvers.Factors, error) {
	x := data.X.Trans()
	n, m := x.Dims()
	samples := mat.NewDense(n, m, nil)
	samples.Copy(x)
	options := kmeans.Defaults()
	options.K, options.Restarts = j.Unit.Rank, 1
	res, err := kmeans.Run(samples, options, nil, j.comparison().stream("init"))
	if err != nil {
		return f, fmt.Errorf("k-means start: %w", err)
	}
	g := solvers.Indicators(res.Labels, j.Unit.Rank, 0.2)
	if f.Ht != nil {
		f.Ht.Copy(g)
	}
	if f.W == nil {
		return f, nil
	}
	switch rows, _ := f.W.Dims(); rows {
	case m:
		f.W.Copy(res.Centres.T())
	case n:
		f.W.Copy(solvers.WeightedIndicators(res.Labels, j.Unit.Rank, 0.2))
	}
	return f, nil
}
