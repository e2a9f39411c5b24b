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

// job is one part of the work on a product, for a worker; what it works on lies in its workspace.
type job struct {
	w    *workspace
	ker  *kernel
	do   func(*workspace, *kernel)
	done *sync.WaitGroup
}

func (j job) run() {
	j.do(j.w, j.ker)
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

// partsOf tells into how many parts work of so many multiply-adds is divided.
func partsOf(m, n, k int) int {
	parts := Threads()
	if parts == 1 || float64(m)*float64(n)*float64(k) < parallelTerms {
		return 1
	}
	startWorkers(parts - 1)
	return parts
}

// give hands the work in other to a worker, or does it at once if all are busy with other products.
func (w *workspace) give(other *workspace, ker *kernel, do func(*workspace, *kernel)) {
	w.pending.Add(1)
	j := job{other, ker, do, &w.pending}
	select {
	case workers.jobs <- j:
	default:
		j.run()
	}
}

// run computes p, in parts where it is large: entries of C are independent, so any partition gives the same bits.
func (p *product) run() {
	ker, w := active.Load(), newWorkspace()
	parts := partsOf(p.m, p.n, p.k)
	for part := parts - 1; part > 0; part-- {
		other := newWorkspace()
		p.share(&other.product, ker, part, parts)
		w.give(other, ker, multiplyJob)
	}
	p.share(&w.product, ker, 0, parts)
	w.multiply(ker, &w.product)
	w.pending.Wait()
	w.release()
}

func multiplyJob(w *workspace, ker *kernel) { w.multiply(ker, &w.product) }

// share sets s to one of parts about equal parts of p: rows of C, or columns where C is wide; either may be empty.
func (p *product) share(s *product, ker *kernel, part, parts int) {
	*s = *p
	if p.part == whole && p.n > p.m {
		from, to := cut(p.n, ker.width, part, parts), cut(p.n, ker.width, part+1, parts)
		s.n = to - from
		if s.n > 0 {
			s.b, s.c = p.b.from(0, from), p.c[from:]
		}
		return
	}
	s.from, s.to = cut(p.m, ker.rows, part, parts), cut(p.m, ker.rows, part+1, parts)
}

// run computes f, in parts of its rows.
func (f *fused) run() {
	ker, w := active.Load(), newWorkspace()
	parts := partsOf(f.m, f.n, f.r)
	for part := parts - 1; part >= 0; part-- {
		on := w
		if part > 0 {
			on = newWorkspace()
		}
		on.fused = *f
		on.fused.from, on.fused.to = cut(f.m, modelRows, part, parts), cut(f.m, modelRows, part+1, parts)
		if part > 0 {
			w.give(on, ker, ratioJob)
		}
	}
	w.ratioMul(ker, &w.fused)
	w.pending.Wait()
	w.release()
}

func ratioJob(w *workspace, ker *kernel) { w.ratioMul(ker, &w.fused) }

// cut is where part begins when n is divided into parts at multiples of unit.
func cut(n, unit, part, parts int) int {
	units := (n + unit - 1) / unit
	return min(n, units*part/parts*unit)
}
