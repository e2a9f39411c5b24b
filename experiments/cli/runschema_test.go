package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/solvers/own"
	"nmfrepro/solvers/own/ranks"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What factorize, project, consensus and rank tell programs is as their schemas say, and every text for people has a remark with its kind.
func TestOutputSchemasOfRuns(t *testing.T) {
	x := write(t, "X.csv", "id,a,b,c,d,e,f\ng,1,0,2,3,0,1\nh,0,0,0,0,0,0\ni,2,1,0,4,0,3\nj,1,5,2,NA,0,2\nk,3,1,4,1,0,6\n")
	whole := write(t, "whole.csv", smallX)
	fitted, projected, pooled := filepath.Join(t.TempDir(), "fit"), filepath.Join(t.TempDir(), "project"), filepath.Join(t.TempDir(), "pool")
	ranked, results := filepath.Join(t.TempDir(), "rank.json"), t.TempDir()
	for _, args := range [][]string{
		{"factorize", "--solver", "hals", "--input", x, "--rank", "2", "--iterations", "5", "--set", "l1-w=0.1", "--out", fitted},
		{"project", "--model", fitted, "--input", x, "--out", projected},
		{"consensus", whole, "--rank", "2", "--starts", "3", "--iterations", "5", "--results", results, "--out", pooled},
		{"rank", whole, "--ranks", "1..2", "--starts", "2", "--folds", "2", "--iterations", "5", "--results", results, "--format", "json", "-o", ranked},
	} {
		runs(t, 0, args...)
	}
	for kind, of := range map[string]struct {
		value any
		file  string
	}{
		"factorize": {own.Report{}, filepath.Join(fitted, own.RunFile)}, "project": {own.ProjectionReport{}, filepath.Join(projected, own.RunFile)},
		"consensus": {own.ConsensusReport{}, filepath.Join(pooled, own.RunFile)}, "rank": {ranks.Result{}, ranked},
	} {
		compiled := schemaInTree(t, kind, of.value)
		content, err := os.ReadFile(of.file)
		if err != nil {
			t.Fatal(err)
		}
		read, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(read); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		told := read.(map[string]any)
		var texts []any
		for _, level := range []string{"warnings", "notes"} {
			some, _ := told[level].([]any)
			texts = append(texts, some...)
		}
		remarks, _ := told["remarks"].([]any)
		if len(remarks) == 0 || len(remarks) != len(texts) {
			t.Fatalf("%s: %d remarks of %d texts", kind, len(remarks), len(texts))
		}
		for i, remark := range remarks {
			if remark.(map[string]any)["text"] != texts[i] {
				t.Errorf("%s: %v beside %q", kind, remark, texts[i])
			}
		}
		remarks[0].(map[string]any)["kind"] = "no kind of ours"
		if err := compiled.Validate(read); err == nil || !strings.Contains(err.Error(), "kind") {
			t.Errorf("%s: a kind that there is not: %v", kind, err)
		}
	}
}
