// Package hungarian solves the assignment problem: rows to columns, one to one, at the greatest value.
package hungarian

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Unassigned marks a row that is left over when there are more rows than columns.
const Unassigned = -1

// rows is a matrix that writes a whole row sooner than entry by entry.
type rows interface{ RowTo(row []float64, i int) }

// Max returns for every row of a p×q matrix of values its column, such that each column is used at most once, min(p, q)
// rows are assigned, and the sum of their values, also returned, is greatest. Which of several optima comes out depends on
// the matrix alone. Entries must be finite.
//
// It is the shortest augmenting path method with dual variables, on negated values: Jonker and Volgenant, Computing 38 (1987),
// without their initial reductions; the rectangular form follows Crouse, IEEE Trans. Aerosp. Electron. Syst. 52 (2016).
// Cost: O(min² · max).
func Max(a mat.Matrix) (columns []int, total float64, err error) {
	p, q := a.Dims()
	negated := func(row []float64, i int) {
		if r, sparse := a.(rows); sparse {
			r.RowTo(row, i)
		} else {
			mat.Row(row, i, a)
		}
		floats.Scale(-1, row)
	}
	row := make([]float64, q)
	for i := range p {
		negated(row, i)
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, 0, fmt.Errorf("hungarian: entry (%d, %d) is %g, want finite values", i+1, j+1, a.At(i, j))
			}
		}
	}
	columns = make([]int, p)
	for i := range columns {
		columns[i] = Unassigned
	}
	if p <= q {
		for j, i := range augment(p, q, negated) {
			if i >= 0 {
				columns[i] = j
			}
		}
	} else {
		for i, j := range augment(q, p, func(row []float64, j int) {
			for i := range row {
				row[i] = -a.At(i, j)
			}
		}) {
			columns[i] = j
		}
	}
	for i, j := range columns {
		if j >= 0 {
			total += a.At(i, j)
		}
	}
	return columns, total, nil
}

// augment assigns p agents to q ≥ p tasks and returns the agent of every task, -1 where idle. u and v are the duals of
// agents and tasks: cost - u[i] - v[j] ≥ 0, with equality on assigned pairs.
func augment(p, q int, cost func(row []float64, i int)) []int {
	s := search{
		cost: cost, row: make([]float64, q), u: make([]float64, p), v: make([]float64, q), agent: make([]int, q),
		dist: make([]float64, q), from: make([]int, q), done: make([]bool, q),
	}
	for j := range s.agent {
		s.agent[j] = Unassigned
	}
	for start := range p {
		last, length := s.shortest(start)
		s.u[start] += length
		for j := range q {
			if s.done[j] && j != last {
				s.u[s.agent[j]] += length - s.dist[j]
				s.v[j] -= length - s.dist[j]
			}
		}
		j := last
		for ; s.from[j] >= 0; j = s.from[j] {
			s.agent[j] = s.agent[s.from[j]]
		}
		s.agent[j] = start
	}
	return s.agent
}

// search is an assignment on its way.
type search struct {
	cost  func(row []float64, i int)
	row   []float64 // costs of an agent
	u, v  []float64 // duals
	agent []int     // of each task
	dist  []float64 // length of the shortest alternating path from the new agent to each task
	from  []int     // task before it on that path
	done  []bool
}

// shortest finds the shortest alternating path from an agent to an idle task, which it returns with the path's length.
func (s *search) shortest(start int) (last int, length float64) {
	for j := range s.dist {
		s.dist[j], s.from[j], s.done[j] = math.Inf(1), Unassigned, false
	}
	i, last := start, Unassigned
	for {
		next := Unassigned
		s.cost(s.row, i)
		for j := range s.dist {
			if s.done[j] {
				continue
			}
			if d := length + s.row[j] - s.u[i] - s.v[j]; d < s.dist[j] {
				s.dist[j], s.from[j] = d, last
			}
			if next < 0 || s.before(j, next) {
				next = j
			}
		}
		last, length = next, s.dist[next]
		s.done[last] = true
		if s.agent[last] < 0 {
			return last, length
		}
		i = s.agent[last]
	}
}

// before tells whether a task is looked at before another: the nearer one, and among those equally near an idle one, which ends the search
// at once.
func (s *search) before(j, next int) bool {
	return s.dist[j] < s.dist[next] || s.dist[j] == s.dist[next] && s.agent[j] < 0 && s.agent[next] >= 0
}
