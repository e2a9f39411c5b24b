package manifold

import (
	"math"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// FuzzyGraph is UMAP's graph on the samples, with what it was made from.
type FuzzyGraph struct {
	Weights *matrix.CSR // n×n, symmetric, in (0, 1]
	Rho     []float64   // distance of each sample to its nearest other one
	Sigma   []float64   // scale of the distances beyond that
}

// Graph returns the fuzzy union of the neighbourhoods: sample j belongs to that of i to the degree
//
//	exp(-max(0, d_ij - ρ_i)/σ_i)    with Σ_j = log2 k over the k-1 others
//
// and A + Aᵀ - A .* Aᵀ joins the degrees.
func (o UMAP) Graph(x matrix.Matrix) (FuzzyGraph, error) {
	if err := o.validate(); err != nil {
		return FuzzyGraph{}, err
	}
	_, n := x.Dims()
	lists, err := nearest("umap", x, min(o.Neighbours, n), true)
	if err != nil {
		return FuzzyGraph{}, err
	}
	distances := list.Map(lists, func(near []graph.Neighbour) []float64 { // which hold squares
		return list.Map(near, func(other graph.Neighbour) float64 { return math.Sqrt(other.Distance) })
	})
	overall := mean(distances...)
	g := FuzzyGraph{Rho: make([]float64, n), Sigma: make([]float64, n)}
	var entries []matrix.Triplet
	for i, near := range lists {
		d := distances[i]
		g.Rho[i], _ = list.First(d, func(v float64) bool { return v > 0 })
		g.Sigma[i] = scaleOf(d, g.Rho[i], math.Log2(float64(len(d))))
		// A floor against neighbourhoods in which all distances are alike.
		floor := overall
		if g.Rho[i] > 0 {
			floor = mean(d)
		}
		g.Sigma[i] = max(g.Sigma[i], 1e-3*floor)
		for k, neighbour := range near {
			if neighbour.Index != i {
				entries = append(entries, matrix.Triplet{Row: i, Col: neighbour.Index, Value: membership(d[k], g.Rho[i], g.Sigma[i])})
			}
		}
	}
	directed, err := matrix.NewCSR(n, n, entries)
	if err != nil {
		return FuzzyGraph{}, err
	}
	g.Weights, err = symmetrise(directed, func(there, back float64) float64 { return there + back - there*back })
	return g, err
}

func membership(d, rho, sigma float64) float64 {
	if d <= rho || sigma == 0 {
		return 1
	}
	return math.Exp(-(d - rho) / sigma)
}

// scaleOf solves Σ exp(-max(0, d - ρ)/σ) = target for σ, over all distances but the first, the sample's own. It bisects as
// umap-learn does, to 1e-5 in the sum.
func scaleOf(d []float64, rho, target float64) float64 {
	low, high, middle := 0.0, math.Inf(1), 1.0
	for range 64 {
		var sum float64
		for _, v := range d[1:] {
			if v > rho {
				sum += math.Exp(-(v - rho) / middle)
			} else {
				sum++
			}
		}
		switch {
		case math.Abs(sum-target) < 1e-5:
			return middle
		case sum > target:
			high = middle
			middle = (low + high) / 2
		case math.IsInf(high, 1):
			low = middle
			middle *= 2
		default:
			low = middle
			middle = (low + high) / 2
		}
	}
	return middle
}

func mean(lists ...[]float64) float64 {
	var sum float64
	var count int
	for _, list := range lists {
		for _, v := range list {
			sum += v
		}
		count += len(list)
	}
	return sum / float64(max(count, 1))
}
