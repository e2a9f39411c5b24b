package store

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"nmfrepro/experiments"
	"nmfrepro/reports"
)

// File is the name of a paper's committed results in its folder.
const File = "records.jsonl.gz"

// Shelf is the committed results of papers: those that the program carries, then those in the folders of papers of the user's
// own. Each paper's are read once.
type Shelf struct {
	folders []fs.FS

	mu   sync.Mutex
	read map[string]func() (*Archive, error) // once
}

// carried is the shelf of the program.
var carried = &Shelf{folders: []fs.FS{experiments.Files}}

// NewShelf returns the committed results of the program and of a folder with papers as PAPER/records.jsonl.gz, nil for none.
func NewShelf(own fs.FS) *Shelf {
	if own == nil {
		return carried
	}
	return &Shelf{folders: []fs.FS{experiments.Files, own}}
}

// ShelfOf returns the committed results in a folder with papers as PAPER/records.jsonl.gz, alone.
func ShelfOf(folder fs.FS) *Shelf { return &Shelf{folders: []fs.FS{folder}} }

// Committed is the results of a paper that the program carries; without any it is an empty archive.
func Committed(paper string) (*Archive, error) { return carried.Committed(paper) }

// Committed is the results of a paper; without any it is an empty archive. Papers are read beside each other.
func (s *Shelf) Committed(paper string) (*Archive, error) {
	s.mu.Lock()
	read := s.read[paper]
	if read == nil {
		if s.read == nil {
			s.read = map[string]func() (*Archive, error){}
		}
		read = sync.OnceValues(func() (*Archive, error) { return s.decode(paper) })
		s.read[paper] = read
	}
	s.mu.Unlock()
	return read()
}

func (s *Shelf) decode(paper string) (*Archive, error) {
	for _, folder := range s.folders {
		data, err := fs.ReadFile(folder, paper+"/"+File)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		a, err := DecodeArchive(data)
		if err != nil {
			return nil, fmt.Errorf("store: %s/%s: %w", paper, File, err)
		}
		return a, nil
	}
	return &Archive{Paper: paper}, nil
}

// WithCommitted reads what the store lacks from committed results. It is for looking at results, never for a run.
func (s *Store) WithCommitted(shelf *Shelf) Reader { return behind{s, shelf} }

// behind reads from a shelf what a store has not.
type behind struct {
	*Store
	shelf *Shelf
}

func (b behind) Get(w Wanted) (*Record, bool) {
	if rec, ok := b.Store.Get(w); ok {
		return rec, true
	}
	experiment, _ := w.Lookup()
	paper, _ := reports.SplitAddress(experiment)
	a, err := b.shelf.Committed(paper)
	if err != nil {
		b.warn(err.Error())
		return nil, false
	}
	return a.Get(w)
}
