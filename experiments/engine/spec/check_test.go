package spec

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// broken has one mistake a line, marked with what the message must hold; the marks also tell the line.
const broken = `title: broken
seed: 1
profiles:
  smoke: {replicates: 0}                        # ! replicates = 0, want 1 to 1000000
  quick:
    replicates: 2
    overrides:
      - datasets: [irs]                         # ! unknown data set key "irs", did you mean "iris"?
        methods: [nfm]                          # ! unknown method key "nfm", did you mean "nmf"?
        stop: {iterations: 0}                   # ! iterations = 0, want ≥ 1
        note: short
  paper: {replicates: 9000000000000000000}      # ! replicates = 9000000000000000000, want 1 to 1000000
init: radnom                                    # ! unknown start "radnom", did you mean "random"?
stop: {iterations: 10, tol-objective: -1}       # ! tol-objective = -1, want a finite value ≥ 0
starts: -2                                      # ! starts = -2, want ≥ 1
datasets:
  - {key: iris, source: iris, ranks: [3, 0]}    # ! rank = 0, want ≥ 1
  - {key: iris, source: wine, ranks: [3]}       # ! "iris" is given twice
  - {key: face, source: orlfull, ranks: [3]}    # ! unknown data set "orlfull", did you mean "orl-full"?
  - {key: wine, source: wine, ranks: [3, 3]}    # ! rank 3 is given twice
  - {key: more, source: wine, ranks: [3, 179]}  # ! rank = 179, want at most 178, the longer side of wine
  - {key: two words, source: wine, ranks: []}   # ! cannot stand in an address
  - {key: "\e[31mred", source: wine, ranks: [3]} # ! "\x1b[31mred" cannot stand in an address
  - key: digits
    source: digits
    options: {scael: none}                      # ! did you mean "scale"?
    ranks: [10]
    folds: 1                                    # ! folds = 1, want ≥ 2
    hold-samples: 1                             # ! hold-samples = 1, want at least 0 and below 1
    hold-entries:
      share: 1                                  # ! share = 1, want above 0 and below 1
      of: ones                                  # ! unknown kind of entries "ones"
      zeros: out                                # ! unknown meaning of an entry of 0 "out"
    constraints: {from: label}                  # ! unknown source of constraints "label"
clusters:
  - {name: h, from: h, method: argmx}           # ! method = "argmx"
methods:
  - {key: nmf, solver: nfm}                     # ! unknown solver "nfm", did you mean "nmf"?
  - key: onmf
    solver: onmf
    options: {orthogonal: x}                    # ! orthogonal
  - {key: d1, solver: nmf, init: {generator: mt19937, seed: 1, draw: julia}} # ! draw = "julia"
  - {key: d2, solver: nmf, init: {generator: mt19937, seed: 1, draw: r, order: H}} # ! order = "H", want "W H"
  - {key: raw, options: {order: h-first}}       # ! options without a solver
  - {key: v, solver: nmf, vary: {order: [up]}}  # ! order = "up"
  - {key: o, solver: nmf, options-on: {iris: {order: up}}} # ! order = "up"
  - {key: t, solver: gnmf, tune: {grid: {}, by: purity}} # ! the grid is empty, want options with their values
  - {key: t1, solver: gnmf, tune: {grid: {lamda: [1]}, by: purity}} # ! unknown option of gnmf "lamda", did you mean "lambda"?
  - {key: t2, solver: gnmf, tune: {grid: {lambda: [-1]}, by: purity}} # ! lambda = "-1", want
  - {key: t3, solver: gnmf, tune: {grid: {lambda: []}, by: purity}} # ! lambda has no values
  - {key: t4, solver: gnmf, tune: {grid: {lambda: [1, 1]}, by: purity}} # ! 1 is given twice
  - {key: t5, solver: gnmf, tune: {grid: {lambda: [1]}, by: nmi}} # ! unknown metric that is computed "nmi"
  - {key: t7, solver: gnmf, tune: {grid: {lambda: [1]}, by: purity, per: table}} # ! unknown scope of the choice "table"
  - {key: t8, solver: nmfi, tune: {grid: {parity: [fixed, alternating]}, by: purity}} # ! parity = fixed is no number: it says which algorithm is meant
  - {key: t9, solver: gnmf, options: {lambda: 2}, tune: {grid: {lambda: [1]}, by: purity}} # ! lambda is tuned here and set in options
  - {key: t10, tune: {grid: {lambda: [1]}, by: purity}} # ! a method without a solver has no options to tune
  - {key: p, solver: nmf, options-on: {irsi: {}}}          # ! unknown data set key "irsi", did you mean "iris"?
  - {key: n, solver: nmf, measure: manhattan}   # ! unknown measure "manhattan"
  - {key: from, solver: nmf, init-from: [onmf]} # ! onmf does not end in clusters
  - {key: s1, solver: nmf, starts: -1}          # ! starts = -1, want ≥ 1
  - {key: s2, solver: nmf, init: nndsvd, starts: 3} # ! starts = 3, and nndsvd draws nothing: leave it out
  - {key: s4, solver: mcnmf, rank-times: -1}    # ! rank-times = -1, want ≥ 1
  - {key: s5, solver: umap, rank-times: 3}      # ! s5 has no factors whose rank could be another
  - {key: s6, solver: mcnmf, datasets: [more], rank-times: 90} # ! rank-times = 90 makes rank 270 of 3 on more, want at most 178, its longer side
  - key: con
    consensus:
      starts: 1                                 # ! starts = 1, want at least 2: a consensus compares initialisations
  - {key: fro, solver: nmf, init-from: [om]}    # ! unknown method key "om"
metrics: [purity, entorpy, purity@k]            # ! unknown metric "entorpy", did you mean "entropy"?
panels:
  - key: a
    title: first
    columns:
      - {method: nmff, metric: purity}          # ! unknown method key "nmff", did you mean "nmf"?
      - {method: nmf}                           # ! no metric, want one here or in the panel
      - {method: nmf, metric: ari}              # ! metric "ari" is not computed
      - {method: nmf, metric: purity, over-ranks: sum} # ! unknown sum over ranks "sum"
      - {method: nmf, metric: purity, at: {order: w}}  # ! method nmf does not vary so
    firsts: []
  - {key: b, title: second, metric: purity, ratio-to: nmg} # ! unknown method key "nmg"
plots:
  - {key: c, kind: line}                        # ! unknown kind of plot "line", did you mean "lines"?
  - {key: d, metric: purity}                    # ! a plot of kind lines needs "over"
  - {key: e, metric: purity, over: mu}          # ! unknown axis "mu"
  - {key: f, kind: scatter, output: embeding}   # ! unknown output "embeding"
  - {key: g, metric: purity, over: rank, beside: {panel: t/p}} # ! want a plot of kind lines for each dataset
`

// All problems are reported at once, each at its line, and nothing else is.
func TestEveryProblemIsReported(t *testing.T) {
	file := filepath.Join(t.TempDir(), "broken.yaml")
	if err := os.WriteFile(file, []byte(broken), 0o666); err != nil {
		t.Fatal(err)
	}
	err := ValidateFile(file, nil)
	if err == nil {
		t.Fatal("no problem found")
	}
	reported := strings.Split(err.Error(), "\n")
	for i, line := range strings.Split(broken, "\n") {
		_, want, marked := strings.Cut(line, "# ! ")
		found := 0
		for _, msg := range reported {
			place, text, _ := strings.Cut(strings.TrimPrefix(msg, file+":"), ": ")
			number, _, _ := strings.Cut(place, ":")
			if number == strconv.Itoa(i+1) {
				found++
				if marked && strings.Contains(text, want) {
					marked = false
				} else if want == "" {
					t.Errorf("line %d: unexpected problem %s", i+1, msg)
				}
			}
		}
		if marked {
			t.Errorf("line %d: no problem with %q", i+1, want)
		}
	}
	if t.Failed() {
		t.Log(err)
	}
}

// A paper.yaml is checked against itself: rows as long as the headings, numbers that are numbers.
func TestPaperProblems(t *testing.T) {
	file := filepath.Join(t.TempDir(), "paper.yaml")
	const text = `title: t
cite: c
short: s
tables:
  table1:
    number: Table 1
    caption: c
    panels:
      a:
        columns: [A, B]
        rows:
          iris: ["0.5", "0.5±0.1", "1"]
          wine: ["0,5", "**0.5"]
protocol:
  - {key: k, choice: c, value: v, stated: no, status: guessed, evidence: e}
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	err := ValidateFile(file, nil)
	if err == nil {
		t.Fatal("no problem found")
	}
	for _, want := range []string{"3 cells, want 2", `"0,5", want a number`, `"**0.5", want **`, `unknown status "guessed"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no problem with %q in\n%v", want, err)
		}
	}
}

// What a check allocates grows with the size of a spec, not with its square. Time would depend on what else the machine does.
func TestCheckIsLinear(t *testing.T) {
	spec := func(methods int) string {
		var b strings.Builder
		b.WriteString("title: large\nseed: 1\nprofiles: {smoke: {replicates: 1}, quick: {replicates: 1}, paper: {replicates: 1}}\n" +
			"stop: {iterations: 10}\ndatasets:\n  - {key: iris, source: iris, ranks: [3]}\nmetrics: [rel-error]\nmethods:\n")
		for i := range methods {
			b.WriteString("  - {key: m" + strconv.Itoa(i) + ", solver: nmf}\n")
		}
		return b.String() + "panels:\n  - {key: a, title: A, metric: rel-error}\n"
	}
	file := func(methods int) string {
		name := filepath.Join(t.TempDir(), "large.yaml")
		if err := os.WriteFile(name, []byte(spec(methods)), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	allocated := func(file string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := ValidateFile(file, nil); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(file(10)) // what is made once
	few, many := allocated(file(1000)), allocated(file(8000))
	if many > 12*few { // eight times the size; the square would be 64
		t.Errorf("%d bytes for 1000 methods, %d for 8000", few, many)
	}
}
