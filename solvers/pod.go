package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/eigen"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// POD clusters the samples by the leading eigenvectors of their kernel, rotated until they are close to cluster indicators
// (Yu and Shi, Multiclass spectral clustering, ICCV 2003; as a rival of PNMF in Yang and Oja 2010, section IV-C). With the
// rows of the eigenvectors E (n×r) scaled to unit norm and a first rotation R of rows of E that are far apart,
//
//	Y = indicator of the largest entry in each row of E·R        U·S·Vᵀ = YᵀE        R = V·Uᵀ
//
// until 2(n - tr S) stays. A step is one such start, which differs in the first of the rows, and the labels that
// the option keep tells are kept; the paper makes 100.
//
// As in the authors' discretisation.m, a start ends after 21 passes at the latest. Eigenvectors are not rescaled by
// degrees, as Yang and Oja have it. Cost of Start: for a
// formed kernel of n samples 9n³ up to n = 1000, then some hundred products with vectors, n² each; for a linear kernel of data
// with m < n features the same with m, and 2mnr. Cost per pass: O(nr²).
type POD struct {
	ClusteringOptions `yaml:",inline"`
}

func newPOD() Solver { return &POD{newClustering()} }

// Start implements Solver.
func (s *POD) Start(p Problem, f Factors, rng *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	run, err := s.start("pod", s, p, f, rng)
	if err != nil {
		return nil, err
	}
	_, n := p.X.Dims()
	if p.Rank > n {
		return nil, fmt.Errorf("solvers: pod: rank = %d, want at most %d, one eigenvector per sample", p.Rank, n)
	}
	e, err := s.eigenvectors(p)
	if err != nil {
		return nil, err
	}
	d := newDiscretiser(e)
	run.try = func(labels []int) {
		// The rows at both ends are half as likely as the others, as in discretisation.m.
		d.settle(labels, int(math.Round(run.rng.Float64()*float64(n-1))))
	}
	return run, nil
}

// eigenvectors returns those of the r largest eigenvalues of K, n×r.
func (s *POD) eigenvectors(p Problem) (*mat.Dense, error) {
	m, n := p.X.Dims()
	if s.feature() {
		k, err := s.matrix("pod", p.X)
		if err != nil {
			return nil, err
		}
		e, _, err := leading(k, p.Rank)
		return e, err
	}
	if m < n && p.Rank <= m {
		v, values, err := leading(matrix.FromDense(kernel.Linear(p.X.Trans())), p.Rank)
		if err != nil {
			return nil, err
		}
		// Xᵀv has the length of the root of its eigenvalue, which has to be well above rounding.
		if values[p.Rank-1] > 1e-10*values[0] {
			e := mat.NewDense(n, p.Rank, nil)
			p.X.Trans().MulTo(e, v)
			for k, value := range values {
				values[k] = 1 / math.Sqrt(value)
			}
			return scaledColumns(e, values), nil
		}
	}
	e, _, err := leading(matrix.FromDense(kernel.Linear(p.X)), p.Rank)
	return e, err
}

// wholeSpectrum is the order up to which all eigenvectors are found, in a second at most.
const wholeSpectrum = 1000

// leading returns the eigenvectors and eigenvalues of a symmetric K in falling order, r of them.
func leading(k matrix.Matrix, r int) (*mat.Dense, []float64, error) {
	n, _ := k.Dims()
	if n > wholeSpectrum {
		pairs, err := eigen.Largest(eigen.Of(k), r, eigen.Options{}, rand.New(rand.NewPCG(0, 0)))
		if err != nil {
			return nil, nil, fmt.Errorf("solvers: pod: %w", err)
		}
		return pairs.Vectors, pairs.Values, nil
	}
	dense := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			dense.SetSym(i, j, k.At(i, j))
		}
	}
	var whole mat.EigenSym
	if !whole.Factorize(dense, true) {
		return nil, nil, fmt.Errorf("solvers: pod: the eigenvectors of the kernel were not found")
	}
	var all mat.Dense
	whole.VectorsTo(&all)
	spectrum := whole.Values(nil)
	e, values := mat.NewDense(n, r, nil), make([]float64, r)
	for c := range r {
		values[c] = spectrum[n-1-c]
		for i := range n {
			e.Set(i, c, all.At(i, n-1-c))
		}
	}
	return e, values, nil
}

// discretiser rotates rows of eigenvectors.
type discretiser struct {
	e       *mat.Dense // rows of unit norm, n×r
	turned  *mat.Dense // E·R
	r       *mat.Dense
	yte     blas64.General // YᵀE, r×r
	u, vt   blas64.General
	s, work []float64
	near    []float64 // Σ |⟨row, rows chosen so far⟩|
}

func newDiscretiser(e *mat.Dense) *discretiser {
	n, r := e.Dims()
	square := func() blas64.General { return blas64.General{Rows: r, Cols: r, Stride: r, Data: make([]float64, r*r)} }
	d := &discretiser{
		e: mat.DenseCopyOf(e), turned: mat.NewDense(n, r, nil), r: mat.NewDense(r, r, nil),
		yte: square(), u: square(), vt: square(), s: make([]float64, r), near: make([]float64, n),
	}
	for i := range n {
		row := d.e.RawRowView(i)
		var sum float64
		for _, v := range row {
			sum += v * v
		}
		if sum > 0 { // a sample that the eigenvectors do not reach belongs anywhere
			scaleBy(d.e.Slice(i, i+1, 0, r).(*mat.Dense), 1/math.Sqrt(sum))
		}
	}
	size := make([]float64, 1)
	lapack64.Gesvd(lapack.SVDAll, lapack.SVDAll, d.yte, d.u, d.vt, d.s, size, -1)
	d.work = make([]float64, int(size[0]))
	return d
}

// maxRotations bounds the passes of one start (discretisation.m).
const maxRotations = 20

// settle sets labels by rotations, the first of which begins with row seed of E. It returns 2(n - tr S) and the passes made.
func (d *discretiser) settle(labels []int, seed int) (value float64, passes int) {
	n, _ := d.e.Dims()
	d.rotate(seed)
	var last float64
	for {
		passes++
		matrix.Mul(d.turned, d.e, d.r)
		d.indicate(labels)
		if !lapack64.Gesvd(lapack.SVDAll, lapack.SVDAll, d.yte, d.u, d.vt, d.s, d.work, len(d.work)) {
			return last, passes
		}
		value = 2 * (float64(n) - sumOf(d.s))
		if math.Abs(value-last) < epsilon || passes > maxRotations {
			return value, passes
		}
		last = value
		// R = V·Uᵀ
		r := d.r.RawMatrix().Rows
		for i := range r {
			row := d.r.RawRowView(i)
			for j := range row {
				row[j] = 0
				for k := range r {
					row[j] += d.vt.Data[k*r+i] * d.u.Data[j*r+k]
				}
			}
		}
	}
}

// epsilon is the eps of MATLAB.
const epsilon = 0x1p-52

// rotate sets the first rotation: its columns are row seed of E and then, one by one, the row with the smallest products
// with those chosen before.
func (d *discretiser) rotate(seed int) {
	n, r := d.e.Dims()
	clear(d.near)
	for c := range r {
		row := d.e.RawRowView(seed)
		for k, v := range row {
			d.r.Set(k, c, v)
		}
		seed = 0
		for i := range n {
			d.near[i] += math.Abs(dotProduct(d.e.RawRowView(i), row))
			if d.near[i] < d.near[seed] {
				seed = i
			}
		}
	}
}

// indicate sets labels to the largest entry of each turned row, the first of equal ones, and yte = YᵀE.
func (d *discretiser) indicate(labels []int) {
	clear(d.yte.Data)
	_, r := d.e.Dims()
	for i := range labels {
		row := d.turned.RawRowView(i)
		at := 0
		for c, v := range row {
			if v > row[at] {
				at = c
			}
		}
		labels[i] = at
		sum := d.yte.Data[at*r : (at+1)*r]
		for k, v := range d.e.RawRowView(i) {
			sum[k] += v
		}
	}
}

// dotProduct adds in four lanes, which long rows need to keep up with memory.
func dotProduct(x, y []float64) float64 {
	var s0, s1, s2, s3 float64
	y = y[:len(x)]
	i := 0
	for ; i+4 <= len(x); i += 4 {
		s0 += x[i] * y[i]
		s1 += x[i+1] * y[i+1]
		s2 += x[i+2] * y[i+2]
		s3 += x[i+3] * y[i+3]
	}
	for ; i < len(x); i++ {
		s0 += x[i] * y[i]
	}
	return s0 + s1 + (s2 + s3)
}
