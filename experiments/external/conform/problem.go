package conform

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

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
			f.doubt(fmt.Sprintf("the relative error of %g·X is %.3g times that of X", c, got/base), "an absolute floor such as 1e-9, which is not small beside X: make it relative to X; or a penalty, or an initialisation that does not fit. Some methods are like that")
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
	x, err := matrix.CSRFrom(m, n, matrix.Entries(t.x))
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
	var results []solvers.Result
	for _, t := range problems {
		run, ok := e.try(f, t, do)
		if !ok {
			return
		}
		results = append(results, run.Finish())
	}
	f.Found = "other " + what + " give another result"
	if distance(results[0], results[1]) == 0 {
		f.fail("other "+what+" give the same result", "use them, or say accepts: {"+what+": false}")
	}
}
