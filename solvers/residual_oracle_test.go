package solvers

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// slopeOracle is an objective written down as its paper has it, entry by entry, of which the gradient is differentiated numerically.
type slopeOracle struct {
	value func(w, ht *mat.Dense) float64
	fit   func(w, ht *mat.Dense) (ofW, ofH float64) // Σ a·num
	part  float64                                   // of the gradient that den - num is
	tie   func(ht *mat.Dense)                       // rows of Ht that follow from the others
	tied  func(j int) bool                          // whether row j is one
}

// residual is the definition of [Convergent].
func (o slopeOracle) residual(w, ht *mat.Dense) (value float64) {
	ofW, ofH := o.fit(w, ht)
	for k, a := range [...]*mat.Dense{w, ht} {
		if a == nil {
			continue
		}
		rows, cols := a.Dims()
		var off float64
		for c := range cols {
			mean := 0.0
			for i := range rows {
				mean += a.At(i, c) / float64(rows)
			}
			for i := range rows {
				if k == 1 && o.tied != nil && o.tied(i) {
					continue
				}
				v := a.At(i, c)
				gap := -o.part * o.derivative(w, ht, a, i, c, 1e-5*max(v, mean))
				if off += v * math.Abs(gap); gap > 0 {
					off += max(0, mean-v) * gap
				}
			}
		}
		value = max(value, off/[...]float64{ofW, ofH}[k])
	}
	return value
}

func (o slopeOracle) derivative(w, ht, a *mat.Dense, i, c int, step float64) float64 {
	v := a.At(i, c)
	at := func(x float64) float64 {
		a.Set(i, c, x)
		if o.tie != nil {
			o.tie(ht)
		}
		return o.value(w, ht)
	}
	d := (8*(at(v+step)-at(v-step)) - (at(v+2*step) - at(v-2*step))) / (12 * step)
	at(v)
	return d
}

// Every residual is that of the gradient of the objective as it is published, after a step and after some.
func TestResidualIsThatOfTheGradient(t *testing.T) {
	const m, n, r = 7, 9, 3
	rng := rand.New(rand.NewPCG(8, 1))
	x := RandomFactor(m, n, rng)
	affinity := mat.NewDense(n, n, nil)
	affinity.Mul(x.T(), x)
	labels := []int{0, 1, 0, -1, 2, 1, -1, 0, 2}
	triplets := constraint.Set{W: []constraint.Triplet{{Q: 0, R: 2, S: 5}}, H: []constraint.Triplet{{Q: 0, R: 3, S: 8}, {Q: 4, R: 1, S: 2}}}
	sum := func(w, ht *mat.Dense, of func(x, y float64) float64) (s float64) {
		for i := range m {
			for j := range n {
				s += of(x.At(i, j), mat.Dot(w.RowView(i), ht.RowView(j)))
			}
		}
		return s
	}
	square := func(x, y float64) float64 { return (x - y) * (x - y) }
	kl := func(x, y float64) float64 { return x*math.Log(x/y) - x + y }
	product := func(x, y float64) float64 { return x * y }
	both := func(v float64) (float64, float64) { return v, v }
	over := func(of func(x, y float64) float64) func(w, ht *mat.Dense) (float64, float64) {
		return func(w, ht *mat.Dense) (float64, float64) { return both(sum(w, ht, of)) }
	}
	plain := func(of func(x, y float64) float64, part float64, fit func(x, y float64) float64) func(Progress) slopeOracle {
		return func(Progress) slopeOracle {
			return slopeOracle{value: func(w, ht *mat.Dense) float64 { return sum(w, ht, of) }, fit: over(fit), part: part}
		}
	}
	squares, divergence := plain(square, 0.5, product), plain(kl, 1, func(x, _ float64) float64 { return x })
	plus := func(base func(Progress) slopeOracle, more func(run Progress, w, ht *mat.Dense) float64) func(Progress) slopeOracle {
		return func(run Progress) slopeOracle {
			o := base(run)
			alone := o.value
			o.value = func(w, ht *mat.Dense) float64 { return alone(w, ht) + more(run, w, ht) }
			return o
		}
	}
	rough := func(s *matrix.CSR, ht *mat.Dense) (v float64) {
		for e := range matrix.Entries(s) {
			v += e.Value / 2 * distance2(ht, e.Row, e.Col)
		}
		return v
	}
	classed := func(base func(Progress) slopeOracle) func(Progress) slopeOracle {
		first := func(j int) int {
			for i, l := range labels {
				if l == labels[j] && l >= 0 {
					return i
				}
			}
			return j
		}
		return func(run Progress) slopeOracle {
			o := base(run)
			o.tied = func(j int) bool { return first(j) != j }
			o.tie = func(ht *mat.Dense) {
				for j := range n {
					copy(ht.RawRowView(j), ht.RawRowView(first(j)))
				}
			}
			return o
		}
	}
	norms := func(w, ht *mat.Dense) (all []float64) {
		for j := range n {
			var s float64
			for i := range m {
				s += square(x.At(i, j), mat.Dot(w.RowView(i), ht.RowView(j)))
			}
			all = append(all, math.Sqrt(s))
		}
		return all
	}
	robust := func(Progress) slopeOracle {
		return slopeOracle{part: 1, value: func(w, ht *mat.Dense) float64 { return sumOf(norms(w, ht)) },
			fit: func(w, ht *mat.Dense) (float64, float64) {
				var s float64
				for j, d := range norms(w, ht) {
					for i := range m {
						s += x.At(i, j) * mat.Dot(w.RowView(i), ht.RowView(j)) / d
					}
				}
				return both(s)
			}}
	}
	components := []span{{0, 2}, {2, 3}}
	stacked := func(w, ht *mat.Dense, of func(x, y float64) float64) (s float64) {
		for _, b := range components {
			s += sum(mat.DenseCopyOf(w.Slice(0, m, b.from, b.to)), mat.DenseCopyOf(ht.Slice(0, n, b.from, b.to)), of)
		}
		return s
	}
	projected := func(u *mat.Dense, k *mat.Dense) *mat.Dense { // u·uᵀ·k
		var a, b mat.Dense
		a.Mul(u.T(), k)
		b.Mul(u, &a)
		return &b
	}
	distance := func(a, b mat.Matrix, of func(x, y float64) float64) (s float64) {
		rows, cols := a.Dims()
		for i := range rows {
			for j := range cols {
				s += of(a.At(i, j), b.At(i, j))
			}
		}
		return s
	}
	projective := func(of func(x, y float64) float64, part float64, fit func(x, y float64) float64) func(Progress) slopeOracle {
		return func(Progress) slopeOracle {
			return slopeOracle{
				part: part, value: func(u, _ *mat.Dense) float64 { return distance(x, projected(u, x), of) },
				fit: func(u, _ *mat.Dense) (float64, float64) { return both(2 * distance(x, projected(u, x), fit)) },
			}
		}
	}
	symmetric := func(a mat.Matrix, ht *mat.Dense, of func(x, y float64) float64) float64 {
		var hh mat.Dense
		hh.Mul(ht, ht.T())
		return distance(a, &hh, of)
	}
	const lambda = 0.4
	for name, c := range map[string]struct {
		solver Solver
		oracle func(Progress) slopeOracle
		square bool // X is n×n
	}{
		"nmf": {&NMF{}, squares, false}, "hals": {&HALS{}, squares, false}, "nmf-cw": {&NMFCW{}, squares, false},
		"nmfpg":  {newNMFPG(), squares, false},
		"nmf-kl": {&NMFKL{}, divergence, false}, "nmf-kl-cw": {&NMFKLCW{}, divergence, false},
		"beta-nmf": {&BetaNMF{Beta: 0.5}, plain(func(x, y float64) float64 {
			return (math.Sqrt(x) - 0.5*math.Sqrt(y) - 0.5*x/math.Sqrt(y)) / -0.25
		}, 1, func(x, y float64) float64 { return x / math.Sqrt(y) }), false},
		"penalised": {&NMF{PenaltyOptions: PenaltyOptions{L1W: 0.3, L2H: 0.2}}, plus(squares, func(_ Progress, w, ht *mat.Dense) float64 {
			return 0.3*mat.Sum(w) + 0.2*math.Pow(mat.Norm(ht, 2), 2)
		}), false},
		"gnmf": {newGNMF(), plus(squares, func(run Progress, _, ht *mat.Dense) float64 {
			return 100 * rough(run.(*caiRun).ht.(*smoothHalf).penalty.s, ht)
		}), false},
		"gnmf-cw": {func() Solver { s := newGNMFCW().(*GNMFCW); s.Lambda = 3; return s }(),
			plus(squares, func(run Progress, _, ht *mat.Dense) float64 {
				return 3 * rough(run.(*componentRun).sides[sideH].penalty.(*componentGraph).s, ht)
			}), false},
		"nmfi": {&NMFi{Form: Constrained}, func(run Progress) slopeOracle {
			o := squares(run)
			o.tied, o.tie = func(j int) bool { return j%2 == 1 && j < n-1 }, func(ht *mat.Dense) { interpolate(ht, 1) }
			return o
		}, false},
		"lcnmf": {newLCNMF(), classed(squares), false}, "lcnmf matrix": {&LCNMF{Form: MatrixWise, Order: WFirst}, classed(squares), false},
		"lcnmf-kl": {newLCNMFKL(), classed(divergence), false},
		"rnmf":     {newRNMF(), robust, false},
		"ornmf": {newORNMF(), plus(robust, func(_ Progress, _, ht *mat.Dense) (s float64) {
			for j := range n - 1 {
				s += 0.3 * math.Sqrt(distance2(ht, j, j+1))
			}
			return s
		}), false},
		"mcnmf": {&MCNMF{Alpha: 0.5, Components: 2, Pairs: PairsOnce}, func(Progress) slopeOracle {
			return slopeOracle{part: 0.5, fit: func(w, ht *mat.Dense) (float64, float64) { return both(stacked(w, ht, product)) },
				value: func(w, ht *mat.Dense) float64 {
					v := stacked(w, ht, square)
					for _, pair := range [][2]span{{components[0], components[1]}, {components[1], components[0]}} {
						a, b := mat.DenseCopyOf(ht.Slice(0, n, pair[0].from, pair[0].to)), mat.DenseCopyOf(ht.Slice(0, n, pair[1].from, pair[1].to))
						for _, k := range []*mat.Dense{a, b} {
							_, cols := k.Dims()
							for c := range cols {
								mean := sumOf(mat.Col(nil, c, k)) / n
								for j := range n {
									k.Set(j, c, k.At(j, c)-mean)
								}
							}
						}
						var p mat.Dense
						p.Mul(a.T(), b)
						v += 0.5 * math.Pow(mat.Norm(&p, 2), 2)
					}
					return v
				}}
		}, false},
		"dsp-nmf": {&DSPNMF{Rule: DSPEq14, Lambda: lambda, Power: 0.5, Order: HFirst}, func(Progress) slopeOracle {
			o := slopeOracle{part: 0.5, fit: func(w, ht *mat.Dense) (float64, float64) {
				v := sum(w, ht, product)
				return v, v + 2*lambda*symmetric(affinity, ht, product)
			}}
			o.value = func(w, ht *mat.Dense) float64 {
				return sum(w, ht, square) + symmetric(affinity, ht, func(x, y float64) float64 { return square(x, lambda*y) })
			}
			return o
		}, false},
		"nsnmf": {newNSNMF(), func(run Progress) slopeOracle {
			s := mat.NewDense(n, n, nil)
			for e := range matrix.Entries(run.(*alternatingRun).ht.(*treeHalf).s) {
				s.Set(e.Row, e.Col, e.Value)
			}
			return slopeOracle{part: 0.5, fit: func(w, ht *mat.Dense) (float64, float64) {
				v := 0.8 * sum(w, ht, product)
				return v, v + 2*symmetric(s, ht, product)
			}, value: func(w, ht *mat.Dense) float64 {
				return 0.8*sum(w, ht, square) + symmetric(s, ht, square) + 0.1*(math.Pow(mat.Norm(w, 2), 2)+math.Pow(mat.Norm(ht, 2), 2))
			}}
		}, false},
		"rpr-nmf": {newRPRNMF(), func(run Progress) slopeOracle {
			unit := run.(*rescaledRun).unit
			e := func(a *mat.Dense, of []constraint.Triplet) (s float64) {
				for _, p := range of {
					s += (math.Exp(distance2(a, p.Q, p.R)) + math.Exp(-distance2(a, p.Q, p.S))) / float64(len(of))
				}
				return s
			}
			return slopeOracle{part: 0.5, fit: over(func(x, y float64) float64 { return x / unit * y }), value: func(w, ht *mat.Dense) float64 {
				return sum(w, ht, func(x, y float64) float64 { return square(x/unit, y) }) + e(w, triplets.W) + e(ht, triplets.H)
			}}
		}, false},
		"pnmf":    {newPNMF(), projective(square, 0.5, product), false},
		"pnmf-kl": {newPNMFKL(), projective(kl, 1, func(x, _ float64) float64 { return x }), false},
		"convex-nmf": {newConvexNMF(), func(Progress) slopeOracle {
			model := func(w, ht *mat.Dense) *mat.Dense { var b mat.Dense; b.Mul(x, w); return &b }
			return slopeOracle{part: 0.5, value: func(w, ht *mat.Dense) float64 { return sum(model(w, ht), ht, square) },
				fit: func(w, ht *mat.Dense) (float64, float64) { return both(sum(model(w, ht), ht, product)) }}
		}, false},
		"cauchy-nmf": {&CauchyNMF{}, plain(func(x, y float64) float64 { return 1.5*math.Log(x*x+y*y) - math.Log(y) }, 1,
			func(_, _ float64) float64 { return 1 }), false},
		"symnmf": {&SymNMF{AffinityOptions: AffinityOptions{Input: InputKernel}}, func(Progress) slopeOracle {
			return slopeOracle{part: 0.25, fit: func(_, ht *mat.Dense) (float64, float64) { return both(symmetric(affinity, ht, product)) },
				value: func(_, ht *mat.Dense) float64 { return symmetric(affinity, ht, square) }}
		}, true},
	} {
		p := Problem{X: matrix.FromDense(x), Rank: r, Labels: labels, Constraints: triplets}
		if c.square {
			p.X = matrix.FromDense(affinity)
		}
		if name == "lcnmf" || name == "lcnmf matrix" || name == "lcnmf-kl" {
			p.Constraints = constraint.Set{}
		}
		rows, cols := c.solver.Rows(p.X.Dims())
		var f Factors
		if rows > 0 {
			f.W = RandomFactor(rows, r, rand.New(rand.NewPCG(2, 2)))
		}
		if cols > 0 {
			f.Ht = RandomFactor(cols, r, rand.New(rand.NewPCG(2, 3)))
		}
		run, err := c.solver.Start(p, f, rng)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, steps := range []int{1, 40} {
			for range steps {
				run.Step()
			}
			w, ht := f.W, f.Ht
			if name == "pnmf" || name == "pnmf-kl" { // at the best scale
				w = mat.DenseCopyOf(w)
				k := projected(w, x)
				c := distance(x, k, product) / distance(k, k, product)
				if name == "pnmf-kl" {
					c = mat.Sum(x) / mat.Sum(k)
				}
				w.Scale(math.Sqrt(c), w)
			}
			want := c.oracle(run).residual(w, ht)
			got, ok := run.(Convergent).Residual()
			if !ok || math.Abs(got-want) > 1e-6+1e-4*want {
				t.Errorf("%s after %d steps: residual %.8g, %v, and %.8g of the gradient", name, steps, got, ok, want)
			}
		}
	}
}

// distance2 is the squared distance of two rows.
func distance2(a *mat.Dense, i, j int) (s float64) {
	for k, v := range a.RawRowView(i) {
		s += (v - a.At(j, k)) * (v - a.At(j, k))
	}
	return s
}

// Options that fix the length of a factor leave no residual.
func TestFixedLengthsLeaveNoResidual(t *testing.T) {
	each := newGNMF().(*GNMF)
	each.UnitEach = true
	unit := newORNMF().(*ORNMF)
	unit.UnitBasis = true
	for _, s := range []Solver{each, unit, &NMF{PenaltyOptions: PenaltyOptions{L1H: 1, UnitW: true}}} {
		x := RandomFactor(10, 12, rand.New(rand.NewPCG(6, 1)))
		f := Factors{W: RandomFactor(10, 3, rand.New(rand.NewPCG(2, 2))), Ht: RandomFactor(12, 3, rand.New(rand.NewPCG(2, 3)))}
		run, err := s.Start(Problem{X: matrix.FromDense(x), Rank: 3}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := run.(Convergent).Residual(); ok {
			t.Errorf("%T has the residual %v", s, v)
		}
	}
}

// A method has a residual unless the catalog says why not; neither that nor a step allocates, and looking changes no bit of a run.
func TestResidualsOfTheCatalog(t *testing.T) {
	x := matrix.FromDense(RandomFactor(10, 12, rand.New(rand.NewPCG(6, 1))))
	for _, e := range Catalog {
		if Pathless(e.New()) != "" {
			continue
		}
		fit := func(look bool) (one Factorization, has bool) {
			rows, cols := e.New().Rows(x.Dims())
			var f Factors
			if rows > 0 {
				f.W = RandomFactor(rows, 3, rand.New(rand.NewPCG(2, 2)))
			}
			if cols > 0 {
				f.Ht = RandomFactor(cols, 3, rand.New(rand.NewPCG(2, 3)))
			}
			run, err := e.New().Start(Problem{X: x, Rank: 3}, f, rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			s := Settings{Iterations: 12, Every: 4, Record: func(p Point) { one.Trace = append(one.Trace, p) }}
			if look {
				s.Checkpoints, s.Checkpoint = []int{1, 2, 5, 7, 8}, func(Point) {
					c, can := run.(Convergent)
					if has = can; can {
						_, has = c.Residual()
					}
					run.Finish()
				}
			}
			if one.Last, one.Status, err = Solve(context.Background(), run, f, s); err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			one.Result, one.Run = run.Finish(), run
			return one, has
		}
		plain, _ := fit(false)
		looked, has := fit(true)
		same := len(plain.Trace) == len(looked.Trace)
		for i := range plain.Trace {
			same = same && plain.Trace[i].Objective == looked.Trace[i].Objective
		}
		for _, pair := range [][2]*mat.Dense{{plain.W, looked.W}, {plain.Ht, looked.Ht}, {plain.Basis, looked.Basis},
			{plain.Embedding, looked.Embedding}} {
			same = same && (pair[0] == nil) == (pair[1] == nil) && (pair[0] == nil || mat.Equal(pair[0], pair[1]))
		}
		if !same {
			t.Errorf("%s: looking on the way changes the run", e.Name)
		}
		if has == (e.NoResidual() != "") {
			t.Errorf("%s has a residual: %v; the catalog says %q", e.Name, has, e.NoResidual())
		}
		if has {
			if n := testing.AllocsPerRun(3, func() { looked.Run.(Convergent).Residual() }); n > 0 {
				t.Errorf("%s: a residual allocates %v times", e.Name, n)
			}
			if n := testing.AllocsPerRun(3, looked.Run.Step); n > 0 {
				t.Errorf("%s: a step allocates %v times", e.Name, n)
			}
		}
	}
}
