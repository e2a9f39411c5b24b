package tabular

import (
	"runtime/debug"

	"nmfrepro/datasets/budget"
)

// pile holds numbers whose count is not known beforehand. They lie in blocks, so that reading on copies nothing.
type pile struct {
	blocks [][]float64
	count  int
}

const (
	blockValues = 1 << 17 // 1 MiB
	returned    = 64      // blocks after whose copy their memory goes back to the system
)

func (v *pile) add(x float64) {
	last := len(v.blocks) - 1
	if last < 0 || len(v.blocks[last]) == blockValues {
		size := 0
		if last >= 0 { // small files take little
			size = blockValues
		}
		v.blocks = append(v.blocks, make([]float64, 0, size))
		last++
	}
	v.blocks[last] = append(v.blocks[last], x)
	v.count++
}

// bytes returns the memory that the values take.
func (v *pile) bytes() float64 { return budget.Float64 * float64(v.count) }

// whole returns the numbers in one piece. What is copied is given back as it goes, so that both are never there as a whole.
func (v *pile) whole() []float64 {
	if len(v.blocks) == 1 {
		return v.blocks[0]
	}
	out := make([]float64, 0, v.count)
	for i, block := range v.blocks {
		out = append(out, block...)
		if v.blocks[i] = nil; i%returned == returned-1 {
			debug.FreeOSMemory()
		}
	}
	return out
}
