package spec

// This file draws the relations of an experiment, "q is nearer to r than to s", from the labels or points of its data set.

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/solvers/constraint"
)

// Constraints says where the triplets of an experiment come from.
type Constraints struct {
	From    string      `yaml:"from" strict:"required" doc:"data (those that generated data comes with), labels (samples of drawn classes) or features (what is known of rows and columns besides X)"`
	Options strict.Node `yaml:"options" doc:"options of the source; those of file are in the schema (x, labels, mask, ...; sha256, labels-sha256 and mask-sha256 say which content the files must have)"`
}

// triplets draws triplets from a data set: a plain value of options.
type triplets interface {
	draw(data *datasets.Data, rng *rand.Rand) (constraint.Set, error)
}

// sources are where triplets may come from, with the default options of each.
var sources = map[string]func() triplets{
	"data":     func() triplets { return &givenTriplets{} },
	"features": func() triplets { return &featureTriplets{} },
	"labels":   func() triplets { return &labelTriplets{constraint.DefaultLabelOptions()} },
}

// Check reports a source that there is not, and options that it does not have. n is the part of the file that c was read from.
func (c *Constraints) Check(n strict.Node) strict.Problems {
	source, known := sources[c.From]
	if !known {
		return strict.Problems{n.Get("from").Problem("unknown source of constraints %q, %s", c.From,
			list.DidYouMean(c.From, slices.Sorted(maps.Keys(sources))))}
	}
	return c.Options.Decode(source())
}

func (c *Constraints) source() triplets {
	t := sources[c.From]()
	_ = c.Options.Decode(t) // the spec is valid, or its problems are listed
	return t
}

// Values spells the source and its options out for a run.
func (c *Constraints) Values() map[string]any {
	values := map[string]any{"from": c.From}
	maps.Copy(values, strict.Values(c.source()))
	return values
}

// Draw draws the triplets of one replicate.
func (c *Constraints) Draw(data *datasets.Data, rng *rand.Rand) (constraint.Set, error) {
	set, err := c.source().draw(data, rng)
	if err != nil {
		return set, fmt.Errorf("constraints from %s: %w", c.From, err)
	}
	return set, nil
}

// givenTriplets takes those that the data set comes with.
type givenTriplets struct{}

func (*givenTriplets) draw(data *datasets.Data, _ *rand.Rand) (constraint.Set, error) {
	if data.Triples == nil && data.RowTriples == nil {
		return constraint.Set{}, fmt.Errorf("the data set has none")
	}
	return constraint.Set{W: asTriplets(data.RowTriples), H: asTriplets(data.Triples)}, nil
}

func asTriplets(plain [][3]int) []constraint.Triplet {
	return list.Map(plain, func(t [3]int) constraint.Triplet { return constraint.Triplet{Q: t[0], R: t[1], S: t[2]} })
}

// labelTriplets draws them between the samples of the run's classes.
type labelTriplets struct {
	constraint.LabelOptions `yaml:",inline"`
}

func (t *labelTriplets) draw(data *datasets.Data, rng *rand.Rand) (constraint.Set, error) {
	if data.Labels == nil {
		return constraint.Set{}, fmt.Errorf("the data set has no labels")
	}
	h, err := constraint.FromLabels(data.X, data.Labels, t.LabelOptions, rng)
	return constraint.Set{H: h}, err
}

// featureTriplets draws them at random and orients them by the distance of the side information.
type featureTriplets struct {
	Rows    int `yaml:"rows" doc:"triplets between rows of X, ≥ 0; default 0"`
	Columns int `yaml:"columns" doc:"triplets between columns of X, ≥ 0; default 0"`
}

func (t *featureTriplets) draw(data *datasets.Data, rng *rand.Rand) (set constraint.Set, err error) {
	for _, side := range []struct {
		name     string
		count    int
		features *mat.Dense
		to       *[]constraint.Triplet
	}{{"rows", t.Rows, data.RowFeatures, &set.W}, {"columns", t.Columns, data.ColumnFeatures, &set.H}} {
		if side.count == 0 {
			continue
		}
		if side.features == nil {
			return set, fmt.Errorf("nothing is known of the %s besides X", side.name)
		}
		if *side.to, err = constraint.FromFeatures(side.features, side.count, rng); err != nil {
			return set, err
		}
	}
	return set, nil
}

// Plain returns a side's triplets as metrics take them.
func Plain(triplets []constraint.Triplet) [][3]int {
	return list.Map(triplets, func(t constraint.Triplet) [3]int { return [3]int{t.Q, t.R, t.S} })
}
