// Package run cuts experiments into units and runs them: a [Plan] is what an experiment asks for, a [Unit] one run of one method
// on one draw of the data, and a [Runner] computes the units that a store lacks. A unit's result depends on nothing but the unit.
package run

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"

	"nmfrepro/eval"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/solvers"
)

// engineVersion is raised whenever the engine itself changes results (seeds, starts, readings).
const engineVersion = 1

// Unit is a unit together with the values that execute it.
type Unit struct {
	Unit store.Unit
	Key  string

	source   *Source
	solver   solvers.Solver // nil if the method clusters the samples themselves
	version  int            // of the solver
	readings []spec.Reading
	metrics  []measure
	split    *spec.Dataset // what is drawn from the data for each replicate
	at       string        // of the variant
	from     []*Unit       // whose clusters it starts from
	alone    bool          // no other unit may run beside it

	prints func() store.Fingerprint // once for all replicates; see Fingerprint
	custom *Task                    // of a unit that no spec describes

	FirstStage int // of a replicate of a second stage: how many the first had
}

// measure is a metric under a reading of the clusters, as the spec names it.
type measure struct {
	name    string // metric or metric@reading
	metric  eval.Metric
	reading string // "" is the method's first
}

// Identity names the unit whatever its options, versions and data: two records with one identity and different keys are an
// old and a new result of the same cell.
func Identity(u store.Unit) string {
	return store.Canonical(struct {
		Experiment, Dataset, Subset, Method string
		Vary                                map[string]string
		Rank, Replicate                     int
	}{u.Experiment, u.Dataset, u.Subset, u.Method, u.Vary, u.Rank, u.Replicate})
}

// keyOf addresses a record by its content, as keyText spells it.
func keyOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// keyText spells out what a record depends on: the unit, the data's checksum, and the versions of everything that computes it.
func (j *Unit) keyText() string {
	return store.Canonical(struct {
		Engine  int
		Unit    store.Unit
		Data    string
		Solver  int
		Metrics map[string]int
		Program string `json:",omitempty"`
	}{engineVersion, j.Unit, j.source.sum, j.version, j.metricVersions(), digestOf(j.solver)})
}

// Metrics names what is measured of the unit, in the order of the spec.
func (j *Unit) Metrics() (names []string) {
	for _, m := range j.metrics {
		names = append(names, m.name)
	}
	return names
}

func (j *Unit) metricVersions() map[string]int {
	versions := make(map[string]int, len(j.metrics))
	for _, m := range j.metrics {
		versions[m.metric.Name] = m.metric.Version
	}
	return versions
}

func (j *Unit) comparison() comparison {
	u := j.Unit
	return comparison{u.Seed, u.Experiment, u.Dataset, u.Subset, u.Rank, u.Replicate}
}

// stopOf is what goes into a unit: explicit in every field, so that the key does not depend on how defaults are spelt.
func stopOf(s spec.Stop) store.Stop {
	every := cmp.Or(s.Every, max(1, s.Iterations/50))
	return store.Stop{Iterations: s.Iterations, TolObjective: s.TolObjective, TolFactor: s.TolFactor, Every: every}
}

// Counterpart names the unit by its place in the experiment alone, without draw, options, versions and data. The unit of an
// altered experiment that takes its place has the same name.
func (j *Unit) Counterpart() Counterpart {
	return Counterpart{j.Unit.Experiment, j.Place(), j.Unit.Replicate}
}

// Counterpart is the place of a unit in an experiment.
type Counterpart struct {
	Experiment string
	Key
	Replicate int
}

// digestOf says what decides the results of a program besides its options, "" for a method of the catalog, whose version does.
func digestOf(s solvers.Solver) string {
	if o, ok := s.(solvers.Outside); ok {
		return o.Digest()
	}
	return ""
}

// Key names the units of one data set, rank and variant of a method: those that differ in the replicate only.
type Key struct {
	Dataset string
	Rank    int
	Method  string
	Variant string // variant.name
}

// Source is the data set of the unit.
func (j *Unit) Source() *Source { return j.source }

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
