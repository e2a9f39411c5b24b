package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/combin"
	"pgregory.net/rapid"

	"nmfrepro/solvers/matrix/matrixtest"
)

// readGolden reads a table of testdata/golden/metrics; lines from '#' on are comments.
func readGolden(t *testing.T, name string) [][]float64 {
	return matrixtest.Rows(t, "testdata", "golden", "metrics", name)
}

func column(rows [][]float64, j int) []int {
	out := make([]int, len(rows))
	for i, row := range rows {
		out[i] = int(row[j])
	}
	return out
}

// fataler is *testing.T or *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func score(t fataler, name string, clusters, classes []int) float64 {
	t.Helper()
	return scoreOf(t, name, Outcome{Found: Found{Clusters: clusters}, Given: Given{Labels: classes}})
}

func scoreOf(t fataler, name string, o Outcome) float64 {
	t.Helper()
	m, ok := Find(name)
	if !ok {
		t.Fatalf("no metric %q", name)
	}
	got, err := m.Score(o, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return got
}

// within tells whether got agrees to tol relative, or absolute below 1.
func within(got, want, tol float64) bool { return math.Abs(got-want) <= tol*max(1, math.Abs(want)) }

func TestGoldenMetrics(t *testing.T) {
	classes := column(readGolden(t, "labels.csv"), 0)
	preds := readGolden(t, "preds.csv")
	tables := []struct {
		file    string
		metrics []string // of the columns, "" where another test looks at it
	}{
		{"results.csv", []string{"acc", "nmi-mutualinfo-m", "nmi-sqrt", "purity", "", "", ""}},
		{"results_sklearn.csv", []string{"acc", "nmi-mean", "nmi-sqrt", "nmi-max", "nmi-min", "purity", "entropy", "ami"}},
	}
	for _, table := range tables {
		for j, row := range readGolden(t, table.file) {
			for col, name := range table.metrics {
				want := row[col]
				if name == "" || math.IsNaN(want) {
					continue
				}
				if got := score(t, name, column(preds, j), classes); !within(got, want, 1e-12) {
					t.Errorf("%s, clustering %d: %s = %.17g, want %.17g", table.file, j+1, name, got, want)
				}
			}
		}
	}
}

func TestGoldenInformation(t *testing.T) {
	classes := column(readGolden(t, "labels.csv"), 0)
	preds := readGolden(t, "preds.csv")
	for j, row := range readGolden(t, "results.csv") {
		c := tabulate(column(preds, j), classes)
		got := []float64{c.mutualInformation(), entropyOf(c.classes, c.n), entropyOf(c.clusters, c.n)}
		for i, want := range row[4:] {
			if !within(got[i], want, 1e-12) {
				t.Errorf("clustering %d: %.17g, want %.17g", j+1, got[i], want)
			}
		}
	}
}

// TestCountedByHand scores partitions small enough to count on paper.
func TestCountedByHand(t *testing.T) {
	tests := []struct {
		name              string
		clusters, classes []int
		want              map[string]float64
	}{
		// Table 2 1 / 0 3. Pairs together: in clusters 3+3 = 6, in classes 1+6 = 7, in both 1+0+3 = 4, of 15 pairs:
		// ARI = (4 - 42/15)/((6+7)/2 - 42/15) = 1.2/3.7.
		{"three to two", []int{7, 7, 7, -1, -1, -1}, []int{0, 0, 1, 1, 1, 1}, map[string]float64{
			"acc": 5.0 / 6, "purity": 5.0 / 6, "ari": 1.2 / 3.7,
			"entropy": 3.0 / 6 * (math.Log2(3)/3 + 2.0/3*math.Log2(1.5)),
		}},
		// Two clusters share class 0: purity counts both, accuracy only one.
		{"split class", []int{0, 0, 1, 1}, []int{5, 5, 5, 5}, map[string]float64{
			"acc": 0.5, "purity": 1, "entropy": 0, "nmi-max": 0, "nmi-min": 0, "nmi-mean": 0, "nmi-sqrt": 0, "ari": 0,
		}},
		{"independent", []int{0, 0, 1, 1}, []int{0, 1, 0, 1}, map[string]float64{
			"acc": 0.5, "purity": 0.5, "entropy": 1, "nmi-max": 0, "nmi-min": 0, "nmi-sqrt": 0, "ari": -0.5, "nmi-mutualinfo-m": 0,
		}},
		{"one cluster, two classes", []int{3, 3, 3}, []int{0, 1, 1}, map[string]float64{
			"acc": 2.0 / 3, "purity": 2.0 / 3, "nmi-max": 0, "nmi-min": 0, "ari": 0,
		}},
		{"both constant", []int{4, 4}, []int{9, 9}, map[string]float64{
			"acc": 1, "purity": 1, "entropy": 0, "nmi-max": 1, "nmi-min": 1, "nmi-mean": 1, "nmi-sqrt": 1, "ari": 1, "nmi-mutualinfo-m": 1,
		}},
		{"every sample apart", []int{0, 1, 2}, []int{2, 0, 1}, map[string]float64{
			"acc": 1, "purity": 1, "entropy": 0, "nmi-max": 1, "ari": 1, "nmi-mutualinfo-m": 1,
		}},
		{"one sample", []int{0}, []int{0}, map[string]float64{
			"acc": 1, "purity": 1, "entropy": 0, "nmi-max": 1, "ari": 1,
		}},
	}
	for _, tt := range tests {
		for name, want := range tt.want {
			if got := score(t, name, tt.clusters, tt.classes); !within(got, want, 1e-14) {
				t.Errorf("%s: %s = %.17g, want %.17g", tt.name, name, got, want)
			}
		}
	}
}

var labelMetrics = []string{"acc", "ami", "ari", "entropy", "nmi-max", "nmi-mean", "nmi-min", "nmi-mutualinfo-m", "nmi-sqrt", "purity"}

func TestLabelMetricsByProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		classes := rapid.SliceOfN(rapid.IntRange(0, 5), n, n).Draw(t, "classes")
		clusters := rapid.SliceOfN(rapid.IntRange(0, 5), n, n).Draw(t, "clusters")
		renaming := rapid.Permutation([]int{100, 7, -3, 4, 55, 6}).Draw(t, "renaming")
		order := rapid.Permutation(upTo(n)).Draw(t, "order")
		renamed, shuffled, shuffledClasses := make([]int, n), make([]int, n), make([]int, n)
		for i, k := range clusters {
			renamed[i] = renaming[k]
			shuffled[order[i]], shuffledClasses[order[i]] = k, classes[i]
		}
		for _, name := range labelMetrics {
			m, _ := Find(name)
			got, err := m.Score(Outcome{Found: Found{Clusters: clusters}, Given: Given{Labels: classes}}, nil)
			if err != nil {
				if name == "nmi-mutualinfo-m" {
					continue
				}
				t.Fatalf("%s: %v", name, err)
			}
			low := 0.0
			if name == "ari" {
				low = -1
			} else if name == "ami" {
				low = math.Inf(-1)
			}
			if !(got >= low && got <= 1) {
				t.Fatalf("%s = %g, outside [%g, 1]", name, got, low)
			}
			if again, _ := m.Score(Outcome{Found: Found{Clusters: shuffled}, Given: Given{Labels: shuffledClasses}}, nil); again != got {
				t.Fatalf("%s = %g, with the samples shuffled %g", name, got, again)
			}
			if name == "nmi-mutualinfo-m" { // the numbers of the clusters count when some class or cluster is missing
				continue
			}
			if again, _ := m.Score(Outcome{Found: Found{Clusters: renamed}, Given: Given{Labels: classes}}, nil); !within(again, got, 1e-13) {
				t.Fatalf("%s = %g, with the clusters renamed %g", name, got, again)
			}
			if name == "acc" || name == "ami" || name == "ari" || name[:3] == "nmi" {
				if swapped, _ := m.Score(Outcome{Found: Found{Clusters: classes}, Given: Given{Labels: clusters}}, nil); !within(swapped, got, 1e-13) {
					t.Fatalf("%s = %g, with clusters and classes swapped %g", name, got, swapped)
				}
			}
			if perfect, _ := m.Score(Outcome{Found: Found{Clusters: renamed}, Given: Given{Labels: clusters}}, nil); name != "entropy" && !within(perfect, 1, 1e-13) {
				t.Fatalf("%s of equal partitions = %g", name, perfect)
			}
		}
		acc, purity := score(t, "acc", clusters, classes), score(t, "purity", clusters, classes)
		if purity < acc {
			t.Fatalf("purity %g < accuracy %g", purity, acc)
		}
		last := 0.0
		for _, name := range []string{"nmi-max", "nmi-mean", "nmi-sqrt", "nmi-min"} { // ordered as the norms are
			v := score(t, name, clusters, classes)
			if v < last-1e-13 {
				t.Fatalf("%s = %g, below a variant with a larger norm, %g", name, v, last)
			}
			last = v
		}
	})
}

// TestExpectedInformation takes the mean over all orders of the clusters.
func TestExpectedInformation(t *testing.T) {
	for _, tt := range [][2][]int{
		{{0, 0, 1, 1}, {0, 1, 0, 1}}, {{0, 0, 0, 1, 1, 2}, {0, 0, 1, 1, 1, 1}}, {{0, 0, 0, 0, 0, 1, 1}, {0, 1, 2, 2, 3, 3, 3}},
	} {
		clusters, classes := tt[0], tt[1]
		sum, orders := 0.0, 0
		shuffled := make([]int, len(clusters))
		for _, order := range combin.Permutations(len(clusters), len(clusters)) {
			for i, j := range order {
				shuffled[i] = clusters[j]
			}
			sum += tabulate(shuffled, classes).mutualInformation()
			orders++
		}
		c := tabulate(clusters, classes)
		if got, want := expectedInformation(c.clusters, c.classes, c.n), sum/float64(orders); !within(got, want, 1e-13) {
			t.Errorf("%v, %v: %.17g, want %.17g", clusters, classes, got, want)
		}
	}
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestMutualInfoMRenames: with fewer clusters than classes the numbers of the clusters do not count either, since bestMap
// renames them first.
func TestMutualInfoMRenames(t *testing.T) {
	classes := column(readGolden(t, "labels.csv"), 0)
	clusters := column(readGolden(t, "preds.csv"), 1)
	want := score(t, "nmi-mutualinfo-m", clusters, classes)
	renaming := map[int]int{1: 30, 2: 1, 3: 2}
	for i, k := range clusters {
		clusters[i] = renaming[k]
	}
	if got := score(t, "nmi-mutualinfo-m", clusters, classes); got != want {
		t.Errorf("got %g, before renaming %g", got, want)
	}
}
