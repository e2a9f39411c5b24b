// Package workflow does what a command needs between its flags and its output, without a command line:
//
//	library → plans → (run what is missing) → Set → Results → Table
//
// A Pass reads each record once, gathers the results of a plan once and judges its table once, whatever the command shows of
// them. For example, verify rpr/table2 opens a pass on one plan of 225 runs, computes those that have no record, and asks
// for Table, whose cells carry their verdicts; the exit code comes from the same table.
package workflow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports"
)

// Pass is one look at some experiments: their plans, the records of their runs, and the tables that are made of these.
type Pass struct {
	Lib   *spec.Library
	Plans []*run.Plan
	Set   *store.Set
	Held  int // runs that Run left to other processes, which hold them

	request Request
	answers *answers
}

// answers are what was found out about plans, each once for all passes that look at them.
type answers struct {
	mutex    sync.Mutex
	of       map[*run.Plan]*answer
	borrowed sync.Map // true, by the key of a run
}

// answer is what was found out about one plan.
type answer struct {
	results func() *collect.Results
	table   func() result.Table
}

// answer returns what is known of a plan, or will be at the first call.
func (p *Pass) answer(plan *run.Plan) *answer {
	p.answers.mutex.Lock()
	defer p.answers.mutex.Unlock()
	a := p.answers.of[plan]
	if a == nil {
		a = &answer{
			results: sync.OnceValue(func() *collect.Results { return collect.Gather(p.Lib, plan, p.Set) }),
			table:   sync.OnceValue(func() result.Table { return p.judged(plan) }),
		}
		p.answers.of[plan] = a
	}
	return a
}

// Open plans what a request asks for. Records come from the reader, each once.
func Open(lib *spec.Library, from store.Reader, req Request) (*Pass, error) {
	plans, err := req.plans(lib)
	if err != nil {
		return nil, err
	}
	return newPass(lib, plans, store.NewSet(from), req), nil
}

// From is the pass over the records of a shelf alone.
func (p *Pass) From(shelf *store.Shelf) *Pass {
	req := p.request
	req.Shelf, req.Cached = shelf, false
	return newPass(p.Lib, p.Plans, store.NewSet(shelf), req)
}

func newPass(lib *spec.Library, plans []*run.Plan, set *store.Set, req Request) *Pass {
	return &Pass{Lib: lib, Plans: plans, Set: set, request: req, answers: &answers{of: map[*run.Plan]*answer{}}}
}

// Results are the records of a plan, gathered at the first call.
func (p *Pass) Results(plan *run.Plan) *collect.Results { return p.answer(plan).results() }

// Table is the judged table of a plan, judged at the first call. What a filter leaves of a table has the verdicts of the whole:
// margins, contrasts and the correction for many cells rest on the cells beside it.
func (p *Pass) Table(plan *run.Plan) result.Table { return p.answer(plan).table() }

// judged judges the table of a plan.
func (p *Pass) judged(plan *run.Plan) result.Table {
	t := judge.Table(p.Results(plan))
	if filtered(plan) {
		if whole, err := p.planOf(plan.Spec, plan.Profile, plan.Replicates, nil); err == nil {
			judge.Adopt(&t, judge.Table(p.Results(whole)))
		}
	}
	t.Notes = append(t.Notes, reports.SelectionNotes(t.Selected)...)
	t.Carried = p.Carried(plan)
	p.marked(plan, &t)
	return t
}

// filtered tells whether a plan leaves out more than its profile does.
func filtered(plan *run.Plan) bool {
	profile, _ := plan.Spec.Profiles.Find(plan.Profile)
	return plan.Only.String() != profile.Only.Filter().String()
}

// Tables are the judged tables of all plans.
func (p *Pass) Tables() []result.Table {
	all := make([]result.Table, len(p.Plans))
	list.Parallel(len(all), func(i int) { all[i] = p.Table(p.Plans[i]) })
	return all
}

// Figure is the figure of a plan.
func (p *Pass) Figure(plan *run.Plan) result.Figure { return p.Results(plan).Figure() }

// Runner says how runs are run.
type Runner struct {
	run.Runner
	Observe func(units []*run.Run, before int) Observer // runs to run, beside those that have a record already
}

// Observer is told of the progress of a run.
type Observer interface {
	run.Observer
	Close()
}

// Run computes the runs of plans that have no usable record and whose data is there. It returns an error if it was interrupted
// or the store cannot be written; [Pass.Exit] reports failed runs and absent data.
func (p *Pass) Run(ctx context.Context, r Runner, plans []*run.Plan) error {
	var units []*run.Run
	planned := map[string]bool{} // experiments may share runs
	before := 0
	for _, plan := range plans {
		for _, u := range plan.Runs {
			if !planned[u.Key] && p.Set.Usable(u) {
				planned[u.Key] = true
				before++
			}
		}
		for _, u := range plan.Ready(plan.Missing(p.Set)) {
			if !planned[u.Key] {
				planned[u.Key] = true
				units = append(units, u)
			}
		}
	}
	_, err := p.run(ctx, r, units, before)
	return err
}

// RunOne computes one run, for a process that waits for it.
func (p *Pass) RunOne(ctx context.Context, r Runner, key string) error {
	u, found := list.First(p.Runs(), func(u *run.Run) bool { return u.Key == key })
	if !found {
		return Errorf(RunsFailed, "no run %s: the experiment or its data has changed", key)
	}
	_, err := p.run(ctx, r, []*run.Run{u}, 0)
	return err
}

// run computes runs and counts those that failed. before is how many others have a record already.
func (p *Pass) run(ctx context.Context, r Runner, units []*run.Run, before int) (failed int, err error) {
	progress := &setUpdater{Observer: r.Observe(units, before), set: p.Set, done: map[string]bool{}}
	r.Observer = progress
	err = r.Runner.Run(ctx, units)
	progress.Close()
	lost := r.Store.Kept()
	switch {
	case lost != nil:
		return progress.failed, &Error{RunsFailed, errors.Join(lost, err)}
	case errors.Is(err, run.ErrInterrupted):
		earlier := ""
		if before > 0 {
			earlier = fmt.Sprintf(" (%d from before)", before)
		}
		return progress.failed, Errorf(Interrupted, "interrupted; %d of %d runs are saved%s, the same command goes on from there", before+len(progress.done), before+len(units), earlier)
	case err != nil:
		return progress.failed, &Error{RunsFailed, err}
	}
	for _, u := range units {
		if !progress.done[u.Key] {
			p.Set.Forget(u.Key)
			p.Held++
		}
	}
	return progress.failed, nil
}

// setUpdater passes progress on to another observer and puts finished records into the set.
type setUpdater struct {
	Observer
	set    *store.Set
	done   map[string]bool
	failed int
}

func (n *setUpdater) Finished(u *run.Run, rec *store.Record) {
	n.set.Put(rec)
	n.done[rec.Key] = true
	if rec.Status == result.Failed {
		n.failed++
	}
	n.Observer.Finished(u, rec)
}

// Exit turns what some plans lack into the command's end: data that is not the right one, data of which nothing is there,
// runs that failed. Absent data beside computed cells is no error: the table says how to get it.
func (p *Pass) Exit(plans []*run.Plan) error {
	var dataErrs []error
	failed, usable, total := 0, 0, 0
	corrupt := false
	for _, plan := range plans {
		for _, s := range plan.Sources {
			if s.Err != nil {
				corrupt = corrupt || !errors.As(s.Err, new(*datasets.MissingError))
				if !slices.ContainsFunc(dataErrs, func(e error) bool { return e.Error() == s.Err.Error() }) { // plans share data
					dataErrs = append(dataErrs, s.Err)
				}
			}
		}
		for _, u := range plan.Runs {
			total++
			if rec, ok := p.Set.Get(u); ok && rec.Status == result.Failed {
				failed++
			} else if ok {
				usable++
			}
		}
	}
	err := errors.Join(dataErrs...)
	switch {
	case errors.As(err, new(*datasets.OwnError)): // the spec's own files are not as it says
		return Errorf(Usage, "%w", err)
	case corrupt || usable == 0 && failed == 0 && len(dataErrs) > 0:
		return Errorf(Data, "%w", err)
	case failed > 0:
		return Errorf(RunsFailed, "%d of %d runs failed; the next run tries them again", failed, total)
	}
	return nil
}

// Code is how a command ends; scripts rely on them.
type Code int

// The codes.
const (
	Fine        Code = 0
	Difference  Code = 1
	Usage       Code = 2
	Data        Code = 3
	RunsFailed  Code = 4
	Interrupted Code = 130
)

// Codes lists the codes with a sentence each, for help and README.
var Codes = []struct {
	Code Code
	Doc  string
}{
	{Fine, "fine"},
	{Difference, "a verification, or a check of a file, found a difference"},
	{Usage, "usage or spec error"},
	{Data, "data missing or corrupt, or nothing that could be judged"},
	{RunsFailed, "some runs failed"},
	{Interrupted, "interrupted with everything saved"},
}

// Error is an error that knows the code that a command ends with.
type Error struct {
	Code Code
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// With gives an error the code that a command ends with; no error stays none.
func With(code Code, err error) error {
	if err == nil {
		return nil
	}
	return &Error{code, err}
}

// Errorf makes an error that ends a command with a code.
func Errorf(code Code, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}
