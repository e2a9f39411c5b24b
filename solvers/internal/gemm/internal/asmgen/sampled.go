package asmgen

import "fmt"

// sampledSums are the functions that add rows of a matrix, one or two weighted sums of them at a time.
type sampledSums struct {
	simd
	results int
	vectors int // the most vectors of each result that registers hold
}

// With two sums of 6 vectors, the two weights, a row's last vector and the mask, the registers of AVX2 are nearly full. More than
// the most vectors take another pass.
var sampled = []sampledSums{{avx512, 1, 8}, {avx512, 2, 6}, {avx2, 1, 8}, {avx2, 2, 6}}

func (f sampledSums) name(v int) string {
	return fmt.Sprintf("sampled%dx%dx%d", f.results, f.bits, v)
}
func (f sampledSums) table() string { return fmt.Sprintf("sampled%dx%d", f.results, f.bits) }
func (f sampledSums) arguments() []string {
	return []string{"dst", "dst2", "dstStride", "last", "b", "stride", "ptr", "rows", "cols", "ahead", "vals", "vals2"}
}

const sampledSignature = "(dst, dst2 *float64, dstStride, last int, b *float64, stride int, ptr *int, rows int, cols, ahead *int32, vals, vals2 *float64)"

// sampledSum adds Σ vals[k]·(row cols[k] of b), k ascending, to v vectors of each row of dst, and likewise vals2 to dst2, which
// has one row; row i takes the next ptr[i+1]-ptr[i] entries, or the only one as many as rows says where ptr is nil, and the last vector holds last columns. Meanwhile it asks for the
// rows of b that ahead names, which has as many entries as cols, and for the entries that come 256 after: a matrix that is
// not in the caches takes half the time with it.
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
