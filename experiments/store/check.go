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
		bad := map[string]bool{} // segments
		reports.Each(len(keys), func(i int) {
			rec, _, path, err := s.read(experiment, keys[i])
			if errors.Is(err, fs.ErrNotExist) {
				return // it went while we looked
			}
			if err == nil {
				err = possible(rec)
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
			case !errors.As(err, new(*damage)):
			case isSegment(path):
				bad[path] = true
			case repair:
				s.setAside(path, err)
			}
			c.Damaged = append(c.Damaged, fmt.Sprintf("%s: record %s: %v", path, keys[i], err))
		})
		if err := s.checkSegments(experiment, bad, repair, &c); err != nil {
			return c, err
		}
	}
	slices.Sort(c.Damaged)
	return c, nil
}

// checkSegments adds the segments whose first lines are wrong; with repair it takes apart those of which anything is damaged.
func (s *Store) checkSegments(experiment string, bad map[string]bool, repair bool, c *Checked) error {
	for name, problem := range s.packed(experiment).problems {
		c.Damaged = append(c.Damaged, name+": "+problem)
		bad[name] = true
	}
	for name := range bad {
		if !repair {
			break
		}
		if err := s.unpack(experiment, name); err != nil {
			return err
		}
	}
	return nil
}

// possible reports values that no record can have.
func possible(rec *Record) error {
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
