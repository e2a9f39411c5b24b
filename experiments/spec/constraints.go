package spec

import (
	"fmt"
	"maps"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/solvers/constraint"
)

// Constraints says where the triplets of an experiment come from.
type Constraints struct {
	From    string      `yaml:"from" strict:"required" doc:"data (those that generated data comes with), labels (samples of drawn classes) or features (what is known of rows and columns besides X)"`
	Options strict.Node `yaml:"options" doc:"options of the source"`
}

// triplets draws triplets from a data set: a plain value of options.
type triplets interface {
	draw(data *datasets.Data, rng *rand.Rand) (constraint.Set, error)
}

// constraintSources lists where triplets may come from, with the default options of each.
var constraintSources = []struct {
	name string
	new  func() triplets
}{
	{"data", func() triplets { return &givenTriplets{} }},
	{"features", func() triplets { return &featureTriplets{} }},
	{"labels", func() triplets { return &labelTriplets{constraint.DefaultLabelOptions()} }},
}

// defaults are the options of the named source before the spec's; nil if there is no such source.
func (c *Constraints) defaults() triplets {
	for _, s := range constraintSources {
		if s.name == c.From {
			return s.new()
		}
	}
	return nil
}

func (c *Constraints) source() triplets {
	t := c.defaults()
	_ = c.Options.Decode(t) // the spec is valid, or its problems are listed
	return t
}

// Values spells the source and its options out for a unit.
func (c *Constraints) Values() map[string]any {
	values := map[string]any{"from": c.From}
	maps.Copy(values, OptionValues(c.source()))
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
	var list []constraint.Triplet
	for _, t := range plain {
		list = append(list, constraint.Triplet{Q: t[0], R: t[1], S: t[2]})
	}
	return list
}

// labelTriplets draws them between the samples of the unit's classes.
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

// PlainTriples is a side's triplets as metrics take them.
func PlainTriples(list []constraint.Triplet) [][3]int {
	var plain [][3]int
	for _, t := range list {
		plain = append(plain, [3]int{t.Q, t.R, t.S})
	}
	return plain
}
