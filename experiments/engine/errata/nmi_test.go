package errata

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec/spectest"
)

var nmiNames = []string{"nmi-max", "nmi-mean", "nmi-sqrt", "nmi-min", "nmi-joint"}

// scores are the accuracy of a clustering and its NMI in each normalisation.
func scores(t testing.TB, clusters, classes []int) (all []float64) {
	t.Helper()
	for _, name := range append([]string{"acc"}, nmiNames[:4]...) {
		m, ok := eval.Find(name)
		if !ok {
			t.Fatal(name)
		}
		v, err := m.Score(eval.Outcome{Found: eval.Found{Clusters: clusters}, Given: eval.Given{Labels: classes}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return append(all, all[2]/(2-all[2])) // by the joint entropy, a + b - shared, where the mean is shared over (a + b)/2
}

// Whatever clusterings are behind a table, of whatever number of runs, what is reported of them raises no alarm, and the
// normalisation that was used is never excluded: 10,000 numbers, from random clusterings, near and far from the classes, with
// classes merged and split.
func TestHonestNMI(t *testing.T) {
	paper := spectest.Parse(t, "honest", []byte(Preface+"tables:\n  t:\n    number: Table 1\n    caption: c\n    panels:\n      acc:\n        metric: acc\n        range: [0, 100]\n"+
		"        counts: {samples: {a: 1}, scale: 100, classes: {}}\n        columns: [P]\n        rows: {a: [\"0\"]}\n"+
		"      nmi:\n        metric: nmi\n        range: [0, 1]\n        columns: [P]\n        rows: {a: [\"0\"]}\n"))
	acc, nmi := &paper.Tables[0].Value.Panels[0].Value, &paper.Tables[0].Value.Panels[1].Value
	rng := rand.New(rand.NewPCG(3, 21))
	narrow := 0
	for trial := range 2500 {
		sizes := make([]int, 2+rng.IntN(4))
		var classes []int
		for c := range sizes {
			sizes[c] = 1 + rng.IntN(12)
			for range sizes[c] {
				classes = append(classes, c)
			}
		}
		means := make([]float64, 1+len(nmiNames))
		runs := 1 + rng.IntN(3)
		for range runs {
			level, names := rng.Float64(), rng.Perm(len(sizes))
			if rng.IntN(3) == 0 { // two classes are one cluster
				names[0] = names[1]
			}
			clusters := make([]int, len(classes))
			for i, c := range classes {
				if clusters[i] = names[c]; rng.Float64() < level*level {
					clusters[i] = rng.IntN(len(sizes))
				}
			}
			for i, v := range scores(t, clusters, classes) {
				means[i] += v / float64(runs)
			}
		}
		for i, name := range nmiNames {
			for _, metric := range []string{name, "nmi"} {
				acc.Counts.Classes = strict.Map[[]int]{{Name: "a", Value: sizes}}
				acc.Rows[0].Value = []string{fmt.Sprintf("%.2f", 100*means[0])}
				nmi.Metric, nmi.Rows[0].Value = metric, []string{fmt.Sprintf("%.3f", means[1+i])}
				for _, f := range normalised(tablesOf(paper)) {
					if f.Severity == Note && strings.Contains(f.What, strings.TrimPrefix(name, "nmi-")) {
						narrow++ // some other normalisation is excluded
						continue
					}
					if f.Severity == Doubt && name == "nmi-joint" && metric == "nmi" { // which is unusual
						continue
					}
					t.Fatalf("trial %d, %s: %+v\nclasses of %v, accuracy %v, NMI %v", trial, name, f, sizes, acc.Rows[0].Value, nmi.Rows[0].Value)
				}
			}
		}
	}
	if narrow < 50 {
		t.Errorf("another normalisation was excluded %d times, want it to happen", narrow)
	}
}

// The limits hold of every clustering of a few samples, and are reached where there are no errors, or nothing but errors.
func TestLimitsOfNMI(t *testing.T) {
	for _, sizes := range [][]int{{3, 4}, {1, 6}, {2, 2, 3}} {
		var classes []int
		for c, n := range sizes {
			classes = append(classes, slices.Repeat([]int{c}, n)...)
		}
		all := limitsOf(sizes)
		clusters := make([]int, len(classes))
		for {
			s := scores(t, clusters, classes)
			for i, l := range all {
				if least, most := l.at(s[0]); s[1+i] < least-slack || s[1+i] > most+slack {
					t.Fatalf("%v in %v: %s %.4f at accuracy %.4f, want %.4f to %.4f", classes, clusters, nmiNames[i], s[1+i], s[0], least, most)
				}
			}
			k := 0
			for ; k < len(clusters); k++ {
				if clusters[k]++; clusters[k] < len(sizes) {
					break
				}
				clusters[k] = 0
			}
			if k == len(clusters) {
				break
			}
		}
		for i, l := range all {
			if least, most := l.at(1); least != 1 || most != 1 {
				t.Errorf("%v: %s %v to %v of classes that are met exactly, want 1", sizes, nmiNames[i], least, most)
			}
		}
	}
}

// The search of small classes finds what every clustering of them gives, and nothing else.
func TestConfusions(t *testing.T) {
	for _, sizes := range [][]int{{3, 4}, {1, 6}, {2, 2, 3}, {3, 3, 2}, {1, 2, 3}, {1, 1, 2, 2}} {
		var classes []int
		for c, n := range sizes {
			classes = append(classes, slices.Repeat([]int{c}, n)...)
		}
		want, errors := map[string]bool{}, map[int]bool{}
		clusters := make([]int, len(classes))
		for {
			s := scores(t, clusters, classes)
			e := int(math.Round((1 - s[0]) * float64(len(classes))))
			want[fmt.Sprintf("%d %.9f %.9f", e, s[1], s[4])], errors[e] = true, true
			k := 0
			for ; k < len(clusters); k++ {
				if clusters[k]++; clusters[k] < len(sizes) {
					break
				}
				clusters[k] = 0
			}
			if k == len(clusters) {
				break
			}
		}
		tables, got := confusionsOf(sizes, errors), map[string]bool{}
		for e, all := range tables.byErrors {
			for _, m := range all {
				got[fmt.Sprintf("%d %.9f %.9f", e, m.over(normalisations[0].divisor), m.over(normalisations[3].divisor))] = true
			}
		}
		if !tables.all || !maps.Equal(got, want) {
			t.Errorf("%v: %d numbers of errors and NMI, all tables %t; clusterings give %d", sizes, len(got), tables.all, len(want))
		}
	}
	if c := confusionsOf(slices.Repeat([]int{20}, 8), map[int]bool{25: true}); c.all || len(c.byErrors[25]) == 0 || len(c.byErrors) != 1 {
		t.Errorf("eight classes: %+v", c)
	}
	sizes := make([]int, 18)
	for i := range sizes {
		sizes[i] = i + 1
	}
	if c := confusionsOf(sizes, map[int]bool{25: true}); c.all {
		t.Error("eighteen classes were searched to the end")
	}
}

// clustering merges two classes, splits one and strays some samples, as k-means does.
func clustering(rng *rand.Rand, classes []int, k int) []int {
	names, clusters := rng.Perm(k), make([]int, len(classes))
	empty := -1
	if rng.IntN(3) > 0 {
		empty, names[0] = names[0], names[1]
	}
	strays := rng.Float64() * 0.03
	for i, c := range classes {
		switch clusters[i] = names[c]; {
		case empty >= 0 && c == k-1 && rng.IntN(3) == 0:
			clusters[i] = empty
		case rng.Float64() < strays:
			clusters[i] = rng.IntN(k)
		}
	}
	return clusters
}

// From a table of single runs the normalisation is found, and never another one; of means over runs nothing is concluded.
func TestNormalisationFromATable(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 20))
	const tables, cells = 60, 9
	concluded := 0
	for trial := range tables {
		k, size, runs := []int{2, 3, 6, 8}[trial%4], 8+rng.IntN(20), 1
		if trial%5 == 0 {
			runs = 20
		}
		var classes []int
		for c := range k {
			classes = append(classes, slices.Repeat([]int{c}, size)...)
		}
		var columns, head, acc []string
		nmi := make([][]string, len(nmiNames))
		for c := range cells {
			means := make([]float64, 1+len(nmiNames))
			for range runs {
				for i, v := range scores(t, clustering(rng, classes, k), classes) {
					means[i] += v / float64(runs)
				}
			}
			columns, head = append(columns, fmt.Sprintf("M%d ACC", c)), append(head, fmt.Sprintf("M%d NMI", c))
			acc = append(acc, fmt.Sprintf("%.2f", 100*means[0]))
			for i := range nmi {
				nmi[i] = append(nmi[i], fmt.Sprintf("%.2f", 100*means[1+i]))
			}
		}
		known := Known{Classes: map[string][]int{"": slices.Repeat([]int{size}, k)}}
		for i, name := range nmiNames {
			text := "," + strings.Join(slices.Concat(columns, head), ",") + "\nx," + strings.Join(slices.Concat(acc, nmi[i]), ",") + "\n"
			for _, f := range bare(t, text, known) {
				if f.Detector != "nmi" || !strings.Contains(f.What, "nothing else") {
					continue
				}
				if concluded++; !strings.Contains(f.What, "("+strings.TrimPrefix(name, "nmi-")+")") && !strings.Contains(f.What, "can be") {
					t.Errorf("%d classes of %d, %d runs, %s: %+v\n%s", k, size, runs, name, f, text)
				}
				if runs > 1 && !strings.Contains(f.What, "can be") {
					t.Errorf("means of %d runs, %s: %+v\n%s", runs, name, f, text)
				}
			}
		}
	}
	if share := float64(concluded) / (0.8 * tables * float64(len(nmiNames))); share < 0.5 {
		t.Errorf("the normalisation was found in %.2f of the tables, want half of them", share)
	} else {
		t.Logf("found in %.2f of the tables", share)
	}
}

// Two of eight equal classes merged and one split: 2.75 bits of 3, whatever the split, hence one NMI at many accuracies; by the
// mean of the entropies it would change with the split.
func TestNormalisationOfMergedClasses(t *testing.T) {
	known := Known{Classes: map[string][]int{"noise": slices.Repeat([]int{20}, 8)}}
	const table = ",A ACC,B ACC,C ACC,D ACC,A NMI,B NMI,C NMI,D NMI\nnoise,84.38,86.25,83.13,81.25,91.67,91.67,91.67,91.67\n"
	found := bare(t, table, known)
	if len(found) != 1 || found[0].Severity != Note || !strings.Contains(found[0].What, "the larger entropy (max), and over nothing else") ||
		!strings.Contains(found[0].Why, "max 4, mean 0, sqrt 0, min 0, joint 0") {
		t.Errorf("%+v", found)
	}
	paper := spectest.Parse(t, "stated", []byte(Preface+`tables:
  t:
    number: Table 1
    caption: c
    panels:
      acc:
        metric: acc
        range: [0, 100]
        counts: {samples: {x: 22}, scale: 100, classes: {x: [11, 11]}}
        columns: [A, B, C]
        rows: {x: ["86.36", "86.36", "90.91"]}
      nmi:
        metric: nmi-mean
        range: [0, 100]
        columns: [A, B, C]
        rows: {x: ["43.23", "52.30", "56.05"]}
`))
	found = normalised(tablesOf(paper))
	if len(found) != 1 || found[0].Severity != Doubt || !strings.Contains(found[0].Why, "the paper states mean") || !strings.Contains(found[0].Why, "all tables of x") {
		t.Errorf("the numbers are of max, the paper states the mean: %+v", found)
	}
}

func TestNMIOfBareTables(t *testing.T) {
	const table = ",ACC,ACC,NMI,NMI\n,NMF,PNMF,NMF,PNMF\niris,0.78,0.96,0.62,0.86\n"
	known := Known{Classes: map[string][]int{"iris": {50, 50, 50}}}
	if found := bare(t, table, known); len(found) != 0 {
		t.Errorf("possible: %+v", found)
	}
	found := bare(t, strings.Replace(table, "0.86", "0.71", 1), known)
	if len(found) != 1 || found[0].Severity != Doubt || !strings.Contains(found[0].Why, "joint 0.673 to 0.985") {
		t.Errorf("too low for all but the joint entropy: %+v", found)
	}
	found = bare(t, strings.Replace(table, "0.86", "0.61", 1), known)
	if len(found) != 1 || found[0].Detector != "nmi" || found[0].Severity != Error || found[0].Place != "table/nmi/iris/PNMF" ||
		!strings.Contains(found[0].Why, "max 0.805 to 0.985, mean 0.805 to 0.991, sqrt 0.805 to 0.992, min 0.805 to 1, joint 0.673 to 0.985") {
		t.Errorf("too low: %+v", found)
	}
	found = bare(t, strings.Replace(table, "0.86", "1.00", 1), known)
	if len(found) != 1 || found[0].Severity != Note || !strings.Contains(found[0].What, "by min ") {
		t.Errorf("above all but one normalisation: %+v", found)
	}
}
