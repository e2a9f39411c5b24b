package run

import (
	"fmt"

	"nmfrepro/datasets"
	"nmfrepro/solvers/matrix"
)

// holdOut splits the known entries at random into parts of equal size, one for each fold, and takes this replicate's part
// out of X. Replicates of one round of folds share the split.
func (j *Unit) holdOut(data *datasets.Data) (*datasets.Data, matrix.Matrix, error) {
	known, masked := data.X.(*matrix.Masked)
	folds := j.split.folds
	if !masked {
		return nil, nil, fmt.Errorf("folds = %d, but every entry of the data set is known: only unknown entries can be predicted", folds)
	}
	if known.NNZ() < folds {
		return nil, nil, fmt.Errorf("folds = %d, but only %d entries are known", folds, known.NNZ())
	}
	round := j.comparison()
	round.Replicate /= folds
	round.Rank = 0 // the split does not depend on the rank
	part := make([]int, known.NNZ())
	for place, entry := range round.stream("folds").Perm(len(part)) {
		part[entry] = place % folds
	}
	var train, held []matrix.Triplet
	m, n := known.Dims()
	entry := 0
	for i := range m {
		cols, vals := known.Row(i, nil)
		for k, col := range cols {
			t := matrix.Triplet{Row: i, Col: int(col), Value: vals[k]}
			if part[entry] == j.Unit.Replicate%folds {
				held = append(held, t)
			} else {
				train = append(train, t)
			}
			entry++
		}
	}
	x, err := matrix.NewMasked(m, n, train)
	if err != nil {
		return nil, nil, err
	}
	h, err := matrix.NewMasked(m, n, held)
	if err != nil {
		return nil, nil, err
	}
	rest := *data
	rest.X = x
	return &rest, h, nil
}
