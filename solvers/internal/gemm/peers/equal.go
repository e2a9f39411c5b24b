package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/npy"
	"nmfrepro/solvers"
	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// shape is a matrix to factorise, with what was planted in it, and the most iterations (or, of MiniBatchNMF, passes) of the peer.
type shape struct {
	m, n, rank int
	nonZero    int // entries that are not zero, about; 0 for a dense matrix
	limits     map[string]int
}

func (s shape) name() string {
	if s.nonZero > 0 {
		return fmt.Sprintf("%d×%d, %d not zero, rank %d", s.m, s.n, s.nonZero, s.rank)
	}
	return fmt.Sprintf("%d×%d, rank %d", s.m, s.n, s.rank)
}

// shapes are those that were asked about first: small, tall, large, and two sparse ones.
var shapes = []shape{
	{100, 30, 4, 0, map[string]int{"cd": 50, "mu Frobenius": 200, "mu KL": 200, "MiniBatchNMF Frobenius": 50, "MiniBatchNMF KL": 50}},
	{500, 200, 10, 0, map[string]int{"cd": 200, "mu Frobenius": 200, "mu KL": 200, "MiniBatchNMF Frobenius": 20, "MiniBatchNMF KL": 20}},
	{5000, 1000, 30, 0, map[string]int{"cd": 50, "mu Frobenius": 50, "mu KL": 15, "MiniBatchNMF Frobenius": 5, "MiniBatchNMF KL": 3}},
	{20000, 2000, 10, 0, map[string]int{"cd": 20, "mu Frobenius": 20, "mu KL": 5, "MiniBatchNMF Frobenius": 2, "MiniBatchNMF KL": 1}},
	{10000, 5000, 20, 500_000, map[string]int{"cd": 30, "mu Frobenius": 30, "mu KL": 15, "MiniBatchNMF Frobenius": 5, "MiniBatchNMF KL": 3}},
	{10000, 50000, 20, 500_000, map[string]int{"cd": 20, "mu Frobenius": 20, "mu KL": 5, "MiniBatchNMF Frobenius": 2, "MiniBatchNMF KL": 1}},
}

// pairs are scikit-learn's methods, each with ours for the same loss; cd and mu have ours of the same updates, of which scikit-learn makes
// those of W first, and so do ours.
var pairs = []struct{ method, loss, ours string }{
	{"cd", "Frobenius", "hals"},
	{"cd", "Frobenius", accelerated},
	{"mu", "Frobenius", "nmf"},
	{"mu", "KL", "nmf-kl"},
	{"MiniBatchNMF", "Frobenius", "hals"},
	{"MiniBatchNMF", "KL", "nmf-kl"},
}

// accelerated is hals with the option.
const accelerated = "hals, accelerated"

// patience is after how many times the peer's steps we give up on its objective; it is said where that happens.
const patience = 5

//go:embed equal.py
var equalError string

// job is a line to the peer, ended the line that it returns.
type job struct {
	Dir, Method, Loss string
	M, N, Limit       int
	Sparse            bool
}

type ended struct {
	Seconds        float64
	Steps          int
	Version, Error string
}

// pythonPeer is scikit-learn in a process.
type pythonPeer struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *json.Decoder
	version string
}

func startPython(threads int, clock string) (*pythonPeer, error) {
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "python3"
	}
	p := &pythonPeer{cmd: exec.Command(python, "-c", equalError, clock)}
	p.cmd.Env = append(os.Environ(), fmt.Sprint("OPENBLAS_NUM_THREADS=", threads), fmt.Sprint("OMP_NUM_THREADS=", threads))
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.in, p.out = in, json.NewDecoder(bufio.NewReader(out))
	r, err := p.read()
	p.version = r.Version
	if err != nil {
		p.close()
	}
	return p, err
}

func (p *pythonPeer) read() (r ended, err error) {
	if err = p.out.Decode(&r); err == nil && r.Error != "" {
		err = errors.New(r.Error)
	}
	return r, err
}

func (p *pythonPeer) run(j job) (ended, error) {
	if err := json.NewEncoder(p.in).Encode(j); err != nil {
		return ended{}, err
	}
	return p.read()
}

func (p *pythonPeer) close() {
	p.in.Close()
	p.cmd.Wait()
}

// planted returns a matrix of a shape with parts of which it is made: a dense one has noise of a tenth of its mean, a sparse one counts
// events that each part deals out to a few rows and columns more often than to others.
func (s shape) planted() (matrix.Matrix, func(dir string) error, error) {
	rng := rand.New(rand.NewPCG(7, uint64(s.m*s.n)))
	if s.nonZero == 0 {
		w, ht := solvers.RandomFactor(s.m, s.rank, rng), solvers.RandomFactor(s.n, s.rank, rng)
		for _, f := range []*mat.Dense{w, ht} {
			f.Apply(func(_, _ int, v float64) float64 { return v * v * v }, f) // few large values, many small ones
		}
		x := mat.NewDense(s.m, s.n, nil)
		x.Mul(w, ht.T())
		mean := mat.Sum(x) / float64(s.m*s.n)
		x.Apply(func(_, _ int, v float64) float64 { return v + 0.2*mean*rng.Float64() }, x)
		return matrix.FromDense(x), func(dir string) error { return save(dir, "X", x) }, nil
	}
	counts := map[[2]int]float64{}
	skewed := func(n, part int) int { return (int(float64(n)*math.Pow(rng.Float64(), 2)) + part*n/s.rank) % n }
	for len(counts) < s.nonZero {
		part := rng.IntN(s.rank)
		counts[[2]int{skewed(s.m, part), skewed(s.n, part)}]++
	}
	entries := make([]matrix.Triplet, 0, len(counts))
	for at, v := range counts {
		entries = append(entries, matrix.Triplet{Row: at[0], Col: at[1], Value: v})
	}
	slices.SortFunc(entries, func(a, b matrix.Triplet) int { return (a.Row-b.Row)*s.n + a.Col - b.Col })
	x, err := matrix.NewCSR(s.m, s.n, entries)
	if err != nil {
		return nil, nil, err
	}
	return x, func(dir string) error {
		data, indices, indptr := mat.NewDense(1, len(entries), nil), mat.NewDense(1, len(entries), nil), mat.NewDense(1, s.m+1, nil)
		for k, e := range entries {
			data.Set(0, k, e.Value)
			indices.Set(0, k, float64(e.Col))
			indptr.Set(0, e.Row+1, float64(k+1))
		}
		for i := range s.m { // rows without an entry end where the one before ends
			indptr.Set(0, i+1, max(indptr.At(0, i), indptr.At(0, i+1)))
		}
		return errors.Join(save(dir, "data", data), save(dir, "indices", indices), save(dir, "indptr", indptr))
	}, nil
}

func save(dir, name string, x *mat.Dense) error {
	var text bytes.Buffer
	return errors.Join(npy.Write(&text, x), os.WriteFile(filepath.Join(dir, name+".npy"), text.Bytes(), 0o666))
}

func load(dir, name string) (*mat.Dense, error) {
	file := filepath.Join(dir, name+".npy")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return npy.Read(bytes.NewReader(text), int64(len(text)), file)
}

// begin starts one of our methods from factors, which stay as they are.
func begin(method string, x matrix.Matrix, f solvers.Factors) (solvers.Progress, error) {
	name, _, faster := strings.Cut(method, ",")
	entry, ok := solvers.Find(name)
	if !ok {
		return nil, fmt.Errorf("there is no method %s", method)
	}
	solver := entry.New()
	err := solvers.SetOption(solver, "order", string(solvers.WFirst)) // as scikit-learn: the first step of both is the same
	if faster {
		err = errors.Join(err, solvers.SetOption(solver, "accelerate", "true"))
	}
	if err != nil {
		return nil, err
	}
	_, rank := f.W.Dims()
	own := solvers.Factors{W: mat.DenseCopyOf(f.W), Ht: mat.DenseCopyOf(f.Ht)}
	return solver.Start(solvers.Problem{X: x, Rank: rank}, own, rand.New(rand.NewPCG(1, 1)))
}

// equal is a line of the page.
type equal struct {
	shape, peer, ours string
	threads           int
	theirs, own       float64 // seconds, medians
	theirSteps, steps int
	ratio             float64 // median over the rounds
	objective         float64
	reached           bool
}

// compareEqual times a pair of methods on a matrix in turn, from the same start: the peer to its end, ours until it has the peer's
// objective.
func compareEqual(p *pythonPeer, j job, ours string, x matrix.Matrix, start solvers.Factors) (e equal, err error) {
	var theirs, own []float64
	for round := 0; round < 3; round++ {
		r, err := p.run(j)
		if err != nil {
			return e, err
		}
		theirs = append(theirs, r.Seconds)
		if round == 0 {
			e.theirSteps = r.Steps
			if e.objective, e.steps, e.reached, err = stepsTo(ours, x, start, j.Dir, r.Steps); err != nil {
				return e, err
			}
		}
		began := now()
		run, err := begin(ours, x, start)
		if err != nil {
			return e, err
		}
		for range e.steps {
			run.Step()
		}
		own = append(own, now()-began)
		if r.Seconds > 4 { // long enough to be told from noise
			break
		}
	}
	ratios := make([]float64, len(own))
	for k := range ratios {
		ratios[k] = theirs[k] / own[k]
	}
	e.theirs, e.own, e.ratio = median(theirs), median(own), median(ratios)
	return e, nil
}

// stepsTo counts the steps until our objective is that of the factors which the peer left, by one formula for both.
func stepsTo(ours string, x matrix.Matrix, start solvers.Factors, dir string, theirs int) (objective float64, steps int, reached bool,
	err error) {
	w, err := load(dir, "endW")
	if err != nil {
		return 0, 0, false, err
	}
	ht, err := load(dir, "endHt")
	if err != nil {
		return 0, 0, false, err
	}
	end, err := begin(ours, x, solvers.Factors{W: w, Ht: ht})
	if err != nil {
		return 0, 0, false, err
	}
	run, err := begin(ours, x, start)
	if err != nil {
		return 0, 0, false, err
	}
	const rounding = 1e-9
	objective = end.Objective()
	for steps = 1; steps <= patience*max(theirs, 10); steps++ {
		run.Step()
		if run.Objective() <= objective*(1+rounding) {
			return objective, steps, true, nil
		}
	}
	return objective, steps - 1, false, nil
}

// equalErrors writes the page on the time to equal error.
func equalErrors(page, only, clock string) error {
	var lines []equal
	version := ""
	counts := []int{1, 2}
	if clock == "cpu" { // which adds threads up
		counts = counts[:1]
	}
	for _, threads := range counts {
		runtime.GOMAXPROCS(threads)
		gemm.SetThreads(threads)
		p, err := startPython(threads, clock)
		if err != nil {
			return fmt.Errorf("scikit-learn: %w (Debian: apt-get install python3-sklearn)", err)
		}
		version = p.version
		err = func() error {
			defer p.close()
			for _, s := range shapes {
				if !strings.Contains(s.name(), only) {
					continue
				}
				more, err := equalOn(p, s, threads)
				if err != nil {
					return fmt.Errorf("%s: %w", s.name(), err)
				}
				lines = append(lines, more...)
			}
			return nil
		}()
		if err != nil {
			return err
		}
	}
	if len(lines) == 0 {
		return fmt.Errorf("no shape has %q in its name", only)
	}
	return os.WriteFile(page, []byte(pageOf(lines, version, clock)), 0o666)
}

// equalOn compares all pairs on one shape.
func equalOn(p *pythonPeer, s shape, threads int) (lines []equal, err error) {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	x, write, err := s.planted()
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(2, 2))
	start := solvers.Factors{W: solvers.RandomFactor(s.m, s.rank, rng), Ht: solvers.RandomFactor(s.n, s.rank, rng)}
	if err := errors.Join(write(dir), save(dir, "W", start.W), save(dir, "Ht", start.Ht)); err != nil {
		return nil, err
	}
	for _, pair := range pairs {
		name := pair.method
		if name != "cd" { // of one loss alone
			name += " " + pair.loss
		}
		j := job{Dir: dir, Method: pair.method, Loss: pair.loss, M: s.m, N: s.n, Limit: s.limits[name], Sparse: s.nonZero > 0}
		e, err := compareEqual(p, j, pair.ours, x, start)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		e.shape, e.peer, e.ours, e.threads = s.name(), name, pair.ours, threads
		fmt.Printf("%s, %d threads: %s %s in %d steps, %s %s in %d, ratio %.2f\n", e.shape, threads, e.peer, duration(e.theirs), e.theirSteps,
			e.ours, duration(e.own), e.steps, e.ratio)
		lines = append(lines, e)
	}
	return lines, nil
}

// pageOf returns the page in Markdown.
func pageOf(lines []equal, version, clock string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Time to equal error

Written by `+"`make bench-peers`"+` on %s: %s, %s, %d processors; %s.

Both programs start from the same factors, drawn evenly, on the same planted matrix, and update W first, so that the steps of cd and of hals,
and those of mu and of ours, are the same. scikit-learn runs until its own rule (tolerance 1e-4) or the limit of steps ends it; ours runs
until its objective is no greater, by one formula for both. The seconds are those of the calls alone, of %s,
without reading and without objectives of ours in between, in three turns of one after the other (one turn where a call of scikit-learn
takes more than four seconds). Seconds are medians, and so is the ratio of each turn: above 1 ours is faster. cd and mu are beside ours of the
same updates, cd also beside hals with accelerate=true, and MiniBatchNMF beside ours of the same loss. A step of MiniBatchNMF is a pass over
all samples.

`, time.Now().Format(time.DateOnly), processor(), runtime.Version(), runtime.NumCPU(), version, map[string]string{"wall": "the clock", "cpu": "the processor, which other programs disturb least"}[clock])
	for _, threads := range []int{1, 2} {
		if !slices.ContainsFunc(lines, func(e equal) bool { return e.threads == threads }) {
			continue
		}
		fmt.Fprintf(&b, "## Threads: %d\n\n| matrix | scikit-learn | steps | seconds | ours | steps | seconds | ratio |\n| --- | --- | --: | "+
			"--: | --- | --: | --: | --: |\n", threads)
		var ratios []float64
		for _, e := range lines {
			if e.threads != threads {
				continue
			}
			ratio := fmt.Sprintf("%.2f", e.ratio)
			if !e.reached {
				ratio = "not reached"
			} else {
				ratios = append(ratios, e.ratio)
			}
			fmt.Fprintf(&b, "| %s | %s | %d | %.3g | %s | %d | %.3g | %s |\n", e.shape, e.peer, e.theirSteps, e.theirs, e.ours, e.steps, e.own,
				ratio)
		}
		slower := 0
		for _, r := range ratios {
			if r < 1 {
				slower++
			}
		}
		fmt.Fprintf(&b, "\nGeometric mean of %d ratios: %.2f. Ours is slower in %d of them.\n\n", len(ratios), geometricMean(ratios), slower)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
