package datasets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
)

// GetOptions say how a set is downloaded.
type GetOptions struct {
	Accept bool // the terms of the set are accepted
	// address of a mirror with the layout of the data folder, in place of the set's own; or ""
	From     string
	Client   *http.Client                             // nil is one that honours the proxy variables
	Stall    time.Duration                            // see fetch.Options
	Pause    time.Duration                            //
	Progress func(file string, done, total int64)     // called often; nil for silence
	Failed   func(file, address string, reason error) // told of an address that did not work
}

// ErrHave is returned by Get and Import where there is nothing to do.
var ErrHave = errors.New("nothing to do")

// Names below the data folder: the folder in which downloads and imports wait until they are whole, and the lock of writers.
const (
	stagingFolder = ".partial"
	lockFile      = ".lock"
)

const getRetries = 4

// ToFetch returns the sets that are missing in the data folder and that Get can download.
func ToFetch(folder string, entries []Entry) []Entry {
	return list.Filter(entries, func(e Entry) bool {
		return Outside(e) && Glance(folder, e) == StateMissing && len(e.Downloads) > 0
	})
}

// Get downloads a set into the data folder, which it creates. Files get their names only when they are whole and right;
// what is there is never replaced. An interrupted call is taken up by the next.
func Get(ctx context.Context, folder string, e Entry, opts GetOptions) error {
	if e.Embedded || len(e.Files) == 0 {
		return fmt.Errorf("datasets: %s: %s: %w", e.Name, e.HowToGet(), ErrHave)
	}
	if opts.From != "" {
		e.Downloads = mirrored(e, opts.From)
	}
	return locked(ctx, folder, func() error {
		err := Problem(folder, e, Check(folder, e))
		var absent *MissingError
		switch {
		case err == nil:
			return fmt.Errorf("datasets: %s: there and right: %w", e.Name, ErrHave)
		case !errors.As(err, &absent):
			return err // a wrong file is the user's to move
		case len(e.Downloads) == 0:
			return fmt.Errorf("datasets: %s cannot be downloaded: %s", e.Name, e.HowToGet())
		case e.Accept && !opts.Accept:
			return &LicenceError{e.Name, e.Terms}
		}
		if err := blocked(folder, absent.Paths); err != nil {
			return fmt.Errorf("datasets: %s: %w", e.Name, err)
		}
		for _, d := range e.Downloads {
			if err := stage(ctx, folder, e, d, opts); err != nil {
				return fmt.Errorf("datasets: %s: %w\nor get it from a mirror (--from), through a proxy ($HTTPS_PROXY), or by hand from its source "+
					"(%s), then: nmfrepro data import %s FILE", e.Name, err, e.Source, e.Name)
			}
		}
		return adopt(folder, e)
	})
}

// mirrored returns the downloads of a set's files from a mirror; they are judged like any others.
func mirrored(e Entry, address string) []Download {
	var out []Download
	for _, f := range e.Files {
		out = append(out, Download{URLs: []string{strings.TrimSuffix(address, "/") + "/" + f.Path}, Path: f.Path, Limit: f.Limit(), Mirror: true})
	}
	return out
}

// locked runs do while no other process writes into the data folder.
func locked(ctx context.Context, folder string, do func() error) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("datasets: %w", err)
	}
	lock := flock.New(filepath.Join(folder, lockFile))
	const again = 100 * time.Millisecond
	if _, err := lock.TryLockContext(ctx, again); err != nil {
		return fmt.Errorf("datasets: %s: another process is writing there: %w", folder, err)
	}
	defer lock.Unlock()
	return do()
}

// staging returns where the files of a set wait, in the layout of the data folder.
func staging(folder string, e Entry) string { return filepath.Join(folder, stagingFolder, e.Name) }

// stage fetches one download to the staging folder.
func stage(ctx context.Context, folder string, e Entry, d Download, opts GetOptions) error {
	target := filepath.Join(staging(folder, e), filepath.FromSlash(d.Path))
	if have(folder, e, d, target) {
		return nil
	}
	return Fetch(ctx, d.Addresses(), target, Options{
		Secure: !vouched(e, d),
		Client: opts.Client, Limit: d.Limit, Stall: opts.Stall, Pause: opts.Pause, Retries: getRetries,
		Check: func(part string) error { return judgeFile(e, d.Path, part) },
		Progress: func(done, total int64) {
			if opts.Progress != nil {
				opts.Progress(d.Path, done, total)
			}
		},
		Failed: func(address string, reason error) {
			if opts.Failed != nil {
				opts.Failed(d.Path, address, reason)
			}
		},
	})
}

// have tells whether a download was staged before, or its file is in the data folder.
func have(folder string, e Entry, d Download, target string) bool {
	if _, err := os.Stat(target); err == nil {
		return judgeFile(e, d.Path, target) == nil
	}
	_, err := os.Stat(filepath.Join(folder, filepath.FromSlash(d.Path)))
	return err == nil
}

// adopt judges the set as a whole and moves its files into the data folder.
func adopt(folder string, e Entry) error {
	waiting := staging(folder, e)
	fsys := overlay{files.Dir(waiting), files.Dir(folder)}
	if err := Problem(waiting, e, check(fsys, waiting, e)); err != nil {
		clearErr := os.RemoveAll(waiting)
		return errors.Join(fmt.Errorf("%w (what was fetched is not used)", err), clearErr)
	}
	return move(waiting, folder, e)
}

// blocked tells of links to nowhere in the places of files that are missing: neither a file nor room for one.
func blocked(folder string, paths []string) error {
	for _, p := range paths {
		to := filepath.Join(folder, filepath.FromSlash(p))
		if _, err := os.Lstat(to); err != nil {
			continue
		}
		if _, err := os.Stat(to); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is a link to a file that is not there; remove the link, or bring back what it points to", to)
		}
	}
	return nil
}

// vouched tells whether what a download brings can be told from anything else: by sums, or by what the set holds.
func vouched(e Entry, d Download) bool {
	if e.Content != "" {
		return true
	}
	for _, f := range slices.Concat(e.Files, e.Alternates) {
		if f.Path == d.Path && f.SHA256 == "" {
			return false
		}
	}
	return true
}

// move gives the waiting files of a set their names. A file that is there stays.
func move(waiting, folder string, e Entry) error {
	for _, f := range slices.Concat(e.Files, e.Alternates) {
		from, to := filepath.Join(waiting, filepath.FromSlash(f.Path)), filepath.Join(folder, filepath.FromSlash(f.Path))
		if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return fmt.Errorf("datasets: %s: %w", e.Name, err)
		}
		if _, err := os.Stat(to); err == nil {
			continue
		}
		if err := blocked(folder, []string{f.Path}); err != nil {
			return fmt.Errorf("datasets: %s: %w", e.Name, err)
		}
		if err := os.Rename(from, to); err != nil {
			return fmt.Errorf("datasets: %s: %w", e.Name, err)
		}
	}
	return os.RemoveAll(waiting)
}

// overlay is two folders as one; the first counts.
type overlay [2]fs.FS

// Open implements fs.FS.
func (o overlay) Open(name string) (fs.File, error) {
	f, err := o[0].Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o[1].Open(name)
	}
	return f, err
}
