package matrix

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"
	"sync"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
)

// Triplet is one entry of a sparse matrix, 0-based.
type Triplet struct {
	Row, Col int
	Value    float64
}

// CSR is a sparse matrix in compressed sparse row form; an absent entry is zero.
type CSR struct{ pattern }

// Masked is a partly known matrix; an absent entry is unknown, and a known entry may be zero.
type Masked struct{ pattern }

var (
	_ Matrix = (*CSR)(nil)
	_ Matrix = (*Masked)(nil)
)

// pattern is the storage that CSR and Masked share.
type pattern struct {
	x     gemm.Sampled
	once  sync.Once
	trans Matrix
}

// NewCSR returns the m×n matrix with the given entries, in any order. Duplicates and entries outside are errors; zeros are dropped.
func NewCSR(m, n int, entries []Triplet) (*CSR, error) { return CSRFrom(m, n, slices.Values(entries)) }

// CSRFrom does what NewCSR does, for entries that a source yields, every time the same: it is asked twice, which takes no memory but that
// of the matrix.
func CSRFrom(m, n int, entries iter.Seq[Triplet]) (*CSR, error) {
	c := new(CSR)
	return c, c.fill(m, n, func(yield func(Triplet) bool) {
		for e := range entries {
			if e.Value != 0 && !yield(e) {
				return
			}
		}
	})
}

// NewMasked returns the m×n matrix of which the given entries are known, zeros included.
func NewMasked(m, n int, entries []Triplet) (*Masked, error) {
	return MaskedFrom(m, n, slices.Values(entries))
}

// MaskedFrom does what NewMasked does, for entries that a source yields, every time the same.
func MaskedFrom(m, n int, entries iter.Seq[Triplet]) (*Masked, error) {
	k := new(Masked)
	return k, k.fill(m, n, entries)
}

// fill counts the entries of each row, puts them there in the order in which they come, and then sorts the rows that need it.
func (p *pattern) fill(m, n int, entries iter.Seq[Triplet]) error {
	if max(m, n) > math.MaxInt32 {
		return fmt.Errorf("matrix: %d×%d, want at most %d rows and columns", m, n, math.MaxInt32)
	}
	ptr, count := make([]int, m+1), 0
	for e := range entries {
		if e.Row < 0 || e.Row >= m || e.Col < 0 || e.Col >= n {
			return fmt.Errorf("matrix: entry (%d, %d) lies outside %d×%d", e.Row+1, e.Col+1, m, n)
		}
		ptr[e.Row+1]++
		count++
	}
	for i := range m {
		ptr[i+1] += ptr[i]
	}
	p.x = gemm.Sampled{Rows: m, Cols: n, Ptr: ptr, Col: make([]int32, count), Val: make([]float64, count)}
	for e := range entries { // ptr[i] goes from the start of row i to its end, which is the start of the next
		k := ptr[e.Row]
		p.x.Col[k], p.x.Val[k] = int32(e.Col), e.Value
		ptr[e.Row]++
	}
	copy(ptr[1:], ptr[:m])
	ptr[0] = 0
	for i := range m {
		row := byColumn{p.x.Col[ptr[i]:ptr[i+1]], p.x.Val[ptr[i]:ptr[i+1]]}
		if !slices.IsSorted(row.cols) {
			sort.Sort(row)
		}
		for k := 1; k < len(row.cols); k++ {
			if row.cols[k] == row.cols[k-1] {
				return fmt.Errorf("matrix: entry (%d, %d) is given twice", i+1, row.cols[k]+1)
			}
		}
	}
	return nil
}

// byColumn sorts the entries of a row.
type byColumn struct {
	cols []int32
	vals []float64
}

func (r byColumn) Len() int           { return len(r.cols) }
func (r byColumn) Less(a, b int) bool { return r.cols[a] < r.cols[b] }
func (r byColumn) Swap(a, b int) {
	r.cols[a], r.cols[b] = r.cols[b], r.cols[a]
	r.vals[a], r.vals[b] = r.vals[b], r.vals[a]
}

// Dims returns the numbers of features m and samples n.
func (p *pattern) Dims() (m, n int) { return p.x.Rows, p.x.Cols }

// NNZ returns the number of entries held.
func (p *pattern) NNZ() int { return len(p.x.Val) }

// Row returns the entries held in row i without copying.
func (p *pattern) Row(i int, _ []float64) (cols []int32, vals []float64) {
	from, to := p.x.Ptr[i], p.x.Ptr[i+1]
	return p.x.Col[from:to], p.x.Val[from:to]
}

func (p *pattern) at(i, j int, absent float64) float64 {
	cols, vals := p.Row(i, nil)
	if k, held := slices.BinarySearch(cols, int32(j)); held {
		return vals[k]
	}
	return absent
}

// transposeTo fills t with pᵀ, whose own transpose is back.
func (p *pattern) transposeTo(t *pattern, back Matrix) {
	t.x = gemm.Sampled{
		Rows: p.x.Cols, Cols: p.x.Rows, Ptr: make([]int, p.x.Cols+1), Col: make([]int32, len(p.x.Col)), Val: make([]float64, len(p.x.Val)),
	}
	t.trans = back
	t.once.Do(func() {})
	for _, j := range p.x.Col {
		t.x.Ptr[j+1]++
	}
	for j := range t.x.Rows {
		t.x.Ptr[j+1] += t.x.Ptr[j]
	}
	next := append([]int(nil), t.x.Ptr...)
	for i := range p.x.Rows {
		cols, vals := p.Row(i, nil)
		for k, j := range cols {
			t.x.Col[next[j]], t.x.Val[next[j]] = int32(i), vals[k]
			next[j]++
		}
	}
}

// At returns entry (i, j), zero where absent.
func (c *CSR) At(i, j int) float64 { return c.at(i, j, 0) }

// T returns the transpose as gonum wants it.
func (c *CSR) T() mat.Matrix { return mat.Transpose{Matrix: c} }

// Trans returns Xᵀ.
func (c *CSR) Trans() Matrix {
	c.once.Do(func() {
		t := new(CSR)
		c.transposeTo(&t.pattern, c)
		c.trans = t
	})
	return c.trans
}

// MulTo sets dst = X·b.
func (c *CSR) MulTo(dst, b *mat.Dense) {
	checkMul(c, dst, b)
	c.x.MulTo(dst.RawMatrix(), b.RawMatrix())
}

// At returns entry (i, j), NaN where unknown: an unknown entry is never taken for zero.
func (k *Masked) At(i, j int) float64 { return k.at(i, j, math.NaN()) }

// T returns the transpose as gonum wants it.
func (k *Masked) T() mat.Matrix { return mat.Transpose{Matrix: k} }

// Trans returns Xᵀ.
func (k *Masked) Trans() Matrix {
	k.once.Do(func() {
		t := new(Masked)
		k.transposeTo(&t.pattern, k)
		k.trans = t
	})
	return k.trans
}

// MulTo sets dst = (M.*X)·b over the known entries.
func (k *Masked) MulTo(dst, b *mat.Dense) {
	checkMul(k, dst, b)
	k.x.MulTo(dst.RawMatrix(), b.RawMatrix())
}
