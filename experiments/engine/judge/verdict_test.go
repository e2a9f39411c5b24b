package judge

import (
	"maps"
	"math"
	"strings"
	"testing"

	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

func near(a, b, tol float64) bool { return a == b || a != a && b != b || math.Abs(a-b) <= tol }

// values are n numbers with this mean and deviation: evenly spaced ones.
func values(n int, mean, sd float64) []float64 {
	x := make([]float64, n)
	step := sd / math.Sqrt(float64(n*(n+1))/12)
	for i := range x {
		x[i] = mean + step*(float64(i)-float64(n-1)/2)
	}
	return x
}

// base is a cell that matches: ours 90.1 ± 0.5 over 20 runs, the paper's 90.0 ± 0.5 over 20.
func base() Compared {
	return Compared{
		Cell: result.Cell{
			Address:  "p/t:a",
			Runs:     result.Sample{Values: values(20, 90.1, 0.5)},
			Reported: result.Reported{Value: "90.0", Unit: 0.1, SD: "0.5"},
		},
		Runs: 20, Tolerance: spec.Tolerance{Value: 1, Reason: "a point"},
	}
}

// collapse marks the first n runs as collapsed, and leaves them out as a table does.
func collapse(c *Compared, n int) {
	for i := range c.Cell.Runs.Values {
		c.Cell.Runs.Replicates = append(c.Cell.Runs.Replicates, i)
	}
	c.Cell.Runs.Collapsed = c.Cell.Runs.Replicates[:n:n]
	withoutCollapsed(&c.Cell)
}

// one is the verdict on one cell alone.
func one(c Compared) Verdict { return Judge([]Compared{c})[0] }

func with(change func(*Compared)) Compared {
	c := base()
	change(&c)
	return c
}

func TestKinds(t *testing.T) {
	single := func(c *Compared) { c.Runs, c.Reported.SD = 1, "" }
	tests := []struct {
		name   string
		cell   Compared
		want   Kind
		lack   string
		reason string
	}{
		{"match", base(), Agrees, "", "+0.1, 90 % interval -0.171 to 0.371, tolerance 1"},
		{"differs", with(func(c *Compared) { c.Cell.Runs.Values = values(20, 85, 0.5) }), Differs, "", "-5, 90 % interval"},
		{"significant yet small", with(func(c *Compared) { c.Cell.Runs.Values = values(20, 90.5, 0.5) }), Close, "", "a mean of 20 of our runs would lie in 90.1 to 90.9 (95 % interval)"},
		{"noisy", with(func(c *Compared) { c.Cell.Runs.Values, c.Reported.SD, c.Runs = values(20, 91, 4), "", 5 }), Inconclusive, "", "would have shown; the noise is theirs: the paper averaged too few runs, and more of ours cannot decide it"},
		{"noisy, more would tell", with(func(c *Compared) { c.Cell.Runs.Values, c.Reported.SD, c.Runs = values(5, 90.3, 1), "", 100 }), Inconclusive, "", "the noise is ours: about "},
		{"relative margin", with(func(c *Compared) {
			c.Cell.Runs.Values, c.Tolerance = values(20, 93, 0.5), spec.Tolerance{Value: 0.05, Relative: true}
		}), Close, "", "tolerance 4.5"},
		{"one run, none reaches it", with(func(c *Compared) { single(c); c.Cell.Runs.Values = values(20, 80, 2) }), Differs, "", "a single run of ours would lie in 75 to 85 (97.5 % interval); 0 of 20 runs of ours reach it"},
		{"one run, below the hard end of a hundred", with(func(c *Compared) {
			single(c)
			c.Cell.Runs.Values = values(100, 110, 12)
			c.Reported.Value = "89.0" // within Student's interval of 86.2 to 133.8, and below the smallest, 89.5
		}), Differs, "", "a single run of ours would lie in 89.5 to 131 (98 % interval); 0 of 100 runs of ours reach it"},
		{"one run, one reaches it", with(func(c *Compared) { single(c); c.Cell.Runs.Values = values(20, 86.8, 2) }), Inconclusive, "", "1 of 20 runs of ours reaches it"},
		{"part of the ranks", with(func(c *Compared) { c.Cell.State.Partial = "over rank 3, 1 of 8" }), Missing, result.LackPart, "over rank 3, 1 of 8"},
		{"stand-in", with(func(c *Compared) { c.Cell.State.Substitute = "CMU PIE" }), Substitute, "", "CMU PIE"},
		{"proxy", with(func(c *Compared) { c.Cell.State.Proxy = "a reconstruction" }), Substitute, "", "proxy: the method is a reconstruction"},
		{"not run", with(func(c *Compared) { c.Cell.Runs.Values, c.Cell.State.Note = nil, "not run yet" }), Missing, result.LackRuns, "not run yet"},
		{"no data", with(func(c *Compared) {
			c.Cell.Runs.Values, c.Cell.State.Status, c.Cell.State.Note = nil, result.MissingData, "pie is not there"
		}), Missing, result.LackData, "pie is not there"},
		{"failed", with(func(c *Compared) { c.Cell.State.Status, c.Cell.State.Note = result.Failed, "diverged" }), Failed, "", "diverged"},
		{"failed on a stand-in", with(func(c *Compared) { c.Cell.State.Status, c.Cell.State.Substitute = result.Failed, "PIE" }), Failed, "", "failed"},
		{"no number", with(func(c *Compared) { c.Cell.Runs.Values[0] = math.NaN() }), Missing, result.LackRuns, "no replicate"},
		{"illegible", with(func(c *Compared) { c.Reported.Value = "illegible" }), Missing, result.LackReported, "illegible"},
		{"nothing printed", with(func(c *Compared) { c.Reported.Value = "" }), Missing, result.LackReported, "nothing is reported"},
		{"a range", with(func(c *Compared) { c.Reported.Value = "[20, 200]" }), Missing, result.LackReported, "no number"},
		{"infinite", with(func(c *Compared) { c.Cell.Runs.Values[3] = math.Inf(1) }), Failed, "", "infinite"},
		{"smoke", with(func(c *Compared) { c.Smoke = true }), Missing, result.LackProfile, "judges nothing"},
		{"four runs", with(func(c *Compared) { c.Cell.Runs.Values = values(4, 80, 0.1) }), Missing, result.LackCount, "4 replicates are too few to judge, want 5"},
		{"a count of wins", with(func(c *Compared) { c.Cell.Runs.Values = values(1, 80, 0) }), Missing, result.LackCount, "no replicates of its own"},
		{"one run of ours", with(func(c *Compared) { c.Cell.Runs.Values = values(1, 80, 0); c.Cell.Runs.Replicates = []int{0} }), Missing, result.LackCount, "1 replicate is too few"},
		{"a time", with(func(c *Compared) { c.Class = eval.Machine }), Missing, result.LackClock, "only the order"},
		{"a quarter collapsed", with(func(c *Compared) { collapse(c, 5) }), Agrees, "", "5 of 20 runs of ours collapsed to a single cluster and are left out"},
		{"most collapsed", with(func(c *Compared) { collapse(c, 17) }), Missing, result.LackCount, "3 replicates are too few to judge, want 5; 17 of 20 runs of ours collapsed"},
		{"one collapsed", with(func(c *Compared) { collapse(c, 1) }), Agrees, "", "1 of 20 runs of ours collapsed to a single cluster"},
		{"a loss that diverges", with(func(c *Compared) {
			c.Class, c.Reported.Value, c.Reported.SD, c.Cell.Runs.Values = eval.Loss, "1.055", "", []float64{119, 16541, 456604, 1.2e7, 12150}
		}), Failed, "", "our runs diverge: from 119 to 1.2e+07"},
		{"a size equals", with(func(c *Compared) { c.Class, c.Cell.Runs.Values, c.Reported.SD = eval.Size, values(2, 90, 0), "" }), Agrees, "", "nothing is drawn"},
		{"nothing drawn, rounds to it", with(func(c *Compared) {
			c.Cell.Runs.Repeats, c.Cell.Runs.Values, c.Reported.SD = true, values(5, 90.05, 0), ""
		}), Agrees, "", "rounds to"},
		{"the run of the seed", with(func(c *Compared) { seed(c, 90.05) }), SameRun, "", "the run of seed 5489: ours rounds to"},
		{"the run of the seed, another digit", with(func(c *Compared) { seed(c, 90.06) }), Close, "", "+0.06, tolerance 1"},
		{"iterations of the seed", with(func(c *Compared) {
			seed(c, 510)
			c.Class, c.Reported.Value, c.Reported.Unit = eval.Machine, "510", 0
		}), SameRun, "", "rounds to"},
		{"nothing drawn, near", with(func(c *Compared) {
			c.Cell.Runs.Repeats, c.Cell.Runs.Values, c.Reported.SD = true, values(5, 90.06, 0), "0.00"
		}), Close, "", "+0.06, tolerance 1"},
		{"nothing drawn, differs", with(func(c *Compared) {
			c.Cell.Runs.Repeats, c.Cell.Runs.Values, c.Reported.SD = true, values(1, 91.2, 0), ""
		}), Differs, "", "+1.2, tolerance 1"},
		{"a published zero", with(func(c *Compared) {
			c.Reported.Value, c.Reported.SD, c.Tolerance = "0.0", "", spec.Tolerance{Value: 0.05, Relative: true}
			c.Cell.Runs.Values = values(20, 0.01, 0.001)
		}), Agrees, "", "tolerance 0.1"},
	}
	for _, tt := range tests {
		v := one(tt.cell)
		if v.Kind != tt.want || v.Lack != tt.lack || !strings.Contains(v.Reason, tt.reason) {
			t.Errorf("%s: %s, lacks %q (%s), want %s, %q (… %s …)", tt.name, v.Kind, v.Lack, v.Reason, tt.want, tt.lack, tt.reason)
		}
		if v.Kind != Inconclusive && (v.More != 0 || v.Detectable == v.Detectable) {
			t.Errorf("%s: %s, yet %d more replicates, detectable %g", tt.name, v.Kind, v.More, v.Detectable)
		}
	}
}

// seed makes ours one run from the seed that the paper names.
func seed(c *Compared, value float64) {
	named := uint64(5489)
	c.Seeded, c.Reported.Seed, c.Reported.SD = true, &named, ""
	c.Cell.Runs.Repeats, c.Cell.Runs.Values, c.Cell.Runs.Replicates = true, []float64{value}, []int{0}
}

// The numbers of a cell by hand. Ours is 90.1 ± 0.5 over 20, the reported deviation 0.5 over 20: both variances are 0.0125
// and the degrees of freedom 38; rounding adds 0.1²/12 to the first test and half of 0.1 to the second.
func TestNumbers(t *testing.T) {
	v := one(base())
	se := math.Sqrt(0.025 + 0.01/12)
	df := se * se * se * se / (2 * 0.0125 * 0.0125 / 19)
	half, draw := stat.TQuantile(0.95, df)*se, stat.TQuantile(0.975, 38)*math.Sqrt(0.025)+0.05
	floor := stat.TQuantile(0.95, 19*math.Pow(0.0125+0.01/12, 2)/(0.0125*0.0125)) * math.Sqrt(0.0125+0.01/12)
	p := 2 * stat.TCDF(-0.05/math.Sqrt(0.025), 38)
	for _, x := range []struct {
		what      string
		got, want float64
	}{
		{"difference", v.Difference, 0.1}, {"low", v.Low, 0.1 - half}, {"high", v.High, 0.1 + half}, {"margin", v.Tolerance, 1}, {"floor", v.Floor, floor},
		{"draw low", v.DrawLow, 90.1 - draw}, {"draw high", v.DrawHigh, 90.1 + draw}, {"p", v.P, p},
	} {
		if !near(x.got, x.want, 1e-6) {
			t.Errorf("%s = %.12g, want %.12g", x.what, x.got, x.want)
		}
	}
}

// A cell in the unit of its table: 0.901 reported as 90.0.
func TestScale(t *testing.T) {
	v := one(with(func(c *Compared) {
		c.Cell.Runs.Values, c.Cell.Metric.Scale, c.Tolerance.Value = values(20, 0.901, 0.005), result.Scale{Times: 100, Decimals: 1}, 0.01
	}))
	if w := one(base()); v.Kind != Agrees || v.Reason != w.Reason || !near(100*v.Difference, w.Difference, 1e-9) {
		t.Errorf("%s: %s, want %s", v.Kind, v.Reason, w.Reason)
	}
}

// Equal replicates do not mean that nothing scatters: a step of the grid is the least deviation. A step off
// the reported number is then no difference, twenty are.
func TestEqualReplicates(t *testing.T) {
	c := with(func(c *Compared) { c.Cell.Metric.Grid, c.Reported.SD, c.Runs, c.Tolerance.Value = 1.0/3, "", 5, 0.4 })
	for _, x := range []struct {
		mean float64
		want Kind
	}{{90 + 1.0/3, Inconclusive}, {90, Agrees}, {97, Differs}} {
		c.Cell.Runs.Values = values(20, x.mean, 0)
		if v := one(c); v.Kind != x.want || !(v.High-v.Low > 0.3) {
			t.Errorf("%g: %s: %s, want %s", x.mean, v.Kind, v.Reason, x.want)
		}
	}
}

// Rounding counts: 0.93 is a plausible 0.9, and no plausible 0.90.
func TestRounding(t *testing.T) {
	c := Compared{Cell: result.Cell{Runs: result.Sample{Values: values(50, 0.93, 0.0001)}, Reported: result.Reported{Value: "0.9", Unit: 0.1}}, Runs: 50, Tolerance: spec.Tolerance{Value: 0.02}}
	if v := one(c); v.Kind != Inconclusive || v.More != Never {
		t.Errorf("0.93 against 0.9: %s: %s", v.Kind, v.Reason)
	}
	c.Reported.Unit = 0.01
	if v := one(c); v.Kind != Differs {
		t.Errorf("0.93 against 0.90: %s: %s", v.Kind, v.Reason)
	}
	c.Reported.Unit, c.Reported.Value, c.Tolerance.Value = 0, "8", 0.5 // a count is whole: a mean of 7.2 is not 8, and 7.9 is near
	for mean, want := range map[float64]Kind{7.2: Differs, 7.9: Close, 8: Agrees} {
		if c.Cell.Runs.Values = values(20, mean, 0.1); one(c).Kind != want {
			t.Errorf("%g against a count of 8: %s, want %s", mean, one(c).Kind, want)
		}
	}
}

// A reported number of few runs is less certain, and one that does not say is taken to be of one.
func TestRuns(t *testing.T) {
	width := func(runs int) float64 {
		v := one(with(func(c *Compared) { c.Runs, c.Reported.SD = runs, "" }))
		return v.DrawHigh - v.DrawLow
	}
	if !(width(0) == width(1) && width(1) > 2*width(10) && width(10) > width(100)) {
		t.Errorf("plausible are ranges of %g, %g, %g, %g", width(0), width(1), width(10), width(100))
	}
	// A deviation of fewer than five reported runs is not used.
	small := with(func(c *Compared) { c.Runs, c.Reported.SD = 4, "0.0" })
	none := with(func(c *Compared) { c.Runs, c.Reported.SD = 4, "" })
	if one(small).DrawLow != one(none).DrawLow {
		t.Error("the deviation of four runs counts")
	}
}

// As many more replicates as it says tell more, and one fewer does not.
func TestMore(t *testing.T) {
	c := with(func(c *Compared) {
		c.Cell.Runs.Values, c.Runs, c.Reported.SD, c.Reported.Value = values(5, 90.3, 1), 100, "", "90.0"
	})
	v := one(c)
	if v.Kind != Inconclusive || v.More < 1 {
		t.Fatalf("%s, %d more: %s", v.Kind, v.More, v.Reason)
	}
	c.Cell.Runs.Values = values(5+v.More, 90.3, 1)
	if w := one(c); w.Kind == Inconclusive {
		t.Errorf("%d replicates tell no more: %s", 5+v.More, w.Reason)
	}
	c.Cell.Runs.Values = values(5+v.More-1, 90.3, 1)
	if w := one(c); w.Kind != Inconclusive {
		t.Errorf("%d replicates tell more already: %s", 5+v.More-1, w.Reason)
	}
}

// A cell that is just implausible alone is not so among twenty that match (Benjamini and Hochberg).
func TestCorrectionOverTable(t *testing.T) {
	odd := with(func(c *Compared) { c.Cell.Runs.Values, c.Tolerance.Value = values(20, 90.4, 0.5), 0.3 })
	if v := one(odd); v.Kind != Differs {
		t.Fatalf("alone: %s: %s", v.Kind, v.Reason)
	}
	cells := []Compared{odd}
	for range 19 {
		cells = append(cells, base())
	}
	verdicts := Judge(cells)
	if v := verdicts[0]; v.Kind != Inconclusive || !(v.P > Level) {
		t.Errorf("among twenty: %s, p = %g", v.Kind, v.P)
	}
	var judged []result.Cell
	for _, v := range verdicts {
		judged = append(judged, result.Cell{Verdict: v})
	}
	if got, want := result.KindCounts(judged), map[Kind]int{Agrees: 19, Inconclusive: 1}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if v := Judge(nil); len(v) != 0 {
		t.Errorf("no cells give %v", v)
	}
}

// Signs are different, so that a verdict can be read without colour.
func TestSigns(t *testing.T) {
	signs := ""
	for _, k := range result.Kinds {
		if k.Doc == "" {
			t.Errorf("%s has no explanation", k.Kind)
		}
		signs += k.Sign
	}
	if signs != "≡=~≈≠†·!" {
		t.Errorf("signs %s", signs)
	}
}
