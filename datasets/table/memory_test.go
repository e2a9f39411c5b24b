//go:build linux && !race

package table_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/datasets/table"
)

const loadVariable = "NMFREPRO_TEST_LOAD" // a file to load; the test then tells how much memory it took

// A sparse file takes 40 bytes a non-zero at most while it is read, its matrix and the transpose included: the difference of
// two processes that read a small file and a large one.
func TestLoadingMemory(t *testing.T) {
	if path := os.Getenv(loadVariable); path != "" {
		load(t, path)
		return
	}
	const few, many = 1000, 1_001_000
	took := most(t, many) - most(t, few)
	each := float64(took) * 1024 / (many - few)
	t.Logf("%.1f bytes a non-zero", each)
	if each < 24 || each > 40 { // both orientations alone are 24
		t.Errorf("%.1f bytes a non-zero, want 24 to 40", each)
	}
}

// most returns the largest memory, in kB, of a process of its own that loads so many entries.
func most(t *testing.T, entries int) (kilobytes int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.mtx")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "%%%%MatrixMarket matrix coordinate integer general\n2000 2000 %d\n", entries)
	for k := range entries {
		fmt.Fprintf(w, "%d %d %d\n", k%2000+1, k/2000+1, k%7+1)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestLoadingMemory$", "-test.v")
	cmd.Env = append(os.Environ(), loadVariable+"="+path, "GOGC=5", "GOMAXPROCS=1") // little but what is in use
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, after, found := strings.Cut(string(out), "VmHWM:")
	if _, err := fmt.Sscan(after, &kilobytes); !found || err != nil {
		t.Fatalf("no VmHWM in %s", out)
	}
	return kilobytes
}

func load(t *testing.T, path string) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	read, err := table.Read(table.File{R: f, Size: info.Size(), Name: path}, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	transpose := read.X.Trans()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(string(status), transpose.NNZ())
}
