package asmgen

import "fmt"

// sweepLanes is gemm's constant of that name.
const sweepLanes = 32

// sweep writes one sweep over the components of a transposed block of rows; see gemm.Sweep.
func (w *writer) sweep(s simd) {
	w.begins(fmt.Sprintf("sweep%d", s.bits), "(a, xb, gram *float64, stride, rank int, floor float64)",
		[]string{"a", "xb", "gram", "stride", "rank", "floor"}, []string{"DI", "SI", "DX", "R8", "CX"})
	vectors := sweepLanes / s.columns
	for v := range vectors {
		s.take(w, v, "sums over the components")
	}
	g, temp, zero := s.take(w, 14, "an entry of gram"), s.take(w, 13, "entries of xb"), s.take(w, 12, "0")
	bc := s.v(g)
	w.op("SHLQ $3, R8")
	w.op("VMOVSD floor+40(FP), %s", w.take("X11", "floor"))
	s.clear(w, zero)
	w.op("MOVQ DI, %s", w.take("R9", "component k of the rows"))
	w.op("MOVQ DX, %s", w.take("R10", "row k of gram"))
	w.op("XORQ AX, %s", w.take("AX", "k"))
	w.take("R11", "component l of the rows")
	w.take("BX", "l")
	w.note("component AX, unless its entry of gram is at most floor (X11); a NaN is not")
	w.label("component")
	w.op("VUCOMISD (R10)(AX*8), X11")
	w.op("JP take")
	w.op("JAE next")
	w.label("take")
	for v := range vectors {
		s.clear(w, v)
	}
	w.op("MOVQ DI, R11")
	w.op("XORQ BX, BX")
	w.note("the sum over all components")
	w.label("sum")
	w.op("VBROADCASTSD (R10)(BX*8), %s", bc)
	for v := range vectors {
		w.op("VFMADD231PD %s, %s, %s", at(s.bytes*v, "(R11)"), bc, s.v(v))
	}
	w.op("ADDQ $%d, R11", 8*sweepLanes)
	w.op("INCQ BX")
	w.op("CMPQ BX, CX")
	w.op("JLT sum")
	w.note("a + (xb - sum)/gram, and 0 where that is negative or -0; a NaN stays")
	w.op("VBROADCASTSD (R10)(AX*8), %s", bc)
	for v := range vectors {
		w.op("VMOVUPD %s, %s", at(s.bytes*v, "(SI)"), s.v(temp))
		w.op("VSUBPD %s, %s, %s", s.v(v), s.v(temp), s.v(v))
		w.op("VDIVPD %s, %s, %s", bc, s.v(v), s.v(v))
		w.op("VADDPD %s, %s, %s", at(s.bytes*v, "(R9)"), s.v(v), s.v(v))
		w.op("VADDPD %s, %s, %s", s.v(zero), s.v(v), s.v(v))
		w.op("VMAXPD %s, %s, %s", s.v(v), s.v(zero), s.v(v))
		w.op("VMOVUPD %s, %s", s.v(v), at(s.bytes*v, "(R9)"))
	}
	w.label("next")
	w.op("ADDQ $%d, R9", 8*sweepLanes)
	w.op("ADDQ $%d, SI", 8*sweepLanes)
	w.op("ADDQ R8, R10")
	w.op("INCQ AX")
	w.op("CMPQ AX, CX")
	w.op("JLT component")
	w.ends()
}
