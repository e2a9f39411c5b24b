package errata

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec/spectest"
)

// What the detectors say about the five papers. The tables were transcribed twice; every line was looked at in the paper.
var real = map[string]string{
	"rpr": `
		table2/csr                            note  granularity
		table2/acc                            note  granularity
		table3/csr/pie r=68                   doubt granularity
		table3/csr                            note  granularity
		table3/acc                            note  granularity
		table4/rmse/avg/RPR-NMF Divergence    error averages`,
	"pnmf": `
		table4/seconds/digit/NMFPG            doubt range`,
	"ornmf": `
		table1/ac/noise20                     error granularity
		table1/ac                             note  granularity
		table1/nmi                            note  nmi
		table2/ac/avg                         error averages
		table2/nmi/yale r=7                   error duplicates
		table2/nmi/yale r=9                   error duplicates
		table2/ac/yale r=5                    error granularity
		table2/nmi/yale r=2/GNMF              error nmi
		table2/ac/yale r=6                    note  granularity
		table2/ac                             note  granularity
		table2/nmi                            note  nmi`,
	"dsp": `
		table5/firsts/max SVM                 error recounts
		table5/firsts/mean KNN/UMAP           doubt recounts`,
	"mcnmf": `
		table1/ac                             doubt granularity
		table1/purity                         doubt granularity`,
}

// falseSentences counts the findings about sentences: those of one section on one table are one.
var falseSentences = map[string]int{"rpr": 4, "pnmf": 1, "dsp": 2, "mcnmf": 1}

func TestPapers(t *testing.T) {
	files, err := filepath.Glob("../../*/paper.yaml")
	if err != nil || len(files) < len(real) {
		t.Fatalf("%d papers (%v), want all that are there", len(files), err)
	}
	for _, file := range files {
		key := filepath.Base(filepath.Dir(file))
		lines := real[key] // of a paper that nobody has listed: none
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		sentences := 0
		paper := spectest.Parse(t, file, data)
		found := Find(paper)
		for _, b := range tablesOf(paper).blocks { // what is called misprinted is proven to be
			for _, s := range b.Status {
				for _, row := range s.Rows {
					for _, column := range s.Columns {
						proven := slices.ContainsFunc(found, func(f Finding) bool {
							return s.Is != reported.Misprinted || f.Severity == Error && slices.ContainsFunc([]string{f.Place, f.Of}, func(place string) bool {
								return place == b.at(row, "") || place == b.at(row, column)
							})
						})
						if !proven {
							t.Errorf("%s: %s is called misprinted, and no error is found there", key, b.at(row, column))
						}
					}
				}
			}
		}
		for _, f := range found {
			if f.Detector == "text" { // which ones, the tests of claims say
				sentences++
				continue
			}
			got = append(got, strings.Join(strings.Fields(f.Place+" "+f.Severity+" "+f.Detector), " "))
			if f.What == "" || f.Why == "" {
				t.Errorf("%s: %+v says too little", key, f)
			}
		}
		if sentences != falseSentences[key] {
			t.Errorf("%s: %d sentences do not hold, want %d", key, sentences, falseSentences[key])
		}
		for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
			if line = strings.Join(strings.Fields(line), " "); line != "" {
				want = append(want, line)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: found\n%s\nwant\n%s", key, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
