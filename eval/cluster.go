package eval

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/kmeans"
	"nmfrepro/solvers/matrix"
)

// Assign tells how the cluster of each sample is read from the output of a method.
type Assign struct {
	From   string         `yaml:"from" doc:"rows that stand for the samples: h (coefficients), w (first factor, where it has a row per sample), embedding, or x (the raw samples)"`
	Method string         `yaml:"method" doc:"argmax (largest entry of the row), kmeans (on the rows), labels (those that the method itself returns) or random (each sample in a cluster drawn at random, as many as kmeans finds)"`
	KMeans kmeans.Options `yaml:"kmeans" doc:"options of kmeans; k: 0 takes the number of classes, or the rank where the data has none"`

	UnitBasis bool `yaml:"unit-basis,omitempty" doc:"from h: coefficients of basis vectors of unit length; default false, as the method leaves them"`
	UnitSum   bool `yaml:"unit-sum,omitempty" doc:"from h: coefficients of each component over their sum, so that components of any scale can be compared; default false"`
	Part      int  `yaml:"part,omitempty" doc:"from h: which of the parts is read, from 1; default 0, all of them"`
	Parts     int  `yaml:"parts,omitempty" doc:"from h: number of parts that share the columns as equally as can be, the first ones having more; default 0"`
}

// The sources and methods of an Assign.
const (
	FromH         = "h"
	FromW         = "w"
	FromEmbedding = "embedding"
	FromX         = "x"

	ByArgmax = "argmax"
	ByKMeans = "kmeans"
	ByLabels = "labels"
	ByRandom = "random"
)

// NewAssign returns the defaults: the largest coefficient of each sample.
func NewAssign() Assign { return Assign{From: FromH, Method: ByArgmax, KMeans: kmeans.Defaults()} }

// Validate reports an option that no outcome could satisfy.
func (a Assign) Validate() error {
	if sources := []string{FromH, FromW, FromEmbedding, FromX}; a.Method != ByLabels && !slices.Contains(sources, a.From) {
		return fmt.Errorf("eval: clusters: from = %q, want one of %q", a.From, sources)
	}
	switch {
	case a.Part < 0 || a.Part > a.Parts || a.Parts > 0 && a.Part == 0:
		return fmt.Errorf("eval: clusters: part = %d of %d, want 1 to the number of parts", a.Part, a.Parts)
	case a.UnitSum && (a.UnitBasis || a.From != FromH):
		return fmt.Errorf("eval: clusters: unit-sum is of the coefficients, from = %q, and without unit-basis", FromH)
	case (a.UnitBasis || a.Parts > 0) && a.From != FromH:
		return fmt.Errorf("eval: clusters: unit-basis and part are of the coefficients, want from = %q, not %q", FromH, a.From)
	}
	switch a.Method {
	case ByArgmax, ByLabels, ByRandom:
		return nil
	case ByKMeans:
		if a.KMeans.Start == kmeans.Given {
			return fmt.Errorf("eval: clusters: start = %q, want %q, %q or %q: there are no centres to give", kmeans.Given, kmeans.Random,
				kmeans.PlusPlus, kmeans.Greedy)
		}
		return a.KMeans.Validate()
	}
	return fmt.Errorf("eval: clusters: method = %q, want %q, %q, %q or %q", a.Method, ByArgmax, ByKMeans, ByLabels, ByRandom)
}

// Clusters returns the cluster of each sample, from 0, with doubts about them. It wraps ErrUnavailable with the reason
// where the outcome lacks what the assignment reads. rng serves the starts of kmeans.
func (a Assign) Clusters(o Outcome, rng *rand.Rand) (clusters []int, warnings []string, err error) {
	if err := a.Validate(); err != nil {
		return nil, nil, err
	}
	if a.Method == ByLabels {
		if o.Clusters == nil {
			return nil, nil, unavailable("the method returns no clusters of its own")
		}
		return slices.Clone(o.Clusters), nil, nil
	}
	if a.Method == ByRandom {
		if o.X == nil {
			return nil, nil, unavailable("the outcome has no data matrix")
		}
		_, n := o.X.Dims()
		clusters, k := make([]int, n), a.clusters(o)
		for i := range clusters {
			clusters[i] = rng.IntN(k)
		}
		return clusters, nil, nil
	}
	rows, err := a.Points(o)
	if err != nil {
		return nil, nil, err
	}
	if a.Method == ByArgmax {
		clusters, warnings = argmax(rows)
		return clusters, warnings, nil
	}
	return a.kmeans(rows, o, rng)
}

// Points returns the tall matrix whose rows stand for the samples. It wraps ErrUnavailable where the outcome lacks it.
func (a Assign) Points(o Outcome) (rows *mat.Dense, err error) {
	switch a.From {
	case FromH:
		rows = o.Ht
	case FromW:
		rows = o.W
	case FromEmbedding:
		rows = o.Embedding
	case FromX:
		return sampleRows(o.X)
	}
	if rows == nil || rows.IsEmpty() {
		return nil, unavailable("the method leaves no %s to read clusters from", a.From)
	}
	if p, _ := rows.Dims(); o.X != nil {
		if _, n := o.X.Dims(); p != n {
			return nil, unavailable("%s has %d rows and the data %d samples: its rows do not stand for samples", a.From, p, n)
		}
	}
	if err := checkFinite(a.From, rows); err != nil {
		return nil, err
	}
	if a.UnitBasis {
		if rows, err = unitBasis(rows, o.Basis); err != nil {
			return nil, err
		}
	}
	if a.UnitSum {
		rows = unitSum(rows)
	}
	return a.part(rows)
}

// unitSum returns the coefficients with columns that sum to 1; a column of zeros stays.
func unitSum(ht *mat.Dense) *mat.Dense {
	_, r := ht.Dims()
	scaled := mat.DenseCopyOf(ht)
	for k := range r {
		if sum := mat.Sum(ht.ColView(k)); sum > 0 {
			for j, v := range mat.Col(nil, k, ht) {
				scaled.Set(j, k, v/sum)
			}
		}
	}
	return scaled
}

// sampleRows returns Xᵀ as a dense matrix.
func sampleRows(x matrix.Matrix) (*mat.Dense, error) {
	switch x := x.(type) {
	case nil:
		return nil, unavailable("the outcome has no data matrix")
	case *matrix.Dense:
		return x.Trans().(*matrix.Dense).Raw(), nil
	case *matrix.CSR:
		return mat.DenseCopyOf(x.T()), nil
	}
	return nil, unavailable("samples with unknown entries have no distances")
}

// argmax returns the column of the largest entry of each row, the lowest of equals. A zero row, which stands for no
// cluster, comes to 0 and is reported.
func argmax(a *mat.Dense) (clusters []int, warnings []string) {
	n, _ := a.Dims()
	clusters = make([]int, n)
	var zero int
	for i := range n {
		row := a.RawRowView(i)
		for j, v := range row {
			if v > row[clusters[i]] {
				clusters[i] = j
			}
		}
		if !slices.ContainsFunc(row, func(v float64) bool { return v != 0 }) {
			zero++
		}
	}
	if zero > 0 {
		warnings = append(warnings, fmt.Sprintf(
			"%d of %d samples have coefficients of 0 alone: they fall to the first cluster, which says nothing of them", zero, n))
	}
	return clusters, warnings
}

// clusters returns how many there are to be: those asked for, the classes of the samples, or the rank.
func (a Assign) clusters(o Outcome) int {
	if a.KMeans.K > 0 || o.Labels == nil {
		return cmp.Or(a.KMeans.K, o.Rank)
	}
	_, classes := compact(o.Labels)
	return len(classes)
}

func (a Assign) kmeans(rows *mat.Dense, o Outcome, rng *rand.Rand) (clusters []int, warnings []string, err error) {
	options := a.KMeans
	options.K = a.clusters(o)
	res, err := kmeans.Run(rows, options, nil, rng)
	if errors.Is(err, kmeans.ErrEmpty) {
		return nil, nil, unavailable("%v", err)
	}
	if err != nil {
		return nil, nil, err
	}
	if !res.Converged {
		warnings = append(warnings, fmt.Sprintf("kmeans: stopped after max-iterations = %d passes of a phase", options.MaxIterations))
	}
	if lost := options.K - len(res.Sizes); lost > 0 {
		warnings = append(warnings, fmt.Sprintf("kmeans: %d of %d clusters became empty and were dropped", lost, options.K))
	}
	return res.Labels, warnings, nil
}

// unitBasis returns the coefficients that belong to a basis of unit columns: column k of ht times the length of column k of
// the basis. Methods that leave the scale between the factors open are compared so.
func unitBasis(ht, basis *mat.Dense) (*mat.Dense, error) {
	if basis == nil || basis.IsEmpty() {
		return nil, unavailable("the method leaves no basis whose vectors could get unit length")
	}
	n, r := ht.Dims()
	if _, c := basis.Dims(); c != r {
		return nil, unavailable("the basis has %d vectors and the coefficients %d columns", c, r)
	}
	scaled := mat.NewDense(n, r, nil)
	scaled.Copy(ht)
	for k := range r {
		length := mat.Norm(basis.ColView(k), 2)
		for j := range n {
			scaled.Set(j, k, length*ht.At(j, k))
		}
	}
	return scaled, checkFinite("H of a basis of unit vectors", scaled)
}

// part returns a copy of the columns of one of the parts.
func (a Assign) part(rows *mat.Dense) (*mat.Dense, error) {
	if a.Parts == 0 {
		return rows, nil
	}
	n, r := rows.Dims()
	if a.Parts > r {
		return nil, unavailable("%d columns cannot be shared among %d parts", r, a.Parts)
	}
	width, more := r/a.Parts, r%a.Parts
	first := (a.Part-1)*width + min(a.Part-1, more)
	if a.Part <= more {
		width++
	}
	return mat.DenseCopyOf(rows.Slice(0, n, first, first+width)), nil
}
