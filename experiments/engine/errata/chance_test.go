package errata

import (
	"fmt"
	"strings"
	"testing"
)

// Each detector that rests on chance reports what is just less likely than its level, and nothing that is just more likely.
func TestLevelsOfChance(t *testing.T) {
	// Two rows with four equal numbers, by chance p⁴ where p is a unit over the spread, over all pairs of rows.
	const copied = "Loss,P,Q,R,S\na,10.00,10.10,10.20,%[1]s\nb,10.00,10.10,10.20,%[1]s\n"
	// Six shares of 11 or of 12 samples, of up to 50 runs: 50·0.11⁶ is below 1e-4, 50·0.12⁶ above.
	const elevenths, twelfths = "ACC,P,Q,R,S,T,U\na,0.09,0.18,0.27,0.36,0.45,0.55\n", "ACC,P,Q,R,S,T,U\na,0.08,0.17,0.25,0.33,0.42,0.58\n"
	// Nine of ten, and eight of nine, shares of a single run among means over 20, by chance 1/20 + 0.01·10 each.
	const nine = "ACC,P,Q,R,S,T,U,V,W,X,Y\na,0.10,0.20,0.30,0.40,0.50,0.60,0.70,0.80,0.90,0.34\n"
	const eight = "ACC,P,Q,R,S,T,U,V,W,X\na,0.10,0.20,0.30,0.40,0.50,0.60,0.70,0.80,0.34\n"
	samples := func(n int) map[string]int { return map[string]int{"a": n} }
	for _, tt := range []struct {
		name, text string
		known      Known
		detector   string // none for nothing
		what       string
	}{
		{"copy, 8e-7", fmt.Sprintf(copied, "10.33"), Known{}, "duplicates", "4 of 4 numbers"},
		{"copy, 3e-6", fmt.Sprintf(copied, "10.25"), Known{}, "", ""},
		{"copy among three rows, 3e-6", fmt.Sprintf(copied, "10.33") + "c,20.00,21.00,22.00,23.00\n", Known{}, "", ""},
		{"runs, 9e-5", elevenths, Known{Samples: samples(11)}, "granularity", "6 of 6 numbers are means over 1 run"},
		{"runs, 1.5e-4", twelfths, Known{Samples: samples(12)}, "", ""},
		{"single runs, 3e-7", nine, Known{Runs: 20, Samples: samples(10)}, "granularity", "9 of 10 numbers are shares of a single run"},
		{"single runs, 2e-6", eight, Known{Runs: 20, Samples: samples(10)}, "", ""},
	} {
		found := bare(t, tt.text, tt.known)
		if tt.detector == "" && len(found) > 0 ||
			tt.detector != "" && (len(found) != 1 || found[0].Detector != tt.detector || !strings.Contains(found[0].What, tt.what)) {
			t.Errorf("%s: %+v, want %q", tt.name, found, tt.what)
		}
	}
	// Averages below their means, each by chance one half: 2⁻¹⁴ is below 1e-4, 2⁻¹³ above.
	var below []average
	for range 14 {
		below = append(below, average{number: number{x: 0.5, unit: 0.01}, mean: 0.504, rounding: 0.005})
	}
	if found := (block{}).judged(below, "", "", ""); len(found) != 1 || !strings.Contains(found[0].What, "all 14 averages") {
		t.Errorf("14 averages below: %+v", found)
	}
	if found := (block{}).judged(below[1:], "", "", ""); len(found) != 0 {
		t.Errorf("13 averages below: %+v", found)
	}
}

// Beside a wrong average the others are called cut where rounding would have given each another last digit, and only there.
func TestCutBeside(t *testing.T) {
	const rows = "RMSE,A,B,C,D,E\na,0.959,0.975,0.929,0.991,0.928\nb,1.027,1.045,0.961,1.044,0.979\nc,1.100,1.147,1.010,1.133,1.055\nAverage,%s\n"
	for _, tt := range []struct{ name, averages, want string }{
		{"cut", "1.028,1.055,0.966,1.056,0.997", "; 3 others are as if cut, not rounded: A 1.028 (mean 1.0287), B 1.055 (mean 1.0557), C 0.966 (mean 0.9667); " +
			"of rounded numbers so many are by chance with probability 4e-03"},
		{"one of them rounded", "1.029,1.055,0.966,1.056,0.997", ""},
		{"rounded", "1.029,1.056,0.967,1.056,0.997", ""},
		{"an exact one missed by a unit", "1.028,1.055,0.966,1.055,0.997", ""},
	} {
		found := bare(t, fmt.Sprintf(rows, tt.averages), Known{})
		if len(found) != 1 || found[0].Detector != "averages" || found[0].Severity != Error {
			t.Fatalf("%s: %+v, want the one average", tt.name, found)
		}
		if _, beside, _ := strings.Cut(found[0].Why, "rounding explains at most 0.001"); beside != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, beside, tt.want)
		}
	}
	if found := bare(t, fmt.Sprintf(rows, "1.028,1.055,0.966,1.056,0.987"), Known{}); len(found) != 0 {
		t.Errorf("without a wrong one: %+v, want nothing: rounding allows them", found)
	}
}

// Times that deviate by more than their mean are doubted, beyond what rounding allows; losses and shares have other ranges.
func TestWideTimes(t *testing.T) {
	for _, tt := range []struct {
		metric, cell string
		want         bool
	}{
		{"Time", "0.07±0.10", true}, {"Running time", "0.09±0.11", true}, {"Time", "0.10±0.10", false}, {"Time", "0.10±0.11", false},
		{"Time", "2.15±0.06", false}, {"Loss", "0.07±0.10", false},
	} {
		found := bare(t, tt.metric+",A,B\na,"+tt.cell+",3.94±0.43\n", Known{})
		if got := len(found) == 1 && found[0].Detector == "range" && found[0].Severity == Doubt; got != tt.want || len(found) > 1 {
			t.Errorf("%s %s: %+v, want a doubt: %v", tt.metric, tt.cell, found, tt.want)
		}
	}
}
