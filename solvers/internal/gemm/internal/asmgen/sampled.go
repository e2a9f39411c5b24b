package asmgen

import "fmt"

// sampledSums are the functions that add rows of a matrix, one or two weighted sums of them at a time.
type sampledSums struct {
	simd
	results int
	vectors int // the most vectors of each result that registers hold
}

// With two sums of 6 vectors, the two weights, a row's last vector and the mask, the registers of AVX2 are nearly full. More than
// the most vectors take another pass. In 512 bits two sums gain too little.
var sampled = []sampledSums{{avx512, 1, 8}, {avx2, 1, 8}, {avx2, 2, 6}}

func (f sampledSums) name(v int) string {
	return fmt.Sprintf("sampled%dx%dx%d", f.results, f.bits, v)
}
func (f sampledSums) table() string { return fmt.Sprintf("sampled%dx%d", f.results, f.bits) }
func (f sampledSums) arguments() []string {
	return []string{"dst", "dst2", "dstStride", "last", "b", "stride", "ptr", "rows", "cols", "ahead", "vals", "vals2"}
}

const sampledSignature = "(dst, dst2 *float64, dstStride, last int, b *float64, stride int, ptr *int, rows int, cols, ahead *int32, " +
	"vals, vals2 *float64)"

// sampledSum adds Σ vals[k]·(row cols[k] of b), k ascending, to v vectors of each row of dst, and likewise vals2 to dst2, which
// has one row; row i takes the next ptr[i+1]-ptr[i] entries, or the only one as many as rows says where ptr is nil, and the last vector
// holds last columns. Meanwhile it asks for the rows of b that ahead names, which has as many entries as cols, and for the entries that
// come 256 after: a matrix that is not in the caches takes half the time with it.
func (w *writer) sampledSum(f sampledSums, v int) {
	s := f.simd
	registers := []string{"DI", "", "", "AX", "R8", "R9", "", "", "R10", "R12", "SI", ""}
	to, from := []string{"(DI)", "(DX)"}[:f.results], []string{"SI", "R13"}[:f.results]
	if f.results == 2 {
		registers[1], registers[11] = "DX", "R13"
	}
	w.begins(f.name(v), sampledSignature, f.arguments(), registers)
	acc := func(result, j int) int { return result*v + j }
	weight := func(result int) int { return f.results*v + result }
	last := f.results*v + f.results
	w.op("SHLQ $3, R9")
	temp := w.take("BX", "a temporary")
	s.mask(w, "AX", temp)
	w.release(temp)
	w.op("MOVQ ptr+48(FP), %s", w.take("BX", "where the entries of the row begin and end, 0 for one row"))
	for q := range f.results {
		for j := range v {
			s.take(w, acc(q, j), "a sum")
		}
		s.take(w, weight(q), "the weight of a row of b")
	}
	s.take(w, last, "entries of it")
	w.take("R11", "the row of b")
	w.take("R14", "the row ahead")
	w.take("CX", "less the entries left")
	w.label("row")
	for q := range f.results {
		for j := range v {
			s.load(w, at(s.bytes*j, to[q]), acc(q, j), j == v-1)
		}
	}
	w.op("MOVQ rows+56(FP), CX")
	w.op("TESTQ BX, BX")
	w.op("JZ counted")
	w.op("MOVQ 8(BX), CX")
	w.op("SUBQ (BX), CX")
	w.op("JZ next")
	w.label("counted")
	w.op("LEAQ (R10)(CX*4), R10")
	w.op("LEAQ (R12)(CX*4), R12")
	for _, r := range from {
		w.op("LEAQ (%s)(CX*8), %s", r, r)
	}
	w.op("NEGQ CX")
	w.label("entry")
	w.op("PREFETCHT0 2048(SI)(CX*8)") // the CPU's own guesses end at pages, and stay too near
	w.op("PREFETCHT0 1024(R10)(CX*4)")
	for _, r := range [][2]string{{"R10", "R11"}, {"R12", "R14"}} {
		w.op("MOVLQSX (%s)(CX*4), %s", r[0], r[1])
		w.op("IMULQ R9, %s", r[1])
	}
	for q, r := range from {
		w.op("VBROADCASTSD (%s)(CX*8), %s", r, s.v(weight(q)))
	}
	for j := range v {
		if s.bytes*j%64 == 0 {
			w.op("PREFETCHT0 %s", at(s.bytes*j, "(R8)(R14*1)"))
		}
		from := at(s.bytes*j, "(R8)(R11*1)")
		if f.results == 1 && j < v-1 {
			w.op("VFMADD231PD %s, %s, %s", from, s.v(weight(0)), s.v(acc(0, j)))
			continue
		}
		s.load(w, from, last, j == v-1)
		for q := range f.results {
			w.op("VFMADD231PD %s, %s, %s", s.v(last), s.v(weight(q)), s.v(acc(q, j)))
		}
	}
	w.op("INCQ CX")
	w.op("JNZ entry")
	for q := range f.results {
		for j := range v {
			s.store(w, acc(q, j), at(s.bytes*j, to[q]), j == v-1)
		}
	}
	if f.results == 1 {
		w.op("TESTQ BX, BX")
		w.op("JZ done")
	}
	w.label("next")
	if f.results == 1 {
		w.op("ADDQ $8, BX")
		w.op("ADDQ dstStride+16(FP), DI")
		w.op("DECQ rows+56(FP)")
		w.op("JNZ row")
		w.label("done")
	}
	w.ends()
}

// ratiosMost is how many vectors of a row registers hold for four rows at once, beside the sums and the row of A.
const ratiosMost = 4

const ratiosSignature = "(dst, x *float64, last int, b *float64, stride int, cols, ahead *int32, vals, q *float64, floor float64, n int)"

// sampledRatios sets q[k] = vals[k] / max(x · (row cols[k] of b), floor) and adds q[k]·(row cols[k] of b) to dst, k ascending, for n
// entries, a multiple of four, and rows of v vectors, the last of which holds last columns. It is sampledDots, ratio and sampledSum
// in one, so that the products of some rows go beside the sums of others, and each row is read once.
func (w *writer) sampledRatios(v int) {
	s := avx512
	w.begins(fmt.Sprintf("ratios512x%d", v), ratiosSignature,
		[]string{"dst", "x", "last", "b", "stride", "cols", "ahead", "vals", "q", "floor", "n"},
		[]string{"DI", "SI", "AX", "R8", "R9", "R10", "R12", "DX", "BX", "", "CX"})
	const x, dots, rows, temp = ratiosMost, 2 * ratiosMost, 3 * ratiosMost, 28
	s.mask(w, "AX", w.take("R11", "the row of b"))
	w.op("VBROADCASTSD floor+72(FP), %s", s.v(s.take(w, 31, "floor")))
	for j := range v {
		s.load(w, at(64*j, "(DI)"), s.take(w, j, "the sum"), j == v-1)
		s.load(w, at(64*j, "(SI)"), s.take(w, x+j, "x"), j == v-1)
	}
	for q := range 4 {
		s.take(w, dots+q, "their dot products")
		for j := range v {
			s.take(w, rows+q*v+j, "four rows")
		}
	}
	s.take(w, temp, "a temporary")
	s.take(w, temp+1, "q")
	w.take("R14", "the row ahead")
	w.op("SHLQ $3, R9")
	for _, r := range []string{"R10", "R12"} {
		w.op("LEAQ (%s)(CX*4), %s", r, r)
	}
	for _, r := range []string{"DX", "BX"} {
		w.op("LEAQ (%s)(CX*8), %s", r, r)
	}
	w.op("NEGQ CX")
	w.label("four")
	w.op("PREFETCHT0 2048(DX)(CX*8)")
	w.op("PREFETCHT0 1024(R10)(CX*4)")
	for q := range 4 {
		for _, r := range [][2]string{{"R10", "R11"}, {"R12", "R14"}} {
			w.op("MOVLQSX %s, %s", at(4*q, "("+r[0]+")(CX*4)"), r[1])
			w.op("IMULQ R9, %s", r[1])
		}
		s.clear(w, dots+q)
		for j := range v {
			w.op("PREFETCHT0 %s", at(64*j, "(R8)(R14*1)"))
			s.load(w, at(64*j, "(R8)(R11*1)"), rows+q*v+j, j == v-1)
			w.op("VFMADD231PD Z%d, Z%d, Z%d", rows+q*v+j, x+j, dots+q)
		}
	}
	w.note("the lanes, in pairs: those of rows 0 and 2, of 1 and 3, and of all")
	fold := func(even, odd, a, b int) { // leaves the sum in a
		w.op("VSHUFF64X2 $%#x, Z%d, Z%d, Z%d", even, b, a, temp)
		w.op("VSHUFF64X2 $%#x, Z%d, Z%d, Z%d", odd, b, a, a)
		w.op("VADDPD Z%d, Z%d, Z%d", a, temp, a)
	}
	fold(0x44, 0xee, dots, dots+2)
	fold(0x44, 0xee, dots+1, dots+3)
	fold(0x88, 0xdd, dots, dots+1)
	w.op("VEXTRACTF64X4 $1, Z%d, Y%d", dots, dots+1)
	w.op("VUNPCKLPD Y%d, Y%d, Y%d", dots+1, dots, temp)
	w.op("VUNPCKHPD Y%d, Y%d, Y%d", dots+1, dots, dots)
	w.op("VADDPD Y%d, Y%d, Y%d", dots, temp, temp)
	w.op("VMAXPD Y%d, Y31, Y%d", temp, temp)
	w.op("VMOVUPD (DX)(CX*8), Y%d", temp+1)
	w.op("VDIVPD Y%d, Y%d, Y%d", temp, temp+1, temp+1)
	w.op("VMOVUPD Y%d, (BX)(CX*8)", temp+1)
	for q := range 4 {
		w.op("VBROADCASTSD %s, Z%d", at(8*q, "(BX)(CX*8)"), temp)
		for j := range v {
			w.op("VFMADD231PD Z%d, Z%d, Z%d", rows+q*v+j, temp, j)
		}
	}
	w.op("ADDQ $4, CX")
	w.op("JNZ four")
	for j := range v {
		s.store(w, j, at(64*j, "(DI)"), j == v-1)
	}
	w.ends()
}
