package run

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func workIn(seconds ...float64) []Work {
	var all []Work
	for i, s := range seconds {
		u := &Run{Key: fmt.Sprintf("k%04d", i)}
		all = append(all, Work{Key: u.Key, CoreSeconds: s, run: u})
	}
	return all
}

func TestSimulate(t *testing.T) {
	work := workIn(600, 300, 300, 200, 100) // dealt to two: 600+100 and 300+300+200
	for name, c := range map[string]struct {
		cores int
		limit time.Duration
		want  Schedule
	}{
		"one":                  {1, 0, Schedule{Cores: 1, Seconds: 1500, Efficiency: 1, BoundSeconds: 1500}},
		"two":                  {2, 0, Schedule{Cores: 2, Seconds: 800, Efficiency: 0.9375, BoundSeconds: 750}},
		"more than units":      {10, 0, Schedule{Cores: 10, Seconds: 600, Efficiency: 0.25, BoundSeconds: 600}},
		"a limit that all fit": {2, 30 * time.Minute, Schedule{Cores: 2, Seconds: 800, Efficiency: 0.9375, BoundSeconds: 750}},
		// 700 s of work: 600 | 300 300 | 200 100 on one, which loses 100 s and then 100 s
		"a limit that cuts": {1, 820 * time.Second, Schedule{Cores: 1, Seconds: 1700, Efficiency: 1500. / 1700, BoundSeconds: 1500, Restarts: 2, LostSeconds: 200}},
		// without the run of 600 s: 300 200 and 300 100, of 380 s each
		"a limit that is too short": {2, 500 * time.Second, Schedule{Cores: 2, Seconds: 580, Efficiency: 900. / 1160, BoundSeconds: 450, Restarts: 2, LostSeconds: 160, NeverEnd: 1}},
	} {
		if diff := cmp.Diff(c.want, Simulate(work, c.cores, c.limit)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	if got := Longest(work).Key; got != "k0000" {
		t.Errorf("longest is %s", got)
	}
}

// A hundred thousand runs are dealt to a thousand cores in no time, nearly without loss.
func TestSimulateMany(t *testing.T) {
	seconds := make([]float64, 100_000)
	for i := range seconds {
		seconds[i] = float64(1 + i*7919%97)
	}
	if s := Simulate(workIn(seconds...), 1000, 0); s.Efficiency < 0.99 || s.Seconds < s.BoundSeconds {
		t.Errorf("%+v", s)
	}
}
