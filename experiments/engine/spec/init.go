package spec

import (
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/solvers"
)

// Init is how the factors begin: one of Inits by its name, or as another program draws them from a seed. The zero value is not given.
type Init struct {
	Name          string `yaml:"-"`
	solvers.Drawn `yaml:",inline"`
}

// initDrawn is what records call the start of another program; its settings stand beside it.
const initDrawn = "drawn"

// UnmarshalStrict implements strict.Unmarshaler: a start is a name, or a mapping.
func (i *Init) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	if n.IsMapping() {
		i.Name = initDrawn
		d.Decode(n, &i.Drawn)
		return
	}
	*i = Init{}
	d.Decode(n, &i.Name)
}

// init reports a start that there is not.
func (c *checker) init(at string, i Init) {
	if i.Name != initDrawn || i.Generator == "" { // which is reported as missing
		c.given(at, "start", i.Name, Inits)
		return
	}
	err := i.Validate()
	c.refuse(err != nil, at, "%v", err)
}

// SeedOf returns the seed from which another program draws the start of a method, or the centres of one without a solver.
func (s *Experiment) SeedOf(m Method) (seed uint64, given bool) {
	if init := s.InitFor(m); m.Solver != "" {
		return init.Seed, init.Given()
	}
	r, given := list.First(s.ReadingsOf(m), func(r Reading) bool { return r.KMeans.Random.Given() })
	return r.KMeans.Random.Seed, given
}

// Once tells whether every replicate of a method on a data set would be the same run: all that it draws comes from seeds that it names.
func (s *Experiment) Once(d Dataset, m Method) bool {
	drawn := s.InitFor(m).Given()
	if m.Solver == "" {
		drawn = len(s.ReadingsOf(m)) > 0
	}
	for _, r := range s.ReadingsOf(m) {
		drawn = drawn && (r.Method != eval.ByKMeans || r.KMeans.Random.Given())
	}
	return drawn && d.Classes == 0 && !d.ClassesByRank && !d.Redraw && !d.Shuffle && d.Folds == 0 && d.HoldSamples == 0 &&
		d.HoldEntries == nil && d.Constraints == nil
}
