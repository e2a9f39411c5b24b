package rank

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/kmeans"
	"nmfrepro/solvers/matrix"
)

// Pooled are the components of several starts, clustered as cNMF does (Kotliar, Veres, Nagy, Tabrizi, Hodis, Melton and Sabeti, eLife 8,
// 2019). The component l of start s, both from 0, is number s·r + l.
type Pooled struct {
	Near       int        // neighbours to which a distance is taken
	Distance   []float64  // of each component: its mean distance to its nearest neighbours; NaN for one of zeros
	Cluster    []int      // of each component, from 0; -1 where it is left out
	Between    *mat.Dense // distances of all components, which have unit length
	Medians    *mat.Dense // m×r: the median of each cluster, of the sum 1
	Silhouette float64    // of the components that were not left out, NaN where there is none
}

// Pool pools the bases of at least two starts, each m×r. Components have unit length. Those whose mean distance to their nearest
// neighbours, a share of the number of starts, is not below the threshold are left out; the others are clustered by k-means, the best of
// ten
// starts, and each cluster gives its median. Distances are at most √2 for components without negative entries, so that a threshold of 2
// leaves out none.
func Pool(bases []*mat.Dense, threshold, share float64, rng *rand.Rand) (*Pooled, error) {
	unit, err := unitBases(bases)
	if err != nil {
		return nil, err
	}
	all := Columns(unit)
	m, count := all.Dims()
	_, r := unit[0].Dims()
	p := &Pooled{Near: max(1, int(share*float64(len(unit)))), Cluster: make([]int, count), Between: distances(all)}
	var kept []int
	for i := range count {
		nearest := slices.Sorted(slices.Values(p.Between.RawRowView(i)))
		distance := math.NaN()
		if mat.Norm(all.ColView(i), 2) > 0 {
			distance = floats.Sum(nearest[:min(p.Near+1, count)]) / float64(p.Near) // the nearest is the component itself
		}
		p.Distance = append(p.Distance, distance)
		if p.Cluster[i] = -1; distance < threshold {
			kept = append(kept, i)
		}
	}
	if len(kept) < r {
		return p, fmt.Errorf("of %d components only %d have a mean distance to their %d nearest neighbours below %v: runs find other components "+
			"each; raise the threshold, or take another rank",
			count, len(kept), p.Near, threshold)
	}
	points := mat.NewDense(len(kept), m, nil)
	for k, i := range kept {
		points.SetRow(k, mat.Col(nil, i, all))
	}
	options := kmeans.Defaults()
	options.K = r
	clusters, err := kmeans.Run(points, options, nil, rng)
	if err != nil {
		return p, err
	}
	between := mat.NewDense(len(kept), len(kept), nil)
	for k, i := range kept {
		p.Cluster[i] = clusters.Labels[k]
		for l, j := range kept {
			between.Set(k, l, p.Between.At(i, j))
		}
	}
	p.Silhouette = meanSilhouette(between, clusters.Labels, r)
	p.Medians = mediansOf(points, clusters.Labels, r)
	for k := range r {
		if mat.Max(p.Medians.ColView(k)) == 0 {
			return p, fmt.Errorf("the median of cluster %d of %d is zero: its components have no feature in common; lower the threshold, or take "+
				"another rank", k+1, r)
		}
	}
	p.Medians = Shares(p.Medians)
	return p, nil
}

// mediansOf returns the median of each of r clusters of points, one a column.
func mediansOf(points *mat.Dense, labels []int, r int) *mat.Dense {
	_, m := points.Dims()
	medians := mat.NewDense(m, r, nil)
	for k := range r {
		for i := range m {
			var values []float64
			for row, label := range labels {
				if label == k {
					values = append(values, points.At(row, i))
				}
			}
			slices.Sort(values)
			half := len(values) / 2
			medians.Set(i, k, (values[half]+values[(len(values)-1)/2])/2)
		}
	}
	return medians
}

// Columns has the columns of all bases, one after the other.
func Columns(bases []*mat.Dense) *mat.Dense {
	m, r := bases[0].Dims()
	all := mat.NewDense(m, len(bases)*r, nil)
	for s, b := range bases {
		all.Slice(0, m, s*r, (s+1)*r).(*mat.Dense).Copy(b)
	}
	return all
}

// distances returns those of columns of unit length, or of zeros.
func distances(all *mat.Dense) *mat.Dense {
	_, count := all.Dims()
	d := mat.NewDense(count, count, nil)
	matrix.Gram(d, all)
	squares := make([]float64, count)
	for i := range squares {
		squares[i] = d.At(i, i)
	}
	for i := range count {
		for j := range i {
			square := squares[i] + squares[j] - 2*d.At(i, j)
			const close = 1e-3 // where a difference of products has few digits
			if square = math.Sqrt(max(0, square)); square < close {
				square = floats.Distance(mat.Col(nil, i, all), mat.Col(nil, j, all), 2)
			}
			d.Set(i, j, square)
			d.Set(j, i, square)
		}
	}
	for i := range count {
		d.Set(i, i, 0)
	}
	return d
}

// meanSilhouette returns the mean over all points.
func meanSilhouette(d *mat.Dense, labels []int, r int) float64 {
	sum := 0.
	for _, width := range Silhouettes(d.At, labels, r) {
		sum += width
	}
	return sum / float64(len(labels))
}
