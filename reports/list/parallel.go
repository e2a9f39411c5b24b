package list

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel calls do for 0 to n-1, in as many goroutines as there are processors.
func Parallel(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
