package errata

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nmfrepro/eval"
	"nmfrepro/experiments/published/publishedtest"
	"nmfrepro/experiments/spec/strict"
)

var nmiNames = []string{"nmi-max", "nmi-mean", "nmi-sqrt", "nmi-min"}

// scores are the accuracy of a clustering and its NMI in each normalisation.
func scores(t testing.TB, clusters, classes []int) (all []float64) {
	t.Helper()
	for _, name := range append([]string{"acc"}, nmiNames...) {
		m, ok := eval.Find(name)
		if !ok {
			t.Fatal(name)
		}
		v, err := m.Score(eval.Outcome{Clusters: clusters, Labels: classes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// Whatever clusterings are behind a table, of whatever number of runs, what is printed of them raises no alarm, and the
// normalisation that was used is never excluded: 10,000 numbers, from random clusterings, near and far from the classes, with
// classes merged and split.
func TestHonestNMI(t *testing.T) {
	paper := publishedtest.Parse(t, "honest", []byte(Preface+"tables:\n  t:\n    number: Table 1\n    caption: c\n    panels:\n      acc:\n        metric: acc\n        range: [0, 100]\n"+
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
				for _, f := range normalised(paper) {
					if f.Severity == Note && strings.Contains(f.What, strings.TrimPrefix(name, "nmi-")) {
						narrow++ // some other normalisation is excluded
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

func TestNMIOfBareTables(t *testing.T) {
	const table = ",ACC,ACC,NMI,NMI\n,NMF,PNMF,NMF,PNMF\niris,0.78,0.96,0.62,0.86\n"
	known := Assumed{Classes: map[string][]int{"iris": {50, 50, 50}}}
	if found := bare(t, table, known); len(found) != 0 {
		t.Errorf("possible: %+v", found)
	}
	found := bare(t, strings.Replace(table, "0.86", "0.71", 1), known)
	if len(found) != 1 || found[0].Detector != "nmi" || found[0].Severity != Error || found[0].Place != "table/nmi/iris/PNMF" ||
		!strings.Contains(found[0].Why, "max 0.805 to 0.985, mean 0.805 to 0.991") {
		t.Errorf("too low: %+v", found)
	}
	found = bare(t, strings.Replace(table, "0.86", "1.00", 1), known)
	if len(found) != 1 || found[0].Severity != Note || !strings.Contains(found[0].What, "by min ") {
		t.Errorf("above all but one normalisation: %+v", found)
	}
}
