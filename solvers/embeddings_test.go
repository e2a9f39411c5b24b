package solvers_test

import (
	"testing"
)

// embeddings describes the methods of the catalog that end in coordinates step by step.
func embeddings() []Embedding {
	const multiplier = "the objective is met in the limit only, where the multiplier has settled"
	var list []Embedding
	for _, c := range []Case{
		of(Case{}, "ncut"),
		of(Case{}, "om-rpca"),
		of(Case{Excuses: Excuses{Rises: multiplier}}, "om-crpca"),
	} {
		list = append(list, Embedding{Name: c.Name, New: c.New, Rises: c.Rises})
	}
	return list
}

func TestEmbeddings(t *testing.T) {
	for _, c := range embeddings() {
		t.Run(c.Name, func(t *testing.T) { RunEmbedding(t, c) })
	}
}
