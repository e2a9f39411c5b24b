package gemm

// operand is op(A) or op(B): entry (i, j) is data[i*stride + j*step].
type operand struct {
	data         []float64
	stride, step int
}

func newOperand(data []float64, ld int, trans bool) operand {
	if trans {
		return operand{data, 1, ld}
	}
	return operand{data, ld, 1}
}

// from returns the operand that starts at entry (i, j).
func (o operand) from(i, j int) operand {
	o.data = o.data[i*o.stride+j*o.step:]
	return o
}

// product is one C = alpha·A·B + beta·C, with or without one triangle of C.
type product struct {
	m, n, k     int
	from, to    int // the rows of C to compute
	alpha, beta float64
	a, b        operand
	x           Entries // in place of a if it holds data, which are no float64 then
	c           []float64
	ldc         int
	part        part
}

// part tells which entries of C are wanted.
type part int8

const (
	whole part = iota
	upper
	lower
)

// blockN columns of B are packed at a time: with blockK rows 480 KiB, which leaves half of a 1 MiB second-level cache to A and C.
const blockN = 240

// Where A has at most fewRows rows, what is packed is used a few times only, and best at once: narrow columns of B at a time, the
// width of a tile, or enough to reach the other side of a small triangle.
const (
	fewRows   = 2 * blockM
	narrowN   = 24
	triangleN = 72
)

// columns returns how many columns of B are packed at a time.
func (p *product) columns() int {
	switch {
	case p.to-p.from > fewRows:
		return blockN
	case p.part != whole:
		return triangleN
	}
	return narrowN
}

// blockM rows of A are packed at a time.
const blockM = 64

// wideRows of X are widened at a time: half a first-level cache, in which they stay until they are used.
const wideRows = 8

// stackTerms is the size of the block of A that one call of a kernel takes: half a first-level cache.
const stackTerms = 2048

func (p *product) run() {
	w := newWorkspace()
	w.product = *p
	w.run(multiplication, partsOf(p.m, p.n, p.k))
}

// multiplication divides a product by rows of C, or by columns where C is wide.
var multiplication = task{
	share: func(on, all *workspace, ker *kernel, part, parts int) {
		on.product = all.product
		p := &on.product
		if p.part == whole && p.n > p.m {
			from, to := cut(p.n, ker.width, part, parts), cut(p.n, ker.width, part+1, parts)
			if p.n = to - from; p.n > 0 {
				p.b, p.c = p.b.from(0, from), p.c[from:]
			}
			return
		}
		p.from, p.to = cut(p.m, ker.rows, part, parts), cut(p.m, ker.rows, part+1, parts)
	},
	do: (*workspace).multiply,
}

// multiply computes the product in w on one thread.
func (w *workspace) multiply(ker *kernel) {
	p := &w.product
	if p.from == p.to || p.n == 0 {
		return
	}
	p.scale()
	if p.alpha == 0 || p.k == 0 {
		return
	}
	t := &w.tile
	t.alpha, t.cStride = p.alpha, p.ldc
	if p.fitsB(ker) {
		w.rowwise(ker, p)
		t.a, t.b, t.c = nil, nil, nil
		return
	}
	columns := p.columns()
	for j0 := 0; j0 < p.n; j0 += columns {
		n := min(columns, p.n-j0)
		for k0 := 0; k0 < p.k; k0 += blockK {
			t.k = min(blockK, p.k-k0)
			t.add = 0
			if k0 > 0 || p.beta != 0 {
				t.add = 1
			}
			w.block(ker, p, j0, n, k0)
		}
	}
	t.a, t.b, t.c, w.next = nil, nil, nil, ahead{}
}

// block adds the terms k0 to k0+t.k to columns j0 to j0+n of C.
func (w *workspace) block(ker *kernel, p *product, j0, n, k0 int) {
	t := &w.tile
	b := w.packB(ker, p, j0, n, k0)
	packed := p.packsA(ker)
	if b.stride == 0 {
		w.lookAhead(p, j0, k0, (p.to-p.from+ker.rows-1)/ker.rows*((n+ker.width-1)/ker.width))
	}
	all := p.to - p.from
	switch {
	case !p.x.empty():
		all = wideRows
	case packed:
		all = blockM
	}
	for i0 := p.from; i0 < p.to; i0 += all {
		m := min(all, p.to-i0)
		var a operand
		if packed {
			a = w.packA(ker, p, i0, k0, m, t.k)
			p.x.fetch(ker, i0+m, min(wideRows, p.to-i0-m), k0, t.k)
		} else {
			a = p.a.from(i0, k0)
		}
		t.aStride, t.aStep = a.stride, a.step
		stack := ker.rows
		if p.part == whole {
			stack *= max(1, stackTerms/(ker.rows*t.k))
		}
		for i, rows := 0, 0; i < m; i += rows {
			rows = min(stack, m-i)
			if rows > ker.rows {
				rows -= rows % ker.rows
			}
			t.a = a.data[i*a.stride:]
			if p.part == whole {
				w.row(ker, p, b, i0+i, rows, j0, n)
			} else {
				w.triangleRow(ker, p, b, i0+i, rows, j0, n)
			}
		}
	}
}

// row runs the tiles of rows i to i+rows.
func (w *workspace) row(ker *kernel, p *product, b panels, i, rows, j0, n int) {
	t := &w.tile
	c := p.c[i*p.ldc+j0:]
	for j := 0; j < n; {
		cols := ker.panel(n - j)
		t.b, t.bStride = b.at(ker, j, cols, t.k)
		t.c = c[j:]
		w.next.fetch(ker)
		ker.run(t, rows, cols)
		j += cols
	}
}

// panel returns how many of the n columns that are left the next tile takes. Four vectors go as two and two: a tile of
// one vector would wait for its own sums.
func (k *kernel) panel(n int) int {
	vectors, most := (n+k.vector-1)/k.vector, k.width/k.vector
	switch {
	case vectors <= most:
		return n
	case vectors == most+1 && most > 1:
		return vectors / 2 * k.vector
	}
	return k.width
}

// scale computes the beta·C of the wanted entries; nothing for 1, and for 0 only if no terms follow that overwrite them.
func (p *product) scale() {
	if p.beta == 1 || p.beta == 0 && p.alpha != 0 && p.k > 0 {
		return
	}
	for i := p.from; i < p.to; i++ {
		from, to := 0, p.n
		switch p.part {
		case upper:
			from = i
		case lower:
			to = i + 1
		}
		row := p.c[i*p.ldc+from : i*p.ldc+to]
		if p.beta == 0 {
			clear(row)
			continue
		}
		for j := range row {
			row[j] *= p.beta
		}
	}
}
