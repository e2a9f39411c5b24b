package run

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/eval/kmeans"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// start draws the factors that a method begins with.
func (r *Run) start(ctx context.Context, data sample) (solvers.Factors, error) {
	switch {
	case len(r.from) > 0:
		return r.startClusters(ctx, data)
	case r.ID.Init == spec.InitKMeans:
		return r.startKMeans(data.Data)
	case r.drawn.Given():
		return r.drawn.Factors(r.solver, solvers.Problem{X: data.X, Rank: r.rank()}, r.drawn.New())
	}
	return r.startDrawn(data.Data, solvers.Init(r.ID.Init))
}

// another draws the starts after the first as the program does that draws it, nil where this one draws.
func (r *Run) another(x matrix.Matrix) func() (solvers.Factors, error) {
	if !r.drawn.Given() {
		return nil
	}
	stream, first, p := r.drawn.New(), true, solvers.Problem{X: x, Rank: r.rank()}
	return func() (solvers.Factors, error) {
		if first {
			first = false
			if _, err := r.drawn.Factors(r.solver, p, stream); err != nil {
				return solvers.Factors{}, err
			}
		}
		return r.drawn.Factors(r.solver, p, stream)
	}
}

// startDrawn returns a start that needs no clusters. Methods of one comparison draw the same W0 and H0, as far as their factors have the
// same shape.
func (r *Run) startDrawn(data *datasets.Data, init solvers.Init) (solvers.Factors, error) {
	c := r.comparison()
	return init.Factors(r.solver, solvers.Problem{X: data.X, Rank: r.rank()}, solvers.Factors{}, c.stream("w0"), c.stream("h0"))
}

// startKMeans returns the start of Ding et al. (2006): the indicators of a k-means clustering of the samples plus 0.2 as Ht; with
// it the cluster centres as W or, for a method whose W weighs samples, the indicators scaled to column means.
func (r *Run) startKMeans(data *datasets.Data) (solvers.Factors, error) {
	if _, masked := data.X.(*matrix.Masked); masked {
		return solvers.Factors{},
			errors.New("init = k-means needs every entry of X, and some are unknown or held out; want init: random or scaled")
	}
	f, err := r.startDrawn(data, solvers.InitRandom)
	if err != nil {
		return f, err
	}
	samples := mat.DenseCopyOf(data.X.Trans())
	n, m := samples.Dims()
	options := kmeans.Defaults()
	options.K, options.Restarts = r.rank(), 1
	res, err := kmeans.Run(samples, options, nil, r.comparison().stream("init"))
	if err != nil {
		return f, fmt.Errorf("k-means initialisation: %w", err)
	}
	if f.W != nil && m != n {
		if rows, _ := f.W.Dims(); rows == m {
			f.W.Copy(res.Centres.T())
		}
	}
	return indicate(f, res.Labels, r.rank()), nil
}

// indicate sets the factors with a row per sample to the indicators of clusters plus 0.2: Ht, and a W that weighs samples.
func indicate(f solvers.Factors, labels []int, r int) solvers.Factors {
	if f.Ht != nil {
		f.Ht.Copy(solvers.Indicators(labels, r, 0.2))
	}
	if f.W != nil {
		if rows, _ := f.W.Dims(); rows == len(labels) {
			f.W.Copy(solvers.WeightedIndicators(labels, r, 0.2))
		}
	}
	return f
}

// startClusters starts a method from the clusters of other methods of the experiment on this run's data: the indicators of the
// run with the smallest objective, plus 0.2 (Yang and Oja 2010, section IV-C). Those methods are run here with their own random
// streams, so that their result is the one that their own runs have.
func (r *Run) startClusters(ctx context.Context, data sample) (solvers.Factors, error) {
	f, err := r.startDrawn(data.Data, solvers.InitRandom)
	if err != nil {
		return f, err
	}
	var labels []int
	least := math.Inf(1)
	for _, from := range r.from {
		var rec store.Record
		res, err := from.factorise(ctx, data, &rec, nil)
		if err != nil {
			return f, fmt.Errorf("initialisation from %s: %w", from.ID.Method, err)
		}
		if res.Labels == nil || len(rec.Trace) == 0 {
			return f, fmt.Errorf("initialisation from %s: the method ends in no clusters", from.ID.Method)
		}
		if last := rec.Trace[len(rec.Trace)-1].Objective; labels == nil || last < least {
			least, labels = last, res.Labels
		}
	}
	return indicate(f, labels, r.rank()), nil
}
