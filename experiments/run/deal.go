package run

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports/list"
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

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Deal deals units to n shards, longest first, ties by key, each to the shard that has least: no shard then has more than
// the mean and one unit (Graham 1969). Every process that knows the same costs deals alike.
func Deal(units []*Unit, cost func(*Unit) float64, n int) [][]*Unit {
	type priced struct {
		*Unit
		cost float64
	}
	order := list.Map(units, func(u *Unit) priced { return priced{u, cost(u)} })
	slices.SortFunc(order, func(a, b priced) int {
		return cmp.Or(cmp.Compare(b.cost, a.cost), strings.Compare(a.Key, b.Key))
	})
	used := min(n, len(units)) // the others get nothing
	hands := make(hands, used)
	for i := range hands {
		hands[i] = hand{shard: i}
	}
	shares := make([][]*Unit, n)
	for _, p := range order {
		h := &hands[0]
		shares[h.shard] = append(shares[h.shard], p.Unit)
		h.cost += p.cost
		h.units++
		heap.Fix(&hands, 0)
	}
	return shares
}

// hand is the units dealt to one shard so far, with the sum of their costs.
type hand struct {
	shard, units int
	cost         float64
}

// hands is a heap: the hand with the least cost is first; among equals the one with fewer units, then the lower shard.
type hands []hand

func (h hands) Len() int { return len(h) }
func (h hands) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(h[i].cost, h[j].cost), cmp.Compare(h[i].units, h[j].units), cmp.Compare(h[i].shard, h[j].shard)) < 0
}
func (h hands) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *hands) Push(any)     { panic("run: hands are fixed") }
func (h *hands) Pop() any     { panic("run: hands are fixed") }

// InTurn is the order in which a shard that is done takes units of the others. It begins with the next shard, so that shards
// that end together help different ones, and with the last unit of each, which its owner would reach last.
func (s Shard) InTurn(shares [][]*Unit) []*Unit {
	var others []*Unit
	for k := 1; k < len(shares); k++ {
		share := slices.Clone(shares[(s.Index-1+k)%len(shares)])
		slices.Reverse(share)
		others = append(others, share...)
	}
	return others
}
