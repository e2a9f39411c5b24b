//go:build unix

package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var guideCommand = regexp.MustCompile(`(?m)^nmfrepro (.*)$`)

// The guide to a method of one's own works as it stands, here with the awk method, few iterations and few replicates.
func TestGuideToOwnMethod(t *testing.T) {
	data, err := os.ReadFile("../../solvers/external/examples/README.md")
	if err != nil {
		t.Fatal(err)
	}
	guide, _, found := strings.Cut(string(data), "## The examples")
	_, spec, hasSpec := strings.Cut(guide, "```yaml\n")
	spec, _, _ = strings.Cut(spec, "```")
	commands := guideCommand.FindAllStringSubmatch(guide, -1)
	if !found || !hasSpec || len(commands) != 6 {
		t.Fatalf("%d commands in the guide, want 6 with a spec: is the pattern still right?", len(commands))
	}
	t.Chdir(t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	t.Setenv("NO_COLOR", "1")
	small := strings.NewReplacer("--language python", "--language shell", " --cached", "", " --profile paper --reps 2", "")
	want := map[string]string{
		"new comparison": "nmfrepro compare mine/limit", "check": "same", "table": "Mine", "compare": "ahead of Mine", "run export": "far: 1 folder",
	}
	for _, c := range commands {
		args := strings.Fields(small.Replace(c[1]))
		verb := args[0]
		if args[1] == "export" || args[1] == "comparison" {
			verb += " " + args[1]
		}
		if args[0] != "new" && verb != "check" {
			args = append(args, "--profile", "smoke")
		}
		var out, errs bytes.Buffer
		if code := Main(args, strings.NewReader(""), &out, &errs); code != 0 || !strings.Contains(out.String(), want[verb]) {
			t.Errorf("nmfrepro %s: exit code %d, want %q in\n%s%s", c[1], code, want[verb], out.String(), errs.String())
		}
	}
	written, err := os.ReadFile("own/mine/limit.yaml")
	if comment := regexp.MustCompile(` #.*`); err != nil || comment.ReplaceAllString(string(written), "") != spec {
		t.Errorf("%v: the guide (-), and what is written (+):\n%s", err, cmp.Diff(spec, string(written)))
	}
}

var tutorialFile = regexp.MustCompile("(?s)`(own/[a-z0-9/]+\\.yaml)`[^`]*```yaml\n(.*?)```")

// The tutorial works as it stands: its commands run, in its order, on the files that it shows, to the verdicts that it tells.
func TestTutorial(t *testing.T) {
	data, err := os.ReadFile("../guide/tutorial/README.md")
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../guide/tutorial/results.tex")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	commands, files := guideCommand.FindAllStringSubmatchIndex(text, -1), tutorialFile.FindAllStringSubmatchIndex(text, -1)
	if len(commands) != 10 || len(files) != 2 {
		t.Fatalf("%d commands and %d files, want 10 and 2: are the patterns still right?", len(commands), len(files))
	}
	t.Chdir(t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	t.Setenv("NO_COLOR", "1")
	if err := os.WriteFile("results.tex", table, 0o666); err != nil {
		t.Fatal(err)
	}
	want := []struct {
		code int
		text string
	}{
		{1, "2 errors, 0 doubts"}, {0, "own/sixth/paper.yaml"}, {0, `"**68.65±5.11**"`}, {0, "no problems"}, {1, "1 of 2 numbers cannot be such a mean: HALS 68.65"},
		{0, "38.60±10.42"}, {1, "2 differ (1"}, {0, "1 is undecided"}, {0, "2/1/1"}, {0, "site/index.html"},
	}
	for i, at := range commands {
		for len(files) > 0 && files[0][0] < at[0] {
			f := files[0]
			if err := os.WriteFile(text[f[2]:f[3]], []byte(text[f[4]:f[5]]), 0o666); err != nil {
				t.Fatal(err)
			}
			files = files[1:]
		}
		var out, errs bytes.Buffer
		line := text[at[2]:at[3]]
		if code := Main(strings.Fields(line), strings.NewReader(""), &out, &errs); code != want[i].code || !strings.Contains(out.String(), want[i].text) {
			t.Errorf("nmfrepro %s: exit code %d, want %d and %q in\n%s%s", line, code, want[i].code, want[i].text, out.String(), errs.String())
		}
	}
}
