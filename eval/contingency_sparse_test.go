package eval

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/hungarian"
)

// Counts that are looked up match as those that are written out, ties too.
func TestSparseCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		clusters, classes := make([]int, 60), make([]int, 60)
		k, l := 1+rng.IntN(30), 1+rng.IntN(30)
		for i := range clusters {
			clusters[i], classes[i] = rng.IntN(k), rng.IntN(l)
		}
		c := tabulate(clusters, classes)
		dense := mat.NewDense(len(c.clusters), len(c.classes), nil)
		_, ks := compact(clusters)
		_, ls := compact(classes)
		for i := range clusters { // counted another way
			row, _ := slices.BinarySearch(ks, clusters[i])
			col, _ := slices.BinarySearch(ls, classes[i])
			dense.Set(row, col, dense.At(row, col)+1)
		}
		if !mat.Equal(sparseCounts{c}, dense) || !mat.Equal(c.counts(), dense) {
			t.Fatalf("counts %v, want %v", mat.Formatted(sparseCounts{c}), mat.Formatted(dense))
		}
		want, most, err := hungarian.Max(dense)
		if err != nil {
			t.Fatal(err)
		}
		if got, total, err := hungarian.Max(sparseCounts{c}); err != nil || total != most || !slices.Equal(got, want) {
			t.Errorf("matching %v with %v, %v, want %v with %v", got, total, err, want, most)
		}
	}
}

// A label for every sample takes memory for the samples, not for their square.
func TestManyLabels(t *testing.T) {
	const n = 3000
	labels := make([]int, n)
	for i := range labels {
		labels[i] = 7 * i
	}
	shuffled := slices.Clone(labels)
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, name := range []string{"acc", "nmi-mean", "purity", "ari"} { // any two partitions of single samples are the same
		m, ok := Find(name)
		if !ok {
			t.Fatal(name)
		}
		if got, err := m.Score(Outcome{Given: Given{Labels: labels}, Found: Found{Clusters: shuffled}}, rng); err != nil || got < 1-1e-12 {
			t.Errorf("%s = %v, %v, want 1", name, got, err)
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 2000*n {
		t.Errorf("%d bytes allocated for %d samples", got, n)
	}
}
