package cli

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/datasets/budget"
	"nmfrepro/experiments/engine/workflow"
)

// sparseMAT is a file of version 5 with a sparse matrix of one entry (MathWorks, "MAT-File Format").
func sparseMAT(rows, cols uint32) string {
	element := func(kind uint32, data []byte) []byte {
		out := binary.LittleEndian.AppendUint32(nil, kind)
		out = append(binary.LittleEndian.AppendUint32(out, uint32(len(data))), data...)
		return append(out, make([]byte, -len(out)&7)...)
	}
	words := func(values ...uint32) (out []byte) {
		for _, v := range values {
			out = binary.LittleEndian.AppendUint32(out, v)
		}
		return out
	}
	starts := make([]uint32, cols+1)
	starts[cols] = 1
	var body []byte
	for _, e := range [][]byte{
		element(6, words(5, 1)), element(5, words(rows, cols)), element(1, []byte("X")), // flags, dimensions, name
		element(5, words(0)), element(5, words(starts...)), element(9, binary.LittleEndian.AppendUint64(nil, math.Float64bits(1))),
	} {
		body = append(body, e...)
	}
	head := append([]byte(fmt.Sprintf("%-124s", "MATLAB 5.0 MAT-file")), 0, 1, 'I', 'M')
	return string(append(head, element(14, body)...))
}

// What a small file asks for is compared with the budget before it is made, and refused in a line that has the figures.
func TestMemory(t *testing.T) {
	defer budget.Set(0)
	lengthy := filepath.Join(t.TempDir(), "long.npy") // 8 GB that take no room on the disk
	head := "\x93NUMPY\x01\x00\x76\x00" + fmt.Sprintf("%-118s", "{'descr': '<f8', 'fortran_order': False, 'shape': (5000, 200000)}")
	if err := os.WriteFile(lengthy, []byte(head), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(lengthy, int64(len(head))+8*5000*200000); err != nil {
		t.Fatal(err)
	}
	x := write(t, "X.csv", smallX)
	const general = "%%MatrixMarket matrix coordinate real general\n"
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"mtx", []string{"--input", write(t, "a.mtx", general+"100000000 100000000 1\n1 1 1\n")}, "the sparse 100000000×100000000 matrix of 1 entries in "},
		{"mtx of entries", []string{"--input", write(t, "a.mtx", general+"100000 100000 9000000000\n1 1 1\n")}, "the list of entries of the 100000×100000 matrix in "},
		{"mtx array", []string{"--input", write(t, "a.mtx", "%%MatrixMarket matrix array real general\n100000 100000\n1\n")}, "the list of entries of the 100000×100000 matrix in "},
		{"mat", []string{"--input", write(t, "a.mat", sparseMAT(1<<31-1, 3))}, "the sparse 2147483647×3 matrix of 1 entries in "},
		{"npy", []string{"--input", lengthy}, "the 5000×200000 matrix in "},
		{"rank", []string{"--input", write(t, "a.mtx", general+"10000 10000 1\n1 1 1\n"), "--rank", "9000"}, "--rank = 9000: X with factors of 10000 and 10000 rows"},
		{"pairs", []string{"--input", write(t, "a.mtx", general+"5 3000 1\n1 1 1\n"), "--solver", "ncut"}, "what solver ncut holds besides X of 5 features and 3000 samples takes at least 137 MiB"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		code, _, errs := runFactorize(append([]string{"--solver", "nmf", "--rank", "1", "--iterations", "1", "--memory", "64M", "--out", out}, tt.args...)...)
		if code != int(workflow.Usage) || !strings.Contains(errs, tt.want) || !strings.Contains(errs, "at most 64 MiB are allowed") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: exit %d, want one line with %q\n%s", tt.name, code, tt.want, errs)
		}
	}
	code, _, errs := runFactorize("--solver", "nmf", "--rank", "1", "--iterations", "1", "--input", write(t, "a.mat", sparseMAT(100, 3)), "--out", t.TempDir())
	if code != int(workflow.Fine) { // the file itself is sound
		t.Errorf("a small sparse matrix: exit %d\n%s", code, errs)
	}
	for _, text := range []string{"8", "-1G", "lots", "0%"} {
		code, _, errs := runFactorize("--solver", "nmf", "--rank", "1", "--input", x, "--out", t.TempDir(), "--memory", text)
		if code != int(workflow.Usage) || !strings.Contains(errs, fmt.Sprintf("--memory = %q: want ", text)) {
			t.Errorf("--memory %s: exit %d\n%s", text, code, errs)
		}
	}
}

// A device need not end, and is no file whoever names it.
func TestDevices(t *testing.T) {
	const zero = "/dev/zero"
	if _, err := os.Stat(zero); err != nil {
		t.Skip(err)
	}
	x, model := write(t, "X.csv", smallX), t.TempDir()
	if err := os.Symlink(zero, filepath.Join(model, "run.json")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"factorize", "--solver", "nmf", "--rank", "2", "--out", t.TempDir(), "--input", zero},
		{"factorize", "--solver", "rpr-nmf", "--rank", "2", "--out", t.TempDir(), "--input", x, "--constraints", zero},
		{"project", "--input", x, "--model", model, "--out", t.TempDir()},
		{"evaluate", "--truth", zero, "--pred", zero},
		{"check", "table", zero},
		{"check", "specs", zero},
		{"new", "table", zero},
		{"verify", "pnmf/table5", "--cached", "--baseline", zero},
	} {
		var out, errs bytes.Buffer
		if code := Main(args, strings.NewReader(""), &out, &errs); code != int(workflow.Usage) || !strings.Contains(errs.String(), "is a device") && !strings.Contains(errs.String(), "zero:1:1: file of more than") {
			t.Errorf("%q: exit %d, %s", args, code, &errs)
		}
	}
}
