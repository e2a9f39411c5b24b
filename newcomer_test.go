//go:build unix && outside

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// change is what a newcomer writes by hand: a new file, or text put before the first place of a file that has old.
type change struct{ file, old, text string }

// parts are the rows of CONTRIBUTING's table, each with what a newcomer writes and what proves that it is there.
var parts = []struct {
	row    string
	writes []change
	there  []string // a command of the new program, which has to end with 0
}{
	{"solver", nil, nil}, // the table has it,
	{"metric", []change{
		{"eval/newcomer.go", "", "package eval\n\nimport \"slices\"\n\n// largestShare returns the share of samples in the largest cluster.\nfunc (c *contingency) largestShare() float64 {\n" +
			"\treturn float64(slices.Max(c.clusters)) / float64(c.n)\n}\n"},
		{"eval/metrics.go", "\t{\n\t\tName: \"md\"", "\t{\n\t\tName: \"largest-share\", Words: \"share of the largest cluster\",\n" +
			"\t\tVersion: 1, Class: Clustering, Better: Lower, OnClusters: true, Score: onLabels(sure((*contingency).largestShare)),\n" +
			"\t\tDoc:  \"share of samples in the largest cluster\",\n\t\tCite: \"ours\",\n\t},\n"},
		{"eval/metrics_test.go", "\"nmi-max\", \"nmi-mean\", \"nmi-min\", \"nmi-mutualinfo-m\"", "\"largest-share\", "},
	}, nil}, // so has this,
	{"data set", []change{
		{"datasets/sets/cards/newcomers-irises.json", "", ""},
		{"datasets/sets/registry.go", "\t{\"notting-hill\", Crop32},", "\t{\"newcomers-irises\", func(e dataset.Entry) dataset.Dataset { return &uci{dataset.Unscaled, e.Files[0].Path, irisRows} }},\n"},
	}, []string{"data", "list", "newcomers-irises"}},
	{"table or figure", []change{
		{"experiments/pnmf/table9.yaml", "", "title: What a newcomer compares\nseed: 9\nreplicates: 2\n" +
			"datasets: [{key: irises, source: newcomers-irises, ranks: [3]}]\nstop: {iterations: 20}\n" +
			"methods: [{key: nmf, solver: nmf}, {key: newcomers-method, solver: newcomers-method}]\n" +
			"clusters: [{name: h, from: h, method: argmax}]\nmetrics: [purity, largest-share]\n" +
			"panels:\n  - {key: a, title: Purity, metric: purity}\n  - {key: b, title: Largest share, metric: largest-share}\n"},
	}, []string{"table", "pnmf/table9", "--profile", "paper", "--results", "RESULTS"}},
	{"paper", nil, []string{"table", "newcomers-paper/table1", "--profile", "smoke", "--results", "RESULTS"}},
	{"command or flag", []change{
		{"experiments/cli/newcomer.go", "", "package cli\n\nimport (\n\t\"fmt\"\n\n\t\"github.com/spf13/cobra\"\n)\n\n" +
			"func newGreet(env *Env) *cobra.Command {\n\treturn &cobra.Command{\n\t\tUse:   \"greet\",\n\t\tShort: \"greet a newcomer\",\n" +
			"\t\tLong:  \"Greet writes one line.\",\n\t\tExample: \"  nmfrepro greet\",\n\t\tArgs:  noArguments,\n" +
			"\t\tRunE: func(*cobra.Command, []string) error {\n\t\t\t_, err := fmt.Fprintln(env.Stdout, \"welcome\")\n\t\t\treturn err\n\t\t},\n\t}\n}\n"},
		{"experiments/cli/cli.go", "newConsensus, newEvaluate}", "newGreet, "},
		{"experiments/cli/testdata/script/greet.txtar", "", "# A new command greets.\ncall nmfrepro greet\nstdout '^welcome$'\n"},
	}, []string{"greet"}},
}

// By make test-newcomer: in a copy of the tree a new part of each row of CONTRIBUTING's table is written, each command that the table
// names is run, and nothing else; then the new program has the parts, and the tests that go over all parts pass.
func TestNewcomer(t *testing.T) {
	tree := t.TempDir()
	copied, err := exec.Command("sh", "-c", "git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -x -C "+tree).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, copied)
	}
	program := filepath.Join(tree, "nmfrepro")
	call := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = tree
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	guide, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(guide), "| New | Where | Then |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")[1:]
	if len(rows) != len(parts) {
		t.Fatalf("the table has %d rows, want %d: a new part of each is written here", len(rows), len(parts))
	}
	call("make", "build")
	var then []string
	for i, row := range rows {
		part, cells := parts[i], strings.Split(strings.Trim(row, "| "), " | ")
		if len(cells) != 3 || cells[0] != part.row {
			t.Fatalf("row %d is %q, want three cells, the first %q", i+1, row, part.row)
		}
		for _, c := range part.writes {
			if c.file == "datasets/sets/cards/newcomers-irises.json" {
				c.text = strings.Replace(contentsOf(t, tree, "datasets/sets/cards/iris.json"), `"iris"`, `"newcomers-irises"`, 1)
			}
			write(t, tree, c)
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1]+" "+cells[2], -1) {
			command := strings.NewReplacer("NAME", map[string]string{"solver": "newcomers-method", "paper": "newcomers-paper", "command or flag": "greet"}[part.row]).Replace(m[1])
			switch words := strings.Fields(command); {
			case words[0] == "nmfrepro" && words[1] == "new": // it writes the part
				call(program, words[1:]...)
			case words[0] == "nmfrepro" || words[0] == "make" || words[0] == "go":
				then = append(then, command)
			}
		}
	}
	call("make", "build")
	ran := map[string]bool{}
	run := func(program string) { // the commands of a program, each once
		for _, command := range then {
			words := strings.Fields(command)
			if words[0] != filepath.Base(program) {
				continue
			}
			calls := [][]string{words[1:]}
			if program == "make" {
				calls = nil
				for _, target := range words[1:] {
					calls = append(calls, []string{target})
				}
			}
			for _, args := range calls {
				if key := strings.Join(append([]string{program}, args...), " "); !ran[key] {
					call(program, args...)
					ran[key] = true
				}
			}
		}
	}
	run(program)
	run("make")
	run("go")
	call("make", "build")
	for _, part := range parts {
		if part.there != nil {
			call(program, part.there...)
		}
	}
	call("go", "vet", "./solvers", "./eval", "./datasets/...", "./experiments/cli")
	call("go", "test", "-timeout", "60m", ".", "./solvers", "./eval", "./datasets/...", "./reports/...", "./experiments/engine/spec", "./experiments/engine/reported",
		"./experiments/engine/schema", "./experiments/engine/run", "./experiments/engine/audit", "./experiments/engine/judge/...")
	call("go", "test", "-timeout", "60m", "./experiments/cli", "-run", "Scripts/(usage|specs|absent)$|WhatIsNamedIsThere|HelpExamples|CostsOfCommands|FilesAreCurrent|OutputSchemas")
}

// contentsOf returns the text of a file of the tree.
func contentsOf(t *testing.T, tree, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(tree, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// write makes a change.
func write(t *testing.T, tree string, c change) {
	t.Helper()
	text := c.text
	if c.old != "" {
		before := contentsOf(t, tree, c.file)
		if strings.Count(before, c.old) != 1 {
			t.Fatalf("%s has %q %d times, want once", c.file, c.old, strings.Count(before, c.old))
		}
		text = strings.Replace(before, c.old, c.text+c.old, 1)
	}
	if err := os.WriteFile(filepath.Join(tree, c.file), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
