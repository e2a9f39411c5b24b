package asmgen

import "fmt"

// The AVX-512 tile: up to 8 rows by 3 vectors of 8, so that 24 accumulators, 3 vectors of B and 5 broadcasts of A fill
// the 32 registers.
const (
	avx512Rows    = 8
	avx512Vectors = 3
)

func avx512Tiles() []byte {
	w := newAssembly()
	for h := 1; h <= avx512Rows; h++ {
		for v := 1; v <= avx512Vectors; v++ {
			w.avx512Tile(h, v)
		}
	}
	return w.Bytes()
}

// avx512Tile writes the function for h rows by v vectors; the last vector is under mask K1.
func (w *writer) avx512Tile(h, v int) {
	acc := func(i, j int) string { return fmt.Sprintf("Z%d", i*v+j) }
	b := func(j int) string { return fmt.Sprintf("Z%d", 24+j) }
	a := func(i int) string { return fmt.Sprintf("Z%d", 27+i%5) }

	fmt.Fprintf(w, "\n// func tile512x%dx%d(t *tile)\nTEXT ·tile512x%dx%d(SB), NOSPLIT, $0-8\n", h, v, h, v)
	w.load(h)
	w.op("MOVQ tile_mask(%s), %s", regTile, regTemp)
	w.op("KMOVW %s, K1", regTemp)
	for i := range h {
		for j := range v {
			w.op("VPXORQ %s, %s, %s", acc(i, j), acc(i, j), acc(i, j))
		}
	}
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
	w.advance(h)
	w.op("DECQ %s", regK)
	w.op("JNZ sum")

	w.result(h)
	w.op("VBROADCASTSD tile_alpha(%s), Z27", regTile)
	w.op("CMPQ tile_add(%s), $0", regTile)
	w.op("JNE add")
	for i := range h {
		for j := range v {
			w.op("VMULPD %s, Z27, %s", acc(i, j), acc(i, j))
		}
	}
	w.op("JMP store")
	w.label("add")
	for i := range h {
		for j := range v - 1 {
			w.op("VFMADD213PD %s, Z27, %s", at(64*j, row(regC, regCStride, i)), acc(i, j))
		}
		w.op("VMOVUPD.Z %s, K1, Z28", at(64*(v-1), row(regC, regCStride, i)))
		w.op("VFMADD213PD Z28, Z27, %s", acc(i, v-1))
	}
	w.label("store")
	for i := range h {
		for j := range v - 1 {
			w.op("VMOVUPD %s, %s", acc(i, j), at(64*j, row(regC, regCStride, i)))
		}
		w.op("VMOVUPD %s, K1, %s", acc(i, v-1), at(64*(v-1), row(regC, regCStride, i)))
	}
	w.op("VZEROUPPER")
	w.op("RET")
}
