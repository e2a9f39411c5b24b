package solvers

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// Normalisation scales the columns of W after a run and compensates Ht, so that W·H stays what it is.
type Normalisation string

// The norms that W's columns can be given; a zero column is left alone.
const (
	NormaliseNone Normalisation = "none"
	NormaliseWL1  Normalisation = "w-l1"
	NormaliseWL2  Normalisation = "w-l2"
	NormaliseWMax Normalisation = "w-max"
)

// Choices lists the normalisations.
func (Normalisation) Choices() []string {
	return choices(NormaliseNone, NormaliseWL1, NormaliseWL2, NormaliseWMax)
}

var columnNorms = map[Normalisation]func(norm, v float64) float64{
	NormaliseWL1:  func(norm, v float64) float64 { return norm + math.Abs(v) },
	NormaliseWL2:  math.Hypot,
	NormaliseWMax: func(norm, v float64) float64 { return max(norm, math.Abs(v)) },
}

// Normalise returns the result with the columns of W scaled to unit norm, Ht compensated and the basis scaled as W is.
// It copies what it changes. A result without both factors, and NormaliseNone, come back as they are.
func Normalise(res Result, how Normalisation) Result {
	add, ok := columnNorms[how]
	if !ok || res.W == nil || res.Ht == nil {
		return res
	}
	p, r := res.W.Dims()
	norms, inverse := make([]float64, r), make([]float64, r)
	for i := range p {
		for k, v := range res.W.RawRowView(i) {
			norms[k] = add(norms[k], v)
		}
	}
	for k, norm := range norms {
		if !(norm > 0) {
			norms[k] = 1
		}
		inverse[k] = 1 / norms[k]
	}
	scaled := scaledColumns(res.W, inverse)
	switch {
	case res.Basis == res.W:
		res.Basis = scaled
	case res.Basis != nil:
		res.Basis = scaledColumns(res.Basis, inverse)
	}
	res.W, res.Ht = scaled, scaledColumns(res.Ht, norms)
	return res
}

func scaledColumns(a *mat.Dense, c []float64) *mat.Dense {
	b := mat.DenseCopyOf(a)
	multiplyColumns(b, c)
	return b
}

// sortComponents returns copies of w and ht with the components in falling order of ‖w_k‖·‖ht_k‖, equal ones in their order.
func sortComponents(w, ht *mat.Dense) (*mat.Dense, *mat.Dense) {
	_, r := w.Dims()
	size, order := make([]float64, r), make([]int, r)
	for k := range r {
		order[k] = k
		size[k] = mat.Norm(w.ColView(k), 2) * mat.Norm(ht.ColView(k), 2)
	}
	sort.SliceStable(order, func(a, b int) bool { return size[order[a]] > size[order[b]] })
	return permutedColumns(w, order), permutedColumns(ht, order)
}

func permutedColumns(a *mat.Dense, order []int) *mat.Dense {
	p, r := a.Dims()
	b := mat.NewDense(p, r, nil)
	for i := range p {
		from, to := a.RawRowView(i), b.RawRowView(i)
		for k, old := range order {
			to[k] = from[old]
		}
	}
	return b
}
