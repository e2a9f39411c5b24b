package spec

import (
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
