package constraint

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// points are rows drawn evenly from the unit cube.
func points(p, f int, rng *rand.Rand) *mat.Dense {
	a := mat.NewDense(p, f, nil)
	a.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, a)
	return a
}

func TestFromLabels(t *testing.T) {
	const classes, size = 6, 5
	rng := seeded(1)
	var labels []int
	for k := range classes * size {
		labels = append(labels, 10*(k%classes)) // 0, 10, ...
	}
	labels = append(labels, -1, -1)
	x := mat.DenseCopyOf(points(len(labels), 7, rng).T())
	mean := func(label int) []float64 {
		var members []int
		for i, l := range labels {
			if l == label {
				members = append(members, i)
			}
		}
		return meanColumn(x, members)
	}
	for _, tt := range []struct {
		name         string
		o            LabelOptions
		intra, inter int // a class
	}{
		{"ORL", DefaultLabelOptions(), 2, 0},
		{"PIE", LabelOptions{4, UnorderedPairs, 6, ByDistance}, 6, 6},
		{"PIE by means", LabelOptions{4, OrderedPairs, 6, ByMeans}, 12, 6},
		{"by chance", LabelOptions{3, NoPairs, 2, ByChance}, 0, 2},
	} {
		list, err := FromLabels(x, labels, tt.o, seeded(2))
		if err != nil {
			t.Fatal(err)
		}
		if err := Check(list, len(labels)); err != nil {
			t.Error(err)
		}
		again, _ := FromLabels(x, labels, tt.o, seeded(2))
		other, _ := FromLabels(x, labels, tt.o, seeded(3))
		if !slices.Equal(list, again) || slices.Equal(list, other) {
			t.Errorf("%s: the same seed must give the same triplets, another seed others", tt.name)
		}
		intra, inter := map[int]int{}, map[int]int{}
		drawn := map[int]map[int]bool{}
		for _, tr := range list {
			q, r, s := labels[tr.Q], labels[tr.R], labels[tr.S]
			if q < 0 || r < 0 || s < 0 || q == s || r == s {
				t.Errorf("%s: %v has the labels %d,%d,%d", tt.name, tr, q, r, s)
			}
			for _, i := range []int{tr.Q, tr.R, tr.S} {
				if drawn[labels[i]] == nil {
					drawn[labels[i]] = map[int]bool{}
				}
				drawn[labels[i]][i] = true
			}
			if q == r {
				intra[q]++
				continue
			}
			inter[q]++
			if tt.o.Orient == ByDistance && columnDistance(x, tr.Q, tr.R) > columnDistance(x, tr.Q, tr.S) {
				t.Errorf("%s: %v is not oriented by distance", tt.name, tr)
			}
			if tt.o.Orient == ByMeans && SquaredDistance(mean(q), mean(r)) > SquaredDistance(mean(q), mean(s)) {
				t.Errorf("%s: %v is not oriented by the means", tt.name, tr)
			}
		}
		for c := range classes {
			if intra[10*c] != tt.intra || inter[10*c] != tt.inter || len(drawn[10*c]) > tt.o.Images {
				t.Errorf("%s: class %d has %d and %d triplets on %d samples, want %d and %d on %d", tt.name, 10*c,
					intra[10*c], inter[10*c], len(drawn[10*c]), tt.intra, tt.inter, tt.o.Images)
			}
		}
	}
}

func TestFromFeatures(t *testing.T) {
	a := mat.NewDense(5, 1, []float64{0, 0, 1, 1, 5})
	list, err := FromFeatures(a, 200, seeded(4))
	if err != nil || len(list) != 200 {
		t.Fatalf("%d triplets, %v", len(list), err)
	}
	if err := Check(list, 5); err != nil {
		t.Error(err)
	}
	holds := func(tr Triplet) bool {
		q := a.RawRowView(tr.Q)
		return SquaredDistance(q, a.RawRowView(tr.R)) < SquaredDistance(q, a.RawRowView(tr.S))
	}
	for _, tr := range list {
		if !holds(tr) {
			t.Errorf("%v does not hold for what it was drawn from", tr)
		}
	}
	if _, err := depths(list); err != nil {
		t.Error(err)
	}
	// Every choice of three points turns up: 60 ordered ones, without the ties and turned round.
	seen := map[Triplet]bool{}
	many, _ := FromFeatures(a, 5000, seeded(5))
	for _, tr := range many {
		seen[tr] = true
	}
	want := 0
	for q := range 5 {
		for r := range 5 {
			for s := range 5 {
				if q != r && q != s && r != s && holds(Triplet{q, r, s}) {
					want++
				}
			}
		}
	}
	if len(seen) != want {
		t.Errorf("%d different triplets in 5000, want %d", len(seen), want)
	}
}

func TestBadDraws(t *testing.T) {
	x := mat.DenseCopyOf(points(6, 2, seeded(9)).T())
	three, two := []int{0, 0, 1, 1, 2, 2}, []int{0, 0, 0, 1, 1, 1}
	with := func(change func(*LabelOptions)) error {
		o := DefaultLabelOptions()
		change(&o)
		_, err := FromLabels(x, three, o, seeded(1))
		return err
	}
	second := func(_ []Triplet, err error) error { return err }
	equal := mat.NewDense(6, 1, nil)
	for _, tt := range []struct {
		err  error
		want string
	}{
		{second(FromLabels(x, three[:4], DefaultLabelOptions(), seeded(1))), "4 labels, want one for each of 6 samples"},
		{second(FromLabels(x, two, LabelOptions{2, NoPairs, 1, ByChance}, seeded(1))), "found 2 classes, want ≥ 3"},
		{second(FromLabels(x, make([]int, 6), DefaultLabelOptions(), seeded(1))), "found 1 classes, want ≥ 2"},
		{with(func(o *LabelOptions) { o.Images = 1 }), "images = 1, want ≥ 2"},
		{with(func(o *LabelOptions) { o.Images = 3 }), "class 0 has 2 samples, want ≥ 3"},
		{with(func(o *LabelOptions) { o.Inter = -1 }), "inter = -1"},
		{with(func(o *LabelOptions) { o.Pairs = "some" }), `pairs = "some"`},
		{with(func(o *LabelOptions) { o.Orient = "up" }), `orient = "up"`},
		{second(FromFeatures(equal, 3, seeded(1))), "too many points have equal features"},
		{second(FromFeatures(mat.NewDense(2, 1, nil), 3, seeded(1))), "2 points, want ≥ 3"},
		{second(FromFeatures(equal, -1, seeded(1))), "count = -1"},
	} {
		if tt.err == nil || !strings.Contains(tt.err.Error(), tt.want) || !strings.HasPrefix(tt.err.Error(), "constraint: ") {
			t.Errorf("got error %v, want one with %q", tt.err, tt.want)
		}
	}
}
