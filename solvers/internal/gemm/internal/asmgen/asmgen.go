// Package asmgen writes the amd64 assembly of package gemm, for AVX-512 and for AVX2, with the Go declarations that it uses.
//
// The text is a function of this package alone, so that its test can compare it with the files that are checked in; go generate
// in package gemm runs that test with -generate, which rewrites them. What registers hold is counted while a function is written:
// one that nothing was taken in cannot be used, and one that holds something cannot be taken again before it is released.
package asmgen

// Files returns the generated files by name.
func Files() map[string][]byte {
	wide, narrow, tileStubs := tiles()
	pack, packStubs := packing()
	vector, vectorStubs := vectors()
	follow, followStubs := following()
	conjugate, conjugateStubs := conjugation()
	loss, lossStubs := losses()
	return map[string][]byte{
		"tile_avx512_amd64.s": wide,
		"tile_avx2_amd64.s":   narrow,
		"tile_amd64.go":       tileStubs,
		"pack_amd64.s":        pack,
		"pack_amd64.go":       packStubs,
		"vector_amd64.s":      vector,
		"vector_amd64.go":     vectorStubs,
		"follow_amd64.s":      follow,
		"follow_amd64.go":     followStubs,
		"conjugate_amd64.s":   conjugate,
		"conjugate_amd64.go":  conjugateStubs,
		"losses_amd64.s":      loss,
		"losses_amd64.go":     lossStubs,
	}
}
