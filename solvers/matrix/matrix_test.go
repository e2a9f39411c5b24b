package matrix

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// sample is an m×n matrix of small integers, about half of them zero, in every form that has the same entries.
type sample struct {
	dense, compact *Dense
	csr            *CSR
	masked         *Masked // knows all entries of the others
	partial        *Masked // knows those with i+j even
}

func newSample(t *testing.T, rng *rand.Rand, m, n int) sample {
	t.Helper()
	data := make([]float64, m*n)
	var all, some []Triplet
	for i := range m {
		for j := range n {
			if rng.IntN(2) == 0 {
				data[i*n+j] = float64(1 + rng.IntN(250))
			}
			e := Triplet{i, j, data[i*n+j]}
			all = append(all, e)
			if (i+j)%2 == 0 {
				some = append(some, e)
			}
		}
	}
	rng.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	s := sample{dense: NewDense(m, n, data)}
	s.compact = s.dense.Compact()
	var err error
	if s.csr, err = NewCSR(m, n, all); err != nil {
		t.Fatal(err)
	}
	if s.masked, err = NewMasked(m, n, all); err != nil {
		t.Fatal(err)
	}
	if s.partial, err = NewMasked(m, n, some); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s sample) full() map[string]Matrix {
	return map[string]Matrix{"dense": s.dense, "compact": s.compact, "csr": s.csr, "masked": s.masked}
}

func factor(rng *rand.Rand, rows, cols int) *mat.Dense {
	f := mat.NewDense(rows, cols, nil)
	for i := range rows {
		for j := range cols {
			f.Set(i, j, rng.Float64())
		}
	}
	return f
}

// near allows for sums of at most 400 positive terms in another order.
func near(t *testing.T, what string, got, want *mat.Dense) {
	t.Helper()
	m, n := want.Dims()
	for i := range m {
		for j := range n {
			if g, w := got.At(i, j), want.At(i, j); !(math.Abs(g-w) <= 1e-12*math.Abs(w)) {
				t.Fatalf("%s: entry (%d, %d) = %v, want %v", what, i, j, g, w)
			}
		}
	}
}

func equal(t *testing.T, what string, got, want *mat.Dense) {
	t.Helper()
	if !mat.Equal(got, want) {
		t.Errorf("%s differs in its bits", what)
	}
}

var sizes = [][3]int{{1, 1, 1}, {7, 13, 3}, {70, 33, 5}, {33, 300, 20}, {130, 270, 68}}

func TestFormsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range sizes {
		m, n, r := size[0], size[1], size[2]
		s := newSample(t, rng, m, n)
		a, b := factor(rng, m, r), factor(rng, n, r)
		product, ratio, modelled := mat.NewDense(m, r, nil), mat.NewDense(m, r, nil), mat.NewDense(m, r, nil)
		var squares float64
		for i := range m {
			for j := range n {
				x, model := s.dense.At(i, j), mat.Dot(a.RowView(i), b.RowView(j))
				squares += (x - model) * (x - model)
				for k := range r {
					product.Set(i, k, product.At(i, k)+x*b.At(j, k))
					ratio.Set(i, k, ratio.At(i, k)+x/max(model, 0.2)*b.At(j, k))
					modelled.Set(i, k, modelled.At(i, k)+model*b.At(j, k))
				}
			}
		}
		for name, x := range s.full() {
			got := factor(rng, m, r)
			x.MulTo(got, b)
			near(t, name+" X·b", got, product)
			e := NewEntrywise(x)
			e.RatioMulTo(got, a, b, 0.2)
			near(t, name+" ratio", got, ratio)
			if sum := e.Sum(a, b, Squared); math.Abs(sum-squares) > 1e-12*squares {
				t.Errorf("%s: sum %v, want %v", name, sum, squares)
			}
			if name != "csr" { // which samples where it holds entries
				e.SampledMulTo(got, a, b)
				near(t, name+" model", got, modelled)
				den := factor(rng, m, r)
				e.FitMulTo(got, den, a, b)
				near(t, name+" X·b of the fit", got, product)
				near(t, name+" model of the fit", den, modelled)
				e.RatioFitMulTo(got, den, a, b, 0.2)
				near(t, name+" ratio of the fit", got, ratio)
				sums := mat.NewDense(m, r, nil)
				for i := range m {
					SumRows(sums.RawRowView(i), b)
				}
				near(t, name+" sums", den, sums)
			}
		}
	}
}

// What is unknown takes no part: the partly known matrix gives the sums over its entries alone.
func TestUnknownEntriesTakeNoPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, size := range sizes {
		m, n, r := size[0], size[1], size[2]
		s := newSample(t, rng, m, n)
		a, b := factor(rng, m, r), factor(rng, n, r)
		ratio, modelled := mat.NewDense(m, r, nil), mat.NewDense(m, r, nil)
		var squares float64
		for i := range m {
			for j := range n {
				if (i+j)%2 != 0 {
					if !math.IsNaN(s.partial.At(i, j)) {
						t.Fatalf("unknown entry (%d, %d) reads %v, want NaN", i, j, s.partial.At(i, j))
					}
					continue
				}
				x, model := s.dense.At(i, j), mat.Dot(a.RowView(i), b.RowView(j))
				squares += (x - model) * (x - model)
				for k := range r {
					ratio.Set(i, k, ratio.At(i, k)+x/max(model, 0.2)*b.At(j, k))
					modelled.Set(i, k, modelled.At(i, k)+model*b.At(j, k))
				}
			}
		}
		got := factor(rng, m, r)
		e := NewEntrywise(s.partial)
		e.RatioMulTo(got, a, b, 0.2)
		near(t, "ratio", got, ratio)
		e.SampledMulTo(got, a, b)
		near(t, "model", got, modelled)
		if sum := e.Sum(a, b, Squared); math.Abs(sum-squares) > 1e-12*squares {
			t.Errorf("sum %v, want %v", sum, squares)
		}
	}
}

func TestTransposes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	s := newSample(t, rng, 23, 41)
	forms := s.full()
	forms["partial"] = s.partial
	for name, x := range forms {
		xt := x.Trans()
		if m, n := xt.Dims(); m != 41 || n != 23 || xt.NNZ() != x.NNZ() {
			t.Errorf("%s: transpose is %d×%d with %d entries", name, m, n, xt.NNZ())
		}
		if xt.Trans() != x {
			t.Errorf("%s: the transpose of the transpose is another matrix", name)
		}
		for i := range 23 {
			for j := range 41 {
				v, w, g := x.At(i, j), xt.At(j, i), x.T().At(j, i)
				if v != w && !(math.IsNaN(v) && math.IsNaN(w)) || v != g && !(math.IsNaN(v) && math.IsNaN(g)) {
					t.Fatalf("%s: entry (%d, %d) is %v, in Trans %v, in T %v", name, i, j, v, w, g)
				}
			}
		}
	}
}

// However the entries of a dense matrix are held, every result has the same bits.
func TestCompactHasTheSameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, size := range sizes {
		m, n, r := size[0], size[1], size[2]
		bytes := newSample(t, rng, m, n).dense
		halves := NewDense(m, n, nil)
		halves.Raw().Scale(0.5, bytes.Raw())
		for what, d := range map[string]*Dense{"uint8": bytes, "float32": halves} {
			c := d.Compact()
			if c == d && (m > 1 || n > 1) || what == "uint8" && c.x.U8 == nil {
				t.Errorf("%s: not compact", what)
			}
			a, b := factor(rng, m, r), factor(rng, n, r)
			want, got := mat.NewDense(m, r, nil), mat.NewDense(m, r, nil)
			for _, pair := range [][2]*Dense{{d, c}} {
				pair[0].MulTo(want, b)
				pair[1].MulTo(got, b)
				equal(t, what+" X·b", got, want)
				e, f := NewEntrywise(pair[0]), NewEntrywise(pair[1])
				e.RatioMulTo(want, a, b, 1e-16)
				f.RatioMulTo(got, a, b, 1e-16)
				equal(t, what+" ratio", got, want)
				if x, y := e.Sum(a, b, Divergence), f.Sum(a, b, Divergence); x != y {
					t.Errorf("%s: sums %v and %v", what, x, y)
				}
			}
			equal(t, what+" entries", c.Raw(), d.Raw())
			equal(t, what+" transpose", c.Trans().(*Dense).Raw(), d.Trans().(*Dense).Raw())
		}
	}
	for _, v := range []float64{0.1, math.NaN(), math.Copysign(0, -1), 256.1, 1e300} {
		d := NewDense(1, 2, []float64{1, v})
		c := d.Compact()
		if c.x.U8 != nil {
			t.Errorf("%v was taken for a byte", v)
		}
		if got := c.At(0, 1); math.Float64bits(got) != math.Float64bits(v) && !math.IsNaN(v) {
			t.Errorf("%v became %v", v, got)
		}
	}
}

// One matrix may be read by several goroutines, which may ask for its transpose and its gonum form at once.
func TestConcurrentReaders(t *testing.T) {
	s := newSample(t, rand.New(rand.NewPCG(5, 5)), 40, 60)
	b := factor(rand.New(rand.NewPCG(6, 6)), 40, 4)
	for _, x := range s.full() {
		want := mat.NewDense(60, 4, nil)
		x.Trans().MulTo(want, b)
		var wg sync.WaitGroup
		for range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				got := mat.NewDense(60, 4, nil)
				x.Trans().MulTo(got, b)
				if d, ok := x.(*Dense); ok {
					d.Raw()
				}
				if !mat.Equal(got, want) {
					t.Error("a concurrent product differs")
				}
			}()
		}
		wg.Wait()
	}
}

func TestSparseEntriesAreChecked(t *testing.T) {
	for what, entries := range map[string][]Triplet{
		"outside": {{0, 3, 1}}, "negative": {{-1, 0, 1}}, "twice": {{1, 1, 1}, {1, 1, 2}},
	} {
		if _, err := NewCSR(2, 3, entries); err == nil {
			t.Errorf("%s: NewCSR accepts it", what)
		}
		if _, err := NewMasked(2, 3, entries); err == nil {
			t.Errorf("%s: NewMasked accepts it", what)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	s := newSample(t, rng, 150, 300)
	forms := s.full()
	forms["partial"] = s.partial
	a, b, dst, gram := factor(rng, 150, 40), factor(rng, 300, 40), factor(rng, 150, 40), factor(rng, 40, 40)
	for name, x := range forms {
		e := NewEntrywise(x)
		if allocs := testing.AllocsPerRun(10, func() {
			x.MulTo(dst, b)
			e.RatioMulTo(dst, a, b, 1e-16)
			e.SampledMulTo(dst, a, b)
			e.Sum(a, b, Squared)
			Gram(gram, b)
			Mul(dst, a, gram)
			Update(dst, a, a, 1e-16)
			Sweep(dst, a, gram, 1e-16)
		}); allocs != 0 {
			t.Errorf("%s: %v allocations, want none", name, allocs)
		}
	}
}

func TestSumOfSquares(t *testing.T) {
	csr, err := NewCSR(2, 3, []Triplet{{Row: 0, Col: 2, Value: 3}, {Row: 1, Col: 0, Value: -4}})
	if err != nil {
		t.Fatal(err)
	}
	known, err := NewMasked(2, 3, []Triplet{{Row: 1, Col: 1, Value: 2}, {Row: 0, Col: 0, Value: 0}})
	if err != nil {
		t.Fatal(err)
	}
	for want, x := range map[float64]Matrix{25: csr, 4: known, 30: NewDense(2, 2, []float64{1, 2, 3, 4})} {
		if got := SumOfSquares(x); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// A fit that is perfect on a large sparse X is told without forming a model of a million million entries.
func TestEntrywiseLargeAndPerfect(t *testing.T) {
	const side = 1_000_000
	x, err := NewCSR(side, side, []Triplet{{Row: 1, Col: 2, Value: 6}})
	if err != nil {
		t.Fatal(err)
	}
	a, b := mat.NewDense(side, 1, nil), mat.NewDense(side, 1, nil)
	a.Set(1, 0, 2)
	b.Set(2, 0, 3)
	if got := NewEntrywise(x).Sum(a, b, Squared); got != 0 {
		t.Errorf("%v, want 0", got)
	}
}
