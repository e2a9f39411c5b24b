package run

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// While there is time, runs that no spec describes are timed; the others cost what their guesses say in proportion. A program
// is not run for a plan.
func TestCustomCost(t *testing.T) {
	var runs []*Run
	for _, method := range []string{"mine", "program"} {
		for _, rank := range []int{2, 4, 8} {
			work := task{guess: float64(rank), elsewhere: method == "program"}
			work.trial = func(context.Context) (float64, string, error) {
				if rank != 2 || work.elsewhere {
					t.Errorf("%s at rank %d is timed", method, rank)
				}
				for began := time.Now(); time.Since(began) < 10*time.Millisecond; {
				}
				return 3, "timed", nil
			}
			runs = append(runs, custom(store.Identity{Experiment: "e", Method: method, Rank: rank}, "sum", 1, nil, work))
		}
	}
	budget := time.Millisecond
	e, err := Of(context.Background(), &Plan{Spec: &spec.Experiment{Address: "a", Base: "e"}, Runs: runs}, store.Open(t.TempDir(), nil), map[string]bool{}, &budget)
	if err != nil || len(e.Groups) != 6 {
		t.Fatalf("%v, %d groups", err, len(e.Groups))
	}
	first := e.Groups[0].CoreSeconds
	if !(first > 0 && first <= 3) {
		t.Errorf("%v seconds, want those of the processor, at most 3", first)
	}
	for i, g := range e.Groups {
		want, from := float64(g.Rank)/2*first, []string{"timed", "what other ranks took", "what other ranks took"}
		if i >= 3 {
			want, from = float64(g.Rank), []string{"a guess from the size", "a guess from the size", "a guess from the size"}
		}
		if math.Abs(g.CoreSeconds-want) > 1e-9 || g.From != from[i%3] {
			t.Error(fmt.Sprint(g, ", want ", want, " ", from[i%3]))
		}
	}
}
