package asmgen

import "fmt"

// rowFunctions writes the assembly of the functions of rows and their declarations.
func rowFunctions() (assembly, stubs []byte) {
	w := newAssembly()
	for _, f := range rowSums {
		w.rowSum(f)
	}
	for _, s := range []simd{avx512, avx2} {
		for v := 1; v <= columnVectors; v++ {
			w.columnSums(s, v)
		}
		w.scaleRows(s)
		w.updateChain(s)
		w.updateApart(s)
	}
	d := new(writer)
	d.WriteString(generated + "package gemm\n")
	for _, declaration := range w.declared {
		fmt.Fprintf(d, "\n//go:noescape\n%s\n", declaration)
	}
	for _, s := range []simd{avx512, avx2} {
		fmt.Fprintf(d, "\nvar columnSums%d = [%d]func%s{\n", s.bits, columnVectors, columnSumsSignature)
		for v := 1; v <= columnVectors; v++ {
			fmt.Fprintf(d, "columnSums%dx%d,\n", s.bits, v)
		}
		d.WriteString("}\n")
	}
	return w.Bytes(), formatted(d)
}

// rowSum is a sum over every row in four lanes, for both instruction sets: lane l takes the terms k = l mod 4, ascending,
// except that the last one to three go to lane 0; the lanes are added as (0+1) + (2+3).
type rowSum struct {
	name, signature string
	arguments       []string
	registers       []string // rows in SI, DX, R8, their strides in R9, R10, R11, width in CX, count in BX
	start           []string // instructions, for arguments that are not passed
	rows            int      // operands that are walked
	term            func(w *writer, masked bool)
}

// The terms are left in vector 1, those of columns that are not there as 0. AX is the offset in the row.
var rowSums = []rowSum{
	{
		"stepSquares", "(dst, a *float64, stride, width, count int)", []string{"dst", "a", "stride", "width", "count"},
		[]string{"DI", "SI", "R9", "CX", "BX"}, []string{"LEAQ (SI)(R9*8), DX", "MOVQ R9, R10"}, 2,
		func(w *writer, masked bool) {
			avx2.load(w, "(SI)(AX*1)", 1, masked)
			avx2.load(w, "(DX)(AX*1)", 2, masked)
			w.op("VSUBPD Y2, Y1, Y1")
			w.op("VMULPD Y1, Y1, Y1")
		},
	},
	{
		"fitSums", "(dst, h *float64, hStride int, a *float64, aStride int, b *float64, bStride, width, count int)",
		[]string{"dst", "h", "hStride", "a", "aStride", "b", "bStride", "width", "count"},
		[]string{"DI", "SI", "R9", "DX", "R10", "R8", "R11", "CX", "BX"}, nil, 3,
		func(w *writer, masked bool) {
			avx2.load(w, "(DX)(AX*1)", 1, masked)
			avx2.load(w, "(R8)(AX*1)", 2, masked)
			w.op("VADDPD Y1, Y1, Y1")
			w.op("VSUBPD Y1, Y2, Y1")
			avx2.load(w, "(SI)(AX*1)", 2, masked)
			w.op("VMULPD Y2, Y1, Y1")
		},
	},
}

func (w *writer) rowSum(f rowSum) {
	w.begins(f.name+"256", f.signature, f.arguments, f.registers)
	for _, instruction := range f.start {
		w.op("%s", instruction)
	}
	strides := []string{"R9", "R10", "R11"}[:f.rows]
	for _, stride := range strides {
		w.op("SHLQ $3, %s", stride)
	}
	w.op("MOVQ CX, R12")
	w.op("ANDQ $-4, R12")
	w.op("SHLQ $3, R12") // bytes of whole vectors
	w.op("ANDQ $3, CX")
	w.op("MOVQ CX, R13")
	avx2.mask(w, "R13", "AX")
	w.label("row")
	avx2.clear(w, 0)
	w.op("XORQ AX, AX")
	w.op("CMPQ AX, R12")
	w.op("JGE tail")
	w.label("vector")
	f.term(w, false)
	w.op("VADDPD Y1, Y0, Y0")
	w.op("ADDQ $32, AX")
	w.op("CMPQ AX, R12")
	w.op("JLT vector")
	w.label("tail")
	w.op("VEXTRACTF128 $1, Y0, X3")
	w.op("TESTQ CX, CX")
	w.op("JZ fold")
	f.term(w, true)
	w.op("VADDSD X1, X0, X0")
	w.op("VPERMILPD $1, X1, X2")
	w.op("VADDSD X2, X0, X0")
	w.op("VEXTRACTF128 $1, Y1, X2")
	w.op("VADDSD X2, X0, X0")
	w.label("fold")
	w.op("VHADDPD X3, X0, X0")
	w.op("VPERMILPD $1, X0, X1")
	w.op("VADDSD X1, X0, X0")
	w.op("VMOVSD X0, (DI)")
	w.op("ADDQ $8, DI")
	for i, stride := range strides {
		w.op("ADDQ %s, %s", stride, []string{"SI", "DX", "R8"}[i])
	}
	w.op("DECQ BX")
	w.op("JNZ row")
	w.op("VZEROUPPER")
	w.op("RET")
}

// columnVectors is how many vectors of columns are summed side by side.
const columnVectors = 4

const columnSumsSignature = "(dst, a *float64, stride, last, count int)"

// columnSums sums v vectors of columns, of the last of which only the first entries count, over all rows in order.
func (w *writer) columnSums(s simd, v int) {
	w.begins(fmt.Sprintf("columnSums%dx%d", s.bits, v), columnSumsSignature,
		[]string{"dst", "a", "stride", "last", "count"}, []string{"DI", "SI", "R9", "CX", "BX"})
	w.op("SHLQ $3, R9")
	s.mask(w, "CX", "AX")
	for i := range v {
		s.clear(w, i)
	}
	const row = 8
	w.label("row")
	for i := range v {
		s.load(w, at(s.bytes*i, "(SI)"), row+i, i == v-1)
		w.op("VADDPD %s, %s, %s", s.v(row+i), s.v(i), s.v(i))
	}
	w.op("ADDQ R9, SI")
	w.op("DECQ BX")
	w.op("JNZ row")
	for i := range v {
		s.store(w, i, at(s.bytes*i, "(DI)"), i == v-1)
	}
	w.op("VZEROUPPER")
	w.op("RET")
}

// scaleRows multiplies every row by an entry of scale.
func (w *writer) scaleRows(s simd) {
	w.begins(fmt.Sprintf("scaleRows%d", s.bits), "(dst *float64, dstStride int, a *float64, aStride int, scale *float64, width, count int)",
		[]string{"dst", "dstStride", "a", "aStride", "scale", "width", "count"}, []string{"DI", "R9", "SI", "R10", "DX", "CX", "BX"})
	w.op("SHLQ $3, R9")
	w.op("SHLQ $3, R10")
	w.op("MOVQ CX, R12")
	w.op("ANDQ $-%d, R12", s.columns)
	w.op("SHLQ $3, R12")
	w.op("ANDQ $%d, CX", s.columns-1)
	w.op("MOVQ CX, R13")
	s.mask(w, "R13", "AX")
	term := func(masked bool) {
		s.load(w, "(SI)(AX*1)", 1, masked)
		w.op("VMULPD %s, %s, %s", s.v(1), s.v(0), s.v(1))
		s.store(w, 1, "(DI)(AX*1)", masked)
	}
	w.label("row")
	w.op("VBROADCASTSD (DX), %s", s.v(0))
	w.op("XORQ AX, AX")
	w.op("CMPQ AX, R12")
	w.op("JGE tail")
	w.label("vector")
	term(false)
	w.op("ADDQ $%d, AX", s.bytes)
	w.op("CMPQ AX, R12")
	w.op("JLT vector")
	w.label("tail")
	w.op("TESTQ CX, CX")
	w.op("JZ next")
	term(true)
	w.label("next")
	w.op("ADDQ R9, DI")
	w.op("ADDQ R10, SI")
	w.op("ADDQ $8, DX")
	w.op("DECQ BX")
	w.op("JNZ row")
	w.op("VZEROUPPER")
	w.op("RET")
}
