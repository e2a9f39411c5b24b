package gemm

import (
	"sync"
	"sync/atomic"
)

// workspace is the memory of one product on one thread.
type workspace struct {
	tile     tile
	next     ahead
	product  product
	fused    fused
	sampling sampling
	sweeping sweeping
	a        []float64      // packed rows of A
	b        []float64      // packed columns of B
	bt       []float64      // packed rows of B, for the model A·Bᵀ
	wide     []float64      // a row of a block of X, widened, or quotients of a sampled row
	corner   []float64      // a tile on the diagonal of a symmetric product
	narrow   []float64      // a product that is transposed
	pending  sync.WaitGroup // parts that other threads compute
}

// The strides of packed blocks of A keep rows of a packed block out of step with the cache's sets.
const (
	packedRowA = blockK + 8
	packedColA = blockM + 8
)

// The free workspaces, each in a cache line of its own. Not a sync.Pool, so that a collection of garbage does not make a step
// allocate, and no list behind a lock, on which the threads of small products wait for each other.
var free [256]struct {
	atomic.Pointer[workspace]
	_ [56]byte
}

func newWorkspace() *workspace {
	for i := range free {
		if free[i].Load() != nil {
			if w := free[i].Swap(nil); w != nil {
				return w
			}
		}
	}
	return &workspace{
		a:      make([]float64, max(blockM*packedRowA, blockK*packedColA)),
		b:      make([]float64, blockK*blockN),
		wide:   make([]float64, 4*blockK),
		corner: make([]float64, 8*24),
	}
}

func (w *workspace) release() {
	w.product, w.fused, w.sampling, w.sweeping = product{}, fused{}, sampling{}, sweeping{}
	for i := range free {
		if free[i].CompareAndSwap(nil, w) {
			return
		}
	}
}

// smallB is the storage of a B (entries) that is quicker read where it lies than copied.
const smallB = 48 * blockK

// panels is a block of B: packed panel after panel, or where it lies.
type panels struct {
	data   []float64
	stride int // 0 if packed
}

// at returns the panel of cols columns that starts at column j of the block, and its row stride. A packed panel may be
// entered at any vector, since all before it are as wide as they come or whole vectors.
func (b panels) at(ker *kernel, j, cols, k int) ([]float64, int) {
	if b.stride != 0 {
		return b.data[j:], b.stride
	}
	return b.data[j*k:], roundUp(cols, ker.vector)
}

// packB brings columns j0 to j0+n of terms k0 to k0+t.k into panels.
func (w *workspace) packB(ker *kernel, p *product, j0, n, k0 int) panels {
	b := p.b.from(k0, j0)
	k := w.tile.k
	if b.step == 1 && (p.m <= 2*ker.rows || k*b.stride <= smallB) {
		return panels{b.data, b.stride}
	}
	w.packPanels(ker, w.b, b, n, k)
	return panels{w.b, 0}
}

// packPanels copies k rows of n entries of b into out, panel after panel.
func (w *workspace) packPanels(ker *kernel, out []float64, b operand, n, k int) {
	pack := ker.packRows
	if b.step != 1 {
		pack = ker.packColumns
	}
	for j := 0; j < n; {
		cols := ker.panel(n - j)
		width := roundUp(cols, ker.vector)
		pack(out[j*k:(j+width)*k], width, b.from(0, j), cols, k)
		j += cols
	}
}

// packRows copies k rows of cols entries into a panel. What pads a row of a panel is never stored, so it may hold
// anything.
func packRows(out []float64, width int, b operand, cols, k int) {
	for i := range k {
		copy(out[i*width:i*width+cols], b.data[i*b.stride:])
	}
}

// packColumns copies cols columns of k consecutive entries into a panel.
func packColumns(out []float64, width int, b operand, cols, k int) {
	for j := range cols {
		for i, v := range b.data[j*b.step:][:k] {
			out[i*width+j] = v
		}
	}
}

// packsA tells whether blocks of A are copied before use: to widen them, or because the columns of a transposed A lie so
// far apart that each is on a page of its own. Rows are read where they lie, which is quicker even where their distance is
// a multiple of a page.
func (p *product) packsA(ker *kernel) bool {
	return !p.x.empty() || p.n > ker.width && p.a.step > 2*blockM
}

// packA copies a block of A, keeping its orientation, or widens it.
func (w *workspace) packA(ker *kernel, p *product, i0, k0, m, k int) operand {
	if p.x.empty() {
		a := p.a.from(i0, k0)
		ker.packRows(w.a, packedColA, operand{a.data, a.step, 1}, m, k)
		return operand{w.a, 1, packedColA}
	}
	for i := range m {
		p.x.segment(ker, i0+i, k0, w.a[i*packedRowA:i*packedRowA+k])
	}
	return operand{w.a, packedRowA, 1}
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }
