package matrix

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Moving data to other pages changes nothing in it or beside it, wherever it begins and ends.
func TestSettle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, size := range []int{0, 1, 1<<20 - 1, 1 << 20, 1<<20 + 777, 3<<20 + 5} {
		data := make([]float64, size+1000)
		for i := range data {
			data[i] = rng.Float64()
		}
		from := rng.IntN(1000)
		want := slices.Clone(data)
		settle(data[from : from+size])
		if !slices.Equal(data, want) {
			t.Errorf("%d entries from %d on: data changed", size, from)
		}
	}
}
