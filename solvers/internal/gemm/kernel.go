package gemm

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"unsafe"
)

// blockK is the number of terms that are summed before the sum is added to C. It is part of the definition of the
// result, so changing it changes bits. 256 keeps a tile of A (8 rows, 16 KiB) in the first-level cache.
const blockK = 256

// tile is one call of a kernel: c = alpha·a·b, added to c unless add is 0. Strides are counted in entries.
type tile struct {
	k              int       // terms of the sum, at least 1
	a              []float64 // (i, k) at i·aStride + k·aStep
	aStride, aStep int
	b              []float64 // (k, j) at k·bStride + j
	bStride        int
	c              []float64 // (i, j) at i·cStride + j
	cStride        int
	stack          int // tiles to do one below the other, counted by the kernel itself
	alpha          float64
	add            int
	mask           int // what the last vector of a row holds, in the kernel's own code
}

// kernel is one implementation of the package's sums.
type kernel struct {
	name   string
	rows   int // most rows of a tile
	vector int // columns in a vector
	width  int // most columns of a tile, a multiple of vector
	usable func() bool
	run    func(t *tile, rows, cols int) // 1 ≤ rows ≤ k.rows or a multiple of it, 1 ≤ cols ≤ k.width

	// Copies of a block of B into a panel of the given width: of k rows with step 1, or of cols columns with stride 1.
	packRows, packColumns func(out []float64, width int, b operand, cols, k int)

	// fetch asks for the cache lines of a block of memory; nil where that cannot be done.
	fetch func(src unsafe.Pointer, stride, rows, bytes int)

	vectorKernel
	lossKernel

	conjugate conjugateKernel
}

// active is the kernel in use.
var active = func() *atomic.Pointer[kernel] {
	p := new(atomic.Pointer[kernel])
	k, err := choose(os.Getenv("NMFREPRO_KERNEL"))
	if err != nil {
		panic(err) // before main, and only for a variable that somebody set for a test
	}
	p.Store(k)
	return p
}()

// choose returns the named kernel, or the best usable one for the empty name.
func choose(name string) (*kernel, error) {
	for _, k := range kernels {
		if name == "" && k.usable() {
			return k, nil
		}
		if name == k.name {
			if !k.usable() {
				return nil, fmt.Errorf("gemm: kernel %s cannot run on this CPU; usable: %s", name, strings.Join(Kernels(), ", "))
			}
			return k, nil
		}
	}
	return nil, fmt.Errorf("gemm: kernel = %q, want one of %s", name, strings.Join(Kernels(), ", "))
}

// Kernels returns the names of the kernels that run on this CPU, best first.
func Kernels() []string {
	var names []string
	for _, k := range kernels {
		if k.usable() {
			names = append(names, k.name)
		}
	}
	return names
}

// Kernel returns the name of the kernel in use.
func Kernel() string { return active.Load().name }

// Use selects a kernel by name, or the best one for the empty name. It is for tests and measurements: results do not
// depend on it.
func Use(name string) error {
	k, err := choose(name)
	if err != nil {
		return err
	}
	active.Store(k)
	return nil
}
