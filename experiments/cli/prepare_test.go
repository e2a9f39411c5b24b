package cli

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The samples that a model was made of get its coefficients again, whatever was done to X before: project does the same.
func TestProjectPrepares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	b.WriteString("gene,s1,s2,s3,s4,s5,s6,s7,s8\n")
	for i := range 12 {
		fmt.Fprintf(&b, "g%d", i)
		for j := range 8 {
			fmt.Fprintf(&b, ",%d", rng.IntN(3+20*((i+j)%3)))
		}
		b.WriteByte('\n')
	}
	dir := t.TempDir()
	input := filepath.Join(dir, "X.csv")
	if err := os.WriteFile(input, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	h := func(folder string) *mat.Dense {
		x, err := (&Env{}).ReadDense(filepath.Join(dir, folder, "H.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return mat.DenseCopyOf(x.X)
	}
	call := func(args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		if code := Main(args, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("%s: exit %d: %s", args, code, errs.String())
		}
	}
	for _, steps := range []string{"", "counts", "counts=50,log1p", "variance", "counts,log1p,variance", "tfidf", "log1p,tfidf"} {
		model, same := filepath.Join(dir, "model"), filepath.Join(dir, "same")
		call("factorize", "--solver", "hals", "--input", input, "--rank", "2", "--iterations", "3000", "--features", "9", "--normalize", steps, "--out", model)
		call("project", "--model", model, "--input", input, "--out", same)
		want, got := h("model"), h("same")
		want.Sub(want, got)
		if off := mat.Max(want) / mat.Max(got); math.Abs(off) > 1e-6 || -mat.Min(want) > 1e-6*mat.Max(got) {
			t.Errorf("%q: coefficients differ by %v", steps, off)
		}
	}
}
