package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/npy"
	"nmfrepro/solvers/matrix"
)

// countsWork is the variable that names the file into which a command writes its work, as it ends.
const countsWork = "NMFREPRO_COUNTS_WORK"

// work is what a command is judged by in place of time, which depends on the machine and on what else it does.
type work struct {
	Bytes  uint64 // that were allocated, in all
	Formed int64  // entries of models that were formed
}

// workOf is what this process has done.
func workOf() work {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return work{m.TotalAlloc, matrix.Formed()}
}

// save writes the work of this process to the file that the environment names.
func (w work) save() {
	if file := os.Getenv(countsWork); file != "" {
		text, err := json.Marshal(w)
		if err == nil {
			err = os.WriteFile(file, text, 0o666)
		}
		if err != nil {
			panic(err)
		}
	}
}

// counted is the work of a command in a process of its own.
func counted(t *testing.T, command string) (w work) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "work.json")
	output(t, []string{countsWork + "=" + file, "GOMAXPROCS=2", "GOGC=200"}, strings.Fields(command)...)
	if err := json.Unmarshal([]byte(contents(t, file)), &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// scattered writes a sparse matrix of n by n with so many entries, below 10 and one in each row and column.
func scattered(t testing.TB, name string, n, entries int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 8))
	at := map[[2]int]bool{}
	for i := range n {
		at[[2]int{i + 1, (i*7)%n + 1}] = true
	}
	for len(at) < entries {
		at[[2]int{1 + rng.IntN(n), 1 + rng.IntN(n)}] = true
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate integer general\n%d %d %d\n", n, n, len(at))
	for _, p := range slices.SortedFunc(maps.Keys(at), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		fmt.Fprintf(&b, "%d %d %d\n", p[0], p[1], 1+rng.IntN(9))
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// On sparse data a whole command costs what the entries and the sides cost, and nothing that grows with their product: both sides doubled at
// equal entries add less than a part of a dense X, from reading to the last error, and no entry of a model.
func TestSparseCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	scattered(t, "1.mtx", 1000, 8000)
	scattered(t, "2.mtx", 2000, 8000)
	for _, command := range []string{
		"factorize --quiet --input N.mtx --rank 4 --iterations 3 --solver nmf --out nmf-N",
		"factorize --quiet --input N.mtx --rank 4 --iterations 3 --solver hals --out hals-N",
		"factorize --quiet --input N.mtx --rank 4 --iterations 3 --solver nmf-kl --out kl-N --clusters argmax",
		"project --quiet --model hals-N --input N.mtx --out projected-N",
		"rank N.mtx --ranks 2 --starts 2 --folds 2 --iterations 3 --solvers nmf-kl --progress none --results r-N",
		"consensus N.mtx --ranks 1 --rank 1 --starts 3 --iterations 3 --progress none --results c-N --out consensus-N",
	} {
		small, large := counted(t, strings.ReplaceAll(command, "N", "1")), counted(t, strings.ReplaceAll(command, "N", "2"))
		if large.Formed > small.Formed {
			t.Errorf("%s: %d entries of models were formed, and %d at twice the sides", command, small.Formed, large.Formed)
		}
		const dense = 8 * (2000*2000 - 1000*1000) // bytes that a dense X takes more at twice the sides
		if more := int64(large.Bytes) - int64(small.Bytes); more > dense/3 {
			t.Errorf("%s: %d bytes more were allocated at twice the sides and equal entries", command, more)
		}
	}
}

// guarded are the commands whose cost is compared with what it was, each on what those before it left.
var guarded = []string{
	"factorize --quiet --input dense.npy --rank 10 --iterations 5 --solver hals --format npy --out dense",
	"factorize --quiet --input sparse.mtx --rank 10 --iterations 5 --solver nmf-kl --out sparse",
	"project --quiet --model dense --input dense.npy --format npy --out projected",
	"rank sparse.mtx --ranks 2 --starts 2 --folds 2 --iterations 3 --solvers nmf --progress none -j 1",
	"consensus sparse.mtx --ranks 1 --rank 1 --starts 3 --iterations 3 --progress none -j 1 --out consensus",
	"table pnmf/table3 --cached", "explain pnmf/table5 --cached", "report pnmf --cached -o site", "run --dry-run pnmf/table3:dataset=iris --reps 2 --format json",
}

// BenchmarkCommands tells what the same commands take of the processor, on data as large as they are made for; where NMFREPRO_BASE names the
// program of another build, in pairs with it: a ratio above 1 is one by which that one takes longer.
func BenchmarkCommands(b *testing.B) {
	b.Chdir(b.TempDir())
	b.Setenv("NMFREPRO_DATA", b.TempDir())
	filled(b, "dense.npy", 5000, 1000)
	scattered(b, "sparse.mtx", 20_000, 2_000_000)
	own, err := exec.LookPath("nmfrepro")
	if err != nil {
		b.Fatal(err)
	}
	base := os.Getenv("NMFREPRO_BASE")
	seconds := func(path, command string) float64 {
		if err := os.RemoveAll("results"); err != nil {
			b.Fatal(err)
		}
		cmd := exec.Command(path, strings.Fields(strings.Replace(command, "--out", "--overwrite --out", 1))...)
		if text, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%s: %v\n%s", command, err, text)
		}
		return cmd.ProcessState.UserTime().Seconds()
	}
	for _, command := range guarded {
		b.Run(strings.ReplaceAll(command, " ", "_"), func(b *testing.B) {
			var took, ratios []float64
			for b.Loop() {
				took = append(took, seconds(own, command))
				if base != "" {
					ratios = append(ratios, seconds(base, command)/took[len(took)-1])
				}
			}
			b.ReportMetric(middle(took), "user-s/op")
			if base != "" {
				b.ReportMetric(middle(ratios), "base/ours")
			}
		})
	}
}

// middle returns the median, the greater of the two in the middle.
func middle(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

// filled writes a dense matrix.
func filled(t testing.TB, name string, m, n int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(m, n, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, x)
	var text bytes.Buffer
	if err := errors.Join(npy.Write(&text, x), os.WriteFile(name, text.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// costsFile holds what commands allocated when it was written, in megabytes: with -update a test writes it anew.
const costsFile = "testdata/costs.json"

// A command allocates no more than it did by a quarter: what it costs rises unseen otherwise, as seconds differ from machine to machine.
func TestCostsOfCommands(t *testing.T) {
	var known map[string]float64
	if err := json.Unmarshal([]byte(contents(t, costsFile)), &known); err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Abs(costsFile)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	filled(t, "dense.npy", 1000, 500)
	scattered(t, "sparse.mtx", 2000, 20000)
	now := map[string]float64{}
	for _, command := range guarded {
		w := counted(t, command)
		now[command] = float64((w.Bytes+50_000)/100_000) / 10
		switch was, there := known[command]; {
		case *update:
		case !there:
			t.Errorf("%s is not in %s; write it anew with -update", command, costsFile)
		case now[command] > 1.25*was+1:
			t.Errorf("%s allocated %.1f MB, and %.1f once: find what it is, or write %s anew with -update", command, now[command], was, costsFile)
		}
	}
	if *update {
		text, err := json.MarshalIndent(now, "", "  ")
		if err == nil {
			err = os.WriteFile(file, append(text, '\n'), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
