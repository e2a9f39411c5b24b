package store

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Merged counts the records of a merge: new, equal, unequal, damaged.
type Merged struct {
	New, Equal int
	Unequal    []string // records of one key with other numbers; the first stays where it was
	Damaged    []string // files that are no records, left where they were
}

// Found says how many records and damaged files were found.
func (m Merged) Found() int { return m.New + m.Equal + len(m.Unequal) + len(m.Damaged) }

// Add adds the counts of another merge.
func (m *Merged) Add(o Merged) {
	m.New, m.Equal = m.New+o.New, m.Equal+o.Equal
	m.Unequal, m.Damaged = append(m.Unequal, o.Unequal...), append(m.Damaged, o.Damaged...)
}

// Merge puts the records of another store into this one. Two records of one key and one build are one if their numbers are equal to
// the last bit, whatever their times and machines; a record of a run that failed gives way to one that did not.
func (s *Store) Merge(from string) (Merged, error) {
	var m Merged
	other := Open(from, s.warn)
	experiments, err := other.Experiments()
	if err != nil {
		return m, err
	}
	var mu sync.Mutex
	var failure error
	for _, experiment := range experiments {
		keys := other.keys(experiment)
		list.Parallel(len(keys), func(i int) {
			for _, p := range slices.Backward(other.logs(experiment).placesOf(keys[i])) { // as they were put
				rec, err := p.read(experiment, keys[i])
				fresh, unequal := false, ""
				if err == nil {
					fresh, unequal, err = s.take(rec)
				}
				mu.Lock()
				switch {
				case errors.As(err, new(*damage)):
					m.Damaged = append(m.Damaged, fmt.Sprintf("%s: %v", p, err))
				case err != nil:
					failure = err
				case unequal != "":
					m.Unequal = append(m.Unequal, unequal)
				case fresh:
					m.New++
				default:
					m.Equal++
				}
				mu.Unlock()
			}
		})
		if failure = cmp.Or(failure, s.logs(experiment).sync()); failure != nil {
			return m, failure
		}
	}
	slices.Sort(m.Unequal)
	slices.Sort(m.Damaged)
	return m, nil
}

// take puts a record of another store into this one, or compares it with the one of the same build that is there.
func (s *Store) take(rec *Record) (fresh bool, unequal string, err error) {
	if mine, there := s.Get(sameBuild{rec}); there && (mine.Status != result.Failed || rec.Status == result.Failed) {
		if unequal = difference(mine, rec); unequal != "" {
			unequal = cell(rec.Run) + ", " + unequal + ", key " + rec.Key
		}
		return false, unequal, nil
	}
	return true, "", s.put(rec, false)
}

// sameBuild wants the record of a run that a build made which computes the same numbers.
type sameBuild struct{ *Record }

func (r sameBuild) Lookup() (experiment, key string) { return r.Run.Experiment, r.Key }

func (r sameBuild) Stale(p Provenance) string {
	return p.Fingerprint.Differs(r.Provenance.Fingerprint, p.Arch, r.Provenance.Arch)
}
