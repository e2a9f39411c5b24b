package asmgen

import (
	"fmt"
	"slices"
)

// entryBytes are the sizes of the numbers that a data matrix may hold: float64, float32 or uint8.
var entryBytes = []int{8, 4, 1}

// loadEntries loads vector i from entries of the given size, widened.
func (s simd) loadEntries(w *writer, bytes int, from string, i int) {
	switch bytes {
	case 8:
		s.load(w, from, i, false)
	case 4:
		w.op("VCVTPS2PD %s, %s", from, s.v(i))
	default:
		half := map[int]string{512: "Y", 256: "X"}[s.bits]
		w.op("VPMOVZXBD %s, %s%d", from, half, i)
		w.op("VCVTDQ2PD %s%d, %s", half, i, s.v(i))
	}
}

// followed is one of the two functions that let a model follow a rank-one change on the way to the ratio; see
// gemm.Entries.FollowDot and FollowSum. n is a positive multiple of 8, bytes the size of an entry of x.
type followed struct {
	name, signature string
	arguments       []string
	registers       []string
	scalars         []string // broadcast to vectors 8, 9, ...: the weight of the change, the floor, that of the ratio
	begin, each     func(w *writer, s simd, j int)
	end             func(w *writer, s simd)
}

// Vector 0 is the ratio, 1 the model; 6 and 7 are lanes of a sum.
var follows = []followed{
	{
		name: "followDot", signature: "(lanes *[8]float64, model, d *float64, x unsafe.Pointer, h *float64, a, floor float64, n, bytes int)",
		arguments: []string{"lanes", "model", "d", "x", "h", "a", "floor", "n", "bytes"},
		registers: []string{"R8", "DI", "SI", "DX", "BX", "", "", "CX", "AX"},
		scalars:   []string{"a", "floor"},
		begin:     func(w *writer, s simd, j int) { s.load(w, at(s.bytes*j, "(R8)"), 6+j, false) },
		each: func(w *writer, s simd, j int) {
			w.op("VFMADD231PD %s, %s, %s", at(s.bytes*j, "(BX)"), s.v(0), s.v(6+j))
		},
		end: func(w *writer, s simd) {
			for j := range 8 / s.columns {
				s.store(w, 6+j, at(s.bytes*j, "(R8)"), false)
			}
		},
	},
	{
		name: "followSum", signature: "(sum, model, d *float64, x unsafe.Pointer, a, floor, b float64, n, bytes int)",
		arguments: []string{"sum", "model", "d", "x", "a", "floor", "b", "n", "bytes"},
		registers: []string{"BX", "DI", "SI", "DX", "", "", "", "CX", "AX"},
		scalars:   []string{"a", "floor", "b"},
		begin:     func(*writer, simd, int) {},
		each: func(w *writer, s simd, j int) {
			s.load(w, at(s.bytes*j, "(BX)"), 2, false)
			w.op("VFMADD231PD %s, %s, %s", s.v(0), s.v(10), s.v(2))
			s.store(w, 2, at(s.bytes*j, "(BX)"), false)
		},
		end: func(*writer, simd) {},
	},
}

func (w *writer) follow(s simd, f followed) {
	w.begins(fmt.Sprintf("%s%d", f.name, s.bits), f.signature, f.arguments, f.registers)
	for i, scalar := range f.scalars {
		w.op("VBROADCASTSD %s+%d(FP), %s", scalar, 8*slices.Index(f.arguments, scalar), s.v(8+i))
	}
	for j := range 8 / s.columns {
		f.begin(w, s, j)
	}
	for _, bytes := range entryBytes[1:] {
		w.op("CMPQ AX, $%d", bytes)
		w.op("JEQ eight%d", bytes)
	}
	for _, bytes := range entryBytes {
		w.followLoop(s, f, bytes)
	}
	w.label("done")
	f.end(w, s)
	w.op("VZEROUPPER")
	w.op("RET")
}

// followLoop is the loop over entries of one size.
func (w *writer) followLoop(s simd, f followed, bytes int) {
	label := fmt.Sprintf("eight%d", bytes)
	w.label(label)
	for j := range 8 / s.columns {
		off := s.bytes * j
		s.load(w, at(off, "(DI)"), 1, false)
		w.op("VFMADD231PD %s, %s, %s", at(off, "(SI)"), s.v(8), s.v(1))
		s.store(w, 1, at(off, "(DI)"), false)
		s.loadEntries(w, bytes, at(bytes*s.columns*j, "(DX)"), 0)
		w.op("VMAXPD %s, %s, %s", s.v(1), s.v(9), s.v(1)) // Go's first operand, the second one here, where it is NaN
		w.op("VDIVPD %s, %s, %s", s.v(1), s.v(0), s.v(0))
		f.each(w, s, j)
	}
	for _, r := range []string{"DI", "SI", "BX"} {
		w.op("ADDQ $64, %s", r)
	}
	w.op("ADDQ $%d, DX", 8*bytes)
	w.op("SUBQ $8, CX")
	w.op("JNZ %s", label)
	w.op("JMP done")
}

// following writes the assembly of these functions and their declarations.
func following() (assembly, stubs []byte) {
	w := newAssembly()
	for _, s := range []simd{avx512, avx2} {
		for _, f := range follows {
			w.follow(s, f)
		}
	}
	d := new(writer)
	d.WriteString(generated + "package gemm\n\nimport \"unsafe\"\n")
	for _, declaration := range w.declared {
		fmt.Fprintf(d, "\n//go:noescape\n%s\n", declaration)
	}
	return w.Bytes(), formatted(d)
}
