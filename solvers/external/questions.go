package external

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

func askIterations(e *examiner, f *Finding) {
	for _, limit := range []int{1, 5} {
		t := ordinary()
		t.iterations = limit
		run := e.try(f, t, "")
		iterations, told := run.Iterations()
		switch {
		case !told:
			f.doubt("result.json does not tell the iterations", "tell them: tables of speed and traces need them")
			return
		case iterations > limit:
			f.fail(fmt.Sprintf("%d iterations where at most %d were asked for", iterations, limit), "stop at iterations of job.json")
			return
		}
		if d := distance(e.first, run.Finish()); limit == 1 && d == 0 && e.program.Spec.Deterministic != "no" && iterations > 0 {
			f.doubt("1 iteration gives the same result as 50", "stop at iterations of job.json; a method without iterations says 0 in result.json")
			return
		}
		f.Found = "stops where it is told to"
	}
}

func askTrace(e *examiner, f *Finding) {
	run := e.try(f, ordinary(), "")
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
			f.doubt(fmt.Sprintf("the objective rises from %.6g to %.6g at iteration %d", before.Objective, p.Objective, p.Iteration),
				"a rule that is meant to descend has an error; others may rise")
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
		e.try(f, t, "")
		least = min(least, time.Since(began).Seconds())
	}
	f.Found = fmt.Sprintf("%.0f ms for a call that computes next to nothing", 1000*least)
	if least > 0.5 {
		f.doubt(f.Found, "every call pays for starting the program")
	}
}

// shape asks for a problem of an extreme shape; a program may refuse it.
func (e *examiner) shape(f *Finding, m, n, r int, zeros bool) {
	t := ordinary()
	t.rank = r
	x := mat.DenseCopyOf(data(m, n, min(r, m, n), 4))
	if zeros {
		clear(x.RawRowView(1))
		for i := range m {
			x.Set(i, 2, 0)
		}
	}
	t.x = matrix.FromDense(x)
	run, err := e.solve(t)
	switch {
	case errors.Is(err, solvers.ErrUnsupported):
		f.doubt("refused: "+err.Error(), "")
	case err != nil:
		f.fail(err.Error(), map[bool]string{
			true:  "a feature and a sample are zero: keep denominators above a tiny number, as 1e-150",
			false: "answer, or say status: unsupported with a message",
		}[zeros])
	default:
		f.Found = fmt.Sprintf("X %d×%d, rank %d: %s", m, n, r, whatIs(run.Finish()))
		if zeros {
			f.Found = "a feature and a sample of zeros are no trouble"
		}
	}
}

func askScale(e *examiner, f *Finding) {
	if e.first.Ht == nil {
		f.Outcome, f.Found = NotAsked, "no factors to judge"
		return
	}
	t := ordinary()
	model := func(x matrix.Matrix, c float64, r solvers.Result) float64 {
		return matrix.NewEntrywise(x).Sum(r.Basis, r.Ht, matrix.Squared) / (c * c)
	}
	base := model(t.x, 1, e.first)
	for _, c := range []float64{1e6, 1e-6} {
		x := mat.DenseCopyOf(t.x)
		x.Scale(c, x)
		s := t
		s.x = matrix.FromDense(x)
		run := e.try(f, s, "")
		if got := model(s.x, c, run.Finish()); !(math.Abs(got-base) <= 0.01*base) {
			f.doubt(fmt.Sprintf("the relative error of %g·X is %.3g times that of X", c, got/base),
				"an absolute floor such as 1e-9, which is not small beside X: make it relative to X; or a penalty, or an initialisation that does "+
					"not fit. Some methods are like that")
			return
		}
	}
	f.Found = "X times 1e6 and 1e-6 is fitted as well"
}

// askMask compares what no program can do by chance: a mask that hides nothing, and an error over the known entries.
func askMask(e *examiner, f *Finding) {
	t := ordinary()
	m, n := t.x.Dims()
	all := slices.Collect(matrix.Entries(t.x))
	some := slices.DeleteFunc(slices.Clone(all), func(e matrix.Triplet) bool { return (e.Row+2*e.Col)%7 == 0 })
	for k, held := range [][]matrix.Triplet{all, some} {
		x, err := matrix.NewMasked(m, n, held)
		if err != nil {
			panic(err) // made above
		}
		s := t
		s.x = x
		run := e.try(f, s, "unknown entries of X are NaN (or absent, where it is sparse): multiply by the mask only what has no NaN left")
		if d := distance(e.first, run.Finish()); k == 0 && d > 1e-6 && e.program.Spec.Deterministic != "no" {
			f.fail(fmt.Sprintf("a mask that hides nothing changes the result by %.2g", d),
				"weigh residuals by the mask, in numerators and denominators")
			return
		}
	}
	e.leftOut(f)
}

// leftOut asks whether unknown entries are left out of the fit. Where they are, the error over the known entries is about that of a fit
// that knows all of them, or less. Where another number is put in their place, it is nearer to that of a fit to that number.
func (e *examiner) leftOut(f *Finding) {
	const m, n, rank, iterations = 24, 18, 2, 300
	rng := rand.New(rand.NewPCG(11, 13))
	w, ht := solvers.RandomFactor(m, rank, rng), solvers.RandomFactor(n, rank, rng)
	x := mat.NewDense(m, n, nil)
	x.Mul(w, ht.T())
	hidden := func(i, k int) bool { return (3*i+5*k)%10 < 3 }
	zeroed := mat.DenseCopyOf(x)
	zeroed.Apply(func(i, k int, v float64) float64 { return map[bool]float64{true: 0, false: v}[hidden(i, k)] }, zeroed)
	var known []matrix.Triplet
	for entry := range matrix.Entries(matrix.FromDense(x)) {
		if !hidden(entry.Row, entry.Col) {
			known = append(known, entry)
		}
	}
	masked, err := matrix.NewMasked(m, n, known)
	if err != nil {
		panic(err) // made above
	}
	errorOf := func(of matrix.Matrix) float64 {
		t := trial{x: of, rank: rank, seed: 1, starts: 1, iterations: iterations}
		r := e.try(f, t, "leave unknown entries out of sums, in numerators and denominators").Finish()
		if r.W == nil || r.Ht == nil {
			return math.NaN()
		}
		var model mat.Dense
		model.Mul(r.W, r.Ht.T())
		sum, of2 := 0.0, 0.0
		for _, entry := range known {
			d := entry.Value - model.At(entry.Row, entry.Col)
			sum, of2 = sum+d*d, of2+entry.Value*entry.Value
		}
		return math.Sqrt(sum / of2)
	}
	all, without, zero := errorOf(matrix.FromDense(x)), errorOf(masked), errorOf(matrix.FromDense(zeroed))
	const share = 0.25 // of the way from the fit that knows all entries to that of zeros
	switch {
	case !(zero > 1.5*all+0.01): // zeros cost this method nothing, or it has no factors: the mask cannot be told
		f.Found = "a mask that hides nothing changes nothing; whether hidden entries are left out cannot be told of this method"
	case without > all+share*(zero-all):
		f.fail(fmt.Sprintf("unknown entries are not left out: the known ones are fitted with a relative error of %.2g, %.2g where all are "+
			"known, %.2g where zeros stand in place of the unknown",
			without, all, zero), "multiply residuals by the mask, in the model W·H too and not in X alone")
	default:
		f.Found = fmt.Sprintf("a mask that hides nothing changes nothing; hidden entries are left out (relative error of the known ones "+
			"%.2g, %.2g with zeros in their place)", without, zero)
	}
}

func askSparse(e *examiner, f *Finding) {
	t := ordinary()
	m, n := t.x.Dims()
	x, err := matrix.CSRFrom(m, n, matrix.Entries(t.x))
	if err != nil {
		panic(err) // made above
	}
	t.x = x
	run := e.try(f, t, "")
	f.Found = "the same result as from the same X in full"
	if d := distance(e.first, run.Finish()); d > 1e-6 && e.program.Spec.Deterministic != "no" {
		f.fail(fmt.Sprintf("a sparse X gives a result that differs by %.2g from that of the same X in full", d),
			"entries that are absent are zero")
	}
}

func askSigned(e *examiner, f *Finding) {
	t := ordinary()
	x := mat.DenseCopyOf(t.x)
	x.Set(3, 3, -0.5)
	t.x = matrix.FromDense(x)
	e.try(f, t, "say accepts: {signed: false}, or which factors may be negative, as negative: [W]")
	f.Found = "X with a negative entry is no trouble"
}

func askLabels(e *examiner, f *Finding) {
	one, other := ordinary(), ordinary()
	one.labels = []int{0, 0, 0, 1, 1, 1, 2, 2, -1}
	other.labels = []int{2, 1, 0, 0, 2, 1, 1, 0, -1}
	e.used(f, "labels", "labels are whole numbers ≥ 0, and -1 where the class is not known", one, other)
}

func askConstraints(e *examiner, f *Finding) {
	one, other := ordinary(), ordinary()
	one.constraints.H = []constraint.Triplet{{Q: 0, R: 1, S: 2}, {Q: 3, R: 4, S: 5}}
	other.constraints.H = []constraint.Triplet{{Q: 0, R: 2, S: 1}, {Q: 8, R: 4, S: 5}}
	e.used(f, "constraints", "triplets count samples from 1", one, other)
}

// used asks whether problems that differ in one part alone give different results.
func (e *examiner) used(f *Finding, what, do string, problems ...trial) {
	results := list.Map(problems, func(t trial) solvers.Result { return e.try(f, t, do).Finish() })
	f.Found = "other " + what + " give another result"
	if distance(results[0], results[1]) == 0 {
		f.fail("other "+what+" give the same result", "use them, or say accepts: {"+what+": false}")
	}
}

func askAnswer(e *examiner, f *Finding) {
	run := e.try(f, ordinary(), "")
	e.first = run.Finish()
	f.Found = "X 12×9, rank 3: " + whatIs(e.first)
	if len(run.Warnings()) > 0 {
		f.doubt(f.Found+"; "+run.Warnings()[0].String(), "")
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
	run := e.try(f, ordinary(), "")
	f.Found = "the same bits twice"
	if d := distance(e.first, run.Finish()); d > 0 {
		f.fail(fmt.Sprintf("two calls with one seed differ by %.2g", d),
			"seed every generator with the seed of job.json and set threads to its threads; or say deterministic: no")
	}
}

func askOtherSeed(e *examiner, f *Finding) {
	t := ordinary()
	t.seed = 2
	run := e.try(f, t, "")
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
	runs, errs := make([]*Call, 2), make([]error, 2)
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
	alone := e.try(f, other, "")
	if d := max(distance(e.first, runs[0].Finish()), distance(alone.Finish(), runs[1].Finish())); d > 0 {
		f.fail(fmt.Sprintf("beside another call the result differs by %.2g", d), do)
	}
}

func askThreads(e *examiner, f *Finding) {
	t := ordinary()
	t.threads = e.program.Spec.Limits.Threads + 1
	run := e.try(f, t, "")
	f.Found = fmt.Sprintf("%d threads give the same bits", t.threads)
	if e.program.Spec.Deterministic == "no" {
		f.Found = fmt.Sprintf("%d threads are no trouble", t.threads)
	} else if d := distance(e.first, run.Finish()); d > 1e-6 {
		f.fail(fmt.Sprintf("%d threads change the result by %.2g", t.threads, d),
			"draw random numbers in one thread; keep limits: {threads: 1} where that is not to be had")
	} else if d > 0 {
		f.doubt(fmt.Sprintf("%d threads change the result by %.2g", t.threads, d),
			"results belong to the number of threads, which is part of a record's key")
	}
}

func askStart(e *examiner, f *Finding) {
	t := ordinary()
	t.iterations = 1
	one := e.try(f, t, "")
	t.starts = 2
	two := e.try(f, t, "")
	f.Found = "another initialisation gives another result after one iteration"
	if distance(one.Finish(), two.Finish()) == 0 {
		f.fail("another initialisation gives the same result after one iteration",
			"begin from w0 and h0 of job.json, or say accepts: {start: false}")
	}
}
