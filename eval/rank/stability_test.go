package rank

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Against scipy.cluster.hierarchy (testdata/cophenet.py), on consensus matrices with many equal distances and on distinct ones.
func TestCopheneticAgainstSciPy(t *testing.T) {
	content, err := os.ReadFile("testdata/cophenet.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct {
		Consensus []struct {
			Starts     [][]int
			Cophenetic float64
		}
		Linkage []struct{ Distances, Heights []float64 }
	}
	if err := json.Unmarshal(content, &recorded); err != nil {
		t.Fatal(err)
	}
	if len(recorded.Consensus) != 6 || len(recorded.Linkage) != 3 {
		t.Fatalf("%d and %d cases", len(recorded.Consensus), len(recorded.Linkage))
	}
	for i, r := range recorded.Consensus {
		c, err := Consensus(r.Starts)
		if err != nil {
			t.Fatal(err)
		}
		if got := Cophenetic(c); !(math.Abs(got-r.Cophenetic) <= 1e-12) {
			t.Errorf("case %d: cophenetic correlation %v, want %v", i, got, r.Cophenetic)
		}
	}
	for _, r := range recorded.Linkage {
		n := int(1+math.Sqrt(float64(1+8*len(r.Distances)))) / 2
		for k, got := range averageLinkage(r.Distances, n) {
			if !(math.Abs(got-r.Heights[k]) <= 1e-13) {
				t.Fatalf("%d things, pair %d: height %v, want %v", n, k, got, r.Heights[k])
			}
		}
	}
}

func TestConsensus(t *testing.T) {
	c, err := Consensus([][]int{{0, 0, 1, 1}, {5, 5, 5, 2}})
	if err != nil {
		t.Fatal(err)
	}
	want := mat.NewSymDense(4, []float64{1, 1, 0.5, 0, 1, 1, 0.5, 0, 0.5, 0.5, 1, 0.5, 0, 0, 0.5, 1})
	if !mat.Equal(c, want) {
		t.Errorf("got %v", mat.Formatted(c))
	}
	sure, err := Consensus([][]int{{0, 0, 1, 1}, {7, 7, 3, 3}}) // names of clusters say nothing
	if err != nil || Cophenetic(sure) != 1 {
		t.Errorf("starts that agree: %v, %v", Cophenetic(sure), err)
	}
	if one, err := Consensus([][]int{{0, 0, 0}}); err != nil || !math.IsNaN(Cophenetic(one)) {
		t.Errorf("a single cluster has a cophenetic correlation of %v, %v", Cophenetic(one), err)
	}
	for _, starts := range [][][]int{nil, {{}}, {{1, 2}, {1}}} {
		if _, err := Consensus(starts); err == nil {
			t.Errorf("consensus of %v", starts)
		}
	}
}

// The same components in another order and length agree wholly.
func TestMatchedRecovers(t *testing.T) {
	const m, r, starts = 30, 4, 5
	rng := newRand(7)
	basis := mat.NewDense(m, r, nil)
	basis.Apply(func(i, k int, _ float64) float64 { return rng.Float64() + 3*float64((i*r/m+k)%r/(r-1)) }, basis)
	var bases []*mat.Dense
	var orders [][]int
	for range starts {
		order := rng.Perm(r)
		b := mat.NewDense(m, r, nil)
		for k, to := range order {
			for i := range m {
				b.Set(i, to, (1+float64(k))*basis.At(i, k))
			}
		}
		bases, orders = append(bases, b), append(orders, order)
	}
	a, err := Matched(bases)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(a.Similarity-1) > 1e-12 || math.Abs(a.Silhouette-1) > 1e-6 {
		t.Errorf("similarity %v, silhouette %v, want 1", a.Similarity, a.Silhouette)
	}
	from := inverse(orders[a.Reference])
	for s, match := range a.Match {
		for k, l := range match {
			if want := orders[s][from[k]]; l != want {
				t.Errorf("start %d: component %d is matched to %d, want %d", s, k, l, want)
			}
		}
	}
}

// Two starts in the plane by hand: (1,0), (0,1) and (4/5, 3/5), (0,1): cosines 4/5 and 1.
func TestMatchedByHand(t *testing.T) {
	a, err := Matched([]*mat.Dense{mat.NewDense(2, 2, []float64{2, 0, 0, 1}), mat.NewDense(2, 2, []float64{0, 4, 1, 3})})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(a.Similarity-0.9) > 1e-15 || a.Match[0][0] != 0 || a.Match[1][0] != 1 || a.Match[1][1] != 0 {
		t.Errorf("%+v", a)
	}
	d := func(x, y, u, v float64) float64 { return math.Hypot(x-u, y-v) }
	own := d(1, 0, 0.8, 0.6)
	toUp := d(0, 1, 0.8, 0.6)
	one := (math.Sqrt2 - own) / math.Sqrt2    // of (1,0): both of the other cluster are (0,1)
	two := (toUp - own) / math.Max(toUp, own) // of (4/5,3/5)
	up := 1.                                  // of (0,1), whose counterpart is itself, twice
	if want := (one + two + up + up) / 4; math.Abs(a.Silhouette-want) > 1e-12 {
		t.Errorf("silhouette %v, want %v", a.Silhouette, want)
	}
}

// Chance agrees less than structure, and a hopeless basis is an error.
func TestMatchedOfNoise(t *testing.T) {
	random := func(rng *rand.Rand) *mat.Dense {
		b := mat.NewDense(50, 3, nil)
		b.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, b)
		return b
	}
	rng := newRand(9)
	a, err := Matched([]*mat.Dense{random(rng), random(rng), random(rng), random(rng)})
	if err != nil || a.Silhouette > 0.2 || a.Similarity > 0.4 {
		t.Errorf("%+v, %v", a, err)
	}
	for want, bases := range map[string][]*mat.Dense{
		"of 1 initialisations": {random(rng)},
		"is 2×2, want 50×3":    {random(rng), mat.NewDense(2, 2, nil)},
		"not finite":           {random(rng), mat.NewDense(50, 3, slices.Repeat([]float64{math.NaN()}, 150))},
	} {
		if _, err := Matched(bases); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
