package solvers

import (
	"math"
	"math/rand/v2"
)

// KernelKMeans is k-means in the feature space of a kernel (Yang and Oja 2010, section IV-C): from a random labelling, every
// sample goes to the cluster whose mean is nearest by
//
//	d²(i,c) = K_ii - (2/n_c)·Σ_{t in c} K_it + (1/n_c²)·Σ_{s,t in c} K_st
//
// all at once, until no label changes. A step is one such start, and the labels that the option keep tells are kept; the
// paper makes 100. The labels of each start are drawn uniformly.
//
// Differs from the paper: nothing is said there about clusters that lose all samples; see the option empty.
// Cost per pass: 2n²r with K formed, or 4mnr for a linear kernel where that is cheaper.
type KernelKMeans struct {
	ClusteringOptions `yaml:",inline"`
	Empty             Empty `yaml:"empty" doc:"a cluster without samples: drop (default, it stays empty) [knkmeans.m] or reseed (it gets the sample that is farthest from its mean)"`
}

// Empty tells what becomes of a cluster without samples.
type Empty string

// The fates of an empty cluster.
const (
	EmptyDrop   Empty = "drop"
	EmptyReseed Empty = "reseed"
)

// Choices lists the fates.
func (Empty) Choices() []string { return choices(EmptyDrop, EmptyReseed) }

func newKernelKMeans() Solver {
	return &KernelKMeans{ClusteringOptions: newClustering(), Empty: EmptyDrop}
}

// Start implements Solver.
func (s *KernelKMeans) Start(p Problem, f Factors, rng *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	run, err := s.start("kernel-kmeans", s, p, f, rng)
	if err != nil {
		return nil, err
	}
	k := &kernelKMeans{partition: run.partition, diagonal: s.diagonal(p.X), reseed: s.Empty == EmptyReseed, members: make([]int, p.Rank)}
	run.try = func(labels []int) {
		for i := range labels {
			labels[i] = run.rng.IntN(p.Rank)
		}
		k.settle(labels)
	}
	return run, nil
}

// kernelKMeans moves labels to the nearest means.
type kernelKMeans struct {
	*partition
	diagonal []float64
	reseed   bool
	members  []int // of the labels that a pass has just made
}

// maxPasses bounds one start: the energy falls strictly, but for ties that rounding may decide to and fro.
const maxPasses = 1000

// settle takes labels to a fixed point.
func (k *kernelKMeans) settle(labels []int) {
	for range maxPasses {
		k.measure(labels)
		if !k.pass(labels) {
			return
		}
	}
}

// pass gives every sample the label of the nearest mean, the lowest of equal ones, and reports whether any changed.
func (k *kernelKMeans) pass(labels []int) bool {
	changed := false
	for i := range labels {
		best, at := math.Inf(1), labels[i]
		for c, size := range k.sizes {
			if size == 0 {
				continue
			}
			if d := k.distance(i, c); d < best {
				best, at = d, c
			}
		}
		changed = changed || at != labels[i]
		labels[i] = at
	}
	if k.reseed {
		changed = k.fill(labels) || changed
	}
	return changed
}

// distance returns d²(i,c) to the means as measured, without its term K_ii.
func (k *kernelKMeans) distance(i, c int) float64 {
	return k.square[c] - 2*k.sums.At(i, c)/float64(k.sizes[c])
}

// onMean is the share of K_ii below which a sample's distance to a mean is rounding.
const onMean = 1e-12

// fill gives every cluster that the labels leave empty the sample farthest from the mean it was assigned to, and reports
// whether it did. A sample that is its cluster's only one, or lies on the mean, stays.
func (k *kernelKMeans) fill(labels []int) bool {
	clear(k.members)
	for _, c := range labels {
		k.members[c]++
	}
	filled := false
	for c := range k.members {
		if k.members[c] > 0 {
			continue
		}
		most, at := 0.0, -1
		for i, own := range labels {
			if k.members[own] < 2 || k.sizes[own] == 0 {
				continue
			}
			if d := k.diagonal[i] + k.distance(i, own); d > most && d > onMean*k.diagonal[i] {
				most, at = d, i
			}
		}
		if at < 0 {
			return filled
		}
		k.members[labels[at]]--
		labels[at], k.members[c], filled = c, 1, true
	}
	return filled
}
