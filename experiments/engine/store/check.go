package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Checked counts the whole and the damaged records of a store.
type Checked struct {
	Experiments, Records, Failed int
	Damaged                      []string // places that hold no whole record, with the reason

	also func(*Record, []byte) string
}

// Check verifies every record of the store: its sum, its key and place, and that its values can be. With repair, a damaged log is set
// aside and its whole records take its place, so that the runs of the others run again. also returns a further fault of a record, given
// with its JSON text, "" for none; it may be nil.
func (s *Store) Check(repair bool, also func(rec *Record, text []byte) string) (Checked, error) {
	c := Checked{also: also}
	experiments, err := s.Experiments()
	if err != nil {
		return c, err
	}
	for _, experiment := range experiments {
		c.Experiments++
		names, err := filepath.Glob(filepath.Join(s.dir, filepath.FromSlash(experiment), "*"+logEnding))
		if err != nil {
			return c, fmt.Errorf("store: %w", err)
		}
		for _, name := range names {
			wrong := c.log(name, experiment, nil)
			if c.Damaged = append(c.Damaged, list.Map(wrong, error.Error)...); repair && len(wrong) > 0 {
				if err := s.mend(name, experiment, wrong[0], also); err != nil {
					return c, fmt.Errorf("store: %w", err)
				}
			}
		}
	}
	return c, nil
}

// log verifies the lines of a log, counts its records, and returns what is wrong. The lines that are whole go to rest.
func (c *Checked) log(name, experiment string, rest *bytes.Buffer) (wrong []error) {
	bad := func(line int, why error) { wrong = append(wrong, fmt.Errorf("%s:%d: %w", name, line, why)) }
	file, err := openFile(name)
	if err != nil {
		bad(0, err)
		return wrong
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	for n := 1; ; n++ {
		text, err := readLine(in)
		if errors.Is(err, io.EOF) { // what a kill has cut short
			return wrong
		}
		if err != nil {
			bad(n, err)
			return wrong
		}
		if n == 1 {
			if err := checkFirst(text, experiment); err != nil {
				bad(n, err)
				if errors.Is(err, errNewer) {
					return wrong
				}
			}
			continue
		}
		rec, err := parse(text)
		if err == nil {
			err = possible(rec, experiment)
		}
		if err == nil && c.also != nil {
			if what := c.also(rec, bodyOf(text)); what != "" {
				err = damaged("%s", what)
			}
		}
		if err != nil {
			bad(n, err)
			continue
		}
		if c.Records++; rec.Status == result.Failed {
			c.Failed++
		}
		if rest != nil {
			rest.Write(text)
		}
	}
}

// mend sets a log aside and puts what is whole of it in its place.
func (s *Store) mend(name, experiment string, why error, also func(*Record, []byte) string) error {
	info, err := os.Lstat(name)
	if err != nil {
		return err
	}
	unlock, ok := s.Lock(context.Background(), "log "+filepath.Base(name), false)
	if !ok {
		return fmt.Errorf("%s is written by a process that still runs: repair it when that has ended", name)
	}
	defer unlock()
	if errors.Is(why, errNewer) {
		return fmt.Errorf("%w: this program repairs no file of a newer one", why)
	}
	rest := bytes.NewBuffer(firstLine(experiment))
	(&Checked{also: also}).log(name, experiment, rest)
	if err := s.setAside(name, why.Error()); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return files.WriteFile(name, rest.Bytes(), 0o666, "")
}

// possible reports values that no record of an experiment can have.
func possible(rec *Record, experiment string) error {
	if rec.Run.Experiment != experiment {
		return damaged("is a record of %s", rec.Run.Experiment)
	}
	if !slices.Contains([]result.Status{result.OK, result.Failed, result.Skipped}, rec.Status) {
		return damaged("status %q, want %s, %s or %s", rec.Status, result.OK, result.Failed, result.Skipped)
	}
	for _, name := range rec.Run.Metrics {
		v, there := rec.Metrics[name]
		_, told := rec.Unavailable[name]
		if rec.Status == result.OK && (there == told || math.IsInf(v, 0)) {
			return damaged("metric %s: want a number or a reason why there is none", name)
		}
	}
	for i, p := range rec.Path {
		if p.Iteration < 1 || i > 0 && p.Iteration <= rec.Path[i-1].Iteration || p.Iteration > rec.Iterations {
			return damaged("the path has iteration %d at place %d, want them rising from 1 to the %d of the run", p.Iteration, i+1, rec.Iterations)
		}
	}
	for name, a := range rec.Outputs {
		if len(a.Values) != a.Rows*a.Cols {
			return damaged("output %s: %d values, want %d×%d", name, len(a.Values), a.Rows, a.Cols)
		}
	}
	return nil
}
