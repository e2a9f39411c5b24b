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

// avx2Tile writes the function for h rows by v vectors.
func (w *writer) avx2Tile(h, v int, end string) {
	masked := end == "m"
	acc := func(i, j int) string { return fmt.Sprintf("Y%d", i*v+j) }
	const mask, a, last = "Y13", "Y15", "Y12"
	b := func(j int) string {
		if masked {
			return at(32*j, "("+regB+")")
		}
		return fmt.Sprintf("Y%d", 12+j)
	}

	w.beginsTile(tiles256.name(h, v, end))
	w.take(a, "an entry of op(A)")
	for i := range h {
		for j := range v {
			w.take(acc(i, j), "the tile, row by row")
		}
	}
	if masked {
		w.take(mask, "the mask")
		w.take(last, "the last vector of a row of op(B) or C")
		w.op("MOVQ tile_mask(%s), %s", regTile, regK)
		w.op("SHLQ $5, %s", regK)
		w.op("LEAQ ·masks256(SB), %s", regB)
		w.op("VMOVUPD (%s)(%s*1), %s", regB, regK, mask)
	} else {
		for j := range v {
			w.take(b(j), "a row of op(B)")
		}
	}
	if h == avx2Rows {
		w.label("tile")
	}
	w.operands(h, avx2Rows)
	for i := range h {
		for j := range v {
			w.op("VXORPD %s, %s, %s", acc(i, j), acc(i, j), acc(i, j))
		}
	}
	w.note("each term: a row of op(B) times every entry of a column of op(A)")
	w.label("sum")
	if masked {
		w.op("VMASKMOVPD %s, %s, %s", at(32*(v-1), "("+regB+")"), mask, last)
	} else {
		for j := range v {
			w.op("VMOVUPD %s, %s", at(32*j, "("+regB+")"), b(j))
		}
	}
	for i := range h {
		w.op("VBROADCASTSD %s, %s", row(regA, regAStride, i), a)
		for j := range v {
			operand := b(j)
			if masked && j == v-1 {
				operand = last
			}
			w.op("VFMADD231PD %s, %s, %s", operand, a, acc(i, j))
		}
	}
	w.fetch(h, avx2Rows)
	w.advance(h)
	w.op("DECQ %s", regK)
	w.op("JNZ sum")
	w.releaseRows(regA)

	w.note("times alpha, and added to C unless add is 0")
	w.result(h)
	w.release(a)
	w.op("VBROADCASTSD tile_alpha(%s), %s", regTile, w.take(a, "alpha"))
	w.op("CMPQ tile_add(%s), $0", regTile)
	w.op("JNE add")
	for i := range h {
		for j := range v {
			w.op("VMULPD %s, %s, %s", acc(i, j), a, acc(i, j))
		}
	}
	w.op("JMP store")
	w.label("add")
	for i := range h {
		for j := range v {
			operand := at(32*j, row(regC, regCStride, i))
			if masked && j == v-1 {
				w.op("VMASKMOVPD %s, %s, %s", operand, mask, last)
				operand = last
			}
			w.op("VFMADD213PD %s, %s, %s", operand, a, acc(i, j))
		}
	}
	w.label("store")
	for i := range h {
		for j := range v {
			out := at(32*j, row(regC, regCStride, i))
			if masked && j == v-1 {
				w.op("VMASKMOVPD %s, %s, %s", acc(i, j), mask, out)
			} else {
				w.op("VMOVUPD %s, %s", acc(i, j), out)
			}
		}
	}
	w.endsTile(h, avx2Rows)
}
