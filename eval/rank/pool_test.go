package rank

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"nmfrepro/solvers/matrix"
)

// pooledStarts are bases that are near the columns of three directions in any order and scale, and one of which the last component is
// another.
func pooledStarts() []*mat.Dense {
	rng := rand.New(rand.NewPCG(3, 3))
	directions := mat.NewDense(6, 3, []float64{9, 0, 1, 8, 1, 0, 0, 9, 1, 1, 8, 0, 0, 1, 9, 1, 0, 8})
	var bases []*mat.Dense
	for s := range 10 {
		b := mat.NewDense(6, 3, nil)
		for to, from := range rng.Perm(3) {
			scale := 1 + 9*rng.Float64()
			for i := range 6 {
				b.Set(i, to, scale*(directions.At(i, from)+0.2*rng.Float64()))
			}
			if s == 4 && from == 1 {
				b.SetCol(to, []float64{1, 0, 0, 0, 0, 0})
			}
			if s == 7 && from == 2 {
				b.SetCol(to, make([]float64, 6))
			}
		}
		bases = append(bases, b)
	}
	return bases
}

func TestPool(t *testing.T) {
	bases := pooledStarts()
	p, err := Pool(bases, 0.5, 0.3, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[int]int{}
	for i, k := range p.Cluster {
		sizes[k]++
		if nan := math.IsNaN(p.Distance[i]); (k == -1) != (nan || p.Distance[i] >= 0.5) {
			t.Errorf("component %d: distance %v, cluster %d", i, p.Distance[i], k)
		}
	}
	if sizes[-1] != 2 || p.Near != 3 || sizes[0]+sizes[1]+sizes[2] != 28 || p.Silhouette < 0.9 {
		t.Errorf("clusters of %v components, %d neighbours, silhouette %v", sizes, p.Near, p.Silhouette)
	}
	// The median of a cluster by hand: that of its components at unit length, feature by feature.
	all := Columns(bases)
	scaleColumns(all)
	for k := range 3 {
		var medians []float64
		for i := range 6 {
			var values []float64
			for c, label := range p.Cluster {
				if label == k {
					values = append(values, all.At(i, c))
				}
			}
			slices.Sort(values)
			medians = append(medians, (values[(len(values)-1)/2]+values[len(values)/2])/2)
		}
		sum := 0.
		for _, v := range medians {
			sum += v
		}
		for i, v := range medians {
			if math.Abs(p.Medians.At(i, k)-v/sum) > 1e-14 {
				t.Errorf("feature %d of cluster %d: %v, want %v", i, k, p.Medians.At(i, k), v/sum)
			}
		}
	}
	// The distances are those of differences.
	for i := range p.Cluster {
		for j := range p.Cluster {
			var d mat.VecDense
			d.SubVec(all.ColView(i), all.ColView(j))
			if math.Abs(p.Between.At(i, j)-mat.Norm(&d, 2)) > 1e-12 {
				t.Fatalf("distance of %d and %d: %v, want %v", i, j, p.Between.At(i, j), mat.Norm(&d, 2))
			}
		}
	}
	again, err := Pool(bases, 0.5, 0.3, rand.New(rand.NewPCG(1, 0)))
	if err != nil || !slices.Equal(again.Cluster, p.Cluster) || !mat.Equal(again.Medians, p.Medians) {
		t.Errorf("another result of the same starts (%v)", err)
	}
	// Of a threshold of 2 only the component of zeros is left out.
	if p, err = Pool(bases, 2, 0.3, rand.New(rand.NewPCG(1, 0))); err != nil || slices.Index(p.Cluster, -1) < 0 || p.Medians == nil {
		t.Errorf("%v, %v", p, err)
	}
}

func TestPoolRefuses(t *testing.T) {
	if _, err := Pool(pooledStarts(), 1e-9, 0.3, rand.New(rand.NewPCG(1, 0))); err == nil ||
		!strings.Contains(err.Error(), "of 30 components only 0 have a mean distance to their 3 nearest neighbours below 1e-09") {
		t.Error(err)
	}
	apart := []*mat.Dense{mat.NewDense(4, 1, []float64{1, 0, 0, 0}), mat.NewDense(4, 1, []float64{0, 1, 0, 0}),
		mat.NewDense(4, 1, []float64{0, 0, 1, 0})}
	if _, err := Pool(apart, 2, 0.3, rand.New(rand.NewPCG(1, 0))); err == nil || !strings.Contains(err.Error(), "have no feature in common") {
		t.Error(err)
	}
}

// The score by its formula, whatever the scale of components.
func TestSpecificity(t *testing.T) {
	w := mat.NewDense(5, 2, []float64{4, 0, 3, 3, 3, 1, 0, 0, 0, 6})
	entropy := -(0.75*math.Log2(0.75) + 0.25*math.Log2(0.25))
	want := []float64{1, 0, 1 - entropy, 0, 1}
	for _, scale := range []float64{1, 7} {
		b := mat.DenseCopyOf(w)
		b.Apply(func(_, k int, v float64) float64 { return v * []float64{scale, 1}[k] }, b)
		for i, got := range Specificity(b) {
			if math.Abs(got-want[i]) > 1e-15 {
				t.Errorf("scale %v, feature %d: %v, want %v", scale, i, got, want[i])
			}
		}
	}
	if got := Specificity(mat.NewDense(2, 1, []float64{1, 2})); got[0] != 0 || got[1] != 0 {
		t.Errorf("a single component: %v", got)
	}
}

// Scores are those of a regression by QR of the centred and scaled features; of sparse X the same; a constant feature has none.
func TestScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const m, n, r = 6, 30, 3
	x, u := mat.NewDense(m, n, nil), mat.NewDense(n, r, nil)
	x.Apply(func(i, _ int, _ float64) float64 { return math.Floor(float64(i+1) * max(0, rng.NormFloat64())) }, x)
	x.SetRow(4, slices.Repeat([]float64{5}, n))
	u.Apply(func(int, int, float64) float64 { return rng.ExpFloat64() }, u)
	z := mat.NewDense(n, m, nil)
	for i := range m {
		mean, sd := stat.PopMeanStdDev(x.RawRowView(i), nil)
		for j := range n {
			if sd > 0 {
				z.Set(j, i, (x.At(i, j)-mean)/sd)
			}
		}
	}
	var want mat.Dense
	if err := want.Solve(u, z); err != nil {
		t.Fatal(err)
	}
	sparse, err := matrix.CSRFrom(m, n, func(yield func(matrix.Triplet) bool) {
		for e := range matrix.Entries(matrix.FromDense(x)) {
			if e.Value != 0 && !yield(e) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, held := range []matrix.Matrix{matrix.FromDense(x), sparse} {
		if got := Scores(held, u); !mat.EqualApprox(got, want.T(), 1e-12) {
			t.Errorf("%T: %v, want %v", held, mat.Formatted(got), mat.Formatted(want.T()))
		}
	}
}

// A feature that does not vary scores 0, and not its rounding over the root of that.
func TestScoresOfConstants(t *testing.T) {
	const n = 12
	x, usages := mat.NewDense(3, n, nil), mat.NewDense(n, 2, nil)
	for j := range n {
		x.SetCol(j, []float64{0.1, 1e6 + 0.1, float64(j * j % 7)})
		usages.SetRow(j, []float64{float64(1 + j%3), float64(2 + j%5)})
	}
	scores := Scores(matrix.FromDense(x), usages)
	for i, want := range []bool{false, false, true} {
		if got := mat.Norm(scores.RowView(i), 1) > 0; got != want {
			t.Errorf("feature %d scores %v", i, mat.Formatted(scores.RowView(i)))
		}
	}
}
