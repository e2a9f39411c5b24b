package sheet

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program of the page is below four megabytes.
func TestPage(t *testing.T) { builtPage(t) }

// builtPage is the page with its program, as make errata-page builds it.
func builtPage(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", filepath.Join(dir, "errata.wasm"), "./browser")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "errata.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(program)
	z.Close()
	if packed.Len() > 4e6 {
		t.Errorf("the program has %d bytes, want below four million", packed.Len())
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := page(packed.Bytes(), loader)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes packed", packed.Len())
	return whole
}
