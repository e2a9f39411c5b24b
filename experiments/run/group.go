package run

import "nmfrepro/experiments/spec"

// group is the units of one data set, rank and variant of a method: those that differ in the replicate only.
type Key struct {
	Dataset string
	Rank    int
	Method  string
	Variant string // variant.name
}

func (j *Unit) Place() Key {
	return Key{j.Unit.Dataset, j.Unit.Rank, j.Unit.Method, j.at}
}

// groupOf is the group that stands for a method at a rank: a flat method has run at the first rank only.
func KeyOf(d spec.Dataset, rank int, v spec.Variant) Key {
	if v.Flat {
		rank = d.Ranks[0]
	}
	return Key{d.Key, rank, v.Key, v.Name()}
}
