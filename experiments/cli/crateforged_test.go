package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/store"
)

// A file of a crate that was changed, with a checksum that fits again, is found: each follows from specs and records.
func TestForgedCrate(t *testing.T) {
	specs, results := ownPaper(t)
	crate := filepath.Join(t.TempDir(), "crate")
	runs(t, 0, "report", "crate", "mine", "--specs", specs, "--results", results, "--reps", "3", "-o", crate)
	check := func(code int, of string) string {
		t.Helper()
		out, errs := runs(t, code, "verify", "--recompute", "100%", "--crate", of, "--results", t.TempDir(), "--progress", "none")
		return out + errs
	}
	if out := check(0, crate); strings.Contains(out, "≠") || strings.Contains(out, "note: ") {
		t.Fatalf("a sound crate:\n%s", out)
	}
	acc := meanIn(t, filepath.Join(crate, "mine", "table1.csv"))
	for _, c := range []struct{ file, old, with, want string }{
		{"mine/table1.html", acc, "0.999", "mine/table1.html is not what its specs and records give"},
		{"mine/table1.html", "<h", "<b>all agree</b><h", "mine/table1.html is not what its specs and records give"},
		{"mine/paper.yaml", "0.74", "0.75", "and paper.yaml reports"},
		{"mine/table1.csv", ",acc,0.", ",acc,0.9", "in the table, and its records give"},
		{"mine/table1.csv", ",acc,", ",acd,", "mine/table1.csv is not what its specs and records give"},
		{"mine/table1.csv", ",ok,", ",failed,", "mine/table1.csv is not what its specs and records give"},
		{"mine/table1-runs.json", `"iterations": `, `"iterations": 1`, "is not as its record"},
		{"mine/table1-runs.json", `"acc": 0.`, `"acc": 0.9`, "is not as its record"},
		{"mine/table1-runs.json", `"status": "ok"`, `"status": "pending"`, "is not in the list, and its records give it"},
		{"codecheck.yml", "table1.csv", "table2.csv", "codecheck.yml is not what its specs and records give"},
		{"site/mine-table1.html", acc, "0.999", "site/mine-table1.html says 0.999"},
		{"site/mine.html", " differs</span>", " agrees</span>", "site/mine.html is not what its specs and records give"},
		{"site/index.html", "</h1>", "</h1><p>All agree.</p>", "site/index.html is not what its specs and records give"},
		{"site/script.js", `"use strict";`, `"use strict"; document.body.hidden = true`, "site/script.js is not what its specs and records give"},
		{"site/solvers.html", "0.01", "0.07", "site/solvers.html says 0.07"},
		{"mine/other.txt", "", "a file more", "mine/other.txt is no file that its specs and records give"},
	} {
		name := filepath.Join(crate, filepath.FromSlash(c.file))
		was, err := os.ReadFile(name)
		if err != nil && c.old != "" || !strings.Contains(string(was), c.old) {
			t.Fatalf("%s has no %q, %v", c.file, c.old, err)
		}
		code := 1
		if c.old == "" {
			code = 0 // a note
		}
		list := reseal(t, crate, c.file, strings.Replace(string(was), c.old, c.with, 1))
		if out := check(code, crate); !strings.Contains(out, c.want) {
			t.Errorf("%s, want %q:\n%s", c.file, c.want, out)
		}
		if err := os.WriteFile(filepath.Join(crate, "ro-crate-metadata.json"), list, 0o666); err != nil {
			t.Fatal(err)
		}
		if c.old == "" {
			err = os.Remove(name)
		} else {
			err = os.WriteFile(name, was, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}

	// What the list of files says in words is compared, too.
	name := filepath.Join(crate, "ro-crate-metadata.json")
	was, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{`"description": "Specifications,`, `"description": "All agree. Specifications,`}, {`"citation"`, `"cites"`}, {"#mine/table1", "#mine/table2"}} {
		forged := strings.ReplaceAll(string(was), c[0], c[1])
		if forged == string(was) {
			t.Fatalf("no %s in %s", c[0], was)
		}
		if err := os.WriteFile(name, []byte(forged), 0o666); err != nil {
			t.Fatal(err)
		}
		if out := check(1, crate); !strings.Contains(out, "what it says of") {
			t.Errorf("%s:\n%s", c[1], out)
		}
	}
	if err := os.WriteFile(name, was, 0o666); err != nil {
		t.Fatal(err)
	}

	// Of a crate of another version what is not compared is named; its own name is no number of it, and numbers that were changed are found.
	forged := strings.NewReplacer(`"version": "(devel)"`, `"version": "v9.8.7"`).Replace(string(was))
	if forged == string(was) {
		t.Fatalf("no version in %s", was)
	}
	if err := os.WriteFile(name, []byte(forged), 0o666); err != nil {
		t.Fatal(err)
	}
	check2 := func(code int, file, old, with, want string) {
		t.Helper()
		file = filepath.Join(crate, filepath.FromSlash(file))
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), old) {
			t.Fatalf("%s has no %s, %v", file, old, err)
		}
		rel, _ := filepath.Rel(crate, file)
		list := reseal(t, crate, filepath.ToSlash(rel), strings.Replace(string(text), old, with, 1))
		if out := check(code, crate); !strings.Contains(out, want) || !strings.Contains(out, "note: the crate was written by program v9.8.7, and this is (devel)") ||
			!strings.Contains(out, "not compared are") {
			t.Errorf("%s: %s for %s, want %q:\n%s", file, with, old, want, out)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(crate, "ro-crate-metadata.json"), list, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	check2(0, "codecheck.yml", "(devel)", "v9.8.7", "")
	check2(0, "site/index.html", "</h1>", "</h1><p>In other words.</p>", "")
	check2(1, "mine/table1.html", acc, "0.999", "mine/table1.html says 0.999")
	if err := os.WriteFile(name, was, 0o666); err != nil {
		t.Fatal(err)
	}

	// Flags that choose runs are kept, so that the check asks for the same.
	for _, flags := range [][]string{{"--only", "method=nmf"}, {"--seed", "7"}} {
		chosen := filepath.Join(t.TempDir(), "chosen")
		runs(t, 0, append([]string{"run", "mine", "--specs", specs, "--results", results, "--reps", "3", "--progress", "none"}, flags...)...)
		runs(t, 0, append([]string{"report", "crate", "mine", "--specs", specs, "--results", results, "--reps", "3", "-o", chosen}, flags...)...)
		if out := check(0, chosen); strings.Contains(out, "≠") {
			t.Errorf("a crate with %s:\n%s", flags, out)
		}
	}

	// A crate that was made of some of the runs agrees with itself, and lacks the others.
	honest, some := store.Open(results, nil), t.TempDir()
	few := store.Open(some, nil)
	for _, key := range slices.Sorted(maps.Keys(honest.Heads("mine/table1"))) {
		rec, ok := honest.Get(store.Ref{Experiment: "mine/table1", Key: key})
		if ok && rec.Run.Replicate == 1 {
			continue
		}
		if err := few.Put(rec); err != nil {
			t.Fatal(err)
		}
	}
	part := filepath.Join(t.TempDir(), "part")
	runs(t, 0, "report", "crate", "mine", "--specs", specs, "--results", some, "--reps", "3", "-o", part)
	if out := check(1, part); !strings.Contains(out, "mine/records.jsonl.gz: 2 runs of the experiments without a record (2 of mine/table1)") {
		t.Errorf("a crate without two runs:\n%s", out)
	}
}

// meanIn is the first mean of a table in CSV with three decimals, as pages show it.
func meanIn(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(data), ",acc,")
	var mean float64
	if _, err := fmt.Sscanf(after, "%f,", &mean); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%.2f", mean)
}

// reseal writes a file of a crate and adapts the crate's list, of which it returns the text before.
func reseal(t *testing.T, crate, name, text string) []byte {
	t.Helper()
	file := filepath.Join(crate, "ro-crate-metadata.json")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list map[string]any
	if err := json.Unmarshal(before, &list); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(text))
	graph, _ := list["@graph"].([]any)
	for _, e := range graph {
		if e, is := e.(map[string]any); is && e["@id"] == name {
			e["sha256"] = hex.EncodeToString(sum[:])
		}
	}
	after, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{file: after, filepath.Join(crate, filepath.FromSlash(name)): []byte(text)} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return before
}
