package sets

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

func TestRPRSyntheticChains(t *testing.T) {
	set := &rprSyntheticSet{Rows: 30, Columns: 100, Rank: 20, Chains: 10, Length: 5}
	d, err := set.Load(nil, rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Triples) != 50 {
		t.Fatalf("%d relations, want 10 chains of 5", len(d.Triples))
	}
	// The factors again: the generator draws W0, then H0, from the same stream.
	rng := rand.New(rand.NewPCG(3, 4))
	w, h := uniform(30, 20, rng), uniform(20, 100, rng)
	if !mat.Equal(w, d.Basis) {
		t.Error("the basis is not W0")
	}
	if !mat.Equal(h.T(), d.Coefficients) {
		t.Error("the coefficients are not H0, transposed")
	}
	length := func(i, j int) float64 {
		var diff mat.VecDense
		diff.SubVec(h.ColView(i), h.ColView(j))
		return mat.Norm(&diff, 2)
	}
	for k, q := range d.Triples {
		if !(length(q[0], q[1]) < length(q[0], q[2])) {
			t.Errorf("relation %v does not hold", q)
		}
		if k%5 > 0 { // consecutive pairs of a chain share a point: the second pair of one is the first of the next
			if p := d.Triples[k-1]; q[1] != p[0] || q[0] != p[2] {
				t.Errorf("relation %v does not follow %v", q, p)
			}
		}
	}
	var v mat.Dense
	v.Mul(w, h)
	minMaxAll(&v)
	if !mat.Equal(&v, d.X) || mat.Min(&v) != 0 || mat.Max(&v) != 1 {
		t.Error("V is not W0·H0 scaled to [0, 1]")
	}
	set.Product = true
	if d, err := set.Load(nil, rand.New(rand.NewPCG(3, 4))); err != nil || !mat.EqualApprox(basisTimes(d), d.X, 1e-12) {
		t.Errorf("%v, or V is not the product of W0 and H0", err)
	}
	const margin = 0.1
	path := growingPath(distances(h), 5, (1+margin)*(1+margin), rng)
	for k := 2; k < len(path); k++ {
		if last, step := length(path[k-2], path[k-1]), length(path[k-1], path[k]); step <= (1+margin)*last {
			t.Errorf("step %v after %v, want %v %% more", step, last, 100*margin)
		}
	}
	if len(path) != 5 {
		t.Errorf("a path of %d points, want 5", len(path))
	}
	// Three points hold no path of four growing steps.
	if path := growingPath(distances(h.Slice(0, 20, 0, 3).(*mat.Dense)), 5, 1, rng); path != nil {
		t.Errorf("a path of 5 among 3 points: %v", path)
	}
}

// The four points have all twelve relations of their distances, and the one that the paper names.
func TestRPRPoints(t *testing.T) {
	for seed := range uint64(20) {
		d, err := (&spacePoints{}).Load(nil, rand.New(rand.NewPCG(seed, 9)))
		if err != nil {
			t.Fatal(err)
		}
		length := func(i, j int) float64 {
			var sum float64
			for k := range 3 {
				sum += math.Pow(d.X.At(k, i)-d.X.At(k, j), 2)
			}
			return sum
		}
		if !(length(1, 3) < length(2, 3)) || len(d.Triples) != 12 {
			t.Fatalf("seed %d: %d relations, distances %v and %v", seed, len(d.Triples), length(1, 3), length(2, 3))
		}
		for _, q := range d.Triples {
			if !(length(q[0], q[1]) < length(q[0], q[2])) {
				t.Errorf("seed %d: relation %v does not hold", seed, q)
			}
		}
	}
}

// The pieces meet e^x at whole numbers, are lines between them and lie above it.
func TestRPRPieces(t *testing.T) {
	d, err := (&pieces{Last: 4, Steps: 4}).Load(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 17 {
		x, exp, piece := d.X.At(i, 0), d.X.At(i, 1), d.X.At(i, 2)
		n := math.Floor(x)
		if want := math.Exp(n) + (x-n)*(math.Exp(n+1)-math.Exp(n)); math.Abs(piece-want) > 1e-12*want || exp != math.Exp(x) {
			t.Errorf("at %v: %v and %v, want %v and %v", x, exp, piece, math.Exp(x), want)
		}
		if whole := i%4 == 0; whole != (math.Abs(piece-exp) < 1e-12*exp) || piece < exp*(1-1e-12) {
			t.Errorf("at %v the piece is %v, e^x %v", x, piece, exp)
		}
	}
}

// The nine ratings of Fig. 1, as the paper prints them.
func TestRPRMovies(t *testing.T) {
	d, err := card("rpr-movies").New().Load(Embedded{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d.X.NNZ() != 9 || d.X.At(3, 3) != 3.2 || d.X.At(0, 2) != 3.8 || d.X.At(4, 4) != 3.6 {
		t.Errorf("%d ratings, %v", d.X.NNZ(), mat.Formatted(d.X))
	}
	if q := d.Triples[0]; d.Columns[q[0]] != "Star Wars" || d.Columns[q[1]] != "Star Trek" || d.Columns[q[2]] != "Titanic" {
		t.Errorf("relation %v of %q", q, d.Columns)
	}
}

// The relations of the features are chains of the rows of W0, and a total cuts the last chain of both sides.
func TestRPRSyntheticFeatures(t *testing.T) {
	set := &rprSyntheticSet{Rows: 40, Columns: 30, Rank: 6, Length: 5, Total: 12, Features: true}
	d, err := set.Load(nil, rand.New(rand.NewPCG(5, 6)))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Triples) != 12 || len(d.RowTriples) != 12 {
		t.Fatalf("%d and %d relations, want 12 on each side", len(d.Triples), len(d.RowTriples))
	}
	for _, side := range []struct {
		points  *mat.Dense
		triples [][3]int
	}{{d.Coefficients, d.Triples}, {d.Basis, d.RowTriples}} {
		length := func(i, j int) float64 {
			var diff mat.VecDense
			diff.SubVec(side.points.RowView(i), side.points.RowView(j))
			return mat.Norm(&diff, 2)
		}
		for _, q := range side.triples {
			if !(length(q[0], q[1]) < length(q[0], q[2])) {
				t.Errorf("relation %v does not hold", q)
			}
		}
	}
}

func TestORNMFSynthetic(t *testing.T) {
	clean, err := (&ornmfSyntheticSet{}).Load(nil, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	x := clean.X.(*matrix.Dense).Raw()
	for j := 1; j < 160; j++ {
		if same := mat.Equal(x.ColView(j), x.ColView(j-1)); same != (j%20 != 0) {
			t.Fatalf("columns %d and %d equal: %v", j-1, j, same)
		}
	}
	var v mat.Dense
	v.Mul(clean.Basis, clean.Coefficients.T())
	minMaxAll(&v)
	if !mat.EqualApprox(&v, x, 1e-12) {
		t.Error("the data is not basis times coefficients, scaled to [0, 1]")
	}
	noisy, err := (&ornmfSyntheticSet{Noise: 0.5}).Load(nil, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if mat.Equal(x, noisy.X) || mat.Min(noisy.X) != 0 || mat.Max(noisy.X) != 1 {
		t.Error("noise did nothing, or broke the scale")
	}
	// What the level is of: the same draws in units of the spread of V, or a share of the entries.
	scaled, err := (&ornmfSyntheticSet{Noise: 0.5 / stat.PopStdDev(mat.DenseCopyOf(basisTimes(clean)).RawMatrix().Data, nil),
		Of: ofDeviation}).Load(nil, rand.New(rand.NewPCG(1, 2)))
	if err != nil || !mat.EqualApprox(scaled.X, noisy.X, 1e-12) {
		t.Errorf("half a unit of noise is not the same in units of the spread of V: %v", err)
	}
	for _, share := range []float64{0.2, 0.5} {
		some, err := (&ornmfSyntheticSet{Noise: share, Of: ofEntries}).Load(nil, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		// Entries without noise repeat within a group of equal columns.
		raw, clean, pairs := some.X.(*matrix.Dense).Raw(), 0, 0
		for i := range 400 {
			for j := 1; j < 160; j++ {
				if j%20 != 0 {
					pairs++
					if raw.At(i, j) == raw.At(i, j-1) {
						clean++
					}
				}
			}
		}
		if got := 1 - math.Sqrt(float64(clean)/float64(pairs)); math.Abs(got-share) > 0.02 {
			t.Errorf("%.3f of the entries have noise, want %v", got, share)
		}
	}
}

// basisTimes is the product of the basis and the coefficients of made data.
func basisTimes(d *dataset.Data) mat.Matrix {
	var v mat.Dense
	v.Mul(d.Basis, d.Coefficients.T())
	return &v
}

func TestProjection(t *testing.T) {
	for _, source := range []string{"uniform", "gauss", "laplace"} {
		for _, sign := range []string{signSigned, signNonNegative} {
			set := &projection{Features: 30, Samples: 2000, Rank: 3, Source: source, Sign: sign}
			d, err := set.Load(nil, rand.New(rand.NewPCG(5, 6)))
			if err != nil {
				t.Fatal(err)
			}
			var gtg mat.Dense
			gtg.Mul(d.Basis.T(), d.Basis)
			if !mat.EqualApprox(&gtg, mat.NewDiagDense(3, []float64{1, 1, 1}), 1e-12) {
				t.Errorf("the basis is not orthonormal: %v", mat.Formatted(&gtg))
			}
			if negative := mat.Min(d.X) < 0; negative != (sign == signSigned) {
				t.Errorf("%s, %s: least entry %v", source, sign, mat.Min(d.X))
			}
		}
	}
	// Moments of the sources: mean 0 and variance 1/12, 1, 1.
	rng := rand.New(rand.NewPCG(7, 8))
	for name, variance := range map[string]float64{"uniform": 1. / 12, "gauss": 1, "laplace": 1} {
		const n = 200_000
		var sum, square float64
		for range n {
			v := sources[name](rng, true)
			sum, square = sum+v, square+v*v
		}
		if mean := sum / n; math.Abs(mean) > 0.01 || math.Abs(square/n-variance) > 0.03*variance {
			t.Errorf("%s: mean %v, variance %v, want 0, %v", name, mean, square/n, variance)
		}
	}
}

// Both joint laws of Laplace: entries of variance 1, and what tells the laws from each other and from independent entries.
func TestRadialLaplace(t *testing.T) {
	const m, n = 6, 40_000
	for _, tt := range []struct {
		radial         string
		absolute, norm float64 // E|y| of an entry, E‖y‖⁴
	}{
		{radialMixture, math.Sqrt2 / 2, 2 * m * (m + 2)},           // E|y| of Laplace, E(E²) = 2, E‖z‖⁴ = m(m+2)
		{radialDensity, 0.76998, m * (m + 2) * (m + 3) / (m + 1.)}, // R ~ Γ(m): E‖y‖⁴ = m(m+1)(m+2)(m+3), over (m+1)²
	} {
		rng := rand.New(rand.NewPCG(9, 10))
		y := mat.NewDense(m, n, nil)
		y.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, y)
		(&projection{Radial: tt.radial}).stretch(y, rng)
		var square, absolute, fourth float64
		for j := range n {
			norm := mat.Norm(y.ColView(j), 2)
			square, fourth = square+norm*norm/(m*n), fourth+norm*norm*norm*norm/n
			absolute += mat.Norm(y.ColView(j), 1) / (m * n)
		}
		if math.Abs(square-1) > 0.02 || math.Abs(absolute-tt.absolute) > 0.01 || math.Abs(fourth/tt.norm-1) > 0.06 {
			t.Errorf("%s: variance %v, mean size %v, fourth moment %v; want 1, %v, %v", tt.radial, square, absolute, fourth, tt.absolute, tt.norm)
		}
	}
}

func TestGeneratorOptions(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  dataset.Dataset
		want string
	}{
		{"rpr-pieces", &pieces{Last: 0, Steps: 5}, "last = 0"},
		{"rpr-synthetic", &rprSyntheticSet{Rows: 0, Columns: 9, Rank: 1, Length: 5}, "rows = 0"},
		{"rpr-synthetic", &rprSyntheticSet{Rows: 6, Columns: 9, Rank: 1, Chains: 1, Length: 5, Features: true}, "rows = 6, want at least 7"},
		{"rpr-synthetic", &rprSyntheticSet{Rows: 9, Columns: 9, Rank: 1, Length: 5, Total: -1}, "total = -1"},
		{"rpr-synthetic", &rprSyntheticSet{Rows: 9, Columns: 6, Rank: 1, Chains: 1, Length: 5}, "columns = 6, want at least 7"},
		{"ornmf-synthetic", &ornmfSyntheticSet{Noise: math.NaN()}, "noise = NaN"},
		{"ornmf-synthetic", &ornmfSyntheticSet{Noise: -1}, "noise = -1"},
		{"pnmf-projection", &projection{Features: 2, Samples: 1, Rank: 3, Source: "gauss", Sign: signSigned}, "features = 2"},
		{"pnmf-projection", &projection{Features: 5, Samples: 1, Rank: 3, Source: "cauchy", Sign: signSigned}, `source = "cauchy"`},
		{"pnmf-projection", &projection{Features: 5, Samples: 1, Rank: 3, Source: "gauss", Sign: "?"}, `sign = "?"`},
		{"pnmf-projection", &projection{Features: 5, Samples: 1, Rank: 3, Source: "gauss", Sign: signSigned, Radial: radialDensity}, `radial = "density" of source = "gauss"`},
		{"indian-pines-standin", &sceneStandIn{scene{Scaled: dataset.Unscaled, Fraction: 0, of: indianPinesScene}, 0, ""}, "fraction = 0"},
		{"indian-pines-standin", &sceneStandIn{scene{Scaled: dataset.Unscaled, Fraction: 1, Least: 9999, of: indianPinesScene}, 0, ""},
			"least = 9999"},
		{"hdm05-standin", &motionModel{dataset.Unscaled, 3, 5}, "frames = 3"},
		{"video-standin", &videoModel{Scaled: dataset.Unscaled, Noise: -1}, "noise = -1"},
		{"hdm05", &hdm05Set{dataset.Unscaled, "../x", "y", 1}, `skeleton or take = "../x"`},
		{"hdm05", &hdm05Set{dataset.Unscaled, "x", "y", 0}, "step = 0"},
		{"mocap6", &mocap6Set{dataset.Unscaled, "15_01"}, `sequence = "15_01"`},
	} {
		e, ok := Find(tt.name)
		if !ok {
			t.Fatalf("no set %s", tt.name)
		}
		if err := dataset.Validate(e, tt.set); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// What generated data says of its size is so, whatever its options.
func TestSized(t *testing.T) {
	small := &sceneStandIn{scene: scene{Scaled: dataset.Unscaled, Fraction: 0.05, Least: 500, of: indianPinesScene}}
	for _, set := range []dataset.Dataset{
		small, &rprSyntheticSet{Rows: 9, Columns: 30, Rank: 2, Chains: 1, Length: 5},
		&projection{Features: 30, Samples: 20, Rank: 3, Source: "gauss", Sign: signSigned},
	} {
		d, err := set.Load(nil, rand.New(rand.NewPCG(5, 6)))
		if err != nil {
			t.Fatal(err)
		}
		m, n := d.X.Dims()
		if features, samples := set.(dataset.Sized).Size(); features != m || samples != n {
			t.Errorf("%T: %d×%d, want %d×%d as loaded", set, features, samples, m, n)
		}
	}
}
