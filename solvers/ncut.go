package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/eigen"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// Ncut clusters the samples by normalised cuts of a graph (Shi and Malik, IEEE TPAMI 22(8), 2000). With weights A ≥ 0, Ā = A + ½I
// and D̄ = diag(A1) + I, regularised as in the authors' ncut.m, the r leading eigenvectors of D̄^-½·Ā·D̄^-½, times D̄^-½ and scaled
// to length √n, are the embedding, which is turned towards cluster indicators as in [POD]. A step is one such start, and the
// labels of the least cut are kept:
//
//	Ncut = Σ_c cut(c, rest) / vol(c)        vol(c) = Σ_{i∈c} (A1)_i
//
// where a cluster without volume counts 1, as it would if cut off entirely. Before the first step, all samples are in one.
//
// Weights are exp(-‖x_i - x_j‖²/(2σ²)), those below least-weight being dropped as in ncut.m; the ORNMF paper does not say
// which it used. Eigenvectors come from a Lanczos solver; their signs are set by their largest entries, which labels do not
// depend on. The n×n weights take 8n² bytes: 0.8 GB for n = 9842. Cost of Start: n²m, and 2n² for each of some hundred products.
type Ncut struct {
	ClusteredGraph `yaml:"-"`
	Input          Input     `yaml:"input" doc:"what X is: data (default), or kernel: the symmetric weights A ≥ 0 (n×n) themselves"`
	Width          WidthForm `yaml:"width" doc:"where σ comes from if sigma is 0: median (default) of the distances of all n² pairs, or largest: 0.05/√2 of the largest distance, the default of ncut.m"`
	Sigma          float64   `yaml:"sigma" min:"0" doc:"σ of the weights, ≥ 0; default 0 (see part and width)"`
	Part           float64   `yaml:"part" min:"0" doc:"σ as a part of the largest distance, ≥ 0; default 0 (see width); Shi and Malik, section 5, take 0.1 to 0.2"`
	LeastWeight    float64   `yaml:"least-weight" min:"0" doc:"weights below it count as 0, ≥ 0; default 1e-6 [ncut.m]"`
	Offset         float64   `yaml:"offset" min:"0" doc:"added to every weight of a sample to itself, and twice to its degree, ≥ 0; default 0.5 [ncut.m]"`
}

// ClusteredGraph is embedded by methods that end in clusters and have no factors.
type ClusteredGraph struct{}

// Rows implements Solver: there is no factor.
func (ClusteredGraph) Rows(_, _ int) (w, ht int) { return 0, 0 }

// rankLimit returns one cluster per sample.
func (ClusteredGraph) rankLimit(_, n int) int { return n }

// WidthForm tells where the width of Gaussian weights comes from.
type WidthForm string

// The widths.
const (
	WidthMedian  WidthForm = "median"
	WidthLargest WidthForm = "largest"
)

// Choices lists the widths.
func (WidthForm) Choices() []string { return choices(WidthMedian, WidthLargest) }

func newNcut() Solver {
	return &Ncut{Input: InputData, Width: WidthMedian, LeastWeight: 1e-6, Offset: 0.5}
}

// Start implements Solver.
func (s *Ncut) Start(p Problem, f Factors, rng *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("ncut", s, p, f); err != nil {
		return nil, err
	}
	if err := checkStream("ncut", rng); err != nil {
		return nil, err
	}
	_, n := p.X.Dims()
	if p.Rank > n {
		return nil, fmt.Errorf("solvers: ncut: rank = %d, want at most %d, one cluster per sample", p.Rank, n)
	}
	a, err := s.weights(p.X)
	if err != nil {
		return nil, err
	}
	run := &ncutRun{
		weights: a, degrees: make([]float64, n), rng: rng, labels: make([]int, n), best: make([]int, n),
		cut: make([]float64, p.Rank), volume: make([]float64, p.Rank),
	}
	for i := range n {
		run.degrees[i] = sumOf(a.RawRowView(i))
	}
	if run.embedding, err = s.embed(run, p.Rank); err != nil {
		return nil, err
	}
	run.turn = newDiscretiser(run.embedding)
	run.value = run.measure(run.best)
	return run, nil
}

// weights returns A.
func (s *Ncut) weights(x matrix.Matrix) (*mat.Dense, error) {
	var a *mat.Dense
	if s.Input == InputKernel {
		if err := checkSymmetric("ncut", x); err != nil {
			return nil, err
		}
		a = samplesOf(x)
	} else {
		a = squaredDistances(x)
		sigma := s.Sigma
		switch {
		case sigma > 0:
		case s.Part > 0:
			sigma = s.Part * math.Sqrt(mat.Max(a))
		case s.Width == WidthLargest:
			sigma = 0.05 / math.Sqrt2 * math.Sqrt(mat.Max(a))
		default:
			sigma = medianDistance(a)
		}
		gaussian(a, sigma)
	}
	n, _ := a.Dims()
	for i := range n {
		row := a.RawRowView(i)
		for j, v := range row {
			if v < s.LeastWeight {
				row[j] = 0
			}
		}
	}
	return a, nil
}

// embed returns the eigenvectors, n×r.
func (s *Ncut) embed(run *ncutRun, r int) (*mat.Dense, error) {
	n := len(run.degrees)
	root, scaled := make([]float64, n), make([]float64, n)
	for i, d := range run.degrees {
		if d+2*s.Offset > 0 {
			root[i] = 1 / math.Sqrt(d+2*s.Offset)
		}
	}
	plain := eigen.Of(matrix.FromDense(run.weights))
	pairs, err := eigen.Largest(eigen.Operator{N: n, Mul: func(dst, x []float64) {
		for i, v := range x {
			scaled[i] = root[i] * v
		}
		plain.Mul(dst, scaled)
		for i, v := range dst {
			dst[i] = root[i] * (v + s.Offset*scaled[i])
		}
	}}, r, eigen.Options{}, run.rng)
	if err != nil {
		return nil, fmt.Errorf("solvers: ncut: %w", err)
	}
	e := pairs.Vectors
	norms := make([]float64, r)
	for i, d := range root {
		row := e.RawRowView(i)
		for k := range row {
			row[k] *= d
			norms[k] += row[k] * row[k]
		}
	}
	for k, v := range norms {
		if v > 0 {
			norms[k] = math.Sqrt(float64(n) / v)
		}
	}
	multiplyColumns(e, norms)
	return e, nil
}

type ncutRun struct {
	weights     *mat.Dense
	degrees     []float64
	embedding   *mat.Dense
	turn        *discretiser
	rng         *rand.Rand
	labels      []int // of the present start
	best        []int
	value       float64 // of best
	steps       int
	cut, volume []float64
}

func (r *ncutRun) Step() {
	// The rows at both ends are half as likely as the others, as in discretisation.m.
	r.turn.settle(r.labels, int(math.Round(r.rng.Float64()*float64(len(r.labels)-1))))
	if value := r.measure(r.labels); r.steps == 0 || value < r.value {
		r.value = value
		copy(r.best, r.labels)
	}
	r.steps++
}

// measure returns Ncut of the labels.
func (r *ncutRun) measure(labels []int) float64 {
	clear(r.cut)
	clear(r.volume)
	for i, c := range labels {
		r.volume[c] += r.degrees[i]
		for j, v := range r.weights.RawRowView(i) {
			if labels[j] != c {
				r.cut[c] += v
			}
		}
	}
	var sum float64
	for c, volume := range r.volume {
		if volume > 0 {
			sum += r.cut[c] / volume
		} else {
			sum++
		}
	}
	return sum
}

// Objective returns Ncut of the best labels so far.
func (r *ncutRun) Objective() float64 { return r.value }

// Unsteady implements the interface of that name.
func (r *ncutRun) Unsteady() string { return everyStepAStart }

// Finish returns the best labels, and the eigenvectors with rows of unit length, for those who prefer k-means.
func (r *ncutRun) Finish() Result {
	return Result{Labels: append([]int(nil), r.best...), Embedding: mat.DenseCopyOf(r.turn.e)}
}

// squaredDistances returns ‖x_i - x_j‖² of all pairs of samples, with zeros on the diagonal.
func squaredDistances(x matrix.Matrix) *mat.Dense {
	d := kernel.Linear(x)
	n, _ := d.Dims()
	square := make([]float64, n)
	for i := range n {
		square[i] = d.At(i, i)
	}
	for i := range n {
		row := d.RawRowView(i)
		for j, v := range row {
			// Rounding may take a small difference below 0.
			row[j] = max(0, (square[i]+square[j])-2*v)
		}
		row[i] = 0
	}
	return d
}

// gaussian replaces squared distances by exp(-d²/(2σ²)); for σ = 0 by 1 where they are 0 and 0 elsewhere.
func gaussian(d *mat.Dense, sigma float64) {
	n, _ := d.Dims()
	for i := range n {
		row := d.RawRowView(i)
		for j, v := range row {
			switch {
			case v == 0:
				row[j] = 1
			case sigma == 0:
				row[j] = 0
			default:
				row[j] = math.Exp(-v / (2 * sigma * sigma))
			}
		}
	}
}

// medianDistance returns the median of √d² over all entries, the diagonal included; of an even number, the mean of the middle two.
func medianDistance(d2 *mat.Dense) float64 {
	n, _ := d2.Dims()
	upper := math.Sqrt(orderStatistic(d2, n*n/2))
	if n%2 == 1 {
		return upper
	}
	return (math.Sqrt(orderStatistic(d2, n*n/2-1)) + upper) / 2
}

// orderStatistic returns the entry of rank k (0-based) of a matrix without negative entries. It finds the bits of the entry
// from the top, digitBits at a time, by counting: entries that are not negative are in the order of their bits, and no
// copy is needed of a matrix that may fill the memory.
func orderStatistic(a *mat.Dense, k int) float64 {
	const digitBits = 16
	var found uint64
	count := make([]int, 1<<digitBits)
	for shift := 64 - digitBits; shift >= 0; shift -= digitBits {
		clear(count)
		n, _ := a.Dims()
		for i := range n {
			for _, v := range a.RawRowView(i) {
				bits := math.Float64bits(v)
				if shift == 64-digitBits || bits>>(shift+digitBits) == found {
					count[bits>>shift&(1<<digitBits-1)]++
				}
			}
		}
		digit := 0
		for k >= count[digit] {
			k -= count[digit]
			digit++
		}
		found = found<<digitBits | uint64(digit)
	}
	return math.Float64frombits(found)
}
