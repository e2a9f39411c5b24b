package matrix

import (
	"fmt"
	"math"
	"sort"
	"sync"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix/gemm"
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
	m, n  int
	ptr   []int // row i holds entries ptr[i] to ptr[i+1]
	col   []int
	val   []float64
	once  sync.Once
	trans Matrix
}

// NewCSR returns the m×n matrix with the given entries, in any order. Duplicates and entries outside are errors; zeros are dropped.
func NewCSR(m, n int, entries []Triplet) (*CSR, error) {
	kept := make([]Triplet, 0, len(entries))
	for _, e := range entries {
		if e.Value != 0 {
			kept = append(kept, e)
		}
	}
	c := new(CSR)
	return c, c.fill(m, n, kept)
}

// NewMasked returns the m×n matrix of which the given entries are known, zeros included.
func NewMasked(m, n int, entries []Triplet) (*Masked, error) {
	k := new(Masked)
	return k, k.fill(m, n, append([]Triplet(nil), entries...))
}

func (p *pattern) fill(m, n int, entries []Triplet) error {
	sort.Slice(entries, func(a, b int) bool {
		ea, eb := entries[a], entries[b]
		return ea.Row < eb.Row || ea.Row == eb.Row && ea.Col < eb.Col
	})
	p.m, p.n = m, n
	p.ptr = make([]int, m+1)
	p.col = make([]int, len(entries))
	p.val = make([]float64, len(entries))
	for i, e := range entries {
		if e.Row < 0 || e.Row >= m || e.Col < 0 || e.Col >= n {
			return fmt.Errorf("matrix: entry (%d, %d) lies outside %d×%d", e.Row+1, e.Col+1, m, n)
		}
		if i > 0 && entries[i-1].Row == e.Row && entries[i-1].Col == e.Col {
			return fmt.Errorf("matrix: entry (%d, %d) is given twice", e.Row+1, e.Col+1)
		}
		p.ptr[e.Row+1]++
		p.col[i], p.val[i] = e.Col, e.Value
	}
	for i := range m {
		p.ptr[i+1] += p.ptr[i]
	}
	return nil
}

// Dims returns the numbers of features m and samples n.
func (p *pattern) Dims() (m, n int) { return p.m, p.n }

// NNZ returns the number of entries held.
func (p *pattern) NNZ() int { return len(p.val) }

// Row returns the entries held in row i without copying.
func (p *pattern) Row(i int, _ []float64) (cols []int, vals []float64) {
	return p.col[p.ptr[i]:p.ptr[i+1]], p.val[p.ptr[i]:p.ptr[i+1]]
}

func (p *pattern) at(i, j int, absent float64) float64 {
	cols, vals := p.Row(i, nil)
	if k := sort.SearchInts(cols, j); k < len(cols) && cols[k] == j {
		return vals[k]
	}
	return absent
}

// transposeTo fills t with pᵀ, whose own transpose is back.
func (p *pattern) transposeTo(t *pattern, back Matrix) {
	t.m, t.n = p.n, p.m
	t.ptr, t.col, t.val = make([]int, p.n+1), make([]int, len(p.col)), make([]float64, len(p.val))
	t.trans = back
	t.once.Do(func() {})
	for _, j := range p.col {
		t.ptr[j+1]++
	}
	for j := range p.n {
		t.ptr[j+1] += t.ptr[j]
	}
	next := append([]int(nil), t.ptr...)
	for i := range p.m {
		cols, vals := p.Row(i, nil)
		for k, j := range cols {
			t.col[next[j]], t.val[next[j]] = i, vals[k]
			next[j]++
		}
	}
}

func (p *pattern) mulTo(dst, b *mat.Dense) {
	bm := b.RawMatrix()
	for i := range p.m {
		out := dst.RawRowView(i)
		clear(out)
		cols, vals := p.Row(i, nil)
		gemm.SampledSum(out, bm.Data, bm.Stride, cols, vals)
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
func (c *CSR) MulTo(dst, b *mat.Dense) { checkMul(c, dst, b); c.mulTo(dst, b) }

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
func (k *Masked) MulTo(dst, b *mat.Dense) { checkMul(k, dst, b); k.mulTo(dst, b) }
