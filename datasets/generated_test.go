package datasets

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

func generated() []Entry {
	var out []Entry
	for _, e := range Registry {
		if len(e.Files) == 0 {
			out = append(out, e)
		}
	}
	return out
}

// TestGenerated checks what all generated sets promise: shape, labels, finite entries, the same bits for the same seed and
// others for another.
func TestGenerated(t *testing.T) {
	if len(generated()) < 8 {
		t.Fatalf("%d generated sets", len(generated()))
	}
	for _, e := range generated() {
		load := func(seed uint64) *Data {
			d, err := Load(t.TempDir(), e, nil, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		a, b, c := load(1), load(1), load(2)
		m, n := a.X.Dims()
		if m != e.Features || n != e.Samples {
			t.Errorf("%s: %d×%d, want %d×%d", e.Name, m, n, e.Features, e.Samples)
		}
		x := a.X.(*matrix.Dense).Raw()
		if !mat.Equal(x, b.X) || dataset.ContentSum(a) != dataset.ContentSum(b) || a.SHA256 != b.SHA256 {
			t.Errorf("%s: one seed gives two sets", e.Name)
		}
		if formula := e.Name == "rpr-pieces" || e.Name == "rcppml-simulated"; mat.Equal(x, c.X) != formula {
			t.Errorf("%s: two seeds give one set", e.Name)
		}
		if lo, hi := mat.Min(x), mat.Max(x); lo < 0 && e.Name != "pnmf-projection" || math.IsNaN(hi) || math.IsInf(hi, 0) || hi == lo {
			t.Errorf("%s: entries in [%v, %v]", e.Name, lo, hi)
		}
		seen := map[int]bool{}
		for _, l := range a.Labels {
			seen[l] = true
		}
		if len(seen) != e.Classes || len(a.Classes) != e.Classes || e.Classes > 0 && len(a.Labels) != n {
			t.Errorf("%s: %d labels of %d classes, want %d of %d", e.Name, len(a.Labels), len(seen), n, e.Classes)
		}
		if (e.StandIn == "") != (a.Substitute == "") {
			t.Errorf("%s: stands in for %q, its data for %q", e.Name, e.StandIn, a.Substitute)
		}
	}
}

// TestStandInsSaySo checks that whatever a paper has only as a stand-in is labelled, in the registry and in its data.
func TestStandInsSaySo(t *testing.T) {
	for _, e := range Registry {
		for _, u := range e.Papers {
			if (u.Fidelity == dataset.StandIn) != (e.StandIn != "") {
				t.Errorf("%s is %s to %s, and stands in for %q", e.Name, u.Fidelity, u.Paper, e.StandIn)
			}
		}
		if strings.HasSuffix(e.Name, "-standin") && e.StandIn == "" {
			t.Errorf("%s stands in for nothing", e.Name)
		}
	}
}
