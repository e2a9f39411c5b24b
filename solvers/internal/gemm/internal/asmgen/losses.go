package asmgen

import "fmt"

// losses writes the functions that turn a model into the entries of a loss, powers, and their declarations.
func losses() (assembly, stubs []byte) {
	w := newAssembly()
	for _, s := range []simd{avx512, avx2} {
		w.squares(s)
		w.divergences(s, false)
		w.powers(s)
	}
	w.divergences(avx2, true) // waits for one addition after the other
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

// And those of the exponential.
const (
	log2e    = polynomial + 7 + iota // 1/log 2
	ln2Upper                         // upper part of log 2, of another length
	ln2Lower                         // and the rest
	sixteenth
	taylor                    // 1/8!, 1/7!, ..., 1/3!
	exponentBias = taylor + 6 // 1023, a whole number
)

// Registers of divergences and powers.
const (
	logRegister   = 1
	floorRegister = 3
	zeroRegister  = 4
	oneRegister   = 5
	xRegister     = 6
)

// divergences writes dst = x·log(q) - x, 0 where x is 0, for q = x / max(model, floor) and n entries, a positive multiple of the
// vector. Summed, it is given q, which it overwrites, and adds the entries to sum, one after the other beside the logarithms of
// the next. The logarithm takes the steps of math.Log in their order, and so gives its bits. It stops at the first vector in
// which some q of an x ≠ 0 is not positive, normal and finite, and returns the entries done.
func (w *writer) divergences(s simd, summed bool) {
	const sum = 7
	from, pointers, result := "(DX)", []string{"DI", "SI", "DX"}, "done+40(FP)"
	if summed {
		from, pointers, result = "(DI)", []string{"DI", "SI"}, "done+32(FP)"
		w.begins(fmt.Sprintf("divergenceSums%d", s.bits), "(q, x, sum *float64, n int) (done int)",
			[]string{"q", "x", "sum", "n", "done"}, []string{"DI", "SI", "DX", "CX", ""})
		w.op("VMOVSD (DX), %s", w.take(fmt.Sprintf("X%d", sum), "the sum"))
	} else {
		w.begins(fmt.Sprintf("divergences%d", s.bits), "(dst, x, model *float64, floor float64, n int) (done int)",
			[]string{"dst", "x", "model", "floor", "n", "done"}, []string{"DI", "SI", "DX", "", "CX", ""})
		w.op("VBROADCASTSD floor+24(FP), %s", s.v(s.take(w, floorRegister, "floor")))
	}
	_, f := w.operators(s)
	w.op("LEAQ ·logConstants(SB), %s", w.take("BX", "constants"))
	s.clear(w, s.take(w, zeroRegister, "0"))
	w.op("VMOVUPD %s, %s", constant(one), s.v(s.take(w, oneRegister, "1")))
	w.op("MOVQ SI, %s", w.take("R8", "the first x"))
	w.label("vector")
	w.op("VMOVUPD (SI), %s", s.v(s.take(w, xRegister, "x")))
	s.take(w, 0, "q")
	w.op("VMOVUPD %s, %s", from, s.v(0))
	if !summed {
		f("VMAXPD", 0, floorRegister, 0)
		f("VDIVPD", 0, xRegister, 0) // q
	}
	w.usable(s)

	w.logarithm(s)

	w.note("x·log(q) - x, and 0 where x is 0")
	f("VMULPD", logRegister, xRegister, logRegister)
	f("VSUBPD", xRegister, logRegister, logRegister)
	w.zeroed(s)
	if summed {
		for i := range s.columns {
			w.op("VADDSD %s, X%d, X%d", at(8*i, "(DI)"), sum, sum)
		}
		w.op("VMOVSD X%d, (DX)", sum)
	}
	w.further(s, "vector", pointers...)
	w.counted(result)
}

// powers writes dst = x·exp(e·log(x)), and 0 where x is 0, for n entries, a positive multiple of the vector. |e| is at most
// 0.9, so that every exponential is a normal number. Logarithm and exponential take the steps of package math, the latter
// those for a CPU with FMA, as every CPU with these vectors is. It stops as divergences does.
func (w *writer) powers(s simd) {
	w.begins(fmt.Sprintf("powers%d", s.bits), "(dst, x *float64, e float64, n int) (done int)",
		[]string{"dst", "x", "e", "n", "done"}, []string{"DI", "SI", "", "CX", ""})
	c, f := w.operators(s)
	w.op("VBROADCASTSD e+16(FP), %s", s.v(s.take(w, floorRegister, "e")))
	w.op("LEAQ ·logConstants(SB), %s", w.take("BX", "constants"))
	s.clear(w, s.take(w, zeroRegister, "0"))
	w.op("VMOVUPD %s, %s", constant(one), s.v(s.take(w, oneRegister, "1")))
	w.op("MOVQ SI, %s", w.take("R8", "the first x"))
	w.label("vector")
	w.op("VMOVUPD (SI), %s", s.v(s.take(w, xRegister, "x")))
	w.op("VMOVUPD (SI), %s", s.v(s.take(w, 0, "x, taken apart")))
	w.usable(s)
	w.logarithm(s)

	w.note("y = e·log(x) = k·log 2 + 16·z")
	const y, k, sum = 0, 2, 8
	f("VMULPD", logRegister, floorRegister, y)
	c("VMULPD", log2e, y, k)
	whole := map[int]string{512: "Y9", 256: "X9"}[s.bits] // k as whole numbers of 32 bits
	w.op("VCVTPD2DQ%s %s, %s", map[int]string{256: "Y"}[s.bits], s.v(k), whole)
	w.op("VCVTDQ2PD %s, %s", whole, s.v(k))
	c("VFNMADD231PD", ln2Upper, k, y)
	c("VFNMADD231PD", ln2Lower, k, y)
	c("VMULPD", sixteenth, y, y)
	w.note("exp(z) - 1 by its series, four times squared")
	w.op("VMOVUPD %s, %s", constant(taylor), s.v(sum))
	for i := 1; i < 6; i++ {
		c("VFMADD213PD", taylor+i, y, sum)
	}
	c("VFMADD213PD", half, y, sum)
	f("VFMADD213PD", oneRegister, y, sum)
	f("VMULPD", sum, y, y)
	for i := range 4 {
		c("VADDPD", two, y, sum)
		if i < 3 {
			f("VMULPD", sum, y, y)
		}
	}
	f("VFMADD213PD", oneRegister, sum, y)
	w.note("times 2ᵏ, times x, and 0 where x is 0")
	w.op("VPMOVSXDQ %s, %s", whole, s.v(k))
	c("VPADDQ", exponentBias, k, k)
	w.op("VPSLLQ $52, %s, %s", s.v(k), s.v(k))
	f("VMULPD", k, y, y)
	f("VMULPD", y, xRegister, logRegister)
	w.zeroed(s)
	w.further(s, "vector", "DI", "SI")
	w.counted("done+32(FP)")
}

// operators write an operation with a constant, and one with a vector, as second operand.
func (w *writer) operators(s simd) (c, f func(op string, b, a, to int)) {
	c = func(op string, i, from, to int) { w.op("%s %s, %s, %s", op, constant(i), s.v(from), s.v(to)) }
	f = func(op string, b, a, to int) { w.op("%s %s, %s, %s", op, s.v(b), s.v(a), s.v(to)) }
	return c, f
}

func constant(i int) string { return at(64*i, "(BX)") }

// zeroed stores the result in the logarithm's register, 0 where x is 0.
func (w *writer) zeroed(s simd) {
	if s.bits == 512 {
		w.op("VMOVAPD %s, K3, %s", s.v(zeroRegister), s.v(logRegister))
	} else {
		w.op("VANDNPD %s, %s, %s", s.v(logRegister), s.v(14), s.v(logRegister))
	}
	w.op("VMOVUPD %s, (DI)", s.v(logRegister))
}

// counted ends a function that returns how many entries of x are done.
func (w *writer) counted(result string) {
	w.label("done")
	w.op("SUBQ R8, SI")
	w.op("SHRQ $3, SI")
	w.op("MOVQ SI, %s", result)
	w.ends()
}

// logarithm sets logRegister to the logarithms of vector 0, which are positive and normal, or whatever for zeros. It needs
// vectors 2 and 8 to 13.
func (w *writer) logarithm(s simd) {
	c, f := w.operators(s)
	w.note("q = 2ᵏ·f1")
	k, f1 := s.take(w, logRegister, "k, then the logarithm"), s.take(w, 2, "f1, then f")
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
}

// usable leaves the loop unless every q in vector 0 is positive, normal and finite or belongs to an x of 0. The mask of those
// is K3, or vector 14.
func (w *writer) usable(s simd) {
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
