package asmgen

import (
	"fmt"
	"go/format"
)

// tileStubs declares the tile functions and tables them by height, vectors and mask.
func tileStubs() []byte {
	w := new(writer)
	w.WriteString(generated)
	w.WriteString("package gemm\n\n")
	for h := 1; h <= avx512Rows; h++ {
		for v := 1; v <= avx512Vectors; v++ {
			fmt.Fprintf(w, "//go:noescape\nfunc tile512x%dx%d(t *tile)\n\n", h, v)
		}
	}
	for h := 1; h <= avx2Rows; h++ {
		for v := 1; v <= avx2Vectors; v++ {
			fmt.Fprintf(w, "//go:noescape\nfunc %s(t *tile)\n\n//go:noescape\nfunc %s(t *tile)\n\n", avx2Name(h, v, false), avx2Name(h, v, true))
		}
	}
	w.WriteString("// The tile functions by rows-1 and vectors-1; the second table of AVX2 masks the last vector.\nvar (\n")
	w.table("tiles512", avx512Rows, avx512Vectors, func(h, v int) string { return fmt.Sprintf("tile512x%dx%d", h, v) })
	w.table("tiles256", avx2Rows, avx2Vectors, func(h, v int) string { return avx2Name(h, v, false) })
	w.table("tiles256m", avx2Rows, avx2Vectors, func(h, v int) string { return avx2Name(h, v, true) })
	w.WriteString(")\n")
	text, err := format.Source(w.Bytes())
	if err != nil {
		panic("asmgen: " + err.Error())
	}
	return text
}

func (w *writer) table(name string, rows, vectors int, function func(h, v int) string) {
	fmt.Fprintf(w, "%s = [][%d]func(*tile){\n", name, vectors)
	for h := 1; h <= rows; h++ {
		w.WriteString("{")
		for v := 1; v <= vectors; v++ {
			if v > 1 {
				w.WriteString(", ")
			}
			w.WriteString(function(h, v))
		}
		w.WriteString("},\n")
	}
	w.WriteString("}\n")
}
