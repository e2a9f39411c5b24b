package run

import (
	"context"

	"nmfrepro/experiments/store"
)

// Custom returns a unit that no spec describes: compute fills its record. It runs, is kept and is found again as any other.
// Its key is made of the unit, of the checksum of what it is computed from, and of the solver's version and digest; the name
// of the data set is for the reader and no part of it.
func Custom(u store.Unit, sum string, version int, digest string, compute func(context.Context, *store.Record) error) *Unit {
	named := u
	u.Dataset = ""
	key := keyOf(canonical(struct {
		Custom  int
		Unit    store.Unit
		Data    string
		Solver  int
		Program string `json:",omitempty"`
	}{engineVersion, u, sum, version, digest}))
	return &Unit{Unit: named, Key: key, version: version, custom: compute}
}
