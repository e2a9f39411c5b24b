package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/eigen"
	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// Spectral is spectral embedding (Belkin and Niyogi, Laplacian eigenmaps, Neural Computation 15, 2003) as scikit-learn has
// it: for the affinity A = ½(C + Cᵀ) of the k nearest neighbours, C, and its degrees D without A's diagonal, the
// eigenvectors of I - D^-½·A·D^-½ that follow that of eigenvalue 0, divided by the roots of the degrees. The entry of
// largest modulus is positive.
type Spectral struct {
	Neighbours int // k, the sample itself included; 0 is a tenth of the samples, at least 2
}

// Embed returns the embedding of X in r dimensions; rng draws starting vectors. At most n neighbours are used.
func (o Spectral) Embed(x matrix.Matrix, r int, rng *rand.Rand) (Embedding, error) {
	_, n := x.Dims()
	if err := checkRank("spectral", r, n); err != nil {
		return Embedding{}, err
	}
	a, err := o.Affinity(x)
	if err != nil {
		return Embedding{}, err
	}
	component, count := components(a)
	normalised, root := normalise(a)
	null := nullspace(component, count, root)
	e, err := complete("spectral", null, r, func(k int, known eigen.Options) (eigen.Pairs, error) {
		pairs, err := eigen.Largest(eigen.Of(normalised), k, known, rng)
		for c, v := range pairs.Values {
			pairs.Values[c] = 1 - v
		}
		return pairs, err
	})
	if err != nil {
		return Embedding{}, err
	}
	for i, d := range root {
		row := e.Points.RawRowView(i)
		for c := range row {
			row[c] /= d
		}
	}
	orientColumns(e)
	return e, nil
}

// Affinity returns A without its diagonal.
func (o Spectral) Affinity(x matrix.Matrix) (*matrix.CSR, error) {
	_, n := x.Dims()
	k := o.Neighbours
	if k == 0 {
		k = max(n/10, 2)
	}
	if k < 2 {
		return nil, fmt.Errorf("manifold: spectral: %d neighbours, want at least 2 since a sample counts as its own", k)
	}
	lists, err := nearest("spectral", x, min(k, n), true)
	if err != nil {
		return nil, err
	}
	var entries []matrix.Triplet
	for i, near := range lists {
		for _, neighbour := range near {
			if neighbour.Index != i {
				entries = append(entries, matrix.Triplet{Row: i, Col: neighbour.Index, Value: 1})
			}
		}
	}
	c, err := matrix.NewCSR(n, n, entries)
	if err != nil {
		return nil, err
	}
	return symmetrise(c, func(there, back float64) float64 { return (there + back) / 2 })
}

// symmetrise returns the matrix of f(a_ij, a_ji) over the places where a or its transpose has an entry; f is symmetric.
func symmetrise(a *matrix.CSR, f func(there, back float64) float64) (*matrix.CSR, error) {
	n, _ := a.Dims()
	t := a.Trans()
	entries := make([]matrix.Triplet, 0, 2*a.NNZ())
	for i := range n {
		cols, vals := a.Row(i, nil)
		backs, backVals := t.Row(i, nil)
		for p, q := 0, 0; p < len(cols) || q < len(backs); {
			e := matrix.Triplet{Row: i}
			switch {
			case q == len(backs) || p < len(cols) && cols[p] < backs[q]:
				e.Col, e.Value = int(cols[p]), f(vals[p], 0)
				p++
			case p == len(cols) || backs[q] < cols[p]:
				e.Col, e.Value = int(backs[q]), f(0, backVals[q])
				q++
			default:
				e.Col, e.Value = int(cols[p]), f(vals[p], backVals[q])
				p++
				q++
			}
			entries = append(entries, e)
		}
	}
	return matrix.NewCSR(n, n, entries)
}

// normalise returns D^-½·A·D^-½ for a symmetric A with positive row sums D, and the roots of D.
func normalise(a *matrix.CSR) (*matrix.CSR, []float64) {
	n, _ := a.Dims()
	root := list.Map(graph.Degrees(a), math.Sqrt)
	entries := make([]matrix.Triplet, 0, a.NNZ())
	for e := range matrix.Entries(a) {
		e.Value = e.Value / root[e.Row] / root[e.Col]
		entries = append(entries, e)
	}
	normalised, err := matrix.NewCSR(n, n, entries)
	if err != nil {
		panic(err) // it has the entries of a
	}
	return normalised, root
}

// orientColumns makes the entry of largest modulus of each dimension positive, the first of those that are equal but for
// rounding.
func orientColumns(e Embedding) {
	_, r := e.Points.Dims()
	for c := range r {
		v := mat.Col(nil, c, e.Points)
		eigen.Orient(v)
		e.Points.SetCol(c, v)
	}
}
