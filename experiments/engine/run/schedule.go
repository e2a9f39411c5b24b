package run

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/spec"
)

// Shard is one of so many parts of a plan, counted from 1.
type Shard struct{ Index, Of int }

// ParseShard reads i/n. 0 stands for n, for schedulers that count from 0.
func ParseShard(text string) (Shard, error) {
	first, second, found := strings.Cut(text, "/")
	i, err := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if !found || err != nil || err2 != nil || i < 0 || i > n || n < 1 {
		return Shard{}, fmt.Errorf("%q, want i/n with i from 1 to n, as 3/10", text)
	}
	if i == 0 {
		i = n
	}
	return Shard{i, n}, nil
}

// Own returns the share of a shard; none where there are more shards than runs.
func (s Shard) Own(shares [][]*Run) []*Run {
	if s.Index > len(shares) {
		return nil
	}
	return shares[s.Index-1]
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Deal deals runs to n shards, longest first, ties by key, each to the shard that has least: no shard then has more than the mean and one
// run (Graham 1969). Where there are fewer runs than shards, there is a share for each run. Every process that knows the same costs deals
// alike.
func Deal(runs []*Run, cost func(*Run) float64, n int) [][]*Run {
	type priced struct {
		*Run
		cost float64
	}
	order := list.Map(runs, func(r *Run) priced { return priced{r, cost(r)} })
	slices.SortFunc(order, func(a, b priced) int {
		return cmp.Or(cmp.Compare(b.cost, a.cost), strings.Compare(a.Key, b.Key))
	})
	used := min(n, len(runs)) // the others get nothing
	hands := make(hands, used)
	for i := range hands {
		hands[i] = hand{shard: i}
	}
	shares := make([][]*Run, used)
	for _, p := range order {
		h := &hands[0]
		shares[h.shard] = append(shares[h.shard], p.Run)
		h.cost += p.cost
		h.runs++
		heap.Fix(&hands, 0)
	}
	return shares
}

// hand is the runs dealt to one shard so far, with the sum of their costs.
type hand struct {
	shard, runs int
	cost        float64
}

// hands is a heap: the hand with the smallest cost is first; among equals the one with fewer runs, then the lower shard.
type hands []hand

func (h hands) Len() int { return len(h) }
func (h hands) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].cost, h[j].cost), cmp.Compare(h[i].runs, h[j].runs), cmp.Compare(h[i].shard, h[j].shard)) < 0
}
func (h hands) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *hands) Push(any)     { panic("run: hands are fixed") }
func (h *hands) Pop() any     { panic("run: hands are fixed") }

// InTurn returns the order in which a shard that is done takes runs of the others. It begins with the next shard, so that shards
// that end together help different ones, and with the last run of each, which its owner would reach last.
func (s Shard) InTurn(shares [][]*Run) []*Run {
	var others []*Run
	for k := range shares {
		of := (s.Index + k) % len(shares)
		if of == s.Index-1 {
			continue
		}
		share := slices.Clone(shares[of])
		slices.Reverse(share)
		others = append(others, share...)
	}
	return others
}

// Work is a pending run whose data is there.
type Work struct {
	Key         string   `json:"key"`
	Address     string   `json:"address"` // of this run alone
	Command     []string `json:"command"` // that computes it, wherever it is called
	CoreSeconds float64  `json:"core_seconds"`
	MemoryBytes int64    `json:"memory_bytes"`

	run *Run
}

// workOf describes a run of an experiment to other schedulers, with the memory of a process that computes it alone.
func workOf(r *Run, experiment string, seconds float64) Work {
	id, only := r.ID, spec.Filter{}
	for name, value := range id.Vary {
		only[name] = []string{value}
	}
	for name, value := range map[string]string{"dataset": id.Dataset, "rank": strconv.Itoa(id.Rank), "method": id.Method,
		"replicate": strconv.Itoa(id.Replicate)} {
		only[name] = []string{value}
	}
	memory := int64(programMemory)
	if r.custom == nil {
		memory += int64(dataMemory(r.source.Size()) + r.Memory())
	}
	return Work{Key: r.Key, Address: experiment + ":" + only.String(), CoreSeconds: seconds, MemoryBytes: memory, run: r}
}
