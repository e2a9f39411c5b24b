package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func (b *weightedBasis) slope() slope {
	b.measure()
	b.weigh()
	return slope{a: b.fit.w, num: b.num, den: b.den}
}

// slope weighs each sample as the objective does, which its update need not.
func (h robustCoefficients) slope() slope {
	h.basis.measure()
	return h.basis.slopeOfH()
}

// slopeOfH returns the gradient of H, from what measure left.
func (b *weightedBasis) slopeOfH() slope {
	if b.hnum == nil {
		n, r := b.fit.ht.Dims()
		b.hnum, b.hden = mat.NewDense(n, r, nil), mat.NewDense(n, r, nil)
	}
	for j, norm := range b.norm {
		num, den, hwtw := b.hnum.RawRowView(j), b.hden.RawRowView(j), b.fit.hwtw.RawRowView(j)
		for k, v := range b.fit.xtw.RawRowView(j) {
			num[k], den[k] = v/norm, hwtw[k]/norm
		}
	}
	return slope{a: b.fit.ht, num: b.hnum, den: b.hden}
}

// Residual implements [Convergent]; there is none where W is scaled to unit length after every step.
func (r *caiRun) Residual() (value float64, ok bool) {
	if r.options.UnitEach {
		return 0, false
	}
	return r.alternatingRun.Residual()
}

// Residual implements [Convergent]. Neighbours that are nearer than the floor pull on each other no more, as in a step. Unit columns of W
// leave no such number.
func (r *ornmfRun) Residual() (value float64, ok bool) {
	if r.options.UnitBasis {
		return 0, false
	}
	value = r.gauge.of(r.basis.slope())
	r.pulls()
	s := r.basis.slopeOfH()
	s.fit = matrix.Inner(s.a, s.num)
	n, _ := s.a.Dims()
	for j := range n {
		here, prev, next, num := s.a.RawRowView(j), s.a.RawRowView(max(0, j-1)), s.a.RawRowView(min(n-1, j+1)), s.num.RawRowView(j)
		for k, v := range here { // as differences: the weights of equal neighbours are huge
			num[k] += r.pull[j]*(prev[k]-v) + r.pull[j+1]*(next[k]-v)
		}
	}
	return max(value, r.gauge.of(s)), true
}

// componentsLook is what the residual of MCNMF needs.
type componentsLook struct {
	gauge      gauge
	wnum, wden *mat.Dense // m×r
	hnum, hden *mat.Dense // n×r
	hht, cross *mat.Dense // r×r; what the penalty multiplies H by, 0 within a component
	sum, mean  []float64
}

// Residual implements [Convergent], for Eq. 5 whatever pairs says: where pairs are counted once the steps settle elsewhere.
func (r *mcnmfRun) Residual() (value float64, ok bool) {
	m, rank := r.f.W.Dims()
	n, _ := r.f.Ht.Dims()
	if r.look == nil {
		r.look = &componentsLook{
			wnum: mat.NewDense(m, rank, nil), wden: mat.NewDense(m, rank, nil), hnum: mat.NewDense(n, rank, nil), hden: mat.NewDense(n, rank, nil),
			hht: mat.NewDense(rank, rank, nil), cross: mat.NewDense(rank, rank, nil), sum: make([]float64, rank), mean: make([]float64, rank),
		}
	}
	l := r.look
	r.products()
	matrix.Gram(l.hht, r.f.Ht)
	matrix.SumRows(l.sum, r.f.Ht)
	r.x.MulTo(l.wnum, r.f.Ht)
	l.cross.Copy(l.hht)
	for i, s := range l.sum {
		row := l.cross.RawRowView(i)
		for k, t := range l.sum {
			row[k] = 2 * r.alpha * (row[k] - s*t/float64(n))
		}
	}
	for i, b := range r.blocks {
		for k := b.from; k < b.to; k++ {
			clear(l.cross.RawRowView(k)[b.from:b.to])
		}
		part := rows(l.hht, b.from, b.to)
		gram, w, h := columns(&part, b), columns(r.f.W, b), columns(r.f.Ht, b)
		wden, hden := columns(l.wden, b), columns(l.hden, b)
		matrix.Mul(&wden, &w, &gram)
		matrix.Mul(&hden, &h, r.wgram[i])
	}
	matrix.Mul(l.hnum, r.f.Ht, l.cross) // the penalty, still without its mean
	clear(l.mean)
	for k := range l.mean {
		for i, s := range l.sum {
			l.mean[k] += s / float64(n) * l.cross.At(i, k)
		}
	}
	for j := range n {
		num := l.hnum.RawRowView(j)
		for k, v := range r.xtw.RawRowView(j) {
			num[k] = v - (num[k] - l.mean[k])
		}
	}
	s := slope{a: r.f.Ht, num: l.hnum, den: l.hden, fit: matrix.Inner(r.f.Ht, r.xtw)}
	return max(l.gauge.of(slope{a: r.f.W, num: l.wnum, den: l.wden}), l.gauge.of(s)), true
}

// Residual implements [Convergent], for U at its best scale: the steps of a method without a stabiliser never settle on one, and
// the spectral norm fixes another. A method with an orthogonal U has none.
func (r *projectiveRun) Residual() (value float64, ok bool) {
	if !r.free {
		return 0, false
	}
	r.eq5()
	if c := mat.Trace(r.utku) / matrix.Inner(r.utu, r.utku); c > 0 {
		scaleBy(r.den, c)
	}
	return r.gauge.of(slope{a: r.u, num: r.num, den: r.den}), true
}

// Residual implements [Convergent], for U at its best scale. A method with an orthogonal U has none.
func (r *divergenceRun) Residual() (value float64, ok bool) {
	if !r.free {
		return 0, false
	}
	r.terms()
	var model float64
	for k, s := range r.uSum {
		model += s * r.vSum[k]
	}
	if c := r.total / model; c > 0 {
		scaleBy(r.c, c)
	}
	return r.gauge.of(slope{a: r.u, num: r.b, den: r.c}), true
}

// Residual implements [Convergent].
func (r *convexRun) Residual() (value float64, ok bool) {
	value = r.gauge.of(slope{a: r.f.Ht, num: r.ratioHt(), den: r.den})
	return max(value, r.gauge.of(slope{a: r.f.W, num: r.ratioW(), den: r.den})), true
}

// Residual implements [Convergent].
func (r *cauchyRun) Residual() (value float64, ok bool) { return r.gauge.ofHalves(r.w, r.ht) }

func (h *cauchyHalf) slope() slope {
	h.model.WeighTo(h.num, h.den, h.a, h.b, cauchyEntries)
	scaleBy(h.den, 3)
	return slope{a: h.a, num: h.num, den: h.den}
}

// Residual implements [Convergent].
func (r *symmetricRun) Residual() (value float64, ok bool) {
	r.ratio()
	return r.gauge.of(slope{a: r.ht, num: r.num, den: r.den}), true
}

// Residual implements [Convergent].
func (r *gradientRun) Residual() (value float64, ok bool) {
	if r.look[0] == nil {
		for k, h := range [...]*gradientHalf{r.w, r.ht} {
			r.look[k] = newFrobeniusHalf(h.x, h.a, h.b, Guards{})
		}
	}
	return r.gauge.ofHalves(r.look[0], r.look[1])
}

// Residual implements [Convergent]. Points of several labels leave no such number.
func (r *componentRun) Residual() (value float64, ok bool) {
	if r.look[sideW] == nil {
		r.look[sideW], r.look[sideH] = r.halfs()
	}
	for k, side := range r.sides {
		if side.classes != nil && side.classes.labels != nil {
			return 0, false
		}
		s := r.look[k].slope()
		s.held = side.held
		if r.unit != 1 {
			scaleBy(s.num, 1/r.unit)
		}
		side.classes.gather(s.num, s.den)
		s.fit = matrix.Inner(s.a, s.num)
		side.penalise(s)
		value = max(value, r.gauge.of(s))
	}
	return value, true
}

// penalise adds the penalty to a slope.
func (s *side) penalise(to slope) {
	if s.penalty == nil {
		return
	}
	_, r := s.factor.Dims()
	for c := range r {
		for i := range s.points {
			s.num[i], s.den[i] = to.num.At(i, c), to.den.At(i, c)
		}
		s.penalty.add(c, s.component(c), s.num, s.den)
		for i := range s.points {
			to.num.Set(i, c, s.num[i])
			to.den.Set(i, c, s.den[i])
		}
	}
}

// Residual implements [Convergent]: there is none, since the weight of the penalty changes from step to step.
func (r *scheduledRun) Residual() (value float64, ok bool) { return 0, false }
