package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"nmfrepro/reports"
)

// Merged counts what a merge found.
type Merged struct {
	New, Equal int
	Unequal    []string // records of one key with other numbers; the first stays where it was
	Damaged    []string // files that are no records, left where they were
}

// Merge puts the records of another store into this one. Two records of one key are one if their numbers are equal to the
// last bit, whatever their times and machines; a record of a unit that failed gives way to one that did not. Nothing is
// synced before the end, since the other store has it all.
func (s *Store) Merge(from string) (Merged, error) {
	var m Merged
	other := Open(from, nil)
	experiments, err := other.Experiments()
	if err != nil {
		return m, err
	}
	var mu sync.Mutex
	var failure error
	for _, experiment := range experiments {
		keys, err := other.Keys(experiment)
		if err != nil {
			return m, err
		}
		reports.Each(len(keys), func(i int) {
			fresh, unequal, err := s.take(other, experiment, keys[i])
			mu.Lock()
			defer mu.Unlock()
			switch {
			case errors.As(err, new(*damage)):
				m.Damaged = append(m.Damaged, fmt.Sprintf("%s: %v", other.path(experiment, keys[i]), err))
			case err != nil:
				failure = err
			case unequal != "":
				m.Unequal = append(m.Unequal, unequal)
			case fresh:
				m.New++
			default:
				m.Equal++
			}
		})
		if failure != nil {
			return m, failure
		}
	}
	slices.Sort(m.Unequal)
	slices.Sort(m.Damaged)
	syncAll()
	return m, nil
}

// take puts one record of another store into this one, or compares it with the one that is there.
func (s *Store) take(other *Store, experiment, key string) (fresh bool, unequal string, err error) {
	rec, data, path, err := other.read(experiment, key)
	if errors.Is(err, fs.ErrNotExist) {
		return false, "", nil // it went while we looked
	}
	if err != nil {
		return false, "", err
	}
	if mine, there := s.Get(experiment, key); there && (mine.Status != reports.Failed || rec.Status == reports.Failed) {
		if unequal = difference(mine, rec); unequal != "" {
			unequal = cell(rec.Unit) + ", " + unequal + ", key " + key
		}
		return false, unequal, nil
	}
	if isSegment(path) {
		if data, err = spread(data); err != nil {
			return false, "", fmt.Errorf("store: %w", err)
		}
	}
	return true, "", s.write(s.path(experiment, key), data, false)
}

// Experiments lists the experiments that have a folder in the store, sorted.
func (s *Store) Experiments() ([]string, error) {
	papers, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	var all []string
	for _, paper := range papers {
		if !paper.IsDir() || strings.HasPrefix(paper.Name(), ".") || paper.Name() == "corrupt" {
			continue
		}
		tables, err := os.ReadDir(filepath.Join(s.dir, paper.Name()))
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		for _, table := range tables {
			if table.IsDir() {
				all = append(all, paper.Name()+"/"+table.Name())
			}
		}
	}
	return all, nil
}
