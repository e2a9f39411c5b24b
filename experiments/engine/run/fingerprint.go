package run

import (
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
	"nmfrepro/solvers/build"
)

// Fingerprint tells which numbers this build computes for the run: a digest for each part of the program that the run uses.
// A part is run on a small fixed problem, and the bits of its results make the digest. So a changed solver has another
// fingerprint, and one that was only moved or renamed keeps it.
func (r *Run) Fingerprint() store.Fingerprint {
	if r.fingerprints == nil {
		return nil
	}
	return r.fingerprints()
}

// Lookup implements [store.Wanted].
func (r *Run) Lookup() (experiment, key string) { return r.ID.Experiment, r.Key }

// Stale implements [store.Wanted]: it names the parts of this build that give other numbers than the build of the record.
func (r *Run) Stale(p store.Provenance) string {
	return p.Fingerprint.Differs(r.Fingerprint(), p.Arch, build.Architecture())
}

// fingerprint digests the parts that a run uses. A program of the user's is left out: its files are in the key.
func (planned *Run) fingerprint() store.Fingerprint {
	f := store.Fingerprint{"engine": engineDigest()}
	if digest := planned.source.digest(); digest != "" {
		f["data "+planned.source.Entry.Name] = digest
	}
	if planned.solver != nil && digestOf(planned.solver) == "" {
		f["solver "+planned.ID.Solver] = solverDigest(planned.ID.Solver, planned.solver)
		if planned.ID.Path != nil {
			f["residual "+planned.ID.Solver] = residualDigest(planned.ID.Solver, planned.solver)
		}
		if planned.split.HoldSamples > 0 {
			f["projection "+planned.ID.Solver] = projectionDigest(planned.ID.Solver, planned.solver)
		}
	}
	if planned.drawn.Given() || planned.ID.Init == string(solvers.InitVCol) {
		f[startKey(planned.ID.Init)] = planned.startDigest()
	}
	if planned.split.HoldEntries != nil {
		f["held entries"] = heldEntriesDigest()
	}
	if planned.consensus != nil {
		f["consensus"] = consensusDigest(*planned.consensus)
	}
	if by, asked := planned.agreement(); asked {
		f["consensus"] = consensusDigest(spec.Consensus{Starts: planned.ID.Starts, Assign: by})
	}
	for _, r := range planned.readings {
		f["clusters "+r.Name] = clustersDigest(r)
	}
	for _, m := range planned.metrics {
		f["metric "+m.metric.Name] = metricDigest(m.metric)
	}
	for _, name := range planned.ID.Outputs {
		f["output "+name] = outputDigest(name)
	}
	return f
}
