package spec

import (
	"cmp"
	"slices"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/solvers"
)

// startsOf returns how many starts a method has on a data set, as the method, the data set or the experiment says.
func (s *Experiment) startsOf(d Dataset, m Method) int {
	return max(1, cmp.Or(m.Starts, d.Starts, s.Starts))
}

// StartsFor returns from how many initialisations each run of a method begins, of which the one of the smallest objective is kept: one for
// a method that draws none, and one for a method whose iterations are starts.
func (s *Experiment) StartsFor(d Dataset, m Method) int {
	if s.sameStart(m) != "" {
		return 1
	}
	return s.startsOf(d, m)
}

// sameStart says why every initialisation of a method would be the same, "" if they differ.
func (s *Experiment) sameStart(m Method) string {
	entry, known := s.FindSolver(m.Solver)
	init := s.InitFor(m)
	switch {
	case m.Solver == "":
		return "it has no solver"
	case !known:
		return ""
	case len(m.InitFrom) > 0:
		return "it starts from clusters of other methods"
	case init.Given():
		return "its start is drawn from one seed"
	case slices.Contains([]string{string(solvers.InitNNDSVD), string(solvers.InitNNDSVDA)}, init.Name):
		return init.Name + " draws nothing"
	}
	return solvers.Pathless(entry.New())
}

// ReadingsOn returns those of a method on a data set: k-means on the samples has the starts that factors have.
func (s *Experiment) ReadingsOn(d Dataset, m Method) []Reading {
	readings := s.ReadingsOf(m)
	if m.Solver != "" || cmp.Or(m.Starts, d.Starts, s.Starts) == 0 {
		return readings
	}
	readings = slices.Clone(readings)
	for i := range readings {
		if readings[i].Method == eval.ByKMeans {
			readings[i].KMeans.Restarts = s.startsOf(d, m)
		}
	}
	return readings
}

// starts reports initialisations that would all be the same, and ranks that a method cannot have.
func (c *checker) starts(at string, m Method) {
	entry, known := c.spec.FindSolver(m.Solver)
	c.refuse(m.Starts < 0, at+".starts", "starts = %d, want ≥ 1", m.Starts)
	if m.Starts > 1 && known && entry.Step() != solvers.StepStart {
		why := c.spec.sameStart(m)
		c.refuse(why != "", at+".starts", "starts = %d, and %s: leave it out", m.Starts, why)
	}
	several := max(m.Starts, c.spec.Starts) > 1 || slices.ContainsFunc(c.spec.Datasets, func(d Dataset) bool { return d.Starts > 1 })
	if several && m.Starts != 1 && c.spec.sameStart(m) == "" {
		c.refuse(m.Consensus != nil, at+".consensus", "consensus beside starts: its own starts say how many; give the method starts: 1")
		c.refuse(len(c.spec.Path.At) > 0, at, "starts beside path: a path needs a single initialisation; give the method starts: 1")
	}
	c.refuse(m.RankTimes < 0, at+".rank-times", "rank-times = %d, want ≥ 1", m.RankTimes)
	if m.RankTimes < 2 {
		return
	}
	c.refuse(m.Solver == "" || known && solvers.Pathless(entry.New()) != "", at+".rank-times", "%s has no factors whose rank could be another", m.Key)
	for _, d := range c.spec.Datasets {
		set, registered := datasets.Source(d.Source)
		if !m.RunsOn(d.Key) || !registered || d.Options.Present() && set.Samples == 0 {
			continue
		}
		longer := max(set.Features, set.Samples)
		if i := slices.IndexFunc(d.Ranks, func(r int) bool { return r <= longer && r*m.RankTimes > longer }); i >= 0 {
			c.bad(at+".rank-times", "rank-times = %d makes rank %d of %d on %s, want at most %d, its longer side", m.RankTimes, d.Ranks[i]*m.RankTimes,
				d.Ranks[i], d.Key, longer)
		}
	}
}
