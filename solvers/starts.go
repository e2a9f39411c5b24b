package solvers

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// RandomFactor draws a start from U(0, 1]: strictly positive, since a multiplicative rule can never leave 0. It is nil for 0
// rows, which is how Rows tells of a factor that a method does not have. Give W and Ht a stream each, so that methods which
// share the shape of one factor share its start, whatever their other factor is.
func RandomFactor(rows, rank int, rng *rand.Rand) *mat.Dense {
	if rows == 0 {
		return nil
	}
	a := mat.NewDense(rows, rank, nil)
	for i := range rows {
		row := a.RawRowView(i)
		for j := range row {
			row[j] = 1 - rng.Float64()
		}
	}
	return a
}

// Indicators returns the n×r matrix with 1 + offset where sample i belongs to cluster labels[i] and offset elsewhere: the
// start from a k-means clustering, with offset 0.2 (Ding, Li and Jordan 2010, section 3.3). Labels lie in 0 to r-1.
func Indicators(labels []int, r int, offset float64) *mat.Dense {
	g := mat.NewDense(len(labels), r, nil)
	for i, label := range labels {
		row := g.RawRowView(i)
		fill(row, offset)
		row[label]++
	}
	return g
}

// WeightedIndicators returns Convex NMF's start of W from a clustering, (G + offset)·D⁻¹ with G the indicators and D the
// cluster sizes (Ding, Li and Jordan 2010, section 3.3). An empty cluster counts as one of size 1.
func WeightedIndicators(labels []int, r int, offset float64) *mat.Dense {
	size := make([]float64, r)
	for _, label := range labels {
		size[label]++
	}
	for k := range size {
		size[k] = 1 / max(size[k], 1)
	}
	return scaledColumns(Indicators(labels, r, offset), size)
}

// Init names a way to begin a factorisation.
type Init string

// The ways.
const (
	InitRandom  Init = "random"      // U(0, 1]; of [Factorize], in units in which X has the mean 1
	InitScaled  Init = "scaled"      // U(0, 1], times what gives the model the mean of X
	InitNNDSVD  Init = "nndsvd"      // non-negative parts of the singular vectors, with zeros
	InitVCol    Init = "random-vcol" // means of random samples and of random features [Albright et al. 2006]
	InitNNDSVDA Init = "nndsvda"     // the same with the mean of X in place of zeros; of [Factorize], with that of the component
)

// Choices lists the ways.
func (Init) Choices() []string {
	return choices(InitScaled, InitRandom, InitNNDSVD, InitNNDSVDA, InitVCol)
}

// Factors returns the start of s on p, as published. given holds the factors that the caller has, which stay as they are; w and
// ht draw the others.
func (i Init) Factors(s Solver, p Problem, given Factors, w, ht *rand.Rand) (Factors, error) {
	return i.factors(s, p, given, w, ht, ofX)
}

func (i Init) factors(s Solver, p Problem, given Factors, w, ht *rand.Rand, fill filling) (Factors, error) {
	switch {
	case absent(s):
		return given, errors.New("solvers: there is no solver")
	case absent(p.X):
		return given, errors.New("solvers: there is no X")
	case !slices.Contains(i.Choices(), string(i)):
		return given, fmt.Errorf("solvers: init = %q, want %s", i, quotedList(i.Choices()))
	}
	m, n := p.X.Dims()
	rows, cols := s.Rows(m, n)
	f := given
	for _, side := range []struct {
		name string
		a    *mat.Dense
		rows int
	}{{"W", f.W, rows}, {"Ht", f.Ht, cols}} {
		if side.a == nil {
			continue
		}
		if err := checkFactor("init", side.name, side.a, side.rows, p.Rank); err != nil {
			return f, err
		}
	}
	if i == InitNNDSVD || i == InitNNDSVDA {
		return f, i.decompose(s, p, &f, fill)
	}
	if i == InitVCol {
		return f, averaged(s, p, &f, w, ht)
	}
	if f.W == nil {
		f.W = RandomFactor(rows, p.Rank, w)
	}
	if f.Ht == nil {
		f.Ht = RandomFactor(cols, p.Rank, ht)
	}
	if i == InitScaled {
		scaleDrawn(s, p.X, f, given)
	}
	return f, nil
}

// inUnits returns Factors for an X in any units: the factors of c·X begin where those of X do, but for the scale. Two ways begin, as
// published, with numbers that do not know the scale of X: random with some up to 1, nndsvda with the mean of X in factors whose
// product has that mean. Here the former are in units in which X has the mean 1, and what takes the place of zeros is the mean
// of their component.
func (i Init) inUnits(s Solver, p Problem, given Factors, w, ht *rand.Rand) (Factors, error) {
	f, err := i.factors(s, p, given, w, ht, ofComponent)
	if err != nil {
		return f, err
	}
	switch i {
	case InitRandom:
		scaleModel(meanOfModel(s, p.X), s, f, given)
	case InitVCol:
		scaleModel(scaleOfMeans(s, p.X), s, f, given)
	case InitNNDSVD, InitNNDSVDA:
		placeScale(s, p.X, f, given)
	}
	return f, nil
}

// placeScale moves the scale of X to where s has it. Of the singular vectors both factors have its root.
func placeScale(s Solver, x matrix.Matrix, f, given Factors) {
	mean := meanOf(x)
	if mean == 0 {
		return
	}
	root, carries := math.Sqrt(mean), carrierOf(s)
	w, ht := 1., 1.
	model := meanOfModel(s, x)
	switch {
	case model == 0: // it is not to be near X
		w, ht = 1/root, 1/root
	case carries == SideH:
		w, ht = 1/root, root
	case carries == SideW:
		w, ht = root, 1/root
	}
	if given.W == nil && f.W != nil {
		f.W.Scale(w, f.W)
	}
	if given.Ht == nil && f.Ht != nil {
		f.Ht.Scale(ht, f.Ht)
	}
	if model != 0 && model != mean { // s divides X by a scale of its own
		scaleModel(model/mean, s, f, given)
	}
}

// MoveScale moves the scale of X out of W, where cluster centres have it, to where s has it.
func MoveScale(s Solver, x matrix.Matrix, f Factors) {
	mean := meanOf(x)
	if mean == 0 || f.W == nil {
		return
	}
	model := meanOfModel(s, x)
	switch {
	case model == 0:
		f.W.Scale(1/mean, f.W)
	case carrierOf(s) == SideH:
		f.W.Scale(1/mean, f.W)
		f.Ht.Scale(model, f.Ht)
	case carrierOf(s) == SideW:
		f.W.Scale(model/mean, f.W)
	default:
		f.W.Scale(math.Sqrt(model)/mean, f.W)
		f.Ht.Scale(math.Sqrt(model), f.Ht)
	}
}

// carrierOf returns the factor that takes the scale of X alone, "" if both do alike.
func carrierOf(s Solver) Side {
	if c, ok := s.(scaleCarrier); ok {
		return c.carriesScale()
	}
	return ""
}

// ownUnits is implemented by methods that divide X by a scale of its own before they factorise it: by unitOf, or by several
// if that is 0.
type ownUnits interface{ unitOf(x matrix.Matrix) float64 }

// Models tells what W·H of a method's result is near to where that is not X itself, "" where it is.
func Models(s Solver) string {
	if o, ok := s.(interface{ models() string }); ok {
		return o.models()
	}
	return ""
}

// meanOfModel returns the mean that W·Htᵀ is to have, 0 where it is not to be near X.
func meanOfModel(s Solver, x matrix.Matrix) float64 {
	if w, ht := s.Rows(2, 3); w != 2 || ht != 3 {
		return 0
	}
	mean := meanOf(x)
	if own, ok := s.(ownUnits); ok {
		unit := own.unitOf(x)
		if unit == 0 {
			return 0
		}
		mean /= unit
	}
	return mean
}

// scaleCarrier is implemented by methods of which one factor takes the scale of X and the other has none: it has unit norms,
// or the first has a penalty that is to grow as the error does.
type scaleCarrier interface{ carriesScale() Side }

// scaleDrawn multiplies what was not given so that the model has the mean of X, in the units in which s factorises it: the
// factor that carries the scale, or both alike.
func scaleDrawn(s Solver, x matrix.Matrix, f, given Factors) {
	mean := meanOfModel(s, x)
	if mean == 0 {
		return
	}
	m, n := x.Dims()
	sumW, sumH := make([]float64, f.W.RawMatrix().Cols), make([]float64, f.Ht.RawMatrix().Cols)
	matrix.SumRows(sumW, f.W)
	matrix.SumRows(sumH, f.Ht)
	var model float64
	for k, v := range sumW {
		model += v / float64(m) * (sumH[k] / float64(n))
	}
	ratio := mean / model
	scaleModel(ratio, s, f, given)
}

// scaleModel multiplies the model by ratio, by way of what was not given.
func scaleModel(ratio float64, s Solver, f, given Factors) {
	if !(ratio > 0) || math.IsInf(ratio, 0) {
		return // an X of zeros has no scale
	}
	carries := carrierOf(s)
	switch {
	case given.W != nil && given.Ht != nil:
	case given.W != nil || given.Ht == nil && carries == SideH:
		f.Ht.Scale(ratio, f.Ht)
	case given.Ht != nil || carries == SideW:
		f.W.Scale(ratio, f.W)
	default:
		f.W.Scale(math.Sqrt(ratio), f.W)
		f.Ht.Scale(math.Sqrt(ratio), f.Ht)
	}
}

// meanOf returns the mean of the entries of X that are known.
func meanOf(x matrix.Matrix) float64 {
	m, n := x.Dims()
	known := float64(m) * float64(n)
	switch x := x.(type) {
	case *matrix.Masked:
		known = float64(x.NNZ())
	case *matrix.Gapped:
		known = float64(x.Known())
	}
	buf := make([]float64, n)
	var mean float64
	for i := range m {
		_, vals := x.Row(i, buf)
		mean += sumOf(vals) / known // a sum might overflow
	}
	return mean
}
