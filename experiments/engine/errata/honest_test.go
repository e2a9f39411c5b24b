package errata

import (
	"strings"
	"testing"

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
		found := bare(t, "Dataset,"+tt.heads+"\n"+rows, transcript.Known{})
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

// A bold average of more data sets beside a better one of fewer is doubted; beside one of the same it is an error.
func TestBoldAverageOfOtherRows(t *testing.T) {
	const table = "ACC,NMF,GNMF,Ours\niris,74.13,79.47,**88.27**\nORL,61.12,%,**71.97**\nPIE,47.20,%,**52.34**\nAverage,60.82,79.47,**70.86**\n"
	for _, tt := range []struct{ cell, severity string }{{"", Doubt}, {"79.47", Error}} {
		var severities []string
		for _, f := range bare(t, strings.ReplaceAll(table, "%", tt.cell), transcript.Known{}) {
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
		s, err := Of("a.tex", []byte(text), Reading{}, transcript.Known{})
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
		found := bare(t, "ACC,P,Q\na,61.51,60.18\nb,71.28,73.68\n"+name+",66.40,66.99\n", transcript.Known{})
		if len(found) != 1 || found[0].Detector != "averages" || found[0].Severity != Error {
			t.Errorf("%s: %+v, want the wrong average", name, found)
		}
	}
}
