package sets

import (
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

type rprSyntheticSet struct {
	Rows    int `yaml:"rows" doc:"rows of V; default 100 [RPR-NMF, Table 1]"`
	Columns int `yaml:"columns" doc:"columns of V; default 100 [RPR-NMF, Table 1]"`
	Rank    int `yaml:"rank" doc:"columns of W0; default 20"`
	Chains  int `yaml:"chains" doc:"groups of relations, 1 to 10 in the paper; default 1"`
	Length  int `yaml:"length" doc:"relations of a chain; default 5 (d1 < d2 < ... < d6)"`
	Total   int `yaml:"total" doc:"relations in all, the last chain ending early, in place of chains; default 0 (chains · length)"`

	Margin float64 `yaml:"margin,omitempty" doc:"least growth of a step over the one before it, as a share of that, ≥ 0; default 0 (any growth)"`

	Features bool `yaml:"features" doc:"as many relations between the rows of W0, too; default false"`

	Product bool `yaml:"product,omitempty" doc:"V is the product as it is [RPR-NMF, section 4.2]; default false, scaled to [0, 1] by its extremes"`
}

func (s *rprSyntheticSet) Validate() error {
	for _, v := range []struct {
		name  string
		value int
		least int
	}{{"rows", s.Rows, 1}, {"columns", s.Columns, 1}, {"rank", s.Rank, 1}, {"chains", s.Chains, 0}, {"length", s.Length, 1},
		{"total", s.Total, 0}} {
		if v.value < v.least || v.value > 1<<20 {
			return fmt.Errorf("%s = %d, want %d to %d", v.name, v.value, v.least, 1<<20)
		}
	}
	if !(s.Margin >= 0 && s.Margin < math.Inf(1)) {
		return fmt.Errorf("margin = %v, want a share ≥ 0", s.Margin)
	}
	for _, v := range []struct {
		name  string
		drawn bool
		value int
	}{{"columns", true, s.Columns}, {"rows", s.Features, s.Rows}} {
		if v.drawn && s.relations() > 0 && v.value < s.Length+2 {
			return fmt.Errorf("%s = %d, want at least %d for chains of %d relations", v.name, v.value, s.Length+2, s.Length)
		}
	}
	return nil
}

// Size implements Sized.
func (s *rprSyntheticSet) Size() (features, samples int) { return s.Rows, s.Columns }

// Load implements Dataset.
func (s *rprSyntheticSet) Load(_ fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	w := uniform(s.Rows, s.Rank, rng)
	h := uniform(s.Rank, s.Columns, rng)
	var v mat.Dense
	v.Mul(w, h)
	if !s.Product {
		minMaxAll(&v)
	}
	data := &dataset.Data{X: matrix.FromDense(&v), Basis: w, Coefficients: mat.DenseCopyOf(h.T())}
	var err error
	if data.Triples, err = s.chains(distances(h), rng); err != nil {
		return nil, err
	}
	if s.Features {
		data.RowTriples, err = s.chains(distances(mat.DenseCopyOf(w.T())), rng)
	}
	return data, err
}

// relations returns how many relations there are on a side.
func (s *rprSyntheticSet) relations() int {
	if s.Total > 0 {
		return s.Total
	}
	return s.Chains * s.Length
}

// chains draws all relations of a side from its distances, chain by chain.
func (s *rprSyntheticSet) chains(d *mat.Dense, rng *rand.Rand) ([][3]int, error) {
	var all [][3]int
	for len(all) < s.relations() {
		chain, err := s.chain(d, rng)
		if err != nil {
			return nil, err
		}
		all = append(all, chain...)
	}
	return all[:s.relations()], nil
}

// chainTries bounds the draws of one chain.
const chainTries = 10_000

// chain draws a path of points p0, p1, ... with growing steps d(p0,p1) < d(p1,p2) < ..., and returns its relations: p1 is
// nearer to p0 than to p2, and so on. Each next point is the nearest of n draws among those that are farther than the last
// step, so that the path does not end early. As all relations hold for one set of distances they make no cycle.
func (s *rprSyntheticSet) chain(d *mat.Dense, rng *rand.Rand) ([][3]int, error) {
	for range chainTries {
		if path := growingPath(d, s.Length+2, (1+s.Margin)*(1+s.Margin), rng); path != nil {
			var out [][3]int
			for k := 1; k < len(path)-1; k++ {
				out = append(out, [3]int{path[k], path[k-1], path[k+1]})
			}
			return out, nil
		}
	}
	return nil, fmt.Errorf("rpr-synthetic: no path of %d growing steps found; want more columns, shorter chains or less margin", s.Length+1)
}

// growingPath draws a path whose squared steps grow by a factor; nil if it ends early.
func growingPath(d *mat.Dense, points int, factor float64, rng *rand.Rand) []int {
	n, _ := d.Dims()
	at := rng.IntN(n)
	path := []int{at}
	used := map[int]bool{at: true}
	for last := 0.0; len(path) < points; {
		next := -1
		for range n {
			k := rng.IntN(n)
			if !used[k] && d.At(at, k) > factor*last && (next < 0 || d.At(at, k) < d.At(at, next)) {
				next = k
			}
		}
		if next < 0 {
			return nil
		}
		last = d.At(at, next)
		path, used[next], at = append(path, next), true, next
	}
	return path
}

// distances returns the squared distances between the columns of h.
func distances(h *mat.Dense) *mat.Dense {
	r, n := h.Dims()
	out := mat.NewDense(n, n, nil)
	for k := range r {
		row := h.RawRowView(k)
		for i := range n {
			dst := out.RawRowView(i)
			for j := range dst {
				diff := row[i] - row[j]
				dst[j] += diff * diff
			}
		}
	}
	return out
}

// uniform returns an m×n matrix of draws from [0, 1), row by row.
func uniform(m, n int, rng *rand.Rand) *mat.Dense {
	out := mat.NewDense(m, n, nil)
	for i := range m {
		row := out.RawRowView(i)
		for j := range row {
			row[j] = rng.Float64()
		}
	}
	return out
}

// minMaxAll scales all entries together to [0, 1].
func minMaxAll(a *mat.Dense) {
	lo, hi := mat.Min(a), mat.Max(a)
	if hi == lo {
		a.Zero()
		return
	}
	a.Apply(func(_, _ int, v float64) float64 { return (v - lo) / (hi - lo) }, a)
}
