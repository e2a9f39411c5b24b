package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/store"
)

// registry is the folder of the replications that are no part of the program.
const registry = "../../replications"

// TestRegistry checks the entries of the registry as a pull request is, and sees each in the page. That the program's own papers are what
// their records give is seen in package workflow.
func TestRegistry(t *testing.T) {
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	folders, err := filepath.Glob(registry + "/*/paper.yaml")
	if err != nil || len(folders) < 2 {
		t.Fatalf("%v, %v", folders, err)
	}
	page, err := os.ReadFile(registry + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	var redone []string // without data
	for _, file := range folders {
		folder, out := filepath.Dir(file), t.TempDir()
		name := filepath.Base(folder)
		var said, errs strings.Builder
		code := Main([]string{"paper", "check", folder, "--recompute", "0.1%", "--recompute-seed", "a", "--for", "0s", "-o", out, "--progress", "none"}, strings.NewReader(""), &said, &errs)
		again := "ok    recomputed "
		if code == 3 { // on sets that the program cannot carry
			again = "could not be drawn: its data is not there"
		} else {
			redone = append(redone, name)
		}
		if code != 0 && code != 3 || strings.Contains(said.String(), "FAIL") || !strings.Contains(said.String(), again) {
			t.Errorf("%s: code %d\n%s%s", name, code, &said, &errs)
		}
		if !strings.Contains(string(page), "| ["+name+"]") {
			t.Errorf("%s is not in the table of README.md", name)
		}
		if data, err := os.ReadFile(filepath.Join(out, "summary.md")); err != nil || !strings.Contains(string(data), "**The replication is sound.**") {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
	if !slices.Contains(redone, "nnmf") || len(redone) < 2 {
		t.Errorf("runs of %v were computed again", redone)
	}
	for _, link := range []string{"pnmf", "rpr", "ornmf", "dsp", "mcnmf"} {
		if !strings.Contains(string(page), "(../experiments/"+link+"/RESULTS.md)") {
			t.Errorf("README.md does not lead to %s", link)
		}
	}
}

// TestCheckPaper breaks one thing after another in a sound replication, and sees that each is found.
func TestCheckPaper(t *testing.T) {
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	within := t.TempDir()
	folder := filepath.Join(within, "nnmf")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(registry, "nnmf"))); err != nil {
		t.Fatal(err)
	}
	check := []string{"check", "paper", folder, "--recompute", "1%", "--recompute-seed", "a", "--progress", "none"}
	if out, _ := runs(t, 0, check...); !strings.Contains(out, "ok    results") {
		t.Error(out)
	}
	wrongRecord := func(data string) string {
		a, err := store.DecodeArchive([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		records, err := a.Records()
		if err != nil {
			t.Fatal(err)
		}
		return packed(t, a, list.Map(records, altered)) // all, as one in a hundred is drawn
	}
	lackingTen := func(data string) string {
		a, err := store.DecodeArchive([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		records, err := a.Records()
		if err != nil {
			t.Fatal(err)
		}
		return packed(t, a, records[:len(records)-10])
	}
	impossible := func(data string) string {
		a, err := store.DecodeArchive([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		records, err := a.Records()
		if err != nil {
			t.Fatal(err)
		}
		records[0].Metrics["hoyer-w"] = -5
		return packed(t, a, records)
	}
	replace := func(old, with string) func(string) string {
		return func(data string) string {
			if !strings.Contains(data, old) {
				t.Fatalf("no %q to replace", old)
			}
			return strings.Replace(data, old, with, 1)
		}
	}
	for _, c := range []struct {
		file   string
		change func(string) string // nil removes it
		says   string              // a regular expression
	}{
		{"table1.yaml", replace("seed: 1", "sede: 1"), "FAIL  specs"},
		{"paper.yaml", replace("url: https:", "url: file:"), "FAIL  source"},
		{"paper.yaml", replace("  table1:\n    number", "  table7:\n    number"), "FAIL  "},
		{"RESULTS.md", replace("Runs: 300", "Runs: 301"), "FAIL  results"},
		{"records.jsonl.gz", func(string) string { return "no archive" }, "FAIL  records"},
		{"records.jsonl.gz", nil, "FAIL  records"},
		{"records.jsonl.gz", wrongRecord, "FAIL  recomputed"},
		{"records.jsonl.gz", lackingTen, "FAIL  records    [0-9]+ runs? of the experiments without a record \\([0-9]+ of nnmf/table1\\)(?s:.*)nmfrepro run nnmf/table1, then"},
		{"records.jsonl.gz", impossible, "FAIL  records    1 record that no run can have left: .* hoyer-w is -5, want a number from 0 to 1"},
		{"table1.yaml", replace("seed: 1", "seed: 2"), "no experiment asks for any of them"},
	} {
		name := filepath.Join(folder, c.file)
		was, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if c.change == nil {
			err = os.Remove(name)
		} else {
			err = os.WriteFile(name, []byte(c.change(string(was))), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		if out, errs := runs(t, 1, check...); !regexp.MustCompile(c.says).MatchString(out) {
			t.Errorf("%s, want %q:\n%s%s", c.file, c.says, out, errs)
		}
		if err := os.WriteFile(name, was, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, errs := runs(t, 2, "paper", "check", within); !strings.Contains(errs, "there is no paper.yaml") {
		t.Error(errs)
	}
	if _, errs := runs(t, 2, "paper", "check", filepath.Join(within, "none")); !strings.Contains(errs, "there is no folder") {
		t.Error(errs)
	}
}

// packed is an archive with other records.
func packed(t *testing.T, a *store.Archive, records []*store.Record) string {
	t.Helper()
	_, written, err := store.NewArchive("nnmf", a.Experiments, records)
	if err != nil {
		t.Fatal(err)
	}
	return string(written)
}

// A paper on a file of one's own: check paper asks for the file's sum, and says that the file is missing in place of what follows from that.
func TestCheckPaperOnOwnFile(t *testing.T) {
	papers, data := t.TempDir(), t.TempDir()
	t.Setenv("NMFREPRO_DATA", data)
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	filled(t, filepath.Join(data, "X.npy"), 8, 30)
	folder := filepath.Join(papers, "mine")
	call := func(want int, args ...string) string {
		t.Helper()
		var said, errs strings.Builder
		if code := Main(args, strings.NewReader(""), &said, &errs); code != want {
			t.Fatalf("%s: code %d, want %d\n%s%s", args, code, want, &said, &errs)
		}
		return said.String()
	}
	call(0, "new", "paper", "mine", "--specs", papers)
	file := filepath.Join(folder, "table1.yaml")
	text := contents(t, file)
	write := func(options string) {
		t.Helper()
		spec := strings.Replace(text, "source: iris, ranks: [3]", "source: file, ranks: [2], options: {x: X.npy"+options+"}", 1)
		spec = strings.Replace(strings.Replace(spec, "metrics: [acc, nmi-max]", "metrics: [rel-error]", 1), "metric: acc}", "metric: rel-error}", 1)
		if err := os.WriteFile(file, []byte(regexp.MustCompile(`.*key: nmi.*\n`).ReplaceAllString(spec, "")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	check := []string{"check", "paper", folder, "--recompute", "50%", "--recompute-seed", "a", "--progress", "none"}
	publish := func(options string) {
		write(options)
		call(0, "run", "mine", "--specs", papers, "--profile", "smoke", "--progress", "none")
		call(0, "publish", "mine", "--specs", papers, "--into", papers, "--profile", "smoke", "--commit", strings.Repeat("a", 40))
	}
	publish("")
	said := call(0, check...)
	sum := regexp.MustCompile(`say sha256: ([0-9a-f]{64}) among the options of iris`).FindStringSubmatch(said)
	if sum == nil || strings.Contains(said, "FAIL") {
		t.Fatalf("the sum of the file is not asked for:\n%s", said)
	}
	hidden, here := filepath.Join(data, "hidden"), filepath.Join(data, "X.npy")
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	move(here, hidden)
	if said := call(1, check...); strings.Count(said, "FAIL") != 1 || !strings.Contains(said, "FAIL  data       X.npy is not there") {
		t.Errorf("without the file:\n%s", said)
	}
	move(hidden, here)
	publish(", sha256: " + sum[1])
	move(here, hidden)
	if said := call(3, check...); strings.Contains(said, "FAIL") || strings.Contains(said, "SHA-256") {
		t.Errorf("with the sum in the spec, and without the file:\n%s", said)
	}
}
