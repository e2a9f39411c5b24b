package kmeans

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"nmfrepro/solvers/matrix/matrixtest"
)

func readMatrix(t testing.TB, name string) *mat.Dense {
	return matrixtest.Golden(t, "KMeans_lloyd", name)
}

func stream(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

func mustRun(t testing.TB, x *mat.Dense, o Options, centres *mat.Dense, rng *rand.Rand) Result {
	t.Helper()
	res, err := Run(x, o, centres, rng)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// widened repeats every sample's features, scaled so that distances stay: with more features than samples the run works
// on inner products of samples.
func widened(x *mat.Dense, times int) *mat.Dense {
	n, d := x.Dims()
	w := mat.NewDense(n, d*times, nil)
	for i := range n {
		for j := range d * times {
			w.Set(i, j, x.At(i, j%d)/math.Sqrt(float64(times)))
		}
	}
	return w
}

func TestGoldenLloyd(t *testing.T) {
	x, start, want := readMatrix(t, "X.csv"), readMatrix(t, "init.csv"), readMatrix(t, "centers.csv")
	o := Options{K: 3, Start: Given, Restarts: 1, MaxIterations: 100, Empty: Fail}
	res := mustRun(t, x, o, start, nil)
	for i, v := range readMatrix(t, "labels.csv").RawMatrix().Data {
		if res.Labels[i] != int(v) {
			t.Fatalf("sample %d is in cluster %d, want %g", i, res.Labels[i], v)
		}
	}
	if !mat.EqualApprox(res.Centres, want, 1e-12) {
		t.Errorf("centres\n%v\nwant\n%v", mat.Formatted(res.Centres), mat.Formatted(want))
	}
	if math.Abs(res.Inertia-48.985414960044636) > 1e-11 || res.Iterations != 6 || !res.Converged {
		t.Errorf("inertia %.17g after %d iterations, converged %v", res.Inertia, res.Iterations, res.Converged)
	}
	wide := mustRun(t, widened(x, 20), o, widened(start, 20), nil)
	if !slices.Equal(wide.Labels, res.Labels) || wide.Iterations != 6 || math.Abs(wide.Inertia-res.Inertia) > 1e-11 {
		t.Errorf("by inner products: inertia %.17g after %d iterations", wide.Inertia, wide.Iterations)
	}
}

// TestSpacesAgree runs the same clustering on vectors and on inner products.
func TestSpacesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, k := drawSamples(t)
		o := Options{K: k, Start: rapid.SampledFrom([]Start{Random, PlusPlus, Greedy}).Draw(t, "start"), Restarts: 2, MaxIterations: 50,
			Online: rapid.Bool().Draw(t, "online"), Empty: rapid.SampledFrom([]Policy{Farthest, Drop}).Draw(t, "empty")}
		seed := rapid.Uint64().Draw(t, "seed")
		s := newSamples(x)
		var results []Result
		for _, space := range []space{newVectors(s, k), newGram(s, k)} {
			res, err := newRun(x, o, space).best(nil, stream(seed))
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, res)
		}
		if a, b := results[0], results[1]; !slices.Equal(a.Labels, b.Labels) || a.Iterations != b.Iterations || a.Inertia != b.Inertia {
			t.Fatalf("vectors %+v\ninner products %+v", a, b)
		}
	})
}

// drawSamples draws integer samples, so that ties and duplicates are common, sometimes far from the origin.
func drawSamples(t *rapid.T) (x *mat.Dense, k int) {
	n, d := rapid.IntRange(1, 25).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
	limit := rapid.SampledFrom([]int{1, 3, 100}).Draw(t, "limit")
	offset := rapid.SampledFrom([]float64{0, 1e6}).Draw(t, "offset")
	x = mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, offset+float64(rapid.IntRange(-limit, limit).Draw(t, "x")))
		}
	}
	return x, rapid.IntRange(1, n).Draw(t, "k")
}

// TestFixedPoint checks a result against its definition: centres are means, no sample is nearer to another centre, and
// after the single-move phase no single move lowers the inertia.
func TestFixedPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, k := drawSamples(t)
		o := Defaults()
		o.K, o.Restarts, o.Online = k, 1, rapid.Bool().Draw(t, "online")
		o.Start = rapid.SampledFrom([]Start{Random, PlusPlus, Greedy}).Draw(t, "start")
		res, err := Run(x, o, nil, stream(rapid.Uint64().Draw(t, "seed")))
		if err != nil {
			t.Fatal(err)
		}
		if !res.Converged || len(res.Sizes) != k || slices.Min(res.Sizes) < 1 {
			t.Fatalf("%+v", res)
		}
		inertia, centres, sizes := naiveInertia(x, res.Labels, k)
		if !slices.Equal(sizes, res.Sizes) || !mat.EqualApprox(centres, res.Centres, 1e-9) || math.Abs(inertia-res.Inertia) > 1e-9*(1+inertia) {
			t.Fatalf("inertia %g, want %g, sizes %v", res.Inertia, inertia, sizes)
		}
		for i, own := range res.Labels {
			for c := range k {
				if near, at := naiveDistance(x, i, centres, c), naiveDistance(x, i, centres, own); near < at*(1-1e-9)-1e-9 {
					t.Fatalf("sample %d is nearer to centre %d (%g) than to its own (%g)", i, c, near, at)
				}
				if !o.Online || sizes[own] == 1 {
					continue
				}
				moved := slices.Clone(res.Labels)
				moved[i] = c
				if after, _, _ := naiveInertia(x, moved, k); after < inertia*(1-1e-9)-1e-9 {
					t.Fatalf("moving sample %d to %d lowers the inertia from %g to %g", i, c, inertia, after)
				}
			}
		}
	})
}

func naiveDistance(x *mat.Dense, i int, centres *mat.Dense, c int) float64 {
	var sum float64
	for j, v := range x.RawRowView(i) {
		sum += (v - centres.At(c, j)) * (v - centres.At(c, j))
	}
	return sum
}

func naiveInertia(x *mat.Dense, labels []int, k int) (inertia float64, centres *mat.Dense, sizes []int) {
	n, d := x.Dims()
	centres, sizes = mat.NewDense(k, d, nil), make([]int, k)
	for i, c := range labels {
		sizes[c]++
		for j := range d {
			centres.Set(c, j, centres.At(c, j)+x.At(i, j))
		}
	}
	for c, size := range sizes {
		for j := range d {
			centres.Set(c, j, centres.At(c, j)/float64(max(1, size)))
		}
	}
	for i := range n {
		inertia += naiveDistance(x, i, centres, labels[i])
	}
	return inertia, centres, sizes
}

// TestInertiaFalls cuts runs short after every number of passes.
func TestInertiaFalls(t *testing.T) {
	x := readMatrix(t, "X.csv")
	for _, x := range []*mat.Dense{x, widened(x, 20)} {
		for _, start := range []Start{Random, PlusPlus, Greedy} {
			for seed := range uint64(20) {
				last := math.Inf(1)
				for passes := 1; ; passes++ {
					o := Options{K: 8, Start: start, Restarts: 1, MaxIterations: passes, Empty: Farthest}
					res := mustRun(t, x, o, nil, stream(seed))
					if res.Inertia > last {
						t.Fatalf("%s, seed %d: inertia rises from %.17g to %.17g in pass %d", start, seed, last, res.Inertia, passes)
					}
					if last = res.Inertia; res.Converged {
						o.Online = true
						if online := mustRun(t, x, o, nil, stream(seed)); online.Inertia > last {
							t.Fatalf("%s, seed %d: the single-move phase raises the inertia from %g to %g", start, seed, last, online.Inertia)
						}
						break
					}
				}
			}
		}
	}
}

// TestOnlineLeavesLocalOptimum is a fixed point of Lloyd's that one move improves: centres 1 and 4 + 1/3; the sample at 2.6
// is nearer to 1 (1.6 against 1.73) but 1/2·... lowers the inertia: by hand n_o/(n_o-1)·1.6² = 3.84 > n_c/(n_c+1)·1.733² = 2.25.
func TestOnlineLeavesLocalOptimum(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{0, 0.4, 2.6, 4, 4.5, 4.5})
	start := mat.NewDense(2, 1, []float64{1, 13.0 / 3})
	o := Options{K: 2, Start: Given, Restarts: 1, MaxIterations: 100, Empty: Fail}
	if res := mustRun(t, x, o, start, nil); !slices.Equal(res.Labels, []int{0, 0, 0, 1, 1, 1}) {
		t.Fatalf("batch phase: %v", res.Labels)
	}
	o.Online = true
	if res := mustRun(t, x, o, start, nil); !slices.Equal(res.Labels, []int{0, 0, 1, 1, 1, 1}) {
		t.Errorf("single-move phase: %v", res.Labels)
	}
}

func TestEmptyClusters(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 9})
	far := mat.NewDense(3, 1, []float64{1, 2, 100})
	o := Options{K: 3, Start: Given, Restarts: 1, MaxIterations: 100}
	tests := []struct {
		policy  Policy
		labels  []int
		emptied int
	}{
		{Farthest, []int{0, 0, 1, 2}, 1}, // 9 is farthest from its centre 2 and becomes the third cluster; 1 is as near to 1/2... 0, 1 | 2 | 9
		{Drop, []int{0, 0, 0, 1}, 1},     // 0 1 | 2 9 -> centres 0.5, 5.5 -> 0 1 2 | 9
	}
	for _, tt := range tests {
		o.Empty = tt.policy
		res := mustRun(t, x, o, far, nil)
		if !slices.Equal(res.Labels, tt.labels) || res.Emptied != tt.emptied {
			t.Errorf("%s: labels %v, emptied %d", tt.policy, res.Labels, res.Emptied)
		}
		if k, _ := res.Centres.Dims(); k != len(res.Sizes) || k != 1+slices.Max(tt.labels) {
			t.Errorf("%s: %d centres, sizes %v", tt.policy, k, res.Sizes)
		}
	}
	o.Empty = Fail
	if _, err := Run(x, o, far, nil); !errors.Is(err, ErrEmpty) || !strings.Contains(err.Error(), "cluster 3 of 3") {
		t.Errorf("error %v", err)
	}
}

// TestDuplicates has fewer different samples than clusters: every cluster still gets one, and the run ends.
func TestDuplicates(t *testing.T) {
	x := mat.NewDense(5, 2, []float64{3, 3, 3, 3, 3, 3, 3, 3, 8, 8})
	for _, start := range []Start{Random, PlusPlus, Greedy} {
		for seed := range uint64(50) {
			o := Options{K: 4, Start: start, Restarts: 1, MaxIterations: 100, Online: true, Empty: Farthest}
			res := mustRun(t, x, o, nil, stream(seed))
			if res.Inertia != 0 || slices.Min(res.Sizes) < 1 || len(res.Sizes) != 4 || !res.Converged {
				t.Fatalf("%s, seed %d: %+v", start, seed, res)
			}
		}
	}
}

// TestCoincidingCentres has clusters of equal samples, whose centres differ by rounding at most: no sample may pass from one
// to the other for ever.
func TestCoincidingCentres(t *testing.T) {
	for seed := range uint64(300) {
		rng := stream(seed)
		x := mat.NewDense(23, 2, nil)
		for i := range 23 {
			x.SetRow(i, []float64{1e6 + float64(rng.IntN(3)), float64(rng.IntN(3))})
		}
		o := Options{K: 17, Start: Random, Restarts: 1, MaxIterations: 100, Online: true, Empty: Farthest}
		if res := mustRun(t, x, o, nil, rng); !res.Converged {
			t.Fatalf("seed %d: %d iterations, sizes %v", seed, res.Iterations, res.Sizes)
		}
	}
}

func TestExtremes(t *testing.T) {
	x := readMatrix(t, "X.csv")
	n, _ := x.Dims()
	one := mustRun(t, x, Options{K: 1, Start: Random, Restarts: 1, MaxIterations: 9, Online: true, Empty: Fail}, nil, stream(1))
	if one.Sizes[0] != n || one.Iterations != 3 {
		t.Errorf("k = 1: sizes %v after %d iterations", one.Sizes, one.Iterations)
	}
	all := mustRun(t, x, Options{K: n, Start: Greedy, Restarts: 1, MaxIterations: 9, Online: true, Empty: Fail}, nil, stream(1))
	if all.Inertia != 0 || slices.Max(all.Sizes) != 1 {
		t.Errorf("k = n: inertia %g", all.Inertia)
	}
}

func TestRestartsKeepTheBest(t *testing.T) {
	x := readMatrix(t, "X.csv")
	o := Options{K: 9, Start: Random, Restarts: 1, MaxIterations: 100, Empty: Farthest}
	rng := stream(5)
	least := math.Inf(1)
	for range 12 {
		least = min(least, mustRun(t, x, o, nil, rng).Inertia)
	}
	o.Restarts = 12
	if got := mustRun(t, x, o, nil, stream(5)); got.Inertia != least {
		t.Errorf("inertia %g, least of single runs %g", got.Inertia, least)
	}
}

func TestBadInput(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6})
	hole := mat.NewDense(3, 2, []float64{1, 2, 3, math.NaN(), 5, 6})
	tests := []struct {
		change  func(*Options)
		x       *mat.Dense
		centres *mat.Dense
		want    string
	}{
		{func(o *Options) { o.K = 4 }, x, nil, "k = 4 for 3 samples, want 1 to 3"},
		{func(o *Options) { o.K = 0 }, x, nil, "k = 0 for 3 samples"},
		{func(o *Options) { o.K = -1 }, x, nil, "k = -1"},
		{func(o *Options) { o.Restarts = 0 }, x, nil, "restarts = 0"},
		{func(o *Options) { o.MaxIterations = 0 }, x, nil, "max-iterations = 0"},
		{func(o *Options) { o.Start = "best" }, x, nil, `start = "best"`},
		{func(o *Options) { o.Empty = "" }, x, nil, `empty = ""`},
		{func(o *Options) { o.Start, o.Candidates = Greedy, -1 }, x, nil, "candidates = -1"},
		{func(o *Options) { o.Candidates = 2 }, x, nil, `candidates = 2 with start = "++", want start = "greedy"`},
		{func(o *Options) {}, hole, nil, "sample 2 holds NaN in feature 2"},
		{func(o *Options) { o.Start = Given }, x, nil, "centres given: false"},
		{func(o *Options) {}, x, x, "centres given: true"},
		{func(o *Options) { o.Start = Given }, x, x, "centres are 3×2, want 2×2"},
		{func(o *Options) { o.Start, o.K = Given, 3 }, x, hole, "centre 2 holds NaN"},
	}
	for _, tt := range tests {
		o := Defaults()
		o.K = 2
		tt.change(&o)
		if _, err := Run(tt.x, o, tt.centres, stream(1)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}
