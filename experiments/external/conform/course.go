package conform

import (
	"fmt"
	"math"
	"time"
)

func askIterations(e *examiner, f *Finding) {
	for _, limit := range []int{1, 5} {
		t := ordinary()
		t.iterations = limit
		run, ok := e.try(f, t, "")
		if !ok {
			return
		}
		said, told := run.Iterations()
		switch {
		case !told:
			f.doubt("result.json does not tell the iterations", "tell them: tables of speed and traces need them")
			return
		case said > limit:
			f.fail(fmt.Sprintf("%d iterations where at most %d were asked for", said, limit), "stop at iterations of job.json")
			return
		}
		f.Found = "stops where it is told to"
	}
}

func askTrace(e *examiner, f *Finding) {
	run, ok := e.try(f, ordinary(), "")
	if !ok {
		return
	}
	trace := run.Trace()
	if len(trace) == 0 {
		f.Outcome, f.Found = NotAsked, "no trace.csv, and there need be none"
		return
	}
	f.Found = fmt.Sprintf("%d points, never rising", len(trace))
	for i, p := range trace[1:] {
		before := trace[i]
		switch {
		case p.Iteration <= before.Iteration:
			f.fail(fmt.Sprintf("iteration %d follows %d in trace.csv", p.Iteration, before.Iteration), "list the points in their order")
			return
		case !(p.Objective <= before.Objective+1e-9*math.Abs(before.Objective)):
			f.doubt(fmt.Sprintf("the objective rises from %.6g to %.6g at iteration %d", before.Objective, p.Objective, p.Iteration), "a rule that is meant to descend has an error; others may rise")
			return
		}
	}
}

func askCost(e *examiner, f *Finding) {
	t := ordinary()
	t.iterations = 1
	least := math.Inf(1)
	for range 3 {
		began := time.Now()
		if _, ok := e.try(f, t, ""); !ok {
			return
		}
		least = min(least, time.Since(began).Seconds())
	}
	f.Found = fmt.Sprintf("%.0f ms for a call that computes next to nothing", 1000*least)
	if least > 0.5 {
		f.doubt(f.Found, "every call pays for starting the program")
	}
}
