package asmgen

import "fmt"

// sweepLanes is gemm's constant of that name.
const sweepLanes = 32

// sweep writes one sweep over the components of a transposed block of rows; see gemm.Sweep.
func (w *writer) sweep(s simd) {
	w.begins(fmt.Sprintf("sweep%d", s.bits), "(a, xb, gram *float64, stride, rank int, floor float64)",
		[]string{"a", "xb", "gram", "stride", "rank", "floor"}, []string{"DI", "SI", "DX", "R8", "CX"})
	vectors := sweepLanes / s.columns
	const g, temp, zero = 14, 13, 12 // g is the broadcast; sums are in 0 to 7
	bc := s.v(g)
	w.op("SHLQ $3, R8")
	w.op("VMOVSD floor+40(FP), X11")
	s.clear(w, zero)
	w.op("MOVQ DI, R9") // component k of the rows
	w.op("MOVQ DX, R10")
	w.op("XORQ AX, AX") // k
	w.label("component")
	w.op("VUCOMISD (R10)(AX*8), X11")
	w.op("JP take") // NaN, which is not ≤ floor
	w.op("JAE next")
	w.label("take")
	for v := range vectors {
		s.clear(w, v)
	}
	w.op("MOVQ DI, R11")
	w.op("XORQ BX, BX")
	w.label("sum")
	w.op("VBROADCASTSD (R10)(BX*8), %s", bc)
	for v := range vectors {
		w.op("VFMADD231PD %s, %s, %s", at(s.bytes*v, "(R11)"), bc, s.v(v))
	}
	w.op("ADDQ $%d, R11", 8*sweepLanes)
	w.op("INCQ BX")
	w.op("CMPQ BX, CX")
	w.op("JLT sum")
	w.op("VBROADCASTSD (R10)(AX*8), %s", bc)
	for v := range vectors {
		w.op("VMOVUPD %s, %s", at(s.bytes*v, "(SI)"), s.v(temp))
		w.op("VSUBPD %s, %s, %s", s.v(v), s.v(temp), s.v(v))
		w.op("VDIVPD %s, %s, %s", bc, s.v(v), s.v(v))
		w.op("VADDPD %s, %s, %s", at(s.bytes*v, "(R9)"), s.v(v), s.v(v))
		w.op("VADDPD %s, %s, %s", s.v(zero), s.v(v), s.v(v)) // -0 becomes 0, as in Go's max
		w.op("VMAXPD %s, %s, %s", s.v(v), s.v(zero), s.v(v)) // the second operand where it is NaN
		w.op("VMOVUPD %s, %s", s.v(v), at(s.bytes*v, "(R9)"))
	}
	w.label("next")
	w.op("ADDQ $%d, R9", 8*sweepLanes)
	w.op("ADDQ $%d, SI", 8*sweepLanes)
	w.op("ADDQ R8, R10")
	w.op("INCQ AX")
	w.op("CMPQ AX, CX")
	w.op("JLT component")
	w.op("VZEROUPPER")
	w.op("RET")
}

// widen writes the conversions of n uint8 or float32 to float64, n a positive multiple of 8.
func (w *writer) widen(s simd) {
	for _, from := range []struct {
		name, goType string
		bytes        int
	}{{"widen8x", "uint8", 1}, {"widen32x", "float32", 4}} {
		w.begins(fmt.Sprintf("%s%d", from.name, s.bits), fmt.Sprintf("(dst *float64, x *%s, n int)", from.goType),
			[]string{"dst", "x", "n"}, []string{"DI", "SI", "CX"})
		w.label("eight")
		for v := range 8 / s.columns {
			source := at(from.bytes*s.columns*v, "(SI)")
			if from.bytes == 1 {
				half := map[int]string{512: "Y0", 256: "X0"}[s.bits]
				w.op("VPMOVZXBD %s, %s", source, half)
				w.op("VCVTDQ2PD %s, %s", half, s.v(1))
			} else {
				w.op("VCVTPS2PD %s, %s", source, s.v(1))
			}
			w.op("VMOVUPD %s, %s", s.v(1), at(s.bytes*v, "(DI)"))
		}
		w.op("ADDQ $%d, SI", 8*from.bytes)
		w.op("ADDQ $64, DI")
		w.op("SUBQ $8, CX")
		w.op("JNZ eight")
		w.op("VZEROUPPER")
		w.op("RET")
	}
}
