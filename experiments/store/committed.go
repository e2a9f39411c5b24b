package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"nmfrepro/experiments"
)

// RecordsFile is the name of a paper's committed results in its folder.
const File = "records.jsonl.gz"

// decoded keeps the archives that were read.
var decoded struct {
	sync.Mutex
	by map[string]*Archive
}

// Committed is the results of a paper that the program carries; without any it is an empty archive.
func Committed(paper string) (*Archive, error) {
	decoded.Lock()
	defer decoded.Unlock()
	if a, ok := decoded.by[paper]; ok {
		return a, nil
	}
	a := &Archive{Paper: paper}
	data, err := experiments.Files.ReadFile(paper + "/" + File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("experiments: %w", err)
	default:
		if a, err = DecodeArchive(data); err != nil {
			return nil, fmt.Errorf("experiments: %s/%s: %w", paper, File, err)
		}
	}
	if decoded.by == nil {
		decoded.by = map[string]*Archive{}
	}
	decoded.by[paper] = a
	return a, nil
}

// WithCommitted is the store with the committed results behind it: what the folder lacks is looked up there. It is for
// looking at results, never for a run.
func (s *Store) WithCommitted() *Store {
	return &Store{dir: s.dir, warn: s.warn, behind: func(experiment, key string) (Record, bool) {
		paper, _, _ := strings.Cut(experiment, "/")
		a, err := Committed(paper)
		if err != nil {
			s.warn(err.Error())
			return Record{}, false
		}
		return a.Get(key)
	}}
}

// OnlyArchive is a store that has the records of an archive and nothing else.
func Only(a *Archive) *Store {
	s := Open("", nil)
	s.behind = func(_, key string) (Record, bool) { return a.Get(key) }
	return s
}
