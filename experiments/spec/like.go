package spec

import (
	"nmfrepro/experiments/spec/strict"
)

// resolve gives every spec the address of its units and, where it is like another, that one's units.
func (l *Library) resolve() strict.Problems {
	var problems strict.Problems
	for _, s := range l.Specs {
		s.Base = s.Address
		if s.Like == "" || !s.node.Present() {
			continue
		}
		paper := s.Paper()
		other := l.Find(paper + "/" + s.Like)
		switch {
		case other == nil || other == s:
			problems = append(problems, s.node.At("like").Problem("no other experiment %q in %s", s.Like, paper))
		case other.Like != "":
			problems = append(problems, s.node.At("like").Problem("%s is itself like %s: name that one", s.Like, other.Like))
		case s.Datasets != nil || s.Methods != nil || s.Metrics != nil || s.Outputs != nil || s.Seed != 0:
			problems = append(problems, s.node.At("like").Problem("seed, datasets, methods, metrics and outputs are those of %s and cannot be given here", s.Like))
		default:
			s.takeUnits(other)
		}
	}
	return problems
}

// takeUnits makes another experiment's units those of s.
func (s *Experiment) takeUnits(other *Experiment) {
	s.Base = other.Address
	if s.Margins == nil {
		s.Margins = other.Margins
	}
	s.Seed, s.Profiles, s.Datasets, s.Init, s.Stop = other.Seed, other.Profiles, other.Datasets, other.Init, other.Stop
	s.Clusters, s.Methods, s.Metrics, s.Outputs, s.Alone = other.Clusters, other.Methods, other.Metrics, other.Outputs, other.Alone
}
