package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"nmfrepro/reports"
)

// packRecords and packBytes bound a segment, so that it is read and written in memory; tests lower the first.
var packRecords = 10_000

const packBytes = 64 << 20

// Packed counts what a pack did.
type Packed struct {
	Records, Segments, Left int // Left stay files: they failed or are damaged
}

// Pack turns the files of records into segments. The store is the same to all who read or write it meanwhile: a segment is
// whole and on the disk before the files that it replaces go, and what is written after that is a file again, for the next
// pack. A segment that is not half full is packed again with what is new.
func (s *Store) Pack(ctx context.Context) (Packed, error) {
	var all Packed
	experiments, err := s.Experiments()
	if err != nil {
		return all, err
	}
	for _, experiment := range experiments {
		unlock, ok := s.Lock(ctx, "pack "+experiment, false)
		if !ok {
			return all, fmt.Errorf("store: another process packs %s", experiment)
		}
		err := s.pack(ctx, experiment, &all)
		unlock()
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

func (s *Store) pack(ctx context.Context, experiment string, all *Packed) error {
	if err := s.unpackSmall(experiment); err != nil {
		return err
	}
	loose, err := s.loose(experiment)
	if err != nil {
		return err
	}
	next := segment{store: s, experiment: experiment, done: all}
	for name := range s.packed(experiment).files {
		n := 0
		if _, err := fmt.Sscanf(filepath.Base(name), "%d-", &n); err == nil { // not a file of ours otherwise
			next.number = max(next.number, n)
		}
	}
	for _, key := range loose {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := s.path(experiment, key)
		info, err := os.Lstat(path)
		if err != nil {
			continue // it went while we looked
		}
		rec, data, from, err := s.read(experiment, key)
		if err == nil {
			err = possible(rec)
		}
		if err != nil || rec.Status == reports.Failed || from != path {
			all.Left++
			continue
		}
		if err := next.add(data, func() {
			if now, err := os.Lstat(path); err == nil && os.SameFile(info, now) { // another one is newer
				os.Remove(path)
			}
		}); err != nil {
			return err
		}
	}
	return next.flush()
}

// unpackSmall takes segments that are less than half full apart, to be packed with what is new, where there is anything new.
func (s *Store) unpackSmall(experiment string) error {
	loose, err := s.loose(experiment)
	if err != nil {
		return err
	}
	var small []string
	for name, places := range s.packed(experiment).files {
		if n := len(places); n > 0 && n < packRecords/2 && places[n-1].at < packBytes/2 {
			small = append(small, name)
		}
	}
	if len(loose) == 0 && len(small) < 2 {
		return nil
	}
	for _, name := range small {
		if err := s.unpack(experiment, name); err != nil {
			return err
		}
	}
	return nil
}

// segment is a segment in the making.
type segment struct {
	store      *Store
	experiment string
	number     int // of the last one
	done       *Packed

	entries []entry
	lines   bytes.Buffer
	remove  []func()
}

// add takes the file of a record; remove is called once the segment is safe.
func (g *segment) add(data []byte, remove func()) error {
	from := g.lines.Len()
	if err := json.Compact(&g.lines, data); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	g.lines.WriteByte('\n')
	var file headFile
	if err := json.Unmarshal(g.lines.Bytes()[from:], &file); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	g.entries = append(g.entries, entry{g.lines.Len() - from, file.Record})
	g.remove = append(g.remove, remove)
	if len(g.entries) >= packRecords || g.lines.Len() >= packBytes {
		return g.flush()
	}
	return nil
}

// flush writes the segment, waits until it is on the disk, and removes what it replaces.
func (g *segment) flush() error {
	if len(g.entries) == 0 {
		return nil
	}
	e, err := sealed(g.entries)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	first, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	data := slices.Concat(first, []byte("\n"), g.lines.Bytes())
	g.number++
	name := fmt.Sprintf("%06d-%.4x.jsonl", g.number, sha256.Sum256(data)) // two that pack where locks do not work differ
	dir := filepath.Join(g.store.dir, filepath.FromSlash(g.experiment), packedFolder)
	if err := g.store.write(filepath.Join(dir, name), data, true); err != nil {
		return fmt.Errorf("%w; nothing was removed", err)
	}
	syncFolder(dir)
	syncFolder(filepath.Dir(dir))
	for _, remove := range g.remove {
		remove()
	}
	g.done.Records += len(g.entries)
	g.done.Segments++
	g.entries, g.remove = nil, nil
	g.lines.Reset()
	return nil
}

// syncFolder makes names outlast a loss of power. Some file systems cannot, and need not.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
