package run

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/experiments/store"
)

// variant is what the replicates of a method with certain options share on a data set at a rank: the solver, the options in full,
// and the text of which the keys are made.
type variant struct {
	Unit    // of replicate 1, without a key
	outputs []string
	text    [3]string // of a key: up to the rank, from there up to the number of the replicate, and the rest
}

// variants are those of the methods of an experiment on one data set.
type variants struct {
	spec    *spec.Experiment
	profile spec.Profile
	dataset spec.Dataset
	source  *Source
	seed    uint64
	metrics []measure
	first   map[variantName]*variant // at the first rank that was asked for
	key     []byte                   // scratch space for the text of a key
}

// variantName tells a variant among all of an experiment.
type variantName struct{ method, at string }

// at is a variant at a rank. Ranks share what was resolved for the first of them, unless the rank decides what is drawn.
func (o *variants) at(v spec.Variant, rank int) *variant {
	name := variantName{v.Key, v.Name()}
	first := o.first[name]
	if first == nil || o.dataset.ClassesByRank {
		first = o.resolve(v, rank)
		o.first[name] = first
	}
	if first.Unit.Unit.Rank == rank {
		return first
	}
	other := *first
	other.Unit.Unit.Rank = rank
	return &other
}

// starts are the variants whose clusters a method starts from.
func (o *variants) starts(m spec.Method, rank int) []*variant {
	var from []*variant
	for _, other := range o.spec.Methods {
		if slices.Contains(m.InitFrom, other.Key) {
			from = append(from, o.at(other.Variants()[0], rank))
		}
	}
	return from
}

// unlikely stands in the text of a key for a number that differs between units. No option has such a value.
const unlikely = math.MinInt64 + 271828

// resolve spells options out in full, so that a changed default changes the key.
func (o *variants) resolve(v spec.Variant, rank int) *variant {
	s, d := o.spec, o.dataset
	j := Unit{source: o.source, split: splitOf(d, rank), readings: s.ReadingsOf(v.Method), metrics: o.metrics, alone: s.Alone, at: v.Name()}
	j.Unit = store.Unit{
		Experiment: s.Base, Dataset: d.Key, Source: o.source.Entry.Name, Data: strict.Values(o.source.set), Subset: drawn(j.split),
		Rank: unlikely, Method: v.Key, Vary: v.Values(), Solver: v.Solver, Metrics: s.Metrics, Replicate: unlikely, Seed: o.seed,
		Clusters: spec.ClusterValues(j.readings),
	}
	if d.Constraints != nil {
		j.Unit.Constraints = d.Constraints.Values()
	}
	if v.Solver != "" {
		entry, _ := s.FindSolver(v.Solver)
		stop, _ := s.StopFor(o.profile, d.Key, v.Method)
		j.solver, j.version = v.NewSolver(entry, d.Key), entry.Version
		j.Unit.Options, j.Unit.Init, j.Unit.Stop = strict.Values(j.solver), s.InitFor(v.Method), stopOf(stop)
	}
	j.prints = sync.OnceValue(j.fingerprint)
	text := strings.Split(j.keyText(), strconv.Itoa(unlikely))
	j.Unit.Rank, j.Unit.Replicate = rank, 1
	return &variant{Unit: j, outputs: s.Outputs, text: [3]string(text)}
}

// unit is one replicate of a variant. from are the variants whose clusters it starts from.
func (o *variants) unit(v *variant, rep int, from []*variant) *Unit {
	j := v.Unit
	j.Unit.Replicate = rep
	for _, other := range from {
		u := o.unit(other, rep, nil)
		j.from = append(j.from, u)
		j.Unit.InitFrom = append(j.Unit.InitFrom, u.Unit.Method+" "+u.Key)
	}
	if rep == 0 {
		j.Unit.Outputs = v.outputs
	}
	if rep == 0 && len(v.outputs) > 0 || len(from) > 0 {
		j.Key = keyOf([]byte(j.keyText()))
		return &j
	}
	o.key = append(o.key[:0], v.text[0]...)
	o.key = strconv.AppendInt(o.key, int64(j.Unit.Rank), 10)
	o.key = append(o.key, v.text[1]...)
	o.key = strconv.AppendInt(o.key, int64(rep), 10)
	o.key = append(o.key, v.text[2]...)
	j.Key = keyOf(o.key)
	return &j
}
