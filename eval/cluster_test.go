package eval

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/kmeans"
	"nmfrepro/solvers/matrix"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 3)) }

func TestArgmax(t *testing.T) {
	o := Outcome{
		Found: Found{Ht: mat.NewDense(4, 3, []float64{0, 2, 1, 3, 3, 1, 0, 0, 0, -2, -5, -1}),
			W: mat.NewDense(4, 2, []float64{0, 1, 1, 0, 1, 1, 0, 1})},
	}
	a := NewAssign()
	got, warnings, err := a.Clusters(o, nil)
	if err != nil || !slices.Equal(got, []int{1, 0, 0, 2}) {
		t.Errorf("from h: %v, %v", got, err)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "1 of 4 samples") {
		t.Errorf("warnings %q, want the zero row", warnings)
	}
	a.From = FromW
	if got, warnings, err := a.Clusters(o, nil); err != nil || len(warnings) > 0 || !slices.Equal(got, []int{1, 0, 0, 1}) {
		t.Errorf("from w: %v, %q, %v", got, warnings, err)
	}
}

// TestClustersByKMeans finds two far groups from every source, and chooses k by the classes, else by the rank.
func TestClustersByKMeans(t *testing.T) {
	x := mat.NewDense(2, 6, []float64{0, 9, 0, 9, 1, 9, 1, 0, 0, 0, 0, 1})
	rows := mat.DenseCopyOf(x.T())
	var entries []matrix.Triplet
	for i := range 2 {
		for j := range 6 {
			entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
		}
	}
	sparse, err := matrix.NewCSR(2, 6, entries)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		from string
		o    Outcome
	}{
		{FromX, Outcome{Given: Given{X: matrix.FromDense(x)}, Found: Found{Rank: 2}}},
		{FromX, Outcome{Given: Given{X: sparse}, Found: Found{Rank: 2}}},
		{FromH, Outcome{Found: Found{Ht: rows, Rank: 2}}},
		{FromW, Outcome{Found: Found{W: rows, Rank: 2}}},
		{FromEmbedding, Outcome{Found: Found{Embedding: rows, Rank: 5}, Given: Given{Labels: []int{7, 7, 7, 3, 3, 3}}}},
	}
	for _, tt := range tests {
		a := Assign{From: tt.from, Method: ByKMeans, KMeans: kmeans.Defaults()}
		got, warnings, err := a.Clusters(tt.o, seeded(1))
		if err != nil || len(warnings) > 0 || len(got) != 6 {
			t.Errorf("%s: %v, %q, %v", tt.from, got, warnings, err)
			continue
		}
		for i, c := range got {
			if (c == got[0]) != (i%2 == 0) || c > 1 {
				t.Errorf("%s: clusters %v", tt.from, got)
			}
		}
		again, _, _ := a.Clusters(tt.o, seeded(1))
		if !slices.Equal(got, again) {
			t.Errorf("%s: the same seed gives %v and %v", tt.from, got, again)
		}
	}
}

func TestClustersOfTheMethod(t *testing.T) {
	a := Assign{Method: ByLabels}
	own := []int{2, 0, 1}
	got, _, err := a.Clusters(Outcome{Found: Found{Clusters: own}}, nil)
	if err != nil || !slices.Equal(got, own) {
		t.Errorf("%v, %v", got, err)
	}
	got[0] = 9
	if own[0] != 2 {
		t.Error("the outcome's clusters are shared")
	}
}

func TestClustersUnavailable(t *testing.T) {
	partly, err := matrix.NewMasked(2, 3, []matrix.Triplet{{Row: 0, Col: 0, Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		a    Assign
		o    Outcome
		want string
	}{
		{Assign{From: FromH, Method: ByArgmax}, Outcome{}, "no h"},
		{Assign{From: FromEmbedding, Method: ByArgmax}, Outcome{}, "no embedding"},
		{Assign{From: FromW, Method: ByArgmax}, Outcome{Given: Given{X: partly}, Found: Found{W: mat.NewDense(2, 1, nil)}}, "w has 2 rows and the data 3 samples"},
		{Assign{From: FromX, Method: ByKMeans, KMeans: kmeans.Defaults()}, Outcome{Found: Found{Rank: 1}}, "no data matrix"},
		{Assign{From: FromX, Method: ByKMeans, KMeans: kmeans.Defaults()}, Outcome{Given: Given{X: partly}, Found: Found{Rank: 1}}, "unknown entries"},
		{Assign{Method: ByLabels}, Outcome{}, "no clusters of its own"},
	}
	for _, tt := range tests {
		if _, _, err := tt.a.Clusters(tt.o, seeded(1)); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %q", tt.a, err, tt.want)
		}
	}
	bad := Outcome{Found: Found{Ht: mat.NewDense(2, 2, []float64{1, 2, 3, math.NaN()})}}
	if _, _, err := NewAssign().Clusters(bad, nil); err == nil || errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "(2, 2)") {
		t.Errorf("NaN: error %v, want the entry named", err)
	}
}

func TestClusterWarnings(t *testing.T) {
	o := Outcome{Found: Found{Ht: mat.NewDense(40, 1, nil), Rank: 3}}
	for i := range 40 {
		o.Ht.Set(i, 0, float64(i*i))
	}
	a := Assign{From: FromH, Method: ByKMeans, KMeans: kmeans.Defaults()}
	a.KMeans.MaxIterations, a.KMeans.Restarts = 1, 1
	if _, warnings, err := a.Clusters(o, seeded(1)); err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "max-iterations = 1") {
		t.Errorf("%q, %v", warnings, err)
	}
	same := Outcome{Found: Found{Ht: mat.NewDense(5, 1, []float64{1, 1, 1, 1, 1}), Rank: 3}}
	a.KMeans = kmeans.Defaults()
	a.KMeans.Empty = kmeans.Drop
	clusters, warnings, err := a.Clusters(same, seeded(1))
	if err != nil || slices.Max(clusters) != 0 || len(warnings) != 1 || !strings.Contains(warnings[0], "2 of 3 clusters") {
		t.Errorf("%v, %q, %v", clusters, warnings, err)
	}
	a.KMeans.Empty = kmeans.Fail
	if _, _, err := a.Clusters(same, seeded(1)); !errors.Is(err, ErrUnavailable) {
		t.Errorf("empty = error: %v", err)
	}
}

func TestAssignValidates(t *testing.T) {
	given := Assign{From: FromH, Method: ByKMeans, KMeans: kmeans.Defaults()}
	given.KMeans.Start = kmeans.Given
	none := Assign{From: FromH, Method: ByKMeans}
	greedy, wasted := given, given
	greedy.KMeans.Start, greedy.KMeans.Candidates = kmeans.Greedy, 3
	wasted.KMeans.Start, wasted.KMeans.Candidates = kmeans.PlusPlus, 3
	tests := []struct {
		a    Assign
		want string
	}{
		{NewAssign(), ""},
		{Assign{Method: ByLabels}, ""},
		{Assign{From: "H", Method: ByArgmax}, `from = "H"`},
		{Assign{From: FromH, Method: "max"}, `method = "max"`},
		{given, `start = "given"`},
		{none, "start = "},
		{greedy, ""},
		{wasted, "candidates = 3"},
	}
	for _, tt := range tests {
		err := tt.a.Validate()
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%+v: error %v, want %q", tt.a, err, tt.want)
		}
	}
}
