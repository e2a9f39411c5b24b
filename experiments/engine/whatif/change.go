// Package whatif asks what would be concluded if one thing were different: a setting that the paper leaves open, how options were chosen,
// when runs stop, the size of a method, the cause that is claimed. A [Change] says what is different, and makes the cells under it; all
// else is read off both sides of it: how far cells move ([Moved]), in how many readings a conclusion is the same ([Counted]), and what is
// left of a lead, and who moves ([Leads]).
//
// A change is a reading where the paper leaves the setting open and its numbers come out no worse: over all cells of the table that it
// touches, of whatever method, the mean approach to the reported numbers is not shown to be negative. Otherwise it is a what-if. It is never
// judged by the lead itself, nor by a part of the table. Only readings can take a conclusion back.
package whatif

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// Study is an experiment with the changes that its paper leaves room for. For example, the study of pnmf/table3 has one in which the
// factors start at random.
type Study struct {
	Base    *run.Plan // the runs that some change alters
	Changes []*Change
	Left    int // combinations of crossed settings that are not run
}

// Change is one thing that is different, or several settings at once.
type Change struct {
	Factors []string         // of several settings at once
	Factor  string           // what a lead may hang on that it is part of; "" of another, or of several
	Choices []result.Instead // what is in force
	Choice  reported.Choice  // the setting
	Alt     reported.Alternative
	Command string // that computes it

	Plan     *run.Plan // the runs that it alters; nil if it cannot be put into force here
	Whole    *run.Plan // all runs
	Why      string    // why there is no plan, or no run in it
	Shared   bool      // replicates share their draws with those of the experiment
	NotRun   bool      // no run that it asks for is there
	Methods  []string  // of whose runs it asks others
	Way      string    // fewer or more iterations, of a change of the stop
	Cells    []Moved
	Approach stat.Estimate // to the reported numbers, in tolerances, the mean over its cells
	worse    bool          // shown to be, or a value of one of its settings is
	shows    bool          // it computes nothing anew and only shows another metric

	Before, Table result.Table // the judged table under it, for leads, and that beside it where it is not the table as it is
	Tuned         bool         // options are chosen on the runs that are scored, and all else is as it is
	Control       *Control     // an ablation, in place of tables
}

// Control is an ablation of a claim that is a part of leads: of the cause, or of the size.
type Control struct {
	reported.Ablation
	Experiment judge.Experiment
}

// Studies pairs plans with the alternatives of their paper; choices names some of them, none all: a setting by its key, as k-means, or one
// of its alternatives, as iterations=300 iterations. newPlan cuts an altered
// experiment into runs as the base was. cross joins settings, in place of single alternatives; nil joins those that paper.yaml names. has
// tells which runs are there, so that alternatives without any are known by the first replicate; nil asks for all.
func Studies(lib *spec.Library, plans []*run.Plan, choices []string, cross *reported.Cross,
	newPlan func(s *spec.Experiment, base *run.Plan, only spec.Filter) (*run.Plan, error), has func(*run.Run) bool) ([]*Study, error) {
	var all []*Study
	var known []string
	asked := list.Map(choices, wanted)
	for _, plan := range plans {
		paper, _ := lib.PaperOf(plan.Spec)
		if paper == nil {
			continue
		}
		base := *plan // a study leaves out what no alternative changes
		s := &Study{Base: &base}
		for _, c := range concerning(paper, plan.Spec) {
			known = append(known, c.Key)
			for _, alt := range c.Alternatives {
				known = append(known, c.Key+"="+alt.Value)
				if len(asked) > 0 && !slices.Contains(asked, c.Key) && !slices.Contains(asked, c.Key+"="+alt.Value) {
					continue
				}
				s.Changes = append(s.Changes, newChange(lib, plan, c, alt, newPlan, has))
			}
		}
		crosses := paper.Crossed
		if cross != nil {
			crosses, s.Changes = []reported.Cross{*cross}, nil
		} else if len(choices) > 0 {
			crosses = nil
		}
		for _, x := range crosses {
			if !spec.Where(x.Where, plan.Spec) {
				continue
			}
			joined, left := crossed(paper, x)
			s.Left += left
			for _, j := range joined {
				c, alt := j.choice(x.Settings)
				b := newChange(lib, plan, c, alt, newPlan, has)
				b.Command = command(plan, "--cross", strings.Join(x.Settings, ","))
				b.Choices, b.Factors = j.choices, slices.DeleteFunc(list.AppendUnique(nil, j.factors...), func(f string) bool { return f == "" })
				s.Changes = append(s.Changes, b)
			}
		}
		s.trim()
		all = append(all, s)
	}
	flag, named := "--choice", choices
	if cross != nil {
		flag, named = "--cross", cross.Settings
	}
	for _, c := range named {
		if !slices.Contains(known, wanted(c)) {
			key, _, isValue := strings.Cut(c, "=")
			near := list.Filter(known, func(k string) bool { return !strings.Contains(k, "=") }) // the keys alone
			if key = strings.TrimSpace(key); isValue && slices.Contains(known, key) {
				near = list.Filter(known, func(k string) bool { return strings.HasPrefix(k, key+"=") })
			}
			return nil, fmt.Errorf("%s: no open setting %q has alternatives here, %s", flag, c, list.DidYouMean(c, near))
		}
	}
	return all, nil
}

// wanted reads a setting, or one of its alternatives, as iterations=300 iterations, with blanks around its parts.
func wanted(text string) string {
	setting, value, _ := strings.Cut(text, "=")
	return strings.TrimSuffix(strings.TrimSpace(setting)+"="+strings.TrimSpace(value), "=")
}

// command returns the command that computes changes of a plan.
func command(base *run.Plan, changes ...string) string {
	args := slices.Concat([]string{base.Spec.Address}, changes, []string{"--profile", base.Profile})
	if base.Spec.Folder != "" {
		args = append(args, "--specs", base.Spec.Folder)
	}
	return result.Command("compare alternatives", args...)
}

// concerning lists the open settings of a paper that have alternatives and concern an experiment.
func concerning(paper *reported.Paper, s *spec.Experiment) []reported.Choice {
	return list.Filter(paper.Protocol, func(c reported.Choice) bool { return len(c.Alternatives) > 0 && spec.Where(c.Where, s) })
}

// newChange makes the change of an alternative, whose runs newPlan cuts as those of the base were.
func newChange(lib *spec.Library, base *run.Plan, c reported.Choice, alt reported.Alternative,
	newPlan func(*spec.Experiment, *run.Plan, spec.Filter) (*run.Plan, error), has func(*run.Run) bool) *Change {
	b := &Change{Choice: c, Alt: alt, Shared: true, Factor: cmp.Or(alt.Factor, c.Factor), Choices: []result.Instead{{Setting: c.Key, Value: alt.Value}},
		Command: command(base, "--choice", c.Key)}
	altered, err := lib.Alter(base.Spec, alt.Set)
	if err != nil {
		b.Why = "not possible here: " + err.Error()
		return b
	}
	only := base.Only
	if slices.ContainsFunc(spec.Paths(alt.Set), func(path string) bool { return path == "metrics" || strings.HasPrefix(path, "metrics.") }) {
		only = maps.Clone(only) // another metric stands in the place of the one that was asked for
		delete(only, "metric")
	}
	before := list.ByKey(base.Runs, (*run.Run).Counterpart)
	anew := func(r *run.Run) bool {
		old := before[r.Counterpart()]
		return old == nil || old.Key != r.Key && !indifferent(altered, r, old)
	}
	var first *run.Plan // the first replicate of all
	if has != nil {
		first, err = newPlan(altered, base, only.And(spec.Filter{"replicate": {"0"}}))
		runs := []*run.Run{}
		if err == nil {
			runs = list.Filter(first.Runs, anew)
		}
		b.Methods = list.AppendUnique(nil, list.Map(runs, func(r *run.Run) string { return r.ID.Method })...)
		if b.NotRun = len(runs) > 0 && !slices.ContainsFunc(runs, has); b.NotRun {
			return b
		}
	}
	if first != nil {
		b.Plan, err = first.Widened(only)
	} else {
		b.Plan, err = newPlan(altered, base, only)
	}
	if err != nil {
		b.Plan, b.Why = nil, "not possible here: "+err.Error()
		return b
	}
	for i, r := range b.Plan.Runs {
		if !anew(r) {
			b.Plan.Runs[i] = before[r.Counterpart()]
		}
	}
	whole := *b.Plan
	b.Whole = &whole
	b.changed(base, altered, before, anew)
	return b
}

// changed keeps the runs that an alternative moves, and tells whether they share their draws with those of the base.
func (b *Change) changed(base *run.Plan, altered *spec.Experiment, before map[result.Address]*run.Run, anew func(*run.Run) bool) {
	b.shows = !slices.Equal(metricsOf(base.Spec), metricsOf(altered))
	otherwise, chosen := b.shows, map[string]bool{} // choices that are made anew
	for _, r := range b.Plan.Runs {
		m, _ := altered.FindMethod(r.ID.Method)
		was, _ := base.Spec.FindMethod(m.Key)
		if !m.Tune.Same(was.Tune) || m.Tune != nil && anew(r) {
			chosen[choiceOf(altered, r)] = true
		}
	}
	delete(chosen, "")
	var changed []*run.Run
	fewer, more := 0, 0
	for _, r := range b.Plan.Runs {
		b.shows = b.shows && !anew(r)
		if again := chosen[choiceOf(altered, r)]; anew(r) || otherwise || again {
			old := before[r.Counterpart()]
			changed = append(changed, r)
			if old != nil && r.ID.Stop.Iterations < old.ID.Stop.Iterations {
				fewer++
			} else if old != nil && r.ID.Stop.Iterations > old.ID.Stop.Iterations {
				more++
			}
			b.Shared = b.Shared && (old == nil && again || old != nil && old.ID.Subset == r.ID.Subset)
		}
	}
	switch {
	case fewer > 0 && more == 0:
		b.Way = result.FewerIterations
	case more > 0 && fewer == 0:
		b.Way = result.MoreIterations
	}
	if b.Plan.Runs = changed; len(changed) == 0 {
		b.Why = "changes nothing of these cells with the profile " + base.Profile
	}
}

// indifferent tells whether two runs differ by their stopping rules alone and their solver has no iterations: what one left is what the
// other would leave.
func indifferent(s *spec.Experiment, r, old *run.Run) bool {
	entry, known := s.FindSolver(r.ID.Solver)
	as := r.ID
	as.Stop = old.ID.Stop
	return known && solvers.AtOnce(entry.New()) && reflect.DeepEqual(as, old.ID)
}

// touches tells whether a change has other runs behind a cell of the table, or reads its runs in another way.
func (b *Change) touches(c result.Cell) bool {
	if b.NotRun {
		return slices.Contains(b.Methods, c.At.Method)
	}
	return b.Plan != nil && slices.ContainsFunc(b.Plan.Runs, func(r *run.Run) bool {
		return r.ID.Method == c.At.Method && r.ID.Dataset == c.At.Dataset
	})
}

// metricsOf returns the metrics that an experiment names, which some alternatives change.
func metricsOf(s *spec.Experiment) []string {
	return list.FlatMap(s.Panels, func(p spec.Panel) []string {
		return append([]string{p.Metric}, list.Map(p.Columns, func(c spec.Column) string { return c.Metric })...)
	})
}

// choiceOf names what a run is chosen among: the runs of its method, as far as they share a choice. Of a method that is not
// tuned it is empty.
func choiceOf(s *spec.Experiment, r *run.Run) string {
	m, _ := s.FindMethod(r.ID.Method)
	if m.Tune == nil {
		return ""
	}
	switch m.Tune.Scope() {
	case spec.PerExperiment:
		return m.Key
	case spec.PerDataset:
		return m.Key + " " + r.ID.Dataset
	}
	return fmt.Sprint(m.Key, " ", r.ID.Dataset, " ", r.ID.Rank)
}

// trim leaves those runs of the experiment that some alternative changes, with those that they are chosen among.
func (s *Study) trim() {
	needed, among := map[result.Address]bool{}, map[string]bool{}
	for _, b := range s.Changes {
		if b.Plan == nil {
			continue
		}
		for _, r := range b.Plan.Runs {
			needed[r.Counterpart()] = true
			among[choiceOf(s.Base.Spec, r)] = true
		}
	}
	delete(among, "")
	s.Base.Runs = slices.DeleteFunc(slices.Clone(s.Base.Runs), func(r *run.Run) bool {
		return !needed[r.Counterpart()] && !among[choiceOf(s.Base.Spec, r)]
	})
}

// Plans returns those of the experiment and of its changes that have runs.
func (s *Study) Plans() []*run.Plan {
	plans := append([]*run.Plan{s.Base}, list.Map(s.Changes, func(b *Change) *run.Plan { return b.Plan })...)
	return list.Filter(plans, func(p *run.Plan) bool { return p != nil && len(p.Runs) > 0 })
}

// Measure compares the cells of every change with those of the experiment.
func (s *Study) Measure(results func(*run.Plan) *collect.Results) {
	if len(s.Base.Runs) == 0 {
		return
	}
	table := judge.Table(results(s.Base))
	for _, b := range s.Changes {
		if b.Plan == nil || len(b.Plan.Runs) == 0 {
			continue
		}
		others := cellsOf(results(b.Plan).Table())
		eachCell(table, func(at result.Address, c result.Cell) {
			o, there := others[at]
			applies := o.State.Status != result.Skipped
			if b.shows && o.At.Metric == c.At.Metric {
				return
			}
			if there && applies && o.Runs.Want > 0 && c.Runs.Want > 0 && c.At.Dataset != "" && c.At.Dataset != reported.AverageRow {
				b.Cells = append(b.Cells, newMoved(c, o, b.Shared))
			}
		})
		b.Approach = approach(b.Cells, b.Shared)
	}
	s.Kinds(s)
}

// Kinds says which changes are readings: by their approach over all cells of the whole table, whatever the study has of it, and where each of
// its settings alone is one.
func (s *Study) Kinds(whole *Study) {
	shown := func(choices []result.Instead) bool { // that its numbers come out worse
		b, there := list.First(whole.Changes, func(o *Change) bool { return slices.Equal(o.Choices, choices) })
		return there && (!b.Open() || b.Approach.Interval(stat.Confidence).High < 0)
	}
	for _, b := range s.Changes {
		b.worse = shown(b.Choices) || len(b.Choices) > 1 && slices.ContainsFunc(b.Choices, func(c result.Instead) bool { return shown([]result.Instead{c}) })
	}
}

// farthest is from how many tolerances on a number is as far from the reported one as any: one that diverged hides no others.
const farthest = 10

// approach returns by how many tolerances cells come nearer to the reported numbers: the mean over those that have one, times left out. The
// reported numbers have an error, too: without it a value that the paper had is shown to be worse as often as its runs fell on the other side.
func approach(cells []Moved, shared bool) stat.Estimate {
	cells = list.Filter(cells, func(m Moved) bool {
		return m.Tolerance > 0 && !math.IsNaN(m.Nearer) && !spec.ClassOf(m.Cell.At.Metric).Machine && m.Cell.Reported.Is != reported.Derived
	})
	if len(cells) == 0 {
		return stat.Estimate{Value: math.NaN(), SE: math.NaN()}
	}
	under := ""
	if !shared {
		under = "alternative"
	}
	var c contrast.Contrast
	mean, w, rows := 0.0, 1/float64(len(cells)), map[string]*reportedError{}
	for _, m := range cells {
		number, _ := reported.NumberOf(m.Cell.Reported)
		v := m.Cell.Metric.Scale.Natural(number)
		sides := [2]float64{(stat.Mean(m.Cell.Runs.Values) - v) / m.Tolerance, (stat.Mean(m.Other.Runs.Values) - v) / m.Tolerance}
		mean += w * nearer(sides, 0)
		for i, of := range []contrast.Term{contrast.Of("", m.Cell), contrast.Of(under, m.Other)} {
			if math.Abs(sides[i]) < farthest {
				c.Terms = append(c.Terms, of.Weighted(math.Copysign(w/m.Tolerance, sides[i])*float64(1-2*i), 0))
			}
		}
		if rows[m.Cell.At.Row] == nil {
			rows[m.Cell.At.Row] = new(reportedError)
		}
		rows[m.Cell.At.Row].add(m, sides, w)
	}
	contrast.Estimate(&c)
	parts := []stat.Part{{Variance: c.Ours.SE * c.Ours.SE, DF: c.Ours.DF}}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		parts = append(parts, rows[row].part())
	}
	return stat.Combine(mean, parts...)
}

// nearer returns by how much a cell comes nearer to a number that is off by so much, of two distances from it in tolerances.
func nearer(sides [2]float64, off float64) float64 {
	return min(math.Abs(sides[0]-off), farthest) - min(math.Abs(sides[1]-off), farthest)
}

// normal are the deviations at which the error of a reported number is tried, with their weights.
var normal = func() (all [][2]float64) {
	sum := 0.0
	for z := -4.0; z <= 4; z += 0.125 {
		all, sum = append(all, [2]float64{z, math.Exp(-z * z / 2)}), sum+math.Exp(-z*z/2)
	}
	for i := range all {
		all[i][1] /= sum
	}
	return all
}()

// reportedError is what the errors of the reported numbers of a row add to the variance of an approach: as if they were independent, or one
// for all, whichever is more.
type reportedError struct {
	apart    float64
	together [65]float64 // the sum over the cells at each of the deviations
	df       float64
}

func (r *reportedError) add(m Moved, sides [2]float64, w float64) {
	c := contrast.Contrast{Terms: []contrast.Term{contrast.Of("", m.Cell)}}
	contrast.Estimate(&c)
	error := math.Sqrt(max(0, math.Pow(max(c.Gap.SE, c.OneDraw.SE()), 2)-c.Ours.SE*c.Ours.SE)) / m.Tolerance
	var at [65]float64
	for i, z := range normal {
		at[i] = w * nearer(sides, error*z[0])
		r.together[i] += at[i]
	}
	r.apart += scatter(at)
	r.df = c.Gap.DF
}

func (r *reportedError) part() stat.Part {
	return stat.Part{Variance: max(r.apart, scatter(r.together)), DF: r.df}
}

// scatter returns the variance of values at the deviations of a normal error.
func scatter(at [65]float64) (sum float64) {
	mean := 0.0
	for i, z := range normal {
		mean += z[1] * at[i]
	}
	for i, z := range normal {
		sum += z[1] * (at[i] - mean) * (at[i] - mean)
	}
	return sum
}

// Open tells whether the paper leaves the setting of a change open, so that it may be a reading.
func (b *Change) Open() bool { return admissible(b.Choice, b.Alt) }

// OnTheLabels tells the change that options are chosen on the runs that are scored, all else as it is.
func OnTheLabels(t result.Table) *Change {
	return &Change{Factor: reported.FactorTuning, Choice: reported.Choice{Key: "tuned on the labels"},
		Alt: reported.Alternative{Value: "options chosen on the runs that are scored"}, Shared: true, Tuned: true, Table: t}
}

// Kind says whether the change is a reading of the paper, a what-if, or a control, which changes what is compared and no setting.
func (b *Change) Kind() string {
	switch {
	case b.Control != nil || b.Tuned || len(b.Before.Panels) > 0:
		return result.ControlChange
	case !b.Open() || b.worse:
		return result.WhatIf
	}
	return result.AsReading
}

// Readings returns an experiment under each alternative of the protocol, and under each combination of those that are crossed, as far as
// they concern it and can be put into force.
func Readings(lib *spec.Library, s *spec.Experiment) (all []*spec.Experiment) {
	paper, _ := lib.PaperOf(s)
	if paper == nil {
		return nil
	}
	all = lib.Alternatives(s)
	for _, x := range list.Filter(paper.Crossed, func(x reported.Cross) bool { return spec.Where(x.Where, s) }) {
		joined, _ := crossed(paper, x)
		for _, j := range joined {
			if altered, err := lib.Alter(s, strings.Join(j.sets, ", ")); err == nil {
				all = append(all, altered)
			}
		}
	}
	return all
}
