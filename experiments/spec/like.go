package spec

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/experiments/spec/strict"
)

// resolve gives every spec the address of its units and, where it is like another, that one's units.
func (l *Library) resolve() strict.Problems {
	var problems strict.Problems
	for _, s := range l.Specs {
		s.Base, s.Original = s.Address, s.Address
	}
	for _, s := range l.Specs {
		if s.Like != "" && s.node.Present() {
			problems = append(problems, l.become(s)...)
		}
	}
	return problems
}

// owned lists the keys that a spec cannot have if it shows the units of another.
var owned = []string{"seed", "profiles", "replicates", "datasets", "init", "stop", "clusters", "metrics", "outputs", "alone"}

// become makes a spec like the one that it names.
func (l *Library) become(s *Experiment) strict.Problems {
	var problems strict.Problems
	bad := func(path, format string, args ...any) {
		problems = append(problems, s.node.At(path).Problem(format, args...))
	}
	other := l.Find(s.likeAddress())
	foreign := other != nil && other.Paper() != s.Paper()
	switch {
	case (other == nil || other == s) && strings.Contains(s.Like, "/"):
		bad("like", "no other experiment %q; nmfrepro list experiments has those of the program", s.Like)
		return problems
	case other == nil || other == s:
		bad("like", "no other experiment %q in %s; one of another paper is named PAPER/TABLE", s.Like, s.Paper())
		return problems
	case other.Like != "" && (!foreign || len(other.Added) > 0):
		bad("like", "%s is itself like %s: name that one", s.Like, other.Like)
		return problems
	}
	for _, key := range owned {
		if s.node.Get(key).Present() {
			bad(key, "cannot be given here: it is that of %s", s.Like)
		}
	}
	for i, m := range s.Methods {
		if slices.Contains(other.methodKeys(), m.Key) {
			bad(fmt.Sprintf("methods[%d].key", i), "%s has a method %q already, want another key", s.Like, m.Key)
		}
	}
	if len(problems) == 0 {
		s.Added = s.Methods
		s.measured(other)
		s.takeUnits(other)
		s.takeLayout(l, other, foreign)
	}
	return problems
}

// likeAddress is the address of the experiment that s is like.
func (s *Experiment) likeAddress() string {
	if strings.Contains(s.Like, "/") {
		return s.Like
	}
	return s.Paper() + "/" + s.Like
}

// takeUnits makes another experiment's units those of s, with the methods that s adds.
func (s *Experiment) takeUnits(other *Experiment) {
	s.Base = other.Base
	if s.Margins == nil {
		s.Margins = other.Margins
	}
	s.Seed, s.Profiles, s.Datasets, s.Init, s.Stop = other.Seed, other.Profiles, other.Datasets, other.Init, other.Stop
	s.Clusters, s.Metrics, s.Outputs, s.Alone = other.Clusters, other.Metrics, other.Outputs, other.Alone
	s.Methods = slices.Concat(other.Methods, s.Added)
}

// measured gives added methods without an objective measure the first measure of the others, if those have any.
func (s *Experiment) measured(other *Experiment) {
	if !slices.ContainsFunc(other.Methods, func(m Method) bool { return m.Measure != "" }) {
		return
	}
	for i := range s.Added {
		if s.Added[i].Measure == "" {
			s.Added[i].Measure = measures[0]
		}
	}
}
