package main

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"nmfrepro/solvers"
	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// peer is a program that does work.
type peer interface {
	name() string
	version() string
	does(work) bool
	run(w work, repeats int) (seconds float64, err error)
}

// dgemm is a BLAS in this process.
type dgemm struct {
	called string
	blas   blas.Float64
}

func (d dgemm) name() string     { return d.called }
func (d dgemm) version() string  { return fmt.Sprintf("%T", d.blas) }
func (d dgemm) does(w work) bool { return w.Kind == "gemm" }

func (d dgemm) run(w work, repeats int) (float64, error) {
	o := operandsOf(w)
	start := now()
	for range repeats {
		d.blas.Dgemm(trans(w.TransA), trans(w.TransB), w.M, w.N, w.K, 1, o.a, o.lda, o.b, o.ldb, 0, o.c, w.N)
	}
	return now() - start, nil
}

func trans(t bool) blas.Transpose {
	if t {
		return blas.Trans
	}
	return blas.NoTrans
}

// operands are those of a product, stored row by row.
type operands struct {
	work
	a, b, c  []float64
	lda, ldb int
}

var kept operands

// operandsOf returns the same matrices to everybody until the work changes.
func operandsOf(w work) operands {
	if kept.work != w {
		kept = operands{work: w, a: uniform(w.M * w.K), b: uniform(w.K * w.N), c: make([]float64, w.M*w.N), lda: w.K, ldb: w.N}
		if w.TransA {
			kept.lda = w.M
		}
		if w.TransB {
			kept.ldb = w.K
		}
	}
	return kept
}

func uniform(n int) []float64 {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.Float64()
	}
	return x
}

// ours is this project: its products, and the iterations as factorize runs them.
type ours struct {
	dgemm
	work
	step func()
}

func newOurs() *ours { return &ours{dgemm: dgemm{"ours", gemm.Float64{}}} }

func (o *ours) does(work) bool { return true }

var methods = map[string]string{"mu": "nmf", "kl": "nmf-kl", "cd": "hals"}

func (o *ours) run(w work, repeats int) (float64, error) {
	if w.Kind == "gemm" {
		return o.dgemm.run(w, repeats)
	}
	if o.work != w {
		entry, _ := solvers.Find(methods[w.Kind])
		rng := rand.New(rand.NewPCG(2, 2))
		start := solvers.Factors{W: solvers.RandomFactor(w.M, w.K, rng), Ht: solvers.RandomFactor(w.N, w.K, rng)}
		run, err := entry.New().Start(solvers.Problem{X: matrix.NewDense(w.M, w.N, uniform(w.M*w.N)), Rank: w.K}, start, rng)
		if err != nil {
			return 0, err
		}
		o.work, o.step = w, run.Step
	}
	start := now()
	for range repeats {
		o.step()
	}
	return now() - start, nil
}

func newGonum() peer { return dgemm{"gonum", gonum.Implementation{}} }
