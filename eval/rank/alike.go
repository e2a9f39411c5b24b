package rank

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
)

// AlikeFrom is the cosine from which on two components count as nearly the same. On data of a known rank it is reached by components too
// many; pictures, genes and words stay below it at common ranks, and features of very different sizes reach it where one of them decides.
const AlikeFrom = 0.98

// emptyShare is the part of the size of X below which a component counts as empty.
const emptyShare = 1e-9

// Doubts are components that a lower rank may do without, by their numbers from 1.
type Doubts struct {
	Alike [][]int // those of each group are nearly the same, each as at least one other of it
	Empty []int   // those that add nothing
}

// Judge tells which components are nearly the same, columns of a basis, and which of them add nothing to its product with coefficients:
// their share of size, the norm of what is described, is one of rounding. Without coefficients, and without a size, the basis alone
// decides.
func Judge(basis, ht *mat.Dense, size float64) (d Doubts) {
	m, r := basis.Dims()
	gram := mat.NewDense(r, r, nil)
	gram.Mul(basis.T(), basis)
	norms, largest := make([]float64, r), 0.
	for k := range r {
		norms[k] = mat.Norm(basis.ColView(k), 2)
		if ht != nil {
			norms[k] *= mat.Norm(ht.ColView(k), 2)
		}
		largest = max(largest, norms[k])
	}
	if size == 0 {
		size = largest
	}
	empty := make([]bool, r)
	for k, norm := range norms {
		if empty[k] = size > 0 && norm < emptyShare*size; empty[k] {
			d.Empty = append(d.Empty, k+1)
		}
	}
	if m < 2 {
		return d // numbers have no direction
	}
	group := alikeGroups(gram, empty)
	for k := range r {
		var of []int
		for i, g := range group {
			if g == k {
				of = append(of, i+1)
			}
		}
		if len(of) > 1 {
			d.Alike = append(d.Alike, of)
		}
	}
	return d
}

// alikeGroups numbers the components so that those which are nearly the same, and not empty, have one number.
func alikeGroups(gram *mat.Dense, empty []bool) []int {
	group := list.Upto(len(empty))
	for i := range group {
		for j := range i {
			cosine := gram.At(i, j) / math.Sqrt(gram.At(i, i)) / math.Sqrt(gram.At(j, j))
			if empty[i] || empty[j] || !(cosine >= AlikeFrom) || group[i] == group[j] {
				continue
			}
			from, to := max(group[i], group[j]), min(group[i], group[j])
			for _, k := range list.Places(group, func(g int) bool { return g == from }) {
				group[k] = to
			}
		}
	}
	return group
}

// Says tells the doubts in sentences, none if there are none.
func (d Doubts) Says() (notes []note.Note) {
	if len(d.Empty) > 0 {
		notes = append(notes, of(note.Empty, "{components} came out empty; a lower rank gives the same", d.Empty))
	}
	return append(notes, d.SaysAlike()...)
}

// SaysAlike tells of components that are nearly the same.
func (d Doubts) SaysAlike() []note.Note {
	if len(d.Alike) == 0 {
		return nil
	}
	return []note.Note{of(note.Alike,
		fmt.Sprintf("{components} are nearly the same (cosine %v or more); a lower rank may do as well", AlikeFrom),
		d.Alike...)}
}

// SaysUnused tells of components that new samples have none of.
func (d Doubts) SaysUnused() []note.Note {
	switch len(d.Empty) {
	case 0:
		return nil
	case 1:
		return []note.Note{of(note.Unused, "{components} has no weight in any of these samples", d.Empty)}
	}
	return []note.Note{of(note.Unused, "{components} have no weight in any of these samples", d.Empty)}
}

// of returns a note on components, in groups.
func of(kind note.Kind, form string, components ...[]int) note.Note {
	return note.Note{Kind: kind, Form: form, Components: components}
}
