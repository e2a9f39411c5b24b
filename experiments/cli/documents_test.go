package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nmfrepro/solvers"
)

var (
	pageExample   = regexp.MustCompile(`(?m)^(?:\$ )?(?:\./)?nmfrepro ([a-z]+ .*?)(?:  +#.*)?$`)
	tableExample  = regexp.MustCompile("(?m)^\\|[^|]*\\| `(?:\\./)?nmfrepro (.*?)` \\|")
	manualExample = regexp.MustCompile(`(?m)^//\tgo run \. (.*?)(?:  +.*)?$`)
)

// examples are the commands that files show.
func examples(t *testing.T, least int, pattern *regexp.Regexp, files ...string) (commands []string) {
	t.Helper()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range pattern.FindAllStringSubmatch(string(data), -1) {
			commands = append(commands, m[1])
		}
	}
	if len(commands) < least {
		t.Fatalf("%s have %d examples, want at least %d: is the pattern still right?", files, len(commands), least)
	}
	return commands
}

// Every example of the README and of the manual in run.go runs, on a small scale and where the files it names
// are there. The commands of its table, and of the pages on replication, exist with their flags.
func TestExamples(t *testing.T) {
	t.Chdir("../..")
	commands := append(examples(t, 3, pageExample, "README.md"), examples(t, 5, manualExample, "run.go")...)
	known := append(examples(t, 10, tableExample, "README.md"), examples(t, 8, pageExample, "experiments/guide/REPLICATING.md", "experiments/guide/CI.md")...)
	for _, command := range known {
		var out, errs bytes.Buffer
		if code := Main(append(strings.Fields(command), "--help"), strings.NewReader(""), &out, &errs); code != 0 {
			t.Errorf("nmfrepro %s: exit code %d\n%s", command, code, errs.String())
		}
	}
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("X.csv", "1,2,3,1\n0,1,2,1\n4,0,1,2\n1,1,0,3\n")
	cells := "a,b,c,d,e\n"
	for i := range 12 {
		cells += fmt.Sprintf("%d,%d,%d,%d,%d\n", 2+i, 1+2*i, 12-i, 1+11%(i+1), 24-2*i)
	}
	write("new.csv", "2,1\n1,1\n3,0\n0,2\n")
	write("cells.csv", cells)
	write("y.csv", "1\n1\n2\n2\n")
	write("classes.csv", strings.Repeat("1\n2\n2\n", 4))
	write("table.csv", "ACC,NMF,PNMF\niris,0.79,0.97\nwine,0.70,0.71\n")
	write("p.csv", "3\n3\n3\n4\n")
	t.Setenv("NMFREPRO_DATA", filepath.Join(dir, "data"))
	_, taken := solvers.Find("mine") // in a checkout with a method of one's own
	for _, command := range commands {
		if taken {
			command = strings.ReplaceAll(command, "solver mine", "solver mine-of-examples")
		}
		args := strings.Fields(command)
		planned, reads := slices.Contains(args, "--dry-run"), len(args) > 1 && (args[1] == "claims" || args[1] == "errata")
		if (args[0] == "table" || args[0] == "run") && !slices.Contains(args, "--specs") {
			args = append(args, "--only", "dataset=iris")
		}
		if slices.Contains([]string{"table", "run", "figure", "verify", "compare"}, args[0]) && !planned && !reads {
			args = append(args, "--profile", "smoke")
		}
		if len(args) == 1 && args[0] == "report" {
			args = append(args, "pnmf") // TestSiteSize makes the whole of it
		}
		nothing := 0
		if args[0] == "verify" && !reads {
			nothing = 3 // a smoke run is never judged
		}
		var out, errs bytes.Buffer
		if code := Main(args, strings.NewReader(""), &out, &errs); code != 0 && code != nothing {
			t.Errorf("nmfrepro %s: exit code %d\n%s", command, code, errs.String())
		}
		if out.Len() == 0 && args[0] != "factorize" {
			t.Errorf("nmfrepro %s prints nothing", command)
		}
	}
}
