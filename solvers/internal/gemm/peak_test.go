package gemm

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// peak is the speed of one full tile on operands in the first-level cache.
type peak struct {
	ker  *kernel
	tile tile
	best float64
}

func newPeak(ker *kernel, k int) *peak {
	return &peak{ker: ker, best: math.Inf(1), tile: tile{
		k: k, a: make([]float64, ker.rows*(k+8)), aStride: k + 8, aStep: 1,
		b: make([]float64, ker.width*k), bStride: ker.width,
		c: make([]float64, ker.rows*ker.width), cStride: ker.width, alpha: 1,
	}}
}

const tilesAtATime = 50

func (p *peak) try() {
	p.ker.run(&p.tile, p.ker.rows, p.ker.width) // brings the operands back into the cache
	start := time.Now()
	for range tilesAtATime {
		p.ker.run(&p.tile, p.ker.rows, p.ker.width)
	}
	p.best = min(p.best, time.Since(start).Seconds())
}

// rate returns the best GFLOP/s so far.
func (p *peak) rate() float64 {
	return 2 * tilesAtATime * float64(p.ker.rows*p.ker.width*p.tile.k) / p.best / 1e9
}

// BenchmarkTile measures the peak of each kernel.
func BenchmarkTile(b *testing.B) {
	for _, k := range []int{4, 20, 64, 128, 256} {
		for _, name := range Kernels() {
			b.Run(fmt.Sprintf("k=%d/impl=%s", k, name), func(b *testing.B) {
				ker, err := choose(name)
				if err != nil {
					b.Fatal(err)
				}
				p := newPeak(ker, k)
				for b.Loop() {
					p.try()
				}
				b.ReportMetric(p.rate(), "GFLOP/s")
			})
		}
	}
}
