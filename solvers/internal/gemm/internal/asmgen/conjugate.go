package asmgen

import (
	"fmt"
	"slices"
)

// conjugated is one of the functions of a step of conjugate gradients on a vector of columns, row after row; see
// gemm.Conjugate. All matrices but v have one stride. The last argument, if masked, is how many columns count.
type conjugated struct {
	name, signature string
	arguments       []string
	registers       []string
	begin, each     func(w *writer, s simd, f conjugated, masked bool)
	end             func(w *writer, s simd, f conjugated, masked bool)
	moving          []string // registers that go on by the stride
	shift           string   // register that goes on by an entry, if any
}

// column loads what there is one of for each column into vector i.
func (f conjugated) column(w *writer, s simd, argument string, i int, masked bool) {
	w.op("MOVQ %s+%d(FP), AX", argument, 8*slices.Index(f.arguments, argument))
	s.load(w, "(AX)", s.take(w, i, argument), masked)
}

func (f conjugated) keep(w *writer, s simd, i int, argument string, masked bool) {
	w.op("MOVQ %s+%d(FP), AX", argument, 8*slices.Index(f.arguments, argument))
	s.store(w, i, "(AX)", masked)
}

func (f conjugated) scalar(w *writer, s simd, argument string, i int) {
	w.op("VBROADCASTSD %s+%d(FP), %s", argument, 8*slices.Index(f.arguments, argument), s.v(s.take(w, i, argument)))
}

// sum clears a vector for one.
func (f conjugated) sum(w *writer, s simd, i int, of string) { s.clear(w, s.take(w, i, of)) }

var conjugates = []conjugated{
	{
		name: "conjugateProduct", signature: "(product, dir, shift, c, sum *float64, stride, rows int, scale float64, columns int)",
		arguments: []string{"product", "dir", "shift", "c", "sum", "stride", "rows", "scale", "columns"},
		registers: []string{"DI", "SI", "DX", "", "", "R12", "CX", "", "BX"},
		moving:    []string{"DI", "SI"}, shift: "DX",
		begin: func(w *writer, s simd, f conjugated, masked bool) {
			f.column(w, s, "c", 8, masked)
			f.scalar(w, s, "scale", 9)
			f.sum(w, s, 10, "the sum")
		},
		each: func(w *writer, s simd, f conjugated, masked bool) {
			w.op("VBROADCASTSD (DX), %s", s.v(0))
			w.op("VADDPD %s, %s, %s", s.v(0), s.v(8), s.v(0))
			s.load(w, "(SI)", 1, masked)
			w.op("VMULPD %s, %s, %s", s.v(1), s.v(0), s.v(0))
			s.load(w, "(DI)", 2, masked)
			w.op("VMULPD %s, %s, %s", s.v(2), s.v(9), s.v(2))
			w.op("VSUBPD %s, %s, %s", s.v(2), s.v(0), s.v(0))
			s.store(w, 0, "(DI)", masked)
			w.op("VMULPD %s, %s, %s", s.v(0), s.v(1), s.v(1))
			w.op("VADDPD %s, %s, %s", s.v(1), s.v(10), s.v(10))
		},
		end: func(w *writer, s simd, f conjugated, masked bool) { f.keep(w, s, 10, "sum", masked) },
	},
	{
		name: "conjugateStep",
		signature: "(v, residual, z, dir, product, shift, c, length, sum, square *float64, vStride, stride, rows int, floor " +
			"float64, columns int)",
		arguments: []string{"v", "residual", "z", "dir", "product", "shift", "c", "length", "sum", "square", "vStride", "stride", "rows", "floor",
			"columns"},
		registers: []string{"DI", "R8", "R9", "SI", "R10", "DX", "", "", "", "", "R11", "R12", "CX", "", "BX"},
		moving:    []string{"R8", "R9", "SI", "R10"}, shift: "DX",
		begin: func(w *writer, s simd, f conjugated, masked bool) {
			w.op("SHLQ $3, R11")
			f.column(w, s, "c", 8, masked)
			f.scalar(w, s, "floor", 9)
			f.column(w, s, "length", 10, masked)
			f.sum(w, s, 11, "the sum of products")
			f.sum(w, s, 12, "the sum of squares")
		},
		each: func(w *writer, s simd, f conjugated, masked bool) {
			for _, change := range []struct{ op, by, of string }{{"VADDPD", "(SI)", "(DI)"}, {"VSUBPD", "(R10)", "(R8)"}} {
				s.load(w, change.by, 0, masked)
				w.op("VMULPD %s, %s, %s", s.v(0), s.v(10), s.v(0))
				s.load(w, change.of, 1, masked)
				w.op("%s %s, %s, %s", change.op, s.v(0), s.v(1), s.v(1))
				s.store(w, 1, change.of, masked)
			}
			w.op("VBROADCASTSD (DX), %s", s.v(0))
			w.op("VADDPD %s, %s, %s", s.v(0), s.v(8), s.v(0))
			w.op("VMAXPD %s, %s, %s", s.v(0), s.v(9), s.v(0)) // Go's first operand, the second one here, where it is NaN
			w.op("VDIVPD %s, %s, %s", s.v(0), s.v(1), s.v(0))
			s.store(w, 0, "(R9)", masked)
			w.op("VMULPD %s, %s, %s", s.v(0), s.v(1), s.v(0))
			w.op("VADDPD %s, %s, %s", s.v(0), s.v(11), s.v(11))
			w.op("VMULPD %s, %s, %s", s.v(1), s.v(1), s.v(1))
			w.op("VADDPD %s, %s, %s", s.v(1), s.v(12), s.v(12))
			w.op("ADDQ R11, DI")
		},
		end: func(w *writer, s simd, f conjugated, masked bool) {
			f.keep(w, s, 11, "sum", masked)
			f.keep(w, s, 12, "square", masked)
		},
	},
	{
		name: "conjugateTurn", signature: "(dir, z, length *float64, stride, rows, columns int)",
		arguments: []string{"dir", "z", "length", "stride", "rows", "columns"},
		registers: []string{"DI", "SI", "", "R12", "CX", "BX"},
		moving:    []string{"DI", "SI"},
		begin:     func(w *writer, s simd, f conjugated, masked bool) { f.column(w, s, "length", 8, masked) },
		each: func(w *writer, s simd, f conjugated, masked bool) {
			s.load(w, "(DI)", 0, masked)
			w.op("VMULPD %s, %s, %s", s.v(0), s.v(8), s.v(0))
			s.load(w, "(SI)", 1, masked)
			w.op("VADDPD %s, %s, %s", s.v(0), s.v(1), s.v(0))
			s.store(w, 0, "(DI)", masked)
		},
		end: func(*writer, simd, conjugated, bool) {},
	},
}

func (f conjugated) symbol(s simd, masked bool) string {
	return fmt.Sprintf("%s%d%s", f.name, s.bits, map[bool]string{true: "m"}[masked && s == avx2])
}

func (w *writer) conjugate(s simd, f conjugated, masked bool) {
	w.begins(f.symbol(s, masked), f.signature, f.arguments, f.registers)
	w.take("AX", "a temporary")
	if masked {
		s.mask(w, "BX", "AX")
	}
	w.op("SHLQ $3, R12")
	f.begin(w, s, f, masked)
	for i := range 3 {
		s.take(w, i, "a term")
	}
	w.note("each row")
	w.label("row")
	f.each(w, s, f, masked)
	for _, r := range f.moving {
		w.op("ADDQ R12, %s", r)
	}
	if f.shift != "" {
		w.op("ADDQ $8, %s", f.shift)
	}
	w.op("DECQ CX")
	w.op("JNZ row")
	f.end(w, s, f, masked)
	w.ends()
}

// conjugation writes the assembly of these functions and their declarations.
func conjugation() (assembly, stubs []byte) {
	w := newAssembly()
	for _, s := range []simd{avx512, avx2} {
		for _, f := range conjugates {
			if s == avx2 { // AVX-512 masks for nothing
				w.conjugate(s, f, false)
			}
			w.conjugate(s, f, true)
		}
	}
	return w.Bytes(), w.stubs("", "")
}
