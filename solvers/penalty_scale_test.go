package solvers

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// Penalties by size are scikit-learn's: at its factors our objective is its own (twice that of the squared error, which it halves), and
// from its initialisation we end no higher.
func TestPenaltiesBySize(t *testing.T) {
	text, err := os.ReadFile("testdata/penalties/penalties.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X, W0, Ht0 [][]float64
		Cases      []struct {
			Loss    string
			AlphaW  float64 `json:"alpha_w"`
			AlphaH  float64 `json:"alpha_h"`
			L1Ratio float64 `json:"l1_ratio"`
			Value   float64
			W, Ht   [][]float64
		}
	}
	if err := json.Unmarshal(text, &golden); err != nil || len(golden.Cases) != 6 {
		t.Fatal(err, len(golden.Cases))
	}
	for _, c := range golden.Cases {
		times := 2.
		if c.Loss != "frobenius" {
			times = 1
		}
		o := PenaltyOptions{ // its W is our H
			L1H: times * c.AlphaW * c.L1Ratio, L2H: times * c.AlphaW * (1 - c.L1Ratio) / 2,
			L1W: times * c.AlphaH * c.L1Ratio, L2W: times * c.AlphaH * (1 - c.L1Ratio) / 2, BySize: true,
		}
		methods := map[string]Solver{"nmf": &NMF{PenaltyOptions: o}, "hals": &HALS{PenaltyOptions: o}}
		if c.Loss != "frobenius" {
			methods = map[string]Solver{"nmf-kl": &NMFKL{PenaltyOptions: o}}
		}
		for name, s := range methods {
			for _, x := range []matrix.Matrix{matrix.FromDense(denseOf(golden.X))} {
				p := Problem{X: x, Rank: 3}
				run, err := s.Start(p, Factors{W: denseOf(c.W), Ht: denseOf(c.Ht)}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := run.Objective(), times*c.Value; math.Abs(got-want) > 1e-10*want {
					t.Errorf("%s, %s: objective %v at scikit-learn's factors, want %v", c.Loss, name, got, want)
				}
				f, err := Factorize(context.Background(), s, p,
					Plan{Given: Factors{W: denseOf(golden.W0), Ht: denseOf(golden.Ht0)}, Settings: Settings{Iterations: 20000, Every: 20000}})
				if err != nil {
					t.Fatal(err)
				}
				if want := times * c.Value; f.Last.Objective > want*(1+1e-4) {
					t.Errorf("%s, %s: ends at %v, scikit-learn at %v", c.Loss, name, f.Last.Objective, want)
				}
			}
		}
	}
}

// A penalty on one factor alone is escaped by scale, and a warning says so. With unit lengths of the other it holds: the objective falls,
// the lengths are 1, and a greater weight leaves fewer entries of H above 0.
func TestEscape(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	x := mat.NewDense(12, 20, nil)
	matrix.MulNT(x, RandomFactor(12, 4, rng), RandomFactor(20, 4, rng))
	var known []matrix.Triplet
	for e := range matrix.Entries(matrix.FromDense(x)) {
		if (e.Row+e.Col)%5 != 0 {
			known = append(known, e)
		}
	}
	masked, err := matrix.NewMasked(12, 20, known)
	if err != nil {
		t.Fatal(err)
	}
	sparse, err := matrix.CSRFrom(12, 20, matrix.Entries(matrix.FromDense(x)))
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]func(o PenaltyOptions) Solver{
		"nmf":     func(o PenaltyOptions) Solver { return &NMF{PenaltyOptions: o} },
		"hals":    func(o PenaltyOptions) Solver { return &HALS{PenaltyOptions: o} },
		"nmf-kl":  func(o PenaltyOptions) Solver { return &NMFKL{PenaltyOptions: o} },
		"w-first": func(o PenaltyOptions) Solver { return &HALS{Order: WFirst, PenaltyOptions: o} },
	}
	for name, method := range methods {
		for kind, x := range map[string]matrix.Matrix{"dense": matrix.FromDense(x), "sparse": sparse, "masked": masked} {
			fit := func(o PenaltyOptions) Factorization {
				f, err := Factorize(context.Background(), method(o), Problem{X: x, Rank: 4}, Plan{Settings: Settings{Iterations: 300, Every: 1}})
				if err != nil {
					t.Fatal(name, kind, err)
				}
				return f
			}
			warned := func(f Factorization) bool {
				return strings.Contains(strings.Join(note.Texts(f.Warnings), ";"), "can escape it")
			}
			if !warned(fit(PenaltyOptions{L1H: 5})) || !warned(fit(PenaltyOptions{L2W: 5})) || warned(fit(PenaltyOptions{L1H: 5, L2W: 1})) ||
				warned(fit(PenaltyOptions{})) {
				t.Errorf("%s, %s: warnings", name, kind)
			}
			var sums []float64
			for _, weight := range []float64{0.1, 1, 4} {
				for _, o := range []PenaltyOptions{{L1H: weight, UnitW: true}, {L2H: weight / 8, UnitW: true}, {L1W: weight, UnitH: true}} {
					f := fit(o)
					unit := f.W
					if o.UnitH {
						unit = f.Ht
					}
					for k := range 4 {
						if length := mat.Norm(unit.ColView(k), 2); length != 0 && math.Abs(length-1) > 1e-12 {
							t.Errorf("%s, %s: length %v", name, kind, length)
						}
					}
					if warned(f) {
						t.Errorf("%s, %s: %q", name, kind, f.Warnings)
					}
					for k, p := range f.Trace[1:] {
						if before := f.Trace[k].Objective; p.Objective > before*(1+1e-10) {
							t.Errorf("%s, %s, %+v: the objective rose from %v to %v at %d", name, kind, o, before, p.Objective, p.Iteration)
							break
						}
					}
					if o.UnitW && o.L1H > 0 {
						sums = append(sums, mat.Sum(f.Ht))
					}
				}
			}
			if !(sums[0] > sums[1] && sums[1] > sums[2]) {
				t.Errorf("%s, %s: sums of H %v at growing weights", name, kind, sums)
			}
		}
	}
	for want, o := range map[string]PenaltyOptions{
		"leave no factor":          {UnitW: true, UnitH: true},
		"factor of unit lengths":   {UnitW: true, L1W: 1},
		"factor of unit lengths; ": {UnitH: true, L2H: 1},
	} {
		if _, err := Factorize(context.Background(), &NMF{PenaltyOptions: o}, Problem{X: masked, Rank: 2}, Plan{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
