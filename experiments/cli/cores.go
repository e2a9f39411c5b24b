package cli

import (
	"fmt"
	"time"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

func checkCores(cores []int, limit time.Duration) error {
	const most = 1_000_000
	for _, n := range cores {
		if n < 1 || n > most {
			return UsageError("--cores = %d, want 1 to %d", n, most)
		}
	}
	switch {
	case limit == 0 || cores != nil && limit > run.LimitWarning:
		return nil
	case cores == nil:
		return UsageError("--time-limit goes with --cores")
	}
	return UsageError("--time-limit = %v, want more than the %v before its end at which a task saves what it has", limit, run.LimitWarning)
}

// schedules is what plan --cores tells.
type schedules struct {
	Envelope
	Units        int            `json:"units"`
	CoreSeconds  float64        `json:"core_seconds"`
	Longest      *run.Work      `json:"longest"`
	MemoryBytes  int64          `json:"memory_bytes"` // of a process with one worker
	LimitSeconds float64        `json:"limit_seconds,omitempty"`
	Schedules    []run.Schedule `json:"schedules"`
}

func printSchedules(env *Env, p *workflow.Pass, all []run.Estimate, cores []int, limit time.Duration, format string) error {
	var work []run.Work
	s := schedules{Envelope: NewEnvelope("nmfrepro/schedules/1", p.Plans[0].Profile), LimitSeconds: limit.Seconds(), Schedules: []run.Schedule{}}
	for _, e := range all {
		work = append(work, e.Work...)
		s.CoreSeconds += e.CoreSeconds
	}
	if s.Units = len(work); s.Units > 0 {
		longest := run.Longest(work)
		s.Longest = &longest
	}
	s.MemoryBytes, _ = p.Memory(1) // the estimates tell of data that is not there
	s.Schedules = list.Map(cores, func(n int) run.Schedule { return run.Simulate(work, n, limit) })
	if format == "json" {
		return WriteJSON(env.Stdout, s)
	}
	if s.Units == 0 {
		fmt.Fprintln(env.Stdout, "nothing is to run that does not wait for data")
		return nil
	}
	w := env.Stdout
	fmt.Fprintf(w, "%s to make, core time %s; a process needs %d MB\n", reports.Count(s.Units, "run"), About(s.CoreSeconds), s.MemoryBytes>>20)
	fmt.Fprintf(w, "longest run: %s, %s\n\n", About(s.Longest.CoreSeconds), s.Longest.Address)
	fmt.Fprintf(w, "%7s  %12s  %12s  %10s", "cores", "end", "at best", "efficiency")
	if limit > 0 {
		fmt.Fprintf(w, "  %8s  %12s", "restarts", "lost")
	}
	fmt.Fprintln(w)
	for _, c := range s.Schedules {
		fmt.Fprintf(w, "%7d  %12s  %12s  %8.1f %%", c.Cores, Seconds(c.Seconds, 1), Seconds(c.BoundSeconds, 1), 100*c.Efficiency)
		if limit > 0 {
			fmt.Fprintf(w, "  %8d  %12s", c.Restarts, Seconds(c.LostSeconds, 1))
		}
		fmt.Fprintln(w)
	}
	if n := s.Schedules[0].NeverEnd; n > 0 {
		fmt.Fprintf(w, "\n%s longer than the limit and never end; they are left out above\n", reports.Count(n, "run"))
	}
	return nil
}
