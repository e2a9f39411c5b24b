package asmgen

import (
	"fmt"
	"slices"
)

// entryBytes are the sizes of the numbers that a data matrix may hold: float64, float32 or uint8.
var entryBytes = []int{8, 4, 1}

// loadEntries loads vector i from entries of the given size, widened; masked, which AVX2 cannot, it fills up with zeros.
func (s simd) loadEntries(w *writer, bytes int, from string, i int, masked bool) {
	zero, mask := "", ""
	if masked {
		zero, mask = ".Z", "K1, "
	}
	switch bytes {
	case 8:
		s.load(w, from, i, masked)
	case 4:
		w.op("VCVTPS2PD%s %s, %s%s", zero, from, mask, s.v(i))
	default:
		half := map[int]string{512: "Y", 256: "X"}[s.bits]
		w.op("VPMOVZXBD%s %s, %s%s%d", zero, from, mask, half, i)
		w.op("VCVTDQ2PD %s%d, %s", half, i, s.v(i))
	}
}

// followed is one of the two functions that let a model follow a rank-one change on the way to the ratio; see
// gemm.Entries.FollowDot and FollowSum. n is positive, and a multiple of 8 for AVX2; bytes is the size of an entry of x.
type followed struct {
	name, signature string
	arguments       []string
	registers       []string
	scalars         []string // broadcast to vectors 8, 9, ...: the weight of the change, the floor, that of the ratio
	begin           func(w *writer, s simd, j int)
	each            func(w *writer, s simd, j int, masked bool)
	end             func(w *writer, s simd)
}

// Vector 0 is the ratio, 1 the model; 6 and 7 are lanes of a sum.
var follows = []followed{
	{
		name: "followDot", signature: "(lanes *[8]float64, model, d *float64, x unsafe.Pointer, h *float64, a, floor float64, n, bytes int)",
		arguments: []string{"lanes", "model", "d", "x", "h", "a", "floor", "n", "bytes"},
		registers: []string{"R8", "DI", "SI", "DX", "BX", "", "", "CX", "AX"},
		scalars:   []string{"a", "floor"},
		begin: func(w *writer, s simd, j int) {
			s.load(w, at(s.bytes*j, "(R8)"), s.take(w, 6+j, "lanes of the sum"), false)
		},
		each: func(w *writer, s simd, j int, masked bool) {
			s.load(w, at(s.bytes*j, "(BX)"), 2, masked)
			w.op("VFMADD231PD %s, %s, %s", s.v(2), s.v(0), s.v(6+j))
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
		each: func(w *writer, s simd, j int, masked bool) {
			s.load(w, at(s.bytes*j, "(BX)"), 2, masked)
			w.op("VFMADD231PD %s, %s, %s", s.v(0), s.v(10), s.v(2))
			s.store(w, 2, at(s.bytes*j, "(BX)"), masked)
		},
		end: func(*writer, simd) {},
	},
}

func (w *writer) follow(s simd, f followed) {
	w.begins(fmt.Sprintf("%s%d", f.name, s.bits), f.signature, f.arguments, f.registers)
	for i, scalar := range f.scalars {
		w.op("VBROADCASTSD %s+%d(FP), %s", scalar, 8*slices.Index(f.arguments, scalar), s.v(s.take(w, 8+i, scalar)))
	}
	s.take(w, 0, "the ratio")
	s.take(w, 1, "the model")
	s.take(w, 2, "d, then h or the sum")
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
	w.ends()
}

// followLoop writes the loop over entries of one size. With AVX-512 a last vector that is not whole is masked, and its empty
// lanes add zeros to a dot product, as Dot has it.
func (w *writer) followLoop(s simd, f followed, bytes int) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, bytes) }
	w.note("entries of %d bytes", bytes)
	w.label(label("eight"))
	if s.bits == 512 {
		w.op("SUBQ $8, CX")
		w.op("JLT %s", label("rest"))
	}
	w.label(label("whole"))
	for j := range 8 / s.columns {
		w.followVector(s, f, bytes, j, false)
	}
	for _, r := range []string{"DI", "SI", "BX"} {
		w.op("ADDQ $64, %s", r)
	}
	w.op("ADDQ $%d, DX", 8*bytes)
	w.op("SUBQ $8, CX")
	if s.bits == 256 {
		w.op("JNZ %s", label("whole"))
		w.op("JMP done")
		return
	}
	w.op("JGE %s", label("whole"))
	w.label(label("rest"))
	w.op("ADDQ $8, CX")
	w.op("JZ done")
	s.mask(w, "CX", "AX")
	w.followVector(s, f, bytes, 0, true)
	w.release(s.masks())
	w.op("JMP done")
}

// followVector does vector j of the eight entries at hand.
func (w *writer) followVector(s simd, f followed, bytes, j int, masked bool) {
	off := s.bytes * j
	s.load(w, at(off, "(DI)"), 1, masked)
	s.load(w, at(off, "(SI)"), 2, masked)
	w.op("VFMADD231PD %s, %s, %s", s.v(2), s.v(8), s.v(1))
	s.store(w, 1, at(off, "(DI)"), masked)
	s.loadEntries(w, bytes, at(bytes*s.columns*j, "(DX)"), 0, masked)
	w.op("VMAXPD %s, %s, %s", s.v(1), s.v(9), s.v(1)) // Go's first operand, the second one here, where it is NaN
	w.op("VDIVPD %s, %s, %s", s.v(1), s.v(0), s.v(0))
	f.each(w, s, j, masked)
}

// following writes the assembly of these functions and their declarations.
func following() (assembly, stubs []byte) {
	w := newAssembly()
	for _, s := range []simd{avx512, avx2} {
		for _, f := range follows {
			w.follow(s, f)
		}
	}
	return w.Bytes(), w.stubs("\nimport \"unsafe\"\n", "")
}
