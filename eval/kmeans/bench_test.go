package kmeans

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The shapes of Table III of PNMF: digit (2237 samples of 62 features, 4 clusters) and orl (400 of 10304, 40), filled with
// noise about k centres.
func BenchmarkRun(b *testing.B) {
	for _, bb := range []struct {
		name    string
		n, d, k int
	}{{"digit", 2237, 62, 4}, {"orl", 400, 10304, 40}} {
		x := mat.NewDense(bb.n, bb.d, nil)
		rng := stream(1)
		for i := range bb.n {
			for j := range bb.d {
				x.Set(i, j, float64(((i%bb.k)*31+j*17)%16)+8*rng.NormFloat64())
			}
		}
		o := Options{K: bb.k, Start: Random, Restarts: 1, MaxIterations: 300, Online: true, Empty: Farthest}
		b.Run(bb.name, func(b *testing.B) {
			rng := stream(2)
			for b.Loop() {
				mustRun(b, x, o, nil, rng)
			}
		})
		for _, start := range []Start{PlusPlus, Greedy} {
			o := Options{K: bb.k, Start: start}
			b.Run(bb.name+"-start-"+string(start), func(b *testing.B) {
				rng := stream(2)
				space := newSpace(x, o.K, 1)
				for b.Loop() {
					plusPlus(space, bb.n, o.K, o.candidates(), rng)
				}
			})
		}
	}
}
