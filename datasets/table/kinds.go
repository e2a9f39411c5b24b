package table

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// geneKind is what 10x Genomics calls genes beside antibodies, guides and peaks.
const geneKind = "Gene Expression"

// keepKind keeps the features of one kind: that of this name, else the genes where there are others too, as scanpy does. The counts of
// antibodies are of another scale. kinds has the kind of each feature, nil if the file says none; onRows says that features are
// the rows of X, and names points to their names.
func (t *Table) keepKind(file, kind string, kinds []string, onRows bool, names *[]string) error {
	there := list.AppendUnique(nil, kinds...)
	switch {
	case kind != "" && kinds == nil:
		return fmt.Errorf("%s has no variable %s, and does not say of which kind its features are; leave out var", file, kind)
	case kind != "" && !slices.Contains(there, kind):
		return fmt.Errorf("%s: found no features of the kind %q, want one of %s", file, kind, strings.Join(there, ", "))
	case kind == "" && (len(there) < 2 || !slices.Contains(there, geneKind)):
		if len(there) > 1 {
			t.Notes = append(t.Notes, note.Of(note.Read, "features of %d kinds were joined: %s; to read one of them, name it by var", len(there),
				strings.Join(there, ", ")))
		}
		return nil
	case kind == "":
		kind = geneKind
	}
	kept := list.Places(kinds, func(k string) bool { return k == kind })
	if left := len(kinds) - len(kept); left > 0 {
		others := list.Filter(there, func(k string) bool { return k != kind })
		t.Notes = append(t.Notes, note.Of(note.Read,
			"of %d features, the %d of %s were read; %s were left out, and to read them, name them by var",
			len(kinds), len(kept), kind, strings.Join(others, ", ")))
	}
	*names = chosen(*names, kept)
	to := map[int]int{}
	for place, from := range kept {
		to[from] = place
	}
	m, n := t.X.Dims()
	if onRows {
		m = len(kept)
	} else {
		n = len(kept)
	}
	whole := t.X
	entries := func(yield func(matrix.Triplet) bool) {
		for e := range matrix.Entries(whole) {
			side := &e.Col
			if onRows {
				side = &e.Row
			}
			place, keep := to[*side]
			if *side = place; keep && !yield(e) {
				return
			}
		}
	}
	if _, masked := t.X.(*matrix.Masked); masked {
		x, err := matrix.MaskedFrom(m, n, entries)
		if t.X = x; err == nil {
			t.Unknown = m*n - x.NNZ()
		}
		return err
	}
	x, err := matrix.CSRFrom(m, n, entries)
	t.X = x
	return err
}
