package errata

import (
	"strings"
	"testing"
)

// Errors that a constant would not make are found where the range, or the spread, of the data is known; a clean table is silent.
func TestWorseThanConstant(t *testing.T) {
	tex := func(caption, rows string) string {
		return "\\begin{table}\\caption{" + caption + "}\n\\begin{tabular}{lrr}\nRank & A & B \\\\ \\hline\n" + rows + "\\end{tabular}\n\\end{table}\n"
	}
	bad, good := "2 & 7.2 & 7.9 \\\\\n3 & 7.4 & 7.8 \\\\\n", "2 & 0.92 & 0.90 \\\\\n3 & 0.91 & 0.89 \\\\\n"
	for _, test := range []struct {
		caption, rows string
		known         Known
		severity      string
	}{
		{"Mean squared error on ratings of 1 to 5", bad, Known{Values: []float64{1, 5}}, Error},
		{"MSE of held-out entries", bad, Known{Values: []float64{1, 5}}, Error},
		{"MSE of held-out entries", bad, Known{Spread: 1.1}, Doubt},
		{"RMSE on ratings of 1 to 5", bad, Known{Values: []float64{1, 5}}, Error},
		{"Root mean squared error on ratings of 1 to 5", bad, Known{Values: []float64{1, 5}}, Error},
		{"MAE on ratings of 1 to 5", bad, Known{Values: []float64{1, 5}}, Error},
		{"MSE of held-out entries", bad, Known{}, ""},
		{"Mean squared error on ratings of 1 to 5", good, Known{Values: []float64{1, 5}}, ""},
		{"MSE", good, Known{Spread: 1.1}, ""},
	} {
		found := foundBy(sheetOf(t, "t.tex", tex(test.caption, test.rows), test.known), "constant")
		switch {
		case test.severity == "" && len(found) > 0, test.severity != "" && len(found) != 2:
			t.Errorf("%s: %+v", test.caption, found)
		case test.severity != "" && (found[0].Severity != test.severity || !strings.Contains(found[0].What, "2 of 2 errors are worse")):
			t.Errorf("%s: %+v", test.caption, found[0])
		}
	}
}

func foundBy(s Sheet, detector string) (found []Finding) {
	for _, f := range s.Found {
		if f.Detector == detector {
			found = append(found, f)
		}
	}
	return found
}

// A best that leads by less than the standard error is best within noise, in a row or, over ranks, in a column.
func TestBestWithinNoise(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"accuracy (%),A,B,C\niris,80.1±2.0,80.0±2.0,70.0±1.0\nwine,90.0±1.0,70.0±1.0,60.0±1.0\n", "in 1 of 2 comparisons: iris/A 80.1±2.0 before iris/B"},
		{"k,MSE\n2,0.92±0.04\n3,0.91±0.04\n4,0.95±0.04\n", ""},
		{"accuracy (%),A,B\niris,80.1±0.2,70.0±0.2\nwine,90.0±1.0,70.0±1.0\n", ""},
		{"accuracy (%),A,B\niris,80.1,80.0\n", ""},
	} {
		found := foundBy(sheetOf(t, "t.csv", test.text, Known{Runs: 10}), "noise")
		if test.want == "" && len(found) > 0 || test.want != "" && (len(found) != 1 || found[0].Severity != Note || !strings.Contains(found[0].What, test.want)) {
			t.Errorf("%q: %+v", test.text, found)
		}
	}
	tex := "\\begin{table}\\caption{Mean squared error over 10 runs}\n\\begin{tabular}{lrr}\nk & A & B \\\\ \\hline\n2 & 0.92±0.04 & 0.80±0.01 \\\\\n3 & 0.91±0.04 & 0.70±0.01 \\\\\n\\end{tabular}\n\\end{table}\n"
	if found := foundBy(sheetOf(t, "t.tex", tex, Known{Runs: 10}), "noise"); len(found) != 1 || !strings.Contains(found[0].What, "in 1 of 2 comparisons: 3/A 0.91±0.04 before 2/A 0.92±0.04") {
		t.Errorf("over ranks: %+v", found)
	}
}

// What a caption, a text or a heading says stands behind ± decides: standard errors are not divided by the runs again, and belong to no counts.
func TestBehindPlusMinus(t *testing.T) {
	tex := func(caption, heading string) string {
		return "\\begin{table}\\caption{" + caption + "}\n\\begin{tabular}{lrr}\nk & A & " + heading +
			" \\\\ \\hline\niris & 0.92±0.05 & 0.86±0.05 \\\\\nwine & 0.91±0.05 & 0.70±0.05 \\\\\n\\end{tabular}\n\\end{table}\n"
	}
	for _, test := range []struct{ caption, want string }{
		{"Accuracy, mean ± standard error over 3 runs", "(standard error 0.071)"},
		{"Accuracy (mean and standard error of the mean, 3 runs)", "(standard error 0.071)"},
		{"Accuracy, mean ± s.e.m.", "(standard error 0.071)"},
		{"Accuracy (±SE) of 3 runs", "(standard error 0.071)"},
		{"Accuracy ± standard deviation over 3 runs", ""},
		{"Accuracy over 3 runs", ""},
		{`Accuracy with 95\% confidence intervals over 3 runs`, ""},
		{"Accuracy, standard deviation and standard error, 3 runs", ""},
	} {
		s := sheetOf(t, "t.tex", tex(test.caption, "B"), Known{Runs: 3, Samples: map[string]int{"": 150}})
		found := foundBy(s, "noise")
		if test.want == "" && len(found) > 0 || test.want != "" && (len(found) != 1 || !strings.Contains(found[0].What, test.want)) {
			t.Errorf("%s: %+v", test.caption, found)
		}
		made := foundBy(s, "deviations")
		if behind := test.want != "" || strings.Contains(test.caption, "intervals"); behind && (len(made) != 1 || made[0].Severity != Unchecked) {
			t.Errorf("%s: %+v", test.caption, made)
		}
	}
	pairs := sheetOf(t, "t.csv", "accuracy,A,A SE,B,B SE\niris,0.92,0.05,0.86,0.05\nwine,0.91,0.05,0.70,0.05\n", Known{Runs: 3})
	if found := foundBy(pairs, "noise"); len(found) != 1 || !strings.Contains(found[0].What, "(standard error 0.071)") {
		t.Errorf("%+v", found)
	}
}

// A paper.yaml says in values and spread of a panel what flags say of a file.
func TestWorseThanConstantInPaper(t *testing.T) {
	paper := func(key string) string {
		return Preface + "tables:\n  t:\n    number: Table 1\n    caption: errors\n    panels:\n      mse:\n        metric: mse\n        better: lower\n        " + key +
			"\n        columns: [A, B]\n        rows:\n          r2: [\"7.2\", \"7.9\"]\n          r3: [\"7.4\", \"7.8\"]\n"
	}
	for key, severity := range map[string]string{"values: [1, 5]": Error, "spread: 1.1": Doubt, "decimals: 1": ""} {
		found := foundBy(sheetOf(t, "paper.yaml", paper(key), Known{}), "constant")
		if severity == "" && len(found) > 0 || severity != "" && (len(found) != 2 || found[0].Severity != severity) {
			t.Errorf("%s: %+v", key, found)
		}
	}
	for key, says := range map[string]string{"values: [5, 1]": "want the least and the greatest", "values: [1]": "want the least", "spread: -1": "want a standard deviation above 0"} {
		if _, err := Of("paper.yaml", []byte(paper(key)), Reading{}, Known{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", key, err)
		}
	}
}
