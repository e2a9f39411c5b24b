package asmgen

import "fmt"

// tileStubs declares the tile functions and tables them by height, vectors and mask.
func tileStubs() []byte {
	w := new(writer)
	w.WriteString(generated)
	w.WriteString("package gemm\n\n")
	kinds := []struct {
		table         string
		rows, vectors int
		name          func(h, v int) string
	}{
		{"tiles512", avx512Rows, avx512Vectors, func(h, v int) string { return avx512Name(h, v, false) }},
		{"tiles512h", avx512Rows, avx512Vectors, func(h, v int) string { return avx512Name(h, v, true) }},
		{"tiles256", avx2Rows, avx2Vectors, func(h, v int) string { return avx2Name(h, v, false) }},
		{"tiles256m", avx2Rows, avx2Vectors, func(h, v int) string { return avx2Name(h, v, true) }},
	}
	for _, k := range kinds {
		for h := 1; h <= k.rows; h++ {
			for v := 1; v <= k.vectors; v++ {
				fmt.Fprintf(w, "//go:noescape\nfunc %s(t *tile)\n\n", k.name(h, v))
			}
		}
	}
	w.WriteString("// The tile functions by rows-1 and vectors-1: with a last vector of half width (h), with a masked last vector (m).\nvar (\n")
	for _, k := range kinds {
		w.table(k.table, k.rows, k.vectors, k.name)
	}
	w.WriteString(")\n")
	return formatted(w)
}

func (w *writer) table(name string, rows, vectors int, function func(h, v int) string) {
	fmt.Fprintf(w, "%s = [%d][%d]func(*tile){\n", name, rows, vectors)
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
