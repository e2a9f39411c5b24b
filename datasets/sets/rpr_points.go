package sets

import (
	"io/fs"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

// spacePoints draws the points. Their relations are all (q, r, s) with d(q,r) < d(q,s): twelve, if no distances are equal.
type spacePoints struct{}

// Load implements Dataset.
func (s *spacePoints) Load(_ fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	for {
		x := uniform(3, 4, rng)
		d := distances(x)
		if !(d.At(1, 3) < d.At(2, 3)) { // half of all draws
			continue
		}
		return &dataset.Data{X: matrix.FromDense(x), Columns: []string{"1", "2", "3", "4"}, Triples: allRelations(d)}, nil
	}
}

// allRelations lists every (q, r, s) with d(q,r) < d(q,s).
func allRelations(d *mat.Dense) [][3]int {
	n, _ := d.Dims()
	var all [][3]int
	for q := range n {
		for r := range n {
			for s := range n {
				if q != r && q != s && d.At(q, r) < d.At(q, s) {
					all = append(all, [3]int{q, r, s})
				}
			}
		}
	}
	return all
}
