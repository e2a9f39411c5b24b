package run

import (
	"sync"

	"nmfrepro/datasets/budget"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Buffers of a unit, counted in multiples of the factors and of the data: for example the samples that it draws, and WH.
const (
	likeFactors = 6
	likeData    = 2
)

// Memory estimates the bytes that the unit needs beside its data set, which it shares with others.
func (j *Unit) Memory() float64 {
	if j.custom != nil {
		return 0
	}
	m, n := j.source.Size()
	numbers := likeData*float64(m)*float64(n) + likeFactors*float64(j.Unit.Rank)*float64(m+n)
	if j.solver == nil {
		return budget.Float64 * numbers
	}
	return budget.Float64*numbers + solvers.Memory(j.solver, solvers.Problem{X: shape{m: m, n: n}, Rank: j.Unit.Rank})
}

// shape is a matrix of which only the size is known.
type shape struct {
	matrix.Matrix
	m, n int
}

func (s shape) Dims() (rows, cols int) { return s.m, s.n }

// Room is the memory that units share while they run: the budget, for the sum of what they need.
type Room struct {
	mu   sync.Mutex
	free *sync.Cond
	used float64
}

// NewRoom is the budget, of which nothing is taken yet.
func NewRoom() *Room {
	r := &Room{}
	r.free = sync.NewCond(&r.mu)
	return r
}

// Take waits until there is room for so many bytes. A unit that needs more than the budget takes all of it; when it runs, it
// fails with both figures.
func (r *Room) Take(bytes float64) (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.used > 0 && r.used+bytes > float64(budget.Limit()) {
		r.free.Wait()
	}
	r.used += bytes
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.used -= bytes
		r.free.Broadcast()
	}
}
