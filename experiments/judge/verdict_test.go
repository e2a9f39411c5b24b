package judge

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/eval/stat"
)

var nan = math.NaN()

func near(a, b, tol float64) bool { return a == b || a != a && b != b || math.Abs(a-b) <= tol }

func TestParse(t *testing.T) {
	for text, want := range map[string]printed{
		"97.33": {97.33, 0.01}, "0.90": {0.9, 0.01}, ".83": {0.83, 0.01}, "12": {12, 1}, "12.": {12, 1}, "-0.5": {-0.5, 0.1}, "−0.5": {-0.5, 0.1},
		"1,024": {1024, 1}, "1,000,209": {1000209, 1}, "93.1%": {93.1, 0.1}, "1.2e-3": {0.0012, 1e-4}, "1.20E3": {1200, 10},
		"1.2×10^-3": {0.0012, 1e-4}, "4 × 10⁴": {40000, 1e4}, "2.5*10^{2}": {250, 10}, " 7.0 ": {7, 0.1}, "+3": {3, 1}, "3.1×10−2": {0.031, 1e-3},
	} {
		got, ok := parse(text)
		if !ok || !near(got.value, want.value, 1e-12*math.Abs(want.value)) || !near(got.unit, want.unit, 1e-12*want.unit) {
			t.Errorf("%q: %+v, %t, want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "–", "illegible", "-", ".", "e5", "1.2.3", "12,34", "1,0", "[20, 200]", "<0.01", "NaN", "inf", "1e999", "5±1", "0x10", "1e99999999999999999999"} {
		if got, ok := parse(text); ok {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// base is a cell that matches: ours 90.1 ± 0.5 over 20 runs, the paper's 90.0 ± 0.5 over 20.
func base() Compared {
	return Compared{Address: "p/t:a", Mean: 90.1, SD: 0.5, N: 20, Published: "90.0", PublishedSD: "0.5", Runs: 20, Margin: OldMargin{Value: 1, Reason: "a point"}}
}

func with(change func(*Compared)) Compared {
	c := base()
	change(&c)
	return c
}

func TestKinds(t *testing.T) {
	tests := []struct {
		name   string
		cell   Compared
		want   Kind
		reason string
	}{
		{"match", base(), Match, "inside the margin: +0.1, 90 % interval"},
		{"differs", with(func(c *Compared) { c.Mean = 85 }), Differs, "outside the margin: -5"},
		{"between", with(func(c *Compared) { c.Mean = 91.1; c.N = 5 }), Inconclusive, "margin"},
		{"significant yet small", with(func(c *Compared) { c.Mean = 90.5 }), Match, "inside"},
		{"relative margin", with(func(c *Compared) { c.Mean, c.Margin = 93, OldMargin{Value: 0.05, Relative: true} }), Match, "margin 4.5"},
		{"part of the ranks", with(func(c *Compared) { c.Partial = "over rank 3, 1 of 8" }), Inconclusive, "over rank 3, 1 of 8"},
		{"stand-in", with(func(c *Compared) { c.StandIn = "CMU PIE" }), StandIn, "CMU PIE"},
		{"not run", with(func(c *Compared) { c.State, c.Note = NotComputed, "pie is not there" }), Missing, "pie is not there"},
		{"not run, no reason", with(func(c *Compared) { c.State = NotComputed }), Missing, "not computed"},
		{"failed", with(func(c *Compared) { c.State, c.Note = RunsFailed, "diverged" }), Failed, "diverged"},
		{"failed on a stand-in", with(func(c *Compared) { c.State, c.StandIn = RunsFailed, "PIE" }), Failed, ""},
		{"no number", with(func(c *Compared) { c.N, c.Mean = 0, nan }), Missing, "no replicate"},
		{"illegible", with(func(c *Compared) { c.Published = "illegible" }), Unverifiable, `"illegible"`},
		{"nothing printed", with(func(c *Compared) { c.Published = "" }), Unverifiable, "prints no number"},
		{"no margin", with(func(c *Compared) { c.Margin = OldMargin{} }), Unverifiable, "no margin"},
		{"infinite", with(func(c *Compared) { c.Mean = math.Inf(1) }), Differs, "infinite"},
		{"one run, no deviation printed", with(func(c *Compared) { c.N, c.SD, c.PublishedSD = 1, nan, "" }), Inconclusive, "fewer than 2"},
		{"one run, deviation printed", with(func(c *Compared) { c.N, c.SD, c.Mean = 1, nan, 90.5 }), Inconclusive, "more replicates"},
		{"exact equals", with(func(c *Compared) { c.N, c.SD, c.Exact, c.PaperExact, c.Mean = 1, nan, true, true, 90.04 }), Match, ""},
		{"exact differs", with(func(c *Compared) { c.N, c.SD, c.Exact, c.PaperExact, c.Mean = 1, nan, true, true, 91.2 }), Differs, ""},
		{"order only", with(func(c *Compared) { c.OrderOnly = true }), Order, "nothing to compare"},
		{"floor above the margin", with(func(c *Compared) { c.SD, c.PublishedSD, c.Runs = 4, "", 5 }), Unverifiable, "however long we compute"},
	}
	for _, tt := range tests {
		v := JudgeOne(tt.cell)
		if v.Kind != tt.want || !strings.Contains(v.Reason, tt.reason) || v.Address != "p/t:a" {
			t.Errorf("%s: %s (%s), want %s (… %s …)", tt.name, v.Kind, v.Reason, tt.want, tt.reason)
		}
		if v.Kind != Inconclusive && v.Kind != Unverifiable && v.More != 0 {
			t.Errorf("%s: decided, yet %d more replicates", tt.name, v.More)
		}
	}
}

// The numbers of a match by hand: variance 0.25/20 + 0.25/20 + 0.01/12.
func TestNumbers(t *testing.T) {
	v := JudgeOne(base())
	variance := 0.25/20 + 0.25/20 + 0.01/12
	df := variance * variance / (2 * 0.0125 * 0.0125 / 19)
	for _, x := range []struct {
		what      string
		got, want float64
	}{
		{"paper", v.Paper, 90}, {"difference", v.Difference, 0.1}, {"SE", v.SE, math.Sqrt(variance)}, {"df", v.DF, df}, {"margin", v.Margin, 1},
		{"low", v.Low, 0.1 - stat.TQuantile(0.95, df)*math.Sqrt(variance)},
		{"p inside", v.PInside, stat.TCDF(-0.9/math.Sqrt(variance), df)},
		{"floor", v.Floor, stat.TQuantile(0.95, 19*math.Pow(0.0125+0.01/12, 2)/(0.0125*0.0125)) * math.Sqrt(0.0125+0.01/12)},
	} {
		if !near(x.got, x.want, 1e-9) {
			t.Errorf("%s = %.12g, want %.12g", x.what, x.got, x.want)
		}
	}
}

// A spread of 4 points and a paper of 5 runs leave 1.645·4/√5 = 2.94 points however long we run; a margin of 2 is hopeless,
// one of 3 is not.
func TestResolutionFloor(t *testing.T) {
	c := Compared{Mean: 70, SD: 4, N: 1000, Published: "70.000", Runs: 5, Margin: OldMargin{Value: 2}}
	v := JudgeOne(c)
	if !near(v.Floor, 2.9424, 1e-4) || v.Kind != Unverifiable || v.More != Never {
		t.Errorf("floor %g, %s, more %d", v.Floor, v.Kind, v.More)
	}
	c.Margin.Value = 3
	if v = JudgeOne(c); v.Kind != Match {
		t.Errorf("margin 3 with 1000 replicates: %s: %s", v.Kind, v.Reason)
	}
	c.Mean = 77 // far outside is seen for all that
	if v = JudgeOne(c); v.Kind != Differs {
		t.Errorf("7 points apart: %s: %s", v.Kind, v.Reason)
	}
	c.Mean = 73
	if v = JudgeOne(c); v.Kind != Inconclusive || v.More != Never || !strings.Contains(v.Reason, "near the margin") {
		t.Errorf("at the margin: %s, more %d: %s", v.Kind, v.More, v.Reason)
	}
}

// As many more replicates as it says decide, and one fewer does not.
func TestMore(t *testing.T) {
	for _, c := range []Compared{
		with(func(c *Compared) { c.N, c.SD = 3, 1.2 }),
		with(func(c *Compared) { c.N, c.SD, c.PublishedSD = 4, 1, "" }),
		with(func(c *Compared) { c.N, c.SD, c.Mean = 3, 1.5, 93 }),
		with(func(c *Compared) { c.N, c.SD, c.Mean = 1, nan, 90.5 }),
	} {
		v := JudgeOne(c)
		if v.Kind != Inconclusive || v.More < 1 {
			t.Errorf("%+v: %s, %d more", c, v.Kind, v.More)
			continue
		}
		if math.IsNaN(c.SD) {
			c.SD = 0.5 // what stood in for it
		}
		n := c.N + v.More
		if c.N = n; JudgeOne(c).Kind == Inconclusive {
			t.Errorf("%d replicates do not decide: %s", c.N, JudgeOne(c).Reason)
		}
		if c.N = n - 1; c.N > 1 && JudgeOne(c).Kind != Inconclusive {
			t.Errorf("%d replicates decide already: %s", c.N, JudgeOne(c).Reason)
		}
	}
	// Two replicates are the least that have a spread.
	if v := JudgeOne(with(func(c *Compared) { c.N, c.SD, c.PublishedSD = 1, nan, "" })); v.More != 1 {
		t.Errorf("%d more replicates than 1", v.More)
	}
}

// Rounding in the paper counts: no computing tells 0.9 from 0.93.
func TestRounding(t *testing.T) {
	c := Compared{Mean: 0.93, SD: 0.0001, N: 50, Published: "0.9", PublishedSD: "0.0", Runs: 50, Margin: OldMargin{Value: 0.02}}
	if v := JudgeOne(c); v.Kind == Differs || v.Kind == Match {
		t.Errorf("0.93 against 0.9: %s: %s", v.Kind, v.Reason)
	}
	c.Published = "0.900"
	if v := JudgeOne(c); v.Kind != Differs {
		t.Errorf("0.93 against 0.900: %s: %s", v.Kind, v.Reason)
	}
}

// A paper that does not say how often it ran is taken to have run once: the difference is less certain.
func TestUnknownRuns(t *testing.T) {
	one, ten := JudgeOne(with(func(c *Compared) { c.Runs = 0 })), JudgeOne(with(func(c *Compared) { c.Runs = 10 }))
	if !(one.SE > 2*ten.SE) {
		t.Errorf("standard error %g from an unknown number of runs, %g from ten", one.SE, ten.SE)
	}
}

// One cell that is just significant alone is not so among twenty.
func TestHolmOverTable(t *testing.T) {
	odd := with(func(c *Compared) { c.Mean = 91.4 })
	if v := JudgeOne(odd); v.Kind != Differs {
		t.Fatalf("alone: %s: %s", v.Kind, v.Reason)
	}
	cells := []Compared{odd}
	for range 19 {
		cells = append(cells, base())
	}
	verdicts := Judge(cells)
	if v := verdicts[0]; v.Kind != Inconclusive || v.More < 1 {
		t.Errorf("among twenty: %s, p = %g, more %d", v.Kind, v.PBeyond, v.More)
	}
	want := []Tally{{Match, 19}, {Differs, 0}, {Inconclusive, 1}, {Order, 0}, {Unverifiable, 0}, {StandIn, 0}, {Missing, 0}, {Failed, 0}}
	if diff := cmp.Diff(want, Count(verdicts)); diff != "" {
		t.Error(diff)
	}
	if v := Judge(nil); len(v) != 0 {
		t.Errorf("no cells give %v", v)
	}
}

// Signs are different, so that a verdict can be read without colour.
func TestSigns(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds {
		if seen[k.Sign] || k.Sign == "" || k.Doc == "" {
			t.Errorf("%s: sign %q, doc %q", k.Kind, k.Sign, k.Doc)
		}
		seen[k.Sign] = true
	}
	if len(Kinds) != 8 {
		t.Errorf("%d kinds", len(Kinds))
	}
}

// Counts are exact in print: a mean of 7.2 is not the paper's 8, and 7.9 is.
func TestCounts(t *testing.T) {
	c := Compared{SD: 0.1, N: 20, Published: "8", Count: true, PaperExact: true, Margin: OldMargin{Value: 0.5}}
	for _, test := range []struct {
		mean float64
		want Kind
	}{{7.2, Differs}, {7.9, Match}, {8, Match}, {8.51, Inconclusive}} {
		if c.Mean = test.mean; JudgeOne(c).Kind != test.want {
			t.Errorf("%g against 8: %s, want %s: %s", test.mean, JudgeOne(c).Kind, test.want, JudgeOne(c).Reason)
		}
	}
	// The same mean as a number that was rounded to the unit could be anything from 7.5 to 8.5.
	if c.Count, c.Mean = false, 7.9; JudgeOne(c).Kind == Match {
		t.Errorf("rounded: %s", JudgeOne(c).Reason)
	}
}
