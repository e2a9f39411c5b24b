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

// Where the runs of a paper share one draw, the interval of five independent ones is too narrow and the other holds its level: simulated
// papers on four drawn rows and one that has all classes.
func TestOneDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const papers, rows, n, runs, ofDraw, ofStart = 2000, 5, 20, 5, 1.0, 0.5
	wrong := map[string]int{}
	for range papers {
		var c Contrast
		for row := range rows {
			drawn := row < rows-1
			draw := func() float64 {
				if drawn {
					return ofDraw * rng.NormFloat64()
				}
				return 0
			}
			values := make([]float64, n)
			replicates := make([]int, n)
			for r := range values {
				values[r], replicates[r] = draw()+ofStart*rng.NormFloat64(), r
			}
			reported := draw() // once for all runs
			for range runs {
				reported += ofStart * rng.NormFloat64() / runs
			}
			name := string(rune('a' + row))
			c.Terms = append(c.Terms, Term{
				Row: name, TermOurs: TermOurs{Source: "s", Draw: name, Values: values, Replicates: replicates}, TermReported: TermReported{Reported: reported, SD: math.NaN(), Runs: runs, OneDraw: drawn},
				Ours: 1.0 / rows, Theirs: 1.0 / rows,
			})
		}
		Estimate(&c)
		if c.Gap.P(0) < 0.05 {
			wrong["independent draws"]++
		}
		if c.OneDraw.P(0) < 0.05 {
			wrong["one draw"]++
		}
		if c.P() < 0.05 {
			wrong["either"]++
		}
	}
	t.Logf("of %d papers are called different: %v", papers, wrong)
	if wrong["independent draws"] < papers/5 || wrong["one draw"] > papers*65/1000 || wrong["one draw"] < papers*3/100 || wrong["either"] > wrong["one draw"] {
		t.Errorf("of %d papers are called different: %v", papers, wrong)
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
