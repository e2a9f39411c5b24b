package asmgen

import "fmt"

// The AVX2 tile: up to 4 rows by 3 vectors of 4; 12 accumulators, 3 vectors of B and one broadcast of A fill the 16
// registers. Where the last vector is masked, the mask takes a register from B, whose other vectors are then operands in
// memory.
const (
	avx2Rows    = 4
	avx2Vectors = 3
)

func avx2Tiles() []byte {
	w := newAssembly()
	for h := 1; h <= avx2Rows; h++ {
		for v := 1; v <= avx2Vectors; v++ {
			w.avx2Tile(h, v, false)
			w.avx2Tile(h, v, true)
		}
	}
	return w.Bytes()
}

func avx2Name(h, v int, masked bool) string {
	if masked {
		return fmt.Sprintf("tile256x%dx%dm", h, v)
	}
	return fmt.Sprintf("tile256x%dx%d", h, v)
}

func (w *writer) avx2Tile(h, v int, masked bool) {
	acc := func(i, j int) string { return fmt.Sprintf("Y%d", i*v+j) }
	const mask, a, last = "Y13", "Y15", "Y12"
	b := func(j int) string {
		if masked {
			return at(32*j, "("+regB+")")
		}
		return fmt.Sprintf("Y%d", 12+j)
	}

	name := avx2Name(h, v, masked)
	fmt.Fprintf(w, "\n// func %s(t *tile)\nTEXT ·%s(SB), NOSPLIT, $0-8\n", name, name)
	w.load()
	if masked {
		w.op("MOVQ tile_mask(%s), %s", regTile, regK)
		w.op("SHLQ $5, %s", regK)
		w.op("LEAQ ·masks256(SB), %s", regB)
		w.op("VMOVUPD (%s)(%s*1), %s", regB, regK, mask)
	}
	if h == avx2Rows {
		w.label("tile")
	}
	w.begin(h, avx2Rows)
	for i := range h {
		for j := range v {
			w.op("VXORPD %s, %s, %s", acc(i, j), acc(i, j), acc(i, j))
		}
	}
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

	w.result(h)
	w.op("VBROADCASTSD tile_alpha(%s), %s", regTile, a)
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
	w.end(h, avx2Rows)
}
