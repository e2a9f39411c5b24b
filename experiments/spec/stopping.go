package spec

import (
	"cmp"
	"slices"
)

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

// Inits lists the starts that a spec may name.
var Inits = []string{"random", "k-means"}
