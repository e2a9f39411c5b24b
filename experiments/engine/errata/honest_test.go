package errata

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"nmfrepro/experiments/engine/reported/transcript"
)

// Metrics that may be equal by definition are no copies of each other; others, and columns of one metric, are.
func TestEqualByDefinition(t *testing.T) {
	const rows = "iris,74.67,89.33,74.67,89.33\nwine,70.22,71.91,70.22,71.91\nseeds,89.52,90.00,89.52,90.00\nheart,59.26,82.96,59.26,82.96\n"
	for _, tt := range []struct {
		heads string
		want  bool
	}{
		{"ACC NMF,ACC GNMF,Purity NMF,Purity GNMF", false}, {"Purity NMF,Purity GNMF,AC NMF,AC GNMF", false},
		{"ACC NMF,ACC GNMF,F1 NMF,F1 GNMF", false}, {"Precision NMF,Precision GNMF,Recall NMF,Recall GNMF", false},
		{"ACC NMF,ACC GNMF,NMI NMF,NMI GNMF", true}, {"Purity NMF,Purity GNMF,NMI NMF,NMI GNMF", true},
		{"ACC NMF,ACC GNMF,ACC ONMF,ACC SNMF", true},
	} {
		found := bare(t, "Dataset,"+tt.heads+"\n"+rows, Known{})
		got := false
		for _, f := range found {
			got = got || f.Detector == "duplicates" && f.Severity == Error
		}
		if got != tt.want || !tt.want && len(found) > 0 {
			t.Errorf("%s: %+v, want copies: %v", tt.heads, found, tt.want)
		}
	}
	for _, pair := range [][2]string{{"nmi", "nmi-max"}, {"nmi-sqrt", "nmi"}, {"acc", "accuracy"}} {
		if !transcript.MayEqual(pair[0], pair[1]) {
			t.Errorf("%v: want equal by definition", pair)
		}
	}
}

// Three rows that are equal with their deviations are doubted; without deviations, or with those of one run, they are what few samples give.
func TestCopiesOfThreeRows(t *testing.T) {
	for table, want := range map[string]string{
		"iris,74.132±2.978,79.471±1.220,79.471±1.220\nORL,61.121±1.331,63.112±2.001,63.112±2.001\nPIE,47.202±0.991,44.231±1.110,44.231±1.110\n": Doubt,
		"iris,74.132±2.978,79.471±1.220,79.471±1.220\nORL,61.121±1.331,63.112±2.001,63.112±2.001\nPIE,47.202±0.991,44.231±1.110,44.231±1.111\n": "",
		"iris,74.132±0.000,79.471±0.000,79.471±0.000\nORL,61.121±0.000,63.112±0.000,63.112±0.000\nPIE,47.202±0.000,44.231±0.000,44.231±0.000\n": Unchecked,
		"iris,74.13,79.47,79.47\nORL,61.12,63.11,63.11\nPIE,47.20,44.23,44.23\n":                                                                Unchecked,
	} {
		got := ""
		for _, f := range bare(t, "ACC,NMF,GNMF,SNMF\n"+table, Known{}) {
			if f.Detector == "duplicates" {
				got += string(f.Severity)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", table, got, want)
		}
	}
}

// Honest tables of three easy data sets, each number the mean of ten runs on a grid of 1/n, are not doubted: four of the six methods share
// their minima, so that their accuracies often agree.
func TestHonestTablesOnAGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	doubted := 0
	const tables = 300
	for range tables {
		text := "ACC,A,B,C,D,E,F\n"
		for k, n := range []int{150, 178, 569} {
			text += []string{"iris", "wine", "wdbc"}[k]
			minima := []float64{math.Round(float64(n) * .9), math.Round(float64(n) * .7), math.Round(float64(n) * .65)}
			for method := range 6 {
				var runs []float64
				for range 10 {
					correct := minima[r.IntN(3)]
					if method > 3 {
						correct = math.Round(float64(n) * (.5 + .4*r.Float64()))
					}
					runs = append(runs, 100*correct/float64(n))
				}
				mean, sd := stat.MeanStdDev(runs, nil)
				text += fmt.Sprintf(",%.3f±%.3f", mean, sd)
			}
			text += "\n"
		}
		if slices.ContainsFunc(bare(t, text, Known{}), func(f Finding) bool { return f.Detector == "duplicates" }) {
			doubted++
		}
	}
	t.Logf("%d of %d honest tables are doubted", doubted, tables)
	if doubted > tables/100 { // a pair whose counts of minima agree on all three sets is one of some 4,000
		t.Errorf("%d of %d honest tables are doubted", doubted, tables)
	}
}

// Purity below accuracy in another table of the same rows is doubted, in the same table it is an error; of other rows nothing is said.
func TestPurityOfAnotherTable(t *testing.T) {
	const acc = "### Accuracy (%)\n\n| Dataset | NMF | GNMF |\n|---|---|---|\n| iris | 74.67 | 89.33 |\n| wine | 70.22 | 71.91 |\n\n"
	for purity, want := range map[string]int{"| iris | 73.67 | 89.33 |\n| wine | 70.22 | 71.91 |\n": 1, "| seeds | 73.67 | 89.33 |\n| wine | 70.22 | 71.91 |\n": 0} {
		s, err := Of("a.md", []byte(acc+"### Purity (%)\n\n| Dataset | NMF | GNMF |\n|---|---|---|\n"+purity), Reading{}, Known{})
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, f := range s.Found {
			if f.Severity == Doubt && f.Detector == "order" {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d doubts, want %d: %+v", purity, got, want, s.Found)
		}
	}
}

// Rows of medians, p-values and wins with ties are listed as not checked.
func TestSummariesAreListed(t *testing.T) {
	s, err := Of("a.csv", []byte("ACC,NMF,Ours\niris,74.13,88.27\nORL,61.12,71.97\nMedian,67.6,80.1\nOverall,60.8,70.9\np-value,0.001,1.2\n"), Reading{}, Known{})
	if err != nil || !slices.ContainsFunc(s.Found, func(f Finding) bool {
		return f.Severity == Unchecked && strings.HasPrefix(f.What, "Median, Overall, p-value not compared")
	}) {
		t.Errorf("%v, %+v", err, s)
	}
}

// A bold average of more data sets beside a better one of fewer is doubted; beside one of the same it is an error.
func TestBoldAverageOfOtherRows(t *testing.T) {
	const table = "ACC,NMF,GNMF,Ours\niris,74.13,79.47,**88.27**\nORL,61.12,%,**71.97**\nPIE,47.20,%,**52.34**\nAverage,60.82,79.47,**70.86**\n"
	for _, tt := range []struct{ cell, severity string }{{"", Doubt}, {"79.47", Error}} {
		var severities []string
		for _, f := range bare(t, strings.ReplaceAll(table, "%", tt.cell), Known{}) {
			if f.Detector == "boldface" && strings.HasSuffix(f.Place, "avg/Ours") {
				severities = append(severities, f.Severity)
			}
		}
		if len(severities) != 1 || severities[0] != tt.severity {
			t.Errorf("%q: %v, want one %s", tt.cell, severities, tt.severity)
		}
	}
}

// AC in capitals is accuracy in a caption, so that its range is known; in small letters it may be a word.
func TestACInCaption(t *testing.T) {
	for caption, want := range map[string]bool{"AC (\\%) of clusterings": true, "Clustering AC": true, "Samples taken with ac power": false} {
		text := "\\begin{table}\\caption{" + caption + "}\\begin{tabular}{lcc}Data & NMF & GNMF \\\\ iris & 74.13 & 174.13 \\\\ wine & 70.2 & 71.9 \\\\ \\end{tabular}\\end{table}"
		s, err := Of("a.tex", []byte(text), Reading{}, Known{})
		if err != nil {
			t.Fatal(err)
		}
		got := false
		for _, f := range s.Found {
			got = got || f.Detector == "range" && f.Severity == Error
		}
		if got != want {
			t.Errorf("%s: %+v, want an error: %v", caption, s.Found, want)
		}
	}
}

// Rows of averages are known in other languages, so that wrong ones are found.
func TestAveragesByOtherNames(t *testing.T) {
	for _, name := range []string{"Mittelwert", "Durchschnitt", "Moyenne", "Promedio", "Media", "Média", "Gemiddelde", "Średnia", "Mean (all)", "Ø"} {
		found := bare(t, "ACC,P,Q\na,61.51,60.18\nb,71.28,73.68\n"+name+",66.40,66.99\n", Known{})
		if len(found) != 1 || found[0].Detector != "averages" || found[0].Severity != Error {
			t.Errorf("%s: %+v, want the wrong average", name, found)
		}
	}
}
