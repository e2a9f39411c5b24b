// Command peers times this project's products and iterations beside those of gonum, OpenBLAS and scikit-learn.
//
// All run the same work in turn, a few milliseconds each, round after round, so that whatever else the machine does falls
// on all of them alike. A row shows the median time of each, the median over rounds of its ratio to ours, above 1 where we
// are faster, and the ratio of the best times, which a busy machine disturbs least. OpenBLAS (libopenblas.so.0, through purego) is tried
// with several of its kernels and the quickest counts. scikit-learn runs under the python3 that PYTHON names. A peer that is not installed
// is left out, and said to be.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"sort"
	"strings"
	"text/tabwriter"
	"time"

	"nmfrepro/solvers/internal/gemm"
)

func main() {
	rounds := flag.Int("rounds", 30, "rounds of each product; iterations take a third as many")
	threads := flag.Int("threads", 1, "threads of every program")
	only := flag.String("only", "", "only the work whose name contains this")
	clockName := flag.String("clock", "wall", "wall, or cpu for processor time, on a machine that others use (one thread only)")
	worker := flag.Bool("worker", false, "serve OpenBLAS on standard input (internal)")
	page := flag.String("equal", "", "write a page on the time until the objective that scikit-learn ends with, on 1 and 2 threads, into "+
		"this file, and nothing else")
	flag.Parse()
	var known bool
	if now, known = clocks[*clockName]; !known || *clockName == "cpu" && *threads > 1 {
		fmt.Fprintf(os.Stderr, "peers: -clock = %q with %d threads, want wall, or cpu with one\n", *clockName, *threads)
		os.Exit(2)
	}
	if *worker {
		serveOpenBLAS(os.Stdin, os.Stdout)
		return
	}
	for _, name := range []string{"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"} {
		if _, set := os.LookupEnv(name); set {
			fmt.Fprintf(os.Stderr, "peers: %s is set, which slows OpenBLAS down on some machines: unset it\n", name)
			os.Exit(2)
		}
	}
	if *page != "" {
		if err := equalErrors(*page, *only, *clockName); err != nil {
			fmt.Fprintln(os.Stderr, "peers:", err)
			os.Exit(1)
		}
		return
	}
	runtime.GOMAXPROCS(*threads)
	gemm.SetThreads(*threads)
	if err := compare(os.Stdout, *rounds, *threads, *clockName, *only); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// compare prints the two tables.
func compare(out io.Writer, rounds, threads int, clock, only string) error {
	peers, closeAll, absent := start(threads, clock)
	defer closeAll()
	fmt.Fprintf(out, "%s, %d threads, %s time, kernel %s, %s\n", runtime.Version(), threads, clock, gemm.Kernel(), processor())
	for _, p := range peers {
		fmt.Fprintf(out, "%s: %s\n", p.name(), p.version())
	}
	for _, why := range absent {
		fmt.Fprintln(out, "absent:", why)
	}
	for _, group := range groups {
		matches := func(w work) bool { return strings.Contains(w.Name, only) }
		if !slices.ContainsFunc(group.work, matches) {
			continue
		}
		n := max(1, rounds/group.fewer)
		fmt.Fprintf(out, "\n%s, %d rounds\n", group.title, n)
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "work\tours\tGFLOP/s\tpeer\ttime\tGFLOP/s\tratio\tof best\t")
		means, bests := map[string][]float64{}, map[string][]float64{}
		for _, job := range group.work {
			if !matches(job) {
				continue
			}
			rows, err := measure(job, peers, n)
			if err != nil {
				return err
			}
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\t%.1f\t%s\t%s\t%.1f\t%.2f\t%.2f\t\n", job.Name, duration(r.ours), job.flop()/r.ours/1e9, r.peer,
					duration(r.theirs), job.flop()/r.theirs/1e9, r.ratio, r.best)
				means[r.peer], bests[r.peer] = append(means[r.peer], r.ratio), append(bests[r.peer], r.best)
			}
		}
		for _, peer := range sortedKeys(means) {
			fmt.Fprintf(w, "geometric mean\t\t\t%s\t\t\t%.2f\t%.2f\t\n", peer, geometricMean(means[peer]), geometricMean(bests[peer]))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// row is the comparison with one peer.
type row struct {
	peer         string
	ours, theirs float64 // medians, in seconds
	ratio, best  float64
}

// turn runs a job in one peer. Several threads of the peer before may still look for work, OpenBLAS's for some 2²⁶ cycles, on a
// core that belongs to this one; after they have gone to sleep, 0.1 s that do not count bring the other core back to work.
func turn(p peer, job work, repeats int) (seconds float64, err error) {
	if gemm.Threads() > 1 {
		time.Sleep(60 * time.Millisecond)
		if _, err := p.run(job, 10*repeats); err != nil {
			return 0, err
		}
	}
	return p.run(job, repeats)
}

// measure runs a job everywhere in turn. Of OpenBLAS's kernels only the quickest is kept.
func measure(job work, peers []peer, rounds int) ([]row, error) {
	var able []peer
	for _, p := range peers {
		if p.does(job) {
			able = append(able, p)
		}
	}
	times := make([][]float64, len(able))
	repeats := make([]int, len(able))
	for i, p := range able {
		once, err := p.run(job, 1)
		if err == nil {
			once, err = p.run(job, 1) // the first was cold
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", p.name(), job.Name, err)
		}
		repeats[i] = 1 + int(0.01/once)
	}
	for range rounds {
		for i, p := range able {
			seconds, err := turn(p, job, repeats[i])
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", p.name(), job.Name, err)
			}
			times[i] = append(times[i], seconds/float64(repeats[i]))
		}
	}
	best := map[string]row{}
	for i, p := range able[1:] { // the first is ours
		r := row{peer: p.name(), ours: median(times[0]), theirs: median(times[i+1])}
		r.best = slices.Min(times[i+1]) / slices.Min(times[0])
		ratios := make([]float64, rounds)
		for k := range ratios {
			ratios[k] = times[i+1][k] / times[0][k]
		}
		r.ratio = median(ratios)
		family, _, _ := strings.Cut(r.peer, " ")
		if b, seen := best[family]; !seen || r.ratio < b.ratio {
			best[family] = r
		}
	}
	var rows []row
	for _, family := range sortedKeys(best) {
		r := best[family]
		r.peer = family
		rows = append(rows, r)
	}
	return rows, nil
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func median(x []float64) float64 {
	s := append([]float64(nil), x...)
	sort.Float64s(s)
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

func geometricMean(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(x)))
}

func duration(seconds float64) string {
	return time.Duration(seconds * 1e9).Round(time.Duration(max(1, seconds*1e6))).String()
}

// processor names the CPU as Linux does.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for _, line := range strings.Split(string(info), "\n") {
		if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
