package errata

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/spec/spectest"
)

// clean is a paper without errors: percentages of 40 and 50 samples over 5 runs, their averages, and a count of wins.
const clean = `
title: t
cite: c
short: s
tables:
  t1:
    number: Table 1
    caption: c
    panels:
      acc:
        metric: acc
        better: higher
        range: [0, 100]
        bold: row
        counts: {samples: {a: 40, b: 50, c: 45}, runs: 5, scale: 100}
        columns: [P, Q, R, S, T]
        rows:
          a: ["61.50±2.24", "62.00±1.12", "58.50±4.18", "60.00±1.77", "**70.50±2.09**"]
          b: ["71.20±2.28", "73.60±0.89", "**75.20±3.03**", "68.40±2.19", "74.00±1.41"]
          c: ["55.11±3.30", "54.67±2.53", "51.56±1.86", "**56.89±1.99**", "**56.89±1.22**"]
          avg: ["62.60", "63.42", "61.75", "61.76", "**67.13**"]
      purity:
        metric: purity
        better: higher
        range: [0, 100]
        columns: [P, Q, R, S, T]
        rows:
          a: ["63.33", "64.10", "58.50", "61.21", "72.03"]
          b: ["72.11", "74.92", "76.04", "70.19", "75.87"]
          c: ["57.23", "56.36", "53.48", "58.77", "59.15"]
  t2:
    number: Table 2
    caption: c
    panels:
      all:
        metric: acc
        better: higher
        range: [0, 1]
        decimals: 2
        groups: [[P mean, Q mean], [P max, Q max]]
        columns: [P mean, P max, Q mean, Q max]
        rows:
          a: ["0.5", "0.61", "0.48", "0.61"]
          b: ["0.43", "0.52", "0.47", "0.55"]
          c: ["0.77", "0.79", "0.70", "0.73"]
          avg: ["0.57", "0.64", "0.55", "0.63"]
  t3:
    number: Table 3
    caption: c
    panels:
      wins:
        metric: firsts
        better: higher
        recount: {mean: {panel: t2/all, suffix: mean}, max: {panel: t2/all, suffix: max}}
        columns: [P, Q]
        rows:
          mean: ["2", "1"]
          max: ["2", "1"]
claims:
  - {key: wins, says: P wins by the mean, where: section 1, best-in: [{of: [t3/wins/mean/P]}]}
  - {key: about, says: Q is about as good, where: section 1, note: within a tenth, numbers: [{of: [t2/all/avg/P mean, t2/all/avg/Q mean], is: "0.00", within: 0.1}]}
`

func TestCleanTable(t *testing.T) {
	for _, f := range Find(spectest.Parse(t, "clean.yaml", []byte(clean))) {
		t.Errorf("false alarm: %+v", f)
	}
}

// Each defect is found, by its detector and at its place, and nothing else is, but for what follows from it.
func TestSeededDefects(t *testing.T) {
	tests := []struct {
		name, old, new string
		detector       string
		severity       Severity
		place, what    string
		also           string // detectors that see the defect too
	}{
		{"average", `"62.60"`, `"62.62"`, "averages", Error, "t1/acc/avg/P", "62.603", ""},
		{"average within rounding", `"62.60"`, `"62.61"`, "", "", "", "", ""},
		{"average of short decimals", `["0.57"`, `["0.58"`, "averages", Error, "t2/all/avg/P mean", "0.567", ""},
		{"bold is not the best", `"62.00±1.12"`, `"**62.00±1.12**"`, "boldface", Error, "t1/acc/a/Q", "62.00 is bold", ""},
		{"the best is not bold", `"**75.20±3.03**"`, `"75.20±3.03"`, "boldface", Doubt, "t1/acc/b/R", "is not bold", ""},
		{"a tie is half bold", `"**56.89±1.22**"`, `"56.89±1.22"`, "boldface", Doubt, "t1/acc/c/T", "is not bold", ""},
		{"copied row", `["63.33", "64.10", "58.50", "61.21", "72.03"]`, `["72.11", "74.92", "76.04", "70.19", "75.88"]`, "duplicates", Error, "t1/purity/b", "4 of 5 numbers are those of the row t1/purity/a", ""},
		{"purity is accuracy, as pure clusters have it", `["63.33", "64.10", "58.50", "61.21", "72.03"]`, `["61.50", "62.00", "58.50", "60.00", "70.50"]`, "", "", "", "", ""},
		{"cannot be such a mean", `"71.20±2.28"`, `"71.27±2.20"`, "granularity", Error, "t1/acc/b", "P 71.27", "averages"},
		{"cut, not rounded", `"51.56±1.86"`, `"51.55±1.86"`, "granularity", Note, "t1/acc/c", "R 51.55", ""},
		{"above the range", `"72.03"`, `"172.03"`, "range", Error, "t1/purity/a/T", "172.03", ""},
		{"deviation", `"61.50±2.24"`, `"61.50±71.10"`, "range", Error, "t1/acc/a/P", "71.10", ""},
		{"purity below accuracy", `"76.04"`, `"75.16"`, "order", Error, "t1/purity/b/R", "purity 75.16, accuracy 75.20", ""},
		{"maximum below mean", `["0.43", "0.52"`, `["0.53", "0.42"`, "order", Error, "t2/all/b/P max", "maximum 0.42, mean 0.53", "averages recounts"},
		{"recount", `mean: ["2", "1"]`, `mean: ["1", "2"]`, "recounts", Error, "t3/wins/mean", "P: 1 is reported, t2/all has 2", "recounts text"},
		{"sentence", "says: P wins by the mean, where: section 1, best-in: [{of: [t3/wins/mean/P]", "says: Q wins by the mean, where: section 1, best-in: [{of: [t3/wins/mean/Q]", "text", Error, "t3/wins", "Q wins by the mean", ""},
		{"sentence that leaves room", `within: 0.1`, `within: 0.001`, "text", Doubt, "t2/all", "about as good", ""},
		{"recount within ties", `max: ["2", "1"]`, `max: ["1", "2"]`, "", "", "", "", ""},
		{"recount that misses a tie", `max: ["2", "1"]`, `max: ["1", "1"]`, "recounts", Error, "t3/wins/max", "add up to 2", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(clean, test.old) {
				t.Fatalf("%s is not there", test.old)
			}
			seen := false
			for _, f := range Find(spectest.Parse(t, "seeded.yaml", []byte(strings.Replace(clean, test.old, test.new, 1)))) {
				switch {
				case !seen && f.Detector == test.detector && f.Severity == test.severity && f.Place == test.place && strings.Contains(f.What, test.what):
					seen = true
				case !strings.Contains(test.also, f.Detector):
					t.Errorf("unexpected: %+v", f)
				}
			}
			if !seen && test.detector != "" {
				t.Errorf("%s missed it", test.detector)
			}
		})
	}
}

// A panel whose numbers are shares of one run, although five are stated, is noted.
func TestSingleRuns(t *testing.T) {
	const panel = spectest.OneTable + `      acc:
        better: higher
        range: [0, 100]
        counts: {samples: {a: 55, b: 77}, runs: 20, scale: 100}
        columns: [P, Q, R, S]
        rows:
          a: ["61.82", "%s", "69.09", "74.55"]
          b: ["72.73", "%s", "55.84", "81.82"]
`
	of := func(values ...any) []Finding {
		return Find(spectest.Parse(t, "single.yaml", fmt.Appendf(nil, panel, values...)))
	}
	found := of("63.64", "70.13")
	if len(found) != 1 || found[0].Severity != Doubt || !strings.Contains(found[0].What, "8 of 8 numbers are means over 1 run") {
		t.Errorf("all of single runs: %+v", found)
	}
	found = of("63.73", "70.19") // 701/1100 and 1081/1540
	if len(found) != 1 || !strings.Contains(found[0].What, "6 of 8 numbers are shares of a single run") {
		t.Errorf("six shares of single runs: %+v", found)
	}
}

// A column that was copied, one cell of it mended since, is found; columns that merely resemble each other are not.
func TestCopiedColumn(t *testing.T) {
	const table = spectest.OneTable + `      acc:
        metric: acc
        better: higher
        range: [0, 100]
        columns: [P, Q, R]
        rows:
          a: ["61.52", "%s", "63.11"]
          b: ["72.03", "%s", "71.40"]
          c: ["55.48", "%s", "57.92"]
          d: ["80.17", "%s", "79.66"]
          e: ["67.90", "%s", "66.05"]
`
	of := func(values ...any) []Finding {
		return Find(spectest.Parse(t, "columns.yaml", fmt.Appendf(nil, table, values...)))
	}
	found := of("61.52", "72.03", "55.48", "80.17", "68.20")
	if len(found) != 1 || found[0].Detector != "duplicates" || found[0].Place != "t/acc//Q" || !strings.Contains(found[0].What, "4 of 5 numbers are those of the column t/acc//P") {
		t.Errorf("copied: %+v", found)
	}
	if found := of("61.52", "72.33", "55.40", "80.17", "68.20"); len(found) != 0 {
		t.Errorf("two equal numbers of five: %+v", found)
	}
}

func TestDetectorsAreSorted(t *testing.T) {
	for i, d := range Detectors {
		if d.Doc == "" || i > 0 && Detectors[i-1].Name >= d.Name {
			t.Errorf("%q: not sorted, or without doc", d.Name)
		}
	}
}

// Tables made of counts, as an honest experiment makes them, raise no alarm: 300 tables of 6 rows and 5 columns.
func TestNoFalseAlarm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 300 {
		s, err := honest(rng)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Find(spectest.Parse(t, "honest.yaml", []byte(s))) {
			t.Errorf("trial %d: %+v\n%s", trial, f, s)
		}
	}
}

// honest writes a table of accuracies and purities of counts, with their averages.
func honest(rng *rand.Rand) (string, error) {
	const runs, columns, rows = 10, 5, 6
	var acc, purity, samples strings.Builder
	var sums [2][columns]float64
	for row := range rows {
		n := 20 + rng.IntN(200)
		fmt.Fprintf(&samples, "r%d: %d, ", row, n)
		fmt.Fprintf(&acc, "          r%d: [", row)
		fmt.Fprintf(&purity, "          r%d: [", row)
		for column := range columns {
			matched := rng.IntN(runs * n)
			more := matched + rng.IntN(runs*n-matched+1)
			a, p := 100*float64(matched)/float64(runs*n), 100*float64(more)/float64(runs*n)
			fmt.Fprintf(&acc, "\"%.2f\", ", a)
			fmt.Fprintf(&purity, "\"%.2f\", ", p)
			sums[0][column] += a / rows
			sums[1][column] += p / rows
		}
		acc.WriteString("]\n")
		purity.WriteString("]\n")
	}
	for i, b := range []*strings.Builder{&acc, &purity} {
		b.WriteString("          avg: [")
		for _, mean := range sums[i] {
			fmt.Fprintf(b, "\"%.2f\", ", mean)
		}
		b.WriteString("]\n")
	}
	panel := func(metric, cells string) string {
		return fmt.Sprintf("      %s:\n        metric: %s\n        better: higher\n        range: [0, 100]\n"+
			"        counts: {samples: {%s}, runs: %d, scale: 100}\n        columns: [A, B, C, D, E]\n        rows:\n%s",
			metric, metric, strings.TrimSuffix(samples.String(), ", "), runs, strings.ReplaceAll(cells, ", ]", "]"))
	}
	head, _, ok := strings.Cut(clean, "      acc:\n")
	if !ok {
		return "", fmt.Errorf("the clean paper has no panel acc")
	}
	return head + panel("acc", acc.String()) + panel("purity", purity.String()), nil
}
