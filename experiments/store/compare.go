package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nmfrepro/reports"
)

// Compared is how two stores differ.
type Compared struct {
	Equal, Unequal int      // units under one key, by their numbers
	Cells          []string // that differ, with how; sorted
}

// Compare sets the records of two stores against each other and changes neither. A unit that both have under another key was
// made with another version, other options or other data.
func (s *Store) Compare(other *Store) (Compared, error) {
	var c Compared
	mine, err := s.Experiments()
	if err != nil {
		return c, err
	}
	theirs, err := other.Experiments()
	if err != nil {
		return c, err
	}
	slices.Sort(theirs)
	for _, experiment := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(mine, theirs)))) {
		if err := s.compare(other, experiment, &c); err != nil {
			return c, err
		}
	}
	slices.Sort(c.Cells)
	return c, nil
}

// contrast counts the equal and the unequal units of a cell.
type contrast struct {
	both, unequal, otherwise, here, there int
	first                                 string // difference
}

func (s *Store) compare(other *Store, experiment string, c *Compared) error {
	a, err := s.Heads(experiment)
	if err != nil {
		return err
	}
	b, err := other.Heads(experiment)
	if err != nil {
		return err
	}
	cells := map[string]*contrast{}
	at := func(u Unit) *contrast {
		name := cell(u)
		if cells[name] == nil {
			cells[name] = &contrast{}
		}
		return cells[name]
	}
	replicate := func(h Head) string { return fmt.Sprintf("%s|%s|%d", cell(h.Unit), h.Unit.Subset, h.Unit.Replicate) }
	keys, replicates := map[string]bool{}, map[string]int{}
	for _, h := range b {
		keys[h.Key] = true
		replicates[replicate(h)]++
	}
	for _, h := range a {
		switch n := at(h.Unit); {
		case keys[h.Key]:
			delete(keys, h.Key)
			replicates[replicate(h)]--
			n.both++
			x, there := s.Get(experiment, h.Key)
			y, there2 := other.Get(experiment, h.Key)
			if there && there2 {
				if what := difference(x, y); what != "" {
					n.first = cmp.Or(n.first, what)
					n.unequal++
				}
			}
		case replicates[replicate(h)] > 0:
			replicates[replicate(h)]--
			n.otherwise++
		default:
			n.here++
		}
	}
	for _, h := range b {
		if keys[h.Key] && replicates[replicate(h)] > 0 {
			replicates[replicate(h)]--
			at(h.Unit).there++
		}
	}
	for name, n := range cells {
		c.Equal += n.both - n.unequal
		c.Unequal += n.unequal
		if text := n.String(); text != "" {
			c.Cells = append(c.Cells, name+": "+text)
		}
	}
	return nil
}

func (n contrast) String() string {
	var parts []string
	for _, p := range []struct {
		units int
		what  string
	}{{n.otherwise, " of another version, with other options or data"}, {n.here, " only in the first"}, {n.there, " only in the second"}} {
		if p.units > 0 {
			parts = append(parts, reports.Count(p.units, "unit")+p.what)
		}
	}
	if n.unequal > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s unequal, %s", n.unequal, reports.Count(n.both, "unit"), n.first))
	}
	return strings.Join(parts, "; ")
}

// difference tells in which number two records of one unit differ, "" for none. Times are none of them, and two failures are
// equal whatever their reasons.
func difference(a, b *Record) string {
	what := ""
	switch {
	case b.Status == reports.Failed:
	case a.Status != b.Status:
		what = fmt.Sprintf("%s, not %s", a.Status, b.Status)
	case a.Iterations != b.Iterations || a.Stopped != b.Stopped:
		what = fmt.Sprintf("%s after %d iterations, not %s after %d", a.Stopped, a.Iterations, b.Stopped, b.Iterations)
	case !slices.Equal(a.Trace, b.Trace):
		what = "another course of the objective"
	case !maps.EqualFunc(a.Outputs, b.Outputs, func(x, y Array) bool { return x.Rows == y.Rows && x.Cols == y.Cols && slices.Equal(x.Values, y.Values) }):
		what = "other outputs"
	}
	for _, name := range slices.Sorted(maps.Keys(a.Metrics)) {
		if other, there := b.Metrics[name]; what == "" && b.Status != reports.Failed && !strings.Contains(name, "seconds") && (!there || other != a.Metrics[name]) {
			what = fmt.Sprintf("%s = %v, not %v", name, a.Metrics[name], other)
		}
	}
	if what == "" {
		return ""
	}
	return fmt.Sprintf("replicate %d: %s (%s and %s)", a.Unit.Replicate, what, machine(a), machine(b))
}

// cell names what replicates of a unit share.
func cell(u Unit) string {
	text := fmt.Sprintf("%s: %s on %s, rank %d", u.Experiment, u.Method, u.Dataset, u.Rank)
	for _, name := range slices.Sorted(maps.Keys(u.Vary)) {
		text += fmt.Sprintf(", %s=%s", name, u.Vary[name])
	}
	return text
}

// machine names where a record was made.
func machine(rec *Record) string {
	p := rec.Provenance
	return strings.Join(slices.DeleteFunc([]string{p.Host, p.CPU, p.Arch, p.Program}, func(s string) bool { return s == "" }), ", ")
}
