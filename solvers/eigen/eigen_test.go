package eigen_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/eigen"
	"nmfrepro/solvers/matrix"
)

func newRand() *rand.Rand { return rand.New(rand.NewPCG(7, 11)) }

// laplacian is the matrix D - A of a graph with unit weights.
func laplacian(t *testing.T, n int, edges [][2]int) *matrix.CSR {
	t.Helper()
	degree := make([]float64, n)
	var entries []matrix.Triplet
	for _, e := range edges {
		degree[e[0]]++
		degree[e[1]]++
		entries = append(entries, matrix.Triplet{Row: e[0], Col: e[1], Value: -1}, matrix.Triplet{Row: e[1], Col: e[0], Value: -1})
	}
	for i, d := range degree {
		entries = append(entries, matrix.Triplet{Row: i, Col: i, Value: d})
	}
	a, err := matrix.NewCSR(n, n, entries)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// path has the eigenvalues 2 - 2cos(πj/n), j = 0..n-1 (Brouwer and Haemers, Spectra of graphs, section 1.4.4); several
// of them side by side have each as often.
func path(n, copies int) (edges [][2]int, values []float64) {
	for c := range copies {
		for i := range n {
			if i+1 < n {
				edges = append(edges, [2]int{c*n + i, c*n + i + 1})
			}
			values = append(values, 2-2*math.Cos(math.Pi*float64(i)/float64(n)))
		}
	}
	slices.Sort(values)
	return edges, values
}

// cycle has the eigenvalues 2 - 2cos(2πj/n): all but one or two are double.
func cycle(n int) (edges [][2]int, values []float64) {
	for i := range n {
		edges = append(edges, [2]int{i, (i + 1) % n})
		values = append(values, 2-2*math.Cos(2*math.Pi*float64(i)/float64(n)))
	}
	slices.Sort(values)
	return edges, values
}

// cube is the hypercube graph, with eigenvalue 2j C(d,j) times.
func cube(d int) (edges [][2]int, values []float64) {
	for i := range 1 << d {
		weight := 0
		for b := range d {
			weight += i >> b & 1
			if j := i ^ 1<<b; i < j {
				edges = append(edges, [2]int{i, j})
			}
		}
		values = append(values, float64(2*weight))
	}
	slices.Sort(values)
	return edges, values
}

func checkPairs(t *testing.T, a mat.Matrix, got eigen.Pairs, want []float64, tol float64) {
	t.Helper()
	n, _ := a.Dims()
	k := len(want)
	if r, c := got.Vectors.Dims(); len(got.Values) != k || len(got.Residuals) != k || r != n || c != k {
		t.Fatalf("%d values, %d residuals, vectors %d×%d", len(got.Values), len(got.Residuals), r, c)
	}
	for c, w := range want {
		if math.Abs(got.Values[c]-w) > tol {
			t.Errorf("value %d: got %.17g, want %.17g", c, got.Values[c], w)
		}
	}
	var av, gram mat.Dense
	av.Mul(a, got.Vectors)
	gram.Mul(got.Vectors.T(), got.Vectors)
	for c := range k {
		var square float64
		for i := range n {
			d := av.At(i, c) - got.Values[c]*got.Vectors.At(i, c)
			square += d * d
		}
		if r := math.Sqrt(square); r > tol || math.Abs(r-got.Residuals[c]) > 1e-3*r+1e-14 {
			t.Errorf("residual %d: %g, said to be %g, want below %g", c, r, got.Residuals[c], tol)
		}
		for d := range k {
			if want := map[bool]float64{true: 1}[c == d]; math.Abs(gram.At(c, d)-want) > 1e-10 {
				t.Errorf("vectors %d and %d: inner product %g", c, d, gram.At(c, d))
			}
		}
		column := mat.Col(nil, c, got.Vectors)
		if slices.Max(column) < -slices.Min(column)*(1-1e-9) {
			t.Errorf("vector %d: largest entry is negative", c)
		}
	}
}

func TestKnownSpectra(t *testing.T) {
	few, fewValues := path(90, 1)
	chain, chainValues := path(400, 1)
	copies, copiesValues := path(100, 7)
	ring, ringValues := cycle(301)
	hyper, hyperValues := cube(9)
	tests := []struct {
		name   string
		edges  [][2]int
		values []float64
		k      []int
	}{
		{"path of 90, dense", few, fewValues, []int{1, 5, 90}},
		{"path of 400", chain, chainValues, []int{1, 4}},
		{"7 paths of 100, every eigenvalue sevenfold", copies, copiesValues, []int{1, 3, 7, 9, 15}},
		{"cycle, eigenvalues double", ring, ringValues, []int{2, 6}},
		{"cube, eigenvalues 9- and 36-fold", hyper, hyperValues, []int{2, 10, 12}},
	}
	for _, test := range tests {
		n := len(test.values)
		a := laplacian(t, n, test.edges)
		for _, k := range test.k {
			t.Run(test.name, func(t *testing.T) {
				small, err := eigen.Smallest(eigen.Of(a), k, eigen.Options{}, newRand())
				if err != nil {
					t.Fatal(err)
				}
				checkPairs(t, a, small, test.values[:k], 1e-10)
				large, err := eigen.Largest(eigen.Of(a), k, eigen.Options{}, newRand())
				if err != nil {
					t.Fatal(err)
				}
				falling := slices.Clone(test.values[n-k:])
				slices.Reverse(falling)
				checkPairs(t, a, large, falling, 1e-10)
				inverted, err := eigen.SmallestInverted(a, k, eigen.Options{}, newRand())
				if err != nil {
					t.Fatal(err)
				}
				checkPairs(t, a, inverted, test.values[:k], 1e-10)
			})
		}
	}
}

// The low end of a long path is 10⁻⁶ of its spectrum wide: only the inverse gets there in reasonable time.
func TestInverseSeparatesTheLowEnd(t *testing.T) {
	edges, values := path(1500, 1)
	a := laplacian(t, 1500, edges)
	got, err := eigen.SmallestInverted(a, 6, eigen.Options{}, newRand())
	if err != nil {
		t.Fatal(err)
	}
	checkPairs(t, a, got, values[:6], 1e-11)
	for c, w := range values[1:6] {
		if math.Abs(got.Values[c+1]-w) > 1e-5*w {
			t.Errorf("value %d: got %g, want %g", c+1, got.Values[c+1], w)
		}
	}
	if _, err := eigen.Smallest(eigen.Of(a), 6, eigen.Options{Restarts: 3}, newRand()); !errors.Is(err, eigen.ErrNotConverged) {
		t.Errorf("without the inverse: error %v", err)
	}
}

func TestAgainstDenseSolver(t *testing.T) {
	const n = 260
	rng := newRand()
	raw := mat.NewDense(n, n, nil)
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			v := rng.NormFloat64()
			sym.SetSym(i, j, v)
			raw.Set(i, j, v)
			raw.Set(j, i, v)
		}
	}
	var full mat.EigenSym
	if !full.Factorize(sym, false) {
		t.Fatal("dense solver failed")
	}
	values := full.Values(nil)
	for _, k := range []int{1, 5, 40} {
		small, err := eigen.Smallest(eigen.Of(matrix.FromDense(raw)), k, eigen.Options{}, newRand())
		if err != nil {
			t.Fatal(err)
		}
		checkPairs(t, raw, small, values[:k], 1e-9)
	}
}

func TestSameSeedSameBits(t *testing.T) {
	edges, _ := cycle(301)
	a := laplacian(t, 301, edges)
	one, err := eigen.Largest(eigen.Of(a), 5, eigen.Options{}, newRand())
	if err != nil {
		t.Fatal(err)
	}
	two, err := eigen.Largest(eigen.Of(a), 5, eigen.Options{}, newRand())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(one.Values, two.Values) || !mat.Equal(one.Vectors, two.Vectors) {
		t.Error("results differ")
	}
}

// The constant vector of a path or a cycle is known; what is left is found by every method, at any order.
func TestKnownEigenvectors(t *testing.T) {
	for _, n := range []int{90, 301} {
		edges, values := cycle(n)
		a := laplacian(t, n, edges)
		constant := mat.NewDense(1, n, nil)
		for i := range n {
			constant.Set(0, i, 1/math.Sqrt(float64(n)))
		}
		o := eigen.Options{Without: constant}
		small, err := eigen.Smallest(eigen.Of(a), 4, o, newRand())
		if err != nil {
			t.Fatal(err)
		}
		checkPairs(t, a, small, values[1:5], 1e-10)
		inverted, err := eigen.SmallestInverted(a, 4, o, newRand())
		if err != nil {
			t.Fatal(err)
		}
		checkPairs(t, a, inverted, values[1:5], 1e-10)
		if _, err := eigen.Smallest(eigen.Of(a), n, o, newRand()); err == nil {
			t.Errorf("%d eigenvalues in the complement of one were promised", n)
		}
	}
}

func TestExtremeMatrices(t *testing.T) {
	zero := matrix.NewDense(300, 300, nil)
	diagonal := matrix.NewDense(300, 300, nil)
	for i := range 300 {
		diagonal.Raw().Set(i, i, 3)
	}
	for _, test := range []struct {
		name string
		a    *matrix.Dense
		want float64
	}{{"zero", zero, 0}, {"multiple of the identity", diagonal, 3}} {
		got, err := eigen.Largest(eigen.Of(test.a), 4, eigen.Options{}, newRand())
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		checkPairs(t, test.a, got, slices.Repeat([]float64{test.want}, 4), 1e-12)
	}
}

func TestRefusals(t *testing.T) {
	indefinite := matrix.NewDense(200, 200, nil)
	for i := range 200 {
		indefinite.Raw().Set(i, i, float64(i-3))
	}
	if _, err := eigen.SmallestInverted(indefinite, 2, eigen.Options{}, newRand()); err == nil {
		t.Error("an indefinite matrix was accepted")
	}
	of := eigen.Of(indefinite)
	for _, k := range []int{0, 201} {
		if _, err := eigen.Largest(of, k, eigen.Options{}, newRand()); err == nil {
			t.Errorf("k = %d was accepted", k)
		}
	}
	for _, o := range []eigen.Options{{Tol: -1}, {Tol: math.NaN()}, {Basis: 3}, {Restarts: -1}} {
		if _, err := eigen.Largest(of, 2, o, newRand()); err == nil {
			t.Errorf("options %+v were accepted", o)
		}
	}
}
