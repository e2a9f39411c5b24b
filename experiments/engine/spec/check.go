package spec

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// checker collects what is wrong with a spec beyond the types of its values.
type checker struct {
	spec     *Experiment
	problems strict.Problems
	methodOf map[string]*Method // by key, filled at the first look
}

func (c *checker) bad(path, format string, args ...any) {
	c.problems = append(c.problems, c.spec.node.At(path).Problem(format, args...))
}

// refuse reports a problem if something is wrong.
func (c *checker) refuse(wrong bool, path, format string, args ...any) {
	if wrong {
		c.bad(path, format, args...)
	}
}

// name reports a name that is none of the valid ones.
func (c *checker) name(path, what, got string, valid []string) bool {
	if slices.Contains(valid, got) {
		return true
	}
	c.bad(path, "unknown %s %q, %s", what, got, list.DidYouMean(got, valid))
	return false
}

// given reports a name that is given and none of the valid ones.
func (c *checker) given(path, what, got string, valid []string) {
	if got != "" {
		c.name(path, what, got, valid)
	}
}

// method finds the method of a key, and reports a key that is none.
func (c *checker) method(path, key string) *Method {
	if c.methodOf == nil {
		c.methodOf = make(map[string]*Method, len(c.spec.Methods))
		for i := range c.spec.Methods {
			c.methodOf[c.spec.Methods[i].Key] = &c.spec.Methods[i]
		}
	}
	m := c.methodOf[key]
	if m == nil {
		c.name(path, "method key", key, c.spec.methodKeys())
	}
	return m
}

// unique reports a key that is given twice, is empty, or holds characters that an address could not carry.
func (c *checker) unique(path, key string, seen map[string]bool) {
	c.refuse(seen[key], path, "%q is given twice", key)
	odd := func(r rune) bool { return strings.ContainsRune(" ,=|:/@", r) || !unicode.IsPrint(r) }
	c.refuse(key == "" || strings.ContainsFunc(key, odd), path,
		"%q cannot stand in an address, want a name without spaces, control characters and , = | : / @", key)
	seen[key] = true
}

// check reports everything that is wrong with a spec that decoded without problems.
func (l *Library) check(s *Experiment) strict.Problems {
	c := &checker{spec: s}
	if s.Like == "" {
		c.complete()
		c.datasets()
		c.init("init", c.spec.Init)
		c.readings("clusters", c.spec.Clusters)
		if c.methods(c.spec.Methods, map[string]bool{}) {
			c.stop("stop", c.spec.Stop)
		}
		c.refuse(s.Starts < 0, "starts", "starts = %d, want ≥ 1", s.Starts)
		c.metrics()
		c.profiles()
		c.refuse(s.TuneBy != "", "tune-by", "tune-by goes with like; a method names its own metric under tune: {by: ...}")
	} else {
		c.methods(c.spec.Added, map[string]bool{})
		for _, m := range s.Methods {
			if entry, known := s.FindSolver(m.Solver); known && s.TuneBy != "" && !slices.Contains(keysOf(s.Added), m.Key) {
				c.tune("tune-by", m, entry)
			}
		}
	}
	c.path()
	c.refuse(len(s.Panels) == 0 && len(s.Plots) == 0 && s.Like == "", "", "neither panels nor plots: nothing would be shown")
	c.panels(l)
	c.plots(l)
	return c.problems
}

// complete reports what an experiment with runs of its own cannot do without.
func (c *checker) complete() {
	s := c.spec
	need := func(key string, there bool) { c.refuse(!there, "", "missing key %q", key) }
	need("seed", s.Seed != 0)
	if given := s.node.Get("replicates").Present(); given && s.Replicates < 1 {
		c.bad("replicates", "replicates = %d, want 1 or more", s.Replicates)
	} else {
		need("replicates", s.node.Get("profiles").Present() || given)
	}
	need("datasets", len(s.Datasets) > 0)
	need("methods", len(s.Methods) > 0)
	need("metrics", len(s.Metrics)+len(s.Outputs) > 0)
	for i, o := range s.Outputs {
		base, reading := result.SplitMetric(o)
		c.name(fmt.Sprintf("outputs[%d]", i), "output", base, eval.OutputNames())
		if base != o {
			c.name(fmt.Sprintf("outputs[%d]", i), "reading", reading, c.readingNames())
		}
	}
}

func (c *checker) datasets() {
	seen := map[string]bool{}
	for i, d := range c.spec.Datasets {
		at := fmt.Sprintf("datasets[%d]", i)
		c.unique(at+".key", d.Key, seen)
		c.refuse(len(d.Ranks) == 0, at+".ranks", "no rank, want at least one")
		c.ranks(at+".ranks", d)
		c.refuse(d.Classes < 0, at+".classes", "classes = %d, want ≥ 0", d.Classes)
		c.refuse(d.Starts < 0, at+".starts", "starts = %d, want ≥ 1", d.Starts)
		c.refuse(d.Every < 0, at+".every", "every = %d, want ≥ 1, or 0 to keep all samples", d.Every)
		c.refuse(d.Folds < 0 || d.Folds == 1, at+".folds", "folds = %d, want ≥ 2, or 0 to hold nothing out", d.Folds)
		c.refuse(!(d.HoldSamples >= 0 && d.HoldSamples < 1), at+".hold-samples", "hold-samples = %v, want at least 0 and below 1", d.HoldSamples)
		c.heldEntries(at+".hold-entries", d)
		if d.Constraints != nil {
			c.problems = append(c.problems, d.Constraints.Check(c.spec.node.At(at+".constraints"))...)
		}
		c.refuse(len(strings.Fields(d.Family)) > 1, at+".family", "family = %q, want one word, as faces or digits", d.Family)
		c.source(at+".source", d.Source, d.Options)
		if d.Substitute != "" {
			c.source(at+".substitute", d.Substitute, d.Options)
		}
	}
}

// ranks reports those that are given twice, and those beyond the size of the data as far as the registry knows it.
func (c *checker) ranks(path string, d Dataset) {
	limit := 0
	if entry, known := datasets.Source(d.Source); known && !d.Options.Present() {
		limit = max(entry.Features, entry.Samples)
	}
	seen := map[int]bool{}
	for k, r := range d.Ranks {
		at := fmt.Sprintf("%s[%d]", path, k)
		switch {
		case r < 1:
			c.bad(at, "rank = %d, want ≥ 1", r)
		case limit > 0 && r > limit:
			c.bad(at, "rank = %d, want at most %d, the longer side of %s", r, limit, d.Source)
		case seen[r]:
			c.bad(at, "rank %d is given twice", r)
		}
		seen[r] = true
	}
}

func (c *checker) source(path, name string, options strict.Node) {
	if !c.name(path, "data set", name, datasets.Sources()) {
		return
	}
	entry, _ := datasets.Source(name)
	set := entry.New()
	problems := options.Decode(set)
	c.problems = append(c.problems, problems...)
	err := dataset.Validate(entry, set)
	c.refuse(err != nil && len(problems) == 0, path, "%v", err)
}

// methods checks those that the file lists. shared tells that some of them stop by the experiment's rules.
func (c *checker) methods(methods []Method, seen map[string]bool) (shared bool) {
	for i, m := range methods {
		at := fmt.Sprintf("methods[%d]", i)
		c.unique(at+".key", m.Key, seen)
		c.init(at+".init", m.Init)
		c.initFrom(at+".init-from", m)
		c.consensus(at+".consensus", m)
		c.starts(at, m)
		c.readings(at+".clusters", m.Clusters)
		c.keys(at+".datasets", "data set key", m.Datasets, c.spec.datasetKeys())
		c.keys(at+".home", "data set key", m.Home, c.spec.datasetKeys())
		c.given(at+".measure", "measure", m.Measure, measures)
		if m.Stop != nil {
			c.stop(at+".stop", *m.Stop)
		}
		shared = shared || m.Solver != "" && m.Stop == nil
		if m.Solver == "" {
			c.refuse(m.Options.Present() || len(m.OptionsOn) > 0, at+".options", "options without a solver")
			c.refuse(m.Tune != nil, at+".tune", "a method without a solver has no options to tune")
			continue
		}
		if c.name(at+".solver", "solver", m.Solver, c.spec.solverNames()) {
			entry, _ := c.spec.FindSolver(m.Solver)
			c.options(at, m, entry)
			c.vary(at+".vary", m.Vary, entry)
			c.tune(at+".tune", m, entry)
		}
	}
	return shared
}

// options reports options that the solver does not have or that it refuses, those of single data sets too.
func (c *checker) options(at string, m Method, entry solvers.Entry) {
	sets := strict.Map[strict.Node]{{Name: "options", Value: m.Options}}
	for _, on := range m.OptionsOn {
		if c.name(at+".options-on", "data set key", on.Name, c.spec.datasetKeys()) {
			sets = append(sets, strict.Entry[strict.Node]{Name: "options-on." + on.Name, Value: on.Value})
		}
	}
	for _, set := range sets {
		solver := entry.New()
		_ = m.Options.Decode(solver) // its problems are listed where it stands
		problems := set.Value.Decode(solver)
		c.problems = append(c.problems, problems...)
		err := solvers.CheckOptions(m.Solver, solver)
		c.refuse(err != nil && len(problems) == 0, at+"."+set.Name, "%v", err)
	}
}

// vary reports values that an option cannot have.
func (c *checker) vary(path string, axes strict.Map[[]strict.Literal], entry solvers.Entry) {
	for _, axis := range axes {
		at := path + "[" + strconv.Quote(axis.Name) + "]"
		c.refuse(len(axis.Value) == 0, at, "%s has no values", axis.Name)
		if !c.name(at, "option of "+entry.Name, axis.Name, list.Map(solvers.Options(entry.New()), func(o solvers.Option) string {
			return o.Name
		})) {
			continue
		}
		seen := map[strict.Literal]bool{}
		for _, value := range axis.Value {
			err := solvers.SetOption(entry.New(), axis.Name, string(value))
			c.refuse(err != nil, at, "%v", err)
			c.refuse(seen[value], at, "%s is given twice", value)
			seen[value] = true
		}
	}
}

// tune reports what cannot be tuned so, and notes the points of the grid that the solver refuses.
func (c *checker) tune(path string, m Method, entry solvers.Entry) {
	if m.Tune == nil {
		return
	}
	c.refuse(len(m.Tune.Grid) == 0, path+".grid", "the grid is empty, want options with their values, as alpha: [0.1, 0.2, 0.3]")
	found := len(c.problems)
	c.vary(path+".grid", m.Tune.Grid, entry)
	for _, axis := range m.Tune.Grid {
		at := path + ".grid[" + strconv.Quote(axis.Name) + "]"
		for _, value := range axis.Value {
			if _, err := strconv.ParseFloat(string(value), 64); err != nil {
				c.bad(at, "%s = %s is no number: it says which algorithm is meant, and that is no parameter to tune. Give it as an alternative of "+
					"the protocol, or to a method of its own", axis.Name, value)
				break
			}
		}
		c.refuse(m.Options.Get(axis.Name).Present(), at, "%s is tuned here and set in options: leave one out", axis.Name)
		c.refuse(slices.Contains(m.Vary.Names(), axis.Name), at, "%s is tuned here and varied: leave one out", axis.Name)
	}
	if c.name(path+".by", "metric that is computed", m.Tune.By, c.spec.Metrics) {
		metric, _ := eval.Find(BaseOf(m.Tune.By))
		c.refuse(metric.Better == eval.Neither, path+".by", "%s is neither better higher nor lower, and cannot choose", m.Tune.By)
	}
	c.given(path+".per", "scope of the choice", m.Tune.Per, []string{PerExperiment, PerDataset, PerRow, PerDraw})
	m.Tune.Refused = nil
	size := 1.0
	for _, axis := range m.Tune.Grid {
		size *= float64(len(axis.Value))
	}
	if c.refuse(size > mostPoints, path+".grid", "%.0f points, want at most %d", size, mostPoints); len(c.problems) > found {
		return
	}
	points := m.Points()
	for _, v := range points {
		solver := entry.New()
		_ = m.Options.Decode(solver)
		for _, at := range v.At {
			_ = solvers.SetOption(solver, at.Name, at.Value)
		}
		if solvers.CheckOptions(m.Solver, solver) != nil {
			m.Tune.Refused = append(m.Tune.Refused, v.Name())
		}
	}
	c.refuse(len(m.Tune.Refused) == len(points), path+".grid", "%s takes no point of this grid", m.Solver)
}

// mostPoints bounds the grid of one method, which is held in memory.
const mostPoints = 100_000

// keys reports names that are none of the valid ones.
func (c *checker) keys(path, what string, got, valid []string) {
	known := list.Count(valid, func(key string) string { return key })
	for i, key := range got {
		if known[key] == 0 {
			c.name(fmt.Sprintf("%s[%d]", path, i), what, key, valid)
		}
	}
}

func (c *checker) stop(path string, s Stop) {
	c.refuse(s.Iterations < 1, path+".iterations", "iterations = %d, want ≥ 1", s.Iterations)
	c.refuse(s.Every < 0, path+".every", "every = %d, want ≥ 1, or 0 for a fiftieth of the limit", s.Every)
	c.refuse(s.StillClusters < 0 || s.ClustersEvery < 0, path+".still-clusters", "still-clusters = %d every %d iterations, want ≥ 0",
		s.StillClusters, s.ClustersEvery)
	tolerance := func(name string, value float64) {
		c.refuse(!(value >= 0) || math.IsInf(value, 0), path+"."+name, "%s = %v, want a finite value ≥ 0", name, value)
	}
	tolerance("tol-objective", s.TolObjective)
	tolerance("tol-factor", s.TolFactor)
	tolerance("tol-residual", s.TolResidual)
}

func (c *checker) readings(path string, readings []Reading) {
	seen := map[string]bool{}
	for i, r := range readings {
		at := fmt.Sprintf("%s[%d]", path, i)
		c.unique(at+".name", r.Name, seen)
		err := r.Validate()
		c.refuse(err != nil, at, "%v", err)
	}
}

func (c *checker) metrics() {
	seen, readings, without := map[string]bool{}, c.readingNames(), c.spec.unlabelled()
	for i, m := range c.spec.Metrics {
		at := fmt.Sprintf("metrics[%d]", i)
		c.refuse(seen[m], at, "%q is given twice", m)
		seen[m] = true
		base, reading := result.SplitMetric(m)
		c.name(at, "metric", base, eval.Names())
		if base != m {
			c.name(at, "reading", reading, readings)
		}
		metric, known := eval.Find(base)
		c.refuse(known && metric.OnClusters && len(readings) == 0, at, "%s scores clusters, and nothing says how they are read: want clusters", base)
		c.refuse(known && metric.Class == eval.Clustering && len(without) == len(c.spec.Datasets) && len(without) > 0, at,
			"%s compares clusters with labels, and %s has none: want a data set with labels, or a metric without, as silhouette-x", base,
			strings.Join(without, ", "))
	}
}

// unlabelled lists the keys of the data sets of which the registry knows that they have no labels.
func (s *Experiment) unlabelled() (keys []string) {
	for _, d := range s.Datasets {
		entry, known := datasets.Source(d.Source)
		if known && entry.Name != datasets.Own.Name && entry.Classes == 0 && !d.Options.Present() && (len(entry.Files) > 0 || entry.Embedded) {
			keys = append(keys, d.Key)
		}
	}
	return keys
}

func (c *checker) readingNames() []string {
	readings := slices.Concat(c.spec.Clusters, list.FlatMap(c.spec.Methods, func(m Method) []Reading { return m.Clusters }))
	return list.AppendUnique(nil, list.Map(readings, func(r Reading) string { return r.Name })...)
}

// MostReplicates bounds the memory of one command, to about a gigabyte.
const MostReplicates = 1_000_000

func (c *checker) profiles() {
	c.refuse(c.spec.Replicates < 0 || c.spec.Replicates > MostReplicates, "replicates", "replicates = %d, want 1 to %d", c.spec.Replicates,
		MostReplicates)
	for i, p := range []Profile{c.spec.Profiles.Smoke, c.spec.Profiles.Quick, c.spec.Profiles.Paper} {
		at := "profiles." + ProfileNames[i]
		switch {
		case !c.spec.node.At("profiles").Present(): // said by complete
		case !c.spec.node.At(at).Present() && c.spec.Replicates == 0:
			c.bad("profiles", "missing key %q; or give replicates for the profiles that are not there", ProfileNames[i])
		case p.Replicates < 1 || p.Replicates > MostReplicates:
			c.bad(at+".replicates", "replicates = %d, want 1 to %d", p.Replicates, MostReplicates)
		}
		for k, o := range p.Overrides {
			at := fmt.Sprintf("%s.overrides[%d]", at, k)
			c.stop(at+".stop", o.Stop)
			c.keys(at+".datasets", "data set key", o.Datasets, c.spec.datasetKeys())
			c.keys(at+".methods", "method key", o.Methods, c.spec.methodKeys())
		}
		err := p.Only.Filter().Check(c.spec)
		c.refuse(err != nil, at+".only", "%v", err)
	}
}
