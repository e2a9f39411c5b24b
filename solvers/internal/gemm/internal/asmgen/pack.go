package asmgen

import "fmt"

// packing writes the two copies of columns of B into a panel, for CPUs with AVX2. Both take whole vectors of 4 only; the
// arguments are (dst *float64, dstStride int, src *float64, srcStride, vectors, k int), strides in bytes.
func packing() (assembly, stubs []byte) {
	w := newAssembly()
	w.packRows()
	w.packColumns()
	w.fetchBlock()
	return w.Bytes(), w.stubs("\nimport \"unsafe\"\n", "")
}

func (w *writer) packArguments(name string) {
	w.begins(name, "(dst *float64, dstStride int, src *float64, srcStride, vectors, k int)",
		[]string{"dst", "dstStride", "src", "srcStride", "vectors", "k"}, []string{"DI", "R8", "SI", "R9", "DX", "CX"})
	w.take("BX", "what is left of a row")
	w.take("R10", "where to write")
	w.take("R11", "where to read")
}

// packRows copies k rows of 4·vectors entries. Rows of B lie far apart, so each asks for the one that comes 8 later.
func (w *writer) packRows() {
	w.packArguments("packRows256")
	w.take("Y0", "four entries")
	w.op("LEAQ (SI)(R9*8), %s", w.take("R12", "the row 8 later"))
	w.take("R13", "where to fetch")
	w.label("row")
	w.op("MOVQ DI, R10")
	w.op("MOVQ SI, R11")
	w.op("MOVQ R12, R13")
	w.op("MOVQ DX, BX")
	w.label("vector")
	w.op("PREFETCHT0 (R13)")
	w.op("VMOVUPD (R11), Y0")
	w.op("VMOVUPD Y0, (R10)")
	for _, r := range []string{"R10", "R11", "R13"} {
		w.op("ADDQ $32, %s", r)
	}
	w.op("DECQ BX")
	w.op("JNZ vector")
	w.op("ADDQ R8, DI")
	w.op("ADDQ R9, SI")
	w.op("ADDQ R9, R12")
	w.op("DECQ CX")
	w.op("JNZ row")
	w.ends()
}

// packColumns transposes 4·vectors columns of k consecutive entries (k a multiple of 4) in blocks of 4×4.
func (w *writer) packColumns() {
	w.packArguments("packColumns256")
	w.take("R12", "two columns further")
	for i := range 4 {
		w.take(fmt.Sprintf("Y%d", i), "a column, then a row")
		w.take(fmt.Sprintf("Y%d", 4+i), "a pair of columns, mixed")
	}
	w.label("vector")
	w.op("MOVQ DI, R10")
	w.op("MOVQ SI, R11")
	w.op("LEAQ (SI)(R9*2), R12")
	w.op("MOVQ CX, BX")
	w.note("four columns of four entries")
	w.label("block")
	w.op("VMOVUPD (R11), Y0")
	w.op("VMOVUPD (R11)(R9*1), Y1")
	w.op("VMOVUPD (R12), Y2")
	w.op("VMOVUPD (R12)(R9*1), Y3")
	w.note("entries 00 10 02 12 to Y4, 01 11 03 13 to Y5, the other columns to Y6 and Y7")
	w.op("VUNPCKLPD Y1, Y0, Y4")
	w.op("VUNPCKHPD Y1, Y0, Y5")
	w.op("VUNPCKLPD Y3, Y2, Y6")
	w.op("VUNPCKHPD Y3, Y2, Y7")
	w.note("rows 00 10 20 30 to Y0, and so on")
	w.op("VPERM2F128 $0x20, Y6, Y4, Y0")
	w.op("VPERM2F128 $0x20, Y7, Y5, Y1")
	w.op("VPERM2F128 $0x31, Y6, Y4, Y2")
	w.op("VPERM2F128 $0x31, Y7, Y5, Y3")
	for i := range 4 {
		w.op("VMOVUPD Y%d, (R10)", i)
		w.op("ADDQ R8, R10")
	}
	w.op("ADDQ $32, R11")
	w.op("ADDQ $32, R12")
	w.op("SUBQ $4, BX")
	w.op("JNZ block")
	w.op("ADDQ $32, DI")
	w.op("LEAQ (SI)(R9*4), SI")
	w.op("DECQ DX")
	w.op("JNZ vector")
	w.ends()
}

// fetchBlock asks for the cache lines of a block: rows of bytes bytes, stride bytes apart.
func (w *writer) fetchBlock() {
	w.begins("fetchBlock", "(src unsafe.Pointer, stride, rows, bytes int)",
		[]string{"src", "stride", "rows", "bytes"}, []string{"SI", "R8", "CX", "DX"})
	w.take("AX", "the offset in a row")
	w.label("row")
	w.op("XORQ AX, AX")
	w.label("line")
	w.op("PREFETCHT1 (SI)(AX*1)")
	w.op("ADDQ $64, AX")
	w.op("CMPQ AX, DX")
	w.op("JLT line")
	w.op("ADDQ R8, SI")
	w.op("DECQ CX")
	w.op("JNZ row")
	w.op("RET")
}
