package external

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// Outcome is the answer to a question of [Conform].
type Outcome string

// The outcomes.
const (
	Fine     Outcome = "ok"
	Doubtful Outcome = "note" // worth knowing, and right for some methods
	Wrong    Outcome = "FAIL"
	NotAsked Outcome = "–" // solver.yaml says that it does not apply
)

// Finding is one answer.
type Finding struct {
	Question string
	Outcome  Outcome
	Found    string
	Do       string // what to do, "" where nothing is to be done
}

// Conform asks a program what can be asked from outside, one question after the other, and hands every answer on. If the program
// does not answer the first, the others are not asked. The error is that of ctx.
func Conform(ctx context.Context, p *Program, tell func(Finding)) error {
	e := &examiner{ctx: ctx, program: p}
	for i, q := range questions {
		f := Finding{Question: q.name, Outcome: Fine}
		if why := q.notAsked(p.Spec); why != "" {
			f.Outcome, f.Found = NotAsked, why
		} else {
			q.ask(e, &f)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		tell(f)
		if i == 0 && f.Outcome == Wrong {
			return nil
		}
	}
	return nil
}

type question struct {
	name string
	not  func(Spec) string // why it is not asked, "" if it is; nil asks always
	ask  func(*examiner, *Finding)
}

func (q question) notAsked(s Spec) string {
	if q.not == nil {
		return ""
	}
	return q.not(s)
}

func unless(accepts func(Accepts) bool, key string) func(Spec) string {
	return func(s Spec) string {
		if accepts(s.Accepts) {
			return ""
		}
		return "accepts: {" + key + ": false}"
	}
}

var questions = []question{
	{"answers", nil, askAnswer},
	{"lowers the error", nil, askError},
	{"same seed", func(s Spec) string {
		return map[string]string{"no": "deterministic: no"}[s.Deterministic]
	}, askSameSeed},
	{"other seed", func(s Spec) string {
		return map[string]string{"no": "deterministic: no"}[s.Deterministic]
	}, askOtherSeed},
	{"two at once", nil, askAtOnce},
	{"two threads", nil, askThreads},
	{"start", unless(func(a Accepts) bool { return a.Start }, "start"), askStart},
	{"iterations", nil, askIterations},
	{"own trace", nil, askTrace},
	{"rank 1", nil, func(e *examiner, f *Finding) { e.shape(f, 12, 9, 1, false) }},
	{"one sample", nil, func(e *examiner, f *Finding) { e.shape(f, 12, 1, 1, false) }},
	{"rank above both sides", nil, func(e *examiner, f *Finding) { e.shape(f, 5, 4, 6, false) }},
	{"zeros", nil, func(e *examiner, f *Finding) { e.shape(f, 12, 9, 3, true) }},
	{"scale of X", nil, askScale},
	{"mask", unless(func(a Accepts) bool { return a.Mask }, "mask"), askMask},
	{"sparse", unless(func(a Accepts) bool { return a.Sparse }, "sparse"), askSparse},
	{"signed X", unless(func(a Accepts) bool { return a.Signed }, "signed"), askSigned},
	{"labels", unless(func(a Accepts) bool { return a.Labels }, "labels"), askLabels},
	{"constraints", unless(func(a Accepts) bool { return a.Constraints }, "constraints"), askConstraints},
	{"cost of a call", nil, askCost},
}

// examiner asks one program.
type examiner struct {
	ctx     context.Context
	program *Program
	first   solvers.Result // of the ordinary problem
}

// trial is a problem with what decides its result.
type trial struct {
	x           matrix.Matrix
	rank        int
	seed        uint64
	starts      uint64
	iterations  int
	labels      []int
	constraints constraint.Set
	threads     int
}

// ordinary is 12×9 of rank 3 with some noise, a quarter of it zero.
func ordinary() trial {
	return trial{x: data(12, 9, 3, 1), rank: 3, seed: 1, starts: 1, iterations: 50}
}

func data(m, n, r int, seed uint64) matrix.Matrix {
	rng := rand.New(rand.NewPCG(seed, 7))
	w, ht := solvers.RandomFactor(m, r, rng), solvers.RandomFactor(n, r, rng)
	x := mat.NewDense(m, n, nil)
	x.Mul(w, ht.T())
	x.Apply(func(_, _ int, v float64) float64 {
		if v += 0.1 * rng.Float64(); rng.IntN(4) == 0 {
			return 0
		}
		return v
	}, x)
	return matrix.FromDense(x)
}

func (e *examiner) solve(t trial) (*Run, error) {
	p := e.program
	if t.threads > 0 {
		p = &Program{Name: p.Name, Folder: p.Folder, Spec: p.Spec, Files: p.Files, NoExec: p.NoExec, Temp: p.Temp, command: p.command, grace: p.grace}
		p.Spec.Limits.Threads = t.threads
		p.Spec.Version = nil
		defer p.Close()
	}
	m, n := t.x.Dims()
	rng := rand.New(rand.NewPCG(t.starts, 5))
	f := solvers.Factors{W: solvers.RandomFactor(m, t.rank, rng), Ht: solvers.RandomFactor(n, t.rank, rng)}
	problem := solvers.Problem{X: t.x, Rank: t.rank, Labels: t.labels, Constraints: t.constraints}
	run, err := p.New().Start(problem, f, rand.New(rand.NewPCG(t.seed, 3)))
	if err != nil {
		return nil, err
	}
	_, status, err := solvers.Solve(e.ctx, run, f, solvers.Settings{Iterations: t.iterations})
	if err == nil && status == solvers.Cancelled {
		err = e.ctx.Err()
	}
	return run.(*Run), err
}

func (f *Finding) fail(found, do string)  { f.Outcome, f.Found, f.Do = Wrong, found, do }
func (f *Finding) doubt(found, do string) { f.Outcome, f.Found, f.Do = Doubtful, found, do }

// try solves a trial and reports a failure.
func (e *examiner) try(f *Finding, t trial, do string) (run *Run, ok bool) {
	run, err := e.solve(t)
	if err != nil {
		f.fail(err.Error(), do)
	}
	return run, err == nil
}

func askAnswer(e *examiner, f *Finding) {
	run, ok := e.try(f, ordinary(), "run the command by hand in a folder with the job that factorize hands over; the README beside the examples shows one")
	if !ok {
		return
	}
	e.first = run.Finish()
	f.Found = "X 12×9, rank 3: " + whatIs(e.first)
	if len(run.Warnings()) > 0 {
		f.doubt(f.Found+"; "+run.Warnings()[0], "")
	}
}

func whatIs(r solvers.Result) string {
	text := ""
	add := func(name string, a *mat.Dense) {
		if a != nil {
			m, n := a.Dims()
			text += fmt.Sprintf("%s %d×%d, ", name, m, n)
		}
	}
	add("W", r.W)
	if r.Ht != nil {
		n, k := r.Ht.Dims()
		text += fmt.Sprintf("H %d×%d, ", k, n)
	}
	if r.Basis != r.W {
		add("Basis", r.Basis)
	}
	add("Embedding", r.Embedding)
	if r.Labels != nil {
		text += fmt.Sprintf("%d labels, ", len(r.Labels))
	}
	return text[:max(0, len(text)-2)]
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
	eachHeld(t.x, func(_, _ int, v float64) { flat += (v - mean) * (v - mean) })
	f.Found = fmt.Sprintf("‖X−WH‖² = %.3g, against %.3g of the mean of X", got, flat)
	if got >= flat {
		f.doubt(f.Found, "are W (features × rank) and H (rank × samples) in the right order, and is X read with its rows as features?")
	}
}

// distance is how far two results are apart, relative to the first; 0 means the same bits.
func distance(a, b solvers.Result) float64 {
	if !slices.Equal(a.Labels, b.Labels) {
		return 1
	}
	worst := 0.0
	for _, pair := range [][2]*mat.Dense{{a.W, b.W}, {a.Ht, b.Ht}, {a.Basis, b.Basis}, {a.Embedding, b.Embedding}} {
		x, y := pair[0], pair[1]
		if x == nil && y == nil {
			continue
		}
		if x == nil || y == nil {
			return math.Inf(1)
		}
		m, n := x.Dims()
		if p, q := y.Dims(); p != m || q != n {
			return math.Inf(1)
		}
		var d mat.Dense
		d.Sub(x, y)
		if diff := mat.Norm(&d, 2); diff > 0 {
			worst = max(worst, diff/max(mat.Norm(x, 2), math.SmallestNonzeroFloat64))
		}
	}
	return worst
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
	runs, errs := make([]*Run, 2), make([]error, 2)
	other := ordinary() // two problems, so that what one leaves for the other shows
	other.x, other.seed = data(12, 9, 3, 2), 2
	var wait sync.WaitGroup
	for k, t := range []trial{ordinary(), other} {
		wait.Go(func() { runs[k], errs[k] = e.solve(t) })
	}
	wait.Wait()
	const do = "write nowhere but into the folder of job.json: other units run at the same time"
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
	f.Found = "another start gives another result after one iteration"
	if distance(one.Finish(), two.Finish()) == 0 {
		f.fail("another start gives the same result after one iteration", "begin from w0 and h0 of job.json, or say accepts: {start: false}")
	}
}

func askIterations(e *examiner, f *Finding) {
	for _, limit := range []int{1, 5} {
		t := ordinary()
		t.iterations = limit
		run, ok := e.try(f, t, "")
		if !ok {
			return
		}
		said := run.answer.said.Iterations
		switch {
		case said == nil:
			f.doubt("result.json does not tell the iterations", "tell them: tables of speed and traces need them")
			return
		case *said > limit:
			f.fail(fmt.Sprintf("%d iterations where at most %d were asked for", *said, limit), "stop at iterations of job.json")
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
		run, ok := e.try(f, s, "")
		if !ok {
			return
		}
		if got := model(s.x, c, run.Finish()); !(math.Abs(got-base) <= 0.01*base) {
			f.doubt(fmt.Sprintf("the relative error of %g·X is %.3g times that of X", c, got/base), "a constant such as 1e-9 that is not small beside X, a penalty, or a start that does not fit; some methods are like that")
			return
		}
	}
	f.Found = "X times 1e6 and 1e-6 is fitted as well"
}

// askMask compares what no program can do by chance: a mask that hides nothing, and an error over the known entries.
func askMask(e *examiner, f *Finding) {
	t := ordinary()
	m, n := t.x.Dims()
	var all, some []matrix.Triplet
	eachHeld(t.x, func(i, j int, v float64) {
		all = append(all, matrix.Triplet{Row: i, Col: j, Value: v})
		if (i+2*j)%7 != 0 {
			some = append(some, matrix.Triplet{Row: i, Col: j, Value: v})
		}
	})
	for k, held := range [][]matrix.Triplet{all, some} {
		x, err := matrix.NewMasked(m, n, held)
		if err != nil {
			panic(err) // made above
		}
		s := t
		s.x = x
		run, ok := e.try(f, s, "unknown entries of X are NaN (or absent, where it is sparse): multiply by the mask only what has no NaN left")
		if !ok {
			return
		}
		if d := distance(e.first, run.Finish()); k == 0 && d > 1e-6 && e.program.Spec.Deterministic != "no" {
			f.fail(fmt.Sprintf("a mask that hides nothing changes the result by %.2g", d), "weigh residuals by the mask, in numerators and denominators")
			return
		}
	}
	f.Found = "a mask that hides nothing changes nothing; one that hides some entries is honoured as far as can be seen"
}

func askSparse(e *examiner, f *Finding) {
	t := ordinary()
	m, n := t.x.Dims()
	var held []matrix.Triplet
	eachHeld(t.x, func(i, j int, v float64) { held = append(held, matrix.Triplet{Row: i, Col: j, Value: v}) })
	x, err := matrix.NewCSR(m, n, held)
	if err != nil {
		panic(err) // made above
	}
	t.x = x
	run, ok := e.try(f, t, "")
	if !ok {
		return
	}
	f.Found = "the same result as from the same X in full"
	if d := distance(e.first, run.Finish()); d > 1e-6 && e.program.Spec.Deterministic != "no" {
		f.fail(fmt.Sprintf("a sparse X gives a result that differs by %.2g from that of the same X in full", d), "entries that are absent are zero")
	}
}

func askSigned(e *examiner, f *Finding) {
	t := ordinary()
	x := mat.DenseCopyOf(t.x)
	x.Set(3, 3, -0.5)
	t.x = matrix.FromDense(x)
	if _, ok := e.try(f, t, "say accepts: {signed: false}, or which factors may be negative, as negative: [W]"); ok {
		f.Found = "X with a negative entry is no trouble"
	}
}

func askLabels(e *examiner, f *Finding) {
	t := ordinary()
	var results []solvers.Result
	for _, labels := range [][]int{{0, 0, 0, 1, 1, 1, 2, 2, -1}, {2, 1, 0, 0, 2, 1, 1, 0, -1}} {
		t.labels = labels
		run, ok := e.try(f, t, "labels are whole numbers ≥ 0, and -1 where the class is not known")
		if !ok {
			return
		}
		results = append(results, run.Finish())
	}
	f.used(results, "labels")
}

func askConstraints(e *examiner, f *Finding) {
	t := ordinary()
	var results []solvers.Result
	for _, list := range [][]constraint.Triplet{{{Q: 0, R: 1, S: 2}, {Q: 3, R: 4, S: 5}}, {{Q: 0, R: 2, S: 1}, {Q: 8, R: 4, S: 5}}} {
		t.constraints.H = list
		run, ok := e.try(f, t, "triplets count samples from 1")
		if !ok {
			return
		}
		results = append(results, run.Finish())
	}
	f.used(results, "constraints")
}

func (f *Finding) used(results []solvers.Result, what string) {
	f.Found = "other " + what + " give another result"
	if distance(results[0], results[1]) == 0 {
		f.fail("other "+what+" give the same result", "use them, or say accepts: {"+what+": false}")
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
	if least > 0.5 && !e.program.Spec.Serve {
		f.doubt(f.Found, "serve: true starts the program once for many units")
	}
}
