package asmgen

import "fmt"

// The AVX-512 tile: up to 8 rows by 3 vectors of 8, so that 24 accumulators, 3 vectors of B and 5 broadcasts of A fill
// the 32 registers.
const (
	avx512Rows    = 8
	avx512Vectors = 3
)

var tiles512 = tileSet{512, avx512Rows, avx512Vectors, []string{""}}

// avx512Tile writes the function for h rows by v vectors. The last vector is under mask K1.
func (w *writer) avx512Tile(h, v int, end string) {
	acc := func(i, j int) string { return fmt.Sprintf("Z%d", i*v+j) }
	b := func(j int) string { return fmt.Sprintf("Z%d", 24+j) }
	a := func(i int) string { return fmt.Sprintf("Z%d", 27+i%5) }
	const alpha, last = "Z27", "Z28"

	w.beginsTile(tiles512.name(h, v, end))
	for i := range h {
		for j := range v {
			w.take(acc(i, j), "the tile, row by row")
		}
	}
	for j := range v {
		w.take(b(j), "a row of op(B)")
	}
	w.op("MOVQ tile_mask(%s), %s", regTile, regK)
	w.op("KMOVW %s, %s", regK, w.take("K1", "the mask of the last vector"))
	if h == avx512Rows {
		w.label("tile")
	}
	w.fetchResult(h, 64*v)
	w.operands(h, avx512Rows)
	for i := range h {
		for j := range v {
			w.op("VPXORQ %s, %s, %s", acc(i, j), acc(i, j), acc(i, j))
		}
	}
	for i := range min(h, 5) {
		w.take(a(i), "an entry of op(A)")
	}
	w.note("each term: a row of op(B) times every entry of a column of op(A)")
	w.label("sum")
	for j := range v - 1 {
		w.op("VMOVUPD %s, %s", at(64*j, "("+regB+")"), b(j))
	}
	w.op("VMOVUPD.Z %s, K1, %s", at(64*(v-1), "("+regB+")"), b(v-1))
	for i := range h {
		w.op("VBROADCASTSD %s, %s", row(regA, regAStride, i), a(i))
		for j := range v {
			w.op("VFMADD231PD %s, %s, %s", b(j), a(i), acc(i, j))
		}
	}
	w.fetch(h, avx512Rows)
	w.advance(h)
	w.op("DECQ %s", regK)
	w.op("JNZ sum")
	w.releaseRows(regA)
	for i := range min(h, 5) {
		w.release(a(i))
	}

	w.note("times alpha, and added to C unless add is 0")
	w.result(h)
	w.op("VBROADCASTSD tile_alpha(%s), %s", regTile, w.take(alpha, "alpha"))
	w.take(last, "the last vector of a row of C")
	w.op("CMPQ tile_add(%s), $0", regTile)
	w.op("JNE add")
	for i := range h {
		for j := range v {
			w.op("VMULPD %s, %s, %s", acc(i, j), alpha, acc(i, j))
		}
	}
	w.op("JMP store")
	w.label("add")
	for i := range h {
		for j := range v - 1 {
			w.op("VFMADD213PD %s, %s, %s", at(64*j, row(regC, regCStride, i)), alpha, acc(i, j))
		}
		w.op("VMOVUPD.Z %s, K1, %s", at(64*(v-1), row(regC, regCStride, i)), last)
		w.op("VFMADD213PD %s, %s, %s", last, alpha, acc(i, v-1))
	}
	w.label("store")
	for i := range h {
		for j := range v - 1 {
			w.op("VMOVUPD %s, %s", acc(i, j), at(64*j, row(regC, regCStride, i)))
		}
		w.op("VMOVUPD %s, K1, %s", acc(i, v-1), at(64*(v-1), row(regC, regCStride, i)))
	}
	w.endsTile(h, avx512Rows)
}
