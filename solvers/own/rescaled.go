package own

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// rescaled brings the objective of a report to the factors that are written, where normalize has scaled them: penalties know the scale that
// a product does not. It is unknown where a method does not begin with such factors as they are.
func (f *Fit) rescaled(ctx context.Context, s solvers.Solver, norm solvers.Normalisation, p solvers.Problem, best solvers.Factorization,
	scaled solvers.Result, r *Report) []note.Note {
	if _, outside := s.(solvers.Outside); outside || norm == solvers.NormaliseNone || scaled.W == nil || scaled.W == best.W {
		return nil // the objective of a program is one of the product
	}
	again, err := solvers.Factorize(ctx, s, p, solvers.Plan{Given: solvers.Factors{W: scaled.W, Ht: scaled.Ht}, Seed: f.Seed,
		Settings: solvers.Settings{Iterations: -1}})
	const rounding = 1e-9
	was, is := best.Last.Objective, again.Last.Objective
	if err == nil && math.Abs(is-was) <= rounding*math.Abs(was) {
		return nil
	}
	r.BeforeScaling, r.Objective = r.Objective, nil
	if err == nil && mat.Equal(again.W, scaled.W) && mat.Equal(again.Ht, scaled.Ht) {
		r.Objective = result.Finite(is)
		return []note.Note{note.Of(note.Penalty, "%s=%s scaled the factors after the run, and penalties know their scale: the objective is "+
			"%.6g, and was %.6g before", NormalizeOption, norm, is, was)}
	}
	return []note.Note{note.Of(note.Penalty, "%s=%s scaled the factors after the run: the objective %.6g is that of the factors before",
		NormalizeOption, norm, was)}
}

// blank tells of matrices of a result that are 0, and of dimensions of an embedding that are: they describe nothing.
func blank(matrices []Named) (notes []note.Note) {
	for _, m := range matrices {
		if m.a == nil {
			continue
		}
		_, cols := m.a.Dims()
		zero := list.Filter(list.Upto(cols), func(k int) bool { return mat.Norm(m.a.ColView(k), 1) == 0 })
		switch {
		case len(zero) == cols:
			notes = append(notes, note.Of(note.Empty, "every entry of %s is 0: the result says nothing of X; another number of iterations, option "+
				"or scale of X may", m.name))
		case m.name == "Embedding" && len(zero) > 0:
			notes = append(notes, note.Of(note.Empty, "%s of the %d of the embedding are 0 for every sample", result.Count(len(zero), "dimension"), cols))
		}
	}
	return notes
}
