package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/nearest"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/strict"
	"nmfrepro/solvers"
)

// checker collects what is wrong with a spec beyond the types of its values.
type checker struct {
	spec     *Spec
	problems strict.Problems
}

func (c *checker) bad(path, format string, args ...any) {
	c.problems = append(c.problems, c.spec.node.At(path).Problem(format, args...))
}

// name reports a name that is none of the valid ones.
func (c *checker) name(path, what, got string, valid []string) bool {
	if slices.Contains(valid, got) {
		return true
	}
	c.bad(path, "unknown %s %q, %s", what, got, nearest.Hint(got, valid))
	return false
}

// unique reports a key that is given twice, is empty, or holds characters that an address could not carry.
func (c *checker) unique(path, key string, seen map[string]bool) {
	if seen[key] {
		c.bad(path, "%q is given twice", key)
	}
	if key == "" || strings.ContainsAny(key, " ,=|:/@") {
		c.bad(path, "%q cannot stand in an address, want a name without spaces and , = | : / @", key)
	}
	seen[key] = true
}

// check reports everything that is wrong with a spec that decoded without problems.
func (l *Library) check(s *Spec) strict.Problems {
	c := &checker{spec: s}
	c.datasets()
	c.methods()
	c.metrics()
	c.profiles()
	c.panels(l)
	return c.problems
}

func (c *checker) datasets() {
	seen := map[string]bool{}
	for i, d := range c.spec.Datasets {
		at := fmt.Sprintf("datasets[%d]", i)
		c.unique(at+".key", d.Key, seen)
		if len(d.Ranks) == 0 {
			c.bad(at+".ranks", "no rank, want at least one")
		}
		for k, r := range d.Ranks {
			if r < 1 {
				c.bad(fmt.Sprintf("%s.ranks[%d]", at, k), "rank = %d, want ≥ 1", r)
			}
		}
		if d.Classes < 0 {
			c.bad(at+".classes", "classes = %d, want ≥ 0", d.Classes)
		}
		if c.name(at+".source", "data set", d.Source, datasets.Names()) {
			entry, _ := datasets.Find(d.Source)
			c.problems = append(c.problems, d.Options.Decode(entry.New())...)
		}
	}
}

func (c *checker) methods() {
	c.init("init", c.spec.Init)
	c.stop("stop", c.spec.Stop)
	c.readings("clusters", c.spec.Clusters)
	seen := map[string]bool{}
	for i, m := range c.spec.Methods {
		at := fmt.Sprintf("methods[%d]", i)
		c.unique(at+".key", m.Key, seen)
		c.init(at+".init", m.Init)
		c.readings(at+".clusters", m.Clusters)
		if m.Stop != nil {
			c.stop(at+".stop", *m.Stop)
		}
		if m.Solver == "" {
			if m.Options.Present() {
				c.bad(at+".options", "options without a solver")
			}
			continue
		}
		if c.name(at+".solver", "solver", m.Solver, solvers.Names()) {
			entry, _ := solvers.Find(m.Solver)
			solver := entry.New()
			problems := m.Options.Decode(solver)
			c.problems = append(c.problems, problems...)
			if err := solvers.CheckOptions(m.Solver, solver); err != nil && len(problems) == 0 {
				c.bad(at+".options", "%v", err)
			}
		}
	}
}

func (c *checker) init(path, init string) {
	if init != "" {
		c.name(path, "start", init, inits)
	}
}

func (c *checker) stop(path string, s StopSpec) {
	if s.Iterations < 1 {
		c.bad(path+".iterations", "iterations = %d, want ≥ 1", s.Iterations)
	}
	if s.Every < 0 {
		c.bad(path+".every", "every = %d, want ≥ 1, or 0 for a fiftieth of the limit", s.Every)
	}
	for _, tol := range []struct {
		name  string
		value float64
	}{{"tol-objective", s.TolObjective}, {"tol-factor", s.TolFactor}} {
		if !(tol.value >= 0) || math.IsInf(tol.value, 0) {
			c.bad(path+"."+tol.name, "%s = %v, want a finite value ≥ 0", tol.name, tol.value)
		}
	}
}

func (c *checker) readings(path string, readings []Reading) {
	seen := map[string]bool{}
	for i, r := range readings {
		at := fmt.Sprintf("%s[%d]", path, i)
		c.unique(at+".name", r.Name, seen)
		if err := r.Validate(); err != nil {
			c.bad(at, "%v", err)
		}
	}
}

func (c *checker) metrics() {
	seen, readings := map[string]bool{}, c.readingNames()
	for i, m := range c.spec.Metrics {
		at := fmt.Sprintf("metrics[%d]", i)
		if seen[m] {
			c.bad(at, "%q is given twice", m)
		}
		seen[m] = true
		base, reading, at2 := strings.Cut(m, "@")
		c.name(at, "metric", base, eval.Names())
		if at2 {
			c.name(at, "reading", reading, readings)
		}
	}
}

func (c *checker) readingNames() []string {
	var names []string
	add := func(readings []Reading) {
		for _, r := range readings {
			if !slices.Contains(names, r.Name) {
				names = append(names, r.Name)
			}
		}
	}
	add(c.spec.Clusters)
	for _, m := range c.spec.Methods {
		add(m.Clusters)
	}
	return names
}

func (c *checker) profiles() {
	for i, p := range []Profile{c.spec.Profiles.Smoke, c.spec.Profiles.Quick, c.spec.Profiles.Paper} {
		at := "profiles." + ProfileNames[i]
		if p.Replicates < 1 {
			c.bad(at+".replicates", "replicates = %d, want ≥ 1", p.Replicates)
		}
		for k, o := range p.Overrides {
			at := fmt.Sprintf("%s.overrides[%d]", at, k)
			c.stop(at+".stop", o.Stop)
			for n, key := range o.Datasets {
				c.name(fmt.Sprintf("%s.datasets[%d]", at, n), "data set key", key, c.spec.datasetKeys())
			}
			for n, key := range o.Methods {
				c.name(fmt.Sprintf("%s.methods[%d]", at, n), "method key", key, c.spec.methodKeys())
			}
		}
	}
}

func (c *checker) panels(l *Library) {
	_, table := l.PaperOf(c.spec)
	seen := map[string]bool{}
	for i, p := range c.spec.Panels {
		at := fmt.Sprintf("panels[%d]", i)
		c.unique(at+".key", p.Key, seen)
		if p.Decimals < 0 || p.Decimals > 15 {
			c.bad(at+".decimals", "decimals = %d, want 0 to 15", p.Decimals)
		}
		printed, comparable := c.published(at, p, table)
		for k, col := range p.Columns {
			at := fmt.Sprintf("%s.columns[%d]", at, k)
			c.name(at+".method", "method key", col.Method, c.spec.methodKeys())
			switch metric := c.spec.metricOf(p, col); {
			case metric == "":
				c.bad(at, "no metric, want one here or in the panel")
			case !slices.Contains(c.spec.Metrics, metric):
				c.bad(at, "metric %q is not computed, %s", metric, nearest.Hint(metric, c.spec.Metrics))
			}
			if comparable && col.Published != nothing {
				c.name(at, "published column", c.spec.publishedColumn(col), printed.Columns)
			}
		}
	}
}

// published finds the panel of paper.yaml that a panel is compared with; false if there is none to compare with.
func (c *checker) published(at string, p PanelSpec, table *published.Table) (published.Panel, bool) {
	if table == nil || p.Published == nothing {
		return published.Panel{}, false
	}
	if !c.name(at, "published panel", p.publishedKey(), table.Panels.Names()) {
		return published.Panel{}, false
	}
	panel, _ := table.Panels.Get(p.publishedKey())
	for _, d := range c.spec.Datasets {
		for _, r := range d.Ranks {
			if _, ok := panel.Rows.Get(d.rowLabel(r)); !ok {
				c.bad(at, "paper.yaml has no row %q in panel %s", d.rowLabel(r), p.publishedKey())
			}
		}
	}
	return panel, true
}
