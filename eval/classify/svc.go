package classify

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
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
	return c.Gamma.validate()
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
				return nil, fmt.Errorf("classify: svc: classes %d and %d: no solution to tol = %g in %d iterations", classes[a], classes[b], c.Tol, maxIterations)
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
