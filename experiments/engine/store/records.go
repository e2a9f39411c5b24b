package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"nmfrepro/experiments"
	"nmfrepro/reports/result"
)

// Layer is a place of records: a results folder ([Store]), the committed records of papers ([Shelf]) or those of one paper ([Archive]).
type Layer interface {
	// Get returns the record of a run; nil and false if there is none that can be trusted and that this build would make again.
	Get(w Wanted) (*Record, bool)
}

// Records are the records that one command looks at. It asks its layers for each of them once, the first layer that has it, however many
// tables, figures and claims show it, and takes those that the command computes from its runner. It is safe for concurrent use.
type Records struct {
	layers []Layer
	mu     sync.Mutex
	have   map[string]func() *Record // nil from those that are not there
	stale  map[string]string         // see Stale
}

// NewRecords returns the records of some layers.
func NewRecords(layers ...Layer) *Records {
	return &Records{layers: layers, have: map[string]func() *Record{}, stale: map[string]string{}}
}

// Get returns the record of a run, which is not to be changed. Records are read beside each other.
func (r *Records) Get(w Wanted) (*Record, bool) {
	_, key := w.Lookup()
	r.mu.Lock()
	read, asked := r.have[key]
	if !asked {
		read = sync.OnceValue(func() *Record {
			rec, _ := r.find(w)
			return rec
		})
		r.have[key] = read
	}
	r.mu.Unlock()
	rec := read()
	return rec, rec != nil
}

func (r *Records) find(w Wanted) (*Record, bool) {
	for _, l := range r.layers {
		if rec, ok := l.Get(w); ok {
			return rec, true
		}
	}
	return nil, false
}

// Stale returns the reason why a record of the run, made by another build, does not count; "" if there is no such record.
func (r *Records) Stale(w Wanted) string {
	if _, counts := r.Get(w); counts {
		return ""
	}
	experiment, key := w.Lookup()
	r.mu.Lock()
	defer r.mu.Unlock()
	why, known := r.stale[key]
	if !known {
		if rec, there := r.find(Ref{experiment, key}); there {
			why = w.Stale(rec.Provenance)
		}
		r.stale[key] = why
	}
	return why
}

// Carried tells whether committed records are all that there is of a paper: its results folder has none of its own.
func (r *Records) Carried(paper string) (carried bool) {
	for _, l := range r.layers {
		switch l := l.(type) {
		case *Shelf:
			carried = true
		case *Store:
			if own, err := os.ReadDir(filepath.Join(l.dir, paper)); len(own) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
				return false
			}
		}
	}
	return carried
}

// Put adds a record that was just computed.
func (r *Records) Put(rec *Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.have[rec.Key] = func() *Record { return rec }
}

// Forget makes the next Get ask the layers again, since another process may have written the record.
func (r *Records) Forget(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.have, key)
}

// Usable tells whether a run has a record that need not be computed again: a failed run is tried again by the next run.
func (r *Records) Usable(w Wanted) bool {
	rec, ok := r.Get(w)
	return ok && rec.Status != result.Failed
}

// File is the name of a paper's committed results in its folder.
const File = "records.jsonl.gz"

// Shelf is the committed results of papers: those that the program carries, then those in the folders of papers of the user's
// own. Each paper's are read once.
type Shelf struct {
	folders []fs.FS
	read    sync.Map // func() (*Archive, error), once, by paper
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

// Committed returns the results of a paper that the program carries; without any it is an empty archive.
func Committed(paper string) (*Archive, error) { return carried.Committed(paper) }

// Committed returns the results of a paper; without any it is an empty archive. Papers are read beside each other.
func (s *Shelf) Committed(paper string) (*Archive, error) {
	read, _ := s.read.LoadOrStore(paper, sync.OnceValues(func() (*Archive, error) { return s.decode(paper) }))
	return read.(func() (*Archive, error))()
}

// Get implements [Layer]: a record of the paper of the run. A paper whose records cannot be read has none.
func (s *Shelf) Get(w Wanted) (*Record, bool) {
	experiment, _ := w.Lookup()
	paper, _ := result.SplitAddress(experiment)
	a, err := s.Committed(paper)
	if err != nil {
		return nil, false
	}
	return a.Get(w)
}

func (s *Shelf) decode(paper string) (*Archive, error) {
	for _, folder := range s.folders {
		data, err := fs.ReadFile(folder, paper+"/"+File)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		a, err := DecodeArchive(data)
		if err != nil {
			return nil, fmt.Errorf("%s/%s: %w", paper, File, err)
		}
		return a, nil
	}
	return &Archive{Paper: paper}, nil
}
