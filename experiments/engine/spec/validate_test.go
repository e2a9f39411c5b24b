package spec

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/spec/spectest"
)

// A spec that is like another is checked with the other's units.
func TestValidateFileLike(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	plots := write("plots.yaml", spectest.Plots)
	if err := ValidateFile(plots, nil); err == nil || !strings.Contains(err.Error(), `no other experiment "sweep"`) {
		t.Errorf("without the other spec: %v", err)
	}
	write("sweep.yaml", spectest.Sweep)
	if err := ValidateFile(plots, nil); err != nil {
		t.Error(err)
	}
	wrong := write("wrong.yaml", strings.Replace(spectest.Plots, "metric: acc", "metric: ac", 1))
	if err := ValidateFile(wrong, nil); err == nil || !strings.Contains(err.Error(), `did you mean "acc"`) {
		t.Errorf("a wrong metric: %v", err)
	}
}

// A spec with the draws of another is checked with the rows of the other, also where that one is like a third; the scale of the data is no draw.
func TestValidateFileDraws(t *testing.T) {
	folder := t.TempDir()
	spec := func(draws, options string, rank int) string {
		return fmt.Sprintf("title: t\nseed: 1\n%sreplicates: 2\ndatasets: [{key: iris, source: iris, ranks: [%d], options: {%s}}]\n"+
			"methods: [{key: nmf, solver: nmf}]\nstop: {iterations: 5}\nmetrics: [rel-error]\npanels: [{key: a, title: a, metric: rel-error}]\n", draws, rank, options)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"first", spec("", "scale: min-max", 3), ""},
		{"second", spec("draws: first\n", "scale: variance", 3), ""},
		{"rank", spec("draws: first\n", "scale: min-max", 2), "iris differs from that of first"},
		{"none", spec("draws: firs\n", "scale: min-max", 3), `no other experiment "firs"`},
		{"chain", spec("draws: second\n", "scale: none", 3), "takes the draws of first itself"},
		{"alike", "title: t\nlike: second\nmethods: [{key: hals, solver: hals}]\n", ""},
	} {
		file := filepath.Join(folder, tt.name+".yaml")
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := ValidateFile(file, nil); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
