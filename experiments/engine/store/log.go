package store

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"nmfrepro/reports/result"
)

// A log is a file of records that one process has appended to, DIR/pnmf/table3/20260131T120000-4f1c2a9b.jsonl. Its first line names
// its form; each of the others is a record in an envelope. A kill may cut the last line, which then counts as not there.
const logEnding = ".jsonl"

// logs are those of one experiment, and where in them each record is.
type logs struct {
	dir        string
	experiment string
	store      *Store

	mu     sync.Mutex
	stale  atomic.Bool // the folder must be looked at again
	looked time.Time   // when it was
	files  map[string]*logFile
	places map[string][]position // by key, in the order in which they were found
	older  bool                  // a warning tells of records of an older form

	out *os.File // the log of this process, once it has a record
	own *logFile
}

// logFile is a log as far as it was read.
type logFile struct {
	path    string
	info    os.FileInfo // which file has that name
	read    int64       // up to here; a line that is not whole yet is read again
	lines   int         // of which that is the end
	seen    int64       // its size when it was read
	changed time.Time   // when it was written to last
	looked  time.Time   // when that was found out
	broken  []string    // lines that are none
	newer   bool        // a newer program has written it, so that it is not read
}

// position is where a record is.
type position struct {
	file *logFile
	line int
	at   int64
	size int
}

// logs returns those of an experiment, as they are now or were a moment ago.
func (s *Store) logs(experiment string) *logs {
	s.mu.Lock()
	l := s.open[experiment]
	if l == nil {
		l = &logs{dir: filepath.Join(s.dir, filepath.FromSlash(experiment)), experiment: experiment, store: s, files: map[string]*logFile{},
			places: map[string][]position{}}
		if s.open == nil {
			s.open = map[string]*logs{}
		}
		s.open[experiment] = l
	}
	s.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stale.Swap(false) || time.Since(l.looked) > lookAfter {
		l.look()
	}
	return l
}

const (
	// lookAfter is how long what was found in a folder is believed. Whoever takes the lock of a run looks at once.
	lookAfter = 500 * time.Millisecond
	// settled is the age from which on a file is as it seems, however slowly a network shows what was written.
	settled = time.Minute
	// quietAgain is how often a log is looked at that has not grown for so long.
	quietAgain = 20 * time.Second
)

// look reads what was appended to the logs of a folder since the last look.
func (l *logs) look() {
	l.looked = time.Now()
	entries, err := os.ReadDir(l.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.store.warn(fmt.Sprintf("store: %v; its records count as absent", err))
	}
	older := 0
	for _, e := range entries {
		switch name := e.Name(); {
		case filepath.Ext(name) == ".json" || name == "packed":
			older++
		case filepath.Ext(name) == logEnding:
			f := l.files[name]
			if f == nil {
				f = &logFile{path: filepath.Join(l.dir, name)}
				l.files[name] = f
			}
			if f != l.own && !(f.quiet() && time.Since(f.looked) < quietAgain) {
				l.grown(f, e)
			}
		}
	}
	if older > 0 && !l.older {
		l.older = true
		l.store.warn(fmt.Sprintf("store: %s holds %s of results in an older form, which this program does not read; remove them, their runs "+
			"are computed again", l.dir, result.Count(older, "file")))
	}
}

// quiet tells of a log that nothing was written to for some time when it was looked at.
func (f *logFile) quiet() bool { return f.looked.Sub(f.changed) > settled }

// grown reads a log if it has grown.
func (l *logs) grown(f *logFile, e fs.DirEntry) {
	info, err := e.Info()
	if err != nil { // it went while we looked
		return
	}
	f.looked, f.changed, f.info = time.Now(), info.ModTime(), cmp.Or(f.info, info)
	switch {
	case !info.Mode().IsRegular():
		if f.broken == nil {
			l.broken(f, notRegular(info).Error())
		}
	case info.Size() > f.read && !f.newer && (info.Size() != f.seen || !f.quiet()):
		f.seen = info.Size()
		l.scan(f)
	}
}

// scan reads what was appended to a log.
func (l *logs) scan(f *logFile) {
	file, err := openFile(f.path)
	if err == nil {
		defer file.Close()
		_, err = file.Seek(f.read, io.SeekStart)
	}
	if err != nil {
		l.broken(f, err.Error())
		return
	}
	in := bufio.NewReaderSize(file, 1<<20)
	for {
		text, err := readLine(in)
		if errors.Is(err, errEndless) && f.quiet() {
			l.broken(f, err.Error())
		}
		if err != nil { // at the end, or it cannot be read now: what is left may become whole
			break
		}
		switch key, ok := keyOfLine(text); {
		case ok:
			l.places[key] = append(l.places[key], position{f, f.lines + 1, f.read, len(text)})
		case f.lines == 0:
			err := checkFirst(text, l.experiment)
			if err != nil {
				l.broken(f, "line 1: "+err.Error())
			}
			if f.newer = errors.Is(err, errNewer); f.newer {
				return
			}
		case !f.quiet():
			return // it may be on its way
		default:
			l.broken(f, fmt.Sprintf("line %d is no record", f.lines+1))
		}
		f.read += int64(len(text))
		f.lines++
	}
}

// broken notes what is wrong with a log, and warns of it.
func (l *logs) broken(f *logFile, what string) {
	f.broken = append(f.broken, what)
	l.store.warn(fmt.Sprintf("store: %s: %s; not used; nmfrepro check results --repair sets it aside", f.path, what))
}

// text returns the line at a place.
func (p position) text() ([]byte, error) {
	data := make([]byte, p.size)
	for tries := 0; ; tries++ {
		f, err := openFile(p.file.path)
		if err != nil {
			return nil, err
		}
		_, err = f.ReadAt(data, p.at)
		f.Close()
		if err == nil || errors.Is(err, io.EOF) { // the sum tells
			return data, nil
		}
		if !errors.Is(err, syscall.ESTALE) || tries == staleReads {
			return nil, err
		}
	}
}

// read returns the record at a place, once all of it is verified.
func (p position) read(experiment, key string) (*Record, error) {
	text, err := p.text()
	if err != nil {
		return nil, err
	}
	rec, err := parse(text)
	switch {
	case err != nil:
	case rec.Key != key:
		err = damaged("holds the record of key %s", rec.Key)
	case rec.Run.Experiment != experiment:
		err = damaged("is a record of %s", rec.Run.Experiment)
	}
	return rec, err
}

func (p position) String() string { return fmt.Sprintf("%s:%d", p.file.path, p.line) }

// placesOf returns those of a key, the last first.
func (l *logs) placesOf(key string) []position {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := slices.Clone(l.places[key])
	slices.Reverse(all)
	return all
}
