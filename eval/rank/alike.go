package rank

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
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
	Alike     [][]int   // those of each group are nearly the same, each as at least one other of it
	Empty     []int     // those that add nothing
	Dependent [][]int   // those of each group are linearly dependent, without those that are nearly the same
	Tiny      []int     // those far smaller than the largest
	shares    []float64 // of Tiny: their norms over the largest
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

// JudgeGiven judges components for which samples get coefficients. Beside the doubts of [Judge], it tells which components are linearly
// dependent, by the rank of the matrix, and which are far smaller than the largest.
func JudgeGiven(basis *mat.Dense) Doubts {
	d := Judge(basis, nil, 0)
	_, r := basis.Dims()
	var kept []int
	norms := make([]float64, r)
	for k := range r {
		if norms[k] = mat.Norm(basis.ColView(k), 2); norms[k] > 0 {
			kept = append(kept, k)
		}
	}
	d.Empty = nil
	largest := floats.Max(norms)
	for k, norm := range norms {
		if norm > 0 && norm < tinyShare*largest {
			d.Tiny, d.shares = append(d.Tiny, k+1), append(d.shares, norm/largest)
		}
	}
	for _, group := range dependent(basis, kept, norms) {
		if !slices.ContainsFunc(d.Alike, func(alike []int) bool {
			return len(list.Filter(group, func(k int) bool { return !slices.Contains(alike, k) })) == 0
		}) {
			d.Dependent = append(d.Dependent, group)
		}
	}
	return d
}

// tinyShare is the share of the norm of the largest component below which another one is told of.
const tinyShare = 1e-4

// dependentShare is the share of the largest eigenvalue of the cosines below which components count as linearly dependent: the square of
// what tables of three digits keep.
const dependentShare = 1e-6

// dependent returns the groups, from 1, of columns that are linear combinations of the others in their group. Columns belong together
// where the projection on the null space of their cosines joins them.
func dependent(basis *mat.Dense, kept []int, norms []float64) (groups [][]int) {
	r := len(kept)
	if r == 0 {
		return nil
	}
	unit := mat.NewDense(basis.RawMatrix().Rows, r, nil)
	for j, k := range kept {
		for i := range unit.RawMatrix().Rows {
			unit.Set(i, j, basis.At(i, k)/norms[k])
		}
	}
	cosines := mat.NewSymDense(r, nil)
	cosines.SymOuterK(1, unit.T())
	var eigen mat.EigenSym
	if !eigen.Factorize(cosines, true) {
		return nil
	}
	values := eigen.Values(nil) // rising
	free := len(list.Filter(values, func(v float64) bool { return v <= dependentShare*values[r-1] }))
	if free == 0 {
		return nil
	}
	var vectors, null mat.Dense
	eigen.VectorsTo(&vectors)
	space := vectors.Slice(0, r, 0, free)
	null.Mul(space, space.T())
	joined := max(1e-4, 10*math.Sqrt(max(0, values[free-1])/values[r-1])) // of shares below, the rest of the columns has some by rounding
	seen := make([]bool, r)
	for j := range r {
		if seen[j] || null.At(j, j) < joined {
			continue
		}
		group := []int{j}
		seen[j] = true
		for at := 0; at < len(group); at++ {
			for i := range r {
				if !seen[i] && math.Abs(null.At(group[at], i)) >= joined {
					seen[i], group = true, append(group, i)
				}
			}
		}
		slices.Sort(group)
		groups = append(groups, list.Map(group, func(i int) int { return kept[i] + 1 }))
	}
	return groups
}

// SaysGiven tells the doubts about coefficients of samples, in sentences.
func (d Doubts) SaysGiven() []note.Note {
	notes := d.SaysAlike()
	if len(d.Dependent) > 0 {
		notes = append(notes, of(note.Dependent, "{components} are linearly dependent, or nearly so: other coefficients of theirs can fit as well",
			d.Dependent...))
	}
	if len(d.Tiny) > 0 {
		verb, theirs := "has", "its"
		if len(d.Tiny) > 1 {
			verb, theirs = "have", "their"
		}
		notes = append(notes, of(note.Tiny, fmt.Sprintf("{components} %s at most %.1g of the size of the largest component, so that %s "+
			"coefficients are as much larger; usages are shares of the sum, and fair", verb, slices.Max(d.shares), theirs), d.Tiny))
	}
	return notes
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
