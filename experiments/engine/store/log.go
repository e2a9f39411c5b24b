package store

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
)

// A log is a file of records that one process has appended to, DIR/pnmf/table3/20260131T120000-4f1c2a9b.jsonl. Its first line names
// its form; each of the others is a record in an envelope. A kill may cut the last line, which then counts as not there.
const logEnding = ".jsonl"

// logForm is raised when a line changes its meaning.
const logForm = 1

// logHead is the first line of a log.
type logHead struct {
	Form       int    `json:"nmfrepro_results"`
	Experiment string `json:"experiment"`
}

func firstLine(experiment string) []byte {
	return []byte(Canonical(logHead{logForm, experiment}) + "\n")
}

// What stands in a line around the sum and the record, which begins with its key.
const (
	lineBegin  = `{"sha256":"`
	lineMiddle = `","record":`
	keyBegin   = `{"key":"`
	sumDigits  = 64
)

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
		l = &logs{dir: filepath.Join(s.dir, filepath.FromSlash(experiment)), experiment: experiment, store: s, files: map[string]*logFile{}, places: map[string][]position{}}
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
		l.store.warn(fmt.Sprintf("store: %s holds %s of results in an older form, which this program does not read; remove them, their runs are computed again", l.dir, result.Count(older, "file")))
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

// errEndless is the error of a line that no record has.
var errEndless = fmt.Errorf("a line of more than %d MB", mostBytes>>20)

// readLine returns the next line with its end, until the next call. It is an error where the file ends without one.
func readLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, err
	}
	long := bytes.Clone(text)
	for errors.Is(err, bufio.ErrBufferFull) {
		if len(long) > mostBytes {
			return nil, errEndless
		}
		text, err = in.ReadSlice('\n')
		long = append(long, text...)
	}
	return long, err
}

// errNewer is the error of a log in a form that this program does not know.
var errNewer = errors.New("a newer program has written it")

// checkFirst says what is wrong with the first line of a log.
func checkFirst(text []byte, experiment string) error {
	var h logHead
	switch err := json.Unmarshal(text, &h); {
	case err != nil || h.Form == 0:
		return damaged("not the first line of a file of results")
	case h.Form != logForm:
		return fmt.Errorf("found form %d, want %d: %w", h.Form, logForm, errNewer)
	case h.Experiment != experiment:
		return damaged("results of %s", h.Experiment)
	}
	return nil
}

// keyOfLine is the key of the record in a line.
func keyOfLine(text []byte) (key string, ok bool) {
	rest, ok1 := bytes.CutPrefix(text, []byte(lineBegin))
	if !ok1 || len(rest) < sumDigits {
		return "", false
	}
	rest, ok2 := bytes.CutPrefix(rest[sumDigits:], []byte(lineMiddle+keyBegin))
	value, _, ended := bytes.Cut(rest, []byte(`"`))
	return string(value), ok2 && ended && bytes.HasSuffix(text, []byte("}}\n"))
}

// line is a record as a line of a log.
func (r *Record) line() ([]byte, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", r.Key, err)
	}
	if len(body) > mostBytes {
		return nil, fmt.Errorf("store: %s: a record of %d MB, want at most %d MB: keep fewer outputs", r.Key, len(body)>>20, mostBytes>>20)
	}
	return slices.Concat([]byte(lineBegin+sumOf(body)+lineMiddle), body, []byte("}\n")), nil
}

// bodyOf is the record of a line that [keyOfLine] takes, as JSON.
func bodyOf(text []byte) []byte {
	return text[len(lineBegin)+sumDigits+len(lineMiddle) : len(text)-len("}\n")]
}

// parse reads the record of a line, once its sum is right.
func parse(text []byte) (*Record, error) {
	if _, ok := keyOfLine(text); !ok {
		return nil, damaged("not a whole record")
	}
	sum, body := string(text[len(lineBegin):][:sumDigits]), bodyOf(text)
	if found := sumOf(body); sum != found {
		return nil, damaged("checksum %.12s…, found %.12s…", sum, found)
	}
	rec := new(Record)
	if err := json.Unmarshal(body, rec); err != nil {
		return nil, damaged("not a record: %v", err)
	}
	if name := without(body); name != "" {
		return nil, damaged("metric %s is null, want a number", name)
	}
	return rec, nil
}

// without is a metric of a record in JSON, or of a point of its path, that is null, which would be read as 0; "" if there is none.
func without(record []byte) string {
	if !bytes.Contains(record, []byte("null")) {
		return ""
	}
	type scored struct {
		Metrics map[string]*float64 `json:"metrics"`
	}
	var r struct {
		scored
		Path []scored `json:"path"`
	}
	_ = json.Unmarshal(record, &r) // the caller has read it
	for _, at := range append(r.Path, r.scored) {
		names := slices.Sorted(maps.Keys(at.Metrics))
		if name, found := list.First(names, func(name string) bool { return at.Metrics[name] == nil }); found {
			return name
		}
	}
	return ""
}

// text is the line at a place.
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

// placesOf are those of a key, the last first.
func (l *logs) placesOf(key string) []position {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := slices.Clone(l.places[key])
	slices.Reverse(all)
	return all
}

// append writes a record at the end of this process's log, down to the disk if sync is set. Where that fails the log ends as
// before.
func (l *logs) append(rec *Record, sync bool) error {
	line, err := rec.line()
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.out == nil {
		if err := l.begin(rec); err != nil {
			return err
		}
	}
	_, err = l.out.Write(line)
	if err == nil && sync {
		err = l.out.Sync()
	}
	if err != nil {
		err = errors.Join(err, l.out.Truncate(l.own.read), l.out.Close())
		l.out = nil // the next record begins another
		return err
	}
	l.places[rec.Key] = append(l.places[rec.Key], position{l.own, l.own.lines + 1, l.own.read, len(line)})
	l.own.read += int64(len(line))
	l.own.lines++
	return nil
}

// sync waits until what was appended is on the disk.
func (l *logs) sync() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.out == nil {
		return nil
	}
	return l.out.Sync()
}

// begin makes the log of this process.
func (l *logs) begin(rec *Record) error {
	if err := os.MkdirAll(l.dir, 0o777); err != nil {
		return err
	}
	first := firstLine(rec.Run.Experiment)
	var random [4]byte
	rand.Read(random[:]) // never fails
	name := fmt.Sprintf("%s-%x%s", time.Now().UTC().Format("20060102T150405"), random, logEnding)
	f, err := os.OpenFile(filepath.Join(l.dir, name), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if _, err := f.Write(first); err != nil {
		return errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	syncFolder(l.dir)
	syncFolder(filepath.Dir(l.dir))
	l.store.Lock(context.Background(), "log "+name, false) // until the process ends: nobody mends it meanwhile
	l.out, l.own = f, &logFile{path: f.Name(), read: int64(len(first)), lines: 1}
	if info, err := f.Stat(); err == nil {
		l.own.info = info
	}
	l.files[name] = l.own
	return nil
}

// syncFolder makes names outlast a loss of power. Some file systems cannot, and need not.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}

// Head is what planning wants to know of a record: which run it is of, how it ended, what it cost, and the build that made it.
type Head struct {
	Key          string        `json:"key"`
	Unit         Run           `json:"unit"`
	Status       result.Status `json:"status"`
	Reason       string        `json:"reason"`
	Seconds      float64       `json:"seconds"`
	StartSeconds float64       `json:"start_seconds"`
	CoreSeconds  float64       `json:"core_seconds"`
	Provenance   Provenance    `json:"provenance"`
}

// Heads returns the heads of all records of an experiment by key, those of a key in the order in which they were put. It verifies no
// sums: [Store.Get] does, when the numbers are wanted.
func (s *Store) Heads(experiment string) map[string][]Head {
	l := s.logs(experiment)
	l.mu.Lock()
	places := slices.Concat(slices.Collect(maps.Values(l.places))...)
	l.mu.Unlock()
	heads := make([]*Head, len(places))
	list.Parallel(len(places), func(i int) {
		if text, err := places[i].text(); err == nil {
			heads[i] = headOf(text)
		}
	})
	all := map[string][]Head{}
	for _, h := range heads {
		if h != nil {
			all[h.Key] = append(all[h.Key], *h)
		}
	}
	return all
}

// HeadOf is the head of the record that [Store.Get] returns of a run, if any.
func HeadOf(of []Head, w Wanted) (h Head, there bool) {
	for _, other := range slices.Backward(of) {
		if w.Stale(other.Provenance) == "" && (!there || h.Status == result.Failed && other.Status != result.Failed) {
			h, there = other, true
		}
	}
	return h, there
}

// headOf reads the head of a line. The course and the outputs of a run, most of its record, come last.
func headOf(text []byte) *Head {
	body := bodyOf(text)
	for _, rest := range []string{`,"trace":[`, `,"outputs":{`} { // in a string the quotes would be escaped
		if at := bytes.Index(body, []byte(rest)); at > 0 {
			body = append(body[:at:at], '}')
		}
	}
	h := new(Head)
	if json.Unmarshal(body, h) != nil {
		return nil
	}
	u := &h.Unit
	u.Data, u.Constraints, u.Options, u.Clusters, u.Metrics, u.Outputs = nil, nil, nil, nil, nil, nil // many heads are held at once
	return h
}

// keys lists the keys of an experiment that have a record, sorted.
func (s *Store) keys(experiment string) []string {
	l := s.logs(experiment)
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.places))
}
