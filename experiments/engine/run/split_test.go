package run

import (
	"testing"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers/matrix"
)

// Every known entry is held out in exactly one fold of a round, folds are of equal size, the next round splits anew, and
// methods and ranks share the split.
func TestFoldsPartitionTheKnownEntries(t *testing.T) {
	var entries []matrix.Triplet
	for i := range 20 {
		for j := range 15 {
			if (i+j)%3 > 0 {
				entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: float64(1 + (i*j)%5)})
			}
		}
	}
	x, err := matrix.NewMasked(20, 15, entries)
	if err != nil {
		t.Fatal(err)
	}
	data := &datasets.Data{X: x}
	hold := func(replicate, rank int, method string) (train, held *matrix.Masked) {
		r := &Run{split: &spec.Dataset{Folds: 5}}
		r.ID.Replicate, r.ID.Rank, r.ID.Method, r.ID.Seed = replicate, rank, method, 9
		rest, h, err := r.holdOut(data)
		if err != nil {
			t.Fatal(err)
		}
		return rest.X.(*matrix.Masked), h.(*matrix.Masked)
	}
	times := map[[2]int]int{}
	for fold := range 5 {
		train, held := hold(fold, 4, "nmf")
		if held.NNZ() != len(entries)/5 || train.NNZ()+held.NNZ() != len(entries) {
			t.Fatalf("fold %d holds %d of %d entries out and trains on %d", fold, held.NNZ(), len(entries), train.NNZ())
		}
		for i := range 20 {
			cols, vals := held.Row(i, nil)
			for k := range cols {
				j := int(cols[k])
				times[[2]int{i, j}]++
				if vals[k] != x.At(i, j) {
					t.Fatalf("entry (%d, %d) is %v, want %v", i, j, vals[k], x.At(i, j))
				}
			}
		}
	}
	for at, n := range times {
		if n != 1 {
			t.Errorf("entry %v is held out %d times", at, n)
		}
	}
	if len(times) != len(entries) {
		t.Errorf("%d of %d entries are held out", len(times), len(entries))
	}
	same := func(a, b *matrix.Masked) bool {
		for i := range 20 {
			p, _ := a.Row(i, nil)
			q, _ := b.Row(i, nil)
			if len(p) != len(q) {
				return false
			}
			for k := range p {
				if p[k] != q[k] {
					return false
				}
			}
		}
		return true
	}
	_, a := hold(0, 4, "nmf")
	_, b := hold(0, 9, "gnmf")
	_, c := hold(5, 4, "nmf")
	if !same(a, b) || same(a, c) {
		t.Error("methods of one fold differ in their split, or rounds do not")
	}
	r := &Run{split: &spec.Dataset{Folds: 5}}
	if _, _, err := r.holdOut(&datasets.Data{X: matrix.NewDense(2, 2, nil)}); err == nil {
		t.Error("entries of a full matrix were held out")
	}
}

// As many classes as the rank are drawn; a shared draw is the same for every replicate.
func TestClassesByRank(t *testing.T) {
	lib := sweepLibrary(t)
	d := lib.Find("demo/sweep").Datasets[0]
	d.ClassesByRank, d.Classes = true, 0
	labels := func(replicate int, shared bool) int {
		d.SharedSubset = shared
		planned := &Run{split: splitOf(d, 2), source: newSource(lib.Find("demo/sweep"), d, "", 1)}
		planned.ID.Replicate, planned.ID.Rank, planned.ID.Subset = replicate, 2, drawn(planned.split)
		s, err := planned.sample()
		if err != nil {
			t.Fatal(err)
		}
		if _, n := s.X.Dims(); n != 100 {
			t.Fatalf("%d samples of two classes of iris, want 100", n)
		}
		return int(100 * s.X.At(0, 0))
	}
	different := false
	for r := range 8 {
		if labels(r, true) != labels(0, true) {
			t.Error("a shared draw differs between replicates")
		}
		different = different || labels(r, false) != labels(0, false)
	}
	if !different {
		t.Error("eight replicates drew the same classes")
	}
}
