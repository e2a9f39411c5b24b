package run

import (
	"context"
	"errors"
	"fmt"
	"math"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// setAside takes a share of the samples, drawn at random, out of the data. Ranks and methods of a replicate share the draw.
func (j *Unit) setAside(data *datasets.Data) (*datasets.Data, matrix.Matrix, error) {
	_, n := data.X.Dims()
	count := int(math.Round(j.split.HoldSamples * float64(n)))
	if count == 0 || count == n {
		return nil, nil, fmt.Errorf("hold-samples = %v, but there are %d samples: want some on both sides", j.split.HoldSamples, n)
	}
	who := j.comparison()
	who.Rank = 0
	out := make([]bool, n)
	for _, i := range who.stream("unseen").Perm(n)[:count] {
		out[i] = true
	}
	var unseen, rest []int
	for i := range n {
		if out[i] {
			unseen = append(unseen, i)
		} else {
			rest = append(rest, i)
		}
	}
	held, err := columns(data.X, unseen)
	if err != nil {
		return nil, nil, err
	}
	part, err := keepSamples(data, rest)
	if err != nil {
		return nil, nil, err
	}
	part.Columns = nil
	return part, held, nil
}

// project finds the coefficients of the samples that were set aside, if any were, by the method's own rule.
func (j *Unit) project(ctx context.Context, data sample, o *eval.Outcome) error {
	if o.Unseen = data.unseen; o.Unseen == nil || o.Basis == nil {
		return nil
	}
	found, err := solvers.Project(ctx, j.Unit.Solver, j.solver, o.Unseen, o.Basis, solvers.ProjectionSettings{})
	if err != nil && !errors.Is(err, solvers.ErrUnsupported) {
		return err
	}
	o.UnseenHt = found.Ht
	return nil
}

// holdOut splits the known entries at random into parts of equal size, one for each fold, and takes this replicate's part
// out of X. Replicates of one round of folds share the split.
func (j *Unit) holdOut(data *datasets.Data) (*datasets.Data, matrix.Matrix, error) {
	known, masked := data.X.(*matrix.Masked)
	folds := j.split.Folds
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
