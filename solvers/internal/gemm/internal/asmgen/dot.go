package asmgen

import "fmt"

// A dot product has 8 lanes: lane l sums the terms i = l mod 8, ascending, the tail padded with zeros; the lanes are
// added as ((0+4)+(2+6)) + ((1+5)+(3+7)). They lie in two vectors of AVX2, with which it is as fast as with one of AVX-512.

// fold adds up the lanes that start in vector acc, leaving the sums of the even and odd ones in X(acc).
func (w *writer) fold(acc, temp int) {
	w.op("VADDPD Y%d, Y%d, Y%d", acc+1, acc, acc)
	w.op("VEXTRACTF128 $1, Y%d, X%d", acc, temp)
	w.op("VADDPD X%d, X%d, X%d", temp, acc, acc)
}

// tailMasks makes and takes the masks for the last 1 to 7 terms, counted by register count: Y14 and Y15.
func (w *writer) tailMasks(count, temp, temp2 string) {
	w.note("the masks of the last eight terms")
	w.op("LEAQ ·masks256(SB), %s", temp)
	w.op("MOVQ $4, %s", temp2)
	w.op("CMPQ %s, %s", count, temp2)
	w.op("CMOVQLT %s, %s", count, temp2)
	w.op("SUBQ %s, %s", temp2, count)
	for i, r := range []string{temp2, count} {
		w.op("SHLQ $5, %s", r)
		w.op("VMOVUPD (%s)(%s*1), %s", temp, r, avx2.v(avx2.take(w, 14+i, "a mask")))
	}
}

// tailLoad loads the vectors of a tail.
func (w *writer) tailLoad(address string, first int) {
	w.op("VMASKMOVPD %s, Y14, Y%d", address, first)
	w.op("VMASKMOVPD %s, Y15, Y%d", at(32, address), first+1)
}

func (w *writer) dot() {
	w.begins("dot256", "(x, y *float64, n int) float64", []string{"x", "y", "n", "ret"}, []string{"SI", "DI", "CX"})
	for j := range 2 {
		avx2.clear(w, avx2.take(w, j, "lanes of the sum"))
		avx2.take(w, 2+j, "eight of x")
	}
	w.note("eight terms at a time")
	w.op("SUBQ $8, CX")
	w.op("JLT tail")
	w.label("step")
	for j := range 2 {
		w.op("VMOVUPD %s, Y%d", at(32*j, "(SI)"), 2+j)
		w.op("VFMADD231PD %s, Y%d, Y%d", at(32*j, "(DI)"), 2+j, j)
	}
	w.op("ADDQ $64, SI")
	w.op("ADDQ $64, DI")
	w.op("SUBQ $8, CX")
	w.op("JGE step")
	w.label("tail")
	w.op("ADDQ $8, CX")
	w.op("JZ done")
	w.tailMasks("CX", w.take("AX", "a temporary"), w.take("BX", "another"))
	for j := range 2 {
		avx2.take(w, 4+j, "eight of y")
	}
	w.tailLoad("(SI)", 2)
	w.tailLoad("(DI)", 4)
	for j := range 2 {
		w.op("VFMADD231PD Y%d, Y%d, Y%d", 4+j, 2+j, j)
	}
	w.label("done")
	w.note("the lanes, in pairs")
	w.fold(0, 2)
	w.op("VHADDPD X0, X0, X0")
	w.op("MOVSD X0, ret+24(FP)")
	w.ends()
}

// sampledDots writes dst[k] = x · (row cols[k] of b), four rows at a time so that four sums are under way.
func (w *writer) sampledDots() {
	w.begins("sampledDots256", "(dst, x *float64, r int, b *float64, stride int, cols *int32, n int)",
		[]string{"dst", "x", "r", "b", "stride", "cols", "n"}, []string{"DI", "SI", "DX", "R8", "R9", "R10", "CX"})
	w.take("AX", "the offset in a row")
	w.take("BX", "the terms left")
	for q, r := range sampledRows {
		w.take(r, "the rows")
		for j := range 2 {
			avx2.take(w, 2*q+j, "their sums")
		}
	}
	for j := range 2 {
		avx2.take(w, 8+j, "terms of x")
		avx2.take(w, 10+j, "terms of a row")
	}
	w.op("SHLQ $3, R9")
	w.op("MOVQ DX, AX")
	w.op("ANDQ $7, AX")
	w.tailMasks("AX", "BX", "R11")
	w.note("four rows at a time")
	w.op("SUBQ $4, CX")
	w.op("JLT rest")
	w.label("four")
	w.sampledGroup(4)
	w.op("SUBQ $4, CX")
	w.op("JGE four")
	w.label("rest")
	w.op("ADDQ $4, CX")
	w.op("JZ done")
	w.label("one")
	w.sampledGroup(1)
	w.op("DECQ CX")
	w.op("JNZ one")
	w.label("done")
	w.ends()
}

// sampledRows hold the addresses of the rows whose sums are under way.
var sampledRows = []string{"R11", "R12", "R13", "R14"}

// sampledGroup writes the dot products of the next count rows.
func (w *writer) sampledGroup(count int) {
	rows := sampledRows[:count]
	label := func(name string) string { return fmt.Sprintf("%s%d", name, count) }
	for q, r := range rows {
		w.op("MOVLQSX %d(R10), %s", 4*q, r)
		w.op("IMULQ R9, %s", r)
		w.op("ADDQ R8, %s", r)
		for j := range 2 {
			avx2.clear(w, 2*q+j)
		}
	}
	w.op("XORQ AX, AX")
	w.op("MOVQ DX, BX")
	w.op("SUBQ $8, BX")
	w.op("JLT %s", label("tail"))
	w.label(label("step"))
	for j := range 2 {
		w.op("VMOVUPD %s, Y8", at(32*j, "(SI)(AX*1)"))
		for q, r := range rows {
			w.op("VFMADD231PD %s, Y8, Y%d", at(32*j, "("+r+")(AX*1)"), 2*q+j)
		}
	}
	w.op("ADDQ $64, AX")
	w.op("SUBQ $8, BX")
	w.op("JGE %s", label("step"))
	w.label(label("tail"))
	w.op("ADDQ $8, BX")
	w.op("JZ %s", label("fold"))
	w.tailLoad("(SI)(AX*1)", 8)
	for q, r := range rows {
		w.tailLoad("("+r+")(AX*1)", 10)
		for j := range 2 {
			w.op("VFMADD231PD Y%d, Y%d, Y%d", 10+j, 8+j, 2*q+j)
		}
	}
	w.label(label("fold"))
	for q := range rows {
		w.fold(2*q, 8)
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
