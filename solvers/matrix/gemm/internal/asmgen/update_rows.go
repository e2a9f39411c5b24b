package asmgen

import "fmt"

// The updates of rows walk down one vector of columns after the other, so that what belongs to columns and what a row
// needs of the one before stay in registers. Quotients and roots, for which the CPU has one unit, go on meanwhile.

// operands are the matrices of an update: their fields in its description and the registers of their rows and strides.
type operands struct {
	fields        []string
	rows, strides []string
}

// columns writes the loop over vectors of columns; BX is their offset in a row. pass is what is done before the rows and, from
// its label on, for a row; end comes after them.
func (w *writer) columns(s simd, description string, o operands, pass func(masked bool, label func(string) string), end func(masked bool)) {
	w.op("MOVQ p+0(FP), DI")
	for i, field := range o.fields {
		w.op("MOVQ %s_%sStride(DI), %s", description, field, o.strides[i])
		w.op("SHLQ $3, %s", o.strides[i])
	}
	w.op("XORQ BX, BX")
	for _, masked := range []bool{false, true} {
		label := func(name string) string {
			if masked {
				return name + "Tail"
			}
			return name
		}
		w.label(label("columns"))
		w.op("MOVQ %s_width(DI), CX", description)
		w.op("MOVQ BX, AX")
		w.op("SHRQ $3, AX")
		w.op("SUBQ AX, CX") // columns left
		if masked {
			w.op("JZ done")
			s.mask(w, "CX", "AX")
		} else {
			w.op("CMPQ CX, $%d", s.columns)
			w.op("JLT columnsTail")
		}
		for i, field := range o.fields {
			w.op("MOVQ %s_%s(DI), %s", description, field, o.rows[i])
			w.op("ADDQ BX, %s", o.rows[i])
		}
		w.op("MOVQ %s_count(DI), CX", description)
		pass(masked, label)
		for i := range o.fields {
			w.op("ADDQ %s, %s", o.strides[i], o.rows[i])
		}
		w.op("DECQ CX")
		w.op("JNZ %s", label("row"))
		if end != nil {
			end(masked)
		}
		if !masked {
			w.op("ADDQ $%d, BX", s.bytes)
			w.op("JMP columns")
		}
	}
	w.label("done")
	w.op("VZEROUPPER")
	w.op("RET")
}

// root sets vector num to sqrt(num / max(den, floor)); the maximum is that of quotient.
func (s simd) root(w *writer, num, den, floor int) {
	w.op("VMAXPD %s, %s, %s", s.v(den), s.v(floor), s.v(den))
	w.op("VDIVPD %s, %s, %s", s.v(den), s.v(num), s.v(num))
	w.op("VSQRTPD %s, %s", s.v(num), s.v(num))
}

// updateChain writes the update of rows that are pulled to their neighbours; see gemm.Chain.
func (w *writer) updateChain(s simd) {
	w.begins(fmt.Sprintf("updateChain%d", s.bits), "(p *chain)", []string{"p"}, nil)
	const prev, h, next, left, right, num, den, floor, t, scale = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	v := s.v
	w.op("MOVQ p+0(FP), DI")
	w.op("VBROADCASTSD chain_floor(DI), %s", v(floor))
	o := operands{[]string{"h", "num", "den", "scaled"}, []string{"SI", "DX", "R8", "R9"}, []string{"R11", "R12", "R13", "R14"}}
	w.columns(s, "chain", o, func(masked bool, label func(string) string) {
		w.op("MOVQ chain_before(DI), AX")
		s.load(w, "(AX)(BX*1)", prev, masked)
		s.load(w, "(SI)", h, masked)
		w.op("XORQ R10, R10") // offset of the row's entry of pull, norm and scale
		w.label(label("row"))
		w.op("LEAQ (SI)(R11*1), AX")
		w.op("CMPQ CX, $1")
		w.op("JNE %s", label("inside"))
		w.op("MOVQ chain_after(DI), AX")
		w.op("ADDQ BX, AX")
		w.label(label("inside"))
		s.load(w, "(AX)", next, masked)
		for _, c := range []struct {
			field  string
			offset int
			to     int
		}{{"norm", 0, t}, {"pull", 0, left}, {"pull", 8, right}, {"scale", 0, scale}} {
			w.op("MOVQ chain_%s(DI), AX", c.field)
			w.op("VBROADCASTSD %s, %s", at(c.offset, "(AX)(R10*1)"), v(c.to))
		}
		w.op("VMULPD %s, %s, %s", v(t), v(left), v(left))
		w.op("VMULPD %s, %s, %s", v(t), v(right), v(right))
		w.op("VMULPD %s, %s, %s", v(prev), v(left), v(num))
		w.op("VMULPD %s, %s, %s", v(next), v(right), v(t))
		w.op("VADDPD %s, %s, %s", v(t), v(num), v(num))
		s.load(w, "(DX)", t, masked)
		w.op("VADDPD %s, %s, %s", v(num), v(t), v(num))
		w.op("VADDPD %s, %s, %s", v(right), v(left), v(left))
		w.op("VMULPD %s, %s, %s", v(h), v(left), v(left))
		s.load(w, "(R8)", den, masked)
		w.op("VADDPD %s, %s, %s", v(left), v(den), v(den))
		s.root(w, num, den, floor)
		w.op("VMULPD %s, %s, %s", v(num), v(h), v(num))
		s.store(w, num, "(SI)", masked)
		w.op("VMULPD %s, %s, %s", v(num), v(scale), v(num))
		s.store(w, num, "(R9)", masked)
		w.op("VMOVAPD %s, %s", v(h), v(prev))
		w.op("VMOVAPD %s, %s", v(next), v(h))
		w.op("ADDQ $8, R10")
	}, nil)
}

// updateApart writes the update of rows of a component that is kept apart from others; see gemm.UpdateApart.
func (w *writer) updateApart(s simd) {
	w.begins(fmt.Sprintf("updateApart%d", s.bits), "(p *apart)", []string{"p"}, nil)
	const mixed, equal, pg, t, zero, floor, total = 0, 1, 2, 3, 4, 5, 6
	const ps, sum, ss, across, inner, outer = 8, 9, 10, 11, 12, 13
	v := s.v
	w.op("MOVQ p+0(FP), DI")
	for _, c := range []struct {
		field string
		to    int
	}{{"floor", floor}, {"ss", ss}, {"across", across}, {"inner", inner}, {"outer", outer}} {
		w.op("VBROADCASTSD apart_%s(DI), %s", c.field, v(c.to))
	}
	s.clear(w, zero)
	o := operands{[]string{"h", "num", "den", "pg"}, []string{"SI", "DX", "R8", "R9"}, []string{"R11", "R12", "R13", "R14"}}
	w.columns(s, "apart", o, func(masked bool, label func(string) string) {
		for _, c := range []struct {
			field string
			to    int
		}{{"ps", ps}, {"sum", sum}, {"total", total}} {
			w.op("MOVQ apart_%s(DI), AX", c.field)
			s.load(w, "(AX)(BX*1)", c.to, masked)
		}
		w.op("MOVQ apart_width(DI), AX")
		w.op("MOVQ apart_pg(DI), R10")
		w.op("LEAQ (R10)(AX*8), R10") // sᵀg, behind the row of pg
		w.label(label("row"))
		w.op("VBROADCASTSD (R10), %s", v(mixed))
		w.op("VSUBPD %s, %s, %s", v(mixed), v(ss), v(equal))
		s.load(w, "(R9)", pg, masked)
		w.op("VMULPD %s, %s, %s", v(mixed), v(sum), v(mixed))
		w.op("VADDPD %s, %s, %s", v(mixed), v(ps), v(mixed))
		w.op("VADDPD %s, %s, %s", v(pg), v(pg), v(t))
		w.op("VSUBPD %s, %s, %s", v(t), v(mixed), v(mixed))
		w.op("VMAXPD %s, %s, %s", v(mixed), v(zero), v(mixed))
		w.op("VMULPD %s, %s, %s", v(equal), v(sum), v(equal))
		w.op("VSUBPD %s, %s, %s", v(ps), v(equal), v(equal))
		w.op("VADDPD %s, %s, %s", v(pg), v(equal), v(equal))
		w.op("VMAXPD %s, %s, %s", v(equal), v(zero), v(equal))
		w.op("VMULPD %s, %s, %s", v(mixed), v(across), v(mixed))
		s.load(w, "(DX)", t, masked)
		w.op("VADDPD %s, %s, %s", v(mixed), v(t), v(mixed))
		w.op("VMULPD %s, %s, %s", v(equal), v(inner), v(equal))
		w.op("VMULPD %s, %s, %s", v(pg), v(outer), v(pg))
		w.op("VADDPD %s, %s, %s", v(pg), v(equal), v(equal))
		s.load(w, "(R8)", t, masked)
		w.op("VADDPD %s, %s, %s", v(equal), v(t), v(equal))
		s.root(w, mixed, equal, floor)
		s.load(w, "(SI)", t, masked)
		w.op("VMULPD %s, %s, %s", v(mixed), v(t), v(mixed))
		s.store(w, mixed, "(SI)", masked)
		w.op("VADDPD %s, %s, %s", v(mixed), v(total), v(total))
		w.op("ADDQ R14, R10")
	}, func(masked bool) {
		w.op("MOVQ apart_total(DI), AX")
		s.store(w, total, "(AX)(BX*1)", masked)
	})
}
