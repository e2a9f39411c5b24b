package spec

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// StepNote explains the limit on iterations of a method whose steps are starts or epochs.
type StepNote struct {
	Method Method
	Says   string
	Doubt  bool // the limit is that of methods that iterate, or cuts the method short
}

// StepNotes says for each method of a profile whose steps are starts or epochs what the limit on iterations means. samples returns the
// number of samples of a data set, 0 if unknown.
func (s *Experiment) StepNotes(p Profile, samples func(Dataset) int) (all []StepNote) {
	for _, m := range s.Methods {
		entry, _ := s.FindSolver(m.Solver)
		kind := entry.Step()
		if m.Solver == "" || kind != solvers.StepStart && kind != solvers.StepEpoch {
			continue
		}
		cut, limits := map[string][]string{}, []string(nil)
		for _, d := range s.Datasets {
			if !m.RunsOn(d.Key) {
				continue
			}
			stop, _ := s.StopFor(p, d.Key, m)
			limits = list.AppendUnique(limits, fmt.Sprint(stop.Iterations))
			for _, v := range m.Points() {
				if whole := solvers.Epochs(v.NewSolver(entry, d.Key), samples(d)); samples(d) > 0 && whole > stop.Iterations {
					of := fmt.Sprintf("%d of %d epochs", stop.Iterations, whole)
					cut[of] = list.AppendUnique(cut[of], d.Key)
				}
			}
		}
		switch {
		case len(limits) == 0:
		case kind == solvers.StepStart:
			all = append(all, StepNote{m, fmt.Sprintf("%s: each iteration is a start, the best of %s is kept", m.Heading(), strings.Join(limits, " or ")),
				m.Stop == nil && max(m.Starts, s.Starts) == 0})
		case len(cut) > 0:
			all = append(all, StepNote{m, fmt.Sprintf("%s is cut short: %s", m.Heading(), list.JoinByName(cut, "; ", func(of string, on []string) string {
				return of + " on " + strings.Join(on, ", ")
			})), true})
		}
	}
	return all
}

// registered returns how many samples a data set of the registry has, 0 of another.
func registered(d Dataset) int {
	entry, _ := datasets.Source(d.Source)
	if d.Every > 1 {
		return (entry.Samples + d.Every - 1) / d.Every
	}
	return entry.Samples
}

// stepDoubts warns of limits that mean something else for a method than for those that it stands beside.
func (s *Experiment) stepDoubts() (doubts strict.Problems) {
	profile, _ := s.Profiles.Find(DefaultProfile)
	for _, n := range s.StepNotes(profile, registered) {
		if n.Doubt {
			doubts = append(doubts, s.node.At(s.placeOf(n.Method)).Problem("warning: %s; give the method a stop of its own", n.Says))
		}
	}
	return doubts
}

// placeOf returns where a method stands in the file.
func (s *Experiment) placeOf(m Method) string {
	own := s.Methods
	if s.Like != "" {
		own = s.Added
	}
	return fmt.Sprintf("methods[%d]", slices.IndexFunc(own, func(o Method) bool { return o.Key == m.Key }))
}

// readingDoubts warns of readings of clusters that the results of a method do not allow, as a basis of unit length without a basis. It tries
// them on what the method makes of a small matrix.
func (s *Experiment) readingDoubts() (doubts strict.Problems) {
	if len(s.Datasets) == 0 { // those of another experiment
		return nil
	}
	const features, samples, rank = 8, 20, 3
	x := matrix.NewDense(features, samples, nil)
	x.Raw().Apply(func(i, j int, _ float64) float64 { return 1 + float64((i*7+j*5+i*j)%11) }, x.Raw())
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }
	for _, m := range s.Methods {
		entry, found := s.FindSolver(m.Solver)
		if !found {
			continue
		}
		solver := m.Variants()[0].NewSolver(entry, s.Datasets[0].Key)
		if _, outside := solver.(solvers.Outside); outside {
			continue
		}
		p := solvers.Problem{X: x, Rank: rank}
		f, err := solvers.InitRandom.Factors(solver, p, solvers.Factors{}, rng(), rng())
		if err != nil {
			continue
		}
		run, err := solver.Start(p, f, rng())
		if err != nil { // it wants other data
			continue
		}
		left := run.Finish()
		o := eval.Outcome{Given: eval.Given{X: x}, Found: eval.Found{W: left.W, Ht: left.Ht, Basis: left.Basis, Embedding: left.Embedding,
			Clusters: left.Labels, Rank: rank}}
		for k, r := range s.ReadingsOf(m) {
			if _, _, err := r.Clusters(o, rng()); errors.Is(err, eval.ErrUnavailable) {
				at := s.placeOf(m)
				if len(m.Clusters) > 0 {
					at += fmt.Sprintf(".clusters[%d]", k)
				}
				doubts = append(doubts, s.node.At(at).Problem("warning: %s has no reading %s: %v", m.Key, r.Name, err))
			}
		}
	}
	return doubts
}
