package run

import (
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
	count := int(math.Round(j.split.unseen * float64(n)))
	if count == 0 || count == n {
		return nil, nil, fmt.Errorf("hold-samples = %v, but there are %d samples: want some on both sides", j.split.unseen, n)
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
func (j *Unit) project(data sample, o *eval.Outcome) error {
	if o.Unseen = data.unseen; o.Unseen == nil || o.Basis == nil {
		return nil
	}
	ht, _, err := solvers.Apply(j.Unit.Solver, j.solver, o.Unseen, o.Basis)
	if err != nil && !errors.Is(err, solvers.ErrUnsupported) {
		return err
	}
	o.UnseenHt = ht
	return nil
}
