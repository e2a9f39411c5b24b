package stat

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Up to these numbers of values the distribution of Kendall's statistic is counted out: without ties by a recurrence, with
// ties by going through all orders. With ties it is drawn up to the first of them.
const (
	exactUntied = 33
	exactTied   = 8
)

// Kendall is the agreement of two rankings.
type Kendall struct {
	N     int
	Tau   float64 // τ_b, from -1 to 1; NaN if all values of one ranking are equal
	P     float64 // two-sided p-value of independence; NaN where Tau is
	Exact bool
}

// KendallTau compares the orders of x and y by Kendall's τ_b (Kendall, Rank Correlation Methods, 4th ed., ch. 3). The
// p-value is exact for up to 33 values without ties and up to 8 with, and that of 100,000 orders from a fixed seed for up to 33 with ties;
// beyond it is normal with the variance for ties (ibid., Eq. 4.3). It panics if the lengths differ.
func KendallTau(x, y []float64) Kendall {
	if len(x) != len(y) {
		panic("stat: rankings of different lengths")
	}
	k := Kendall{N: len(x), Tau: math.NaN(), P: math.NaN()}
	tx, ty := tieSizes(x), tieSizes(y)
	if len(tx) < 2 || len(ty) < 2 {
		return k
	}
	n := float64(k.N)
	s := float64(concordance(x, y))
	px, py := tiedPairs(tx), tiedPairs(ty)
	k.Tau = Tau(x, y)
	untied := px == 0 && py == 0
	switch {
	case untied && k.N <= exactUntied:
		k.P, k.Exact = inversionsP(k.N, int(s)), true
	case !untied && k.N <= exactTied:
		k.P, k.Exact = permutationsP(x, y, int(s)), true
	case k.N <= exactUntied:
		k.P = drawnP(x, y, int(s))
	default:
		k.P = min(1, 2*NormalCDF(-math.Abs(s)/math.Sqrt(concordanceVariance(n, tx, ty))))
	}
	return k
}

// Tau returns τ_b alone.
func Tau(x, y []float64) float64 {
	n := float64(len(x))
	all := n * (n - 1) / 2
	return max(-1, min(1, float64(concordance(x, y))/math.Sqrt(all-tiedPairs(tieSizes(x)))/math.Sqrt(all-tiedPairs(tieSizes(y)))))
}

// concordance returns the number of pairs in the same order less that of pairs in the opposite one.
func concordance(x, y []float64) (s int) {
	for i := range x {
		for j := range i {
			s += sign(x[i]-x[j]) * sign(y[i]-y[j])
		}
	}
	return s
}

func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func tiedPairs(sizes []int) (pairs float64) {
	for _, k := range sizes {
		pairs += float64(k*(k-1)) / 2
	}
	return pairs
}

func concordanceVariance(n float64, tx, ty []int) float64 {
	sums := func(sizes []int) (pairs, triples, cubic float64) {
		for _, k := range sizes {
			t := float64(k)
			pairs += t * (t - 1)
			triples += t * (t - 1) * (t - 2)
			cubic += t * (t - 1) * (2*t + 5)
		}
		return pairs, triples, cubic
	}
	p1, t1, c1 := sums(tx)
	p2, t2, c2 := sums(ty)
	v := (n*(n-1)*(2*n+5) - c1 - c2) / 18
	v += p1 * p2 / (2 * n * (n - 1))
	if n > 2 {
		v += t1 * t2 / (9 * n * (n - 1) * (n - 2))
	}
	return v
}

// inversionsP returns the share of the n! orders whose concordance is at least as far from zero as s. Orders with d inversions,
// whose concordance is n(n-1)/2 - 2d, are counted item by item: the new one may stand before any number of the others.
func inversionsP(n, s int) float64 {
	share := []float64{1}
	for k := 2; k <= n; k++ {
		next := make([]float64, len(share)+k-1)
		for d, v := range share {
			for j := range k {
				next[d+j] += v / float64(k)
			}
		}
		share = next
	}
	pairs := n * (n - 1) / 2
	p := 0.0
	for d, v := range share {
		if c := pairs - 2*d; max(c, -c) >= max(s, -s) {
			p += v
		}
	}
	return min(1, p)
}

// permutationsP returns the same share by going through all different orders of y.
func permutationsP(x, y []float64, s int) float64 {
	values := slices.Compact(slices.Sorted(slices.Values(y)))
	left := make([]int, len(values)) // of each value of y
	for _, v := range y {
		left[slices.Index(values, v)]++
	}
	order := make([]int, 0, len(y)) // places in values
	var far, all float64
	var place func(c int)
	place = func(c int) {
		if len(order) == len(y) {
			all++
			if max(c, -c) >= max(s, -s) {
				far++
			}
			return
		}
		for v := range values {
			if left[v] == 0 {
				continue
			}
			more := c
			for j, w := range order {
				more += sign(x[len(order)]-x[j]) * cmp.Compare(v, w)
			}
			left[v]--
			order = append(order, v)
			place(more)
			order = order[:len(order)-1]
			left[v]++
		}
	}
	place(0)
	return far / all
}

// drawnP returns the same share among orders of y that are drawn, the one at hand among them.
func drawnP(x, y []float64, s int) float64 {
	n := len(x)
	signs := func(v []float64) []int {
		table := make([]int, n*n)
		for i := range v {
			for j := range v {
				table[i*n+j] = sign(v[i] - v[j])
			}
		}
		return table
	}
	sx, sy := signs(x), signs(y)
	rng := rand.New(rand.NewPCG(1, 2))
	order, far := make([]int, n), 1
	for i := range order {
		order[i] = i
	}
	for range draws {
		rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		c := 0
		for i, at := range order {
			row := sy[at*n : at*n+n]
			for j, v := range sx[i*n : i*n+i] {
				c += v * row[order[j]]
			}
		}
		if max(c, -c) >= max(s, -s) {
			far++
		}
	}
	return float64(far) / (draws + 1)
}
