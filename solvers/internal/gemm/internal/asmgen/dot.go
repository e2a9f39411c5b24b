package asmgen

import "fmt"

// A dot product has 8 lanes: lane l sums the terms i = l mod 8, ascending, the tail padded with zeros; the lanes are
// added as ((0+4)+(2+6)) + ((1+5)+(3+7)). AVX2 holds the lanes in two vectors.

// lanes returns the vectors of an accumulator, the first of them first.
func (s simd) lanes(first int) []int {
	if s.bits == 512 {
		return []int{first}
	}
	return []int{first, first + 1}
}

// fold adds up the lanes that start in vector acc, leaving the sums of the even and odd ones in X(acc).
func (s simd) fold(w *writer, acc, temp int) {
	if s.bits == 512 {
		w.op("VEXTRACTF64X4 $1, Z%d, Y%d", acc, temp)
		w.op("VADDPD Y%d, Y%d, Y%d", temp, acc, acc)
	} else {
		w.op("VADDPD Y%d, Y%d, Y%d", acc+1, acc, acc)
	}
	w.op("VEXTRACTF128 $1, Y%d, X%d", acc, temp)
	w.op("VADDPD X%d, X%d, X%d", temp, acc, acc)
}

// tailMasks makes and takes the masks for the last 1 to 7 terms, counted by register count: K1, or Y14 and Y15.
func (s simd) tailMasks(w *writer, count, temp, temp2 string) {
	if s.bits == 512 {
		s.mask(w, count, temp)
		return
	}
	w.note("the masks of the last eight terms")
	w.op("LEAQ ·masks256(SB), %s", temp)
	w.op("MOVQ $4, %s", temp2)
	w.op("CMPQ %s, %s", count, temp2)
	w.op("CMOVQLT %s, %s", count, temp2)
	w.op("SUBQ %s, %s", temp2, count)
	for i, r := range []string{temp2, count} {
		w.op("SHLQ $5, %s", r)
		w.op("VMOVUPD (%s)(%s*1), %s", temp, r, s.v(s.take(w, 14+i, "a mask")))
	}
}

// tailLoad loads the vectors of a tail.
func (s simd) tailLoad(w *writer, address string, first int) {
	if s.bits == 512 {
		w.op("VMOVUPD.Z %s, K1, Z%d", address, first)
		return
	}
	w.op("VMASKMOVPD %s, Y14, Y%d", address, first)
	w.op("VMASKMOVPD %s, Y15, Y%d", at(32, address), first+1)
}

func (w *writer) dot(s simd) {
	w.begins(fmt.Sprintf("dot%d", s.bits), "(x, y *float64, n int) float64", []string{"x", "y", "n", "ret"}, []string{"SI", "DI", "CX"})
	acc := s.lanes(0)
	for _, i := range acc {
		s.clear(w, s.take(w, i, "lanes of the sum"))
	}
	for j := range acc {
		s.take(w, 2+j, "eight of x")
	}
	w.note("eight terms at a time")
	w.op("SUBQ $8, CX")
	w.op("JLT tail")
	w.label("step")
	for j, i := range acc {
		w.op("VMOVUPD %s, %s", at(s.bytes*j, "(SI)"), s.v(2+j))
		w.op("VFMADD231PD %s, %s, %s", at(s.bytes*j, "(DI)"), s.v(2+j), s.v(i))
	}
	w.op("ADDQ $64, SI")
	w.op("ADDQ $64, DI")
	w.op("SUBQ $8, CX")
	w.op("JGE step")
	w.label("tail")
	w.op("ADDQ $8, CX")
	w.op("JZ done")
	s.tailMasks(w, "CX", w.take("AX", "a temporary"), w.take("BX", "another"))
	for j := range acc {
		s.take(w, 4+j, "eight of y")
	}
	s.tailLoad(w, "(SI)", 2)
	s.tailLoad(w, "(DI)", 4)
	for j, i := range acc {
		w.op("VFMADD231PD %s, %s, %s", s.v(4+j), s.v(2+j), s.v(i))
	}
	w.label("done")
	w.note("the lanes, in pairs")
	s.fold(w, 0, 2)
	w.op("VHADDPD X0, X0, X0")
	w.op("MOVSD X0, ret+24(FP)")
	w.ends()
}

// sampledDots writes dst[k] = x · (row cols[k] of b), four rows at a time so that four sums are under way.
func (w *writer) sampledDots(s simd) {
	w.begins(fmt.Sprintf("sampledDots%d", s.bits), "(dst, x *float64, r int, b *float64, stride int, cols *int32, n int)",
		[]string{"dst", "x", "r", "b", "stride", "cols", "n"}, []string{"DI", "SI", "DX", "R8", "R9", "R10", "CX"})
	w.take("AX", "the offset in a row")
	w.take("BX", "the terms left")
	for q, r := range sampledRows {
		w.take(r, "the rows")
		for _, i := range s.lanes(2 * q) {
			s.take(w, i, "their sums")
		}
	}
	for j := range s.lanes(0) {
		s.take(w, 8+j, "terms of x")
		s.take(w, 10+j, "terms of a row")
	}
	w.op("SHLQ $3, R9")
	w.op("MOVQ DX, AX")
	w.op("ANDQ $7, AX")
	s.tailMasks(w, "AX", "BX", "R11")
	w.note("four rows at a time")
	w.op("SUBQ $4, CX")
	w.op("JLT rest")
	w.label("four")
	w.sampledGroup(s, 4)
	w.op("SUBQ $4, CX")
	w.op("JGE four")
	w.label("rest")
	w.op("ADDQ $4, CX")
	w.op("JZ done")
	w.label("one")
	w.sampledGroup(s, 1)
	w.op("DECQ CX")
	w.op("JNZ one")
	w.label("done")
	w.ends()
}

// sampledRows hold the addresses of the rows whose sums are under way.
var sampledRows = []string{"R11", "R12", "R13", "R14"}

// sampledGroup is the dot products of the next count rows.
func (w *writer) sampledGroup(s simd, count int) {
	rows := sampledRows[:count]
	label := func(name string) string { return fmt.Sprintf("%s%d", name, count) }
	for q, r := range rows {
		w.op("MOVLQSX %d(R10), %s", 4*q, r)
		w.op("IMULQ R9, %s", r)
		w.op("ADDQ R8, %s", r)
		for _, i := range s.lanes(2 * q) {
			s.clear(w, i)
		}
	}
	w.op("XORQ AX, AX")
	w.op("MOVQ DX, BX")
	w.op("SUBQ $8, BX")
	w.op("JLT %s", label("tail"))
	w.label(label("step"))
	for j := range s.lanes(0) {
		w.op("VMOVUPD %s, %s", at(s.bytes*j, "(SI)(AX*1)"), s.v(8))
		for q, r := range rows {
			w.op("VFMADD231PD %s, %s, %s", at(s.bytes*j, "("+r+")(AX*1)"), s.v(8), s.v(2*q+j))
		}
	}
	w.op("ADDQ $64, AX")
	w.op("SUBQ $8, BX")
	w.op("JGE %s", label("step"))
	w.label(label("tail"))
	w.op("ADDQ $8, BX")
	w.op("JZ %s", label("fold"))
	s.tailLoad(w, "(SI)(AX*1)", 8)
	for q, r := range rows {
		s.tailLoad(w, "("+r+")(AX*1)", 10)
		for j, i := range s.lanes(2 * q) {
			w.op("VFMADD231PD %s, %s, %s", s.v(10+j), s.v(8+j), s.v(i))
		}
	}
	w.label(label("fold"))
	for q := range rows {
		s.fold(w, 2*q, 8)
	}
	if count == 1 {
		w.op("VHADDPD X0, X0, X0")
		w.op("VMOVSD X0, (DI)")
	} else {
		w.op("VHADDPD X2, X0, X0")
		w.op("VHADDPD X6, X4, X4")
		w.op("VMOVUPD X0, (DI)")
		w.op("VMOVUPD X4, 16(DI)")
	}
	w.op("ADDQ $%d, DI", 8*count)
	w.op("ADDQ $%d, R10", 4*count)
}
