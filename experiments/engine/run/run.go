// Package run cuts experiments into runs and runs them: a [Plan] is what an experiment asks for, a [Run] one run of one method
// on one draw of the data, and a [Runner] computes the runs that a store lacks. A run's result depends on nothing but the run.
package run

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// engineVersion is raised whenever the engine itself changes results (seeds, starts, readings).
const engineVersion = 1

// Run is a run together with the values that execute it.
type Run struct {
	ID  store.Identity
	Key string

	source   *Source
	solver   solvers.Solver // nil if the method clusters the samples themselves
	version  int            // of the solver
	readings []spec.Reading
	metrics  []measure
	split    *spec.Dataset // what is drawn from the data for each replicate
	origin
	drawn solvers.Drawn // how another program draws its start, if that is its start
	alone bool          // no other run may run beside it
	most  time.Duration // of its iterations in a trial; 0 is no limit

	consensus *spec.Consensus // of initialisations; nil for one

	fingerprints func() store.Fingerprint // once for all replicates; see Fingerprint
	custom       *task                    // of a run that no spec describes
}

// origin says which variant of which experiment planned a run, and after which runs it comes.
type origin struct {
	at     string // of the variant
	within string // address of the experiment that planned it, which is not ID.Experiment where that one is like another
	from   []*Run // whose clusters it starts from
}

// measure is a metric under a reading of the clusters, as the spec names it.
type measure struct {
	name    string // metric or metric@reading
	metric  eval.Metric
	reading string // "" is the method's first
}

// Identity names the run whatever its options, versions and data: two records with one identity and different keys are an
// old and a new result of the same cell.
func Identity(id store.Identity) string {
	return store.Canonical(struct {
		Experiment, Dataset, Subset, Method string
		Vary                                map[string]string
		Rank, Replicate                     int
	}{Experiment: id.Experiment, Dataset: id.Dataset, Subset: id.Subset, Method: id.Method, Vary: id.Vary, Rank: id.Rank, Replicate: id.Replicate})
}

// keyOf addresses a record by its content, as keyText spells it.
func keyOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// keyed is what a record depends on: the run, the data's checksum, and the versions of everything that computes it.
type keyed struct {
	Engine  int
	Unit    any // store.Identity, or its JSON
	Data    string
	Solver  int
	Metrics map[string]int
	Program string `json:",omitempty"`
}

func (k keyed) text() string { return store.Canonical(k) }

// keyText spells out what the record of the run depends on.
func (r *Run) keyText() string {
	return keyed{Engine: engineVersion, Unit: r.ID, Data: r.source.sum, Solver: r.version, Metrics: r.metricVersions(),
		Program: digestOf(r.solver)}.text()
}

// Contradicts says in what a record under the key of the run names another run, or has a score that cannot be, "" if in nothing.
// Records of an archive leave out what the spec says.
func (r *Run) Contradicts(rec *store.Record) string {
	if what := Implausible(rec); what != "" {
		return what
	}
	type part struct {
		name      string
		have, own any
	}
	a, b := rec.Run, r.ID
	parts := []part{
		{"experiment", a.Experiment, b.Experiment}, {"dataset", a.Dataset, b.Dataset}, {"rank", a.Rank, b.Rank}, {"method", a.Method, b.Method},
		{"replicate", a.Replicate, b.Replicate}, {"seed", a.Seed, b.Seed}, {"version of the solver", rec.Provenance.SolverVersion, r.version},
	}
	if a.Metrics != nil {
		parts = append(parts, part{"run", a, b})
	}
	for _, p := range parts {
		if have, own := store.Canonical(p.have), store.Canonical(p.own); have != own {
			if len(have)+len(own) > 100 {
				return "the record is of other settings than the run of its key"
			}
			return fmt.Sprintf("the record is of %s %s, and its key of %s", p.name, have, own)
		}
	}
	return ""
}

// Within returns the address of the experiment that planned the run, as a reader knows it.
func (r *Run) Within() string { return cmp.Or(r.within, r.ID.Experiment) }

// Metrics names the metrics of the run, in the order of the spec.
func (r *Run) Metrics() (names []string) {
	for _, m := range r.metrics {
		names = append(names, m.name)
	}
	return names
}

func (r *Run) metricVersions() map[string]int {
	versions := make(map[string]int, len(r.metrics))
	for _, m := range r.metrics {
		versions[m.metric.Name] = m.metric.Version
	}
	return versions
}

func (r *Run) comparison() comparison {
	id := r.ID
	return comparison{Master: id.Seed, Experiment: cmp.Or(id.Draws, id.Experiment), Dataset: id.Dataset, Subset: id.Subset, Rank: id.Rank, Replicate: id.Replicate}
}

// Counterpart names the run by its place in the experiment alone, without draw, options, versions and data. The run of an
// altered experiment that takes its place has the same name.
func (r *Run) Counterpart() result.Address {
	at := r.Place()
	at.Experiment, at.Replicate = r.ID.Experiment, r.ID.Replicate+1
	return at
}

// Address says where the record of a run stands, with the options that its method varies over sorted.
func Address(id store.Identity) result.Address {
	varied := slices.Sorted(maps.Keys(id.Vary))
	return result.Address{
		Experiment: id.Experiment, Dataset: id.Dataset, Rank: id.Rank, Method: id.Method, Replicate: id.Replicate + 1,
		Variant: list.Join(varied, ",", func(name string) string { return name + "=" + id.Vary[name] }),
	}
}

// digestOf says what decides the results of a program besides its options, "" for a method of the catalog, whose version does.
func digestOf(s solvers.Solver) string {
	if o, ok := s.(solvers.Outside); ok {
		return o.Digest()
	}
	return ""
}

// rank returns that of the factors.
func (r *Run) rank() int { return r.ID.Rank * max(1, r.ID.RankTimes) }

// Source returns the data set of the run.
func (r *Run) Source() *Source { return r.source }

// Place returns the group of runs that the run is a replicate of.
func (r *Run) Place() result.Address {
	return result.Address{Dataset: r.ID.Dataset, Rank: r.ID.Rank, Method: r.ID.Method, Variant: r.at}
}

// KeyOf returns the group that stands for a method at a rank: a flat method has run at the first rank only.
func KeyOf(d spec.Dataset, rank int, v spec.Variant) result.Address {
	if v.Flat {
		rank = d.Ranks[0]
	}
	return result.Address{Dataset: d.Key, Rank: rank, Method: v.Key, Variant: v.Name()}
}

// comparison identifies what all methods of one comparison share: the same subset, W0 and H0 for the same replicate. Seeds are hashed of
// it, so that its fields stay as they are; what is shown says result.Address.
type comparison struct {
	Master     uint64
	Experiment string
	Dataset    string
	Subset     string
	Rank       int
	Replicate  int
}

// stream returns the random stream of one role ("subset", "w0", "h0", "solver:nmf", ...). It depends on the comparison and
// the role alone, never on scheduling; fields are length-prefixed, so that no two of them run together.
func (c comparison) stream(role string) *rand.Rand {
	h := sha256.New()
	num := func(v uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, v)) }
	text := func(s string) { num(uint64(len(s))); h.Write([]byte(s)) }
	num(c.Master)
	text(c.Experiment)
	text(c.Dataset)
	text(c.Subset)
	num(uint64(c.Rank))
	num(uint64(c.Replicate))
	text(role)
	sum := h.Sum(nil)
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])))
}

// variant is what the replicates of a method with certain options share on a data set at a rank: the solver, the options in full,
// and the text of which the keys are made.
type variant struct {
	run     Run // replicate 1, without a key
	outputs []string
	text    []string // of a key: up to the rank, from there up to the number of the replicate, and the rest
}

// variants are those of the methods of an experiment on one data set.
type variants struct {
	spec    *spec.Experiment
	profile spec.Profile
	dataset spec.Dataset
	source  *Source
	seed    uint64
	metrics []measure
	first   map[result.Address]*variant // at the first rank that was asked for
	key     []byte                      // scratch space for the text of a key
}

// at returns a variant at a rank. Ranks share what was resolved for the first of them, unless the rank decides what is drawn.
func (o *variants) at(v spec.Variant, rank int) *variant {
	name := result.Address{Method: v.Key, Variant: v.Name()}
	first := o.first[name]
	if first == nil || o.dataset.ClassesByRank {
		first = o.resolve(v, rank)
		o.first[name] = first
	}
	if first.run.ID.Rank == rank {
		return first
	}
	other := *first
	other.run.ID.Rank = rank
	return &other
}

// starts returns the variants whose clusters a method starts from.
func (o *variants) starts(m spec.Method, rank int) []*variant {
	others := list.Filter(o.spec.Methods, func(other spec.Method) bool { return slices.Contains(m.InitFrom, other.Key) })
	return list.Map(others, func(other spec.Method) *variant { return o.at(other.Variants()[0], rank) })
}

// unlikely stands in the text of a key for a number that differs between runs. Should an option have that value, too, the text
// falls into more parts than [variants.resolve] wants, and the text of each run is written by itself.
const placeholder = math.MinInt64 + 271828

// resolve spells options out in full, so that a changed default changes the key.
func (o *variants) resolve(v spec.Variant, rank int) *variant {
	s, d := o.spec, o.dataset
	r := Run{source: o.source, split: splitOf(d, rank), readings: s.ReadingsOn(d, v.Method), metrics: o.metrics, alone: s.Alone,
		origin:    origin{at: v.Name(), within: s.Address},
		consensus: v.Consensus}
	r.ID = store.Identity{
		Experiment: s.Base, Dataset: d.Key, Source: o.source.Entry.Name, Data: strict.Values(o.source.set), Subset: drawn(r.split),
		Rank: placeholder, Method: v.Key, Vary: v.Values(), Solver: v.Solver, Metrics: s.Metrics, Replicate: placeholder, Seed: o.seed, Draws: s.DrawsOf,
		Clusters: spec.ClusterValues(r.readings),
	}
	if d.Constraints != nil {
		r.ID.Constraints = d.Constraints.Values()
	}
	if v.Consensus != nil {
		r.ID.Consensus = strict.Values(*v.Consensus)
	}
	if v.Solver != "" {
		entry, _ := s.FindSolver(v.Solver)
		stop, _ := s.StopFor(o.profile, d.Key, v.Method)
		r.solver, r.version = v.NewSolver(entry, d.Key), entry.Version
		init := s.InitFor(v.Method)
		r.ID.Options, r.ID.Init, r.drawn = strict.Values(r.solver), init.Name, init.Drawn
		if r.drawn.Given() {
			r.ID.Drawn = strict.Values(r.drawn)
		}
		r.ID.Stop = store.Stop(stop)
		r.ID.Stop.Every = cmp.Or(stop.Every, max(1, stop.Iterations/50)) // the key does not depend on how a default is spelt
		r.ID.Path = pathOf(s.Path, stop.Iterations)
		if n := s.StartsFor(d, v.Method); n > 1 {
			r.ID.Starts = n
		}
		if v.RankTimes > 1 {
			r.ID.RankTimes = v.RankTimes
		}
	}
	r.fingerprints = sync.OnceValue(r.fingerprint)
	text := strings.Split(r.keyText(), strconv.Itoa(placeholder)) // up to the rank, from there up to the replicate, and the rest
	r.ID.Rank, r.ID.Replicate = rank, 1
	if len(text) != 3 {
		text = nil
	}
	return &variant{run: r, outputs: s.Outputs, text: text}
}

// run returns one replicate of a variant. from are the variants whose clusters it starts from.
func (o *variants) run(v *variant, rep int, from []*variant) *Run {
	r := v.run
	r.ID.Replicate = rep
	for _, other := range from {
		start := o.run(other, rep, nil)
		r.from = append(r.from, start)
		r.ID.InitFrom = append(r.ID.InitFrom, start.ID.Method+" "+start.Key)
	}
	if rep == 0 {
		r.ID.Outputs = v.outputs
	}
	if v.text == nil || rep == 0 && len(v.outputs) > 0 || len(from) > 0 {
		r.Key = keyOf([]byte(r.keyText()))
		return &r
	}
	o.key = append(o.key[:0], v.text[0]...)
	o.key = strconv.AppendInt(o.key, int64(r.ID.Rank), 10)
	o.key = append(o.key, v.text[1]...)
	o.key = strconv.AppendInt(o.key, int64(rep), 10)
	o.key = append(o.key, v.text[2]...)
	r.Key = keyOf(o.key)
	return &r
}
