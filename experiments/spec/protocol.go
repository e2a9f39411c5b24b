package spec

import (
	"cmp"
	"slices"

	"nmfrepro/eval"
	"nmfrepro/reports"
	"nmfrepro/solvers"
)

// ProfileNames lists the profiles from small to large; DefaultProfile is what a command takes when none is named.
var ProfileNames = []string{"smoke", "quick", "paper"}

// DefaultProfile is the profile of a command that names none.
const DefaultProfile = "quick"

// Find returns the profile of that name; false if there is none.
func (p Profiles) Find(name string) (Profile, bool) {
	for i, prof := range []Profile{p.Smoke, p.Quick, p.Paper} {
		if ProfileNames[i] == name {
			return prof, true
		}
	}
	return Profile{}, false
}

// The ways to sum up ranks and options.
const (
	OverMean = "mean"
	OverBest = "best"
)

// smokeReplicates is the number of replicates of the smoke profile where a spec gives none: enough for a deviation.
const smokeReplicates = 2

// fillProfiles makes the profiles that a spec does not give.
func (s *Experiment) fillProfiles() {
	given := s.node.Get("profiles")
	for i, p := range []*Profile{&s.Profiles.Smoke, &s.Profiles.Quick, &s.Profiles.Paper} {
		if given.Get(ProfileNames[i]).Present() || s.Replicates == 0 {
			continue
		}
		p.Replicates = s.Replicates
		if i == 0 {
			p.Replicates = min(s.Replicates, smokeReplicates)
		}
	}
}

// StopFor returns the stopping rules of a method on a data set under a profile, and the note of the override that applies.
func (s *Experiment) StopFor(p Profile, dataset string, m Method) (Stop, string) {
	stop := s.Stop
	if m.Stop != nil {
		stop = *m.Stop
	}
	if m.Solver == "" {
		return Stop{}, ""
	}
	for _, o := range p.Overrides {
		if (len(o.Datasets) == 0 || slices.Contains(o.Datasets, dataset)) && (len(o.Methods) == 0 || slices.Contains(o.Methods, m.Key)) {
			return o.Stop, o.Note
		}
	}
	return stop, ""
}

// InitFor names how a method starts: clusters of other methods, its own start, or that of the experiment.
func (s *Experiment) InitFor(m Method) string {
	if len(m.InitFrom) > 0 {
		return "clusters"
	}
	return cmp.Or(m.Init, s.Init, Inits[0])
}

// ReadingsOf are the ways in which the output of a method is turned into clusters: its own, else those of the experiment.
func (s *Experiment) ReadingsOf(m Method) []Reading {
	if len(m.Clusters) > 0 {
		return m.Clusters
	}
	return s.Clusters
}

// InitKMeans starts from the indicators of a k-means clustering; the other starts are those of package solvers.
const InitKMeans = "k-means"

// Inits lists the starts that a spec may name, the default first.
var Inits = []string{string(solvers.InitRandom), string(solvers.InitScaled), string(solvers.InitNNDSVD), string(solvers.InitNNDSVDA), InitKMeans}

// initFrom reports methods that a method cannot start from.
func (c *checker) initFrom(at string, m Method) {
	if len(m.InitFrom) == 0 {
		return
	}
	c.keys(at, "method key", m.InitFrom, c.spec.methodKeys())
	c.refuse(m.Init != "" || m.Solver == "", at, "init-from stands in place of init, for a method with a solver")
	for _, other := range c.spec.Methods {
		if !slices.Contains(m.InitFrom, other.Key) {
			continue
		}
		entry, known := c.spec.FindSolver(other.Solver)
		switch {
		case other.Flat || len(other.Axes()) > 0 || len(other.InitFrom) > 0:
			c.bad(at, "%s is flat, varies or starts from others itself", other.Key)
		case !known || hasFactors(entry.New()):
			c.bad(at, "%s does not end in clusters", other.Key)
		}
	}
}

func hasFactors(s solvers.Solver) bool {
	w, ht := s.Rows(2, 2)
	return w+ht > 0
}

// Margin is the difference between ours and the published number that counts as none.
type Margin struct {
	Value    float64 `yaml:"value" strict:"required" doc:"the difference, in the unit of the metric (0.05, not 5 %)"`
	Relative bool    `yaml:"relative" doc:"the value is a share of the published number"`
	Reason   string  `yaml:"reason" strict:"required" doc:"why this much"`
}

// BaseOf is a metric without its reading.
func BaseOf(metric string) string {
	base, _ := reports.SplitMetric(metric)
	return base
}

// ClassOf is the class of a metric.
func ClassOf(metric string) eval.Class {
	m, _ := eval.Find(BaseOf(metric))
	return m.Class
}

// Margin is what counts as no difference of a metric: that of the spec, or of the metric's class.
func (s *Experiment) Margin(metric string) Margin {
	if m, ok := s.Margins.Get(BaseOf(metric)); ok {
		return m
	}
	c := ClassOf(metric)
	return Margin{c.Margin, c.Relative, c.Reason}
}
