package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// The table that the README shows is what its command prints.
func TestReadmeShows(t *testing.T) {
	t.Chdir("../..")
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(data), "$ ./nmfrepro ")
	shown, _, _ = strings.Cut(shown, "```")
	lines := strings.Split(strings.TrimSpace(shown), "\n")
	var out, errs strings.Builder
	if code := Main(strings.Fields(lines[0]), strings.NewReader(""), &out, &errs); code != 0 || len(lines) < 4 {
		t.Fatalf("code %d: %s", code, errs.String())
	}
	for _, line := range lines[1:] {
		if !strings.Contains(out.String(), strings.TrimSpace(line)) {
			t.Errorf("README.md shows %q, and the command prints\n%s", line, out.String())
		}
	}
}

// The README and the manual tell the exit codes as the help does.
func TestExitCodes(t *testing.T) {
	t.Chdir("../..")
	for _, file := range []string{"README.md", "run.go"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(strings.ReplaceAll(string(data), "\n//", "\n")), " ")
		for _, c := range workflow.Codes {
			if want := fmt.Sprintf("%d %s", c.Code, c.Doc); !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", file, want)
			}
		}
	}
}
