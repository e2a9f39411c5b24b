package spec

import (
	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
)

// Consensus makes a run of many: the method runs from so many initialisations, each puts the samples into clusters, and the share of them
// that puts two samples into one cluster is their likeness (Brunet et al., PNAS 101, 2004). Average linkage on 1 less the likeness, cut
// into as many clusters as the rank, gives the clusters that the run ends in; its factors are those of the smallest objective.
type Consensus struct {
	Starts      int `yaml:"starts" strict:"required" doc:"initialisations of each run, at least 2"`
	eval.Assign `yaml:",inline"`
}

// UnmarshalStrict implements strict.Unmarshaler: the reading of the clusters of each initialisation has the defaults of a reading.
func (r *Consensus) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	type plain Consensus // without this method
	p := plain{Assign: eval.NewAssign()}
	d.Decode(n, &p)
	*r = Consensus(p)
}

// consensus reports what no consensus can be made of.
func (c *checker) consensus(at string, m Method) {
	r := m.Consensus
	if r == nil {
		return
	}
	c.refuse(r.Starts < 2, at+".starts", "starts = %d, want at least 2: a consensus compares initialisations", r.Starts)
	c.refuse(m.Solver == "", at, "a method without a solver has no initialisations to agree on")
	c.refuse(len(m.InitFrom) > 0 || m.Solver != "" && c.spec.InitFor(m).Given(), at,
		"consensus of initialisations that are all the same: want an init that draws")
	c.refuse(len(c.spec.Path.At) > 0, at, "consensus beside path: a path needs a single initialisation")
	err := r.Validate()
	c.refuse(err != nil, at, "%v", err)
}
