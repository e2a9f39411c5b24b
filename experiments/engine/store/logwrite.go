package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

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
