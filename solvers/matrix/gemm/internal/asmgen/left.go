package asmgen

import (
	"fmt"
	"strings"
)

// leftVectors are the widths of the blocks of columns that Entries.LeftMul sums, in vectors.
var leftVectors = []int{8, 4, 2, 1}

// left writes dst += Σ w[i]·(row i of x) for v vectors of columns: rows stride bytes apart, each entry of the given size, and
// asks for what lies four blocks of 64 bytes further.
func (w *writer) left(s simd, v int) {
	w.begins(fmt.Sprintf("left%dx%d", s.bits, v), "(dst *float64, x unsafe.Pointer, stride int, w *float64, rows, bytes int)",
		[]string{"dst", "x", "stride", "w", "rows", "bytes"}, []string{"DI", "SI", "R8", "DX", "CX", "AX"})
	const weight, entry = 8, 9
	for j := range v {
		s.load(w, at(s.bytes*j, "(DI)"), s.take(w, j, "sums of columns"), false)
	}
	s.take(w, weight, "an entry of w")
	for j := range min(v, 4) {
		s.take(w, entry+j, "entries of x")
	}
	for _, bytes := range entryBytes[1:] {
		w.op("CMPQ AX, $%d", bytes)
		w.op("JEQ row%d", bytes)
	}
	for _, bytes := range entryBytes {
		label := fmt.Sprintf("row%d", bytes)
		w.note("each row, entries of %d bytes", bytes)
		w.label(label)
		w.op("VBROADCASTSD (DX), %s", s.v(weight))
		w.op("PREFETCHT0 256(SI)")
		for j := range v {
			s.loadEntries(w, bytes, at(bytes*s.columns*j, "(SI)"), entry+j%4, false)
			w.op("VFMADD231PD %s, %s, %s", s.v(entry+j%4), s.v(weight), s.v(j))
		}
		w.op("ADDQ $8, DX")
		w.op("ADDQ R8, SI")
		w.op("DECQ CX")
		w.op("JNZ %s", label)
		w.op("JMP done")
	}
	w.label("done")
	for j := range v {
		s.store(w, j, at(s.bytes*j, "(DI)"), false)
	}
	w.ends()
}

// lefts writes the assembly of these functions, their declarations and tables.
func lefts() (assembly, stubs []byte) {
	w := newAssembly()
	var tables strings.Builder
	for _, s := range []simd{avx512, avx2} {
		fmt.Fprintf(&tables, "\nvar left%d = [...]leftSum{\n", s.bits)
		for _, v := range leftVectors {
			w.left(s, v)
			fmt.Fprintf(&tables, "{left%dx%d, %d},\n", s.bits, v, v*s.columns)
		}
		tables.WriteString("}\n")
	}
	return w.Bytes(), w.stubs("\nimport \"unsafe\"\n", tables.String())
}
