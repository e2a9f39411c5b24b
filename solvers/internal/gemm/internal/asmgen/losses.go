package asmgen

import "fmt"

// losses writes the functions that turn a model into the entries of a loss, and their declarations.
func losses() (assembly, stubs []byte) {
	w := newAssembly()
	for _, s := range []simd{avx512, avx2} {
		w.squares(s)
		w.divergences(s)
	}
	return w.Bytes(), w.stubs("", "")
}

// squares writes model = (x - model)² for n entries, a positive multiple of the vector.
func (w *writer) squares(s simd) {
	w.begins(fmt.Sprintf("squares%d", s.bits), "(x, model *float64, n int)", []string{"x", "model", "n"}, []string{"SI", "DI", "CX"})
	s.take(w, 0, "x - model")
	w.label("vector")
	w.op("VMOVUPD (SI), %s", s.v(0))
	w.op("VSUBPD (DI), %s, %s", s.v(0), s.v(0))
	w.op("VMULPD %s, %s, %s", s.v(0), s.v(0), s.v(0))
	w.op("VMOVUPD %s, (DI)", s.v(0))
	w.further(s, "vector", "SI", "DI")
	w.ends()
}

// further goes on to the next vectors, until none is left.
func (w *writer) further(s simd, label string, pointers ...string) {
	for _, r := range pointers {
		w.op("ADDQ $%d, %s", s.bytes, r)
	}
	w.op("SUBQ $%d, CX", s.columns)
	w.op("JG %s", label)
}

// Places of the constants in gemm's logConstants.
const (
	fraction = iota // the bits of the fraction
	half            // 0.5
	one
	two
	rootHalf   // √½
	ln2Hi      // upper part of log 2
	ln2Lo      // and the rest
	shift      // 2⁵², whose last bits count units
	bias       // 2⁵² + 1022
	tiniest    // the least normal number
	greatest   // the largest finite one
	polynomial // L1 to L7
)

// Registers of divergences.
const (
	floorRegister = 3
	zeroRegister  = 4
	oneRegister   = 5
	xRegister     = 6
)

// divergences writes q = x / max(model, floor) and then dst = x·log(q) - x, 0 where x is 0, for n entries, a positive
// multiple of the vector. The logarithm takes the steps of math.Log in their order, and so gives its bits. It stops at the
// first vector in which some q of an x ≠ 0 is not positive, normal and finite, and returns the entries done.
func (w *writer) divergences(s simd) {
	w.begins(fmt.Sprintf("divergences%d", s.bits), "(dst, q, x, model *float64, floor float64, n int) (done int)",
		[]string{"dst", "q", "x", "model", "floor", "n", "done"}, []string{"DI", "R9", "SI", "DX", "", "CX", ""})
	constant := func(i int) string { return at(64*i, "(BX)") }
	c := func(op string, i, from, to int) { w.op("%s %s, %s, %s", op, constant(i), s.v(from), s.v(to)) }
	f := func(op string, b, a, to int) { w.op("%s %s, %s, %s", op, s.v(b), s.v(a), s.v(to)) }
	w.op("VBROADCASTSD floor+32(FP), %s", s.v(s.take(w, floorRegister, "floor")))
	w.op("LEAQ ·logConstants(SB), %s", w.take("BX", "constants"))
	s.clear(w, s.take(w, zeroRegister, "0"))
	w.op("VMOVUPD %s, %s", constant(one), s.v(s.take(w, oneRegister, "1")))
	w.op("MOVQ SI, %s", w.take("R8", "the first x"))
	w.label("vector")
	w.op("VMOVUPD (SI), %s", s.v(s.take(w, xRegister, "x")))
	s.take(w, 0, "q")
	w.op("VMOVUPD (DX), %s", s.v(0))
	f("VMAXPD", 0, floorRegister, 0)
	f("VDIVPD", 0, xRegister, 0) // q
	w.usable(s, constant)
	w.op("VMOVUPD %s, (R9)", s.v(0))

	w.note("q = 2ᵏ·f1")
	k, f1 := s.take(w, 1, "k"), s.take(w, 2, "f1, then f")
	if s.bits == 512 {
		w.op("VPSRLQ $52, %s, %s", s.v(0), s.v(k))
		c("VPORQ", shift, k, k)
		c("VPANDQ", fraction, 0, f1)
		c("VPORQ", half, f1, f1)
	} else {
		w.op("VPSRLQ $52, %s, %s", s.v(0), s.v(k))
		c("VPOR", shift, k, k)
		c("VPAND", fraction, 0, f1)
		c("VPOR", half, f1, f1)
	}
	c("VSUBPD", bias, k, k)

	w.note("k -= 1, f1 *= 2 where f1 ≤ √½; f = f1 - 1")
	s.take(w, 8, "whether f1 ≤ √½, then the sum")
	s.take(w, 9, "what is taken off or added, then s²")
	if s.bits == 512 {
		w.op("VCMPPD $2, %s, %s, %s", constant(rootHalf), s.v(f1), w.take("K2", "whether f1 ≤ √½"))
		w.op("VSUBPD %s, %s, K2, %s", s.v(oneRegister), s.v(k), s.v(k))
		w.op("VADDPD %s, %s, K2, %s", s.v(f1), s.v(f1), s.v(f1))
	} else {
		w.op("VCMPPD $2, %s, %s, %s", constant(rootHalf), s.v(f1), s.v(8))
		f("VANDPD", oneRegister, 8, 9)
		f("VSUBPD", 9, k, k)
		f("VANDPD", f1, 8, 9)
		f("VADDPD", 9, f1, f1)
	}
	f("VSUBPD", oneRegister, f1, f1)

	w.note("s = f/(2+f), R = s²·(L1 + ... + L7·s¹²) by even and odd powers of s²")
	const sum, s2 = 8, 9
	s4, t1, t2, hfsq := s.take(w, 10, "s⁴"), s.take(w, 11, "t1, then R"), s.take(w, 12, "t2"), s.take(w, 13, "f²/2")
	c("VADDPD", two, f1, sum)
	f("VDIVPD", sum, f1, sum) // s
	f("VMULPD", sum, sum, s2)
	f("VMULPD", s2, s2, s4)
	l := func(i int) int { return polynomial + i - 1 }
	c("VMULPD", l(7), s4, t1)
	for _, i := range []int{5, 3, 1} {
		c("VADDPD", l(i), t1, t1)
		if i > 1 {
			f("VMULPD", s4, t1, t1)
		}
	}
	f("VMULPD", t1, s2, t1)
	c("VMULPD", l(6), s4, t2)
	c("VADDPD", l(4), t2, t2)
	f("VMULPD", s4, t2, t2)
	c("VADDPD", l(2), t2, t2)
	f("VMULPD", t2, s4, t2)
	f("VADDPD", t2, t1, t1) // R
	c("VMULPD", half, f1, hfsq)
	f("VMULPD", f1, hfsq, hfsq)

	w.note("k·ln2Hi - ((hfsq - (s·(hfsq + R) + k·ln2Lo)) - f)")
	f("VADDPD", hfsq, t1, t1)
	f("VMULPD", t1, sum, sum)
	c("VMULPD", ln2Lo, k, t2)
	f("VADDPD", t2, sum, sum)
	f("VSUBPD", sum, hfsq, hfsq)
	f("VSUBPD", f1, hfsq, hfsq)
	c("VMULPD", ln2Hi, k, k)
	f("VSUBPD", hfsq, k, k)

	w.note("x·log(q) - x, and 0 where x is 0")
	f("VMULPD", k, xRegister, k)
	f("VSUBPD", xRegister, k, k)
	if s.bits == 512 {
		w.op("VMOVAPD %s, K3, %s", s.v(zeroRegister), s.v(k))
	} else {
		f("VANDNPD", k, 14, k)
	}
	w.op("VMOVUPD %s, (DI)", s.v(k))
	w.further(s, "vector", "DI", "R9", "SI", "DX")
	w.label("done")
	w.op("SUBQ R8, SI")
	w.op("SHRQ $3, SI")
	w.op("MOVQ SI, done+48(FP)")
	w.ends()
}

// usable leaves the loop unless every q in vector 0 is positive, normal and finite or belongs to an x of 0. The mask of those
// is K3, or vector 14.
func (w *writer) usable(s simd, constant func(int) string) {
	w.note("done unless every q is positive, normal and finite or of an x of 0")
	const equal, less, greater = 0, 2, 13 // or equal
	w.take("AX", "one bit for each q")
	if s.bits == 512 {
		w.take("K3", "x is 0")
		w.take("K4", "q can be used")
		w.op("VCMPPD $%d, %s, %s, K3", equal, s.v(zeroRegister), s.v(xRegister))
		w.op("VCMPPD $%d, %s, %s, K4", greater, constant(tiniest), s.v(0))
		w.op("VCMPPD $%d, %s, %s, K4, K4", less, constant(greatest), s.v(0))
		w.op("KORW K3, K4, K4")
		w.op("KMOVW K4, AX")
		w.op("CMPL AX, $0xff")
	} else {
		s.take(w, 14, "x is 0")
		s.take(w, 8, "q is not too small")
		s.take(w, 9, "q is not too large")
		w.op("VCMPPD $%d, %s, %s, %s", equal, s.v(zeroRegister), s.v(xRegister), s.v(14))
		w.op("VCMPPD $%d, %s, %s, %s", greater, constant(tiniest), s.v(0), s.v(8))
		w.op("VCMPPD $%d, %s, %s, %s", less, constant(greatest), s.v(0), s.v(9))
		w.op("VANDPD %s, %s, %s", s.v(9), s.v(8), s.v(8))
		w.op("VORPD %s, %s, %s", s.v(14), s.v(8), s.v(8))
		w.op("VMOVMSKPD %s, AX", s.v(8))
		w.op("CMPL AX, $0xf")
		w.release(s.v(8), s.v(9))
	}
	w.op("JNE done")
}
