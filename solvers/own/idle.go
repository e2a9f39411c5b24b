package own

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// idle returns notes of what was asked for, or what a method is about, that has no effect on this problem.
func (f *Fit) idle(s solvers.Solver, p solvers.Problem, start solvers.Factors) (notes []note.Note) {
	_, outside := s.(solvers.Outside)
	labels, constraints := solvers.TakesLabels(s), solvers.TakesConstraints(s)
	noTriplets := len(p.Constraints.W)+len(p.Constraints.H) == 0
	switch known := len(p.Labels) - unknownOf(p.Labels); {
	case outside: // what such a program makes of nothing is its own affair
	case labels && len(p.Labels) > 0 && known == 0:
		notes = append(notes, note.Of(note.Idle, "%s: no class is known: they have no effect", f.Labels))
	case labels && constraints && len(p.Labels) == 0 && noTriplets:
		notes = append(notes,
			note.Of(note.Idle,
				"solver %s has neither labels nor constraints: nothing constrains the factors; give --labels or --constraints", f.Solver))
	case constraints && !labels && noTriplets:
		notes = append(notes, note.Of(note.Idle, "solver %s has no constraints: nothing constrains the factors; give --constraints", f.Solver))
	}
	m, n := p.X.Dims()
	w, ht := s.Rows(m, n)
	whole := func(rows int, given, held *mat.Dense) bool {
		if rows == 0 || given != nil {
			return true
		}
		if held == nil {
			return false
		}
		_, k := held.Dims()
		return k == f.Rank
	}
	if f.Init != string(solvers.InitScaled) && w+ht > 0 && whole(w, start.W, f.Held.W) && whole(ht, start.Ht, f.Held.Ht) {
		notes = append(notes, note.Of(note.Idle, "--init %s has no effect: every factor is given", f.Init))
	}
	return notes
}

// unknownOf counts the samples of no known class.
func unknownOf(labels []int) int {
	return len(list.Filter(labels, func(label int) bool { return label == -1 }))
}

// loose tells of the samples that a graph joins to no other.
func loose(graph *matrix.CSR, names []string) []note.Note {
	n, _ := graph.Dims()
	joined := make([]bool, n)
	for t := range matrix.Entries(graph) {
		if t.Value != 0 {
			joined[t.Row], joined[t.Col] = true, true
		}
	}
	var alone []int
	for i, is := range joined {
		if !is {
			alone = append(alone, i)
		}
	}
	switch {
	case len(alone) == 0:
		return nil
	case len(alone) == n:
		return []note.Note{note.Of(note.Idle, "every weight is 0: the graph has no effect")}
	}
	of := note.Note{Kind: note.Idle, Form: "the graph joins {samples} to no other: it has no effect on them", Samples: fromOnes(alone)}
	return []note.Note{of.Named(nil, names)}
}
