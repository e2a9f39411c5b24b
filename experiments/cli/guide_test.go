//go:build unix

package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

var guideCommand = regexp.MustCompile(`(?m)^nmfrepro (.*)$`)

// The guide to a method of one's own works as it stands, here with the awk method, few iterations and few replicates.
func TestGuideToOwnMethod(t *testing.T) {
	data, err := os.ReadFile("../external/examples/README.md")
	if err != nil {
		t.Fatal(err)
	}
	guide, _, found := strings.Cut(string(data), "## The examples")
	_, spec, hasSpec := strings.Cut(guide, "```yaml\n")
	spec, _, _ = strings.Cut(spec, "```")
	commands := guideCommand.FindAllStringSubmatch(guide, -1)
	if !found || !hasSpec || len(commands) != 7 {
		t.Fatalf("%d commands in the guide, want 7 with a spec: is the pattern still right?", len(commands))
	}
	t.Chdir(t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	t.Setenv("NO_COLOR", "1")
	if err := os.MkdirAll("own/mine", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("own/mine/table3.yaml", []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
	small := strings.NewReplacer("--language python", "--language shell", " --cached", "")
	want := map[string]string{
		"test": "same", "run": "2 units: 2 ok", "table": "Mine", "compare": "Mine in", "export": "far: 2 folders", "import": "2 had a record",
	}
	for _, c := range commands {
		args := strings.Fields(small.Replace(c[1]))
		switch args[0] {
		case "run", "table", "compare", "export":
			args = append(args, "--profile", "smoke")
		}
		var out, errs bytes.Buffer
		if code := Main(args, strings.NewReader(""), &out, &errs); code != 0 || !strings.Contains(out.String(), want[args[0]]) {
			t.Errorf("nmfrepro %s: exit code %d, want %q in\n%s%s", c[1], code, want[args[0]], out.String(), errs.String())
		}
	}
}
