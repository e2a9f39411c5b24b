package rank

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/hungarian"
)

// Agreement tells how far the components of several starts agree.
type Agreement struct {
	Reference  int     // the start that agrees most with all others
	Match      [][]int // for each start and component of the reference, the component that is its counterpart
	Similarity float64 // mean cosine between counterparts over all pairs of starts: 1 where all find the same
	Silhouette float64 // mean silhouette of the components, counterparts being a cluster; cNMF's stability
}

// Matched compares the bases of at least two starts, each m×r with components in columns. Components are scaled to unit
// length and matched one to one by the Hungarian method so that the sum of cosines is greatest: all starts to the
// reference, and for Similarity each pair of starts. cNMF clusters components by k-means instead, which may put two of one start into a
// cluster; the silhouette is as there (Euclidean distances between components of unit length). A component of
// zeros is no direction: its cosine with any other is 0.
func Matched(bases []*mat.Dense) (*Agreement, error) {
	unit, err := unitBases(bases)
	if err != nil {
		return nil, err
	}
	starts := len(unit)
	total := make([]float64, starts) // cosines of each start with all others
	matches := make([][][]int, starts)
	for s := range matches {
		matches[s] = make([][]int, starts)
	}
	_, r := unit[0].Dims()
	sum := 0.
	for s := range starts {
		for t := s + 1; t < starts; t++ {
			to, cosine, err := match(unit[s], unit[t])
			if err != nil {
				return nil, err
			}
			matches[s][t], matches[t][s] = to, inverse(to)
			total[s] += cosine
			total[t] += cosine
			sum += cosine / float64(r)
		}
	}
	a := &Agreement{Reference: slices.Index(total, slices.Max(total)), Similarity: sum / float64(starts*(starts-1)/2)}
	for t := range starts {
		to := matches[a.Reference][t]
		if t == a.Reference {
			to = list.Upto(r)
		}
		a.Match = append(a.Match, to)
	}
	labels := make([]int, starts*r) // counterparts are a cluster
	for t, to := range a.Match {
		for k, l := range to {
			labels[t*r+l] = k
		}
	}
	a.Silhouette = meanSilhouette(distances(Columns(unit)), labels, r)
	return a, nil
}

// Likeness returns the mean cosine between the components of two bases, matched one to one as Matched does.
func Likeness(a, b *mat.Dense) (float64, error) {
	unit, err := unitBases([]*mat.Dense{a, b})
	if err != nil {
		return 0, err
	}
	_, r := a.Dims()
	_, cosine, err := match(unit[0], unit[1])
	return cosine / float64(r), err
}

func unitBases(bases []*mat.Dense) ([]*mat.Dense, error) {
	if len(bases) < 2 {
		return nil, fmt.Errorf("rank: the bases of %d initialisations, want at least 2", len(bases))
	}
	m, r := bases[0].Dims()
	unit := make([]*mat.Dense, len(bases))
	for s, b := range bases {
		if bm, br := b.Dims(); bm != m || br != r {
			return nil, fmt.Errorf("rank: the basis of initialisation %d is %d×%d, want %d×%d as the first", s+1, bm, br, m, r)
		}
		unit[s] = mat.DenseCopyOf(b)
		scaleColumns(unit[s])
		for _, v := range unit[s].RawMatrix().Data {
			if math.IsNaN(v) {
				return nil, errors.New("rank: a basis holds values that are not finite")
			}
		}
	}
	return unit, nil
}

// scaleColumns scales columns to unit length; one of zeros stays.
func scaleColumns(a *mat.Dense) {
	_, r := a.Dims()
	for k := range r {
		column := a.ColView(k).(*mat.VecDense)
		if length := mat.Norm(column, 2); length > 0 {
			column.ScaleVec(1/length, column)
		}
	}
}

// match returns for each column of a its counterpart in b, and the sum of their cosines.
func match(a, b *mat.Dense) ([]int, float64, error) {
	var cosines mat.Dense
	cosines.Mul(a.T(), b)
	return hungarian.Max(&cosines)
}

func inverse(p []int) []int {
	q := make([]int, len(p))
	for i, j := range p {
		q[j] = i
	}
	return q
}
