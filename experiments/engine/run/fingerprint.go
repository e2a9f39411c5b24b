package run

import (
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
	"nmfrepro/solvers/build"
)

// Fingerprint tells which numbers this build computes for the run: a digest for each part of the program that the run uses.
// A part is run on a small fixed problem, and the bits of its results make the digest. So a changed solver has another
// fingerprint, and one that was only moved or renamed keeps it.
func (j *Run) Fingerprint() store.Fingerprint {
	if j.fingerprints == nil {
		return nil
	}
	return j.fingerprints()
}

// Lookup implements [store.Wanted].
func (j *Run) Lookup() (experiment, key string) { return j.ID.Experiment, j.Key }

// Stale implements [store.Wanted]: it names the parts of this build that compute other numbers than the record holds.
func (j *Run) Stale(p store.Provenance) string {
	return p.Fingerprint.Differs(j.Fingerprint(), p.Arch, build.Architecture())
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
