package cli

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A factorisation uses every core, and what it writes does not tell how many there were. X is large enough that products
// are divided.
func TestFactorizeOnAnyNumberOfCores(t *testing.T) {
	const m, n = 300, 200
	rng := rand.New(rand.NewPCG(1, 2))
	var x, mask bytes.Buffer
	for i := range m * n {
		end := ","
		if i%n == n-1 {
			end = "\n"
		}
		fmt.Fprintf(&x, "%v%s", rng.Float64(), end)
		fmt.Fprintf(&mask, "%d%s", min(1, rng.IntN(5)), end)
	}
	folder := t.TempDir()
	for name, text := range map[string][]byte{"X.csv": x.Bytes(), "M.csv": mask.Bytes()} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, method := range [][]string{{"nmf"}, {"nmf-kl"}, {"hals"}, {"nmf", "--mask", filepath.Join(folder, "M.csv")}} {
		written := map[string][]byte{}
		for _, cores := range []int{1, 2, 3} {
			runtime.GOMAXPROCS(cores)
			out := filepath.Join(t.TempDir(), "out")
			args := append([]string{"--input", filepath.Join(folder, "X.csv"), "--rank", "30", "--iterations", "3", "--out", out, "--solver"}, method...)
			if code, _, stderr := runFactorize(args...); code != 0 {
				t.Fatalf("%v on %d cores: exit %d\n%s", method, cores, code, stderr)
			}
			for _, name := range []string{"W.csv", "H.csv", "trace.csv"} {
				got, err := os.ReadFile(filepath.Join(out, name))
				if err != nil {
					t.Fatal(err)
				}
				if cores == 1 {
					written[name] = got
				} else if !bytes.Equal(got, written[name]) {
					t.Errorf("%v: %s on %d cores differs from that on one", method, name, cores)
				}
			}
		}
	}
}
