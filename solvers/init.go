package solvers

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Init fills the factors of a start; those that the method does not have are nil.
type Init func(f Factors, rng *rand.Rand) error

// NewFactors allocates the factors that a method wants for an m×n problem of that rank.
func NewFactors(s Solver, m, n, rank int) Factors {
	var f Factors
	w, ht := s.Rows(m, n)
	if w > 0 {
		f.W = mat.NewDense(w, rank, nil)
	}
	if ht > 0 {
		f.Ht = mat.NewDense(ht, rank, nil)
	}
	return f
}

// RandomInit draws every entry from U(0, 1], strictly positive since a multiplicative rule can never leave 0. Each factor
// has a stream of its own, so that methods which share a factor's shape share its start, whatever their other factor is.
func RandomInit(f Factors, rng *rand.Rand) error {
	for _, a := range []*mat.Dense{f.W, f.Ht} {
		stream := rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))
		if a == nil {
			continue
		}
		rows, _ := a.Dims()
		for i := range rows {
			row := a.RawRowView(i)
			for j := range row {
				row[j] = 1 - stream.Float64()
			}
		}
	}
	return nil
}

// GivenInit copies a start that is given, and falls back to next (nil: none) for a factor that is not.
func GivenInit(given Factors, next Init) Init {
	return func(f Factors, rng *rand.Rand) error {
		if next != nil {
			if err := next(f, rng); err != nil {
				return err
			}
		}
		for _, pair := range []struct {
			name      string
			to, given *mat.Dense
		}{{"W", f.W, given.W}, {"Ht", f.Ht, given.Ht}} {
			if err := copyStart(pair.name, pair.to, pair.given, next == nil); err != nil {
				return err
			}
		}
		return nil
	}
}

func copyStart(name string, to, given *mat.Dense, required bool) error {
	switch {
	case to == nil && given != nil:
		return fmt.Errorf("solvers: a start is given for %s, which this method does not have", name)
	case to == nil || given == nil && !required:
		return nil
	case given == nil:
		return fmt.Errorf("solvers: no start given for %s", name)
	}
	m, r := to.Dims()
	if gm, gr := given.Dims(); gm != m || gr != r {
		return fmt.Errorf("solvers: start of %s is %d×%d, want %d×%d", name, gm, gr, m, r)
	}
	to.Copy(given)
	return nil
}

// Indicators returns the n×r matrix with 1 + offset where sample i belongs to cluster labels[i] and offset elsewhere: the
// start from a k-means clustering, with offset 0.2 (Ding, Li and Jordan 2010, section 3.3). Labels lie in 0 to r-1.
func Indicators(labels []int, r int, offset float64) *mat.Dense {
	g := mat.NewDense(len(labels), r, nil)
	for i, label := range labels {
		row := g.RawRowView(i)
		for k := range row {
			row[k] = offset
		}
		row[label]++
	}
	return g
}

// ConvexWeights returns Convex NMF's start of W from a clustering, (G + offset)·D⁻¹ with G the indicators and D the
// cluster sizes (Ding, Li and Jordan 2010, section 3.3). An empty cluster counts as one of size 1.
func ConvexWeights(labels []int, r int, offset float64) *mat.Dense {
	size := make([]float64, r)
	for _, label := range labels {
		size[label]++
	}
	for k := range size {
		size[k] = 1 / max(size[k], 1)
	}
	return scaledColumns(Indicators(labels, r, offset), size)
}
