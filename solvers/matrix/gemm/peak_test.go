package gemm

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// BenchmarkTile measures the peak: one full tile on operands in the first-level cache.
func BenchmarkTile(b *testing.B) {
	for _, k := range []int{4, 20, 64, 128, 256} {
		for _, ker := range kernels {
			b.Run(fmt.Sprintf("%s/k=%d", ker.name, k), func(b *testing.B) {
				t := tile{
					k: k, a: make([]float64, ker.rows*(k+8)), aStride: k + 8, aStep: 1,
					b: make([]float64, ker.width*k), bStride: ker.width,
					c: make([]float64, ker.rows*ker.width), cStride: ker.width, alpha: 1,
				}
				best := math.Inf(1)
				for b.Loop() {
					start := time.Now()
					for range 100 {
						ker.run(&t, ker.rows, ker.width)
					}
					best = min(best, time.Since(start).Seconds())
				}
				b.ReportMetric(200*float64(ker.rows*ker.width*k)/best/1e9, "best-GFLOP/s")
			})
		}
	}
}
