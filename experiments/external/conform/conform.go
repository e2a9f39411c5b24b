// Package conform puts questions to a program that speaks protocol exec/1: what can be asked from outside of a factorisation
// method on small problems.
package conform

import (
	"context"

	"nmfrepro/experiments/external"
)

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

// Ask asks a program what can be asked from outside, one question after the other, and hands every answer on. If the program
// does not answer the first, the others are not asked. The error is that of ctx.
func Ask(ctx context.Context, p *external.Program, tell func(Finding)) error {
	e := &examiner{ctx: ctx, program: p}
	for i, q := range questions {
		f := Finding{Question: q.name, Outcome: Fine}
		if q.not != nil {
			f.Found = q.not(p.Spec)
		}
		if f.Found != "" {
			f.Outcome = NotAsked
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
	not  func(external.Spec) string // why it is not asked, "" if it is; nil asks always
	ask  func(*examiner, *Finding)
}

func unless(accepts func(external.Accepts) bool, key string) func(external.Spec) string {
	return func(s external.Spec) string {
		if accepts(s.Accepts) {
			return ""
		}
		return "accepts: {" + key + ": false}"
	}
}

var questions = []question{
	{"answers", nil, askAnswer},
	{"lowers the error", nil, askError},
	{"same seed", func(s external.Spec) string {
		return map[string]string{"no": "deterministic: no"}[s.Deterministic]
	}, askSameSeed},
	{"other seed", func(s external.Spec) string {
		return map[string]string{"no": "deterministic: no"}[s.Deterministic]
	}, askOtherSeed},
	{"two at once", nil, askAtOnce},
	{"two threads", nil, askThreads},
	{"initialisation", unless(func(a external.Accepts) bool { return a.Start }, "start"), askStart},
	{"iterations", nil, askIterations},
	{"own trace", nil, askTrace},
	{"rank 1", nil, func(e *examiner, f *Finding) { e.shape(f, 12, 9, 1, false) }},
	{"one sample", nil, func(e *examiner, f *Finding) { e.shape(f, 12, 1, 1, false) }},
	{"rank above both sides", nil, func(e *examiner, f *Finding) { e.shape(f, 5, 4, 6, false) }},
	{"zeros", nil, func(e *examiner, f *Finding) { e.shape(f, 12, 9, 3, true) }},
	{"scale of X", nil, askScale},
	{"mask", unless(func(a external.Accepts) bool { return a.Mask }, "mask"), askMask},
	{"sparse", unless(func(a external.Accepts) bool { return a.Sparse }, "sparse"), askSparse},
	{"signed X", unless(func(a external.Accepts) bool { return a.Signed }, "signed"), askSigned},
	{"labels", unless(func(a external.Accepts) bool { return a.Labels }, "labels"), askLabels},
	{"constraints", unless(func(a external.Accepts) bool { return a.Constraints }, "constraints"), askConstraints},
	{"cost of a call", nil, askCost},
}
