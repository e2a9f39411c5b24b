//go:build linux && amd64 && outside

package cli

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// By make test-arm64: a build for arm64, which fuses products with sums, gives the numbers of a table to a relative 1e-12, and
// its records name another arithmetic. Tests that ask for
// equal bits of the products and of functions of entries pass there.
func TestARM64(t *testing.T) {
	const emulator, tolerance = "qemu-aarch64-static", 1e-12
	dir := t.TempDir()
	run := func(env, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), env)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
		}
		return string(out)
	}
	numbers := map[string][]any{}
	for arch, before := range map[string][]string{"amd64": nil, "arm64": {emulator}} {
		program := filepath.Join(dir, arch)
		run("GOARCH="+arch, "go", "build", "-o", program, "nmfrepro")
		table := append(before, program, "table", "pnmf/table3", "--only", "dataset=iris|digit", "--profile", "smoke", "--format", "json",
			"--progress", "none", "--results", program+".results")
		var cells []any
		if err := json.Unmarshal([]byte(run("", table[0], table[1:]...)), &cells); err != nil {
			t.Fatal(err)
		}
		numbers[arch] = cells
		logs, err := filepath.Glob(program + ".results/pnmf/table3/*.jsonl")
		if err != nil || len(logs) != 1 {
			t.Fatalf("%s: %d files of results, %v", arch, len(logs), err)
		}
		data, err := os.ReadFile(logs[0])
		if n := strings.Count(string(data), `"arch":"`+arch); err != nil || n != 20 {
			t.Errorf("%s: %d of 20 records name their arithmetic: %v\n%.300s", arch, n, err, data)
		}
	}
	compared := 0
	for i, a := range numbers["amd64"] {
		x, y := a.(map[string]any)["ours_mean"], numbers["arm64"][i].(map[string]any)["ours_mean"]
		want, computed := x.(float64)
		if got, _ := y.(float64); math.Abs(got-want) > tolerance*max(1, math.Abs(want)) || (y == nil) == computed {
			t.Errorf("cell %d: %v on arm64, %v on amd64", i, y, x)
		}
		if computed {
			compared++
		}
	}
	if compared < 10 {
		t.Errorf("only %d numbers were compared", compared)
	}
	test := filepath.Join(dir, "gemm.test")
	run("GOARCH=arm64", "go", "test", "-c", "-o", test, "nmfrepro/solvers/internal/gemm")
	run("", emulator, test, "-test.short", "-test.run", "Conjugate|Losses|Definition|Entrywise|Sampled")
}
