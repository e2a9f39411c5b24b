package transcript

import (
	"fmt"
	"strings"
	"testing"
)

func TestKnown(t *testing.T) {
	rows := []string{"iris", "Wine r=3", "A"}
	for _, tt := range []struct{ caption, text, want string }{
		{"Accuracy of one run on 150 samples", "", "1 map[:150] the caption says so"},
		{"Accuracy, averaged over 10 runs", "The set has 1,024 images.", "10 map[:1024] the caption says so"},
		{"Accuracy", "We report means of ten random initializations.", "10 map[] the text says so"},
		{"Accuracy", "Each experiment was repeated 20 times; a single run takes 3 s.", "0 map[] "}, // 20 or 1
		{"Accuracy", "k-means was run 20 times.", "20 map[] the text says so"},
		{"Accuracy", "Ours is 10 times faster on 3 of 4 data sets.", "0 map[] "},
		{"Accuracy", "iris has 150 samples, Wine (178 samples); a set of 90 samples is left out.", "0 map[Wine r=3:178 iris:150] "},
		{"Accuracy on 50 documents", "a set of 90 samples", "0 map[:50] "},
		{"Accuracy", "The 40 points of A are few.", "0 map[:40] "},
		{"Accuracy", "iris has 150 samples.", "0 map[iris:150] "}, // and nobody says of how many the others are
		{"Accuracy", "either 50 or 60 samples of 70 points", "0 map[] "},
	} {
		var k Known
		k.read(tt.caption, tt.text, rows)
		if got := fmt.Sprintln(k.Runs, k.Samples, k.Reason); got != tt.want+"\n" || (k.Runs > 0 || len(k.Samples) > 0) != (len(k.Said) > 0) {
			t.Errorf("%q, %q: %s, %q, want %s", tt.caption, tt.text, got, k.Said, tt.want)
		}
	}
}

// What a paper says around a table reaches its paper.yaml, and what somebody else knows takes its place.
func TestKnownOfPaper(t *testing.T) {
	const paper = `We use $150$~samples. % of 20 runs
\begin{table}\caption{Accuracy (\%) of 5~runs}\begin{tabular}{lcc} & P & Q \\ \hline a & 61.50 & 60.10 \\ avg & 61.50 & 60.10 \\ \end{tabular}\end{table}`
	grids, err := Read([]byte(paper), "latex")
	if err != nil {
		t.Fatal(err)
	}
	table := grids[0].Panels(Options{})
	for _, want := range []string{"runs: {value: 5, reason: the caption says so}", "counts: {samples: {a: 150}, runs: 5, scale: 100}"} {
		if text := YAML([]Table{table}, "t"); !strings.Contains(text, want) {
			t.Errorf("want %s in\n%s", want, text)
		}
	}
	table.Known.Override(Known{Runs: 1, Classes: map[string][]int{"a": {50, 100}}})
	if text := YAML([]Table{table}, "t"); !strings.Contains(text, "counts: {samples: {a: 150}, runs: 1, scale: 100, classes: {a: [50, 100]}}") {
		t.Errorf("overridden:\n%s", text)
	}
}

// The name of a row goes before what caption and text say of all rows.
func TestKnownOfRows(t *testing.T) {
	for _, tt := range []struct{ row, want string }{
		{"Wine (n=178)", "map[:150 Wine (n=178):178]"}, {"Wine, $n = 1,780$", "map[:150 Wine, $n = 1,780$:1780]"},
		{"Wine (178 samples)", "map[:150 Wine (178 samples):178]"}, {"Wine (n=150)", "map[:150]"}, {"Wine (n = 13 features)", "map[:150]"},
		{"Wine, min = 13", "map[:150]"}, {"Wine", "map[:150]"},
	} {
		var k Known
		k.read("150 samples", "", []string{"a", tt.row})
		if got := fmt.Sprint(k.Samples); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.row, got, tt.want)
		}
	}
}
