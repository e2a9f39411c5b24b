package asmgen

import (
	"fmt"
	"strings"
)

// simd is one of the two instruction sets, as far as the vector functions need it.
type simd struct {
	bits    int
	bytes   int // of a vector
	columns int // of float64 in a vector
	reg     string
}

var (
	avx512 = simd{512, 64, 8, "Z"}
	avx2   = simd{256, 32, 4, "Y"}
)

// maskRegister of AVX2 holds the mask of a tail; AVX-512 has K1.
const maskRegister = "Y15"

func (s simd) v(i int) string { return fmt.Sprintf("%s%d", s.reg, i) }

// take reserves vector i and returns it.
func (s simd) take(w *writer, i int, holds string) int {
	w.take(s.v(i), holds)
	return i
}

// load and store move vector i; a masked load fills up with zeros.
func (s simd) load(w *writer, from string, i int, masked bool) {
	switch {
	case !masked:
		w.op("VMOVUPD %s, %s", from, s.v(i))
	case s.bits == 512:
		w.op("VMOVUPD.Z %s, K1, %s", from, s.v(i))
	default:
		w.op("VMASKMOVPD %s, %s, %s", from, maskRegister, s.v(i))
	}
}

func (s simd) store(w *writer, i int, to string, masked bool) {
	switch {
	case !masked:
		w.op("VMOVUPD %s, %s", s.v(i), to)
	case s.bits == 512:
		w.op("VMOVUPD %s, K1, %s", s.v(i), to)
	default:
		w.op("VMASKMOVPD %s, %s, %s", s.v(i), maskRegister, to)
	}
}

// mask makes and takes the mask of a vector of which the first count entries (a register) count, with a further register.
func (s simd) mask(w *writer, count, temp string) {
	w.note("the mask of a vector that is not whole")
	w.take(s.masks(), "the mask")
	if s.bits == 512 {
		w.op("MOVQ $-1, %s", temp)
		w.op("BZHIQ %s, %s, %s", count, temp, temp)
		w.op("KMOVW %s, K1", temp)
		return
	}
	w.op("LEAQ ·masks256(SB), %s", temp)
	w.op("SHLQ $5, %s", count)
	w.op("VMOVUPD (%s)(%s*1), %s", temp, count, maskRegister)
}

// masks returns the register of the mask.
func (s simd) masks() string {
	if s.bits == 512 {
		return "K1"
	}
	return maskRegister
}

func (s simd) clear(w *writer, i int) { w.op("VXORPD X%d, X%d, X%d", i, i, i) } // clears the whole vector

// elementwise is a function of vectors of one length: pointers, one scalar, and the length last.
type elementwise struct {
	name, signature string
	pointers        []string // argument names; the first is the result
	scalar          int      // position of the scalar among the arguments
	scalarName      string
	body            func(w *writer, s simd, masked bool)
}

// Vectors 0 and 1 are free in the body, vector 3 holds the scalar. Pointers are in DI, SI, DX.
var elementwises = []elementwise{
	{"axpy", "(dst *float64, a float64, x *float64, n int)", []string{"dst", "x"}, 1, "a", func(w *writer, s simd, masked bool) {
		s.load(w, "(SI)", 0, masked)
		s.load(w, "(DI)", 1, masked)
		w.op("VFMADD231PD %s, %s, %s", s.v(0), s.v(3), s.v(1))
		s.store(w, 1, "(DI)", masked)
	}},
	{"ratio", "(dst, x, model *float64, floor float64, n int)", []string{"dst", "x", "model"}, 3, "floor",
		func(w *writer, s simd, masked bool) {
			s.load(w, "(SI)", 0, masked)
			s.quotient(w, masked)
			s.store(w, 0, "(DI)", masked)
		}},
	{"update", "(x, num, den *float64, floor float64, n int)", []string{"x", "num", "den"}, 3, "floor", func(w *writer, s simd, masked bool) {
		s.load(w, "(SI)", 0, masked)
		s.quotient(w, masked)
		s.load(w, "(DI)", 1, masked)
		w.op("VMULPD %s, %s, %s", s.v(0), s.v(1), s.v(1))
		s.store(w, 1, "(DI)", masked)
	}},
	{"updateSqrt", "(x, num, den *float64, floor float64, n int)", []string{"x", "num", "den"}, 3, "floor",
		func(w *writer, s simd, masked bool) {
			s.load(w, "(SI)", 0, masked)
			s.quotient(w, masked)
			w.op("VSQRTPD %s, %s", s.v(0), s.v(0))
			s.load(w, "(DI)", 1, masked)
			w.op("VMULPD %s, %s, %s", s.v(0), s.v(1), s.v(1))
			s.store(w, 1, "(DI)", masked)
		}},
}

// quotient sets vector 0 to vector 0 / max((DX), floor). The maximum returns its second operand where one is NaN, so the
// denominator comes second.
func (s simd) quotient(w *writer, masked bool) {
	s.load(w, "(DX)", 1, masked)
	w.op("VMAXPD %s, %s, %s", s.v(1), s.v(3), s.v(1))
	w.op("VDIVPD %s, %s, %s", s.v(1), s.v(0), s.v(0))
}

// vectors writes the assembly of the vector functions and their declarations.
func vectors() (assembly, stubs []byte) {
	w := newAssembly()
	for _, s := range []simd{avx512, avx2} {
		for _, e := range elementwises {
			w.elementwise(s, e)
		}
		w.sweep(s)
		w.widen(s, "widen8x", "uint8", 1)
	}
	w.widen(avx2, "widen32x", "float32", 4)
	w.dot()
	w.sampledDots()
	for _, f := range sampled {
		for v := 1; v <= f.vectors; v++ {
			w.sampledSum(f, v)
		}
	}
	for v := 1; v <= ratiosMost; v++ {
		w.sampledRatios(v)
	}
	var tables strings.Builder
	for _, f := range sampled {
		fmt.Fprintf(&tables, "\nvar %s = [%d]func%s{\n", f.table(), f.vectors, sampledSignature)
		for v := 1; v <= f.vectors; v++ {
			fmt.Fprintf(&tables, "%s,\n", f.name(v))
		}
		tables.WriteString("}\n")
	}
	fmt.Fprintf(&tables, "\nvar ratios512 = [%d]func%s{\n", ratiosMost, ratiosSignature)
	for v := 1; v <= ratiosMost; v++ {
		fmt.Fprintf(&tables, "ratios512x%d,\n", v)
	}
	tables.WriteString("}\n")
	return w.Bytes(), w.stubs("", tables.String())
}

func (w *writer) elementwise(s simd, e elementwise) {
	arguments, registers := append([]string(nil), e.pointers...), []string{"DI", "SI", "DX"}[:len(e.pointers)]
	scalar := e.scalarName
	arguments = append(arguments[:e.scalar:e.scalar], append([]string{scalar}, arguments[e.scalar:]...)...)
	registers = append(registers[:e.scalar:e.scalar], append([]string{""}, registers[e.scalar:]...)...)
	w.begins(fmt.Sprintf("%s%d", e.name, s.bits), e.signature, append(arguments, "n"), append(registers, "CX"))
	w.op("VBROADCASTSD %s+%d(FP), %s", scalar, 8*e.scalar, s.v(s.take(w, 3, scalar)))
	s.take(w, 0, "what becomes the result")
	s.take(w, 1, "another operand")
	w.op("SUBQ $%d, CX", s.columns)
	w.op("JLT tail")
	w.label("vector")
	e.body(w, s, false)
	for _, r := range []string{"DI", "SI", "DX"}[:len(e.pointers)] {
		w.op("ADDQ $%d, %s", s.bytes, r)
	}
	w.op("SUBQ $%d, CX", s.columns)
	w.op("JGE vector")
	w.label("tail")
	w.op("ADDQ $%d, CX", s.columns)
	w.op("JZ done")
	s.mask(w, "CX", w.take("AX", "a temporary"))
	e.body(w, s, true)
	w.label("done")
	w.ends()
}
