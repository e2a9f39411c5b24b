package experiments

import "slices"

// stopFor returns the stopping rules of a method on a data set under a profile, and the note of the override that applies.
func (s *Spec) stopFor(p Profile, dataset string, m MethodSpec) (StopSpec, string) {
	stop := s.Stop
	if m.Stop != nil {
		stop = *m.Stop
	}
	if m.Solver == "" {
		return StopSpec{}, ""
	}
	for _, o := range p.Overrides {
		if (len(o.Datasets) == 0 || slices.Contains(o.Datasets, dataset)) && (len(o.Methods) == 0 || slices.Contains(o.Methods, m.Key)) {
			return o.Stop, o.Note
		}
	}
	return stop, ""
}

func (s *Spec) initFor(m MethodSpec) string {
	if len(m.InitFrom) > 0 {
		return "clusters"
	}
	for _, init := range []string{m.Init, s.Init} {
		if init != "" {
			return init
		}
	}
	return inits[0]
}

func (s *Spec) readings(m MethodSpec) []Reading {
	if len(m.Clusters) > 0 {
		return m.Clusters
	}
	return s.Clusters
}

// inits lists the starts that a spec may name.
var inits = []string{"random", "k-means"}
