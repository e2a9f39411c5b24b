package spec

import (
	"cmp"
	"slices"
	"strconv"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// Variant is a method with one of the combinations of values that it varies over, and of a point of its grid if it is tuned and
// the variant is one to run.
type Variant struct {
	Method
	At []Coordinate
}

// Coordinate is the value of one varied option, as text.
type Coordinate struct{ Name, Value string }

// Variants lists the combinations that tables and figures tell apart, the last option varying fastest; a method that varies over
// nothing has one. All points of the grid of a tuned method are in one variant, which stands for the points that were chosen.
func (m Method) Variants() []Variant { return m.combinations(m.Vary) }

// Points lists the variants that are run: every variant at every point of the grid that the solver takes.
func (m Method) Points() []Variant {
	return slices.DeleteFunc(m.combinations(m.Axes()), func(v Variant) bool {
		return m.Tune != nil && slices.Contains(m.Tune.Refused, v.Name())
	})
}

// Along lists the points if one of the options is tuned, else the variants.
func (m Method) Along(options ...string) []Variant {
	if m.Tune != nil && slices.ContainsFunc(m.Tune.Grid.Names(), func(name string) bool { return slices.Contains(options, name) }) {
		return m.Points()
	}
	return m.Variants()
}

func (m Method) combinations(axes strict.Map[[]strict.Literal]) []Variant {
	all := []Variant{{Method: m}}
	for _, axis := range axes {
		var next []Variant
		for _, v := range all {
			for _, value := range axis.Value {
				at := append(append([]Coordinate(nil), v.At...), Coordinate{axis.Name, string(value)})
				next = append(next, Variant{m, at})
			}
		}
		all = next
	}
	return all
}

// Axes returns the options that the method varies over, tuned options last.
func (m Method) Axes() strict.Map[[]strict.Literal] {
	if m.Tune == nil {
		return m.Vary
	}
	return slices.Concat(m.Vary, m.Tune.Grid)
}

// Name tells a variant among those of its method: lambda=0.4,mu=2, or "".
func (v Variant) Name() string {
	return list.Join(v.At, ",", func(c Coordinate) string { return c.Name + "=" + c.Value })
}

// Values returns the coordinates of a run, nil for a method that varies over nothing.
func (v Variant) Values() map[string]string {
	if len(v.At) == 0 {
		return nil
	}
	values := make(map[string]string, len(v.At))
	for _, c := range v.At {
		values[c.Name] = c.Value
	}
	return values
}

// Has tells whether the variant has all of the given values.
func (v Variant) Has(at strict.Map[strict.Literal]) bool {
	values := v.Values()
	return !slices.ContainsFunc(at, func(c strict.Entry[strict.Literal]) bool { return values[c.Name] != string(c.Value) })
}

// Covers tells whether a point belongs to the variant.
func (v Variant) Covers(point Variant) bool {
	return !slices.ContainsFunc(v.At, func(c Coordinate) bool { return !slices.Contains(point.At, c) })
}

// RunsOn tells whether the method is meant for a data set.
func (m Method) RunsOn(dataset string) bool {
	return len(m.Datasets) == 0 || slices.Contains(m.Datasets, dataset)
}

// NewSolver makes the variant's solver for a data set, with the spec's options over its defaults. The spec is valid, so they
// fit.
func (v Variant) NewSolver(e solvers.Entry, dataset string) solvers.Solver {
	s := e.New()
	_ = v.Options.Decode(s)
	if on, ok := v.OptionsOn.Get(dataset); ok {
		_ = on.Decode(s)
	}
	for _, c := range v.At {
		if err := solvers.SetOption(s, c.Name, c.Value); err != nil {
			panic("experiments: " + err.Error())
		}
	}
	return s
}

// Title names a variant in a legend: the method's label with the values that it varies over.
func (v Variant) Title() string {
	return v.Heading() + list.Join(v.At, "", func(c Coordinate) string { return ", " + c.Name + " " + c.Value })
}

// Axis lists the numbers of an option that a method varies over, rising.
func (m Method) Axis(option string) []float64 {
	var numbers []float64
	values, _ := m.Axes().Get(option)
	for _, value := range values {
		if x, err := strconv.ParseFloat(string(value), 64); err == nil {
			numbers = append(numbers, x)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// ClusterValues spells out the readings of a method in their order.
func ClusterValues(readings []Reading) []map[string]any {
	return list.Map(readings, func(r Reading) map[string]any { return strict.Values(r) })
}

// ProfileNames lists the profiles from small to large; DefaultProfile is what a command takes when none is named.
var ProfileNames = []string{"smoke", "quick", "paper"}

// DefaultProfile is the profile of a command that names none.
const DefaultProfile = "quick"

// Find returns the profile of that name; false if there is none.
func (p Profiles) Find(name string) (Profile, bool) {
	if i := slices.Index(ProfileNames, name); i >= 0 {
		return []Profile{p.Smoke, p.Quick, p.Paper}[i], true
	}
	return Profile{}, false
}

// The ways to sum up ranks and options.
const (
	OverMean = "mean"
	OverBest = "best"
)

// smokeReplicates is the number of replicates of the smoke profile where a spec gives none: enough for a deviation.
const smokeReplicates = 2

// fillProfiles makes the profiles that a spec does not give.
func (s *Experiment) fillProfiles() {
	given := s.node.Get("profiles")
	for i, p := range []*Profile{&s.Profiles.Smoke, &s.Profiles.Quick, &s.Profiles.Paper} {
		if given.Get(ProfileNames[i]).Present() || s.Replicates == 0 {
			continue
		}
		p.Replicates = s.Replicates
		if i == 0 {
			p.Replicates = min(s.Replicates, smokeReplicates)
		}
	}
}

// StopFor returns the stopping rules of a method on a data set under a profile, and the note of the override that applies.
func (s *Experiment) StopFor(p Profile, dataset string, m Method) (Stop, string) {
	stop := s.Stop
	if m.Stop != nil {
		stop = *m.Stop
	}
	if m.Solver == "" {
		return Stop{}, ""
	}
	o, found := list.First(p.Overrides, func(o Override) bool {
		return (len(o.Datasets) == 0 || slices.Contains(o.Datasets, dataset)) && (len(o.Methods) == 0 || slices.Contains(o.Methods, m.Key))
	})
	note := ""
	if found {
		stop, note = o.Stop, o.Note
	}
	d, _ := list.First(s.Datasets, func(d Dataset) bool { return d.Key == dataset })
	if entry, _ := s.FindSolver(m.Solver); entry.Step() == solvers.StepStart && cmp.Or(m.Starts, d.Starts, s.Starts) > 0 {
		stop = Stop{Iterations: s.startsOf(d, m)}
	}
	return stop, note
}

// InitFor says how a method starts: clusters of other methods, its own start, or that of the experiment.
func (s *Experiment) InitFor(m Method) Init {
	if len(m.InitFrom) > 0 {
		return Init{Name: "clusters"}
	}
	return cmp.Or(m.Init, s.Init, Init{Name: Inits[0]})
}

// ReadingsOf returns the ways in which the output of a method is turned into clusters: its own, else those of the experiment.
func (s *Experiment) ReadingsOf(m Method) []Reading {
	if len(m.Clusters) > 0 {
		return m.Clusters
	}
	return s.Clusters
}

// InitKMeans starts from the indicators of a k-means clustering; the other starts are those of package solvers.
const InitKMeans = "k-means"

// Inits lists the starts that a spec may name, the default first.
var Inits = []string{string(solvers.InitRandom), string(solvers.InitScaled), string(solvers.InitNNDSVD), string(solvers.InitNNDSVDA),
	InitKMeans, string(solvers.InitVCol)}

// initFrom reports methods that a method cannot start from.
func (c *checker) initFrom(at string, m Method) {
	if len(m.InitFrom) == 0 {
		return
	}
	c.keys(at, "method key", m.InitFrom, c.spec.methodKeys())
	c.refuse(m.Init != (Init{}) || m.Solver == "", at, "init-from stands in place of init, for a method with a solver")
	for _, other := range c.spec.Methods {
		if !slices.Contains(m.InitFrom, other.Key) {
			continue
		}
		rows := 1 // of its factors
		if entry, known := c.spec.FindSolver(other.Solver); known {
			w, ht := entry.New().Rows(2, 2)
			rows = w + ht
		}
		if other.Flat || len(other.Axes()) > 0 || len(other.InitFrom) > 0 {
			c.bad(at, "%s is flat, varies or starts from others itself", other.Key)
		} else if rows > 0 {
			c.bad(at, "%s does not end in clusters", other.Key)
		}
	}
}

// Tolerance is the largest difference between our number and the reported one that counts as agreement.
type Tolerance struct {
	Value    float64 `yaml:"value" strict:"required" doc:"the difference, in the unit of the metric (0.05, not 5 %)"`
	Relative bool    `yaml:"relative" doc:"the value is a share of the reported number"`
	Reason   string  `yaml:"reason" strict:"required" doc:"why this much"`
}

// BaseOf returns a metric without its reading.
func BaseOf(metric string) string {
	base, _ := result.SplitMetric(metric)
	return base
}

// ClassOf returns the class of a metric.
func ClassOf(metric string) eval.Class {
	m, _ := eval.Find(BaseOf(metric))
	return m.Class
}

// Tolerance returns the tolerance of a metric: that of the spec, or of the metric's class.
func (s *Experiment) Tolerance(metric string) Tolerance {
	if m, ok := s.Tolerances.Get(BaseOf(metric)); ok {
		return m
	}
	c := ClassOf(metric)
	return Tolerance{c.Tolerance, c.Relative, c.Reason}
}
