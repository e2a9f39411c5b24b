package asmgen

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The checked-in assembly is what this package writes; if not, run go generate in package gemm.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	files := Files()
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what asmgen writes: run go generate", name)
		}
	}
	checkedIn, err := filepath.Glob("../../*.s")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range checkedIn {
		if files[filepath.Base(path)] == nil {
			t.Errorf("%s is written by hand", path)
		}
	}
}
