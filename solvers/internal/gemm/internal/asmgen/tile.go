package asmgen

import (
	"fmt"
	"slices"
	"strings"
)

// What the tiles of both instruction sets share: the registers of memory, the walk through A and B, and the way to C.

// row names row i of a matrix that is addressed through three base registers, 3 rows apart, and the row stride.
func row(bases [3]string, stride string, i int) string {
	switch base := bases[i/3]; i % 3 {
	case 1:
		return fmt.Sprintf("(%s)(%s*1)", base, stride)
	case 2:
		return fmt.Sprintf("(%s)(%s*2)", base, stride)
	default:
		return fmt.Sprintf("(%s)", base)
	}
}

// Registers of a tile function. A and C are addressed by row; B is walked one row a step.
const (
	regTile    = "DI"
	regK       = "CX"
	regAStride = "R8" // bytes from row to row of op(A)
	regAStep   = "R9" // bytes from column to column of op(A)
	regB       = "BX"
	regBStride = "DX"
	regCStride = "R12"
	regANext   = "R13" // first row of A, kept for the next tile below
	regCNext   = "SI"  // first row of C, likewise
	regFetch   = "R14" // first row of A of the next tile below
)

var (
	regA = [3]string{"AX", "R10", "R11"}
	regC = [3]string{"AX", "R10", "R11"} // A is no longer needed then
)

// beginsTile starts a tile function and reads the tile's description.
func (w *writer) beginsTile(name string) {
	w.begins(name, "(t *tile)", []string{"t"}, []string{regTile})
	for _, field := range []struct{ name, r string }{
		{"a", regANext}, {"c", regCNext}, {"aStride", regAStride}, {"aStep", regAStep}, {"bStride", regBStride},
	} {
		w.hold(field.r, field.name)
		w.op("MOVQ tile_%s(%s), %s", field.name, regTile, field.r)
	}
	for _, stride := range []string{regAStride, regAStep, regBStride} {
		w.op("SHLQ $3, %s", stride)
	}
	w.take(regK, "terms left")
	w.take(regB, "where B is read")
	w.take(regCStride, "the stride of C, or a temporary")
}

// bases sets the further base registers for a tile of the given height.
func (w *writer) bases(regs [3]string, stride string, height int) {
	for g := 1; 3*g < height; g++ {
		w.op("LEAQ (%s)(%s*2), %s", regs[g-1], stride, regs[g])
		w.op("ADDQ %s, %s", stride, regs[g])
	}
}

// takeRows and releaseRows keep count of the base registers of A or C.
func (w *writer) takeRows(regs [3]string, of string) {
	for _, r := range regs {
		w.take(r, "rows 0, 3 and 6 of "+of)
	}
}

func (w *writer) releaseRows(regs [3]string) { w.release(regs[:]...) }

// operands points at the operands of the tile to come.
func (w *writer) operands(height, full int) {
	w.op("MOVQ tile_k(%s), %s", regTile, regK)
	w.takeRows(regA, "op(A)")
	w.op("MOVQ %s, %s", regANext, regA[0])
	w.op("MOVQ tile_b(%s), %s", regTile, regB)
	w.bases(regA, regAStride, height)
	if height == full {
		w.op("LEAQ (%s)(%s*%d), %s", regANext, regAStride, height, w.take(regFetch, "the next tile of op(A)"))
	}
}

// fetch asks for one cache line of the next tile of A below, another one at each step: row k mod 8, columns from k - k mod 8,
// where k counts down. The hardware does not see these streams in time, as each is only 2 KiB long. Where op(A) is
// transposed the address is of no use and does no harm.
func (w *writer) fetch(height, full int) {
	if height < full {
		return
	}
	w.note("one line of the next tile of op(A)")
	w.release(regTile) // it comes back with result
	w.hold(regTile, "where to fetch from")
	w.op("MOVQ %s, %s", regK, regTile)
	w.op("MOVQ %s, %s", regK, regCStride)
	w.op("ANDQ $%d, %s", full-1, regTile)
	w.op("ANDQ $-%d, %s", full, regCStride)
	w.op("IMULQ %s, %s", regAStride, regTile)
	w.op("ADDQ %s, %s", regFetch, regTile)
	w.op("PREFETCHT1 (%s)(%s*8)", regTile, regCStride)
	w.release(regFetch)
}

// advance moves A and B to the next step of the sum.
func (w *writer) advance(height int) {
	for g := 0; 3*g < height; g++ {
		w.op("ADDQ %s, %s", regAStep, regA[g])
	}
	w.op("ADDQ %s, %s", regBStride, regB)
}

// result points the C registers at the tile's result.
func (w *writer) result(height int) {
	w.op("MOVQ t+0(FP), %s", regTile)
	w.takeRows(regC, "C")
	w.op("MOVQ %s, %s", regCNext, regC[0])
	w.op("MOVQ tile_cStride(%s), %s", regTile, regCStride)
	w.op("SHLQ $3, %s", regCStride)
	w.bases(regC, regCStride, height)
}

// fetchResult asks for the cache lines of C that the tile will write, so that they come while it sums.
func (w *writer) fetchResult(height, bytes int) {
	w.note("the lines of C, while the terms are summed")
	w.result(height)
	for i := range height {
		for off := 0; off < bytes; off += 64 {
			w.op("PREFETCHT0 %s", at(off, row(regC, regCStride, i)))
		}
	}
	w.releaseRows(regC)
}

// endsTile returns, or goes on with the tile below. Only tiles of full height come in stacks, whose height is a power of 2
// and can be a scale factor.
func (w *writer) endsTile(height, full int) {
	if height == full {
		w.note("the tile below")
		w.op("LEAQ (%s)(%s*%d), %s", regANext, regAStride, height, regANext)
		w.op("LEAQ (%s)(%s*%d), %s", regCNext, regCStride, height, regCNext)
		w.op("DECQ tile_stack(%s)", regTile)
		w.op("JNZ tile")
	}
	w.ends()
}

// tileSet is the tiles of one instruction set.
type tileSet struct {
	bits          int
	rows, vectors int
	ends          []string // of the names, a function each: "m" for one that masks the last vector where others do not
}

func (t tileSet) name(h, v int, end string) string {
	return fmt.Sprintf("tile%dx%dx%d%s", t.bits, h, v, end)
}

// assembly writes the functions.
func (t tileSet) assembly(write func(w *writer, h, v int, end string)) *writer {
	w := newAssembly()
	for h := 1; h <= t.rows; h++ {
		for v := 1; v <= t.vectors; v++ {
			for _, end := range t.ends {
				write(w, h, v, end)
			}
		}
	}
	return w
}

// tables lists them by height and vectors.
func (t tileSet) tables() string {
	var text strings.Builder
	for _, end := range t.ends {
		fmt.Fprintf(&text, "tiles%d%s = [%d][%d]func(*tile){\n", t.bits, end, t.rows, t.vectors)
		for h := 1; h <= t.rows; h++ {
			var names []string
			for v := 1; v <= t.vectors; v++ {
				names = append(names, t.name(h, v, end))
			}
			fmt.Fprintf(&text, "{%s},\n", strings.Join(names, ", "))
		}
		text.WriteString("}\n")
	}
	return text.String()
}

// tiles writes the tile functions, their declarations and tables.
func tiles() (wide, narrow, stubs []byte) {
	w512, w256 := tiles512.assembly((*writer).avx512Tile), tiles256.assembly((*writer).avx2Tile)
	all := writer{declared: slices.Concat(w512.declared, w256.declared)}
	const about = "The tile functions by rows-1 and vectors-1; m is for a last vector that is not whole, which AVX-512 always masks."
	return w512.Bytes(), w256.Bytes(), all.stubs("", "\n// "+about+"\nvar (\n"+tiles512.tables()+tiles256.tables()+")\n")
}
