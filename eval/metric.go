// Package eval scores the output of a method. Metrics are a table; each names its variant, so that two numbers with one name were
// computed in one way.
package eval

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/matrix"
)

// ErrUnavailable is wrapped by a metric that the outcome does not allow (no labels, no factor of that kind).
var ErrUnavailable = errors.New("unavailable")

// Direction tells which values of a metric are better.
type Direction int

// The directions.
const (
	Higher Direction = iota
	Lower
	Neither // a size or a count, which ranks nothing
)

// Outcome is the output of a unit. A nil field is a thing that the method or the data set does not have.
type Outcome struct {
	Given
	Found
	Effort
}

// Given is the input of a run, and the data that its method does not see and that score it.
type Given struct {
	X      matrix.Matrix // m×n
	Labels []int         // class of each sample, the truth

	Data    matrix.Matrix // all that is known of X, where entries are held out
	Held    matrix.Matrix // the entries that were held out, a Masked; nil if none were
	Triples Triples       // relations between samples or features
	Truth   *mat.Dense    // m×r, the basis that generated data was made from
	Unseen  matrix.Matrix // samples that were held out, m×n'; nil if none were
}

// Found is the result of a run and its rank.
type Found struct {
	W         *mat.Dense // first factor as the method's paper has it
	Ht        *mat.Dense // coefficients, n×r
	Basis     *mat.Dense // m×r with X ≈ Basis·Htᵀ
	Embedding *mat.Dense // samples × dimensions
	Rank      int
	Clusters  []int         // cluster of each sample
	Points    *mat.Dense    // rows that the clusters were found among, one a sample; nil where no such rows are known
	UnseenHt  *mat.Dense    // their coefficients for Basis, n'×r
	Consensus *mat.SymDense // n×n, the share of initialisations that put two samples into one cluster; nil of a single one
}

// Effort is the iterations of a run, its time, and its objectives on the way.
type Effort struct {
	Iterations int     // steps of the solver
	Seconds    float64 // inside the solver's steps

	ProcessorSeconds float64   // of the processor during the steps and observations; 0 if not measured
	StartSeconds     float64   // before the first step: graphs, and all of a spectral embedding
	Objectives       []float64 // as observed, the start's first
}

// Triples are relations (q, r, s), from 0: q is nearer to r than to s.
type Triples struct {
	W [][3]int // between rows of W, the features
	H [][3]int // between columns of H, the samples
}

// Metric is one line of the table.
type Metric struct {
	Name    string // lower case with hyphens, variant included
	Words   string // as figures and pages say it
	Family  string // of metrics that may take each other's place, "" where there is no other
	Clock   bool   // it is a time, which no two runs share
	Doc     string // one sentence
	Cite    string // source with equation number
	Version int    // raised whenever values change; part of every record's key
	Class   Class  // tolerance and unit of its values
	Better  Direction
	Limits  *Limits // of its values, where its class leaves others

	OnClusters bool                                             // it scores clusters: then it is averaged over repeated clusterings
	OnStarts   bool                                             // it scores the agreement of several initialisations
	Score      func(o Outcome, rng *rand.Rand) (float64, error) // rng serves k-means restarts and the like
}

// Find returns the metric of that name.
func Find(name string) (Metric, bool) {
	m, found := metricsByName()[name]
	return m, found
}

// metricsByName returns Metrics by name: a table of a paper looks for them a hundred thousand times.
var metricsByName = sync.OnceValue(func() map[string]Metric {
	all := map[string]Metric{}
	for _, m := range Metrics {
		all[m.Name] = m
	}
	return all
})

// Kin returns the family of a metric, whose members may take each other's place, or its own name.
func (m Metric) Kin() string { return cmp.Or(m.Family, m.Name) }

// Names returns the names of all metrics, sorted.
func Names() []string {
	return list.Map(Metrics, func(m Metric) string { return m.Name })
}

// Range returns the smallest and the greatest value that a metric can have, ±Inf where there is no bound. A mean ± deviation that
// goes beyond says nothing of what can happen.
func (m Metric) Range() (low, high float64) {
	switch {
	case m.Limits != nil:
		return m.Limits.Low, m.Limits.High
	case m.Class.Name == Recovery.Name: // a basis may be farther from the generating one than 0 is
		return 0, math.Inf(1)
	case m.Class.Unit == "share":
		return 0, 1
	}
	return 0, math.Inf(1)
}

// Limits are the smallest and the greatest value of a metric.
type Limits struct{ Low, High float64 }

// The limits that no class has.
var (
	correlation = &Limits{-1, 1}
	worstNone   = &Limits{math.Inf(-1), 1} // a model may be worse than none, and an agreement than chance
	scaledShare = &Limits{0, 2}            // a share divided by 1 - 1/r, from rank 2 on
)

// Class is the kind of number that a metric is. It decides what counts as no difference between two values, and what a test
// of them may assume.
type Class struct {
	Name      string
	Unit      string  // of its values: tables may print shares in per cent
	Tolerance float64 // difference that counts as none, where a spec names no other; 0 if two values are never held equal
	Relative  bool    // the tolerance is a share of the reported number
	Reason    string  // why this much
	Grid      bool    // a value is a count of samples over their number: it moves in steps of 1/n
	Exact     bool    // a property of the data, in which nothing is drawn
	Machine   bool    // it depends on the machine: only the order of methods can be compared
}

// The classes.
var (
	Clustering = Class{
		Name: "clustering", Unit: "share", Tolerance: 0.05, Grid: true,
		Reason: "five points: what another initialisation of k-means or another draw of classes moves these scores by",
	}
	Prediction = Class{
		Name: "prediction", Unit: "share", Tolerance: 0.03, Grid: true,
		Reason: "three points: what another split of the folds moves these scores by",
	}
	Relations = Class{
		Name: "relations", Unit: "share", Tolerance: 0.05,
		Reason: "five points: triplets are drawn at random, and the paper does not tell which",
	}
	Loss = Class{
		Name: "loss", Unit: "of the data", Tolerance: 0.05, Relative: true,
		Reason: "five per cent of the loss: more than another initialisation moves it by, less than another rank does",
	}
	Share    = Class{Name: "share", Unit: "share", Tolerance: 0.05, Reason: "five points of a share"}
	Recovery = Class{Name: "recovery", Unit: "share", Tolerance: 0.02, Reason: "two per cent of the basis: the noise that was added to it"}
	Width    = Class{
		Name: "width", Unit: "of the data", Tolerance: 0.05, Relative: true,
		Reason: "five per cent of a width that is chosen on a grid",
	}
	Count = Class{
		Name: "count", Unit: "number", Tolerance: 0.5,
		Reason: "a count is the same or it is not: a mean of counts is that of the whole number nearest to it",
	}
	Size    = Class{Name: "size", Unit: "number", Tolerance: 0.5, Exact: true, Reason: "a size is the same or it is not"}
	Density = Class{
		Name: "density", Unit: "share", Tolerance: 0.005, Relative: true, Exact: true,
		Reason: "half a per cent leaves room for rounding",
	}
	Machine = Class{Name: "machine", Unit: "of the machine", Machine: true,
		Reason: "time and effort are the machine's and the program's: only the order of methods is compared"}
)
