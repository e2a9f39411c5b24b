package asmgen

import "fmt"

// The AVX2 tile: up to 4 rows by 3 vectors of 4; 12 accumulators, 3 vectors of B and one broadcast of A fill the 16
// registers. Where the last vector is masked, the mask takes a register from B, whose other vectors are then operands in
// memory.
const (
	avx2Rows    = 4
	avx2Vectors = 3
)

var tiles256 = tileSet{256, avx2Rows, avx2Vectors, []string{"", "m"}}

// The registers of a tile that do not hold its entries.
const avx2Mask, avx2A, avx2Last = "Y13", "Y15", "Y12"

// avx2Shape is a tile of h rows by v vectors, the last of which may be masked.
type avx2Shape struct {
	h, v   int
	masked bool
}

// acc returns the register of a vector of the tile.
func (t avx2Shape) acc(i, j int) string { return fmt.Sprintf("Y%d", i*t.v+j) }

// b returns where a vector of a row of op(B) stands.
func (t avx2Shape) b(j int) string {
	if t.masked {
		return at(32*j, "("+regB+")")
	}
	return fmt.Sprintf("Y%d", 12+j)
}

// ends tells whether a vector is the masked one.
func (t avx2Shape) ends(j int) bool { return t.masked && j == t.v-1 }

// each visits the vectors of the tile, row by row.
func (t avx2Shape) each(visit func(i, j int)) {
	for i := range t.h {
		for j := range t.v {
			visit(i, j)
		}
	}
}

// avx2Tile writes the function for h rows by v vectors.
func (w *writer) avx2Tile(h, v int, end string) {
	t := avx2Shape{h, v, end == "m"}
	w.beginsTile(tiles256.name(h, v, end))
	w.avx2Registers(t)
	if h == avx2Rows {
		w.label("tile")
	}
	w.operands(h, avx2Rows)
	t.each(func(i, j int) { w.op("VXORPD %s, %s, %s", t.acc(i, j), t.acc(i, j), t.acc(i, j)) })
	w.avx2Sum(t)
	w.avx2Result(t)
	w.endsTile(h, avx2Rows)
}

// avx2Registers takes the registers of a tile, and loads its mask.
func (w *writer) avx2Registers(t avx2Shape) {
	w.take(avx2A, "an entry of op(A)")
	t.each(func(i, j int) { w.take(t.acc(i, j), "the tile, row by row") })
	if !t.masked {
		for j := range t.v {
			w.take(t.b(j), "a row of op(B)")
		}
		return
	}
	w.take(avx2Mask, "the mask")
	w.take(avx2Last, "the last vector of a row of op(B) or C")
	w.op("MOVQ tile_mask(%s), %s", regTile, regK)
	w.op("SHLQ $5, %s", regK)
	w.op("LEAQ ·masks256(SB), %s", regB)
	w.op("VMOVUPD (%s)(%s*1), %s", regB, regK, avx2Mask)
}

// avx2Sum writes the loop over the terms.
func (w *writer) avx2Sum(t avx2Shape) {
	w.note("each term: a row of op(B) times every entry of a column of op(A)")
	w.label("sum")
	if t.masked {
		w.op("VMASKMOVPD %s, %s, %s", at(32*(t.v-1), "("+regB+")"), avx2Mask, avx2Last)
	} else {
		for j := range t.v {
			w.op("VMOVUPD %s, %s", at(32*j, "("+regB+")"), t.b(j))
		}
	}
	t.each(func(i, j int) {
		if j == 0 {
			w.op("VBROADCASTSD %s, %s", row(regA, regAStride, i), avx2A)
		}
		operand := t.b(j)
		if t.ends(j) {
			operand = avx2Last
		}
		w.op("VFMADD231PD %s, %s, %s", operand, avx2A, t.acc(i, j))
	})
	w.fetch(t.h, avx2Rows)
	w.advance(t.h)
	w.op("DECQ %s", regK)
	w.op("JNZ sum")
	w.releaseRows(regA)
}

// avx2Result writes what becomes of the sums.
func (w *writer) avx2Result(t avx2Shape) {
	w.note("times alpha, and added to C unless add is 0")
	w.result(t.h)
	w.release(avx2A)
	w.op("VBROADCASTSD tile_alpha(%s), %s", regTile, w.take(avx2A, "alpha"))
	w.op("CMPQ tile_add(%s), $0", regTile)
	w.op("JNE add")
	t.each(func(i, j int) { w.op("VMULPD %s, %s, %s", t.acc(i, j), avx2A, t.acc(i, j)) })
	w.op("JMP store")
	w.label("add")
	t.each(func(i, j int) {
		operand := at(32*j, row(regC, regCStride, i))
		if t.ends(j) {
			w.op("VMASKMOVPD %s, %s, %s", operand, avx2Mask, avx2Last)
			operand = avx2Last
		}
		w.op("VFMADD213PD %s, %s, %s", operand, avx2A, t.acc(i, j))
	})
	w.label("store")
	t.each(func(i, j int) {
		out := at(32*j, row(regC, regCStride, i))
		if t.ends(j) {
			w.op("VMASKMOVPD %s, %s, %s", t.acc(i, j), avx2Mask, out)
		} else {
			w.op("VMOVUPD %s, %s", t.acc(i, j), out)
		}
	})
}
