package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"nmfrepro/experiments"
	"nmfrepro/reports/result"
)

// Reader is where records are looked up: a results folder, the committed records of a paper, or both.
type Reader interface {
	// Get returns the record of a run; nil and false if there is none that can be trusted and that this build would make again.
	Get(w Wanted) (*Record, bool)
}

// Set is the records that one command looks at. It asks its Reader for each of them once, however many tables, figures and
// claims show it, and takes those that the command computes from its runner. It is safe for concurrent use.
type Set struct {
	from Reader
	mu   sync.Mutex
	have map[string]func() *Record // nil from those that are not there

	stale map[string]string // of runs without a record that counts: why the one that is there does not
}

// NewSet returns a set that asks from for what it does not have yet.
func NewSet(from Reader) *Set {
	return &Set{from: from, have: map[string]func() *Record{}, stale: map[string]string{}}
}

// Get returns the record of a run, which is not to be changed. Records are read beside each other.
func (s *Set) Get(w Wanted) (*Record, bool) {
	_, key := w.Lookup()
	s.mu.Lock()
	read, asked := s.have[key]
	if !asked {
		read = sync.OnceValue(func() *Record {
			noting := &reasonKeeper{Wanted: w}
			rec, ok := s.from.Get(noting)
			if !ok && noting.why != "" {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.stale[key] = noting.why
			}
			return rec
		})
		s.have[key] = read
	}
	s.mu.Unlock()
	rec := read()
	return rec, rec != nil
}

// Carried tells whether the set takes committed records of a paper alone: its results folder has none of its own.
func (s *Set) Carried(paper string) bool {
	from := s.from
	if f, stands := from.(Before); stands {
		from = f.Behind()
	}
	b, both := from.(behind)
	if !both {
		return false
	}
	own, err := os.ReadDir(filepath.Join(b.dir, paper))
	return errors.Is(err, fs.ErrNotExist) || err == nil && len(own) == 0
}

// Before is a reader that stands before another, as one that watches what is read.
type Before interface {
	Reader
	Behind() Reader
}

// reasonKeeper keeps why a record of the run does not count.
type reasonKeeper struct {
	Wanted
	why string
}

func (n *reasonKeeper) Stale(p Provenance) string {
	why := n.Wanted.Stale(p)
	n.why = cmp.Or(why, n.why)
	return why
}

// Stale tells why the record of a run does not count that was made by another build, "" if there is none of that kind.
func (s *Set) Stale(w Wanted) string {
	_, key := w.Lookup()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stale[key]
}

// Put adds a record that was just computed.
func (s *Set) Put(rec *Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.stale, rec.Key)
	s.have[rec.Key] = func() *Record { return rec }
}

// Forget makes the set ask for a record again: another process may have written it since.
func (s *Set) Forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.have, key)
}

// Usable tells whether a run has a record that need not be computed again: a failed run is tried again by the next run.
func (s *Set) Usable(w Wanted) bool {
	rec, ok := s.Get(w)
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

// Get implements Reader: what a paper has on the shelf, and nothing else. One that cannot be read has no records.
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
	paper, _ := result.SplitAddress(experiment)
	a, err := b.shelf.Committed(paper)
	if err != nil {
		b.warn(err.Error())
		return nil, false
	}
	return a.Get(w)
}
