package eval

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// factor has a cluster of one. Its silhouette is scikit-learn's 1.2.1 with 1 - numpy.corrcoef as distances, its scores are by R 4.2.2:
// quantile, mean, median and mad of 1 + rowSums(p*log2(p))/log2(3), p = a/rowSums(a).
var factor = mat.NewDense(8, 3, []float64{
	0.9, 0.1, 0.2, 0.8, 0.3, 0.1, 0.2, 0.7, 0.6, 0.1, 0.9, 0.05, 0.6, 0.2, 0.55, 0.3, 0.5, 0.2, 0.01, 0.8, 0.02, 0.1, 0.2, 0.4,
})

const wantSilhouette = 0.5650916721127139

var wantScores = []float64{0.0627694367838704, 0.093938127164896, 0.190042235113187, 0.293393472297853, 0.393453450018285, 0.83752399446887,
	1}

func TestSilhouette(t *testing.T) {
	got, err := silhouette(factor)
	if err != nil || math.Abs(got-wantSilhouette) > 1e-12 {
		t.Errorf("%.15g, %v, want %.15g", got, err, wantSilhouette)
	}
	for name, a := range map[string]*mat.Dense{
		"two columns": mat.NewDense(2, 2, []float64{1, 2, 2, 1}), "one cluster": mat.NewDense(2, 3, []float64{3, 1, 2, 3, 2, 1}),
		"equal entries": mat.NewDense(2, 3, []float64{1, 1, 1, 3, 2, 1}),
	} {
		if v, err := silhouette(a); err == nil {
			t.Errorf("%s: %v, want an error", name, v)
		}
	}
}

// TestSilhouetteOfSamples wants the numbers of scikit-learn 1.2.1, silhouette_score and adjusted_mutual_info_score, at any scale of the data.
func TestSilhouetteOfSamples(t *testing.T) {
	const m, n = 5, 70
	clusters, fourths, alone, each := make([]int, n), make([]int, n), make([]int, n), upTo(n)
	alone[4] = 9
	for j := range n {
		clusters[j], fourths[j] = j%3, j%4
		if j%11 == 0 {
			clusters[j] = 5
		}
	}
	if got := score(t, "ami", fourths, clusters); !within(got, -0.046571199589734623, 1e-12) {
		t.Errorf("ami %.17g", got)
	}
	for _, scale := range []float64{1, 1e-70, 1e150} {
		x := matrix.NewDense(m, n, nil)
		for i := range m {
			for j := range n {
				v := float64((i + 1) * (j + 2) * (j + 3) % 17)
				if j%3 == i%3 {
					v += 10
				}
				x.Raw().Set(i, j, scale*v)
			}
		}
		of := func(clusters []int) Outcome { return Outcome{Given: Given{X: x}, Found: Found{Clusters: clusters}} }
		for _, tt := range []struct {
			clusters []int
			want     float64
		}{{clusters, 0.18830491078760211}, {alone, 0.0051212675134891701}} {
			if got := scoreOf(t, "silhouette-x", of(tt.clusters)); !within(got, tt.want, 1e-12) {
				t.Errorf("scale %g: %.17g, want %.17g", scale, got, tt.want)
			}
		}
		for _, clusters := range [][]int{nil, each, make([]int, n)} {
			if v, err := silhouetteOfSamples(of(clusters), nil); !errors.Is(err, ErrUnavailable) {
				t.Errorf("%v: %v, %v", clusters, v, err)
			}
		}
	}
}

func TestFeatureScores(t *testing.T) {
	for _, tt := range []struct {
		name string
		f    func(*mat.Dense) (float64, error)
		want float64
	}{
		{"least", scoreAt(0), wantScores[0]}, {"q1", scoreAt(0.25), wantScores[1]}, {"median", scoreAt(0.5), wantScores[2]},
		{"mean", scoreMean, wantScores[3]}, {"q3", scoreAt(0.75), wantScores[4]}, {"most", scoreAt(1), wantScores[5]},
		{"selected", selected, wantScores[6]},
	} {
		if got, err := tt.f(factor); err != nil || math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %.15g, %v, want %.15g", tt.name, got, err, tt.want)
		}
	}
}

// rss is the sum of squares, evar what it leaves of that of X; a model of 0 counts as 2⁻⁵² in kl-raised.
func TestResiduals(t *testing.T) {
	o := Outcome{Given: Given{X: matrix.NewDense(2, 2, []float64{1, 2, 3, 0})}, Found: Found{Basis: mat.NewDense(2, 1, []float64{1, 0}),
		Ht: mat.NewDense(2, 1, []float64{1, 1})}}
	for name, want := range map[string]float64{"rss": 10, "evar": 1 - 10./14, "kl-raised": 2*math.Log(2) - 1 + 3*math.Log(3/0x1p-52) - 3} {
		m, _ := Find(name)
		if got, err := m.Score(o, nil); err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s = %v, %v, want %v", name, got, err, want)
		}
	}
}
