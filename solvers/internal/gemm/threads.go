package gemm

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
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

// jobs are parts of products that nobody has begun.
var jobs = make(chan job, 64)

// workers run jobs. They are started once, when first needed, so that a product starts no goroutine.
var workers struct {
	sync.Mutex
	started int
}

func startWorkers(n int) {
	workers.Lock()
	defer workers.Unlock()
	for ; workers.started < n; workers.started++ {
		go func() {
			for {
				nextJob().run()
			}
		}()
	}
}

// wakeful is how long a worker looks for work before it sleeps. Products of a step follow on each other within less, and to wake
// a thread may take as long as a product.
const wakeful = time.Millisecond

func nextJob() job {
	for began := time.Now(); time.Since(began) < wakeful; runtime.Gosched() {
		select {
		case j := <-jobs:
			return j
		default:
		}
	}
	return <-jobs
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

// give leaves the work in other to a worker, or does it at once if there is too much to do.
func (w *workspace) give(other *workspace, ker *kernel, do func(*workspace, *kernel)) {
	w.pending.Add(1)
	j := job{other, ker, do, &w.pending}
	select {
	case jobs <- j:
	default:
		j.run()
	}
}

// task is a kind of work that can be divided.
type task struct {
	share func(on, all *workspace, ker *kernel, part, parts int) // gives a workspace its part of the work in another, or in itself
	do    func(*workspace, *kernel)
}

// run does the work that lies in w, in parts, and releases w. Parts compute different entries, so that any number of them
// gives the same bits.
func (w *workspace) run(t task, parts int) {
	ker := active.Load()
	for part := parts - 1; part > 0; part-- {
		other := newWorkspace()
		t.share(other, w, ker, part, parts)
		w.give(other, ker, t.do)
	}
	t.share(w, w, ker, 0, parts)
	t.do(w, ker)
	help()
	w.pending.Wait()
	w.release()
}

// help runs the jobs that no worker has come to, rather than wait for one.
func help() {
	for {
		select {
		case j := <-jobs:
			j.run()
		default:
			return
		}
	}
}

// cut returns where part begins when n is divided into parts at multiples of unit.
func cut(n, unit, part, parts int) int {
	units := (n + unit - 1) / unit
	return min(n, units*part/parts*unit)
}
