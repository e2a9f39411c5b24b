// Package run cuts experiments into units and runs them: a [Plan] is what an experiment asks for, a [Unit] one run of one method
// on one draw of the data, and a [Runner] computes the units that a store lacks. A unit's result depends on nothing but the unit.
package run

import "nmfrepro/experiments/spec"

// Key names the units of one data set, rank and variant of a method: those that differ in the replicate only.
type Key struct {
	Dataset string
	Rank    int
	Method  string
	Variant string // variant.name
}

// Place is the group of units that the unit is a replicate of.
func (j *Unit) Place() Key {
	return Key{j.Unit.Dataset, j.Unit.Rank, j.Unit.Method, j.at}
}

// KeyOf is the group that stands for a method at a rank: a flat method has run at the first rank only.
func KeyOf(d spec.Dataset, rank int, v spec.Variant) Key {
	if v.Flat {
		rank = d.Ranks[0]
	}
	return Key{d.Key, rank, v.Key, v.Name()}
}
