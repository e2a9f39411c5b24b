package run

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/eval/rank"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

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
// the products of its samples, which serve as a kernel. All digests of solvers share them: nobody modifies a problem.
var tinyProblems = sync.OnceValue(func() []solvers.Problem {
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
})

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
func (r *Run) startDigest() string {
	return digested(startKey(r.ID.Init), r.ID.Drawn, func(d *digest) {
		small := Run{solver: &solvers.NMF{}, drawn: r.drawn}
		small.ID.Init, small.ID.Rank = r.ID.Init, tinyRank
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
		Given: eval.Given{X: data.X, Labels: data.Labels, Data: data.X, Triples: eval.Triples{W: [][3]int{{0, 1, 2}, {3, 4, 5}},
			H: [][3]int{{0, 1, 20}, {7, 3, 12}}},
			Truth: data.Basis, Unseen: data.X},
		Found: eval.Found{W: tinyFactor(m, 8), Ht: tinyFactor(n, 9), Embedding: tinyFactor(n, 10), Rank: tinyRank, Clusters: make([]int,
			n), Points: tinyFactor(n, 9), UnseenHt: tinyFactor(n,
			11)},
		Effort: eval.Effort{Iterations: 3, Seconds: 2, ProcessorSeconds: 1, StartSeconds: 0.5, Objectives: []float64{3, 2, 2.5}},
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
		r := &Run{ID: store.Identity{Experiment: "tiny/engine", Dataset: "tiny", Rank: tinyRank, Replicate: 1, Seed: 7}}
		for _, h := range []spec.HeldEntries{{Share: 0.2}, {Share: 0.2, Of: "non-zeros"}, {Share: 0.2, Zeros: "unknown"}} {
			rest, known, held, err := r.holdEntries(tiny(), &h)
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
		r := &Run{split: &spec.Dataset{}, solver: &solvers.NMF{}}
		r.ID = store.Identity{Experiment: "tiny/engine", Dataset: "tiny", Rank: tinyRank, Replicate: 1, Seed: 7, Solver: "nmf", Init: spec.Inits[0],
			Stop: store.Stop{Iterations: 3, Every: 1}}
		var o eval.Outcome
		_, err := r.agree(context.Background(), sample{Data: tiny()}, &store.Record{}, &o, 3, c.Assign)
		if d.say(err); err == nil {
			d.matrix(o.Consensus)
			d.labels(rank.Cut(o.Consensus, tinyRank))
		}
	})
}

// engineDigest returns that of what this package does itself: draws of data, starts, streams.
func engineDigest() string {
	return digested("engine", engineVersion, func(d *digest) {
		on := func(x matrix.Matrix, split spec.Dataset) *Run {
			data := *tiny()
			data.X = x
			r := &Run{source: &Source{data: &data}, split: &split, solver: &solvers.NMF{}}
			r.source.once.Do(func() {})
			r.ID = store.Identity{Experiment: "tiny/engine", Dataset: "tiny", Subset: drawn(r.split), Rank: tinyRank, Replicate: 1, Seed: 7}
			return r
		}
		dense, masked := tiny().X, tinyMasked()
		for _, r := range []*Run{
			on(dense, spec.Dataset{Classes: 2}), on(dense, spec.Dataset{Classes: 2, SharedSubset: true}), on(dense, spec.Dataset{Every: 2}),
			on(dense, spec.Dataset{Shuffle: true}), on(dense, spec.Dataset{HoldSamples: 0.25}), on(masked, spec.Dataset{Folds: 3}),
			on(dense, spec.Dataset{Constraints: &spec.Constraints{From: "labels"}}), on(dense,
				spec.Dataset{Constraints: &spec.Constraints{From: "features"}}),
		} {
			s, err := r.sample()
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
		r := on(dense, spec.Dataset{})
		for _, r.solver = range []solvers.Solver{&solvers.NMF{}, &solvers.ConvexNMF{}} {
			for _, r.ID.Init = range spec.Inits {
				if r.ID.Init == string(solvers.InitVCol) { // which has a digest of its own
					continue
				}
				f, err := r.start(context.Background(), sample{Data: tiny()})
				if d.say(err); err == nil {
					d.matrix(f.W)
					d.matrix(f.Ht)
				}
			}
		}
	})
}
