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

// rowSum is one or two sums over every row in four lanes, for both instruction sets: lane l takes the terms k = l mod 4,
// ascending, except that the last one to three go to lane 0; the lanes are added as (0+1) + (2+3). Rows go in pairs, which
// share the counting and the adding of lanes; count is kept in its argument.
type rowSum struct {
	name, signature string
	arguments       []string // the results first
	registers       []string
	start           []string    // further instructions
	operands        [][3]string // registers of the row, of the one below, and of the stride
	ends            [2][]string // instructions for the last two rows, and for a last one, whose partner is not used
	terms           []func(w *writer, row, to int, masked bool)
}

// fitTerm and stepTerm set a vector to terms, to 0 for columns that are not there. AX is the offset in the row. Vectors from
// 8 on are free, 14 is 2.
func fitTerm(w *writer, row, to int, masked bool) {
	h, a, b := []string{"SI", "R13"}[row], []string{"DX", "R14"}[row], []string{"R8", "BX"}[row]
	avx2.load(w, "("+a+")(AX*1)", to, masked)
	w.op("VFNMADD213PD %s, Y14, Y%d", avx2.operand(w, "("+b+")(AX*1)", 8, masked), to)
	w.op("VMULPD %s, Y%d, Y%d", avx2.operand(w, "("+h+")(AX*1)", 8, masked), to, to)
}

func stepTerm(w *writer, row, to int, masked bool) {
	x, y := []string{"SI", "R13"}[row], []string{"R13", "CX"}[row]
	avx2.load(w, "("+y+")(AX*1)", to, masked)
	w.op("VSUBPD %s, Y%d, Y%d", avx2.operand(w, "("+x+")(AX*1)", 8, masked), to, to)
	w.op("VMULPD Y%d, Y%d, Y%d", to, to, to)
}

var loadTwo = []string{"VPCMPEQD Y14, Y14, Y14", "VPSLLQ $63, Y14, Y14", "VPSRLQ $1, Y14, Y14"}

var rowSums = []rowSum{
	{
		"stepSquares", "(steps, h *float64, hStride int, after *float64, width, count int)",
		[]string{"steps", "h", "hStride", "after", "width", "count"}, []string{"", "SI", "R9"}, nil,
		[][3]string{{"SI", "R13", "R9"}, {"R13", "CX", "R9"}},
		[2][]string{{"MOVQ after+24(FP), CX"}, {"MOVQ after+24(FP), R13"}},
		[]func(w *writer, row, to int, masked bool){stepTerm},
	},
	{
		"fitSums", "(fits, h *float64, hStride int, a *float64, aStride int, b *float64, bStride, width, count int)",
		[]string{"fits", "h", "hStride", "a", "aStride", "b", "bStride", "width", "count"},
		[]string{"", "SI", "R9", "DX", "R10", "R8", "R11"}, loadTwo,
		[][3]string{{"SI", "R13", "R9"}, {"DX", "R14", "R10"}, {"R8", "BX", "R11"}},
		[2][]string{nil, {"MOVQ SI, R13", "MOVQ DX, R14", "MOVQ R8, BX"}},
		[]func(w *writer, row, to int, masked bool){fitTerm},
	},
	{
		"fitAndStepSums", "(fits, steps, h *float64, hStride int, a *float64, aStride int, b *float64, bStride int, after *float64, width, count int)",
		[]string{"fits", "steps", "h", "hStride", "a", "aStride", "b", "bStride", "after", "width", "count"},
		[]string{"", "", "SI", "R9", "DX", "R10", "R8", "R11"}, loadTwo,
		[][3]string{{"SI", "R13", "R9"}, {"DX", "R14", "R10"}, {"R8", "BX", "R11"}, {"R13", "CX", "R9"}},
		[2][]string{{"MOVQ after+64(FP), CX"}, {"MOVQ after+64(FP), R13", "MOVQ DX, R14", "MOVQ R8, BX"}},
		[]func(w *writer, row, to int, masked bool){fitTerm, stepTerm},
	},
}

// operand is the vector at an address, loaded into vector i if it has to be masked.
func (s simd) operand(w *writer, from string, i int, masked bool) string {
	if !masked {
		return from
	}
	s.load(w, from, i, masked)
	return s.v(i)
}

func (w *writer) rowSum(f rowSum) {
	w.begins(f.name+"256", f.signature, f.arguments, f.registers)
	argument := func(i int) string { return fmt.Sprintf("%s+%d(FP)", f.arguments[i], 8*i) }
	width, count := argument(len(f.arguments)-2), argument(len(f.arguments)-1)
	for _, instruction := range f.start {
		w.op("%s", instruction)
	}
	shifted := map[string]bool{}
	for _, o := range f.operands {
		if !shifted[o[2]] {
			w.op("SHLQ $3, %s", o[2])
		}
		shifted[o[2]] = true
	}
	w.op("MOVQ %s, R12", width)
	w.op("ANDQ $3, R12")
	avx2.mask(w, "R12", "AX")
	w.op("MOVQ %s, R12", width)
	w.op("ANDQ $-4, R12")
	w.op("SHLQ $3, R12") // bytes of whole vectors
	sums := len(f.terms)
	each := func(masked bool, do func(sum, term int)) {
		for s, term := range f.terms {
			for row := range 2 {
				term(w, row, 4+2*s+row, masked)
				do(2*s+row, 4+2*s+row)
			}
		}
	}

	w.label("pair")
	for _, o := range f.operands {
		w.op("LEAQ (%s)(%s*1), %s", o[0], o[2], o[1])
	}
	w.op("CMPQ %s, $2", count)
	w.op("JGT whole")
	for _, instruction := range f.ends[0] {
		w.op("%s", instruction)
	}
	w.op("CMPQ %s, $1", count)
	w.op("JNE whole")
	for _, instruction := range f.ends[1] {
		w.op("%s", instruction)
	}
	w.label("whole")
	for i := range 2 * sums {
		avx2.clear(w, i)
	}
	w.op("XORQ AX, AX")
	w.op("CMPQ AX, R12")
	w.op("JGE tail")
	w.label("vector")
	each(false, func(sum, term int) { w.op("VADDPD Y%d, Y%d, Y%d", term, sum, sum) })
	w.op("ADDQ $32, AX")
	w.op("CMPQ AX, R12")
	w.op("JLT vector")
	w.label("tail")
	w.op("TESTQ $3, %s", width)
	w.op("JZ fold")
	each(true, func(sum, term int) {
		w.op("VMOVQ X%d, X8", term) // what is added to the other lanes is 0
		w.op("VADDPD Y8, Y%d, Y%d", sum, sum)
		w.op("VPSRLDQ $8, X%d, X8", term)
		w.op("VADDPD Y8, Y%d, Y%d", sum, sum)
		w.op("VEXTRACTF128 $1, Y%d, X8", term)
		w.op("VADDPD Y8, Y%d, Y%d", sum, sum)
	})
	w.label("fold")
	for s := range sums {
		w.op("VHADDPD Y%d, Y%d, Y%d", 2*s+1, 2*s, 2*s)
		w.op("VEXTRACTF128 $1, Y%d, X8", 2*s)
		w.op("VADDPD X8, X%d, X%d", 2*s, 2*s)
	}
	w.op("CMPQ %s, $1", count)
	w.op("JEQ last")
	for s := range sums {
		w.op("MOVQ %s, AX", argument(s))
		w.op("VMOVUPD X%d, (AX)", 2*s)
		w.op("ADDQ $16, %s", argument(s))
	}
	for _, o := range f.operands { // in this order: a first row may be another's second
		w.op("LEAQ (%s)(%s*1), %s", o[1], o[2], o[0])
	}
	w.op("SUBQ $2, %s", count)
	w.op("JNZ pair")
	w.op("VZEROUPPER")
	w.op("RET")
	w.label("last")
	for s := range sums {
		w.op("MOVQ %s, AX", argument(s))
		w.op("VMOVSD X%d, (AX)", 2*s)
	}
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
