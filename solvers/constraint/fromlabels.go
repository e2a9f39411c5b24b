package constraint

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// LabelOptions say which triplets are drawn from known classes.
type LabelOptions struct {
	Images int         `yaml:"images" min:"2" doc:"samples drawn per class, ≥ 2; default 2 [faces of ORL], 4 [PIE]"`
	Pairs  PairForm    `yaml:"pairs" doc:"pairs within a class that get a triplet: ordered (default), unordered or none"`
	Inter  int         `yaml:"inter" min:"0" doc:"triplets per class over three classes, ≥ 0; default 0, 6 for PIE"`
	Orient Orientation `yaml:"orient" doc:"how those are oriented: distance of the samples (default), means of the classes, or random"`
}

// PairForm tells which pairs within a class get a triplet.
type PairForm string

// The pairs.
const (
	OrderedPairs   PairForm = "ordered"   // (a,b) and (b,a)
	UnorderedPairs PairForm = "unordered" // one of them
	NoPairs        PairForm = "none"
)

// Choices lists the forms.
func (PairForm) Choices() []string {
	return []string{string(OrderedPairs), string(UnorderedPairs), string(NoPairs)}
}

// Orientation tells which of two samples of other classes counts as nearer.
type Orientation string

// The orientations.
const (
	ByDistance Orientation = "distance" // the sample at the smaller distance
	ByMeans    Orientation = "means"    // that of the class with the nearer mean
	ByChance   Orientation = "random"
)

// Choices lists the orientations.
func (Orientation) Choices() []string {
	return []string{string(ByDistance), string(ByMeans), string(ByChance)}
}

// DefaultLabelOptions returns the protocol of the ORL experiment: two triplets a class.
func DefaultLabelOptions() LabelOptions {
	return LabelOptions{Images: 2, Pairs: OrderedPairs, Orient: ByDistance}
}

// FromLabels draws triplets from the classes of the columns of x (m×n), -1 for an unknown one, as Jiang, Li and Xu do for
// images (section 4.4). In every class some samples are drawn. A pair (a,b) of them gives (a,b,s) with s drawn
// among the samples drawn in other classes. A triplet over three classes has q among the samples drawn in the class and r
// and s among those drawn in two others, oriented as told; equal distances keep the order of the draw. Classes go by
// ascending label. By chance triplets may contradict each other.
func FromLabels(x mat.Matrix, labels []int, o LabelOptions, rng *rand.Rand) ([]Triplet, error) {
	d, err := newLabelDraw(x, labels, o, rng)
	if err != nil {
		return nil, err
	}
	var list []Triplet
	for c, drawn := range d.drawn {
		for i, a := range drawn {
			for j, b := range drawn {
				if i < j && o.Pairs != NoPairs || i > j && o.Pairs == OrderedPairs {
					list = append(list, Triplet{a, b, d.sample(d.class(c))})
				}
			}
		}
		for range o.Inter {
			list = append(list, d.inter(c))
		}
	}
	return list, nil
}

// labelDraw is what FromLabels draws from.
type labelDraw struct {
	x      mat.Matrix
	orient Orientation
	rng    *rand.Rand
	drawn  [][]int // samples drawn in each class
	means  [][]float64
}

func newLabelDraw(x mat.Matrix, labels []int, o LabelOptions, rng *rand.Rand) (*labelDraw, error) {
	_, n := x.Dims()
	if len(labels) != n {
		return nil, fmt.Errorf("constraint: %d labels, want one for each of %d samples", len(labels), n)
	}
	classes := byClass(labels)
	least := 2
	if o.Inter > 0 {
		least = 3
	}
	switch {
	case o.Images < 2:
		return nil, fmt.Errorf("constraint: images = %d, want ≥ 2", o.Images)
	case o.Inter < 0:
		return nil, fmt.Errorf("constraint: inter = %d, want ≥ 0", o.Inter)
	case !slices.Contains(o.Pairs.Choices(), string(o.Pairs)):
		return nil, fmt.Errorf("constraint: pairs = %q, want one of %q", o.Pairs, o.Pairs.Choices())
	case !slices.Contains(o.Orient.Choices(), string(o.Orient)):
		return nil, fmt.Errorf("constraint: orient = %q, want one of %q", o.Orient, o.Orient.Choices())
	case len(classes) < least:
		return nil, fmt.Errorf("constraint: found %d classes, want ≥ %d to draw relations between them", len(classes), least)
	}
	d := &labelDraw{x: x, orient: o.Orient, rng: rng}
	for _, class := range classes {
		if len(class) < o.Images {
			return nil, fmt.Errorf("constraint: class %d has %d samples, want ≥ %d", labels[class[0]], len(class), o.Images)
		}
		drawn := make([]int, o.Images)
		for k, at := range rng.Perm(len(class))[:o.Images] {
			drawn[k] = class[at]
		}
		d.drawn = append(d.drawn, drawn)
		if o.Orient == ByMeans {
			d.means = append(d.means, meanColumn(x, class))
		}
	}
	return d, nil
}

// byClass lists the samples of each class, by ascending label; unknown ones are left out.
func byClass(labels []int) [][]int {
	known := slices.Clone(labels)
	slices.Sort(known)
	first, _ := slices.BinarySearch(known, 0)
	known = slices.Compact(known[first:])
	classes := make([][]int, len(known))
	for i, label := range labels {
		if c, ok := slices.BinarySearch(known, label); ok {
			classes[c] = append(classes[c], i)
		}
	}
	return classes
}

func meanColumn(x mat.Matrix, columns []int) []float64 {
	m, _ := x.Dims()
	mean := make([]float64, m)
	for i := range mean {
		for _, j := range columns {
			mean[i] += x.At(i, j)
		}
		mean[i] /= float64(len(columns))
	}
	return mean
}

// class draws a class that is none of those given.
func (d *labelDraw) class(not ...int) int {
	slices.Sort(not)
	c := d.rng.IntN(len(d.drawn) - len(not))
	for _, n := range not {
		if c >= n {
			c++
		}
	}
	return c
}

// sample draws one of the samples drawn in class c.
func (d *labelDraw) sample(c int) int { return d.drawn[c][d.rng.IntN(len(d.drawn[c]))] }

// inter draws a triplet over class c and two others.
func (d *labelDraw) inter(c int) Triplet {
	near := d.class(c)
	far := d.class(c, near)
	q, r, s := d.sample(c), d.sample(near), d.sample(far)
	swap := false
	switch d.orient {
	case ByDistance:
		swap = columnDistance(d.x, q, s) < columnDistance(d.x, q, r)
	case ByMeans:
		swap = SquaredDistance(d.means[c], d.means[far]) < SquaredDistance(d.means[c], d.means[near])
	}
	if swap {
		r, s = s, r
	}
	return Triplet{q, r, s}
}

// columnDistance returns the squared distance of two columns.
func columnDistance(x mat.Matrix, a, b int) float64 {
	m, _ := x.Dims()
	var sum float64
	for i := range m {
		diff := x.At(i, a) - x.At(i, b)
		sum += diff * diff
	}
	return sum
}

// drawsPerTriplet bounds how many draws one triplet may take.
const drawsPerTriplet = 1000

// FromFeatures draws count triplets of points whose features are the rows of a (p×f), as Jiang, Li and Xu do for users and
// films (section 4.5): three different points, oriented by the squared distance of their features. Ties are drawn anew. As
// all relations hold for one set of distances they cannot contradict each other.
func FromFeatures(a *mat.Dense, count int, rng *rand.Rand) ([]Triplet, error) {
	p, _ := a.Dims()
	if p < 3 {
		return nil, fmt.Errorf("constraint: %d points, want ≥ 3 to draw triplets", p)
	}
	if count < 0 {
		return nil, fmt.Errorf("constraint: count = %d, want ≥ 0", count)
	}
	list := make([]Triplet, 0, count)
	for draws := 0; len(list) < count; draws++ {
		if draws == count*drawsPerTriplet {
			return nil, fmt.Errorf("constraint: %d draws gave %d triplets, want %d: too many points have equal features", draws, len(list), count)
		}
		q, r, s := three(p, rng)
		near := SquaredDistance(a.RawRowView(q), a.RawRowView(r))
		far := SquaredDistance(a.RawRowView(q), a.RawRowView(s))
		switch {
		case near < far:
			list = append(list, Triplet{q, r, s})
		case far < near:
			list = append(list, Triplet{q, s, r})
		}
	}
	return list, nil
}

// three draws three different numbers below p.
func three(p int, rng *rand.Rand) (q, r, s int) {
	q, r, s = rng.IntN(p), rng.IntN(p-1), rng.IntN(p-2)
	if r >= q {
		r++
	}
	for _, taken := range [...]int{min(q, r), max(q, r)} {
		if s >= taken {
			s++
		}
	}
	return q, r, s
}
