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
	row := make([]float64, q)
	u, v := make([]float64, p), make([]float64, q)
	agent := make([]int, q)
	for j := range agent {
		agent[j] = Unassigned
	}
	dist := make([]float64, q) // length of the shortest alternating path from the new agent to each task
	from := make([]int, q)     // task before it on that path
	done := make([]bool, q)
	for start := range p {
		for j := range q {
			dist[j], from[j], done[j] = math.Inf(1), Unassigned, false
		}
		i, last, length := start, Unassigned, 0.0
		for {
			next := Unassigned
			cost(row, i)
			for j := range q {
				if done[j] {
					continue
				}
				if d := length + row[j] - u[i] - v[j]; d < dist[j] {
					dist[j], from[j] = d, last
				}
				// Among tasks equally near, an idle one ends the search at once.
				if next < 0 || dist[j] < dist[next] || dist[j] == dist[next] && agent[j] < 0 && agent[next] >= 0 {
					next = j
				}
			}
			last, length = next, dist[next]
			done[last] = true
			if agent[last] < 0 {
				break
			}
			i = agent[last]
		}
		u[start] += length
		for j := range q {
			if done[j] && j != last {
				u[agent[j]] += length - dist[j]
				v[j] -= length - dist[j]
			}
		}
		for j := last; ; j = from[j] {
			if from[j] < 0 {
				agent[j] = start
				break
			}
			agent[j] = agent[from[j]]
		}
	}
	return agent
}
