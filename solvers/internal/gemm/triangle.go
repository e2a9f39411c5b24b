package gemm

// triangleRow runs the tiles of rows i to i+rows that reach into the wanted triangle.
func (w *workspace) triangleRow(ker *kernel, p *product, b panels, i, rows, j0, n int) {
	from, to := 0, n // wanted columns of these rows, within the block
	if p.part == upper {
		from = max(0, i-j0)
	} else {
		to = min(n, i+rows-j0)
	}
	t := &w.tile
	for j := 0; j < to; {
		cols := ker.panel(n - j)
		next := j + cols
		if next > from {
			data, stride := b.at(ker, j, cols, t.k)
			skip := max(0, from-j) / ker.vector * ker.vector
			cols = min(next, to) - j - skip
			t.b, t.bStride = data[skip:], stride
			w.triangleTile(ker, p, i, rows, j0+j+skip, cols)
		}
		j = next
	}
}

// triangleTile runs one tile; where it crosses the diagonal it works on a copy, so that the other triangle stays as it is.
func (w *workspace) triangleTile(ker *kernel, p *product, i, rows, j, cols int) {
	t := &w.tile
	if p.part == upper && j >= i+rows-1 || p.part == lower && j+cols-1 <= i {
		t.c = p.c[i*p.ldc+j:]
		ker.run(t, rows, cols)
		return
	}
	if t.add != 0 {
		w.corners(p, i, rows, j, cols, func(corner, c []float64) { copy(corner, c) })
	}
	t.c, t.cStride = w.corner, cornerStride
	ker.run(t, rows, cols)
	t.cStride = p.ldc
	w.corners(p, i, rows, j, cols, func(corner, c []float64) { copy(c, corner) })
}

const cornerStride = 24

// corners calls move with the wanted part of each row of the tile, in the copy and in C.
func (w *workspace) corners(p *product, i, rows, j, cols int, move func(corner, c []float64)) {
	for r := range rows {
		from, to := j, j+cols
		if p.part == upper {
			from = min(max(j, i+r), to)
		} else {
			to = max(min(to, i+r+1), from)
		}
		move(w.corner[r*cornerStride+from-j:r*cornerStride+to-j], p.c[(i+r)*p.ldc+from:(i+r)*p.ldc+to])
	}
}
