package solvers

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// SDNMF is NMF with the Sinkhorn distance (Qian et al., IJCAI 2016): samples are histograms over the features, and a unit of a
// model histogram that lies at the wrong feature costs its distance to the right one. For the columns x of X and p of WH,
// minimise over H, W and the plans T (m×m) of all samples
//
//	Σ ⟨C,T⟩ + (1/λ)ΣT·log T + γ·KL(T1‖p) + γ·KL(Tᵀ1‖x)   + (αγ/2)·tr(H·L·Hᵀ)
//
// with C the ground distances, largest 1, and L the Laplacian of a graph on the samples. A step is that of the authors'
// SDNMF.m: plans diag(μ)·K·diag(ν) by some passes from μ = 1/m, K = exp(-λC - 1), q = γλ/(1 + γλ),
//
//	μ ← (p ./ (K·(x ./ (K·μ))^q))^q   and at last   ν = (x ./ (K·μ))^q
//
// then the divergence's multiplicative updates of H and W towards T1 = μ .* (K·ν), first H, W with the new H and the old T:
//
//	H ← H .* (Wᵀ(T1 ./ p) + α·H·S) ./ (Wᵀ1 + α·H·D)        W ← W .* ((T1 ./ p)Hᵀ) ./ (1Hᵀ)
//
// The code has no objective; this one is the function that its equations descend, at the plans that its passes reach. They
// are too few for the best plan, so that the limit is near a stationary point, not at one. The columns of W sum to 1 at the
// start and at the end, H compensated.
//
// Differs from SDNMF.m: K·μ in the line of ν is floored too, at tinySinkhorn, where it would underflow; W's start comes as
// with every method; samples are made histograms here. Ground distances of data that are no pictures are not in the paper:
// see the option grid.
// Cost per step: some 4·passes·m²n, or 4·passes·mn(h + w) for pictures of h×w pixels, and 2·passes·mn powers.
type SDNMF struct {
	TwoFactors   `yaml:"-"`
	Lambda       float64 `yaml:"lambda" above:"0" doc:"λ of the entropy, the sharpness of the plans, above 0; default 100 [SDNMF.m]"`
	Gamma        float64 `yaml:"gamma" above:"0" doc:"weight γ of the marginals, above 0; default 10 [SDNMF.m]"`
	Alpha        float64 `yaml:"alpha" min:"0" doc:"weight α of the graph penalty, ≥ 0; default 10 [SDNMF.m]"`
	Passes       int     `yaml:"passes" min:"1" doc:"Sinkhorn passes of a step, ≥ 1; default 15 [SDNMF.m]"`
	Grid         int     `yaml:"grid" min:"0" doc:"a sample is a picture, this many pixels a line: its height if stored column by column, its width if by rows; default 0 (no picture: features are as far apart as their rows of X)"`
	Degree       float64 `yaml:"degree" above:"0" doc:"exponent of the distances along both sides of a picture, above 0; default 1 [SDNMF.m]"`
	Histograms   bool    `yaml:"histograms" doc:"scale every sample to sum 1 first; the factors are those of the scaled samples; default true"`
	PixelGraph   bool    `yaml:"pixel-graph,omitempty" doc:"neighbours of the samples as they come, not as histograms; default false"`
	GraphOptions `yaml:",inline"`
}

func newSDNMF() Solver {
	return &SDNMF{Lambda: 100, Gamma: 10, Alpha: 10, Passes: 15, Degree: 1, Histograms: true, GraphOptions: newGraphOptions()}
}

// The guards of SDNMF.m, for histograms of sum 1, and our own where it has none.
const (
	modelFloor    = 1e-10
	sinkhornFloor = 1e-6
	tinySinkhorn  = 1e-150
)

// unitOf returns 0: every sample has a sum of its own.
func (*SDNMF) unitOf(matrix.Matrix) float64 { return 0 }

func (s *SDNMF) models() string {
	if s.Histograms {
		return "the samples scaled to sum 1"
	}
	return ""
}

// Start implements Solver.
func (s *SDNMF) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	if err := s.checkAll(p, f); err != nil {
		return nil, err
	}
	near := p
	if p.X = matrix.FromDense(s.histograms(p.X)); !s.PixelGraph {
		near = p
	}
	graphs, err := s.build("sdnmf", near)
	if err != nil {
		return nil, err
	}
	if graphs.FeatureGraph != nil {
		return nil, fmt.Errorf("solvers: sdnmf: graph on the features, want one on the samples only: %w", ErrUnsupported)
	}
	gibbs, err := s.gibbs(p.X)
	if err != nil {
		return nil, err
	}
	start := Normalise(Factorisation(f), NormaliseWL1)
	f.W.Copy(start.W)
	f.Ht.Copy(start.Ht)
	m, n := p.X.Dims()
	like := func(rows int) *mat.Dense { return mat.NewDense(rows, p.Rank, nil) }
	return &sdnmfRun{
		f: f, x: p.X.(*matrix.Dense).Raw(), model: mat.NewDense(m, n, nil), gamma: s.Gamma, lambda: s.Lambda,
		plan:   newSinkhorn(gibbs, p.X.(*matrix.Dense).Raw(), s.Gamma*s.Lambda/(1+s.Gamma*s.Lambda), s.Passes),
		smooth: newPenalty(s.Alpha, graphs.SampleGraph, p.Rank), ratio: mat.NewDense(m, n, nil),
		numW: like(m), denW: like(m), numH: like(n), denH: like(n), sum: make([]float64, p.Rank), stale: true,
	}, nil
}

func (s *SDNMF) checkAll(p Problem, f Factors) error {
	if err := prepare("sdnmf", s, p, f); err != nil {
		return err
	}
	for _, o := range []struct {
		name  string
		value float64
	}{{"lambda", s.Lambda}, {"gamma", s.Gamma}, {"degree", s.Degree}} {
		if !(o.value > 0) {
			return fmt.Errorf("solvers: sdnmf: %s = %v, want a value above 0", o.name, o.value)
		}
	}
	if m, _ := p.X.Dims(); s.Grid > 0 && m%s.Grid != 0 {
		return fmt.Errorf("solvers: sdnmf: grid = %d, but X has %d features, want lines of equal length", s.Grid, m)
	}
	return nil
}

// histograms returns X with its samples scaled to sum 1 if the option says so; a sample of zeros stays one.
func (s *SDNMF) histograms(x matrix.Matrix) *mat.Dense {
	m, n := x.Dims()
	a, scale := mat.NewDense(m, n, nil), make([]float64, n)
	for e := range matrix.Entries(x) {
		a.Set(e.Row, e.Col, e.Value)
		scale[e.Col] += e.Value
	}
	if !s.Histograms {
		return a
	}
	for j, sum := range scale {
		scale[j] = 1 / cmp.Or(sum, 1)
	}
	return scaledColumns(a, scale)
}

type sdnmfRun struct {
	f             Factors
	x             *mat.Dense
	model         *mat.Dense // W·H
	gamma, lambda float64
	plan          *sinkhorn
	smooth        *penalty
	ratio         *mat.Dense // T1 ./ model
	numW, denW    *mat.Dense
	numH, denH    *mat.Dense
	sum           []float64
	stale         bool // the plan is that of earlier factors
}

func (r *sdnmfRun) refresh() {
	if r.stale {
		matrix.MulNT(r.model, r.f.W, r.f.Ht)
		r.plan.solve(r.model)
		r.stale = false
	}
}

func (r *sdnmfRun) Step() {
	r.refresh()
	m, _ := r.ratio.Dims()
	for i := range m {
		ratio, model := r.ratio.RawRowView(i), r.model.RawRowView(i)
		mu, knu := r.plan.mu.RawRowView(i), r.plan.knu.RawRowView(i)
		for j := range ratio {
			ratio[j] = mu[j] * knu[j] / max(model[j], modelFloor)
		}
	}
	matrix.MulTN(r.numH, r.ratio, r.f.W)
	r.fill(r.denH, r.f.W)
	r.smooth.addTo(r.numH, r.denH, r.f.Ht)
	matrix.Update(r.f.Ht, r.numH, r.denH, modelFloor)

	matrix.Mul(r.numW, r.ratio, r.f.Ht)
	r.fill(r.denW, r.f.Ht)
	matrix.Update(r.f.W, r.numW, r.denW, modelFloor)
	r.stale = true
}

// fill sets every row of den to the column sums of b.
func (r *sdnmfRun) fill(den, b *mat.Dense) {
	matrix.SumRows(r.sum, b)
	p, _ := den.Dims()
	for i := range p {
		copy(den.RawRowView(i), r.sum)
	}
}

// Objective uses that log T is log μ + log ν - λC - 1, so that ⟨C,T⟩ drops out.
func (r *sdnmfRun) Objective() float64 {
	r.refresh()
	m, _ := r.x.Dims()
	var entropy, marginals float64
	for i := range m {
		mu, knu := r.plan.mu.RawRowView(i), r.plan.knu.RawRowView(i)
		nu, kmu := r.plan.nu.RawRowView(i), r.plan.kmu.RawRowView(i)
		x, model := r.x.RawRowView(i), r.model.RawRowView(i)
		for j := range x {
			rows, cols := mu[j]*knu[j], nu[j]*kmu[j]
			entropy += timesLog(rows, mu[j]) + timesLog(cols, nu[j]) - rows
			marginals += flooredKL.Of(rows, model[j]) + flooredKL.Of(cols, x[j])
		}
	}
	return entropy/r.lambda + r.gamma*(marginals+r.smooth.value(r.f.Ht)/2)
}

// timesLog returns a·log(b), 0 where a is.
func timesLog(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a * math.Log(b)
}

func (r *sdnmfRun) Finish() Result { return Normalise(Factorisation(r.f), NormaliseWL1) }

func (*SDNMF) projection() ProjectionRule {
	return ProjectionRule{Refusal: "beside W and H the objective holds a transport plan for each sample, and neither the paper nor the code " +
		"tells how a new sample gets one"}
}

// sinkhorn finds transport plans diag(μ)·K·diag(ν) between the columns of a model and of X (m×n), all at once.
type sinkhorn struct {
	gibbs   gibbs
	q       float64
	passes  int
	xq, pq  *mat.Dense // X^q, model^q
	mu, kmu *mat.Dense // μ and K·μ
	nu, knu *mat.Dense // ν and K·ν
}

func newSinkhorn(k gibbs, x *mat.Dense, q float64, passes int) *sinkhorn {
	m, n := x.Dims()
	s := &sinkhorn{gibbs: k, q: q, passes: passes}
	for _, a := range []**mat.Dense{&s.xq, &s.pq, &s.mu, &s.kmu, &s.nu, &s.knu} {
		*a = mat.NewDense(m, n, nil)
	}
	s.power(s.xq, x)
	return s
}

// solve runs the passes for a model from μ = 1/m.
func (s *sinkhorn) solve(model *mat.Dense) {
	m, _ := model.Dims()
	s.power(s.pq, model)
	for i := range m {
		fill(s.mu.RawRowView(i), 1/float64(m))
	}
	for range s.passes {
		s.gibbs.mulTo(s.kmu, s.mu)
		s.divide(s.nu, s.xq, s.kmu, sinkhornFloor)
		s.gibbs.mulTo(s.knu, s.nu)
		s.divide(s.mu, s.pq, s.knu, sinkhornFloor)
	}
	s.gibbs.mulTo(s.kmu, s.mu)
	s.divide(s.nu, s.xq, s.kmu, tinySinkhorn)
	s.gibbs.mulTo(s.knu, s.nu)
}

// divide sets dst = a ./ max(b^q, floor).
func (s *sinkhorn) divide(dst, a, b *mat.Dense, floor float64) {
	s.power(dst, b)
	m, _ := dst.Dims()
	for i := range m {
		row := dst.RawRowView(i)
		gemm.Ratio(row, a.RawRowView(i), row, floor)
	}
}

// power sets dst = a^q, for a ≥ 0.
func (s *sinkhorn) power(dst, a *mat.Dense) {
	m, _ := dst.Dims()
	for i := range m {
		gemm.Powers(dst.RawRowView(i), a.RawRowView(i), s.q-1)
	}
}

// gibbs multiplies by K = exp(-λC - 1), symmetric.
type gibbs interface{ mulTo(dst, z *mat.Dense) }

// gibbs returns K for the features of X.
func (s *SDNMF) gibbs(x matrix.Matrix) (gibbs, error) {
	m, n := x.Dims()
	if s.Grid > 0 {
		return newGridGibbs(m/s.Grid, s.Grid, n, s.Lambda, s.Degree), nil
	}
	space, err := graph.NewSpace(x.Trans(), graph.SquaredEuclidean)
	if err != nil {
		return nil, fmt.Errorf("solvers: sdnmf: %w", err)
	}
	k := mat.NewDense(m, m, nil)
	var largest float64
	for i := range m {
		for j := range i {
			d := math.Sqrt(space.Distance(i, j))
			largest = max(largest, d)
			k.Set(i, j, d)
			k.Set(j, i, d)
		}
	}
	largest = cmp.Or(largest, 1)
	k.Apply(func(_, _ int, d float64) float64 { return math.Exp(-s.Lambda*d/largest - 1) }, k)
	return denseGibbs{k}, nil
}

type denseGibbs struct{ k *mat.Dense }

func (g denseGibbs) mulTo(dst, z *mat.Dense) { matrix.Mul(dst, g.k, z) }

// gridGibbs is K of a picture with lines·side pixels, line after line, for C = (|Δline|^d + |Δpixel|^d)/largest: the Kronecker
// product of one matrix per side of the picture, so that m²n operations become mn(lines + side).
type gridGibbs struct {
	lines, side *mat.Dense
	between     []float64
}

func newGridGibbs(lines, side, n int, lambda, degree float64) *gridGibbs {
	largest := cmp.Or(math.Pow(float64(lines-1), degree)+math.Pow(float64(side-1), degree), 1)
	along := func(size int, offset float64) *mat.Dense {
		k := mat.NewDense(size, size, nil)
		k.Apply(func(i, j int, _ float64) float64 {
			return math.Exp(-lambda*math.Pow(math.Abs(float64(i-j)), degree)/largest - offset)
		}, k)
		return k
	}
	return &gridGibbs{lines: along(lines, 1), side: along(side, 0), between: make([]float64, lines*side*n)}
}

func (g *gridGibbs) mulTo(dst, z *mat.Dense) {
	from, to := z.RawMatrix(), dst.RawMatrix()
	lines, side := g.lines.RawMatrix(), g.side.RawMatrix()
	n := from.Cols
	for a := range lines.Rows {
		block := func(data []float64) blas64.General {
			return blas64.General{Rows: side.Rows, Cols: n, Stride: n, Data: data[a*side.Rows*n : (a+1)*side.Rows*n]}
		}
		matrix.Gemm(blas.NoTrans, blas.NoTrans, 1, side, block(from.Data), 0, block(g.between))
	}
	whole := func(data []float64) blas64.General {
		return blas64.General{Rows: lines.Rows, Cols: side.Rows * n, Stride: side.Rows * n, Data: data}
	}
	matrix.Gemm(blas.NoTrans, blas.NoTrans, 1, lines, whole(g.between), 0, whole(to.Data))
}
