package solvers

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// ManhattanNMF minimises ‖X - WH‖₁ = Σ|x - WH| by exact descent along one component of one factor at a time (the rank-one
// residual iteration of Guan, Tao, Luo and Shawe-Taylor, MahNMF, arXiv 1207.3438): with E the residual without component k,
//
//	w_ik ← max(0, the median of e_ij/h_kj over the samples with h_kj > 0, weighted by h_kj)
//
// and likewise for H. W goes first. Where no sample has h_kj > 0 the entry stays. Among equally good values the least is taken.
//
// Coordinate descent on a function with kinks may stop before the minimum over a factor. Cost per step: O(mnr·log(mn)), for
// a sparse X too; of E one row is held.
type ManhattanNMF struct {
	TwoFactors `yaml:"-"`
	Order      Order `yaml:"order" doc:"which factor is updated first: w-first (default) or h-first"`
}

func newManhattanNMF() Solver { return &ManhattanNMF{Order: WFirst} }

// Start implements Solver.
func (s *ManhattanNMF) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	s = withDefaults(s)
	if err := prepare("manhattan-nmf", s, p, f); err != nil {
		return nil, err
	}
	fit := matrix.NewEntrywise(p.X)
	return &alternatingRun{
		f: f, w: newMedianHalf(p.X, f.W, f.Ht), ht: newMedianHalf(p.X.Trans(), f.Ht, f.W), order: s.Order,
		objective: func() float64 { return fit.Sum(f.W, f.Ht, matrix.Loss{Of: absoluteError}) },
	}, nil
}

// medianHalf updates one tall factor a (p×r) of X ≈ a·bᵀ row by row, b fixed: rows do not interact.
type medianHalf struct {
	x      matrix.Matrix
	a, b   *mat.Dense
	bt     *mat.Dense // bᵀ, r×q
	row    []float64
	rest   []float64 // x_i - a_i·bᵀ
	points []weightedPoint
}

type weightedPoint struct{ at, weight float64 }

func newMedianHalf(x matrix.Matrix, a, b *mat.Dense) *medianHalf {
	q, r := b.Dims()
	return &medianHalf{
		x: x, a: a, b: b, bt: mat.NewDense(r, q, nil),
		row: make([]float64, q), rest: make([]float64, q), points: make([]weightedPoint, 0, q),
	}
}

func (h *medianHalf) step() {
	q, r := h.b.Dims()
	for j := range q {
		for k, v := range h.b.RawRowView(j) {
			h.bt.RawRowView(k)[j] = v
		}
	}
	p, _ := h.a.Dims()
	for i := range p {
		a := h.a.RawRowView(i)
		h.residual(i)
		for k := range r {
			b := h.bt.RawRowView(k)
			next := h.median(a[k], b)
			if next == a[k] {
				continue
			}
			d := a[k] - next
			for j, v := range b {
				h.rest[j] += d * v
			}
			a[k] = next
		}
	}
}

// residual sets rest for row i of X.
func (h *medianHalf) residual(i int) {
	cols, vals := h.x.Row(i, h.row)
	if cols == nil {
		copy(h.rest, vals)
	} else {
		clear(h.rest)
		for k, j := range cols {
			h.rest[j] = vals[k]
		}
	}
	for k, v := range h.a.RawRowView(i) {
		for j, u := range h.bt.RawRowView(k) {
			h.rest[j] -= v * u
		}
	}
}

// median returns the best value of an entry that is now a, b being the row of the other factor that it multiplies.
func (h *medianHalf) median(a float64, b []float64) float64 {
	h.points = h.points[:0]
	var total float64
	for j, v := range b {
		if v > tinyDenominator {
			h.points = append(h.points, weightedPoint{a + h.rest[j]/v, v})
			total += v
		}
	}
	if len(h.points) == 0 {
		return a
	}
	slices.SortFunc(h.points, func(p, q weightedPoint) int {
		switch {
		case p.at < q.at:
			return -1
		case p.at > q.at:
			return 1
		}
		return 0
	})
	var sum float64
	for _, p := range h.points {
		if sum += p.weight; sum >= total/2 {
			return max(0, p.at)
		}
	}
	return max(0, h.points[len(h.points)-1].at)
}

func absoluteError(x, model float64) float64 { return math.Abs(x - model) }
