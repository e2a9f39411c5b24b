package reports

import (
	"errors"
	"runtime"
	"sync"
)

// Each calls do for 0 to n-1, as many at a time as there are processors, and returns their errors, joined in that order.
func Each(n int, do func(i int) error) error {
	errs := make([]error, n)
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				errs[i] = do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
	return errors.Join(errs...)
}
