//go:build linux

package ranks

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/datasets/npy"
	"nmfrepro/eval"
	"nmfrepro/eval/hungarian"
	"nmfrepro/eval/rank"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

var measure = flag.String("measure", "", "program by which solvers/choosing.csv is measured anew; page: CHOOSING.md from it")

// choice is a kind of data on which methods are compared.
type choice struct {
	purpose, kind string
	rank          int
	draw          func(*rand.Rand) (x matrix.Matrix, planted *mat.Dense) // for what was planted in the features
	classes       func(*rand.Rand) (x matrix.Matrix, truth []int)        // or for classes of the samples
	known         float64                                                // share of the classes that is given
}

// choices are the sixteen kinds of data by which rank is held to account, ten times as many samples of those that are made, and some
// of them with what a method is chosen for.
func choices() (all []choice) {
	for _, a := range answers(10 * knownCols) {
		purpose := "dense"
		switch name := a.name; {
		case strings.HasPrefix(name, "Poisson"):
			purpose = "counts"
		case strings.HasPrefix(name, "half missing"):
			purpose = "missing"
		case name == "blocks, 5" || name == "overlapping, 5":
			purpose = "ordered"
		case a.rank == 0:
			set, _, _ := strings.Cut(name, " ")
			all = append(all, choice{"graph", set, 0, nil, classesOf(set), 0}, choice{"labels", set + ", a fifth labelled", 0, nil, classesOf(set), 0.2})
			continue
		}
		all = append(all, choice{purpose, a.name, a.rank, a.draw, nil, 0})
	}
	for _, r := range []int{3, 5} {
		all = append(all,
			choice{"sparse", fmt.Sprintf("Poisson of mean 0.3, rank %d", r), r, func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
				x, w := signal(3*knownRows, 10*knownCols, r, rng)
				x.Scale(0.3*float64(3*knownRows*10*knownCols)/mat.Sum(x), x)
				return counted(x, rng), w
			}, nil, 0},
			choice{"outliers", fmt.Sprintf("Gaussian, rank %d, 5 %% of samples spoiled", r), r, func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
				x, w := signal(knownRows, 10*knownCols, r, rng)
				noisy := mat.DenseCopyOf(withNoise(x, 0.1, rng))
				for j := range 10 * knownCols {
					for i := 0; j%20 == 0 && i < knownRows; i++ {
						noisy.Set(i, j, 10*rng.ExpFloat64())
					}
				}
				return matrix.FromDense(noisy), w
			}, nil, 0},
			choice{"signed", fmt.Sprintf("Gaussian of any sign, rank %d", r), r, func(rng *rand.Rand) (matrix.Matrix, *mat.Dense) {
				w, h, x := mat.NewDense(knownRows, r, nil), mat.NewDense(r, 10*knownCols, nil), new(mat.Dense)
				w.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, w)
				for j := range 10 * knownCols { // mostly of one component
					for k := range r {
						h.Set(k, j, 0.1*rng.ExpFloat64())
					}
					h.Set(rng.IntN(r), j, 1+rng.ExpFloat64())
				}
				x.Mul(w, h)
				x.Apply(func(_, _ int, v float64) float64 { return v + 0.1*rng.NormFloat64() }, x)
				return matrix.FromDense(x), w
			}, nil, 0})
	}
	return all
}

// counted draws counts of these means, sparse.
func counted(mean *mat.Dense, rng *rand.Rand) matrix.Matrix {
	m, n := mean.Dims()
	var entries []matrix.Triplet // drawn once: CSRFrom reads them twice
	for i := range m {
		for j := range n {
			count := -1.
			for left := mean.At(i, j); left >= 0; count++ {
				left -= rng.ExpFloat64()
			}
			if count > 0 {
				entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: count})
			}
		}
	}
	x, err := matrix.CSRFrom(m, n, func(yield func(matrix.Triplet) bool) {
		for _, e := range entries {
			if !yield(e) {
				return
			}
		}
	})
	if err != nil {
		panic(err)
	}
	return x
}

// classesOf draws samples of a data set with their classes.
func classesOf(name string) func(*rand.Rand) (matrix.Matrix, []int) {
	return func(rng *rand.Rand) (matrix.Matrix, []int) {
		e, _ := datasets.Find(name)
		d, err := datasets.Load("", e, e.New(), nil)
		if err != nil {
			panic(err)
		}
		seed := rng.Uint64()
		x, _ := subset(name, 100)(rand.New(rand.NewPCG(seed, 0)))
		_, n := d.X.Dims()
		var truth []int
		for _, j := range rand.New(rand.NewPCG(seed, 0)).Perm(n)[:100] { // the samples that subset takes
			truth = append(truth, d.Labels[j])
		}
		return x, truth
	}
}

// chosenFor tells whether a method is compared for a purpose: those that are made for it, and, where others can do without, all.
func chosenFor(c choice, e solvers.Entry) (solvers.Solver, bool) {
	s, can := e.New(), e.Capabilities()
	baseline := e.Name == "hals" || e.Name == "nmf"
	switch c.purpose {
	case "signed":
		return s, can.Signed && c.fits(e)
	case "missing":
		return s, can.Masked && c.fits(e)
	case "graph":
		return s, can.Graph || baseline
	case "labels":
		if !solvers.TakesLabels(s) && (solvers.SetOption(s, "graph", "supervised") != nil || !solvers.TakesLabels(s)) {
			return s, baseline
		}
		return s, true
	}
	return s, c.fits(e)
}

// fits tells whether a method leaves a basis of X.
func (c choice) fits(e solvers.Entry) bool {
	return solvers.Models(e.New()) == "" && solvers.ProjectionOf(e.New()).Formula != ""
}

// recovered is the mean cosine of the planted components with those found, or the share of the samples in the right cluster.
func recovered(c choice, s solvers.Solver, draw int) (recovery float64, err error) {
	rng := rand.New(rand.NewPCG(uint64(draw), 77))
	var x matrix.Matrix
	var planted *mat.Dense
	var truth, given []int
	r := c.rank
	if c.classes != nil {
		x, truth = c.classes(rng)
		r = slices.Max(truth) + 1
		if c.known > 0 {
			for _, class := range truth {
				if rng.Float64() > c.known {
					class = -1
				}
				given = append(given, class)
			}
		}
	} else {
		x, planted = c.draw(rng)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	problem := solvers.Problem{X: x, Rank: r}
	if solvers.TakesLabels(s) {
		problem.Labels = given
	}
	f, err := solvers.Factorize(ctx, s, problem, solvers.Plan{Init: solvers.InitScaled, Seed: uint64(draw) + 1, Starts: 1, Settings: solvers.Settings{Iterations: 500, TolObjective: 1e-4, Every: 10}})
	if err == nil && (f.Status == solvers.Cancelled || f.Status == solvers.Diverged) {
		err = errors.New(f.Status.String())
	}
	if err != nil {
		return 0, err
	}
	if planted != nil {
		if f.Basis == nil {
			return 0, errors.New("no basis")
		}
		recovery, err = rank.Likeness(f.Basis, planted)
		return max(0, recovery), err
	}
	labels := f.Labels
	if labels == nil {
		assign := eval.NewAssign()
		assign.Method, assign.KMeans.K = eval.ByKMeans, r
		switch {
		case f.Ht != nil:
		case f.Embedding != nil:
			assign.From = eval.FromEmbedding
		default:
			assign.From = eval.FromW
		}
		if labels, _, err = assign.Clusters(eval.Outcome{Given: eval.Given{X: x}, Found: eval.Found{W: f.W, Ht: f.Ht, Embedding: f.Embedding, Basis: f.Basis, Rank: r}}, rng); err != nil {
			return 0, err
		}
	}
	table, count := mat.NewDense(r, r, nil), 0.
	for j, class := range truth {
		if given == nil || given[j] < 0 { // those that were given are no answer
			table.Set(labels[j], class, table.At(labels[j], class)+1)
			count++
		}
	}
	_, right, err := hungarian.Max(table)
	return right / count, err
}

// choosingFile is where the measurements are, and choosingPage the page that shows them.
const choosingFile, choosingPage = "../../choosing.csv", "../../CHOOSING.md"

const choosingDraws = 4

// TestChoosing holds the page against the measurements, and some of these against a run of today: recovery does not depend on the
// machine. With -measure PROGRAM those are made that the file lacks, an hour for all.
func TestChoosing(t *testing.T) {
	if *measure == "page" {
		page, err := os.ReadFile(choosingPage)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, _ := strings.Cut(string(page), choosingBegin)
		_, after, _ := strings.Cut(rest, choosingEnd)
		if err := os.WriteFile(choosingPage, []byte(before+choosingBegin+choosingTables()+choosingEnd+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if *measure != "" {
		measureAll(t, *measure)
		return
	}
	page, err := os.ReadFile(choosingPage)
	if err != nil {
		t.Fatal(err)
	}
	want := choosingTables()
	_, got, _ := strings.Cut(string(page), choosingBegin)
	if got, _, _ = strings.Cut(got, choosingEnd); got != want {
		t.Errorf("CHOOSING.md is not that of choosing.csv; make choosing writes both")
	}
	for _, c := range choices() {
		all, _ := solvers.SuitedFor(c.purpose)
		if len(all) < 2 {
			t.Fatalf("%s: %d methods", c.purpose, len(all))
		}
		at := slices.IndexFunc(all, func(one solvers.Suited) bool {
			return slices.Contains([]string{"hals", "nmf-kl", "convex-nmf"}, one.Solver)
		})
		if at < 0 || c.rank > 5 || c.classes != nil {
			continue
		}
		e, _ := solvers.Find(all[at].Solver)
		sum := 0.
		for draw := range choosingDraws {
			recovery, err := recovered(c, e.New(), draw)
			if err != nil {
				t.Fatal(err)
			}
			sum += recovery / choosingDraws
		}
		if math.Abs(sum-all[at].Kinds[c.kind]) > 5e-4 {
			t.Errorf("%s: %s recovers %.4f, and choosing.csv has %v", c.kind, e.Name, sum, all[at].Kinds[c.kind])
		}
	}
}

const choosingBegin, choosingEnd = "<!-- measurements: generated by make choosing -->\n", "<!-- end of measurements -->"

// choosingTables are the measurements as the page shows them.
func choosingTables() string {
	var b strings.Builder
	for _, purpose := range solvers.Purposes {
		all, kinds := solvers.SuitedFor(purpose)
		fmt.Fprintf(&b, "\n### %s\n\n| solver | recovery | %s | seconds | MB |\n| --- | --: |%s --: | --: |\n", purpose, strings.Join(kinds, " | "), strings.Repeat(" --: |", len(kinds)))
		for _, c := range all {
			fmt.Fprintf(&b, "| %s | %.3f |", c.Solver, c.Recovery)
			for _, kind := range kinds {
				fmt.Fprintf(&b, " %.3f |", c.Kinds[kind])
			}
			fmt.Fprintf(&b, " %.2g | %.0f |\n", c.Seconds, c.Megabytes)
		}
	}
	b.WriteString("\n")
	return b.String()
}

// measureAll goes on where it was killed: what the file has stays.
func measureAll(t *testing.T, program string) {
	var b bytes.Buffer
	if data, err := os.ReadFile(choosingFile); err == nil {
		b.Write(data)
	} else {
		b.WriteString("for,kind,solver,recovery,seconds,megabytes\n")
	}
	costs := map[string][2]float64{}
	for _, c := range choices() {
		for _, e := range solvers.Catalog {
			s, ok := chosenFor(c, e)
			if !ok || strings.Contains(b.String(), fmt.Sprintf("\n%s,%q,%s,", c.purpose, c.kind, e.Name)) {
				continue
			}
			sum := 0.
			var failed error
			for draw := range choosingDraws {
				recovery, err := recovered(c, s, draw)
				sum += recovery / choosingDraws
				if failed = err; err != nil {
					break
				}
			}
			if failed != nil {
				t.Logf("%s, %s: %v", c.kind, e.Name, failed)
				continue
			}
			fmt.Fprintf(&b, "%s,%q,%s,%.4f,NaN,NaN\n", c.purpose, c.kind, e.Name, sum)
			like := c.purpose
			if !slices.Contains([]string{"sparse", "signed", "missing", "labels"}, like) {
				like = "dense"
			}
			if _, known, found := strings.Cut(b.String(), fmt.Sprintf("\n%s,%q,%s,NaN,", like, solvers.LargeKind, e.Name)); found {
				var of [2]float64
				if _, err := fmt.Sscanf(known, "%g,%g\n", &of[0], &of[1]); err != nil {
					t.Fatal(err)
				}
				costs[like+e.Name] = of
			}
			if _, done := costs[like+e.Name]; !done {
				costs[like+e.Name] = large(t, program, like, e.Name)
			}
			cost := costs[like+e.Name]
			if row := fmt.Sprintf("%s,%q,%s,NaN,%.3g,%.3g\n", c.purpose, solvers.LargeKind, e.Name, cost[0], cost[1]); !strings.Contains(b.String(), row) {
				b.WriteString(row)
			}
		}
		fmt.Fprintln(os.Stderr, c.purpose, c.kind)
		if err := os.WriteFile(choosingFile, b.Bytes(), 0o666); err != nil { // as far as it is
			t.Fatal(err)
		}
	}
}

// large runs the program on a large X that is like the purpose, and returns its seconds of a processor and megabytes.
func large(t *testing.T, program, purpose, solver string) [2]float64 {
	const m, n, r = 2000, 1000, 10
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(9, 9))
	x, _ := signal(m, n, r, rng)
	name := filepath.Join(dir, "X.npy")
	args := []string{"factorize", "--solver", solver, "--rank", "10", "--iterations", "100", "--every", "100", "--out", dir}
	if purpose == "sparse" {
		name = filepath.Join(dir, "X.mtx")
		x.Scale(0.05*float64(m*n)/mat.Sum(x), x)
		sparse := counted(x, rng)
		var b bytes.Buffer
		fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", m, n, sparse.NNZ())
		for e := range matrix.Entries(sparse) {
			fmt.Fprintf(&b, "%d %d %v\n", e.Row+1, e.Col+1, e.Value)
		}
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	} else {
		x = mat.DenseCopyOf(withNoise(x, 0.1, rng))
		x.Apply(func(_, _ int, v float64) float64 {
			switch {
			case purpose == "missing" && rng.IntN(2) == 0:
				return math.NaN()
			case purpose == "signed":
				return v - 1
			}
			return v
		}, x)
		var b bytes.Buffer
		if err := errors.Join(npy.Write(&b, x), os.WriteFile(name, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if purpose == "labels" && solver != "hals" && solver != "nmf" {
		labels := filepath.Join(dir, "labels.csv")
		if err := os.WriteFile(labels, []byte(strings.Repeat("0\n1\n-1\n-1\n-1\n", n/5)), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--labels", labels)
		if e, _ := solvers.Find(solver); !solvers.TakesLabels(e.New()) {
			args = append(args, "--set", "graph=supervised")
		}
	}
	limited := append([]string{"-c", `ulimit -t 40; exec "$@"`, "sh", program}, args...) // of processor time, which others do not spend
	cmd := exec.Command("sh", append(limited, "--input", name)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Logf("%s on large data: %v: %s", solver, err, out)
		return [2]float64{math.NaN(), math.NaN()}
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return [2]float64{(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), float64(usage.Maxrss) / 1024}
}
