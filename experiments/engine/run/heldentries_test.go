package run

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers/matrix"
)

// Every entry is on one side; ranks share the draw, replicates do not; what is 0 is held out, kept or unknown as the spec says.
func TestHoldEntries(t *testing.T) {
	const m, n = 30, 20
	x := mat.NewDense(m, n, nil)
	x.Apply(func(i, j int, _ float64) float64 { return float64((i*n+j)%3) * float64(1+i*n+j) }, x) // a third is 0
	sparse := []matrix.Triplet{}
	for t := range matrix.Entries(matrix.FromDense(x)) {
		if t.Value != 0 {
			sparse = append(sparse, t)
		}
	}
	csr, err := matrix.NewCSR(m, n, sparse)
	if err != nil {
		t.Fatal(err)
	}
	places := func(x matrix.Matrix) map[[2]int]float64 {
		all := map[[2]int]float64{}
		for e := range matrix.Entries(x) {
			all[[2]int{e.Row, e.Col}] = e.Value
		}
		return all
	}
	part := func(x matrix.Matrix, h spec.HeldEntries, replicate, rank int) (kept, held map[[2]int]float64) {
		r := &Run{}
		r.ID.Replicate, r.ID.Rank, r.ID.Seed = replicate, rank, 9
		rest, known, out, err := r.holdEntries(&datasets.Data{X: x}, &h)
		if err != nil {
			t.Fatal(err)
		}
		kept, held = places(rest.X), places(out)
		for at := range held {
			if _, both := kept[at]; both {
				t.Fatalf("%+v: entry %v is held out and kept", h, at)
			}
		}
		if h.Unobserved() {
			if len(places(known)) != len(sparse) {
				t.Errorf("%+v: %d entries are known, want the %d that are not 0", h, len(places(known)), len(sparse))
			}
		} else if known != x {
			t.Errorf("%+v: what is known is not X", h)
		}
		return kept, held
	}
	for _, c := range []struct {
		held       spec.HeldEntries
		all, among int // entries on both sides, and those that may be held out
	}{
		{spec.HeldEntries{Share: 0.3}, m * n, m * n},
		{spec.HeldEntries{Share: 0.3, Of: "non-zeros"}, m * n, len(sparse)},
		{spec.HeldEntries{Share: 0.3, Zeros: "unknown"}, len(sparse), len(sparse)},
	} {
		for _, x := range []matrix.Matrix{matrix.FromDense(x), csr} {
			kept, held := part(x, c.held, 0, 3)
			if len(kept)+len(held) != c.all || float64(len(held)) < 0.2*float64(c.among) || float64(len(held)) > 0.4*float64(c.among) {
				t.Errorf("%+v of %T: %d kept and %d held out, want %d together and about %.0f held out", c.held, x, len(kept), len(held), c.all, 0.3*float64(c.among))
			}
			zeros := slices.Contains(slices.Collect(maps.Values(held)), 0)
			if zeros == c.held.NonZeros() {
				t.Errorf("%+v: zeros are held out: %v", c.held, zeros)
			}
		}
	}
	_, held := part(csr, spec.HeldEntries{Share: 0.3}, 0, 3)
	_, same := part(matrix.FromDense(x), spec.HeldEntries{Share: 0.3}, 0, 8)
	_, other := part(csr, spec.HeldEntries{Share: 0.3}, 1, 3)
	if !maps.Equal(held, same) || maps.Equal(held, other) {
		t.Error("ranks hold out other entries, or replicates the same")
	}
	none := &Run{}
	if _, _, _, err := none.holdEntries(&datasets.Data{X: csr}, &spec.HeldEntries{Share: 1e-9}); err == nil || !strings.Contains(err.Error(), "holds out 0 of 600 entries: want some on both sides") {
		t.Errorf("nothing held out: got error %v", err)
	}
}
