package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

// Share counts the runs of a shard.
type Share struct {
	Shard             run.Shard
	Addresses         []string
	Own, Taken        int // runs dealt to it, and runs of the others that were left
	Held, Failed, Out int // left to other processes; failed; without data
	lacks             error
}

func (s Share) String() string {
	text := fmt.Sprintf("shard %s of %s: %s of its own, %d of others", s.Shard, strings.Join(s.Addresses, " "), result.Count(s.Own, "run"),
		s.Taken)
	for _, part := range []struct {
		n    int
		what string
	}{{s.Failed, "failed"}, {s.Out, "without data"}, {s.Held, "held by other processes"}} {
		if part.n > 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return text
}

// Exit says how a shard ends: with an error where runs failed, or where data was missing for all runs.
func (s Share) Exit() error {
	switch {
	case s.Failed > 0:
		return workflow.Errorf(workflow.RunsFailed, "%d of %d runs failed; the next run tries them again", s.Failed, s.Own+s.Taken)
	case s.Out > 0 && s.Out == s.Own:
		return workflow.Errorf(workflow.Data, "%w", s.lacks)
	}
	return nil
}

// Costs returns the estimates by which runs are dealt. All shards must deal by the same ones although new records would change
// them: the first shard writes its estimates into the store, and the others read them.
func Costs(ctx context.Context, p *workflow.Pass, st *store.Store) (map[string]float64, error) {
	return costs(ctx, p, st, false, nil)
}

func costs(ctx context.Context, p *workflow.Pass, st *store.Store, anew bool, budget *time.Duration) (map[string]float64, error) {
	keys := list.Map(p.Runs(), func(r *run.Run) string { return r.Key })
	slices.Sort(keys)
	sum := sha256.Sum256([]byte(strings.Join(keys, "\n")))
	data, err := st.Agreed("costs-"+hex.EncodeToString(sum[:16])+".json", anew, func() ([]byte, error) {
		all := map[string]float64{}
		for _, plan := range p.Plans {
			costs, err := run.Seconds(ctx, plan, st, budget)
			if err != nil {
				return nil, err
			}
			maps.Copy(all, costs)
		}
		return json.Marshal(all)
	})
	if err != nil {
		return nil, workflow.With(workflow.RunsFailed, err)
	}
	var agreed map[string]float64
	if err := json.Unmarshal(data, &agreed); err != nil {
		return nil, workflow.Errorf(workflow.RunsFailed,
			"store: the estimates of this plan cannot be read: %w; remove the folder .agreed of the results", err)
	}
	return agreed, nil
}

// RunShard computes the runs of a shard, then the runs that are left of other shares. It does not wait for other processes.
func RunShard(ctx context.Context, p *workflow.Pass, r workflow.Runner, s run.Shard) (Share, error) {
	share := Share{Shard: s, Addresses: list.Map(p.Plans, func(plan *run.Plan) string { return plan.Spec.Address })}
	if err := r.Store.CheckWritable(); err != nil {
		return share, workflow.With(workflow.RunsFailed, err)
	}
	costs, err := Costs(ctx, p, r.Store)
	if err != nil {
		return share, err
	}
	shares := run.Deal(p.Runs(), func(planned *run.Run) float64 { return costs[run.TimingKey(planned)] }, s.Of)
	r.Wait = false
	own := s.Own(shares)
	share.Own = len(own)
	if err := share.run(ctx, p, r, own); err != nil {
		return share, err
	}
	left := left(r.Store, s.InTurn(shares))
	share.Taken = len(left)
	held := p.Held
	err = share.run(ctx, p, r, left)
	share.Taken -= p.Held - held
	share.Held = p.Held
	return share, err
}

func (share *Share) run(ctx context.Context, p *workflow.Pass, r workflow.Runner, runs []*run.Run) error {
	ready, lacks := p.Ready(runs)
	share.Out, share.lacks = share.Out+len(runs)-len(ready), cmp.Or(lacks, share.lacks)
	failed, err := p.RunThese(ctx, r, ready, 0)
	share.Failed += failed
	return err
}

// left lists the runs that have no record. A run that failed has one: the shard that owns it tries it again.
func left(st *store.Store, runs []*run.Run) []*run.Run {
	heads := headsOf(st, runs)
	return slices.DeleteFunc(slices.Clone(runs), func(r *run.Run) bool {
		_, done := store.HeadOf(heads[r.Key], r)
		return done
	})
}

// headsOf returns the heads of the records of the experiments that runs are of, by key.
func headsOf(st *store.Store, runs []*run.Run) map[string][]store.Head {
	heads := map[string][]store.Head{}
	for _, experiment := range list.AppendUnique(nil, list.Map(runs, func(r *run.Run) string { return r.ID.Experiment })...) {
		maps.Copy(heads, st.Heads(experiment))
	}
	return heads
}

// Work is the runs of a plan with their cost.
type Work struct {
	Left             int
	Seconds, Longest float64 // of the runs that are left, on one core
	Alone            bool    // seconds are reported: nothing else may run beside a run
}

// WorkOf looks at the store without reading numbers.
func WorkOf(p *workflow.Pass, st *store.Store, costs map[string]float64) (w Work) {
	w.Alone = slices.ContainsFunc(p.Plans, func(plan *run.Plan) bool { return plan.Spec.Alone })
	runs := p.Runs()
	heads := headsOf(st, runs)
	for _, r := range runs {
		if h, there := store.HeadOf(heads[r.Key], r); there && h.Status != result.Failed {
			continue
		}
		w.Left++
		seconds := costs[run.TimingKey(r)]
		w.Seconds += seconds
		w.Longest = max(w.Longest, seconds)
	}
	return w
}

// Estimated estimates the costs of all runs, and has later shards deal by them.
func Estimated(ctx context.Context, p *workflow.Pass, st *store.Store) (map[string]float64, error) {
	budget := run.TrialBudget
	return costs(ctx, p, st, true, &budget)
}
