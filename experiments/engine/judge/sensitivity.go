package judge

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers"
)

// Study is an experiment with the alternatives of its protocol. For example, the study of pnmf/table3 has a branch in which
// the factors start at random.
type Study struct {
	Base     *run.Plan // the runs that some alternative changes
	Branches []*Branch
	Left     int // combinations of crossed settings that are not run
}

// Branch is an experiment under one alternative.
type Branch struct {
	Choice reported.Choice
	Alt    reported.Alternative
	Plan   *run.Plan // the runs that the alternative changes; nil if it cannot be put into force here
	Whole  *run.Plan // all runs
	Why    string    // why there is no plan, or no run in it
	Shared bool      // replicates share their draws with those of the experiment
	Cells  []Moved

	Choices []result.Instead // what is in force; several of crossed settings

	NotRun  bool     // no run that it asks for is there
	Methods []string // of whose runs it asks others

	shows bool // the alternative computes nothing anew and only shows another metric
}

// Studies pairs plans with the alternatives of their paper; choices names some of them, none all: a setting by its key, as k-means, or one
// of its alternatives, as iterations=300 iterations. newPlan cuts an altered
// experiment into runs as the base was. cross joins settings, in place of single alternatives; nil joins those that paper.yaml names. has
// tells which runs are there, so that alternatives without any are known by the first replicate; nil asks for all.
func Studies(lib *spec.Library, plans []*run.Plan, choices []string, cross *reported.Cross,
	newPlan func(s *spec.Experiment, base *run.Plan, only spec.Filter) (*run.Plan, error), has func(*run.Run) bool) ([]*Study, error) {
	var all []*Study
	var known []string
	asked := list.Map(choices, pickOf)
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
				if len(asked) > 0 && !slices.ContainsFunc(asked, func(p pick) bool { return p.takes(c, alt) }) {
					continue
				}
				s.Branches = append(s.Branches, newBranch(lib, plan, c, alt, newPlan, has))
			}
		}
		crosses := paper.Crossed
		if cross != nil {
			crosses, s.Branches = []reported.Cross{*cross}, nil
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
				b := newBranch(lib, plan, c, alt, newPlan, has)
				b.Choices = j.choices
				s.Branches = append(s.Branches, b)
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
		if !slices.Contains(known, pickOf(c).String()) {
			return nil, fmt.Errorf("%s: no open setting %q has alternatives here, %s", flag, c, list.DidYouMean(c, known))
		}
	}
	return all, nil
}

// concerning lists the open settings of a paper that have alternatives and concern an experiment.
func concerning(paper *reported.Paper, s *spec.Experiment) []reported.Choice {
	return list.Filter(paper.Protocol, func(c reported.Choice) bool { return len(c.Alternatives) > 0 && spec.Where(c.Where, s) })
}

// newBranch makes the branch of an alternative, whose runs newPlan cuts as those of the base were.
func newBranch(lib *spec.Library, base *run.Plan, c reported.Choice, alt reported.Alternative,
	newPlan func(*spec.Experiment, *run.Plan, spec.Filter) (*run.Plan, error), has func(*run.Run) bool) *Branch {
	b := &Branch{Choice: c, Alt: alt, Shared: true, Choices: []result.Instead{{Setting: c.Key, Value: alt.Value}}}
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
	anew := func(u *run.Run) bool {
		old := before[u.Counterpart()]
		return old == nil || old.Key != u.Key && !indifferent(altered, u, old)
	}
	var first *run.Plan // the first replicate of all
	if has != nil {
		first, err = newPlan(altered, base, only.And(spec.Filter{"replicate": {"0"}}))
		runs := []*run.Run{}
		if err == nil {
			runs = list.Filter(first.Runs, anew)
		}
		b.Methods = list.AppendUnique(nil, list.Map(runs, func(u *run.Run) string { return u.ID.Method })...)
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
	for i, u := range b.Plan.Runs {
		if !anew(u) {
			b.Plan.Runs[i] = before[u.Counterpart()]
		}
	}
	whole := *b.Plan
	b.Whole = &whole
	b.changed(base, altered, before, anew)
	return b
}

// changed keeps the runs that an alternative moves, and tells whether they share their draws with those of the base.
func (b *Branch) changed(base *run.Plan, altered *spec.Experiment, before map[result.Address]*run.Run, anew func(*run.Run) bool) {
	b.shows = !slices.Equal(metricsOf(base.Spec), metricsOf(altered))
	otherwise, chosen := b.shows, map[string]bool{} // choices that are made anew
	for _, u := range b.Plan.Runs {
		m, _ := altered.FindMethod(u.ID.Method)
		was, _ := base.Spec.FindMethod(m.Key)
		if !m.Tune.Same(was.Tune) || m.Tune != nil && anew(u) {
			chosen[choiceOf(altered, u)] = true
		}
	}
	delete(chosen, "")
	var changed []*run.Run
	for _, u := range b.Plan.Runs {
		b.shows = b.shows && !anew(u)
		if again := chosen[choiceOf(altered, u)]; anew(u) || otherwise || again {
			old := before[u.Counterpart()]
			changed = append(changed, u)
			b.Shared = b.Shared && (old == nil && again || old != nil && old.ID.Subset == u.ID.Subset)
		}
	}
	if b.Plan.Runs = changed; len(changed) == 0 {
		b.Why = "changes nothing of these cells with the profile " + base.Profile
	}
}

// indifferent tells whether two runs differ by their stopping rules alone and their solver has no iterations: what one left is what the
// other would leave.
func indifferent(s *spec.Experiment, u, old *run.Run) bool {
	entry, known := s.FindSolver(u.ID.Solver)
	as := u.ID
	as.Stop = old.ID.Stop
	return known && solvers.AtOnce(entry.New()) && reflect.DeepEqual(as, old.ID)
}

// Touches tells whether a branch has other runs behind a cell of the table, or reads its runs in another way.
func (b *Branch) Touches(c result.Cell) bool {
	if b.NotRun {
		return slices.Contains(b.Methods, c.At.Method)
	}
	return b.Plan != nil && slices.ContainsFunc(b.Plan.Runs, func(u *run.Run) bool {
		return u.ID.Method == c.At.Method && u.ID.Dataset == c.At.Dataset
	})
}

// Shows tells whether a branch computes nothing anew and only shows another metric in place of some.
func (b *Branch) Shows() bool { return b.shows }

// metricsOf returns the metrics that an experiment names, which some alternatives change.
func metricsOf(s *spec.Experiment) []string {
	return list.FlatMap(s.Panels, func(p spec.Panel) []string {
		return append([]string{p.Metric}, list.Map(p.Columns, func(c spec.Column) string { return c.Metric })...)
	})
}

// choiceOf names what a run is chosen among: the runs of its method, as far as they share a choice. Of a method that is not
// tuned it is empty.
func choiceOf(s *spec.Experiment, u *run.Run) string {
	m, _ := s.FindMethod(u.ID.Method)
	if m.Tune == nil {
		return ""
	}
	switch m.Tune.Scope() {
	case spec.PerExperiment:
		return m.Key
	case spec.PerDataset:
		return m.Key + " " + u.ID.Dataset
	}
	return fmt.Sprint(m.Key, " ", u.ID.Dataset, " ", u.ID.Rank)
}

// trim leaves those runs of the experiment that some alternative changes, with those that they are chosen among.
func (s *Study) trim() {
	needed, among := map[result.Address]bool{}, map[string]bool{}
	for _, b := range s.Branches {
		if b.Plan == nil {
			continue
		}
		for _, u := range b.Plan.Runs {
			needed[u.Counterpart()] = true
			among[choiceOf(s.Base.Spec, u)] = true
		}
	}
	delete(among, "")
	s.Base.Runs = slices.DeleteFunc(slices.Clone(s.Base.Runs), func(u *run.Run) bool {
		return !needed[u.Counterpart()] && !among[choiceOf(s.Base.Spec, u)]
	})
}

// Plans returns those of the experiment and of its branches that have runs.
func (s *Study) Plans() []*run.Plan {
	plans := append([]*run.Plan{s.Base}, list.Map(s.Branches, func(b *Branch) *run.Plan { return b.Plan })...)
	return list.Filter(plans, func(p *run.Plan) bool { return p != nil && len(p.Runs) > 0 })
}

// Measure compares the cells of every branch with those of the experiment.
func (s *Study) Measure(results func(*run.Plan) *collect.Results) {
	if len(s.Base.Runs) == 0 {
		return
	}
	table := Table(results(s.Base))
	for _, b := range s.Branches {
		if b.Plan == nil || len(b.Plan.Runs) == 0 {
			continue
		}
		others := map[result.Address]result.Cell{}
		eachCell(results(b.Plan).Table(), func(at result.Address, c result.Cell) { others[at] = c })
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
	}
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
