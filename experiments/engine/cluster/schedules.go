package cluster

import (
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/reports/answer"
)

// Schedules is what run --dry-run --cores tells.
type Schedules struct {
	answer.Envelope
	Units        int            `json:"units"`
	CoreSeconds  float64        `json:"core_seconds"`
	Longest      *run.Work      `json:"longest"`
	MemoryBytes  int64          `json:"memory_bytes"` // of a process with one worker
	LimitSeconds float64        `json:"limit_seconds,omitempty"`
	Schedules    []run.Schedule `json:"schedules"`
}

// SchedulesOf simulates shards on several numbers of cores, for what estimates say is to be computed.
func SchedulesOf(head answer.Envelope, all []run.Estimate, cores []int, limit time.Duration) Schedules {
	var work []run.Work
	s := Schedules{Envelope: head, LimitSeconds: limit.Seconds()}
	for _, e := range all {
		work = append(work, e.Work...)
		s.CoreSeconds += e.CoreSeconds
	}
	if s.Units = len(work); s.Units > 0 {
		longest := run.Longest(work)
		s.Longest = &longest
	}
	s.Schedules = list.Map(cores, func(n int) run.Schedule { return run.Simulate(work, n, limit) })
	return s
}
