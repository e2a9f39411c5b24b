package asmgen

import "fmt"

// widen writes the conversion of n uint8 or float32, of so many bytes, to float64, n a positive multiple of 8.
func (w *writer) widen(s simd, name, goType string, bytes int) {
	w.begins(fmt.Sprintf("%s%d", name, s.bits), fmt.Sprintf("(dst *float64, x *%s, n int)", goType),
		[]string{"dst", "x", "n"}, []string{"DI", "SI", "CX"})
	s.take(w, 0, "entries as integers")
	s.take(w, 1, "entries as float64")
	w.label("eight")
	for v := range 8 / s.columns {
		source := at(bytes*s.columns*v, "(SI)")
		if bytes == 1 {
			half := map[int]string{512: "Y0", 256: "X0"}[s.bits]
			w.op("VPMOVZXBD %s, %s", source, half)
			w.op("VCVTDQ2PD %s, %s", half, s.v(1))
		} else {
			w.op("VCVTPS2PD %s, %s", source, s.v(1))
		}
		w.op("VMOVUPD %s, %s", s.v(1), at(s.bytes*v, "(DI)"))
	}
	w.op("ADDQ $%d, SI", 8*bytes)
	w.op("ADDQ $64, DI")
	w.op("SUBQ $8, CX")
	w.op("JNZ eight")
	w.ends()
}
