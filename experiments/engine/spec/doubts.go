package spec

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/solvers"
)

// Doubts returns odd settings that are no errors: ranks above what the factors of a method can use, as far as the registry knows the size
// of the data; limits on iterations that count starts or cut epochs; readings that a method does not allow.
func (s *Experiment) Doubts() (doubts strict.Problems) {
	if s.Base == s.Address || s.Base == "" || len(s.Added) > 0 { // one that shows the runs of another is not asked again
		doubts = slices.Concat(s.stepDoubts(), s.readingDoubts(), s.labelDoubts())
	}
	for i, d := range s.Datasets {
		entry, known := datasets.Source(d.Source)
		if !known || d.Options.Present() {
			continue
		}
		for k, r := range d.Ranks {
			limit, methods := 0, []string(nil)
			for _, m := range s.Methods {
				if most := s.rankLimit(m, d.Key, entry.Features, entry.Samples); most > 0 && r > most {
					limit, methods = max(limit, most), append(methods, m.Key)
				}
			}
			if methods != nil {
				at := s.node.At(fmt.Sprintf("datasets[%d].ranks[%d]", i, k))
				doubts = append(doubts,
					at.Problem("warning: rank %d is above %d, the most that %s %d×%d has use for without penalties (methods: %s)",
						r, limit, d.Source, entry.Features, entry.Samples, strings.Join(methods, ", ")))
			}
		}
	}
	doubts.Sort()
	return doubts
}

// labelDoubts names the data sets without labels where a metric compares clusters with labels: it has no value on these.
func (s *Experiment) labelDoubts() (doubts strict.Problems) {
	scores := list.Filter(s.Metrics, func(m string) bool {
		metric, known := eval.Find(BaseOf(m))
		return known && metric.Class == eval.Clustering
	})
	if without := s.unlabelled(); len(scores) > 0 && len(without) > 0 {
		doubts = append(doubts, s.node.At("metrics").Problem("warning: %s has no labels, so that there is no value of %s", strings.Join(without, ", "),
			strings.Join(scores, ", ")))
	}
	return doubts
}

// rankLimit returns the largest rank that makes sense for a method on data of that size; 0 where none is known.
func (s *Experiment) rankLimit(m Method, dataset string, features, samples int) int {
	entry, found := s.FindSolver(m.Solver)
	if !found || m.Flat || !m.RunsOn(dataset) {
		return 0
	}
	solver := entry.New()
	if _, outside := solver.(solvers.Outside); outside || len(m.Options.Decode(solver)) > 0 {
		return 0
	}
	return solvers.RankLimit(solver, features, samples)
}

// DoubtsOf returns the doubts of the specs in one file that is without problems.
func DoubtsOf(file string, programs ...solvers.Entry) (doubts strict.Problems, err error) {
	data, err := strict.ReadAll(files.Open(file))
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	lib := &Library{Programs: programs}
	_ = lib.add(file, filepath.Base(folder), data) // a file without problems
	for _, s := range lib.Specs {
		doubts = append(doubts, s.Doubts()...)
	}
	return doubts, nil
}
