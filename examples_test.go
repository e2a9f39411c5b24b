package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/cli"
)

var (
	readmeExample = regexp.MustCompile(`(?m)^\$ nmfrepro (.*)$`)
	manualExample = regexp.MustCompile(`(?m)^//\tgo run \. (.*?)(?:  +.*)?$`)
)

// Every example of the README and of the manual in run.go runs, on a small scale and where the files it names are there.
func TestExamples(t *testing.T) {
	var commands []string
	for file, pattern := range map[string]*regexp.Regexp{"README.md": readmeExample, "run.go": manualExample} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := pattern.FindAllStringSubmatch(string(data), -1)
		if len(found) < 5 {
			t.Fatalf("%s has %d examples, want at least 5: is the pattern still right?", file, len(found))
		}
		for _, m := range found {
			commands = append(commands, m[1])
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
	write("table.csv", "ACC,NMF,PNMF\niris,0.79,0.97\nwine,0.70,0.71\n")
	write("p.csv", "3\n3\n3\n4\n")
	t.Setenv("NMFREPRO_DATA", filepath.Join(dir, "data"))
	for _, command := range commands {
		args := strings.Fields(command)
		planned, reads := slices.Contains(args, "--dry-run"), len(args) > 1 && (args[1] == "claims" || args[1] == "errata")
		if args[0] == "table" || args[0] == "run" {
			args = append(args, "--only", "dataset=iris")
		}
		if slices.Contains([]string{"table", "run", "figure", "verify", "compare"}, args[0]) && !planned && !reads {
			args = append(args, "--profile", "smoke")
		}
		nothing := 0
		if args[0] == "verify" && !reads {
			nothing = 3 // a smoke run is never judged
		}
		var out, errs bytes.Buffer
		if code := cli.Main(args, strings.NewReader(""), &out, &errs); code != 0 && code != nothing {
			t.Errorf("nmfrepro %s: exit code %d\n%s", command, code, errs.String())
		}
		if out.Len() == 0 && args[0] != "factorize" {
			t.Errorf("nmfrepro %s prints nothing", command)
		}
	}
}

// The specification in the README runs on a file, as it says.
func TestReadmeSpec(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, spec, found := strings.Cut(string(data), "```yaml\n")
	spec, _, ended := strings.Cut(spec, "```")
	if !found || !ended {
		t.Fatal("README.md has no specification")
	}
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("specs/mine", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"specs/mine/compare.yaml": spec, "y.csv": "1\n1\n1\n1\n2\n2\n2\n2\n",
		"X.csv": "9,8,9,7,0,1,0,1\n9,9,8,8,1,0,0,1\n0,1,0,1,9,8,9,8\n1,0,0,1,8,9,9,7\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	args := strings.Fields("table mine/compare --specs specs --data . --profile smoke --only rank=2")
	if code := cli.Main(args, strings.NewReader(""), &out, &errs); code != 0 || !strings.Contains(out.String(), "1.00") {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
}
