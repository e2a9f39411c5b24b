package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// This file puts questions to a program that speaks protocol exec/1: the questions on small problems that a factorisation method answers
// from outside.

// Outcome is the answer to a question.
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

// Ask puts all questions to a program, one after the other, and hands every answer on. If the program does not answer the first, the
// others are not asked. wrong counts the answers that are an error of the program. err is that of ctx.
func Ask(ctx context.Context, p *Program, tell func(Finding)) (wrong int, err error) {
	e := &examiner{ctx: ctx, program: p}
	for i, q := range questions {
		f := Finding{Question: q.name, Outcome: Fine}
		if q.not != nil {
			f.Found = q.not(p.Spec)
		}
		if f.Found != "" {
			f.Outcome = NotAsked
		} else {
			q.put(e, &f)
		}
		if err := ctx.Err(); err != nil {
			return wrong, err
		}
		tell(f)
		if f.Outcome != Wrong {
			continue
		}
		if wrong++; i == 0 {
			break
		}
	}
	return wrong, nil
}

type question struct {
	name string
	not  func(Spec) string // why it is not asked, "" if it is; nil asks always
	ask  func(*examiner, *Finding)
}

func unless(accepts func(Accepts) bool, key string) func(Spec) string {
	return func(s Spec) string {
		if accepts(s.Accepts) {
			return ""
		}
		return "accepts: {" + key + ": false}"
	}
}

// ifSeeded says why nothing is asked about seeds.
func ifSeeded(s Spec) string { return map[string]string{"no": "deterministic: no"}[s.Deterministic] }

var questions = []question{
	{"answers", nil, askAnswer},
	{"lowers the error", nil, askError},
	{"same seed", ifSeeded, askSameSeed},
	{"other seed", ifSeeded, askOtherSeed},
	{"two at once", nil, askAtOnce},
	{"two threads", nil, askThreads},
	{"initialisation", unless(func(a Accepts) bool { return a.Start }, "start"), askStart},
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

// ordinary returns 12×9 of rank 3 with some noise, a quarter of it zero.
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

func (e *examiner) solve(t trial) (*Call, error) {
	p := e.program
	if t.threads > 0 {
		p = p.WithThreads(t.threads)
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
	return run.(*Call), err
}

func (f *Finding) fail(found, do string) { f.Outcome, f.Found, f.Do = Wrong, found, do }

func (f *Finding) doubt(found, do string) { f.Outcome, f.Found, f.Do = Doubtful, found, do }

// failed ends a question early; see try.
type failed struct{}

// put asks the question.
func (q question) put(e *examiner, f *Finding) {
	defer func() {
		if p := recover(); p != nil && p != (failed{}) {
			panic(p)
		}
	}()
	q.ask(e, f)
}

// try solves a trial. A failure is the answer to the question, and ends it.
func (e *examiner) try(f *Finding, t trial, do string) *Call {
	run, err := e.solve(t)
	if err != nil {
		if failure, is := errors.AsType[*Failure](err); is {
			do = cmp.Or(do, e.program.Remedy(failure))
		}
		f.fail(err.Error(), do)
		panic(failed{})
	}
	return run
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

// distance says how far two results are apart, relative to the first; 0 means the same bits.
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
