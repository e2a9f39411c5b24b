package gemm

import "unsafe"

// ahead is a block of B that will be packed next. Its cache lines are asked for little by little while the block before it
// is worked on; packing would else wait for each of its short rows.
type ahead struct {
	data         []float64
	stride       int // entries
	rows, length int // rows still to fetch, and entries of each
	share        int // rows to fetch at a time
}

// lookAhead prepares the block of B after the one of columns j0 on and terms k0 on, which takes so many tiles.
func (w *workspace) lookAhead(p *product, j0, k0, tiles int) {
	w.next = ahead{}
	columns := p.columns()
	k0 += blockK
	if k0 >= p.k {
		j0, k0 = j0+columns, 0
	}
	if j0 >= p.n || tiles == 0 {
		return
	}
	b, k, n := p.b.from(k0, j0), min(blockK, p.k-k0), min(columns, p.n-j0)
	if b.step == 1 {
		w.next = ahead{data: b.data, stride: b.stride, rows: k, length: n}
	} else {
		w.next = ahead{data: b.data, stride: b.step, rows: n, length: k}
	}
	w.next.share = (w.next.rows + tiles - 1) / tiles
}

// fetch asks for the next share.
func (a *ahead) fetch(ker *kernel) {
	if a.rows == 0 || ker.fetch == nil {
		return
	}
	rows := min(a.share, a.rows)
	ker.fetch(unsafe.Pointer(&a.data[0]), 8*a.stride, rows, 8*a.length)
	if a.rows -= rows; a.rows > 0 {
		a.data = a.data[rows*a.stride:]
	}
}
