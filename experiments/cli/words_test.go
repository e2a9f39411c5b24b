package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"nmfrepro/datasets/matfile"
	"nmfrepro/experiments/engine/workflow"
)

// Hostile names and arguments reach the terminal as text, of bounded length.
func TestHostileWords(t *testing.T) {
	var b bytes.Buffer
	a := &matfile.Array{Var: matfile.Var{Name: "feaABCDEFGX", Class: matfile.Double, Dims: []int{1, 1}}, Real: []float64{1}}
	second := *a
	second.Name = "other"
	if err := matfile.Write(&b, a, &second); err != nil {
		t.Fatal(err)
	}
	hostile := bytes.Replace(b.Bytes(), []byte("feaABCDEFGX"), []byte("fea\x00\x1b[31m\nXX"), 1)
	named := filepath.Join(t.TempDir(), "a.mat")
	if err := os.WriteFile(named, hostile, 0o666); err != nil {
		t.Fatal(err)
	}
	huge := strings.Repeat("A\x1b", 50_000)
	for _, args := range [][]string{
		{"factorize", "--solver", "nmf", "--rank", "1", "--out", t.TempDir(), "--input", named},
		{"factorize", "--solver", huge, "--input", named, "--out", t.TempDir()},
		{"factorize", "--solver", "nmf", "--rank", huge, "--input", named, "--out", t.TempDir()},
		{"table", huge},
		{"table", "pnmf/table3:dataset=" + huge},
		{"table", "pnmf/table3", "--only", "method=" + huge},
		{"table", "pnmf/table3", "--" + huge},
		{"data", "get", huge},
		{"evaluate", "--truth", huge, "--pred", huge},
		{huge},
	} {
		var errs bytes.Buffer
		code := Main(append(args, "--data", t.TempDir()), strings.NewReader(""), io.Discard, &errs)
		text := errs.String()
		if code == int(workflow.Fine) || text == "" || len(text) > 10_000 || strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }) {
			t.Errorf("%.60q: exit %d, %d bytes: %.300q", args, code, len(text), text)
		}
	}
}
