package contrast

import (
	"math"
	"math/rand/v2"
	"testing"

	"nmfrepro/eval/stat"
)

// cell is a term of n values around a mean.
func cell(rng *rand.Rand, draw string, weight float64, common []float64, sd float64) Term {
	t := Term{Cell: draw, Row: draw, TermOurs: TermOurs{Source: "p/t", Draw: draw}, TermReported: TermReported{SD: math.NaN(), Runs: 1}, Ours: weight, Theirs: weight}
	for r, v := range common {
		t.Values, t.Replicates = append(t.Values, v+sd*rng.NormFloat64()), append(t.Replicates, r)
	}
	return t
}

// A pair over shared replicates is the paired t interval, one over other replicates Welch's.
func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	common := make([]float64, 12)
	for i := range common {
		common[i] = rng.NormFloat64()
	}
	x, y := cell(rng, "d", 1, common, 0.1), cell(rng, "d", -1, common, 0.1)
	c := Contrast{Terms: []Term{x, y}}
	Estimate(&c)
	if want := stat.Paired(x.Values, y.Values); math.Abs(c.Ours.SE-want.SE) > 1e-15 || c.Ours.DF != want.DF || !c.Paired {
		t.Errorf("%+v, want %+v", c.Ours, want)
	}
	y.Replicates = []int{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}
	c = Contrast{Terms: []Term{x, y}}
	Estimate(&c)
	a, b := stat.Summarise(x.Values), stat.Summarise(y.Values)
	part := func(s stat.Summary) stat.Part {
		return stat.Part{Variance: s.SD * s.SD / float64(s.N), DF: float64(s.N - 1)}
	}
	want := stat.Combine(a.Mean-b.Mean, part(a), part(b))
	effect := (a.Mean - b.Mean) / math.Sqrt((a.SD*a.SD+b.SD*b.SD)/2) // Cohen's d of two samples of one size
	if math.Abs(c.Ours.SE-want.SE) > 1e-15 || math.Abs(c.Ours.DF-want.DF) > 1e-9 || c.Paired || math.Abs(c.Effect-effect) > 1e-12 {
		t.Errorf("%+v, %v, want %+v, %v", c.Ours, c.Effect, want, effect)
	}
}

// Replicates of a count that are equal are a step apart, and so are equal differences.
func TestSteps(t *testing.T) {
	same := func(v float64, grid float64) Term {
		return Term{TermOurs: TermOurs{Source: "s", Draw: "d", Values: []float64{v, v, v, v, v}, Replicates: []int{0, 1, 2, 3, 4}, Grid: grid}, TermReported: TermReported{SD: math.NaN()}}
	}
	x, y := same(0.5, 0.01), same(0.4, 0.01)
	x.Ours, y.Ours = 1, -1
	c := Contrast{Terms: []Term{x, y}}
	Estimate(&c)
	if want := 0.01 * math.Sqrt2 / math.Sqrt(5); math.Abs(c.Ours.SE-want) > 1e-15 {
		t.Errorf("error %v of two counts that do not scatter, want %v", c.Ours.SE, want)
	}
	x, y = same(0.5, 0), same(0.4, 0)
	x.Ours, y.Ours = 1, -1
	if c = (Contrast{Terms: []Term{x, y}}); true {
		Estimate(&c)
	}
	if c.Ours.SE != 0 {
		t.Errorf("error %v of numbers in which nothing is drawn", c.Ours.SE)
	}
}

// Where the runs of a paper share one draw, the interval of independent ones is too narrow and the other holds its level: simulated papers
// on drawn rows and one that has all classes. What this one tells of runs of one draw is uncertain, too.
func TestOneDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const papers = 2000
	for _, design := range []struct {
		rows, n, runs   int
		ofDraw, ofStart float64
		told            bool // the paper reports deviations
	}{
		{5, 20, 5, 1, 0.5, false}, {2, 20, 5, 1, 0.5, false}, {2, 5, 5, 1, 1, false}, {2, 10, 10, 1, 1, false}, {3, 5, 10, 0.7, 1, false},
		{5, 10, 10, 0.5, 1, false}, {2, 10, 10, 0, 1, false}, {2, 20, 20, 1, 2, false}, {2, 10, 10, 1, 1, true}, {5, 20, 20, 1, 0.5, true},
	} {
		apart, shared, either := 0, 0, 0
		for range papers {
			var c Contrast
			for row := range design.rows {
				drawn := row < design.rows-1
				draw := func() float64 {
					if drawn {
						return design.ofDraw * rng.NormFloat64()
					}
					return 0
				}
				values, replicates, theirs := make([]float64, design.n), make([]int, design.n), make([]float64, design.runs)
				for r := range values {
					values[r], replicates[r] = draw()+design.ofStart*rng.NormFloat64(), r
				}
				once := draw() // for all runs
				for r := range theirs {
					theirs[r] = once + design.ofStart*rng.NormFloat64()
				}
				name, sd := string(rune('a'+row)), math.NaN()
				if design.told {
					sd = stat.SD(theirs)
				}
				c.Terms = append(c.Terms, Term{
					Row: name, TermOurs: TermOurs{Source: "s", Draw: name, Values: values, Replicates: replicates},
					TermReported: TermReported{Reported: stat.Mean(theirs), SD: sd, Runs: design.runs, OneDraw: drawn},
					Ours:         1 / float64(design.rows), Theirs: 1 / float64(design.rows),
				})
			}
			Estimate(&c)
			for _, by := range []struct {
				p     float64
				count *int
			}{{c.Gap.P(0), &apart}, {c.OneDraw.P(0), &shared}, {c.P(), &either}} {
				if by.p < 0.05 {
					*by.count++
				}
			}
		}
		share := func(count int) float64 { return float64(count) / papers }
		t.Logf("%+v: equal truths differ in %.3f by independent draws, in %.3f by one draw, in %.3f by both", design, share(apart), share(shared), share(either))
		if share(shared) > 0.06 || design.ofDraw >= design.ofStart && share(shared) < 0.01 || either > shared || design.ofDraw >= design.ofStart && share(apart) < 0.08 {
			t.Errorf("%+v: equal truths differ in %.3f by independent draws, in %.3f by one draw, in %.3f by both", design, share(apart), share(shared), share(either))
		}
	}
}

// Rows as a sample: the t interval over the means of the rows.
func TestRowsLikeThese(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var terms []Term
	var means []float64
	for row := range 6 {
		common := []float64{float64(row), float64(row) + 1, float64(row) - 1}
		x, y := cell(rng, string(rune('a'+row)), 1.0/6, common, 1), cell(rng, string(rune('a'+row)), -1.0/6, common, 1)
		terms, means = append(terms, x, y), append(means, stat.Mean(x.Values)-stat.Mean(y.Values))
	}
	c := Contrast{Terms: terms, Rows: LikeThese}
	Estimate(&c)
	if se := stat.SD(means) / math.Sqrt(6); math.Abs(c.Ours.SE-se) > 1e-12 || c.Ours.DF != 5 || c.N != 6 || math.Abs(c.Ours.Value-stat.Mean(means)) > 1e-12 {
		t.Errorf("%+v, want %v±%v", c.Ours, stat.Mean(means), se)
	}
}
