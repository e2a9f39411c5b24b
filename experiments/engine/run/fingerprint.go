package run

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/eval"
	"nmfrepro/eval/rank"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/strict"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// Fingerprint tells which numbers this build computes for the run: a digest for each part of the program that the run uses.
// A part is run on a small fixed problem, and the bits of its results make the digest. So a changed solver has another
// fingerprint, and one that was only moved or renamed keeps it.
func (j *Run) Fingerprint() store.Fingerprint {
	if j.prints == nil {
		return nil
	}
	return j.prints()
}

// Lookup implements [store.Wanted].
func (j *Run) Lookup() (experiment, key string) { return j.ID.Experiment, j.Key }

// Stale implements [store.Wanted]: it names the parts of this build that compute other numbers than the record holds.
func (j *Run) Stale(p store.Provenance) string {
	return p.Fingerprint.Differs(j.Fingerprint(), p.Arch, architecture())
}

// fingerprint digests the parts that a run uses. A program of the user's is left out: its files are in the key.
func (j *Run) fingerprint() store.Fingerprint {
	f := store.Fingerprint{"engine": engineDigest()}
	if digest := j.source.digest(); digest != "" {
		f["data "+j.source.Entry.Name] = digest
	}
	if j.solver != nil && digestOf(j.solver) == "" {
		f["solver "+j.ID.Solver] = solverDigest(j.ID.Solver, j.solver)
		if j.ID.Path != nil {
			f["residual "+j.ID.Solver] = residualDigest(j.ID.Solver, j.solver)
		}
		if j.split.HoldSamples > 0 {
			f["projection "+j.ID.Solver] = projectionDigest(j.ID.Solver, j.solver)
		}
	}
	if j.drawn.Given() || j.ID.Init == string(solvers.InitVCol) {
		f[startKey(j.ID.Init)] = j.startDigest()
	}
	if j.split.HoldEntries != nil {
		f["held entries"] = heldEntriesDigest()
	}
	if j.consensus != nil {
		f["consensus"] = consensusDigest(*j.consensus)
	}
	for _, r := range j.readings {
		f["clusters "+r.Name] = clustersDigest(r)
	}
	for _, m := range j.metrics {
		f["metric "+m.metric.Name] = metricDigest(m.metric)
	}
	for _, name := range j.ID.Outputs {
		f["output "+name] = outputDigest(name)
	}
	return f
}

// digests are those that this process has made, by part and options.
var digests sync.Map

// digested runs a part once and digests what it gives.
func digested(part string, options any, run func(*digest)) string {
	made, _ := digests.LoadOrStore(part+" "+store.Canonical(options), sync.OnceValue(func() string {
		return newDigest().of(run)
	}))
	return made.(func() string)()
}

// newDigest returns that of nothing yet.
func newDigest() *digest { return &digest{sha256.New(), sha256.New()} }

// of returns the digest of what a part gives, which may panic.
func (d *digest) of(run func(*digest)) string {
	func() {
		defer func() {
			if p := recover(); p != nil {
				d.say("panic:", p)
			}
		}()
		run(d)
	}()
	return hex.EncodeToString(d.bits.Sum(nil)[:6]) + "/" + hex.EncodeToString(d.digits.Sum(nil)[:4])
}

// digest takes the numbers that a part computes, once with all their bits and once with the digits that processors agree on which
// round products and sums in another way.
type digest struct{ bits, digits hash.Hash }

func (d *digest) say(what ...any) {
	text := fmt.Sprintln(what...)
	d.bits.Write([]byte(text))
	d.digits.Write([]byte(text))
}

// agreed is the part of the largest of some numbers to which processors agree.
const agreed = 1e-6

func (d *digest) numbers(values ...float64) {
	d.exact(values)
	d.rounded(values)
}

func (d *digest) exact(values []float64) {
	_ = binary.Write(d.bits, binary.LittleEndian, values) // a hash takes all
}

func (d *digest) rounded(values []float64) {
	top := 0.0
	for _, v := range values {
		if !math.IsInf(v, 0) {
			top = max(top, math.Abs(v)) // NaN stays
		}
	}
	top = cmp.Or(top, 1)
	raw := fmt.Appendf(nil, "%d %.5g", len(values), top)
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(math.Round(v/top/agreed)+0)) // -0 + 0 is 0
	}
	d.digits.Write(raw)
}

// matrix takes a matrix whose columns may be in another order on another processor, where a tie is broken in another way.
func (d *digest) matrix(a mat.Matrix) {
	m, n := a.Dims()
	d.say(m, n)
	for i := range m {
		row := mat.Row(nil, i, a)
		d.exact(row)
		slices.Sort(row)
		d.rounded(row)
	}
}

// labels takes the cluster of each sample, which may have another number on another processor.
func (d *digest) labels(labels []int) {
	fmt.Fprintln(d.bits, labels)
	seen := map[int]int{}
	for _, l := range labels {
		if _, known := seen[l]; !known {
			seen[l] = len(seen)
		}
		fmt.Fprintln(d.digits, seen[l])
	}
}

// some is a bound on the numbers that are taken of a matrix of data.
const some = 1 << 15

// data takes a matrix of data, of a large one some rows at equal distances.
func (d *digest) data(x matrix.Matrix) {
	m, n := x.Dims()
	d.say(m, n, x.NNZ())
	for i := 0; i < m; i += 1 + m*n/some {
		cols, row := x.Row(i, make([]float64, n))
		d.say(cols)
		d.numbers(row...)
	}
}

// tiny is the data on which parts are run: non-negative, of three classes in order, with some zeros. Grids of 8 and 32 lines
// divide its features.
var tiny = sync.OnceValue(func() *datasets.Data {
	const features, samples, classes = 32, 24, 3
	x := mat.NewDense(features, samples, nil)
	data := &datasets.Data{RowFeatures: tinyFactor(features, 3), ColumnFeatures: tinyFactor(samples, 4), Basis: tinyFactor(features, 5)}
	for j := range samples {
		data.Labels = append(data.Labels, j*classes/samples)
	}
	x.Apply(func(i, j int, _ float64) float64 {
		v := scatter(i, j, 0) / 4
		switch {
		case scatter(i, j, 1) < 0.1:
			return 0
		case i*classes/features == data.Labels[j]:
			v += 0.75
		}
		return v
	}, x)
	data.X = matrix.FromDense(x)
	return data
})

const tinyRank = 3

// scatter returns a number from 0 to 1 that looks drawn at random. It rests on no generator, which might change.
func scatter(i, j, k int) float64 {
	v := uint32(i*7919+j*104729+k*1299709+12345) * 2654435761
	v = (v ^ v>>15) * 2246822519
	v = (v ^ v>>13) * 3266489917
	return float64(v>>8) / (1 << 24)
}

func tinyFactor(rows, k int) *mat.Dense {
	if rows == 0 {
		return nil
	}
	a := mat.NewDense(rows, tinyRank, nil)
	a.Apply(func(i, j int, _ float64) float64 { return 0.1 + scatter(i, j, k) }, a)
	return a
}

// tinyMasked returns X with three of four entries known.
func tinyMasked() matrix.Matrix {
	var known []matrix.Triplet
	m, n := tiny().X.Dims()
	for i := range m {
		_, row := tiny().X.Row(i, make([]float64, n))
		for j, v := range row {
			if scatter(i, j, 2) < 0.75 {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: v})
			}
		}
	}
	x, _ := matrix.NewMasked(m, n, known) // every entry is there once
	return x
}

func tinyStream() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// solverDigest runs a method with its options on data of each kind. A kind that it refuses counts by the refusal.
func solverDigest(name string, s solvers.Solver) string {
	return digested(fmt.Sprintf("solver %s %T", name, s), strict.Values(s), func(d *digest) {
		for _, p := range tinyProblems() {
			if err := d.solver(s, p); err != nil {
				d.say(err)
			}
		}
		if slices.Contains(chaotic, name) {
			d.digits = sha256.New()
		}
	})
}

// chaotic are methods that make a last bit as large as any number, so that processors which round in another way agree on nothing.
var chaotic = []string{"umap"}

// tinyProblems returns X with relations between samples, X with those of features too, X with unknown entries, with entries below 0, and
// the products of its samples, which serve as a kernel.
func tinyProblems() []solvers.Problem {
	dense := tiny().X.(*matrix.Dense).Raw()
	signed, products := mat.DenseCopyOf(dense), new(mat.Dense)
	signed.Apply(func(_, _ int, v float64) float64 { return v - 0.3 }, signed)
	products.Mul(dense.T(), dense)
	var all []solvers.Problem
	for _, x := range []matrix.Matrix{tiny().X, tiny().X, tinyMasked(), matrix.FromDense(signed), matrix.FromDense(products)} {
		relations := constraint.Set{H: []constraint.Triplet{{Q: 0, R: 1, S: 20}, {Q: 9, R: 10, S: 2}}}
		all = append(all, solvers.Problem{X: x, Rank: tinyRank, Labels: tiny().Labels, Constraints: relations})
	}
	all[1].Constraints.W = []constraint.Triplet{{Q: 0, R: 3, S: 17}}
	return all
}

func (d *digest) solver(s solvers.Solver, p solvers.Problem) error {
	rows, cols := s.Rows(p.X.Dims())
	f := solvers.Factors{W: tinyFactor(rows, 6), Ht: tinyFactor(cols, 7)}
	run, err := s.Start(p, f, tinyStream())
	if err != nil {
		return err
	}
	record := func(p solvers.Point) { d.numbers(p.Objective) }
	last, status, err := solvers.Solve(context.Background(), run, f, solvers.Settings{Iterations: 3, Record: record})
	if err != nil {
		return err
	}
	r := run.Finish()
	d.say(last.Iteration, status)
	d.labels(r.Labels)
	for _, a := range []*mat.Dense{r.W, r.Ht, r.Basis, r.Embedding} {
		if a != nil {
			d.matrix(a)
		}
	}
	return nil
}

// startKey names what draws the first factors, in fingerprints.
func startKey(init string) string { return strings.Join([]string{"start", init}, " ") }

// startDigest draws a start that is no part of engineDigest.
func (j *Run) startDigest() string {
	return digested(startKey(j.ID.Init), j.ID.Drawn, func(d *digest) {
		small := Run{solver: &solvers.NMF{}, drawn: j.drawn}
		small.ID.Init, small.ID.Rank = j.ID.Init, tinyRank
		f, err := small.start(context.Background(), sample{Data: tiny()})
		if d.say(err); err == nil {
			d.matrix(f.W)
			d.matrix(f.Ht)
		}
	})
}

// residualDigest asks a method how far it is from a minimum, on data of each kind.
func residualDigest(name string, s solvers.Solver) string {
	return digested(fmt.Sprintf("residual %s %T", name, s), strict.Values(s), func(d *digest) {
		for _, p := range tinyProblems() {
			rows, cols := s.Rows(p.X.Dims())
			run, err := s.Start(p, solvers.Factors{W: tinyFactor(rows, 6), Ht: tinyFactor(cols, 7)}, tinyStream())
			if d.say(err); err != nil {
				continue
			}
			run.Step()
			if c, can := run.(solvers.Convergent); can {
				v, ok := c.Residual()
				d.say(ok)
				d.numbers(v)
			}
		}
	})
}

// projectionDigest applies a basis to new samples by the method's rule.
func projectionDigest(name string, s solvers.Solver) string {
	return digested(fmt.Sprintf("projection %s %T", name, s), strict.Values(s), func(d *digest) {
		features, _ := tiny().X.Dims()
		found, err := solvers.Project(context.Background(), name, s, tiny().X, tinyFactor(features, 8), solvers.ProjectionSettings{})
		if d.say(err); err == nil {
			d.matrix(found.Ht)
		}
	})
}

// outcome returns a result that has all that metrics and clusterings read, of X with all its entries or some.
func outcome(masked bool) eval.Outcome {
	data := tiny()
	m, n := data.X.Dims()
	o := eval.Outcome{
		X: data.X, W: tinyFactor(m, 8), Ht: tinyFactor(n, 9), Embedding: tinyFactor(n, 10), Rank: tinyRank, Clusters: make([]int,
			n), Points: tinyFactor(n, 9),
		Labels: data.Labels, Data: data.X, Triples: eval.Triples{W: [][3]int{{0, 1, 2}, {3, 4, 5}}, H: [][3]int{{0, 1, 20}, {7, 3, 12}}},
		Truth: data.Basis, Unseen: data.X, UnseenHt: tinyFactor(n,
			11), Iterations: 3, Seconds: 2, ProcessorSeconds: 1, StartSeconds: 0.5, Objectives: []float64{3, 2, 2.5},
	}
	if masked {
		o.X, o.Data, o.Held = tinyMasked(), tinyMasked(), tinyMasked()
	}
	o.Basis, o.Consensus = o.W, mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			o.Consensus.SetSym(i, j, scatter(i, j, 13))
		}
	}
	for j := range o.Clusters {
		o.Clusters[j] = int(scatter(j, 0, 12) * tinyRank)
	}
	return o
}

func clustersDigest(r spec.Reading) string {
	return digested("clusters", spec.ClusterValues([]spec.Reading{r}), func(d *digest) {
		o := outcome(false)
		_, n := o.X.Dims()
		o.W = tinyFactor(n, 8) // a row a sample
		labels, warnings, err := r.Clusters(o, tinyStream())
		d.say(warnings, err)
		d.labels(labels)
	})
}

func metricDigest(m eval.Metric) string {
	return digested("metric", m.Name, func(d *digest) {
		for _, masked := range []bool{false, true} {
			v, err := m.Score(outcome(masked), tinyStream())
			d.say(err)
			d.numbers(v)
		}
	})
}

func outputDigest(name string) string {
	output, _ := eval.FindOutput(name)
	return digested("output", name, func(d *digest) {
		if output.Of == nil {
			return
		}
		a, err := output.Of(outcome(false))
		d.say(err)
		if err == nil {
			d.matrix(a)
		}
	})
}

// digest returns that of what a set generates, or reads from the program, "" for files, whose sums are in the key.
func (s *Source) digest() string {
	if s.Entry.Files != nil && !s.Entry.Embedded {
		return ""
	}
	set := s.set
	if large, ok := set.(dataset.Large); ok {
		set = large.Small()
	}
	return digested("data "+s.Entry.Name, strict.Values(s.set), func(d *digest) {
		data, err := datasets.Load("", s.Entry, set, tinyStream())
		if err != nil {
			d.say(err)
			return
		}
		d.say(data.Labels, data.Triples, data.RowTriples)
		d.data(data.X)
		if data.Basis != nil {
			d.matrix(data.Basis)
		}
	})
}

// heldEntriesDigest draws entries to hold out, of all and of those that are not 0.
func heldEntriesDigest() string {
	return digested("held entries", 1, func(d *digest) {
		j := &Run{ID: store.Run{Experiment: "tiny/engine", Dataset: "tiny", Rank: tinyRank, Replicate: 1, Seed: 7}}
		for _, h := range []spec.HeldEntries{{Share: 0.2}, {Share: 0.2, Of: "non-zeros"}, {Share: 0.2, Zeros: "unknown"}} {
			rest, known, held, err := j.holdEntries(tiny(), &h)
			if d.say(err); err == nil {
				d.data(rest.X)
				d.data(known)
				d.data(held)
			}
		}
	})
}

// consensusDigest joins the clusters of a few initialisations.
func consensusDigest(c spec.Consensus) string {
	return digested("consensus", strict.Values(c), func(d *digest) {
		j := &Run{split: &spec.Dataset{}, solver: &solvers.NMF{}}
		j.ID = store.Run{Experiment: "tiny/engine", Dataset: "tiny", Rank: tinyRank, Replicate: 1, Seed: 7, Solver: "nmf", Init: spec.Inits[0],
			Stop: store.Stop{Iterations: 3, Every: 1}}
		var o eval.Outcome
		c.Starts = 3
		_, err := j.agree(context.Background(), sample{Data: tiny()}, &store.Record{}, &o, &c)
		if d.say(err); err == nil {
			d.matrix(o.Consensus)
			d.labels(rank.Cut(o.Consensus, tinyRank))
		}
	})
}

// engineDigest returns that of what this package does itself: draws of data, starts, streams.
func engineDigest() string {
	return digested("engine", engineVersion, func(d *digest) {
		unit := func(x matrix.Matrix, split spec.Dataset) *Run {
			data := *tiny()
			data.X = x
			j := &Run{source: &Source{data: &data}, split: &split, solver: &solvers.NMF{}}
			j.source.once.Do(func() {})
			j.ID = store.Run{Experiment: "tiny/engine", Dataset: "tiny", Subset: drawn(j.split), Rank: tinyRank, Replicate: 1, Seed: 7}
			return j
		}
		dense, masked := tiny().X, tinyMasked()
		for _, j := range []*Run{
			unit(dense, spec.Dataset{Classes: 2}), unit(dense, spec.Dataset{Classes: 2, SharedSubset: true}), unit(dense, spec.Dataset{Every: 2}),
			unit(dense, spec.Dataset{Shuffle: true}), unit(dense, spec.Dataset{HoldSamples: 0.25}), unit(masked, spec.Dataset{Folds: 3}),
			unit(dense, spec.Dataset{Constraints: &spec.Constraints{From: "labels"}}), unit(dense,
				spec.Dataset{Constraints: &spec.Constraints{From: "features"}}),
		} {
			s, err := j.sample()
			if d.say(err); err != nil {
				continue
			}
			d.say(s.Labels, s.relations)
			for _, x := range []matrix.Matrix{s.X, s.known, s.held, s.unseen} {
				if x != nil {
					d.data(x)
				}
			}
		}
		j := unit(dense, spec.Dataset{})
		for _, j.solver = range []solvers.Solver{&solvers.NMF{}, &solvers.ConvexNMF{}} {
			for _, j.ID.Init = range spec.Inits {
				if j.ID.Init == string(solvers.InitVCol) { // which has a digest of its own
					continue
				}
				f, err := j.start(context.Background(), sample{Data: tiny()})
				if d.say(err); err == nil {
					d.matrix(f.W)
					d.matrix(f.Ht)
				}
			}
		}
	})
}
