package asmgen

import (
	"fmt"
	"strings"
)

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
	return []string{"dst", "dst2", "last", "b", "stride", "cols", "ahead", "vals", "vals2", "n"}
}

const sampledSignature = "(dst, dst2 *float64, last int, b *float64, stride int, cols, ahead *int32, vals, vals2 *float64, n int)"

// sampledSum adds Σ vals[k]·(row cols[k] of b), k ascending, to v vectors of dst, and likewise vals2 to dst2; the last
// vector holds last columns. Meanwhile it asks for the rows ahead[k]: the sums run from the first-level cache, and leave
// the others idle.
func (w *writer) sampledSum(f sampledSums, v int) {
	s := f.simd
	w.begins(f.name(v), sampledSignature, f.arguments(), []string{"DI", "DX", "AX", "R8", "R9", "R10", "R12", "SI", "R13", "CX"})
	acc := func(result, j int) int { return result*v + j }
	weight := func(result int) int { return f.results*v + result }
	last := f.results*v + f.results
	to, from := []string{"(DI)", "(DX)"}, []string{"(SI)", "(R13)"}
	w.op("SHLQ $3, R9")
	s.mask(w, "AX", w.take("BX", "a temporary"))
	for q := range f.results {
		for j := range v {
			s.load(w, at(s.bytes*j, to[q]), s.take(w, acc(q, j), "a sum"), j == v-1)
		}
		s.take(w, weight(q), "the weight of a row")
	}
	s.take(w, last, "entries of a row")
	w.take("R11", "the row")
	w.take("R14", "the row ahead")
	w.note("each row of b")
	w.label("row")
	for _, r := range [][2]string{{"R10", "R11"}, {"R12", "R14"}} {
		w.op("MOVLQSX (%s), %s", r[0], r[1])
		w.op("IMULQ R9, %s", r[1])
		w.op("ADDQ R8, %s", r[1])
	}
	for q := range f.results {
		w.op("VBROADCASTSD %s, %s", from[q], s.v(weight(q)))
	}
	for j := range v {
		s.load(w, at(s.bytes*j, "(R11)"), last, j == v-1)
		if s.bytes*j%64 == 0 {
			w.op("PREFETCHT0 %s", at(s.bytes*j, "(R14)"))
		}
		for q := range f.results {
			w.op("VFMADD231PD %s, %s, %s", s.v(last), s.v(weight(q)), s.v(acc(q, j)))
		}
	}
	w.op("ADDQ $4, R10")
	w.op("ADDQ $4, R12")
	for _, r := range from[:f.results] {
		w.op("ADDQ $8, %s", strings.Trim(r, "()"))
	}
	w.op("DECQ CX")
	w.op("JNZ row")
	for q := range f.results {
		for j := range v {
			s.store(w, acc(q, j), at(s.bytes*j, to[q]), j == v-1)
		}
	}
	w.ends()
}
