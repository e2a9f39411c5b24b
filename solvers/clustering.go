package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// ClusteringOptions is embedded by methods that end in clusters of the samples and have no factors.
type ClusteringOptions struct {
	ClusteredGraph `yaml:"-"`
	KernelOptions  `yaml:",inline"`
	Keep           Keep `yaml:"keep" doc:"the start that is kept has the largest tr(UᵀKU): unit (default), with the columns of the indicators U at unit length, or indicators, U as it is [Yang and Oja 2010, Eq. 62 as printed], which for K ≥ 0 favours one large cluster"`
}

// Keep tells which of the starts is kept.
type Keep string

// The choices of a start.
const (
	KeepUnit       Keep = "unit"
	KeepIndicators Keep = "indicators"
)

// Choices lists them.
func (Keep) Choices() []string { return choices(KeepUnit, KeepIndicators) }

func newClustering() ClusteringOptions {
	return ClusteringOptions{KernelOptions: newKernelised(), Keep: KeepUnit}
}

// start does the part of Start that such methods share: K, and the room for labellings. rng draws the starts.
func (o *ClusteringOptions) start(name string, s Solver, p Problem, f Factors, rng *rand.Rand) (*clusterRun, error) {
	if err := prepare(name, s, p, f); err != nil {
		return nil, err
	}
	if err := checkStream(name, rng); err != nil {
		return nil, err
	}
	if err := o.check(name, p.X); err != nil {
		return nil, err
	}
	k, err := o.gram(name, p.X, p.Rank, GramAuto)
	if err != nil {
		return nil, err
	}
	_, n := p.X.Dims()
	run := &clusterRun{
		partition: newPartition(k, n, p.Rank), rng: rng,
		best: make([]int, n), labels: make([]int, n),
	}
	run.energy = run.partition.measure(run.best)
	if o.Keep == KeepIndicators {
		run.between, run.total = true, run.partition.within()
		run.energy = run.total
	}
	return run, nil
}

// clusterRun tries one start a step and keeps the labels of the least energy. Before the first step, all samples are in
// one cluster.
type clusterRun struct {
	partition *partition
	rng       *rand.Rand
	try       func(labels []int) // one start, taken to its end
	labels    []int              // of the present start
	best      []int
	energy    float64 // of best
	between   bool    // starts are judged by what K has between clusters
	total     float64 // Σ K, where they are
	steps     int
}

func (r *clusterRun) Step() {
	r.try(r.labels)
	// The first start counts whatever it gives: a K that is no kernel may make the single cluster the cheapest.
	energy := r.partition.measure(r.labels)
	if r.between {
		energy = r.total - r.partition.within()
	}
	if r.steps == 0 || energy < r.energy {
		r.energy = energy
		copy(r.best, r.labels)
	}
	r.steps++
}

// Objective returns the energy tr K - tr(ŨᵀKŨ) of the best labels so far, Ũ being their indicators divided by the roots of the
// cluster sizes: for a linear kernel, the squared distances of the samples to the means of their clusters. Where starts are
// judged by the indicators as they are, it is Σ K - tr(UᵀKU), and Σ K before the first step.
func (r *clusterRun) Objective() float64 { return r.energy }

// Unsteady implements the interface of that name.
func (r *clusterRun) Unsteady() string { return everyStepAStart }

// Finish returns the best labels.
func (r *clusterRun) Finish() Result { return Result{Labels: append([]int(nil), r.best...)} }

// partition holds what K says about a labelling.
type partition struct {
	k      *gram
	member *mat.Dense // n×r: 1 where sample i is in cluster c
	sums   *mat.Dense // K·member
	sizes  []int
	square []float64 // squared length of each cluster's mean
}

func newPartition(k *gram, n, r int) *partition {
	return &partition{
		k: k, member: mat.NewDense(n, r, nil), sums: mat.NewDense(n, r, nil),
		sizes: make([]int, r), square: make([]float64, r),
	}
}

// measure sets the fields for labels and returns their energy.
func (p *partition) measure(labels []int) float64 {
	clear(p.sizes)
	clear(p.square)
	for i, c := range labels {
		row := p.member.RawRowView(i)
		clear(row)
		row[c] = 1
		p.sizes[c]++
	}
	p.k.mulTo(p.sums, p.member)
	for i, c := range labels {
		p.square[c] += p.sums.At(i, c)
	}
	energy := p.k.trace
	for c, size := range p.sizes {
		if size > 0 {
			energy -= p.square[c] / float64(size)
			p.square[c] /= float64(size) * float64(size)
		}
	}
	return energy
}

// within returns Σ_{s,t in one cluster} K_st of the labels last measured.
func (p *partition) within() float64 {
	var sum float64
	for c, size := range p.sizes {
		sum += p.square[c] * float64(size) * float64(size)
	}
	return sum
}

// diagonal returns ‖φ_i‖² for every sample.
func (o *KernelOptions) diagonal(x matrix.Matrix) []float64 {
	_, n := x.Dims()
	d := make([]float64, n)
	for i := range d {
		switch {
		case o.Input == InputKernel:
			d[i] = x.At(i, i)
		case o.Kernel == KernelRBF:
			d[i] = 1
		}
	}
	if o.feature() {
		return d
	}
	for e := range matrix.Entries(x) {
		d[e.Col] += e.Value * e.Value
	}
	return d
}
