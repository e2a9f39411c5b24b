//go:build unix

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	workflowStep = regexp.MustCompile(`(?m)^      - run: (.*)$`)
	workflowFile = regexp.MustCompile("(?s)```yaml\n(.*?)```")
)

// smallExperiment is a comparison of one's own where the guide has it, of few iterations and on data that the program holds.
const smallExperiment = `title: mine beside NMF
seed: 1
replicates: 10
datasets:
  - {key: iris, source: iris, ranks: [3]}
init: random
stop: {iterations: 10, every: 10}
methods:
  - {key: nmf, label: NMF, solver: nmf, clusters: [{name: h, from: h, method: argmax}]}
  - {key: mine, label: Mine, solver: mine, clusters: [{name: h, from: h, method: argmax}]}
metrics: [purity]
panels:
  - {key: a, title: Purity, metric: purity}
`

// The guide to continuous integration works as it stands: its two commands write a baseline of a method of one's own, the commands of its
// workflow are green on it, and red once the method is broken.
func TestWorkflowOfGuide(t *testing.T) {
	data, err := os.ReadFile("../guide/CI.md")
	if err != nil {
		t.Fatal(err)
	}
	guide, rest, found := strings.Cut(string(data), "## A workflow for your own repository")
	workflow := workflowFile.FindStringSubmatch(rest)
	if !found || workflow == nil {
		t.Fatal("CI.md has no workflow: is the pattern still right?")
	}
	var first, steps []string
	for _, c := range guideCommand.FindAllStringSubmatch(guide, -1) {
		if strings.Contains(c[1], "mine") {
			first = append(first, "nmfrepro "+c[1])
		}
	}
	for _, step := range workflowStep.FindAllStringSubmatch(workflow[1], -1) {
		switch command, _, _ := strings.Cut(step[1], " "); command {
		case "nmfrepro":
			steps = append(steps, step[1])
		case "git", "echo", "python3": // bring the program and NumPy
		default:
			t.Errorf("a step that no test runs: %s", step[1])
		}
	}
	if len(first) != 3 || len(steps) != 3 {
		t.Fatalf("%d commands on a method of one's own and %d steps, want 3 and 3: are the patterns still right?", len(first), len(steps))
	}

	dir := t.TempDir()
	shell := func(script string) (code int, said string) {
		t.Helper()
		cmd := exec.Command("sh", "-ec", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "NMFREPRO_DATA="+filepath.Join(dir, "data"), "NO_COLOR=1")
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	runAll := func(scripts ...string) {
		t.Helper()
		for _, script := range scripts {
			if code, said := shell(script); code != 0 {
				t.Fatalf("%s: exit code %d\n%s", script, code, said)
			}
		}
	}
	runAll("nmfrepro new solver mine --language shell --specs own", "mkdir -p own/mine")
	if err := os.WriteFile(filepath.Join(dir, "own/mine/table3.yaml"), []byte(smallExperiment), 0o666); err != nil {
		t.Fatal(err)
	}
	runAll(first...)
	runAll("rm -r results") // as on the machine of a service
	runAll(steps...)
	if report := textOf(t, dir, "junit.xml"); !strings.Contains(report, `<testsuite name="baseline" tests="1" failures="0"`) {
		t.Errorf("the report of a method that is as it was:\n%s", report)
	}

	method := filepath.Join(dir, "own/solvers/mine/nmf.awk")
	text := textOf(t, dir, "own/solvers/mine/nmf.awk")
	broken := strings.Replace(text, "W[i, k] *= up / floored(down)", "W[i, k] *= 1", 1)
	if broken == text {
		t.Fatal("the method has no line to break: is the pattern still right?")
	}
	if err := os.WriteFile(method, []byte(broken), 0o666); err != nil {
		t.Fatal(err)
	}
	code, said := shell(steps[2])
	report := textOf(t, dir, "junit.xml")
	if code != 1 || !strings.Contains(said, "not as in mine.json") || !strings.Contains(report, "mean of mine/table3:dataset=iris,method=mine,metric=purity") {
		t.Errorf("a broken method: exit code %d, want 1, and the report\n%s\n%s", code, report, said)
	}
	if code, said := shell(first[2]); code != 1 || !strings.Contains(said, "since mine.json") {
		t.Errorf("a broken method beside its baseline: exit code %d, want 1\n%s", code, said)
	}
}

// textOf reads a file of a folder.
func textOf(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
