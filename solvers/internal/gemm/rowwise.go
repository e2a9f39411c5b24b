package gemm

// fitsB tells whether B is worked on as a whole: where all of its panels stay in the second-level cache, rows of A and C need
// not be come back to for every block of terms. With one vector of columns the tiles do better in stacks.
func (p *product) fitsB(ker *kernel) bool {
	return p.part == whole && p.k > blockK && p.m > 2*ker.rows && p.n > ker.vector && p.x.empty() && !p.packsA(ker) &&
		p.k*roundUp(p.n, ker.vector) <= blockK*blockN
}

// rowwise computes the product row of tiles by row of tiles. Every entry takes the same sums as in blocks of terms, in the
// same order.
func (w *workspace) rowwise(ker *kernel, p *product) {
	t := &w.tile
	width := roundUp(p.n, ker.vector)
	for k0 := 0; k0 < p.k; k0 += blockK {
		k := min(blockK, p.k-k0)
		w.packPanels(ker, w.b[k0*width:], p.b.from(k0, 0), p.n, k)
	}
	t.aStride, t.aStep = p.a.stride, p.a.step
	for i := p.from; i < p.to; i += ker.rows {
		rows := min(ker.rows, p.to-i)
		for k0 := 0; k0 < p.k; k0 += blockK {
			t.k = min(blockK, p.k-k0)
			t.add = 1
			if k0 == 0 && p.beta == 0 {
				t.add = 0
			}
			t.a = p.a.from(i, k0).data
			w.row(ker, p, panels{w.b[k0*width:], 0}, i, rows, 0, p.n)
		}
	}
}
