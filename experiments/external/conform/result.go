package conform

import (
	"errors"
	"fmt"
	"sync"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/external"
	"nmfrepro/solvers/matrix"
)

func askAnswer(e *examiner, f *Finding) {
	run, ok := e.try(f, ordinary(), "")
	if !ok {
		return
	}
	e.first = run.Finish()
	f.Found = "X 12×9, rank 3: " + whatIs(e.first)
	if len(run.Warnings()) > 0 {
		f.doubt(f.Found+"; "+run.Warnings()[0], "")
	}
}

// askError compares with the best multiple of a constant matrix, which is what a method that learns nothing comes to.
func askError(e *examiner, f *Finding) {
	t := ordinary()
	if e.first.Ht == nil {
		f.Outcome, f.Found = NotAsked, "no factors to judge"
		return
	}
	got := matrix.NewEntrywise(t.x).Sum(e.first.Basis, e.first.Ht, matrix.Squared)
	m, n := t.x.Dims()
	mean := mat.Sum(t.x) / float64(m*n)
	flat := 0.0
	for e := range matrix.Entries(t.x) {
		flat += (e.Value - mean) * (e.Value - mean)
	}
	f.Found = fmt.Sprintf("‖X−WH‖² = %.3g, against %.3g of the mean of X", got, flat)
	if got >= flat {
		f.doubt(f.Found, "are W (features × rank) and H (rank × samples) in the right order, and is X read with its rows as features?")
	}
}

func askSameSeed(e *examiner, f *Finding) {
	run, ok := e.try(f, ordinary(), "")
	if !ok {
		return
	}
	f.Found = "the same bits twice"
	if d := distance(e.first, run.Finish()); d > 0 {
		f.fail(fmt.Sprintf("two calls with one seed differ by %.2g", d), "seed every generator with the seed of job.json and set threads to its threads; or say deterministic: no")
	}
}

func askOtherSeed(e *examiner, f *Finding) {
	t := ordinary()
	t.seed = 2
	run, ok := e.try(f, t, "")
	if !ok {
		return
	}
	same := distance(e.first, run.Finish()) == 0
	always := e.program.Spec.Deterministic == "yes"
	switch {
	case same && !always:
		f.doubt("another seed gives the same bits", "if nothing is random in it, say deterministic: yes; else seed its generator")
	case !same && always:
		f.fail("another seed gives another result, and solver.yaml says deterministic: yes", "say deterministic: seed")
	case same:
		f.Found = "the same bits, as it says"
	default:
		f.Found = "another result"
	}
}

func askAtOnce(e *examiner, f *Finding) {
	runs, errs := make([]*external.Run, 2), make([]error, 2)
	other := ordinary() // two problems, so that what one leaves for the other shows
	other.x, other.seed = data(12, 9, 3, 2), 2
	var wait sync.WaitGroup
	for k, t := range []trial{ordinary(), other} {
		wait.Go(func() { runs[k], errs[k] = e.solve(t) })
	}
	wait.Wait()
	const do = "write nowhere but into the folder of job.json: other runs go on at the same time"
	if err := errors.Join(errs...); err != nil {
		f.fail(err.Error(), do)
		return
	}
	f.Found = "two calls at one time do not disturb each other"
	if e.program.Spec.Deterministic == "no" {
		return
	}
	alone, ok := e.try(f, other, "")
	if !ok {
		return
	}
	if d := max(distance(e.first, runs[0].Finish()), distance(alone.Finish(), runs[1].Finish())); d > 0 {
		f.fail(fmt.Sprintf("beside another call the result differs by %.2g", d), do)
	}
}

func askThreads(e *examiner, f *Finding) {
	t := ordinary()
	t.threads = e.program.Spec.Limits.Threads + 1
	run, ok := e.try(f, t, "")
	if !ok {
		return
	}
	f.Found = fmt.Sprintf("%d threads give the same bits", t.threads)
	if e.program.Spec.Deterministic == "no" {
		f.Found = fmt.Sprintf("%d threads are no trouble", t.threads)
	} else if d := distance(e.first, run.Finish()); d > 1e-6 {
		f.fail(fmt.Sprintf("%d threads change the result by %.2g", t.threads, d), "draw random numbers in one thread; keep limits: {threads: 1} where that is not to be had")
	} else if d > 0 {
		f.doubt(fmt.Sprintf("%d threads change the result by %.2g", t.threads, d), "results belong to the number of threads, which is part of a record's key")
	}
}

func askStart(e *examiner, f *Finding) {
	t := ordinary()
	t.iterations = 1
	one, ok := e.try(f, t, "")
	if !ok {
		return
	}
	t.starts = 2
	two, ok := e.try(f, t, "")
	if !ok {
		return
	}
	f.Found = "another initialisation gives another result after one iteration"
	if distance(one.Finish(), two.Finish()) == 0 {
		f.fail("another initialisation gives the same result after one iteration", "begin from w0 and h0 of job.json, or say accepts: {start: false}")
	}
}
