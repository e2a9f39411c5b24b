package workflow

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Compute runs the runs that plans lack, unless the request computes nothing or shows carried results. err ends the command at once:
// an interrupt, or a store that cannot be written. later is an error, such as failed runs, for the end of the command.
func (p *Pass) Compute(ctx context.Context, req Request, plans []*run.Plan) (later, err error) {
	if req.How == nil {
		return nil, nil
	}
	if req.How.Planned != nil {
		if err := req.How.Planned(plans); err != nil {
			return nil, err
		}
	}
	if p.request.Cached {
		return nil, nil
	}
	if err := req.How.Permit(plans); err != nil {
		return nil, err
	}
	if req.How.Borrows && !req.Fall.Never {
		p.Borrow(plans)
	}
	takes := func(plan *run.Plan) bool { return req.How.Takes || req.Fall.Has && len(plan.Spec.Added) > 0 }
	if beside := list.Filter(plans, takes); len(beside) > 0 {
		p.tellTaken(req, beside)
	}
	if lacking := p.OnlyCarried(plans, true); len(lacking) > 0 {
		req.Home.Tell(Notice{Kind: Offered, Addresses: lacking})
	}
	if err := p.Run(ctx, req.Runner(), plans); err != nil {
		return nil, err
	}
	return p.Exit(plans), nil
}

// tellTaken takes what the program carries of the same runs, and tells so, or that the folder's own results displace it.
func (p *Pass) tellTaken(req Request, plans []*run.Plan) {
	taken := 0
	if !req.Fall.Never {
		taken = p.Take(plans)
	}
	switch {
	case taken > 0:
		req.Home.Tell(Notice{Kind: Taken, More: taken})
	case len(p.Displaces()) > 0:
		req.Home.Tell(Notice{Kind: Displaced})
	}
}

// Permit refuses plans with a very large grid, unless a flag asks for it.
func (h *How) Permit(plans []*run.Plan) error {
	if h.Large {
		return nil
	}
	return usage(errors.Join(list.Map(plans, (*run.Plan).LargeGrid)...))
}

// Runner runs runs as a request says.
func (r Request) Runner() Runner {
	return Runner{
		Runner: run.Runner{Store: r.Home.Store(), Workers: r.How.Workers, Timeout: r.How.Timeout, Wait: !r.How.Leave, Apart: r.How.Apart},
		Observe: func(runs []*run.Run, before int, prices func() map[string]float64) Observer {
			return r.Home.Observe(r.How.Progress, runs, before, prices)
		},
	}
}

// Runner says how runs are run.
type Runner struct {
	run.Runner
	// Observe is told of runs to run, beside those that have a record already, and may ask for estimated seconds by [run.TimingKey].
	Observe func(runs []*run.Run, before int, prices func() map[string]float64) Observer
}

// Observer is told of the progress of a run.
type Observer interface {
	run.Observer
	Close()
}

// Run computes the runs of plans that have no usable record and whose data is there. It returns an error if it was interrupted
// or the store cannot be written; [Pass.Exit] reports failed runs and absent data.
func (p *Pass) Run(ctx context.Context, r Runner, plans []*run.Plan) error {
	var runs []*run.Run
	planned := map[string]bool{} // experiments may share runs
	before := 0
	for _, plan := range plans {
		for _, one := range plan.Runs {
			if !planned[one.Key] && p.Records.Usable(one) {
				planned[one.Key] = true
				before++
			}
		}
		for _, one := range plan.Ready(plan.Missing(p.Records)) {
			if !planned[one.Key] {
				planned[one.Key] = true
				runs = append(runs, one)
			}
		}
	}
	_, err := p.RunThese(ctx, r, runs, before)
	return err
}

// RunOne computes one run, for a process that waits for it.
func (p *Pass) RunOne(ctx context.Context, r Runner, key string) error {
	planned, found := list.First(p.Runs(), func(planned *run.Run) bool { return planned.Key == key })
	if !found {
		return Errorf(RunsFailed, "no run %s: the experiment or its data has changed", key)
	}
	_, err := p.RunThese(ctx, r, []*run.Run{planned}, 0)
	return err
}

// RunThese computes runs and counts those that failed. before is how many others have a record already.
func (p *Pass) RunThese(ctx context.Context, r Runner, runs []*run.Run, before int) (failed int, err error) {
	prices := func() map[string]float64 { return p.prices(ctx, r.Store) }
	progress := &setUpdater{Observer: r.Observe(runs, before, prices), set: p.Records, done: map[string]bool{}}
	r.Observer = progress
	err = r.Runner.Run(ctx, runs)
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
		return progress.failed, Errorf(Interrupted, "interrupted; %d of %d runs are saved%s, the same command goes on from there",
			before+len(progress.done), before+len(runs), earlier)
	case err != nil:
		return progress.failed, &Error{RunsFailed, err}
	}
	for _, planned := range runs {
		if !progress.done[planned.Key] {
			p.Records.Forget(planned.Key)
			p.Held++
		}
	}
	return progress.failed, nil
}

// prices estimates the seconds of the runs of the plans by [run.TimingKey]; what cannot be estimated is left out.
func (p *Pass) prices(ctx context.Context, st *store.Store) map[string]float64 {
	all := map[string]float64{}
	for _, plan := range p.Plans {
		if seconds, err := run.Seconds(ctx, plan, st, nil); err == nil {
			maps.Copy(all, seconds)
		}
	}
	return all
}

// setUpdater passes progress on to another observer and puts finished records into the set.
type setUpdater struct {
	Observer
	set    *store.Records
	done   map[string]bool
	failed int
}

func (n *setUpdater) Finished(r *run.Run, rec *store.Record) {
	n.set.Put(rec)
	n.done[rec.Key] = true
	if rec.Status == result.Failed {
		n.failed++
	}
	n.Observer.Finished(r, rec)
}

// Exit returns the error that ends the command: for wrong data, for plans whose data is all missing, for failed runs. Absent data beside
// computed cells is no error: the table says how to get it.
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
		for _, r := range plan.Runs {
			total++
			if rec, ok := p.Records.Get(r); ok && rec.Status == result.Failed {
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
