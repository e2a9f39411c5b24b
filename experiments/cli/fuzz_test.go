package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Labels are read exactly: written out, they are the lines of the file.
func FuzzLabels(f *testing.F) {
	f.Add("1\n2\r\n 3\n\n")
	f.Add("-1\n9007199254740993\n+5")
	f.Add("1\n\n2")
	f.Fuzz(func(t *testing.T, text string) {
		labels, err := parseLabels([]byte(text), "f")
		lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
		if err != nil {
			if len(err.Error()) > 10_000 {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		if len(labels) != len(lines) {
			t.Fatalf("%d labels of %d lines", len(labels), len(lines))
		}
		for i, line := range lines {
			sign, digits := "", strings.TrimPrefix(strings.TrimSpace(line), "+")
			if rest, ok := strings.CutPrefix(digits, "-"); ok {
				sign, digits = "-", rest
			}
			if digits = strings.TrimLeft(digits, "0"); digits == "" {
				sign, digits = "", "0"
			}
			if got := strconv.Itoa(labels[i]); got != sign+digits {
				t.Fatalf("line %q was read as %s", line, got)
			}
		}
	})
}

// A mask lets through just the entries of X that it has a 1 for, and has the shape of X.
func FuzzMask(f *testing.F) {
	const m, n = 2, 3
	x := matrix.NewDense(m, n, []float64{1, 2, 3, 4, 5, 6})
	dir := f.TempDir()
	f.Add("1,0,1\n0,1,1\n", false)
	f.Add("0,0,0\n0,0,0\n", false)
	f.Add("%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 1\n2 3\n", true)
	f.Add("%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 0.5\n", true)
	f.Fuzz(func(t *testing.T, text string, market bool) {
		path := filepath.Join(dir, fmt.Sprintf("%d.csv", os.Getpid()))
		if market {
			path = strings.TrimSuffix(path, ".csv") + ".mtx"
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		masked, err := readMasked(path, x)
		if err != nil {
			return
		}
		mask, err := readDense(path)
		if err != nil {
			t.Fatal(err)
		}
		known := masked.(*matrix.Masked)
		if rows, cols := known.Dims(); rows != m || cols != n || known.NNZ() != int(mat.Sum(mask)) || known.NNZ() == 0 {
			t.Fatalf("%d×%d with %d known entries, the mask is %v", rows, cols, known.NNZ(), mat.Formatted(mask))
		}
		for i := range m {
			cols, vals := known.Row(i, nil)
			for k, j := range cols {
				if mask.At(i, j) != 1 || vals[k] != x.At(i, j) {
					t.Fatalf("entry %d, %d is %v, the mask has %v", i, j, vals[k], mask.At(i, j))
				}
			}
		}
	})
}
