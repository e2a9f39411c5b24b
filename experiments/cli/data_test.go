package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/workflow"
)

// runData runs the data verb on a folder and returns what it printed.
func runData(folder string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	program := &cobra.Command{Use: "nmfrepro", SilenceUsage: true, SilenceErrors: true}
	program.AddCommand(newData(&Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Data: folder}))
	program.SetOut(&out)
	program.SetFlagErrorFunc(flagError)
	program.SetArgs(append([]string{"data"}, args...))
	if err := program.Execute(); err != nil {
		code = int(workflow.Usage)
		if e, ok := errors.AsType[*workflow.Error](err); ok {
			code = int(e.Code)
		}
		fmt.Fprintln(&errs, err)
	}
	return code, out.String(), errs.String()
}

func TestDataList(t *testing.T) {
	code, out, _ := runData(t.TempDir(), "list")
	if code != int(workflow.Fine) {
		t.Fatalf("exit %d", code)
	}
	for _, want := range []string{"iris", "4×150", "embedded", "orl-full", "10304×400", "missing"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	_, out, _ = runData(t.TempDir(), "list", "--format", "json")
	var rows []map[string]any
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		for _, key := range []string{"name", "doc", "state", "features", "samples", "licence", "redistribution", "prepare", "cite", "get"} {
			if r[key] == nil || r[key] == "" {
				t.Errorf("no %s: %+v", key, r)
			}
		}
	}
	if code, _, errs := runData("", "list", "--format", "xml"); code != int(workflow.Usage) || !strings.Contains(errs, `unknown format "xml"`) {
		t.Errorf("exit %d, %s", code, errs)
	}
}

func TestDataPath(t *testing.T) {
	folder := t.TempDir()
	if code, out, _ := runData(folder, "list", "--path"); code != int(workflow.Fine) || out != folder+"\n" {
		t.Errorf("exit %d, %q", code, out)
	}
}

func TestDataVerify(t *testing.T) {
	folder := t.TempDir()
	if code, out, errs := runData(folder, "list", "--verify", "iris", "wine"); code != int(workflow.Fine) || strings.Count(out, " ok ") != 2 || !strings.Contains(out, "4×150   3 of 50   embedded/iris.csv") || !strings.Contains(out, "59 71 48") {
		t.Errorf("embedded: exit %d\n%s%s", code, out, errs)
	}
	if code, _, errs := runData(folder, "list", "--verify"); code != int(workflow.Fine) {
		t.Errorf("an empty folder: exit %d: %s", code, errs)
	}
	if code, _, errs := runData(folder, "list", "--verify", "orl-full"); code != int(workflow.Data) || !strings.Contains(errs, "orl-full") {
		t.Errorf("a missing set by name: exit %d: %s", code, errs)
	}
	path := filepath.Join(folder, "hyperspectral", "Indian_pines_gt.mat")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runData(folder, "list", "--verify")
	if code != int(workflow.Data) || !strings.Contains(out, "truncated") || !strings.Contains(out, "want 1125 bytes, found 4") || !strings.Contains(errs, "indian-pines") {
		t.Errorf("a truncated file: exit %d\n%s%s", code, out, errs)
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != "1,2\n" {
		t.Errorf("the file is now %q, %v", left, err)
	}
	if code, _, errs := runData(folder, "list", "--verify", "irs"); code != int(workflow.Usage) || !strings.Contains(errs, `did you mean "iris"`) {
		t.Errorf("a typing error: exit %d: %s", code, errs)
	}
}
