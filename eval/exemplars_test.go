package eval

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Twelve samples on a line in cluster 1, the last one far out, and two in cluster 0: the distances are those from the means.
func TestExemplars(t *testing.T) {
	const n = 14
	points, x := mat.NewDense(n, 1, nil), mat.NewDense(2, n, nil)
	clusters := make([]int, n)
	for j := range n {
		points.Set(j, 0, float64(j))
		x.Set(1, j, float64(j))
		clusters[j] = 1
	}
	points.Set(11, 0, 100)
	clusters[12], clusters[13] = 0, 0
	o := Outcome{Given: Given{X: matrix.FromDense(x)}, Found: Found{Points: points, Clusters: clusters}}
	pictures, err := exemplarSamples(o)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := exemplarClusters(o)
	if err != nil {
		t.Fatal(err)
	}
	outliers, err := exemplarOutliers(o)
	if err != nil {
		t.Fatal(err)
	}
	if m, c := pictures.Dims(); m != 2 || c != 12 {
		t.Fatalf("%d×%d exemplars, want 2 of cluster 0 and 10 of cluster 1", m, c)
	}
	for k := range 12 {
		sample := int(pictures.At(1, k))
		if got, want := int(groups.At(k, 0)), clusters[sample]; got != want {
			t.Errorf("exemplar %d is sample %d of cluster %d, said to be of %d", k, sample, want, got)
		}
		if outlier := outliers.At(k, 0) == 1; outlier != (sample == 11) {
			t.Errorf("sample %d: outlier %v", sample, outlier)
		}
	}
	// mean (0+...+10+100)/12 = 12.9: 10 is the nearest to it and 100 the farthest
	if first, last := pictures.At(1, 2), pictures.At(1, 11); first != 10 || last != 11 {
		t.Errorf("cluster 1 goes from sample %v to %v, want 10 to 11", first, last)
	}
	o.Points = nil
	if _, err := exemplarClusters(o); err == nil {
		t.Error("without points a cluster has a centre")
	}
}
