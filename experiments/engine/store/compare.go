package store

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/reports/result"
)

// Compared lists the differences of two stores.
type Compared struct {
	Equal, Unequal int      // runs under one key, by their numbers
	Cells          []string // that differ, with how; sorted
}

// Compare sets the records of two stores against each other and changes neither. A run that both have under another key was
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
	for _, experiment := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(mine, theirs)))) {
		s.compare(other, experiment, &c)
	}
	slices.Sort(c.Cells)
	return c, nil
}

// contrast counts the equal and the unequal runs of a cell.
type contrast struct {
	both, unequal, otherwise, here, there int
	first                                 string // difference
}

func (s *Store) compare(other *Store, experiment string, c *Compared) {
	a, b := s.last(experiment), other.last(experiment)
	cells := map[string]*contrast{}
	at := func(id Identity) *contrast {
		name := cell(id)
		if cells[name] == nil {
			cells[name] = &contrast{}
		}
		return cells[name]
	}
	replicate := func(h Head) string { return fmt.Sprintf("%s|%s|%d", cell(h.Run), h.Run.Subset, h.Run.Replicate) }
	replicates := map[string]int{}
	for _, h := range b {
		replicates[replicate(h)]++
	}
	for key, h := range a {
		x, there := s.Get(Ref{experiment, key})
		y, there2 := other.Get(Ref{experiment, key})
		switch n := at(h.Run); {
		case there && there2 && sameBuild{x}.Stale(y.Provenance) == "":
			n.both++
			if what := difference(x, y); what != "" {
				n.first = min(cmp.Or(n.first, what), what)
				n.unequal++
			}
		case replicates[replicate(h)] > 0:
			n.otherwise++
		default:
			n.here++
			continue
		}
		replicates[replicate(h)]--
	}
	for _, h := range b {
		if _, both := a[h.Key]; !both && replicates[replicate(h)] > 0 {
			replicates[replicate(h)]--
			at(h.Run).there++
		}
	}
	for name, n := range cells {
		c.Equal += n.both - n.unequal
		c.Unequal += n.unequal
		if text := n.String(); text != "" {
			c.Cells = append(c.Cells, name+": "+text)
		}
	}
}

// last returns the heads of an experiment by key, of each key the last one.
func (s *Store) last(experiment string) map[string]Head {
	last := map[string]Head{}
	for key, of := range s.Heads(experiment) {
		last[key] = of[len(of)-1]
	}
	return last
}

func (n contrast) String() string {
	var parts []string
	for _, p := range []struct {
		runs int
		what string
	}{{n.otherwise, " of another version, with other options or data"}, {n.here, " only in the first"}, {n.there, " only in the second"}} {
		if p.runs > 0 {
			parts = append(parts, result.Count(p.runs, "run")+p.what)
		}
	}
	if n.unequal > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s unequal, %s", n.unequal, result.Count(n.both, "run"), n.first))
	}
	return strings.Join(parts, "; ")
}

// difference names two records of one run by replicate and machine and tells in which number they differ, "" for none.
func difference(a, b *Record) string {
	what := Difference(a, b)
	if what == "" {
		return ""
	}
	return fmt.Sprintf("replicate %d: %s (%s and %s)", a.Run.Replicate, what, Machine(a), Machine(b))
}

// Difference tells in which number two records of one run differ first, and from which bit on, "" for none. Times are not compared, and
// two failures are equal whatever their reasons. A committed record lacks some parts; these are not compared.
func Difference(a, b *Record) string {
	trace := b.Trace
	if a.Run.Metrics == nil && b.Run.Metrics != nil {
		l := newLine(b, 0)
		b = l.record([]Provenance{b.Provenance})
		trace = seenAt(a.Trace, trace)
	}
	switch {
	case a.Status == result.Failed && b.Status == result.Failed:
		return ""
	case a.Status != b.Status:
		return fmt.Sprintf("%s, not %s", a.Status, b.Status)
	case a.Iterations != b.Iterations || a.Stopped != b.Stopped:
		return fmt.Sprintf("%s after %d iterations, not %s after %d", a.Stopped, a.Iterations, b.Stopped, b.Iterations)
	case len(a.Trace) != len(trace):
		return fmt.Sprintf("%d observations of the objective, not %d", len(a.Trace), len(trace))
	}
	for i, p := range a.Trace {
		if p.Iteration != trace[i].Iteration {
			return fmt.Sprintf("the objective observed after %d iterations, not %d", p.Iteration, trace[i].Iteration)
		}
		if what := differ(fmt.Sprintf("objective after %d iterations", p.Iteration), p.Objective, trace[i].Objective); what != "" {
			return what
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.Outputs)) {
		x, y := a.Outputs[name], b.Outputs[name]
		if x.Rows != y.Rows || x.Cols != y.Cols {
			return fmt.Sprintf("output %s is %d×%d, not %d×%d", name, x.Rows, x.Cols, y.Rows, y.Cols)
		}
		for i, v := range x.Values {
			if what := differ(fmt.Sprintf("row %d, column %d of output %s", i/x.Cols+1, i%x.Cols+1, name), v, y.Values[i]); what != "" {
				return what
			}
		}
	}
	if what := scoresDiffer(a.Metrics, b.Metrics, a.Status == result.OK); what != "" {
		return what
	}
	return pathsDiffer(a.Path, b.Path)
}

// scoresDiffer names the first metric in which two runs differ, "" for none; times do not count. whole tells that the first
// has all that the second should have.
func scoresDiffer(a, b map[string]float64, whole bool) string {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		base, _ := result.SplitMetric(name)
		if m, _ := eval.Find(base); m.Clock {
			continue
		}
		other, there := b[name]
		if !there {
			return name + " is not there"
		}
		if what := differ(name, a[name], other); what != "" {
			return what
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if _, there := a[name]; !there && whole {
			return name + " is not in the first"
		}
	}
	return ""
}

// pathsDiffer names the first number in which the paths of two runs differ, "" for none.
func pathsDiffer(a, b []Checkpoint) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d points of the path, not %d", len(a), len(b))
	}
	for i, p := range a {
		q, at := b[i], fmt.Sprintf(" after %d iterations", p.Iteration)
		if p.Iteration != q.Iteration {
			return fmt.Sprintf("a point of the path after %d iterations, not %d", p.Iteration, q.Iteration)
		}
		for _, n := range []struct {
			name string
			a, b *float64
		}{{"objective", &p.Objective, &q.Objective}, {"residual", p.Residual, q.Residual}, {"change of the objective", p.Change, q.Change}} {
			if (n.a == nil) != (n.b == nil) {
				return n.name + at + " is in one alone"
			}
			if n.a == nil {
				continue
			}
			if what := differ(n.name+at, *n.a, *n.b); what != "" {
				return what
			}
		}
		if what := scoresDiffer(p.Metrics, q.Metrics, true); what != "" {
			return at[1:] + ": " + what
		}
	}
	return ""
}

// seenAt returns the points of a trace at the iterations of a committed one, with as many digits. Which points are committed was
// another choice once.
func seenAt(committed, trace []Point) (at []Point) {
	for _, p := range trace {
		if slices.ContainsFunc(committed, func(c Point) bool { return c.Iteration == p.Iteration }) {
			at = append(at, Point{p.Iteration, rounded(p.Objective, traceDigits)})
		}
	}
	return at
}

// differ tells from which bit on two numbers differ, the sign being the first of 64, "" if they are equal.
func differ(what string, a, b float64) string {
	if a == b {
		return ""
	}
	first := 1 + bits.LeadingZeros64(math.Float64bits(a)^math.Float64bits(b))
	return fmt.Sprintf("%s = %v, not %v, from bit %d of 64 on", what, a, b, first)
}

// cell names what replicates of a run share.
func cell(id Identity) string {
	text := fmt.Sprintf("%s: %s on %s, rank %d", id.Experiment, id.Method, id.Dataset, id.Rank)
	return text + list.JoinByName(id.Vary, "", func(name, value string) string { return ", " + name + "=" + value })
}

// Machine names where a record was made.
func Machine(rec *Record) string {
	p := rec.Provenance
	return strings.Join(list.Filter([]string{p.Host, p.CPU, p.Arch, p.Program}, func(s string) bool { return s != "" }), ", ")
}

// Experiments lists the experiments that have a folder in the store, sorted.
func (s *Store) Experiments() ([]string, error) {
	papers, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	var all []string
	for _, paper := range papers {
		if !paper.IsDir() || strings.HasPrefix(paper.Name(), ".") || paper.Name() == "corrupt" {
			continue
		}
		tables, err := os.ReadDir(filepath.Join(s.dir, paper.Name()))
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		tables = list.Filter(tables, os.DirEntry.IsDir)
		all = append(all, list.Map(tables, func(table os.DirEntry) string { return paper.Name() + "/" + table.Name() })...)
	}
	return all, nil
}
