package manifold

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/eigen"
	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// LLE is locally linear embedding (Roweis and Saul, Science 290, 2000): every sample is written as a combination of its
// neighbours with weights that sum to 1, and the embedding satisfies these combinations best,
//
//	min ‖(I - V)·Y‖²   over YᵀY = I, Yᵀ1 = 0
//
// with the weights V (n×n) of least ‖x_i - Σ_j V_ij x_j‖². The Gram matrix of the neighbours is regularised by Reg times its
// trace, as in scikit-learn. Y are the eigenvectors of (I-V)ᵀ(I-V) that follow the constant one, of unit norm.
//
// Cost: the neighbours, n·k³ for the weights, and the eigenvectors by a factorisation, n³/3 and 8n² bytes.
type LLE struct {
	Neighbours int     // k, without the sample itself
	Reg        float64 // > 0
}

// NewLLE returns scikit-learn's defaults.
func NewLLE() LLE { return LLE{Neighbours: 5, Reg: 1e-3} }

// Embed returns the embedding of X in r dimensions; rng draws starting vectors. At most n-1 neighbours are used.
func (o LLE) Embed(x matrix.Matrix, r int, rng *rand.Rand) (Embedding, error) {
	_, n := x.Dims()
	if err := checkRank("lle", r, n); err != nil {
		return Embedding{}, err
	}
	v, err := o.Weights(x)
	if err != nil {
		return Embedding{}, err
	}
	component, count := components(v)
	constant := nullspace(component, count, slices.Repeat([]float64{1}, n))
	m, err := cost(v)
	if err != nil {
		return Embedding{}, err
	}
	e, err := complete("lle", constant, r, func(k int, known eigen.Options) (eigen.Pairs, error) {
		return eigen.SmallestInverted(m, k, known, rng)
	})
	if err == nil {
		orientColumns(e)
		e.Closed = closedComponents(v)
	}
	return e, err
}

// complete returns the first r eigenvectors after the constant one, of which those in null are known to have eigenvalue 0;
// find returns more.
func complete(method string, null *mat.Dense, r int, find func(k int, known eigen.Options) (eigen.Pairs, error)) (Embedding, error) {
	count, n := null.Dims()
	e := Embedding{Points: mat.NewDense(n, r, nil), Values: make([]float64, r), Components: count}
	have := min(r, count-1)
	for c := range have {
		e.Points.SetCol(c, null.RawRowView(c+1))
	}
	if have == r {
		return e, nil
	}
	pairs, err := find(r-have, eigen.Options{Without: null})
	if err != nil {
		return Embedding{}, fmt.Errorf("manifold: %s: %w", method, err)
	}
	copy(e.Values[have:], pairs.Values)
	for i := range n {
		copy(e.Points.RawRowView(i)[have:], pairs.Vectors.RawRowView(i))
	}
	return e, nil
}

// Weights returns V: row i holds the weights of the neighbours of sample i.
func (o LLE) Weights(x matrix.Matrix) (*matrix.CSR, error) {
	_, n := x.Dims()
	switch {
	case o.Neighbours < 1:
		return nil, fmt.Errorf("manifold: lle: %d neighbours, want ≥ 1", o.Neighbours)
	case !(o.Reg > 0):
		return nil, fmt.Errorf("manifold: lle: reg = %v, want > 0", o.Reg)
	}
	lists, err := nearest("lle", x, min(o.Neighbours, n-1), false)
	if err != nil {
		return nil, err
	}
	samples := newSampleReader(x)
	var entries []matrix.Triplet
	for i, neighbours := range lists {
		near := list.Map(neighbours, func(other graph.Neighbour) int { return other.Index })
		w, err := o.barycentre(samples.around(i, near))
		if err != nil {
			return nil, fmt.Errorf("manifold: lle: weights of sample %d: %w", i+1, err)
		}
		for k, j := range near {
			entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: w[k]})
		}
	}
	return matrix.NewCSR(n, n, entries)
}

// barycentre returns the weights of the rows of d, the neighbours relative to their sample: the solution of G·w = 1 for the
// regularised G = d·dᵀ, scaled to sum 1.
func (o LLE) barycentre(d *mat.Dense) ([]float64, error) {
	k, _ := d.Dims()
	g := mat.NewSymDense(k, nil)
	g.SymOuterK(1, d)
	shift := o.Reg
	if trace := mat.Trace(g); trace > 0 {
		shift *= trace
	}
	ones := mat.NewVecDense(k, slices.Repeat([]float64{1}, k))
	for i := range k {
		g.SetSym(i, i, g.At(i, i)+shift)
	}
	var factor mat.Cholesky
	if !factor.Factorize(g) {
		return nil, fmt.Errorf("the Gram matrix of %d neighbours is not definite: reg = %v is too small", k, o.Reg)
	}
	var w mat.VecDense
	if err := factor.SolveVecTo(&w, ones); err != nil {
		return nil, err
	}
	w.ScaleVec(1/mat.Sum(&w), &w)
	return w.RawVector().Data, nil
}

// sampleReader reads samples side by side.
type sampleReader struct {
	rows matrix.Matrix // Xᵀ
	own  []float64
	buf  []float64
}

func newSampleReader(x matrix.Matrix) *sampleReader {
	m, _ := x.Dims()
	return &sampleReader{rows: x.Trans(), own: make([]float64, m), buf: make([]float64, m)}
}

// around returns the samples near (rows) minus sample i.
func (s *sampleReader) around(i int, near []int) *mat.Dense {
	clear(s.own)
	s.add(s.own, i, 1)
	d := mat.NewDense(len(near), len(s.own), nil)
	for k, j := range near {
		row := d.RawRowView(k)
		s.add(row, j, 1)
		for t, v := range s.own {
			row[t] -= v
		}
	}
	return d
}

func (s *sampleReader) add(dst []float64, i int, c float64) {
	cols, vals := s.rows.Row(i, s.buf)
	for k, v := range vals {
		dst[matrix.Column(cols, k)] += c * v
	}
}

// cost returns (I-V)ᵀ(I-V).
func cost(v *matrix.CSR) (*matrix.CSR, error) {
	n, _ := v.Dims()
	var entries []matrix.Triplet
	for i := range n {
		entries = append(entries, matrix.Triplet{Row: i, Col: i, Value: 1})
		cols, vals := v.Row(i, nil)
		for k, j := range cols {
			entries = append(entries, matrix.Triplet{Row: i, Col: int(j), Value: -vals[k]})
		}
	}
	b, err := matrix.NewCSR(n, n, entries)
	if err != nil {
		return nil, err
	}
	bt := b.Trans()
	entries = entries[:0]
	sums, seen := make([]float64, n), make([]bool, n)
	for a := range n {
		var touched []int
		uses, scales := bt.Row(a, nil)
		for u, i := range uses {
			cols, vals := b.Row(int(i), nil)
			for k, j := range cols {
				if !seen[j] {
					seen[j] = true
					touched = append(touched, int(j))
				}
				sums[j] += scales[u] * vals[k]
			}
		}
		for _, j := range touched {
			entries = append(entries, matrix.Triplet{Row: a, Col: j, Value: sums[j]})
			sums[j], seen[j] = 0, false
		}
	}
	return matrix.NewCSR(n, n, entries)
}
