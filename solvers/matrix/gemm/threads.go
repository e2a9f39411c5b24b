package gemm

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// threads is how many goroutines a large product may use.
var threads atomic.Int32

// SetThreads lets large products run on up to n goroutines; the default is one. Results have the same bits for every n.
// It panics unless n is positive.
func SetThreads(n int) {
	if n < 1 {
		panic(fmt.Sprintf("gemm: threads = %d, want ≥ 1", n))
	}
	threads.Store(int32(n))
}

// Threads returns the number that SetThreads set.
func Threads() int { return max(1, int(threads.Load())) }

// parallelTerms is the number of multiply-adds below which a second thread costs more than it saves.
const parallelTerms = 1 << 20

// job is one part of a product for a worker.
type job struct {
	w    *workspace
	ker  *kernel
	done *sync.WaitGroup
}

func (j job) run() {
	j.w.multiply(j.ker, &j.w.product)
	j.w.release()
	j.done.Done()
}

// workers run jobs. They are started once, when first needed, so that a product starts no goroutine.
var workers struct {
	sync.Mutex
	started int
	jobs    chan job
}

func startWorkers(n int) {
	workers.Lock()
	defer workers.Unlock()
	if workers.jobs == nil {
		workers.jobs = make(chan job)
	}
	for ; workers.started < n; workers.started++ {
		go func() {
			for j := range workers.jobs {
				j.run()
			}
		}()
	}
}

// run computes p, in parts where it is large: entries of C are independent, so any partition gives the same bits.
func (p product) run() {
	ker := active.Load()
	w := newWorkspace()
	w.product = p
	parts := Threads()
	if float64(p.m)*float64(p.n)*float64(p.k) < parallelTerms {
		parts = 1
	}
	if parts > 1 {
		startWorkers(parts - 1)
	}
	for part := parts - 1; part > 0; part-- {
		other := newWorkspace()
		other.product = p.share(ker, part, parts)
		w.pending.Add(1)
		select {
		case workers.jobs <- job{other, ker, &w.pending}:
		default: // every worker is busy with another product
			job{other, ker, &w.pending}.run()
		}
	}
	w.product = p.share(ker, 0, parts)
	w.multiply(ker, &w.product)
	w.pending.Wait()
	w.release()
}

// share returns one of parts about equal parts of p: rows of C, or columns where C is wide; either may be empty.
func (p product) share(ker *kernel, part, parts int) product {
	if p.part == whole && p.n > p.m {
		from, to := cut(p.n, ker.width, part, parts), cut(p.n, ker.width, part+1, parts)
		p.n = to - from
		if p.n > 0 {
			p.b, p.c = p.b.from(0, from), p.c[from:]
		}
		return p
	}
	p.from, p.to = cut(p.m, ker.rows, part, parts), cut(p.m, ker.rows, part+1, parts)
	return p
}

// cut is where part begins when n is divided into parts at multiples of unit.
func cut(n, unit, part, parts int) int {
	units := (n + unit - 1) / unit
	return min(n, units*part/parts*unit)
}
