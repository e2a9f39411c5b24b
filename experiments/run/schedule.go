package run

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/experiments/spec"
)

// Work is a unit that is to run and whose data is there.
type Work struct {
	Key         string   `json:"key"`
	Address     string   `json:"address"` // of this unit alone
	Command     []string `json:"command"` // that computes it, wherever it is called
	CoreSeconds float64  `json:"core_seconds"`
	MemoryBytes int64    `json:"memory_bytes"`

	unit *Unit
}

// workOf describes a unit of an experiment to other schedulers, with the memory of a process that computes it alone.
func workOf(j *Unit, experiment string, seconds float64) Work {
	u, only := j.Unit, spec.Filter{}
	for name, value := range u.Vary {
		only[name] = []string{value}
	}
	for name, value := range map[string]string{"dataset": u.Dataset, "rank": strconv.Itoa(u.Rank), "method": u.Method, "replicate": strconv.Itoa(u.Replicate)} {
		only[name] = []string{value}
	}
	memory := int64(programMemory)
	if j.Task() == nil {
		memory += int64(dataMemory(j.Size()) + j.Memory())
	}
	return Work{Key: j.Key, Address: experiment + ":" + only.String(), CoreSeconds: seconds, MemoryBytes: memory, unit: j}
}

// Schedule is the simulated course of units that are dealt to a number of shards of one core each.
type Schedule struct {
	Cores        int     `json:"cores"`
	Seconds      float64 `json:"seconds"` // until the last shard ends
	Efficiency   float64 `json:"efficiency"`
	BoundSeconds float64 `json:"bound_seconds"`       // no dealing ends sooner: the mean of the cores, or the longest unit
	Restarts     int     `json:"restarts,omitempty"`  // of tasks, by the time limit
	LostSeconds  float64 `json:"lost_seconds"`        // of units that the limit cut, and that begin anew
	NeverEnd     int     `json:"never_end,omitempty"` // units that are longer than the limit
}

// LimitWarning is how long before its time is over a task of a queue is told, and saves what it has.
const LimitWarning = 2 * time.Minute

// Simulate deals units as [run.Deal] does and adds up what each shard takes. With a limit (0 is none) a task works until the
// warning before it, loses the unit that it is at, and goes on with that one when it is started again, which takes no time here.
func Simulate(work []Work, cores int, limit time.Duration) Schedule {
	s := Schedule{Cores: cores}
	window := (limit - LimitWarning).Seconds()
	costs, units := make(map[*Unit]float64, len(work)), make([]*Unit, 0, len(work))
	total := 0.0
	for _, w := range work {
		if limit > 0 && w.CoreSeconds > window {
			s.NeverEnd++
			continue
		}
		costs[w.unit] = w.CoreSeconds
		units = append(units, w.unit)
		total += w.CoreSeconds
		s.BoundSeconds = max(s.BoundSeconds, w.CoreSeconds)
	}
	s.BoundSeconds = max(s.BoundSeconds, total/float64(cores))
	for _, share := range Deal(units, func(u *Unit) float64 { return costs[u] }, cores) {
		var end, since float64 // since the task was started
		for _, u := range share {
			if limit > 0 && since+costs[u] > window {
				s.Restarts++
				s.LostSeconds += window - since
				end += window - since
				since = 0
			}
			since += costs[u]
			end += costs[u]
		}
		s.Seconds = max(s.Seconds, end)
	}
	if s.Efficiency = 1; s.Seconds > 0 {
		s.Efficiency = total / (float64(cores) * s.Seconds)
	}
	return s
}

// Longest is the unit that takes longest.
func Longest(work []Work) Work {
	return slices.MaxFunc(work, func(a, b Work) int {
		return cmp.Or(cmp.Compare(a.CoreSeconds, b.CoreSeconds), strings.Compare(b.Key, a.Key))
	})
}
