package run

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever the number of shards, each run is dealt once, no shard has more than the mean and one run, and the deal does not
// depend on the order in which the runs come.
func TestDeal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var runs []*Run
	costs := map[string]float64{}
	for i := range 100 {
		r := &Run{Key: fmt.Sprintf("%02d", i)}
		runs = append(runs, r)
		costs[r.Key] = float64(rng.IntN(5)) * 10 // ties and zeros
	}
	cost := func(r *Run) float64 { return costs[r.Key] }
	var total, longest float64
	for _, c := range costs {
		total, longest = total+c, max(longest, c)
	}
	for _, n := range []int{1, 2, 7, 100, 250, 1_000_000_000} {
		shares := Deal(runs, cost, n)
		if len(shares) != min(n, 100) {
			t.Fatalf("%d shares of %d", len(shares), n)
		}
		seen := map[string]bool{}
		for i, share := range shares {
			var sum, last float64
			for k, r := range share {
				if seen[r.Key] {
					t.Errorf("n = %d: %s is dealt twice", n, r.Key)
				}
				seen[r.Key] = true
				if sum += cost(r); k > 0 && cost(r) > last {
					t.Errorf("n = %d, shard %d: %v comes after %v, want the longest first", n, i+1, cost(r), last)
				}
				last = cost(r)
			}
			if sum > total/float64(min(n, 100))+longest {
				t.Errorf("n = %d: shard %d has %v s of %v", n, i+1, sum, total)
			}
		}
		if len(seen) != len(runs) {
			t.Errorf("n = %d: %d of %d units are dealt", n, len(seen), len(runs))
		}
		other := slices.Clone(runs)
		slices.Reverse(other)
		for i, share := range Deal(other, cost, n) {
			if !slices.Equal(share, shares[i]) {
				t.Errorf("n = %d: shard %d depends on the order of the units", n, i+1)
			}
		}
		turn := Shard{n, n}.InTurn(shares)
		if len(turn)+len((Shard{n, n}).Own(shares)) != len(runs) {
			t.Errorf("n = %d: shard %d would look at %d of %d units", n, n, len(turn), len(runs))
		}
	}
	shares := [][]*Run{runs[:2], runs[2:4], runs[4:6]}
	if got, want := (Shard{2, 3}).InTurn(shares), []*Run{runs[5], runs[4], runs[1], runs[0]}; !slices.Equal(got, want) {
		t.Errorf("shard 2 of 3 takes %v from the others, want the next one's last unit first", got)
	}
}

func TestParseShard(t *testing.T) {
	if s, err := ParseShard("3/10"); err != nil || s != (Shard{3, 10}) || s.String() != "3/10" {
		t.Errorf("%v, %v", s, err)
	}
	if s, err := ParseShard("0/10"); err != nil || s != (Shard{10, 10}) {
		t.Errorf("0/10 is %v, %v, want the last one", s, err)
	}
	for _, text := range []string{"", "3", "0/0", "4/3", "-1/3", "a/b", "1/", "/2", "1/2/3"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q: %v, want an error", text, s)
		}
	}
}
