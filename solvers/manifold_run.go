package solvers

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/internal/manifold"
)

// Warner is implemented by a Progress that may have doubts about its result; a record keeps them.
type Warner interface {
	Warnings() []note.Note
}

// solverNote returns a warning of a method about its own run, before which its name stands.
func solverNote(name, format string, args ...any) note.Note {
	return note.Of(note.Method, format, args...).On(name)
}

// ManifoldMethod is embedded by the methods of package manifold, which have no factors and end in an embedding.
type ManifoldMethod struct{}

// Rows implements Solver: there is no factor.
func (ManifoldMethod) Rows(_, _ int) (w, ht int) { return 0, 0 }

// rankLimit leaves out the constant dimension.
func (ManifoldMethod) rankLimit(_, n int) int { return n - 1 }

// checkManifold does the part of Start that such methods share. Data may have any sign.
func checkManifold(name string, s Solver, p Problem, f Factors) error {
	if err := prepare(name, s, p, f); err != nil {
		return err
	}
	if _, n := p.X.Dims(); p.Rank > n-1 {
		return fmt.Errorf("solvers: %s: rank = %d, want at most %d, one less than there are samples", name, p.Rank, n-1)
	}
	return nil
}

// embeddingRun is a method that Start has carried out: it is done before the first step.
type embeddingRun struct {
	name      string
	embedding manifold.Embedding
	objective float64
}

// startEmbedding runs a spectral method.
func startEmbedding(name string, s Solver, p Problem, f Factors, embed func() (manifold.Embedding, error)) (Progress, error) {
	if err := checkManifold(name, s, p, f); err != nil {
		return nil, err
	}
	e, err := embed()
	if err != nil {
		return nil, fmt.Errorf("solvers: %w", err)
	}
	run := &embeddingRun{name: name, embedding: e}
	for _, v := range e.Values {
		run.objective += max(v, 0)
	}
	return run, nil
}

func (r *embeddingRun) Step() {}

func (r *embeddingRun) Done() bool { return true }

// Objective returns the sum of the eigenvalues, which is what the embedding minimises.
func (r *embeddingRun) Objective() float64 { return r.objective }

func (r *embeddingRun) Finish() Result { return Result{Embedding: r.embedding.Points} }

func (r *embeddingRun) Warnings() []note.Note {
	warnings := componentWarnings(r.name, r.embedding.Components)
	if closed := r.embedding.Closed; closed > r.embedding.Components {
		warnings = append(warnings, solverNote(r.name,
			"%d groups of samples have all their neighbours among themselves, so that eigenvalue 0 has %d vectors: the first %d dimensions are "+
				"an arbitrary rotation of what tells the groups apart; more neighbours may join them",
			closed, closed, closed-1))
	}
	return warnings
}

func componentWarnings(name string, components int) []note.Note {
	if components == 1 {
		return nil
	}
	return []note.Note{solverNote(name,
		"the neighbour graph has %d connected components, whose placement to each other means nothing", components)}
}

// layoutRun is UMAP: a step is an epoch.
type layoutRun struct{ layout *manifold.Layout }

func (r *layoutRun) Step() { r.layout.Step() }

func (r *layoutRun) Done() bool { return r.layout.Done() }

// Objective returns the cross-entropy that the edges have. It may rise: what repels points is not part of it.
func (r *layoutRun) Objective() float64 { return r.layout.Attraction() }

// Unsteady implements the interface of that name.
func (r *layoutRun) Unsteady() string {
	return "the number of epochs is part of the method, and what repels points no part of the objective"
}

func (r *layoutRun) Finish() Result { return Result{Embedding: mat.DenseCopyOf(r.layout.Points())} }

func (r *layoutRun) Warnings() []note.Note { return componentWarnings("umap", r.layout.Components()) }
