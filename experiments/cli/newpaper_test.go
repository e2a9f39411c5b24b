package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// Every table that can be read makes a paper that is valid at once, with a stub for what the table does not say.
func TestPaperOfTables(t *testing.T) {
	files, err := filepath.Glob("../engine/reported/transcript/testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	for _, file := range files {
		if filepath.Ext(file) == ".yaml" {
			continue
		}
		specs := t.TempDir()
		var out, errs strings.Builder
		if code := Main([]string{"new", "paper", "mine", "--table", file, "--specs", specs}, strings.NewReader(""), &out, &errs); code != int(workflow.Fine) {
			t.Errorf("%s: %d, %s", file, code, errs.String())
			continue
		}
		made++
		experiment, err := os.ReadFile(filepath.Join(specs, "mine", "table1.yaml"))
		if os.IsNotExist(err) {
			experiment, err = os.ReadFile(filepath.Join(specs, "mine", "table1-1.yaml"))
		}
		if err != nil || !strings.Contains(string(experiment), "# STUB: ") || !strings.Contains(out.String(), "grep STUB") {
			t.Errorf("%s: %v\n%s%s", file, err, experiment, out.String())
		}
		if code := Main([]string{"check", "specs", "--specs", specs}, strings.NewReader(""), &out, &errs); code != int(workflow.Fine) {
			t.Errorf("%s: %s", file, errs.String())
		}
	}
	if made < 10 {
		t.Errorf("%d papers were made", made)
	}
}
