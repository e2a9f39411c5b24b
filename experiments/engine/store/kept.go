package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Kept checks that the records that this store has found or written are still there: each file has its name and its length at least, the
// file of this process is the one that it writes to, and its records can be read back. The error says which records are lost, as where
// somebody has deleted the folder, unmounted its file system or cut a file.
func (s *Store) Kept() error {
	s.mu.Lock()
	all := make([]*logs, 0, len(s.open))
	for _, l := range s.open {
		all = append(all, l)
	}
	s.mu.Unlock()
	slices.SortFunc(all, func(a, b *logs) int { return cmp.Compare(a.dir, b.dir) })
	lost, why := 0, []string{}
	again := Open(s.dir, nil) // somebody may have mended a file meanwhile: what is found anew is not lost
	for _, l := range all {
		keys, reasons := l.lost()
		gone := list.Filter(keys, func(key string) bool {
			return !slices.ContainsFunc(again.logs(l.experiment).placesOf(key), func(p position) bool {
				_, err := p.read(l.experiment, key)
				return err == nil
			})
		})
		if len(gone) > 0 {
			lost, why = lost+len(gone), append(why, reasons...)
		}
	}
	if lost == 0 {
		return nil
	}
	const shown = 3
	if more := len(why) - shown; more > 0 {
		why = append(why[:shown], fmt.Sprintf("and %s more", result.Count(more, "file")))
	}
	return fmt.Errorf("store: %s lost while this command went on: %s; the same command computes them again, once the folder is as it "+
		"should be",
		result.Count(lost, "record")+map[bool]string{true: " is", false: " are"}[lost == 1], strings.Join(why, "; "))
}

// lost lists the records of an experiment that may not be there any more, and says of each file what became of it.
func (l *logs) lost() (lost, why []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	in := map[*logFile][]position{}
	keys := map[*logFile][]string{}
	for key, places := range l.places {
		for _, p := range places {
			in[p.file], keys[p.file] = append(in[p.file], p), append(keys[p.file], key)
		}
	}
	files := make([]*logFile, 0, len(in))
	for f := range in {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b *logFile) int { return cmp.Compare(a.path, b.path) })
	for _, f := range files {
		if gone, reason := l.lostOf(f, in[f], keys[f]); len(gone) > 0 {
			lost, why = append(lost, gone...), append(why, fmt.Sprintf("%s %s", f.path, reason))
		}
	}
	return list.AppendUnique(nil, lost...), why
}

// lostOf lists the records of a file that may not be there any more, by key.
func (l *logs) lostOf(f *logFile, places []position, keys []string) (lost []string, why string) {
	info, err := os.Lstat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return keys, "is gone"
	case err != nil:
		return keys, "cannot be read: " + err.Error()
	case !info.Mode().IsRegular():
		return keys, "is " + notRegular(info).Error()
	}
	if f.info != nil && !os.SameFile(f.info, info) {
		return keys, "is another file than before"
	}
	if info.Size() < f.read {
		return keys, fmt.Sprintf("has %d bytes, of %d that were there", info.Size(), f.read)
	}
	if f != l.own {
		return nil, ""
	}
	there := make([]bool, len(places))
	list.Parallel(len(places), func(i int) {
		_, err := places[i].read(l.experiment, keys[i])
		there[i] = err == nil
	})
	for i, key := range keys {
		if !there[i] {
			lost = append(lost, key)
		}
	}
	return lost, "holds something else where they were written"
}
