package classify

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// SVC is the C-support vector classifier with the kernel exp(-gamma ‖x - z‖²). Every pair of classes trains a machine,
// which has one vote; the smallest of the classes with most votes wins. It follows LIBSVM (Chang and Lin 2011) as
// scikit-learn calls it.
type SVC struct {
	C         float64 `yaml:"c" doc:"bound on the dual variables, > 0; default 1000 [DSP-NMF, section 4]"`
	Gamma     Gamma   `yaml:"gamma" doc:"width of the kernel: scale, auto or a positive number; default scale [scikit-learn since 0.22]"`
	Tol       float64 `yaml:"tol" doc:"violation of optimality at which training stops, > 0; default 1e-3 [scikit-learn]"`
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
	case !(c.Tol > 0) || math.IsInf(c.Tol, 0):
		return fmt.Errorf("classify: svc: tol = %g, want a number > 0", c.Tol)
	}
	return c.Gamma.validate()
}

// Fit implements Classifier. It takes 4n² bytes for the kernel of n samples. Machines that stop at LIBSVM's limit of
// iterations are an error.
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
	k := trainKernel(x, m.gamma)
	for a := range classes {
		for b := a + 1; b < len(classes); b++ {
			machine, ok := c.train(k, members[a], members[b])
			if !ok {
				return nil, fmt.Errorf("classify: svc: classes %d and %d: no solution to tol = %g in %d iterations", classes[a], classes[b], c.Tol, maxIterations)
			}
			m.machines = append(m.machines, machine)
		}
	}
	m.keep(x, members)
	return m, nil
}

// machine separates class a (positive) from class b.
type machine struct {
	sample []int // training samples with a coefficient, then rows of svcModel.vectors
	coef   []float64
	rho    float64
}

func (c SVC) train(k [][]float32, a, b []int) (machine, bool) {
	samples := append(append(make([]int, 0, len(a)+len(b)), a...), b...)
	sign := make([]float64, len(samples))
	for i := range sign {
		sign[i] = 1
		if i >= len(a) {
			sign[i] = -1
		}
	}
	first := len(a)
	p := newSMO(append([]float64(nil), sign...), c.C, c.Tol, func(s, t int) float32 {
		v := k[samples[s]][samples[t]]
		if (s < first) != (t < first) {
			return -v
		}
		return v
	})
	ok := p.solve(c.Shrinking)
	alpha := make([]float64, len(samples))
	for position, s := range p.order {
		alpha[s] = p.alpha[position]
	}
	m := machine{rho: p.offset()}
	for s, v := range alpha {
		if v > 0 {
			m.sample, m.coef = append(m.sample, samples[s]), append(m.coef, v*sign[s])
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

// keep copies the support vectors, so that the training data can go.
func (m *svcModel) keep(x *mat.Dense, members [][]int) {
	n, d := x.Dims()
	row := make([]int, n) // of each training sample among the vectors, -1 if unused
	for i := range row {
		row[i] = -1
	}
	for _, machine := range m.machines {
		for _, i := range machine.sample {
			row[i] = 0
		}
	}
	for _, samples := range members {
		for _, i := range samples {
			if row[i] == 0 {
				row[i] = len(m.support)
				m.support = append(m.support, i)
			}
		}
	}
	m.vectors = mat.NewDense(len(m.support), d, nil)
	for r, i := range m.support {
		m.vectors.SetRow(r, x.RawRowView(i))
	}
	m.squares = squaredNorms(m.vectors)
	for _, machine := range m.machines {
		for s, i := range machine.sample {
			machine.sample[s] = row[i]
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
				for s, v := range machine.sample {
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
