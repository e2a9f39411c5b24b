package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// entryProducts forms two products R·b and F·b for matrices R and F whose entries follow from those of X and of the model a·bᵀ,
// block of rows by block: no m×n matrix is kept. Zeros of a sparse X count like any other entry.
type entryProducts struct {
	x          matrix.Matrix
	a, b       *mat.Dense
	num, den   *mat.Dense // R·b and F·b, p×r
	entries    func(x, rise, fall []float64)
	rise, fall *mat.Dense // R and F for a block
	row        []float64
}

// productBlock rows of the model are formed at a time.
const productBlock = 64

// newEntryProducts returns the products for X ≈ a·bᵀ (p×q). entries gets a row of X, and in rise the same row of the model,
// and sets rise and fall to those of R and F.
func newEntryProducts(x matrix.Matrix, a, b *mat.Dense, entries func(x, rise, fall []float64)) *entryProducts {
	p, r := a.Dims()
	q, _ := b.Dims()
	k := min(p, productBlock)
	return &entryProducts{
		x: x, a: a, b: b, entries: entries, row: make([]float64, q),
		num: mat.NewDense(p, r, nil), den: mat.NewDense(p, r, nil), rise: mat.NewDense(k, q, nil), fall: mat.NewDense(k, q, nil),
	}
}

// products sets num and den for the present factors.
func (h *entryProducts) products() {
	p, _ := h.a.Dims()
	for from := 0; from < p; from += productBlock {
		to := min(from+productBlock, p)
		rise, fall := rows(h.rise, 0, to-from), rows(h.fall, 0, to-from)
		a, num, den := rows(h.a, from, to), rows(h.num, from, to), rows(h.den, from, to)
		matrix.MulNT(&rise, &a, h.b)
		for i := range to - from {
			h.entries(h.full(from+i), rise.RawRowView(i), fall.RawRowView(i))
		}
		matrix.Mul(&num, &rise, h.b)
		matrix.Mul(&den, &fall, h.b)
	}
}

// full returns row i of X with its zeros.
func (h *entryProducts) full(i int) []float64 {
	cols, vals := h.x.Row(i, h.row)
	if cols == nil {
		return vals
	}
	clear(h.row)
	for k, j := range cols {
		h.row[j] = vals[k]
	}
	return h.row
}

// rows is rows from to to of a, as a value: mat.Dense.Slice would allocate.
func rows(a *mat.Dense, from, to int) mat.Dense {
	raw := a.RawMatrix()
	raw.Data = raw.Data[from*raw.Stride : (to-1)*raw.Stride+raw.Cols]
	raw.Rows = to - from
	var v mat.Dense
	v.SetRawMatrix(raw)
	return v
}
