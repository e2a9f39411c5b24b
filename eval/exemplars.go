package eval

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// exemplarsShown is how many samples stand for a cluster, from the nearest to its centre to the farthest.
const exemplarsShown = 10

// outlying is how many standard deviations above the mean of its cluster a distance makes an outlier; the measure is ours
// (the MCNMF paper circles outliers by eye).
const outlying = 2

// exemplar is a sample that stands for its cluster.
type exemplar struct {
	sample, cluster int
	distance        float64 // to the centre
	outlier         bool
}

// exemplars chooses samples of each cluster at even steps through their order by distance from the centre, the nearest and the
// farthest among them.
func exemplars(o Outcome) ([]exemplar, error) {
	if o.Clusters == nil || o.Points == nil {
		return nil, unavailable("the clusters were not found among points, so none of them has a centre")
	}
	var chosen []exemplar
	members := map[int][]int{}
	for j, c := range o.Clusters {
		members[c] = append(members[c], j)
	}
	for c := range slices.Max(o.Clusters) + 1 {
		if len(members[c]) > 0 {
			chosen = append(chosen, evenly(byDistance(o.Points, members[c], c), exemplarsShown)...)
		}
	}
	return chosen, nil
}

// byDistance orders the members of a cluster by their distance from its mean.
func byDistance(points *mat.Dense, members []int, cluster int) []exemplar {
	_, d := points.Dims()
	centre := make([]float64, d)
	for _, j := range members {
		for k, v := range points.RawRowView(j) {
			centre[k] += v / float64(len(members))
		}
	}
	all := make([]exemplar, len(members))
	var mean, square float64
	for i, j := range members {
		distance := math.Sqrt(squaredDistance(points.RawRowView(j), centre))
		all[i] = exemplar{sample: j, cluster: cluster, distance: distance}
		mean += distance / float64(len(members))
	}
	for _, e := range all {
		square += (e.distance - mean) * (e.distance - mean) / float64(len(members))
	}
	for i := range all {
		all[i].outlier = all[i].distance > mean+outlying*math.Sqrt(square)
	}
	slices.SortStableFunc(all, func(a, b exemplar) int { return cmp.Compare(a.distance, b.distance) })
	return all
}

// evenly takes n of a list at even steps, the first and the last among them; all if there are no more.
func evenly(all []exemplar, n int) []exemplar {
	if len(all) <= n {
		return all
	}
	taken := make([]exemplar, n)
	for i := range taken {
		taken[i] = all[i*(len(all)-1)/(n-1)]
	}
	return taken
}

func exemplarSamples(o Outcome) (mat.Matrix, error) {
	chosen, err := exemplars(o)
	if err != nil {
		return nil, err
	}
	m, n := o.X.Dims()
	a, buf := mat.NewDense(m, len(chosen), nil), make([]float64, n)
	for i := range m {
		columns, values := o.X.Row(i, buf)
		for k, e := range chosen {
			if columns == nil {
				a.Set(i, k, values[e.sample])
			} else if at, found := slices.BinarySearch(columns, int32(e.sample)); found {
				a.Set(i, k, values[at])
			}
		}
	}
	return a, nil
}

// perExemplar makes an output of a number for each exemplar.
func perExemplar(of func(exemplar) float64) func(Outcome) (mat.Matrix, error) {
	return func(o Outcome) (mat.Matrix, error) {
		chosen, err := exemplars(o)
		if err != nil {
			return nil, err
		}
		a := mat.NewDense(len(chosen), 1, nil)
		for k, e := range chosen {
			a.Set(k, 0, of(e))
		}
		return a, nil
	}
}

var exemplarClusters = perExemplar(func(e exemplar) float64 { return float64(e.cluster) })

var exemplarOutliers = perExemplar(func(e exemplar) float64 {
	if e.outlier {
		return 1
	}
	return 0
})
