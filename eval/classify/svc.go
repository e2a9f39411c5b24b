package classify

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// SVC is the C-support vector classifier with the kernel exp(-gamma ‖x - z‖²). Every pair of classes trains a machine,
// which has one vote; the smallest of the classes with most votes wins. It follows LIBSVM (Chang and Lin 2011) as
// scikit-learn calls it.
type SVC struct {
	C         float64 `yaml:"c" doc:"bound on the dual variables, > 0; default 1000 [DSP-NMF, section 4]"`
	Gamma     Gamma   `yaml:"gamma" doc:"width of the kernel: scale, auto or a positive number; default scale [scikit-learn since 0.22]"`
	Tol       float64 `yaml:"tol" doc:"violation of optimality at which training stops, > 0 and < 2; default 1e-3 [scikit-learn]"`
	Shrinking bool    `yaml:"shrinking" doc:"leave out variables that seem settled at a bound; default true [scikit-learn]"`
}

var _ Classifier = SVC{}

// NewSVC returns the settings of the DSP-NMF paper.
func NewSVC() SVC { return SVC{C: 1000, Gamma: Scale, Tol: 1e-3, Shrinking: true} }

// Validate reports options that no data fits.
func (c SVC) Validate() error {
	switch {
	case !(c.C > 0) || math.IsInf(c.C, 0):
		return fmt.Errorf("classify: svc: c = %g, want a number > 0", c.C)
	case !(c.Tol > 0 && c.Tol < 2): // every problem starts with a violation of 2
		return fmt.Errorf("classify: svc: tol = %g, want a number between 0 and 2", c.Tol)
	}
	if c.Gamma == Scale || c.Gamma == Auto {
		return nil
	}
	if v, err := strconv.ParseFloat(string(c.Gamma), 64); err != nil || !(v > 0) || math.IsInf(v, 0) {
		return fmt.Errorf("classify: svc: gamma = %q, want %q, %q or a positive number", string(c.Gamma), Scale, Auto)
	}
	return nil
}

// Fit implements Classifier. A machine that stops at LIBSVM's limit of iterations is an error.
func (c SVC) Fit(x *mat.Dense, y []int) (Model, error) { return c.fit(x, y) }

func (c SVC) fit(x *mat.Dense, y []int) (*svcModel, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := checkData("svc", x, y); err != nil {
		return nil, err
	}
	classes, members := classesOf(y)
	if len(classes) < 2 {
		return nil, fmt.Errorf("classify: svc: every sample is of class %d, want at least 2 classes", classes[0])
	}
	m := &svcModel{classes: classes, gamma: c.Gamma.value(x)}
	k := newTrainKernel(x, members, m.gamma)
	for a := range classes {
		for b := a + 1; b < len(classes); b++ {
			machine, ok := c.train(k, a, b)
			if !ok {
				return nil, fmt.Errorf("classify: svc: classes %d and %d: no solution to tol = %g in %d iterations", classes[a], classes[b], c.Tol,
					maxIterations)
			}
			m.machines = append(m.machines, machine)
		}
	}
	m.keep(k.x, slices.Concat(members...))
	return m, nil
}

// machine separates class a (positive) from class b.
type machine struct {
	vector []int // rows of trainKernel.x, then of svcModel.vectors
	coef   []float64
	rho    float64
}

func (c SVC) train(k *trainKernel, a, b int) (machine, bool) {
	positive, negative := k.start[a+1]-k.start[a], k.start[b+1]-k.start[b]
	row := func(sample int) int {
		if sample < positive {
			return k.start[a] + sample
		}
		return k.start[b] + sample - positive
	}
	p := newSMO(positive, negative, c.C, c.Tol, func(sample int) (_, _ []float32) {
		i := row(sample)
		return k.with(i, a), k.with(i, b)
	})
	ok := p.solve(c.Shrinking)
	coef := make([]float64, len(p.order))
	for s, sample := range p.order {
		coef[sample] = p.y[s] * p.alpha[s]
	}
	m := machine{rho: p.offset()}
	for sample, v := range coef {
		if v != 0 {
			m.vector, m.coef = append(m.vector, row(sample)), append(m.coef, v)
		}
	}
	return m, ok
}

type svcModel struct {
	classes  []int
	gamma    float64
	machines []machine  // of classes 0 and 1, 0 and 2, ..., 1 and 2, ...
	support  []int      // training samples that some machine uses, class by class
	vectors  *mat.Dense // their rows
	squares  []float64
}

// keep copies the rows of x that some machine uses, so that the training data can go. sample[i] is the training sample of
// row i.
func (m *svcModel) keep(x *mat.Dense, sample []int) {
	n, d := x.Dims()
	used := make([]bool, n)
	for _, machine := range m.machines {
		for _, i := range machine.vector {
			used[i] = true
		}
	}
	place := make([]int, n) // of each row among the vectors
	var data []float64
	for i := range n {
		place[i] = len(m.support)
		if used[i] {
			m.support = append(m.support, sample[i])
			data = append(data, x.RawRowView(i)...)
		}
	}
	m.vectors = mat.NewDense(len(m.support), d, data)
	m.squares = squaredNorms(m.vectors)
	for _, machine := range m.machines {
		for s, i := range machine.vector {
			machine.vector[s] = place[i]
		}
	}
}

// Predict implements Model.
func (m *svcModel) Predict(x *mat.Dense) []int {
	n, _ := x.Dims()
	out := make([]int, n)
	m.decide(x, func(i int, decisions []float64) { out[i] = m.vote(decisions) })
	return out
}

// decide calls use with the decision values of each row of x, one per machine; positive is its first class.
func (m *svcModel) decide(x *mat.Dense, use func(i int, decisions []float64)) {
	r, d := m.vectors.Dims()
	checkFeatures(x, d)
	n, _ := x.Dims()
	kernel := mat.NewDense(min(blockRows, max(1, n)), r, nil)
	decisions := make([]float64, len(m.machines))
	for i0 := 0; i0 < n; i0 += blockRows {
		i1 := min(i0+blockRows, n)
		block := rows(kernel, 0, i1-i0)
		kernelRows(block, rows(x, i0, i1), m.vectors, m.squares, m.gamma)
		for i := i0; i < i1; i++ {
			k := block.RawRowView(i - i0)
			for p, machine := range m.machines {
				var sum float64
				for s, v := range machine.vector {
					sum += machine.coef[s] * k[v]
				}
				decisions[p] = sum - machine.rho
			}
			use(i, decisions)
		}
	}
}

func (m *svcModel) vote(decisions []float64) int {
	votes := make([]int, len(m.classes))
	p := 0
	for a := range m.classes {
		for b := a + 1; b < len(m.classes); b++ {
			if decisions[p] > 0 {
				votes[a]++
			} else {
				votes[b]++
			}
			p++
		}
	}
	best := 0
	for c, v := range votes {
		if v > votes[best] {
			best = c
		}
	}
	return m.classes[best]
}

// Gamma is the width of the kernel exp(-gamma ‖x - z‖²): a positive number, or a rule that takes it from the data.
type Gamma string

// The rules, named as in scikit-learn.
const (
	Scale Gamma = "scale" // 1 / (d · variance of all entries of X); 1 if that is 0
	Auto  Gamma = "auto"  // 1 / d
)

// value returns gamma for the training samples x.
func (g Gamma) value(x *mat.Dense) float64 {
	_, d := x.Dims()
	switch g {
	case Auto:
		return 1 / float64(d)
	case Scale:
		if v := variance(x); v > 0 {
			return 1 / (float64(d) * v)
		}
		return 1
	}
	v, err := strconv.ParseFloat(string(g), 64)
	if err != nil {
		panic(err) // Fit has validated it
	}
	return v
}

// variance returns that of all entries, divided by their number; 0 if it is one of rounding.
func variance(x *mat.Dense) float64 {
	n, d := x.Dims()
	total := float64(n) * float64(d)
	var mean, squares float64
	low, high := math.Inf(1), math.Inf(-1)
	for i := range n {
		for _, v := range x.RawRowView(i) {
			low, high = min(low, v), max(high, v)
			mean += v / total
		}
	}
	if matrix.Alike(low, high) {
		return 0
	}
	for i := range n {
		for _, v := range x.RawRowView(i) {
			squares += (v - mean) * (v - mean)
		}
	}
	return squares / total
}

// trainKernel holds K of the training samples in single precision, as LIBSVM does. Training looks at few rows, so a row is
// computed when it is asked for, class by class, and kept for the other machines.
type trainKernel struct {
	x       *mat.Dense // samples, class by class
	start   []int      // first row of each class, and the number of rows
	squares []float64
	gamma   float64
	block   [][][]float32 // block[i][c] is K of row i with the samples of class c, nil until needed
	inner   []float64
}

// newTrainKernel sorts the samples by class; members are those of each class.
func newTrainKernel(x *mat.Dense, members [][]int, gamma float64) *trainKernel {
	n, d := x.Dims()
	k := &trainKernel{x: mat.NewDense(n, d, nil), start: []int{0}, gamma: gamma, block: make([][][]float32, n)}
	row := 0
	for _, samples := range members {
		for _, i := range samples {
			k.x.SetRow(row, x.RawRowView(i))
			row++
		}
		k.start = append(k.start, row)
	}
	k.squares, k.inner = squaredNorms(k.x), make([]float64, n)
	for i, cells := 0, make([][]float32, n*len(members)); i < n; i++ {
		k.block[i] = cells[i*len(members) : (i+1)*len(members)]
	}
	return k
}

// with returns K of row i with every sample of class c.
func (k *trainKernel) with(i, c int) []float32 {
	if k.block[i][c] == nil {
		j0, j1 := k.start[c], k.start[c+1]
		out, inner := make([]float32, j1-j0), k.inner[:j1-j0]
		blas64.Gemv(blas.NoTrans, 1, rows(k.x, j0, j1).RawMatrix(), blas64.Vector{N: len(k.x.RawRowView(i)), Data: k.x.RawRowView(i), Inc: 1},
			0, blas64.Vector{N: len(inner), Data: inner, Inc: 1})
		square := k.squares[i]
		for j, v := range inner {
			out[j] = float32(math.Exp(-k.gamma * (square + k.squares[j0+j] - 2*v)))
		}
		if j := i - j0; j >= 0 && j < len(out) {
			out[j] = 1
		}
		k.block[i][c] = out
	}
	return k.block[i][c]
}

// kernelRows sets row i of dst to K of row i of x with every row of z.
func kernelRows(dst, x, z *mat.Dense, squares []float64, gamma float64) {
	matrix.MulNT(dst, x, z)
	n, _ := x.Dims()
	for i := range n {
		var square float64
		for _, v := range x.RawRowView(i) {
			square += v * v
		}
		row := dst.RawRowView(i)
		for j, v := range row {
			row[j] = math.Exp(-gamma * max(0, square+squares[j]-2*v))
		}
	}
}
