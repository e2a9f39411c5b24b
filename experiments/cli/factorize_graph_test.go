package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/solvers"
)

// A graph from a file takes the place of the one that options describe: a graph of zeros is none, whatever it is written as.
func TestFactorizeGraph(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	x := file("x.csv", "1,2,0,4\n0,1,3,1\n2,2,1,0\n")
	zeros := file("zeros.csv", strings.Repeat("0,0,0,0\n", 4))
	pair := file("pair.csv", "0,1,0,0\n1,0,0,0\n0,0,0,0\n0,0,0,0\n")
	sparse := file("pair.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n4 4 1\n2 1 1\n")
	coefficients := func(flags ...string) []byte {
		out := t.TempDir()
		args := append([]string{"--solver", "gnmf", "--input", x, "--rank", "2", "--iterations", "20", "--out", out}, flags...)
		if code, _, errs := runFactorize(args...); code != int(workflow.Fine) {
			t.Fatalf("%v: exit %d: %s", flags, code, errs)
		}
		h, err := os.ReadFile(filepath.Join(out, "H.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	none, smooth := coefficients("--set", "graph=none"), coefficients("--graph", pair)
	if !bytes.Equal(coefficients("--graph", zeros), none) {
		t.Error("a graph of zeros is not none")
	}
	if bytes.Equal(smooth, none) || !bytes.Equal(coefficients("--graph", sparse), smooth) {
		t.Error("the graph of a pair is none, or another one in another format")
	}
	for _, tt := range []struct {
		solver, graph, want string
		more                []string
	}{
		{"nmf", pair, "solver nmf takes no graph; drop the flag, or use gnmf, gnmf-cw", nil},
		{"gnmf", pair, "--graph and --set graph=none are two graphs", []string{"--set", "graph=none"}},
		{"gnmf", file("hole.csv", "0,NA,0,0\n1,0,0,0\n0,0,0,0\n0,0,0,0\n"), "with 1 unknown", nil},
	} {
		args := append([]string{"--solver", tt.solver, "--input", x, "--rank", "2", "--graph", tt.graph, "--out", filepath.Join(dir, "o")}, tt.more...)
		if code, _, errs := runFactorize(args...); code != int(workflow.Usage) || !strings.Contains(errs, tt.want) {
			t.Errorf("%s %s: exit %d: %s, want %q", tt.solver, tt.graph, code, errs, tt.want)
		}
	}
}

// What the list of solvers says that they take is what the catalog holds.
func TestListSolversCapabilities(t *testing.T) {
	var out, errs bytes.Buffer
	if code := Main([]string{"list", "solvers", "--format", "json"}, strings.NewReader(""), &out, &errs); code != int(workflow.Fine) {
		t.Fatal(errs.String())
	}
	var listed []struct {
		Name  string
		Takes map[string]any
	}
	if err := json.Unmarshal(out.Bytes(), &listed); err != nil {
		t.Fatal(err)
	}
	if len(listed) != len(solvers.Catalog) {
		t.Fatalf("%d solvers are listed, want %d", len(listed), len(solvers.Catalog))
	}
	for i, e := range solvers.Catalog {
		text, err := json.Marshal(e.Capabilities())
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(listed[i].Takes)
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(want); err != nil || listed[i].Name != e.Name || !bytes.Equal(got, again) {
			t.Errorf("%s takes %s, want %s", listed[i].Name, got, again)
		}
	}
}
