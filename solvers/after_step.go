package solvers

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// AfterStep is what other codes do to the factors between the iterations of a multiplicative rule; off by default.
type AfterStep struct {
	WSums      bool    `yaml:"w-sums,omitempty" doc:"divide the columns of W by their sums after every iteration, and leave H as it is, as lee and nsNMF of the R package NMF do: the objective may rise; default false"`
	Floor      float64 `yaml:"floor,omitempty" min:"0" doc:"raise the entries of W and H to this every floor-every iterations, ≥ 0; default 0 (off), 2.220446049250313e-16 in brunet of the R package NMF"`
	FloorEvery int     `yaml:"floor-every,omitempty" min:"0" doc:"iterations from one floor to the next; default 0, which is 10 as in brunet of the R package NMF"`
}

// checkAfter refuses options that contradict each other.
func (o AfterStep) checkAfter(name string, p PenaltyOptions, held Held) error {
	switch {
	case o.WSums && (p.UnitW || held.W > 0):
		return fmt.Errorf("solvers: %s: w-sums changes the columns of W, which unit-w or components that are held would keep", name)
	case o.FloorEvery > 0 && o.Floor == 0:
		return fmt.Errorf("solvers: %s: floor-every = %d without a floor", name, o.FloorEvery)
	}
	return nil
}

// run returns a run with what comes after each of its steps, r itself if nothing does.
func (o AfterStep) run(f Factors, r Progress) Progress {
	if o == (AfterStep{}) {
		return r
	}
	if o.FloorEvery == 0 {
		o.FloorEvery = 10
	}
	_, rank := f.W.Dims()
	stepped := &steppedRun{r, f, o, 0, make([]float64, rank)}
	if o.WSums {
		return dividedRun{stepped}
	}
	return stepped
}

type steppedRun struct {
	Progress
	f     Factors
	after AfterStep
	steps int
	sums  []float64
}

// Warnings implements [Warner].
func (r *steppedRun) Warnings() []note.Note {
	if w, ok := r.Progress.(Warner); ok {
		return w.Warnings()
	}
	return nil
}

// Step implements Run.
func (r *steppedRun) Step() {
	r.Progress.Step()
	r.steps++
	if r.after.WSums {
		matrix.SumRows(r.sums, r.f.W)
		for k, sum := range r.sums {
			r.sums[k] = 1 / max(sum, tinyDenominator)
		}
		multiplyColumns(r.f.W, r.sums)
	}
	if r.after.Floor > 0 && r.steps%r.after.FloorEvery == 0 {
		raise(r.f.W, r.after.Floor)
		raise(r.f.Ht, r.after.Floor)
	}
}

// raise brings the entries of a to at least floor.
func raise(a *mat.Dense, floor float64) {
	p, _ := a.Dims()
	for i := range p {
		row := a.RawRowView(i)
		for j, v := range row {
			row[j] = max(v, floor)
		}
	}
}

// dividedRun is a steppedRun whose objective may rise.
type dividedRun struct{ *steppedRun }

// Unsteady implements the interface of that name.
func (r dividedRun) Unsteady() string {
	return "the columns of W are divided by their sums after every iteration, and H stays as it is"
}
