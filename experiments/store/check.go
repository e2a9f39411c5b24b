package store

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"sync"

	"nmfrepro/reports"
)

// Checked counts what a check of a store found.
type Checked struct {
	Experiments, Records, Failed int
	Damaged                      []string // files that are no whole records, with the reason
}

// Check verifies every record of the store: its sum, its key and place, and that its values can be. With repair, what is
// damaged is set aside, so that its units run again.
func (s *Store) Check(repair bool) (Checked, error) {
	var c Checked
	experiments, err := s.Experiments()
	if err != nil {
		return c, err
	}
	var mu sync.Mutex
	for _, experiment := range experiments {
		c.Experiments++
		keys, err := s.Keys(experiment)
		if err != nil {
			return c, err
		}
		s.each(len(keys), func(i int) {
			path := s.path(experiment, keys[i])
			rec, err := readRecord(path, keys[i])
			if errors.Is(err, fs.ErrNotExist) {
				return // it went while we looked
			}
			if err == nil {
				err = possible(rec, experiment)
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				c.Records++
				if rec.Status == reports.Failed {
					c.Failed++
				}
				return
			case repair && errors.As(err, new(*damage)):
				s.setAside(path, err)
			}
			c.Damaged = append(c.Damaged, fmt.Sprintf("%s: %v", path, err))
		})
	}
	slices.Sort(c.Damaged)
	return c, nil
}

// possible reports values that no record can have.
func possible(rec Record, experiment string) error {
	if rec.Unit.Experiment != experiment {
		return damaged("is a record of %s", rec.Unit.Experiment)
	}
	if !slices.Contains([]reports.Status{reports.OK, reports.Failed, reports.Skipped}, rec.Status) {
		return damaged("status %q, want %s, %s or %s", rec.Status, reports.OK, reports.Failed, reports.Skipped)
	}
	for _, name := range rec.Unit.Metrics {
		if rec.Status != reports.OK {
			break
		}
		v, there := rec.Metrics[name]
		_, told := rec.Unavailable[name]
		if there == told || math.IsInf(v, 0) {
			return damaged("metric %s: want a number or a reason why there is none", name)
		}
	}
	for name, a := range rec.Outputs {
		if len(a.Values) != a.Rows*a.Cols {
			return damaged("output %s: %d values, want %d×%d", name, len(a.Values), a.Rows, a.Cols)
		}
	}
	return nil
}
