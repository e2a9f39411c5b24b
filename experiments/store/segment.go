package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A segment is a file of many records, DIR/pnmf/table3/packed/000001-0123abcd.jsonl, that never changes once it is there. Its
// first line is an envelope around the entries of the others, in their order; each of the others is the file of a record
// without its spaces. A record that has a file of its own as well is read from that one: it is newer.
const packedFolder = "packed"

// entry is what the first line tells of a record.
type entry struct {
	Size int `json:"size"` // of its line, with the end of the line
	headRecord
}

// place is where a segment has a record.
type place struct {
	segment string // path
	at      int64
	size    int
	head    Head
}

// segments are those of a store that were looked at, by experiment.
type segments struct {
	mu   sync.Mutex
	seen map[string]*packed
}

// packed is what the segments of an experiment hold.
type packed struct {
	changed  time.Time // of the folder, when it was listed
	files    map[string][]place
	places   map[string]*place // by key; of the last segment that has it
	problems map[string]string // of segments whose first line is not that of their records
}

// settled is the age of a folder's last change from which on its listing is trusted: file times are coarse.
const settled = 2 * time.Second

// packed lists what the segments of an experiment hold. It looks at the folder each time, at a segment once.
func (s *Store) packed(experiment string) *packed {
	dir := filepath.Join(s.dir, filepath.FromSlash(experiment), packedFolder)
	info, err := os.Stat(dir)
	if err != nil {
		return &packed{}
	}
	s.segments.mu.Lock()
	defer s.segments.mu.Unlock()
	known := s.segments.seen[experiment]
	if known != nil && known.changed.Equal(info.ModTime()) && time.Since(known.changed) > settled {
		return known
	}
	now := &packed{}
	for range staleReads { // while segments give way to others
		if now, err = s.listed(dir, known); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	now.changed = info.ModTime()
	if s.segments.seen == nil {
		s.segments.seen = map[string]*packed{}
	}
	s.segments.seen[experiment] = now
	return now
}

// listed reads the segments of a folder that are not known, with an error where one went meanwhile.
func (s *Store) listed(dir string, known *packed) (*packed, error) {
	now := &packed{files: map[string][]place{}, places: map[string]*place{}, problems: map[string]string{}}
	entries, err := os.ReadDir(dir)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !isSegment(e.Name()) }) // NFS has names of its own
	fresh := known == nil || len(entries) != len(known.files)
	for _, e := range entries { // sorted
		name := filepath.Join(dir, e.Name())
		if known != nil && known.files[name] != nil {
			now.files[name] = known.files[name]
			continue
		}
		fresh = true
		if now.files[name], err = readSegment(name); errors.Is(err, fs.ErrNotExist) {
			return now, err
		}
		if err != nil {
			now.problems[name] = err.Error()
			s.warn(fmt.Sprintf("store: %s: %v; %d records of it are read; nmfrepro check --repair", name, err, len(now.files[name])))
		}
	}
	if !fresh {
		return &packed{files: known.files, places: known.places, problems: known.problems}, nil
	}
	for _, name := range slices.Sorted(maps.Keys(now.files)) {
		if known != nil && known.problems[name] != "" {
			now.problems[name] = known.problems[name]
		}
		for i, p := range now.files[name] {
			now.places[p.head.Key] = &now.files[name][i]
		}
	}
	return now, err
}

// readSegment finds the records of a segment by its first line, or, with an error, those that are whole without it.
func readSegment(path string) ([]place, error) {
	f, size, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	first, err := in.ReadBytes('\n')
	if errors.Is(err, syscall.ESTALE) { // NFS: it gave way to another
		return nil, fs.ErrNotExist
	}
	var entries []entry
	body, err := unwrap(bytes.TrimSuffix(first, []byte("\n"))) // the sum tells of an error of reading
	if err == nil {
		err = json.Unmarshal(body, &entries)
	}
	all, at, one := make([]place, 0, len(entries)), int64(len(first)), names{}
	for _, e := range entries {
		all = append(all, place{path, at, e.Size, one.share(e.head())})
		at += int64(e.Size)
	}
	if err == nil && at == size {
		return all, nil
	}
	if err == nil {
		err = fmt.Errorf("%d bytes, want %d", size, at)
	}
	all, at = all[:0], int64(len(first))
	for end := error(nil); end == nil; {
		var line []byte
		line, end = in.ReadBytes('\n')
		if h, bad := headOf(line); bad == nil {
			all = append(all, place{path, at, len(line), h})
		}
		at += int64(len(line))
	}
	return all, fmt.Errorf("its first line is not that of its records: %w", err)
}

// line is the record there, as JSON without spaces.
func (p place) line() ([]byte, error) {
	f, err := os.Open(p.segment)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, p.size)
	if _, err := f.ReadAt(data, p.at); err != nil && !errors.Is(err, io.EOF) { // the sum tells
		return nil, err
	}
	return data, nil
}

// read returns the record of that key, its file or line, and which file that is, once all of it is verified.
func (s *Store) read(experiment, key string) (rec *Record, data []byte, path string, err error) {
	for looks, missed := 0, 0; looks < 2*staleReads && missed < 2; looks++ { // others may pack it, or unpack it, between two looks
		path = s.path(experiment, key)
		if data, err = readFile(path); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		held := s.packed(experiment)
		p, there := held.places[key]
		if held.files == nil { // no segments at all
			break
		}
		if !there {
			missed++
			continue
		}
		path = p.segment
		if data, err = p.line(); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err == nil {
		rec, err = decodeRecord(data)
	}
	switch {
	case err != nil:
	case rec.Key != key:
		err = damaged("holds the record of key %s", rec.Key)
	case rec.Unit.Experiment != experiment:
		err = damaged("is a record of %s", rec.Unit.Experiment)
	}
	return rec, data, path, err
}

// spread lays a line of a segment out as the file of a record.
func spread(line []byte) ([]byte, error) {
	var b bytes.Buffer
	err := json.Indent(&b, bytes.TrimSpace(line), "", " ")
	b.WriteByte('\n')
	return b.Bytes(), err
}

// unpack gives the records of a segment files of their own again, but for those that have one, and removes it; one that is
// damaged is set aside.
func (s *Store) unpack(experiment, segment string) error {
	known := s.packed(experiment)
	var bad error
	if why := known.problems[segment]; why != "" {
		bad = damaged("%s", why)
	}
	for _, p := range known.files[segment] {
		key := p.head.Key
		target := s.path(experiment, key)
		if _, absent := os.Lstat(target); absent == nil || known.places[key].segment != segment {
			continue
		}
		rec, line, _, err := s.read(experiment, key)
		if err == nil {
			err = possible(rec)
		}
		if err != nil {
			bad = err
			continue
		}
		data, err := spread(line)
		if err != nil {
			return fmt.Errorf("store: %w", err)
		}
		if err := s.write(target, data, false); err != nil {
			return err
		}
	}
	syncAll() // before the segment goes
	if bad != nil {
		s.setAside(segment, bad)
	} else if err := os.Remove(segment); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// Unpack gives every record a file of its own again.
func (s *Store) Unpack() (records int, err error) {
	experiments, err := s.Experiments()
	if err != nil {
		return 0, err
	}
	for _, experiment := range experiments {
		for segment, places := range s.packed(experiment).files {
			if err := s.unpack(experiment, segment); err != nil {
				return records, err
			}
			records += len(places)
		}
	}
	return records, nil
}

// isSegment tells a segment from the file of a record.
func isSegment(path string) bool { return strings.HasSuffix(path, ".jsonl") }
