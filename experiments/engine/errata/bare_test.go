package errata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported/transcript"
)

// bare finds errata in a table without a paper.
func bare(t testing.TB, text string, a Known) []Finding {
	t.Helper()
	grids, err := transcript.Read([]byte(text), "csv")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var tables []transcript.Table
	for _, g := range grids {
		tables = append(tables, g.Panels(transcript.Options{}))
	}
	p := ofTables("bare", tables, "table", a)
	if problems := p.Check(strict.Node{}); len(problems) > 0 {
		t.Fatalf("%v\n%s", problems.Err(), text)
	}
	return Find(p)
}

// falseAlarms is the stated rate: what rests on chance (copies, and runs inferred from grids) is reported where it has at most
// one chance in ten thousand in a table; everything else follows from arithmetic and has none.
const falseAlarms = 1e-4

// Five thousand tables as honest experiments print them: means, deviations and averages rounded from counts, the best in bold,
// mean ranks, wins.
func TestHonestBareTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 26))
	const tables = 5000
	alarms := 0
	for trial := range tables {
		text, known := honestCSV(rng)
		found := bare(t, text, known)
		found = slices.DeleteFunc(found, func(f Finding) bool { return f.Severity == Note && f.Detector == "granularity" }) // how many runs there were
		if len(found) > 0 {
			alarms++
			if alarms < 5 {
				t.Logf("trial %d: %+v\n%s", trial, found, text)
			}
		}
	}
	if float64(alarms) > falseAlarms*tables {
		t.Errorf("%d false alarms in %d tables, want at most %v", alarms, tables, falseAlarms*tables)
	}
}

// honestCSV prints a table of accuracies.
func honestCSV(rng *rand.Rand) (string, Known) {
	runs, rows, columns := 2+rng.IntN(20), 2+rng.IntN(7), 2+rng.IntN(6)
	decimals, scale := 1+rng.IntN(3), 100.0
	if rng.IntN(3) == 0 {
		decimals, scale = 2+rng.IntN(3), 1
	}
	known := Known{Samples: map[string]int{}}
	if rng.IntN(4) > 0 {
		known.Runs = runs
	}
	deviates, bold := rng.IntN(2) == 0, rng.IntN(2) == 0
	var b strings.Builder
	b.WriteString("ACC")
	for k := range columns {
		fmt.Fprintf(&b, ",M%d", k)
	}
	b.WriteString("\n")
	sums, ranks, wins := make([]float64, columns), make([]float64, columns), make([]int, columns)
	for i := range rows {
		n := 15 + rng.IntN(300)
		known.Samples[fmt.Sprintf("r%d", i)] = n
		means, deviations := make([]float64, columns), make([]float64, columns)
		for k := range columns {
			level := rng.Float64()
			counts := make([]float64, runs)
			total := 0.0
			for r := range counts {
				counts[r] = math.Round(min(1, max(0, level+0.05*rng.NormFloat64())) * float64(n))
				total += counts[r]
			}
			means[k] = scale * total / float64(runs*n)
			for _, c := range counts {
				d := scale*c/float64(n) - means[k]
				deviations[k] += d * d
			}
			deviations[k] = math.Sqrt(deviations[k] / float64(runs-1))
			sums[k] += means[k]
		}
		best := slices.Max(means)
		fmt.Fprintf(&b, "r%d", i)
		for k, m := range means {
			cell := fmt.Sprintf("%.*f", decimals, m)
			shown := cell == fmt.Sprintf("%.*f", decimals, best)
			if deviates {
				cell += fmt.Sprintf("±%.*f", decimals, deviations[k])
			}
			if bold && shown {
				cell = "**" + cell + "**"
			}
			b.WriteString("," + cell)
			ranks[k]++
			for j, other := range means {
				if other > m {
					ranks[k]++
				} else if j != k && other == m {
					ranks[k] += 0.5
				}
			}
			if m == best {
				wins[k]++
			}
		}
		b.WriteString("\n")
	}
	name := []string{"Average", "avg.", "mean", "Ø", ""}[rng.IntN(5)]
	if name != "" {
		b.WriteString(name)
		best := slices.Max(sums)
		for _, s := range sums {
			cell := fmt.Sprintf("%.*f", decimals, s/float64(rows))
			if bold && cell == fmt.Sprintf("%.*f", decimals, best/float64(rows)) {
				cell = "**" + cell + "**"
			}
			b.WriteString("," + cell)
		}
		b.WriteString("\n")
	}
	if rng.IntN(2) == 0 {
		b.WriteString("Avg. rank")
		for _, r := range ranks {
			fmt.Fprintf(&b, ",%.2f", r/float64(rows))
		}
		b.WriteString("\nWins")
		for _, w := range wins {
			fmt.Fprintf(&b, ",%d", w)
		}
		b.WriteString("\n")
	}
	return b.String(), known
}

// Each fault in a bare table is found by its detector.
func TestBareDefects(t *testing.T) {
	const table = "ACC,P,Q,R,S\n" +
		"a,**61.50±2.24**,60.00±1.77,58.50±4.18,57.50±1.77\n" +
		"b,71.20±2.28,**73.60±0.89**,68.40±2.19,70.00±1.41\n" +
		"c,54.67±2.53,55.11±3.30,**56.89±1.99**,51.56±1.86\n" +
		"Mean,62.46,62.90,61.26,59.69\n" +
		"Avg. rank,2.00,1.67,2.67,3.67\n" +
		"Wins,1,1,1,0\n"
	known := Known{Runs: 5, Samples: map[string]int{"a": 40, "b": 50, "c": 45}}
	if found := bare(t, strings.Replace(table, "2.67,3.67", "2.67,4.00", 1), known); len(found) != 1 || found[0].Detector != "ranks" || !strings.Contains(found[0].Why, "11/3") {
		t.Errorf("mean rank: %+v", found)
	}
	for _, test := range []struct{ name, old, new, detector, text string }{
		{"none", "Mean", "Ø", "", ""},
		{"average", "62.46", "62.49", "averages", "(61.50 + 71.20 + 54.67)/3 = 62.457"},
		{"wins", "Wins,1,1,1,0", "Wins,2,1,1,0", "recounts", "2 is reported, the rows above have 1"},
		{"grid", "60.00±1.77", "60.07±1.77", "granularity", "Q 60.07"},
		{"deviation", "58.50±4.18", "58.50±4.20", "deviations", "R 58.50±4.20"},
		{"bold", "73.60±0.89**,68.40", "73.60±0.89**,**68.40**", "boldface", "68.40 is bold"},
		{"range", "57.50±1.77", "157.50±1.77", "range", "157.50 is reported"},
	} {
		if !strings.Contains(table, test.old) {
			t.Fatalf("%s: %q is not there", test.name, test.old)
		}
		found := bare(t, strings.Replace(table, test.old, test.new, 1), known)
		seen := test.detector == ""
		for _, f := range found {
			seen = seen || f.Detector == test.detector && strings.Contains(f.What+f.Why, test.text)
		}
		if !seen || test.detector == "" && len(found) > 0 {
			t.Errorf("%s: %+v", test.name, found)
		}
	}
}

// Ranks beside numbers, sums, and averages that were cut.
func TestBareKinds(t *testing.T) {
	found := bare(t, "ACC,P,Q,R\na,0.81 (1),0.77 (2),0.70 (3)\nb,0.62 (2),0.60 (1),0.66 (3)\n", Known{})
	if len(found) != 2 || found[0].Place != "table/acc-ranks/b/Q" || found[1].Place != "table/acc-ranks/b/R" {
		t.Errorf("ranks: %+v", found)
	}
	found = bare(t, "Seconds,P,Q\na,1.2,3.4\nb,2.3,4.5\ntotal,3.5,8.9\n", Known{})
	if len(found) != 1 || found[0].Detector != "sums" || !strings.Contains(found[0].Why, "3.4 + 4.5 = 7.9") {
		t.Errorf("sums: %+v", found)
	}
	found = bare(t, "ACC,P,Q,R,S\na,61.51,60.18,58.59,57.55\nb,71.28,73.68,68.48,70.08\navg,66.39,66.93,63.53,63.81\n", Known{})
	if len(found) != 0 {
		t.Errorf("averages that may be rounded: %+v", found)
	}
	found = bare(t, "ACC,P,Q,R,S\na,61.5,60.1,58.5,57.5\nb,71.2,73.6,68.4,70.0\nc,50.3,50.3,50.9,50.2\navg,61.00,61.33,59.26,59.23\n", Known{})
	if len(found) != 0 {
		t.Errorf("averages of more digits than the numbers: %+v", found)
	}
	found = bare(t, "Loss,P,Q,R,S\na,10,20,31,41\nb,11,22,30,40\nc,13,24,31,42\navg,11.33,22.00,30.66,41.00\n", Known{})
	if len(found) != 0 { // whole numbers may be rounded ones
		t.Errorf("whole numbers: %+v", found)
	}
	found = bare(t, "Loss,P,Q,R,S\na,10.00,20.00,31.00,41.00\nb,11.00,22.00,30.00,40.00\nc,13.00,24.00,31.00,42.01\navg,11.3,22.0,30.6,41.0\n", Known{})
	if len(found) != 1 || found[0].Severity != Note || !strings.Contains(found[0].What, "R 30.6 (mean 30.67): right only if cut") {
		t.Errorf("cut: %+v", found)
	}
}
