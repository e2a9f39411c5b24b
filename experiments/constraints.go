package experiments

import (
	"fmt"
	"math/rand/v2"

	"nmfrepro/datasets"
	"nmfrepro/experiments/strict"
	"nmfrepro/solvers/constraint"
)

// ConstraintSpec says where the triplets of an experiment come from.
type ConstraintSpec struct {
	From    string      `yaml:"from" strict:"required" doc:"data (those that generated data comes with)"`
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
}

// defaults are the options of the named source before the spec's; nil if there is no such source.
func (c *ConstraintSpec) defaults() triplets {
	for _, s := range constraintSources {
		if s.name == c.From {
			return s.new()
		}
	}
	return nil
}

func (c *ConstraintSpec) source() triplets {
	t := c.defaults()
	c.Options.Decode(t)
	return t
}

// values spells the source and its options out for a unit.
func (c *ConstraintSpec) values() map[string]any {
	values := map[string]any{"from": c.From}
	for name, v := range optionValues(c.source()) {
		values[name] = v
	}
	return values
}

func (c *ConstraintSpec) draw(data *datasets.Data, rng *rand.Rand) (constraint.Set, error) {
	set, err := c.source().draw(data, rng)
	if err != nil {
		return set, fmt.Errorf("constraints from %s: %w", c.From, err)
	}
	return set, nil
}

// givenTriplets takes those that the data set comes with.
type givenTriplets struct{}

func (*givenTriplets) draw(data *datasets.Data, _ *rand.Rand) (constraint.Set, error) {
	if data.Triples == nil {
		return constraint.Set{}, fmt.Errorf("the data set has none")
	}
	var set constraint.Set
	for _, t := range data.Triples {
		set.H = append(set.H, constraint.Triplet{Q: t[0], R: t[1], S: t[2]})
	}
	return set, nil
}

// plainTriples is a side's triplets as metrics take them.
func plainTriples(list []constraint.Triplet) [][3]int {
	var plain [][3]int
	for _, t := range list {
		plain = append(plain, [3]int{t.Q, t.R, t.S})
	}
	return plain
}
