package solvers_test

import (
	"testing"

	"nmfrepro/solvers/internal/solvertest"
)

// embeddings describes the methods of the catalog that end in coordinates step by step.
func embeddings() []solvertest.Embedding {
	const multiplier = "the objective is met in the limit only, where the multiplier has settled"
	var list []solvertest.Embedding
	for _, c := range []solvertest.Case{
		of(solvertest.Case{}, "ncut"),
		of(solvertest.Case{}, "om-rpca"),
		of(solvertest.Case{Excuses: solvertest.Excuses{Rises: multiplier}}, "om-crpca"),
	} {
		list = append(list, solvertest.Embedding{Name: c.Name, New: c.New, Rises: c.Rises})
	}
	return list
}

func TestEmbeddings(t *testing.T) {
	for _, c := range embeddings() {
		t.Run(c.Name, func(t *testing.T) { solvertest.RunEmbedding(t, c) })
	}
}
