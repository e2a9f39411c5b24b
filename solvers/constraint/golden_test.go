package constraint

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/solvers/matrix/matrixtest"
)

// golden reads a file of the authors' conversions; testdata/golden/README.md tells their provenance.
func golden(t *testing.T, file string) [][]float64 {
	return matrixtest.Rows(t, "testdata", "golden", "rprnmf_conversions", file)
}

func goldenTriplets(t *testing.T, file string, points int) []Triplet {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "golden", "rprnmf_conversions", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, _, err := Read(f, file, points, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestDepthWeightsGolden(t *testing.T) {
	for _, tt := range []struct {
		triplets, weights string
		points            int
	}{{"Lchain.csv", "Sh_chain.csv", 20}, {"Lh.csv", "Sh.csv", 20}, {"Lw.csv", "Sw.csv", 12}} {
		edges, err := DepthWeights(goldenTriplets(t, tt.triplets, tt.points), 0.1, 0.9)
		if err != nil {
			t.Fatal(err)
		}
		got := make([][]float64, tt.points)
		for i := range got {
			got[i] = make([]float64, tt.points)
		}
		for _, e := range edges {
			got[e.I][e.J], got[e.J][e.I] = e.Weight, e.Weight
		}
		for i, row := range golden(t, tt.weights) {
			for j, want := range row {
				if math.Abs(got[i][j]-want) > 1e-15 {
					t.Errorf("%s: weight of %d and %d is %v, want %v", tt.triplets, i+1, j+1, got[i][j], want)
				}
			}
		}
	}
}

func TestLabelsGolden(t *testing.T) {
	labels, classes := Labels(goldenTriplets(t, "Lw.csv", 12), 12)
	for i, row := range golden(t, "A.csv") { // points × classes
		if labels[i] != slices.Index(row, 1) || classes != len(row) {
			t.Errorf("point %d of A has class %d of %d, want %d of %d", i+1, labels[i]+1, classes, slices.Index(row, 1)+1, len(row))
		}
	}
	labels, classes = Labels(goldenTriplets(t, "Lh.csv", 20), 20)
	b := golden(t, "B.csv") // classes × points
	for j, label := range labels {
		if classes != len(b) || b[label][j] != 1 {
			t.Errorf("point %d of B has class %d of %d", j+1, label+1, classes)
		}
	}
}

// The chain a < b < c of pairs, written out: depths 3, 2, 1.
func TestDepthWeights(t *testing.T) {
	chain := []Triplet{{1, 0, 2}, {2, 1, 3}} // d(1,2) < d(2,3) < d(3,4)
	edges, err := DepthWeights(chain, 0, 1)
	if want := []Edge{{0, 1, 1}, {1, 2, 0.5}, {2, 3, 0}}; err != nil || !slices.Equal(edges, want) {
		t.Errorf("got %v, %v, want %v", edges, err, want)
	}
	if edges, err := DepthWeights(nil, 0.1, 0.9); err != nil || len(edges) != 0 {
		t.Errorf("no triplets: got %v, %v", edges, err)
	}
	// A pair that is nearer than two counts the deeper one, wherever it comes in the list.
	branch := []Triplet{{1, 0, 4}, {1, 0, 2}, {2, 1, 3}}
	edges, err = DepthWeights(branch, 0, 1)
	if want := []Edge{{0, 1, 1}, {1, 2, 0.5}, {1, 4, 0}, {2, 3, 0}}; err != nil || !slices.Equal(edges, want) {
		t.Errorf("got %v, %v, want %v", edges, err, want)
	}
}

// A chain as long as a file may hold does not run out of stack, closed to a ring it is found out.
func TestLongChains(t *testing.T) {
	const n = 100_000
	var chain []Triplet
	for k := 1; k < n-1; k++ {
		chain = append(chain, Triplet{k, k - 1, k + 1})
	}
	edges, err := DepthWeights(chain, 0, n-2)
	if err != nil || len(edges) != n-1 || edges[0].Weight != n-2 || edges[n-2].Weight != 0 {
		t.Fatalf("%d edges, %v", len(edges), err)
	}
	ring := append(slices.Clone(chain), Triplet{n - 1, n - 2, 0}, Triplet{0, n - 1, 1}) // d(n-1,n) < d(1,n) < d(1,2)
	var cycle *CycleError
	if _, err := depths(ring); !errors.As(err, &cycle) || len(cycle.At) != n || len(err.Error()) > 1_000_000 {
		t.Errorf("ring: %T", err)
	} else if !strings.Contains(cycle.relations(), "d(5,6) < ... < d(1,100000) < d(1,2)") {
		t.Errorf("relations: %s", cycle.relations())
	}
}
