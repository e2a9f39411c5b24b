package run

import (
	"cmp"
	"fmt"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers/matrix"
)

// holdEntries draws the entries that this replicate holds out, each by its chance, and takes them out of X. known is what X holds with
// them. The draw is that of the replicate, whatever the rank.
func (r *Run) holdEntries(data *datasets.Data, h *spec.HeldEntries) (rest *datasets.Data, known, held matrix.Matrix, err error) {
	who := r.comparison()
	who.Rank = 0
	rng := who.stream("entries")
	var kept, out []matrix.Triplet
	for t := range observed(data.X, h.Unobserved()) {
		if u := rng.Float64(); u < h.Share && (t.Value != 0 || !h.NonZeros()) {
			out = append(out, t)
		} else {
			kept = append(kept, t)
		}
	}
	if len(out) == 0 || len(kept) == 0 {
		return nil, nil, nil, fmt.Errorf("hold-entries.share = %v holds out %d of %d entries: want some on both sides", h.Share, len(out),
			len(out)+len(kept))
	}
	part := *data
	m, n := data.X.Dims()
	x, err := matrix.NewMasked(m, n, kept)
	aside, err2 := matrix.NewMasked(m, n, out)
	if part.X = x; h.Unobserved() {
		all, err3 := matrix.NewMasked(m, n, append(kept, out...))
		return &part, all, aside, cmp.Or(err, err2, err3)
	}
	return &part, data.X, aside, cmp.Or(err, err2)
}

// observed yields the entries of x that are known, row by row, zeros with them unless they count as unknown.
func observed(x matrix.Matrix, zerosUnknown bool) func(yield func(matrix.Triplet) bool) {
	_, masked := x.(*matrix.Masked)
	return func(yield func(matrix.Triplet) bool) {
		m, n := x.Dims()
		buf, full := make([]float64, n), make([]float64, n)
		for i := range m {
			cols, vals := x.Row(i, buf)
			if !masked && cols != nil { // what a sparse matrix leaves out is 0
				clear(full)
				for k, v := range vals {
					full[cols[k]] = v
				}
				cols, vals = nil, full
			}
			for k, v := range vals {
				if v == 0 && zerosUnknown {
					continue
				}
				if !yield(matrix.Triplet{Row: i, Col: matrix.Column(cols, k), Value: v}) {
					return
				}
			}
		}
	}
}
