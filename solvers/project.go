package solvers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/internal/nnls"
	"nmfrepro/solvers/matrix"
)

// ProjectionRule tells how a method finds the coefficients H (r×n) of new samples X (m×n) for a basis W (m×r) that stays as it is.
type ProjectionRule struct {
	Formula string // for instance "min ‖X - WH‖² over H ≥ 0"; "" if the method has no rule
	Refusal string // why it has none
	Note    string // whose rule this is, or which part of the method's objective new samples have no share in; "" for its own objective
	Least   bool   // H is the minimum of the formula
	Local   bool   // the objective may have several minima over H; the one found is reached from equal coefficients
	Scaled  bool   // there are penalties on H, whose meaning depends on the scale of the basis

	whole     bool // the rule needs every entry of X, whatever the method does with unknown ones
	find      func(p *projection) error
	objective func(x matrix.Matrix, w, ht *mat.Dense) float64
}

// String returns the rule in one line.
func (r ProjectionRule) String() string {
	text := r.Formula
	if text == "" {
		return "none: " + r.Refusal
	}
	if r.Note != "" {
		text += "; " + r.Note
	}
	if r.Local {
		text += "; a local minimum"
	}
	return text
}

// projector is implemented by the methods that do not minimise ‖X - WH‖² alone over H.
type projector interface{ projection() ProjectionRule }

// ProjectionOf returns the rule of a method with its options.
func ProjectionOf(s Solver) ProjectionRule {
	s = withDefaults(s)
	if p, ok := s.(projector); ok {
		return p.projection()
	}
	if _, ok := s.(Outside); ok {
		return leastSquares(sizePenalty{}, "the loss of a program is not known here")
	}
	if w, _ := s.Rows(1, 1); w == 0 {
		return ProjectionRule{Refusal: noBasis}
	}
	return leastSquares(sizePenalty{}, "")
}

const noBasis = "the method leaves no basis of the features"

// ProjectionSettings say when the coefficients of a sample are good enough, where a rule repeats an update.
type ProjectionSettings struct {
	// Tol is the largest relative growth of a coefficient in one update, and the largest share of the model that an update moves,
	// for a sample to be done; 0 is 1e-7. For the divergence the objective is then within Tol·ΣX of its minimum.
	Tol        float64
	Iterations int // most updates of a sample; 0 is 100,000
}

// Projected are the coefficients of new samples.
type Projected struct {
	Ht         *mat.Dense // n×r, in the units of X over those of the basis
	Rule       ProjectionRule
	Objective  float64 // what the formula of the rule minimises, penalties on H included; the loss of H = ... where that is the rule
	Iterations int     // updates of the sample that took most; 0 for a rule that solves its problem at once
	Unfinished []int   // samples, from 0 on, that did not reach the tolerance
}

// Project returns the coefficients of new samples X (m×n) for the basis (m×r) that an earlier run of the method left
// (Result.Basis, before any [Normalise] if there are penalties on H). It minimises the method's own loss, with its own penalties on
// H, over H ≥ 0, W fixed; a method whose authors have another rule for new samples keeps it. [ProjectionOf] tells which.
//
//   - The squared error, penalties l1-h and l2-h included, is minimised exactly, by non-negative least squares.
//   - Divergences and other losses repeat the method's own update of H until the tolerance of the settings, each sample by itself: the
//     coefficients of a sample do not depend on the others.
//
// Unknown entries are left out by the methods that take them in a run. ErrUnsupported is wrapped where the method has no rule, or
// takes no unknown or negative entries; other errors tell of a basis of another shape, of entries that are no numbers, and of ctx.
func Project(ctx context.Context, name string, s Solver, x matrix.Matrix, basis *mat.Dense, set ProjectionSettings) (Projected, error) {
	s = withDefaults(s)
	rule := ProjectionOf(s)
	if rule.Formula == "" {
		return Projected{}, fmt.Errorf("solvers: %s: no coefficients of new samples: %s: %w", name, rule.Refusal, ErrUnsupported)
	}
	p := &projection{ctx: ctx, settings: set, x: x, w: basis}
	if err := p.check(name, s, rule); err != nil {
		return Projected{}, err
	}
	_, n := x.Dims()
	_, r := basis.Dims()
	p.ht = mat.NewDense(n, r, nil)
	if err := rule.find(p); err != nil {
		return Projected{}, fmt.Errorf("solvers: %s: %w", name, err)
	}
	return Projected{Ht: p.ht, Rule: rule, Objective: rule.objective(x, basis, p.ht), Iterations: p.iterations, Unfinished: p.unfinished}, nil
}

// projection is one call of Project.
type projection struct {
	ctx        context.Context
	settings   ProjectionSettings
	x          matrix.Matrix
	w, ht      *mat.Dense
	iterations int
	unfinished []int
}

func (p *projection) check(name string, s Solver, rule ProjectionRule) error {
	p.settings.Tol = cmp.Or(p.settings.Tol, 1e-7)
	p.settings.Iterations = cmp.Or(p.settings.Iterations, 100_000)
	if !(p.settings.Tol > 0) || !finite(p.settings.Tol) || p.settings.Iterations < 0 {
		return fmt.Errorf("solvers: %s: tolerance = %v and iterations = %d, want values above 0", name, p.settings.Tol, p.settings.Iterations)
	}
	signed := true
	if entry, ok := Find(name); ok {
		if signed = entry.signed(s); rule.whole || !entry.Takes.Masked {
			if err := refuseMask(name, p.x, entry.Takes.Whole); err != nil {
				return err
			}
		}
	}
	if err := CheckEntries(name, p.x, signed); err != nil {
		return err
	}
	if c, ok := s.(interface{ check(x matrix.Matrix) error }); ok {
		if err := c.check(p.x); err != nil {
			return err
		}
	}
	m, n := p.x.Dims()
	rows, r := p.w.Dims()
	if rows != m {
		return fmt.Errorf("solvers: %s: basis is %d×%d and X %d×%d, want a row for every feature", name, rows, r, m, n)
	}
	for i := range rows {
		for k, v := range p.w.RawRowView(i) {
			if math.Abs(v) > maxEntry || math.IsNaN(v) {
				return fmt.Errorf("solvers: %s: basis has %v at row %d, column %d, want a finite value", name, v, i+1, k+1)
			}
			if v < 0 && !signed {
				return fmt.Errorf("solvers: %s: basis has %v at row %d, column %d, want a value ≥ 0", name, v, i+1, k+1)
			}
		}
	}
	return nil
}

// leastSquares returns the rule of methods that fit by squared errors, or by their roots sample by sample.
func leastSquares(size sizePenalty, note string) ProjectionRule {
	return ProjectionRule{
		Least: true, Formula: "min ‖X - WH‖²" + size.formula() + " over H ≥ 0", Note: note, Scaled: !size.none(),
		find: func(p *projection) error {
			size := size.at(p.w.RawMatrix().Rows)
			p.ht = nnls.Coefficients(p.x, p.w, size.l1, size.l2)
			return nil
		},
		objective: lossOf(matrix.Squared, size),
	}
}

// divergence returns the rule of methods that fit by the generalised Kullback-Leibler divergence, by the update of [NMFKL].
func divergence(size sizePenalty, note string) ProjectionRule {
	rule := repeated("min D(X‖WH)"+size.formula()+" over H ≥ 0", lossOf(flooredKL, size),
		func(_ float64, xt matrix.Matrix, ht, w *mat.Dense) half {
			h := newKLHalf(xt, ht, w)
			h.size = size.at(w.RawMatrix().Rows)
			return h
		})
	rule.Note, rule.Scaled = note, !size.none()
	return rule
}

// linear returns the rule H = WᵀX of projective methods.
func linear(loss matrix.Loss) ProjectionRule {
	return ProjectionRule{
		Formula: "H = WᵀX", Note: "the method's model [Yang and Oja 2010]", whole: true,
		find:      func(p *projection) error { p.x.Trans().MulTo(p.ht, p.w); return nil },
		objective: lossOf(loss, sizePenalty{}),
	}
}

// lossOf returns the sum of a loss over the entries, and the penalty on H.
func lossOf(loss matrix.Loss, size sizePenalty) func(x matrix.Matrix, w, ht *mat.Dense) float64 {
	return func(x matrix.Matrix, w, ht *mat.Dense) float64 {
		return matrix.NewEntrywise(x).Sum(w, ht, loss) + size.at(w.RawMatrix().Rows).value(ht)
	}
}

// formula returns the penalty on H as a term.
func (p sizePenalty) formula() (text string) {
	by := ""
	if p.bySize {
		by = "·m"
	}
	if p.l1 != 0 {
		text += fmt.Sprintf(" + %g%s·ΣH", p.l1, by)
	}
	if p.l2 != 0 {
		text += fmt.Sprintf(" + %g%s·‖H‖²", p.l2, by)
	}
	return text
}

// repeated returns a rule for the minimum of a formula, which repeats the update of the rows of Hᵀ for the rows of Xᵀ, W fixed; unit is the
// largest entry of X.
func repeated(formula string, objective func(x matrix.Matrix, w, ht *mat.Dense) float64,
	update func(unit float64, xt matrix.Matrix, ht, w *mat.Dense) half) ProjectionRule {
	return ProjectionRule{Formula: formula, Least: true, objective: objective, find: func(p *projection) error { return p.repeat(update) }}
}

// repeat takes the samples in rounds, each with twice the updates of the one before and without the samples that were done then.
func (p *projection) repeat(update func(unit float64, xt matrix.Matrix, ht, w *mat.Dense) half) error {
	unit, mass := unitOf(p.x), p.equal()
	open := list.Upto(p.ht.RawMatrix().Rows)
	for updates := 32; len(open) > 0 && p.iterations < p.settings.Iterations; updates *= 2 {
		ht := mat.NewDense(len(open), len(mass), nil)
		for q, j := range open {
			ht.SetRow(q, p.ht.RawRowView(j))
		}
		before, done := mat.DenseCopyOf(ht), make([]bool, len(open))
		h := update(unit, matrix.Rows(p.x.Trans(), open), ht, p.w)
		for range min(updates, p.settings.Iterations-p.iterations) {
			if err := p.ctx.Err(); err != nil {
				return err
			}
			before.Copy(ht)
			h.step()
			p.iterations++
			for q, j := range open {
				if !done[q] && settled(before.RawRowView(q), ht.RawRowView(q), mass, p.settings.Tol) {
					done[q] = true
					p.ht.SetRow(j, ht.RawRowView(q))
				}
			}
			if !slices.Contains(done, false) {
				break
			}
		}
		left := open[:0]
		for q, j := range open {
			if !done[q] {
				p.ht.SetRow(j, ht.RawRowView(q))
				left = append(left, j)
			}
		}
		open = left
	}
	p.unfinished = open
	return nil
}

// equal begins with equal coefficients, whose model of a sample has the sum of the sample, and returns the column sums of W.
func (p *projection) equal() (mass []float64) {
	mass = make([]float64, p.w.RawMatrix().Cols)
	matrix.SumRows(mass, p.w)
	rows := rowSums(p.x.Trans())
	total := sumOf(mass)
	for j, sum := range rows {
		row := p.ht.RawRowView(j)
		for k := range row {
			if total > 0 {
				row[k] = sum / total
			}
		}
	}
	return mass
}

// settled tells whether an update from one row of Hᵀ to the next hardly changed it: no coefficient grew by more than the share tol,
// which at a minimum none does, and no more than the share tol of the model moved.
func settled(before, after, mass []float64, tol float64) bool {
	var moved, all float64
	for k, v := range after {
		if v > before[k]*(1+tol) {
			return false
		}
		moved += mass[k] * math.Abs(v-before[k])
		all += mass[k] * v
	}
	return moved <= tol*all
}
