// Package workflow computes the answer of a command between its flags and its output. [Reproduce] has all six steps:
//
//  1. Specs and papers are read.
//  2. Each experiment that the addresses name is cut into runs.
//  3. Runs without a record are computed.
//  4. Records become cells and curves.
//  5. Each cell gets a verdict beside the reported number.
//  6. Several cells give conclusions.
//
// A [Pass] reads each record once, gathers the results of a plan once and judges its table once, for all answers of a command. For
// example, verify rpr/table2 opens a pass on one plan of 225 runs, computes those that have no record, and takes tables whose cells carry
// their verdicts; the exit code comes from the same tables.
package workflow

import (
	"slices"
	"sync"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports/result"
)

// Pass is one look at some experiments: their plans, the records of their runs, and the tables that are made of these.
type Pass struct {
	Lib     *spec.Library
	Plans   []*run.Plan
	Records *store.Records
	Held    int // runs that Run left to other processes, which hold them

	request Request
	answers *answers
}

// answers are what was found out about plans, each once for all passes that look at them.
type answers struct {
	mutex    sync.Mutex
	of       map[*run.Plan]*planAnswer
	borrowed sync.Map // true, by the key of a run
}

// planAnswer is what was found out about one plan.
type planAnswer struct {
	results func() *collect.Results
	table   func() result.Table
	bare    func() result.Table // judged as any table is, without what the pass adds
	study   func() ([]*whatif.Study, error)
	measure func()
}

// answer returns what is known of a plan, or will be at the first call.
func (p *Pass) answer(plan *run.Plan) *planAnswer {
	p.answers.mutex.Lock()
	defer p.answers.mutex.Unlock()
	a := p.answers.of[plan]
	if a == nil {
		a = &planAnswer{
			results: sync.OnceValue(func() *collect.Results { return collect.Gather(p.Lib, plan, p.Records) }),
			table:   sync.OnceValue(func() result.Table { return p.judged(plan) }),
			bare:    sync.OnceValue(func() result.Table { return judge.Table(p.Results(plan)) }),
		}
		a.study = sync.OnceValues(func() ([]*whatif.Study, error) {
			return whatif.Studies(p.Lib, []*run.Plan{plan}, nil, nil, p.altered, func(r *run.Run) bool { return p.Records.Usable(r) })
		})
		a.measure = sync.OnceFunc(func() {
			studies, _ := a.study()
			for _, s := range studies {
				if s.Measure(p.Results); filtered(plan) {
					p.kinds(s)
				}
			}
		})
		p.answers.of[plan] = a
	}
	return a
}

// Open returns the pass of a request, with its runs planned.
func Open(lib *spec.Library, records *store.Records, req Request) (*Pass, error) {
	plans, err := req.plans(lib)
	if err != nil {
		return nil, err
	}
	return newPass(lib, plans, records, req), nil
}

// From returns the pass over the records of a shelf alone.
func (p *Pass) From(shelf *store.Shelf) *Pass {
	req := p.request
	req.Shelf, req.Cached = shelf, false
	return newPass(p.Lib, p.Plans, store.NewRecords(shelf), req)
}

func newPass(lib *spec.Library, plans []*run.Plan, records *store.Records, req Request) *Pass {
	return &Pass{Lib: lib, Plans: plans, Records: records, request: req, answers: &answers{of: map[*run.Plan]*planAnswer{}}}
}

// Results returns the records of a plan, gathered at the first call.
func (p *Pass) Results(plan *run.Plan) *collect.Results { return p.answer(plan).results() }

// Table returns the judged table of a plan, judged at the first call. A filtered table has the verdicts of the whole table: tolerances,
// contrasts and the correction for many cells rest on the cells beside it.
func (p *Pass) Table(plan *run.Plan) result.Table { return p.answer(plan).table() }

// studied pairs plans with those alternatives of their protocol that have runs, each plan at the first call.
func (p *Pass) studied(plans ...*run.Plan) (all []*whatif.Study, err error) {
	for _, plan := range plans {
		studies, err := p.answer(plan).study()
		if err != nil {
			return nil, usage(err)
		}
		all = append(all, studies...)
	}
	return all, nil
}

// measured compares the cells of plans with those under the alternatives, each plan at the first call.
func (p *Pass) measured(plans ...*run.Plan) ([]*whatif.Study, error) {
	all, err := p.studied(plans...)
	if err == nil {
		list.Parallel(len(plans), func(i int) { p.answer(plans[i]).measure() })
	}
	return all, err
}

// kinds gives the changes of a study the kinds that they have over all that there is of the whole table.
func (p *Pass) kinds(s *whatif.Study) {
	whole, err := p.planOf(s.Base.Spec, s.Base.Profile, s.Base.Replicates, nil)
	if err != nil {
		return
	}
	if all, err := p.measured(whole); err == nil && len(all) > 0 {
		s.Kinds(all[0])
	}
}

// judged judges the table of a plan.
func (p *Pass) judged(plan *run.Plan) result.Table {
	t := judge.Table(p.Results(plan))
	if filtered(plan) {
		if whole, err := p.planOf(plan.Spec, plan.Profile, plan.Replicates, nil); err == nil {
			judge.Adopt(&t, judge.Table(p.Results(whole)))
		}
	}
	judge.BesideEachOther(&t)
	t.Carried = p.Carried(plan)
	p.marked(plan, &t)
	return t
}

// filtered tells whether a plan leaves out more than its profile does.
func filtered(plan *run.Plan) bool {
	profile, _ := plan.Spec.Profiles.Find(plan.Profile)
	return plan.Only.String() != profile.Only.Filter().String()
}

// Tables returns the judged tables of all plans.
func (p *Pass) Tables() []result.Table {
	all := make([]result.Table, len(p.Plans))
	list.Parallel(len(all), func(i int) { all[i] = p.Table(p.Plans[i]) })
	return all
}

// Figure returns the figure of a plan. A method looks alike in all figures of a paper.
func (p *Pass) Figure(plan *run.Plan) result.Figure {
	f := p.Results(plan).Figure()
	f.Looks = looks(p.Lib.Of(f.Paper))
	return f
}

// looks numbers the methods of figures by their headings: each has the first number that no other has that shares a figure with it.
func looks(specs []*spec.Experiment) map[string]int {
	var together [][]string // of each figure
	for _, s := range specs {
		shown := list.Filter(s.Methods, func(m spec.Method) bool {
			return slices.ContainsFunc(s.Plots, func(p spec.Plot) bool { return len(p.Methods) == 0 || slices.Contains(p.Methods, m.Key) })
		})
		together = append(together, list.AppendUnique(nil, list.Map(shown, spec.Method.Heading)...))
	}
	number := map[string]int{}
	for _, name := range list.AppendUnique(nil, slices.Concat(together...)...) {
		taken := map[int]bool{}
		for _, names := range together {
			for _, other := range names {
				if at, known := number[other]; known && slices.Contains(names, name) {
					taken[at] = true
				}
			}
		}
		at := 0
		for taken[at] {
			at++
		}
		number[name] = at
	}
	return number
}

// Runs lists the runs of all plans, each once.
func (p *Pass) Runs() []*run.Run {
	var runs []*run.Run
	seen := map[string]bool{}
	for _, plan := range p.Plans {
		for _, r := range plan.Runs {
			if !seen[r.Key] {
				seen[r.Key] = true
				runs = append(runs, r)
			}
		}
	}
	return runs
}

// Ready lists the runs whose data is there, and the reasons for missing data.
func (p *Pass) Ready(runs []*run.Run) (ready []*run.Run, lacks error) {
	for _, r := range runs {
		if err := r.Lacks(); err != nil {
			lacks = err
			continue
		}
		ready = append(ready, r)
	}
	return ready, lacks
}

// Memory returns the memory of a process with so many workers, in bytes, and why data that is needed cannot be read.
func (p *Pass) Memory(workers int) (bytes int64, lacks error) {
	_, lacks = p.Ready(p.Runs())
	return run.Memory(p.Plans, workers), lacks
}
