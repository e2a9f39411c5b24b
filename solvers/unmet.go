package solvers

import "nmfrepro/datasets/note"

// asking is implemented by options of which a small problem gives less than they ask for.
type asking interface {
	// unmet names an option, what it asks for, and what there is at most, 0 where there is enough.
	unmet(p Problem) (option string, asked, most int)
}

// Unmet tells which option of a method asks for more than the problem has, which then counts; every run warns of it.
func Unmet(s Solver, p Problem) []note.Note {
	a, ok := withDefaults(s).(asking)
	if !ok {
		return nil
	}
	option, asked, most := a.unmet(p)
	if most < 1 || asked <= most {
		return nil
	}
	return []note.Note{note.Of(note.Method, "%s = %d, and there are %d at most here: %[3]d count", option, asked, most)}
}

func (s *MCNMF) unmet(p Problem) (option string, asked, most int) {
	return "components", s.Components, p.Rank // each has a rank of one or more
}

func (o *GraphOptions) unmet(p Problem) (option string, asked, most int) {
	if o.Graph != GraphNearest && o.Graph != GraphSupervised || o.SampleGraph != nil {
		return "", 0, 0
	}
	return "neighbours", o.Neighbours, others(p)
}

func (o *AffinityOptions) unmet(p Problem) (option string, asked, most int) {
	if !o.selfTuning() {
		return "", 0, 0
	}
	return "neighbours", o.Neighbours, others(p)
}

func (s *LLE) unmet(p Problem) (option string, asked, most int) {
	return "neighbours", s.Neighbours, others(p)
}

func (s *SpectralEmbedding) unmet(p Problem) (option string, asked, most int) {
	return "neighbours", s.Neighbours, others(p) + 1 // itself included
}

func (s *UMAP) unmet(p Problem) (option string, asked, most int) {
	return "neighbours", s.Neighbours, others(p) + 1 // itself included
}

// others returns how many neighbours a sample can have.
func others(p Problem) int {
	_, n := p.X.Dims()
	return n - 1
}
