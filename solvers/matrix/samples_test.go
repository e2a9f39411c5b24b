package matrix

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix/gemm"
)

// Products by blocks have the bits of products of all of X, whether its entries are float64 or smaller, and whether a block stays in
// the cache or not.
func TestSamplesHaveTheBitsOfWholeProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(p, q int) *mat.Dense {
		a := mat.NewDense(p, q, nil)
		for i := range a.RawMatrix().Data {
			a.RawMatrix().Data[i] = rng.NormFloat64()
		}
		return a
	}
	for _, size := range [][3]int{{1, 1, 1}, {7, 256, 3}, {30, 700, 14}, {62, 1300, 20}, {300, 600, 26}} {
		m, n, r := size[0], size[1], size[2]
		raw := mat.NewDense(m, n, nil)
		for i := range raw.RawMatrix().Data {
			raw.RawMatrix().Data[i] = float64(rng.IntN(256))
		}
		w, ht := random(m, r), random(n, r)
		for name, x := range map[string]*Dense{"whole": FromDense(raw), "compact": FromDense(raw).Compact()} {
			for _, block := range []int{SampleBlock, 3 * SampleBlock} {
				xtw, xht, wantXtw, wantXht := random(n, r), random(m, r), random(n, r), random(m, r)
				x.Trans().MulTo(wantXtw, w)
				x.MulTo(wantXht, ht)
				s := NewSamples(x)
				for from := 0; from < n; from += block {
					to := min(from+block, n)
					s.MulTo(xtw.Slice(from, to, 0, r).(*mat.Dense), w, from, to)
					s.AddTo(xht, ht.Slice(from, to, 0, r).(*mat.Dense), from, to)
				}
				what := fmt.Sprintf("%v, %s, blocks of %d", size, name, block)
				if !mat.Equal(xtw, wantXtw) || !mat.Equal(xht, wantXht) {
					t.Errorf("%s: products differ", what)
				}
			}
		}
	}
}

func TestSamplesAreLeftToWholeProducts(t *testing.T) {
	x := FromDense(mat.NewDense(2, 3, []float64{1, 0, 0, 0, 2, 0}))
	sparse, err := NewCSR(2, 3, []Triplet{{0, 0, 1}})
	if err != nil || NewSamples(sparse) != nil {
		t.Error("a sparse X is taken by blocks")
	}
	gemm.SetThreads(2)
	defer gemm.SetThreads(1)
	if NewSamples(x) != nil {
		t.Error("with two threads, X is taken by blocks")
	}
}
