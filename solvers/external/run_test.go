//go:build unix

package external

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/strict"
	"nmfrepro/datasets/table"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// keep is a solver that keeps its working folder in DIR of the command line, and answers with the start.
const keep = `cp -r . "$1"/; cp W0.* out/W.${1##*.}; cp H0.* out/H.${1##*.}; echo '{"status": "ok", "iterations": 3}' > out/result.json`

// kept runs keep on a problem and returns its working folder.
func kept(t *testing.T, spec, format string, problem solvers.Problem, f solvers.Factors, set solvers.Settings) (string, *Call, []solvers.Point) {
	t.Helper()
	to := filepath.Join(t.TempDir(), "kept."+format)
	if err := os.Mkdir(to, 0o777); err != nil {
		t.Fatal(err)
	}
	p := load(t, "command: [sh, keep.sh, "+to+"]\nfiles: [keep.sh]\nformat: "+format+"\n"+spec, map[string]string{"keep.sh": keep})
	var trace []solvers.Point
	set.Record = func(p solvers.Point) { trace = append(trace, p) }
	run, _, _, err := solve(t.Context(), p, problem, f, set)
	if err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	nothingLeft(t, p)
	return to, run, trace
}

func readIn(t *testing.T, dir, name, variable string) matrix.Matrix {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, ".mat") {
		variable = ""
	}
	x, err := readHanded(f, info.Size(), name, variable)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Every format hands over the same bits and takes them back, and the job says what the files are.
func TestFormats(t *testing.T) {
	problem, f := smallProblem()
	problem.Labels = []int{0, 1, -1, 1}
	problem.Constraints = constraint.Set{H: []constraint.Triplet{{Q: 0, R: 1, S: 2}}, W: []constraint.Triplet{{Q: 4, R: 0, S: 1}}}
	const all = "accepts: {start: true, labels: true, constraints: true}\noptions: {alpha: {type: number, default: 0.1, doc: weight}, deep: {type: boolean, default: true, doc: x}}"
	for format := range formats {
		dir, run, trace := kept(t, all, format, problem, f, solvers.Settings{Iterations: 3, TolObjective: 1e-4, Every: 2})
		for name, want := range map[string]mat.Matrix{"X": problem.X, "W0": f.W, "H0": f.Ht.T()} {
			if got := readIn(t, dir, name+"."+format, name); !mat.Equal(got, want) {
				t.Errorf("%s.%s holds other numbers", name, format)
			}
		}
		res := run.Finish()
		if !mat.Equal(res.W, f.W) || !mat.Equal(res.Ht, f.Ht) || res.Basis != res.W {
			t.Errorf("%s: the answer came back with other numbers", format)
		}
		var got map[string]any
		text, err := os.ReadFile(filepath.Join(dir, "job.json"))
		if err != nil || json.Unmarshal(text, &got) != nil {
			t.Fatalf("%s: %v\n%s", format, err, text)
		}
		x := got["x"].(map[string]any)
		file := func(name string) map[string]any { return map[string]any{"path": name} }
		want := map[string]any{
			"protocol": "nmfrepro exec/1", "x": map[string]any{"path": "X." + format, "sha256": x["sha256"], "rows": 5., "cols": 4.}, "rank": 2.,
			"options": map[string]any{"alpha": 0.1, "deep": true}, "seed": got["seed"], "iterations": 3., "tol": 1e-4, "every": 2.,
			"w0": file("W0." + format), "h0": file("H0." + format), "labels": file("y.csv"), "constraints": file("C.csv"),
			"constraints_w": file("CW.csv"), "threads": 1., "out": "out",
		}
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		if string(a) != string(b) || len(x["sha256"].(string)) != 64 {
			t.Errorf("%s: job (-want +got):\n%s", format, cmp.Diff(string(b), string(a)))
		}
		for name, want := range map[string]string{"y.csv": "0\n1\n-1\n1\n", "C.csv": "1,2,3\n", "CW.csv": "5,1,2\n"} {
			if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
		if len(trace) != 2 || trace[0].Iteration != 0 || trace[1].Iteration != 3 || !(trace[0].Objective > 0) || trace[0].Objective != trace[1].Objective {
			t.Errorf("%s: trace %v", format, trace)
		}
	}
}

// What does not apply is absent, and what the program does not accept is not handed over.
func TestPlainJob(t *testing.T) {
	problem, f := smallProblem()
	problem.Labels = []int{0, 1, -1, 1}
	problem.Constraints.H = []constraint.Triplet{{Q: 0, R: 1, S: 2}}
	to := t.TempDir()
	p := load(t, "command: [sh, run.sh, "+to+"]\nfiles: [run.sh]", map[string]string{"run.sh": `ls > "$1"/files; cp job.json "$1"; exit 1`})
	if _, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 9}); err == nil {
		t.Error("a program that leaves nothing succeeded")
	}
	files, err := os.ReadFile(filepath.Join(to, "files"))
	if err != nil || string(files) != "X.npy\njob.json\nout\n" {
		t.Errorf("files %q, %v", files, err)
	}
	text, err := os.ReadFile(filepath.Join(to, "job.json"))
	for _, key := range []string{"w0", "h0", "mask", "labels", "constraints", "tol_factor", "every", "sparse"} {
		if err != nil || strings.Contains(string(text), key) {
			t.Errorf("%s in\n%s, %v", key, text, err)
		}
	}
}

// Unknown entries are NaN or absent, and a mask says which.
func TestMasked(t *testing.T) {
	_, f := smallProblem()
	x, err := matrix.NewMasked(5, 4, []matrix.Triplet{{Row: 0, Col: 0, Value: 2}, {Row: 4, Col: 3, Value: 0}, {Row: 2, Col: 1, Value: 5}})
	if err != nil {
		t.Fatal(err)
	}
	problem := solvers.Problem{X: x, Rank: 2}
	for _, tt := range []struct {
		format string
		sparse bool
	}{{"npy", false}, {"csv", false}, {"mat", false}, {"mat", true}} {
		spec := "accepts: {start: true, mask: true}"
		if tt.sparse {
			spec = "accepts: {start: true, mask: true, sparse: true}"
		}
		dir, run, _ := kept(t, spec, tt.format, problem, f, solvers.Settings{Iterations: 3})
		got, known := readIn(t, dir, "X."+tt.format, "X"), readIn(t, dir, "M."+tt.format, "M")
		for i := range 5 {
			for j := range 4 {
				want, mark := x.At(i, j), 1.0
				if math.IsNaN(want) {
					mark = 0
					if tt.sparse {
						want = 0
					}
				}
				if v := got.At(i, j); v != want && !(math.IsNaN(v) && math.IsNaN(want)) || known.At(i, j) != mark {
					t.Errorf("%v: X %v, M %v at %d, %d, want %v, %v", tt, v, known.At(i, j), i, j, want, mark)
				}
			}
		}
		if _, held := got.(*matrix.CSR); held != tt.sparse {
			t.Errorf("%v: X is a %T", tt, got)
		}
		want := matrix.NewEntrywise(x).Sum(f.W, f.Ht, matrix.Squared)
		if run.Objective() != want {
			t.Errorf("%v: objective %v, want %v over the known entries", tt, run.Objective(), want)
		}
	}
	p := behaving(t, "ok", "")
	if _, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{}); !errors.Is(err, solvers.ErrUnsupported) || !strings.Contains(err.Error(), "accepts: {mask: true}") {
		t.Errorf("a mask that the program does not know: %v", err)
	}
}

func TestSparse(t *testing.T) {
	_, f := smallProblem()
	x, err := matrix.NewCSR(5, 4, []matrix.Triplet{{Row: 3, Col: 0, Value: 2}, {Row: 1, Col: 3, Value: 0.1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"mat"} {
		for _, sparse := range []bool{false, true} {
			spec := map[bool]string{false: "accepts: {start: true}", true: "accepts: {start: true, sparse: true}"}[sparse]
			dir, _, _ := kept(t, spec, format, solvers.Problem{X: x, Rank: 2}, f, solvers.Settings{Iterations: 3})
			got := readIn(t, dir, "X."+format, "X")
			if _, held := got.(*matrix.CSR); !mat.Equal(got, x) || held != sparse {
				t.Errorf("%s, sparse %v: X is a %T", format, sparse, got)
			}
			job, err := os.ReadFile(filepath.Join(dir, "job.json"))
			if err != nil || strings.Contains(string(job), `"sparse": true`) != sparse {
				t.Errorf("%s, sparse %v: %s", format, sparse, job)
			}
		}
	}
}

// Negative entries of X go to those who take them.
func TestSigned(t *testing.T) {
	x := mat.NewDense(5, 4, nil)
	x.Set(2, 2, -1)
	_, f := smallProblem()
	problem := solvers.Problem{X: matrix.FromDense(x), Rank: 2}
	if _, _, _, err := solve(t.Context(), behaving(t, "ok", ""), problem, f, solvers.Settings{}); !errors.Is(err, solvers.ErrUnsupported) {
		t.Errorf("got %v, want ErrUnsupported", err)
	}
	if _, _, _, err := solve(t.Context(), behaving(t, "negative", "accepts: {signed: true}\nnegative: [H]"), problem, f, solvers.Settings{}); err != nil {
		t.Error(err)
	}
	x.Set(2, 2, math.NaN())
	if _, _, _, err := solve(t.Context(), behaving(t, "ok", "accepts: {signed: true}"), problem, f, solvers.Settings{}); err == nil || !strings.Contains(err.Error(), "NaN at row 3, column 3") {
		t.Errorf("got %v", err)
	}
}

// Clusters, embeddings, a first factor that weighs samples, vectors of one dimension, snapshots and a trace are read.
func TestAnswers(t *testing.T) {
	problem, f := smallProblem()
	try := func(spec, script string) (*Call, []solvers.Point, error) {
		p := load(t, "command: [sh, run.sh]\nfiles: [run.sh]\nformat: csv\n"+spec, map[string]string{"run.sh": script})
		var trace []solvers.Point
		run, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 30, Record: func(p solvers.Point) { trace = append(trace, p) }})
		nothingLeft(t, p)
		return run, trace, err
	}
	const ok = "cd out; echo '{\"status\": \"ok\"}' > result.json\n"
	run, trace, err := try("", ok+"printf '7\\n3\\n7\\n9\\n' > labels.csv")
	if err != nil || !slices.Equal(run.Finish().Labels, []int{1, 0, 1, 2}) || len(trace) > 0 || !math.IsNaN(run.Objective()) {
		t.Errorf("labels: %+v, %v, %v", run.Finish(), trace, err)
	}
	run, _, err = try("", ok+"printf '7,-1,0\\n3,1,0\\n7,1,1\\n9,1,1\\n' > Embedding.csv")
	if err != nil || run.Finish().Embedding.At(0, 1) != -1 || run.Finish().Embedding.At(3, 0) != 9 {
		t.Errorf("embedding: %+v, %v", run.Finish(), err)
	}
	const basis = "printf '1,2\\n1,2\\n1,2\\n1,2\\n1,2\\n' > Basis.csv; printf '1,0,0,0\\n0,1,1,1\\n' > H.csv\n"
	run, _, err = try("", ok+basis+"printf '1,2\\n1,2\\n1,2\\n1,2\\n' > W.csv")
	if m, _ := run.Finish().W.Dims(); err != nil || m != 4 || run.Finish().Basis.At(4, 1) != 2 || run.Finish().Ht.At(3, 1) != 1 {
		t.Errorf("weights: %+v, %v", run.Finish(), err)
	}
	if run, _, err = try("", ok+basis); err != nil || run.Finish().W != nil || run.Finish().Basis == nil {
		t.Errorf("basis alone: %+v, %v", run, err)
	}
	const shots = basis + "cp Basis.csv W.csv; for k in 20 5; do cp W.csv W.$k.csv; printf \"$k,0,0,0\\n0,1,1,1\\n\" > H.$k.csv; done\n"
	run, trace, err = try("accepts: {start: true}", ok+shots+"printf 'iteration,objective\\n0,9\\n1,8.5\\n' > trace.csv")
	if err != nil || len(trace) != 4 || trace[0].Iteration != 0 || trace[1].Iteration != 5 || trace[2].Iteration != 20 || trace[3].Iteration != 30 {
		t.Fatalf("snapshots: %v, %v", trace, err)
	}
	h := mat.NewDense(4, 2, []float64{5, 0, 0, 1, 0, 1, 0, 1})
	if want := matrix.NewEntrywise(problem.X).Sum(run.Finish().W, h, matrix.Squared); trace[1].Objective != want {
		t.Errorf("objective of a snapshot: %v, want %v", trace[1].Objective, want)
	}
	if own := run.Trace(); len(own) != 2 || own[1].Iteration != 1 || own[1].Objective != 8.5 {
		t.Errorf("trace of its own: %v", own)
	}
	if w := run.Warnings(); len(w) != 1 || !strings.Contains(w[0].String(), "did not tell its iterations") {
		t.Errorf("warnings %q", w)
	}
	run, _, err = try("objective: divergence", ok+"sed 's/1/0/' ../X.csv > /dev/null; printf '1,2\\n1,2\\n1,2\\n1,2\\n1,2\\n' > W.csv; printf '1,1,1,1\\n1,0,1,1\\n' > H.csv")
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for i := range 5 {
		for j := range 4 {
			want += matrix.KL(problem.X.At(i, j), 1+2*map[bool]float64{true: 0, false: 1}[j == 1])
		}
	}
	if math.Abs(run.Objective()-want) > 1e-12*want {
		t.Errorf("divergence %v, want %v", run.Objective(), want)
	}
	for script, word := range map[string]Word{
		"printf '7\\n3\\n' > labels.csv":                           BadShape,
		"printf '7\\n3\\n-1\\n1\\n' > labels.csv":                  Negative,
		"printf '7\\n3\\nx\\n1\\n' > labels.csv":                   BrokenFile,
		"printf '7\\n3\\n' > Embedding.csv":                        BadShape,
		shots + "rm H.5.csv":                                       NoAnswer,
		shots + "cp X.csv H.5.csv; echo x > H.5.csv":               BrokenFile,
		basis + "cp H.csv W.csv":                                   BadShape,
		basis + "echo 'nonsense' > trace.csv; echo x >> trace.csv": BrokenFile,
		basis + "rm H.csv":                                         NoAnswer,
		basis + "mkfifo labels.csv":                                BrokenFile,
	} {
		_, _, err := try("", ok+script)
		if failure, isFailure := errors.AsType[*Failure](err); !isFailure || failure.Word != word {
			t.Errorf("%s: got %v, want %s", script, err, word)
		}
	}
}

// The environment is a list of names, and threads are bounded in every library's way.
func TestEnvironment(t *testing.T) {
	t.Setenv("NMFREPRO_TEST_SECRET", "hidden")
	t.Setenv("NMFREPRO_TEST_WANTED", "shown")
	p := load(t, "command: [sh, run.sh]\nfiles: [run.sh]\nenvironment: [NMFREPRO_TEST_WANTED]\nlimits: {threads: 3}", map[string]string{"run.sh": "env > out/env; cat out/env; env | sort | head -c 3000 >&2; exit 1"})
	dir := t.TempDir()
	env := p.environ(dir)
	for _, want := range []string{"NMFREPRO_TEST_WANTED=shown", "OMP_NUM_THREADS=3", "OPENBLAS_NUM_THREADS=3", "TMPDIR=" + dir, "PATH=" + os.Getenv("PATH"), "PYTHONHASHSEED=0"} {
		if !slices.Contains(env, want) {
			t.Errorf("no %s in %q", want, env)
		}
	}
	problem, f := smallProblem()
	_, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 10})
	if err == nil || strings.Contains(err.Error(), "hidden") {
		t.Errorf("got %v", err)
	}
	for _, e := range env {
		if strings.Contains(e, "hidden") {
			t.Errorf("%s was handed on", e)
		}
	}
}

// What a record keeps: clock, versions, files.
func TestReport(t *testing.T) {
	problem, f := smallProblem()
	p := behaving(t, "ok", "version: [sh, -c, echo tool 1.2; echo more]")
	var written strings.Builder
	p.Announce = &written
	for range 2 {
		run, point, status, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 10})
		if err != nil {
			t.Fatal(err)
		}
		r := run.Report()
		if r.Clock != "own" || r.Seconds != 0.001 || !(r.Process > 0.001) || r.Version != "tool 1.2" || r.Versions["go"] != "1" || r.Program != p.Hash() ||
			point.Iteration != 7 || point.Elapsed.Microseconds() != 1000 || status != solvers.Converged {
			t.Errorf("report %+v, point %+v, %v", r, point, status)
		}
	}
	if n := strings.Count(written.String(), "\n"); n != 1 || !strings.Contains(written.String(), "behave ok (at most 10m0s") || !strings.HasSuffix(written.String(), ", after sh has told its version\n") {
		t.Errorf("announced %q", written.String())
	}
	p = load(t, "command: [sh, run.sh]\nfiles: [run.sh]\nformat: csv", map[string]string{"run.sh": "seq 4 > out/labels.csv; echo '{\"status\":\"ok\"}' > out/result.json"})
	run, _, status, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 10})
	if err != nil || run.Report().Clock != "process" || run.Report().Seconds != run.Report().Process || status != solvers.Converged || len(run.Report().Files) != 1 {
		t.Errorf("report %+v, %v, %v", run.Report(), status, err)
	}
}

// The same stream gives the same seed, another another one, and it fits every language.
func TestSeed(t *testing.T) {
	p := behaving(t, "ok", "")
	problem, f := smallProblem()
	seeds := map[uint32]bool{}
	for k := range uint64(100) {
		run, err := p.New().Start(problem, f, rand.New(rand.NewPCG(k/2, 0)))
		if err != nil {
			t.Fatal(err)
		}
		seed := run.(*Call).seed
		if seeds[seed] != (k%2 == 1) || seed >= 1<<31 {
			t.Errorf("seed %d of stream %d", seed, k/2)
		}
		seeds[seed] = true
	}
}

func TestOptions(t *testing.T) {
	p := load(t, `command: ['true']
options:
  alpha: {type: number, default: 1, min: 0, doc: weight}
  steps: {type: integer, default: 4, min: 1, doc: inner steps}
  robust: {type: boolean, default: false, doc: x}
  rule: {type: string, default: a, choices: [a, b], doc: x}
`, nil)
	s := p.New()
	list := solvers.Options(s)
	if len(list) != 4 || list[0].Name != "alpha" || list[0].Type != "float" || list[0].Value != 1. || list[3].Choices[1] != "b" {
		t.Errorf("options %+v", list)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"alpha", "0.5", ""}, {"alpha", "-1", "found -1, want ≥ 0"}, {"alpha", "x", `found "x", want a number`}, {"alpha", "NaN", "want a finite number"},
		{"steps", "1.5", "want a whole number"}, {"steps", "0", "want ≥ 1"}, {"robust", "yes", "want true or false"}, {"robust", "true", ""},
		{"rule", "c", `found "c", want one of a, b`}, {"rule", "b", ""}, {"aplha", "1", `no option "aplha", did you mean "alpha"?`},
	} {
		err := solvers.SetOption(s, tt.name, tt.text)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s = %s: %v, want %q", tt.name, tt.text, err, tt.want)
		}
	}
	if v := s.Values(); v["alpha"] != 0.5 || v["robust"] != true || v["rule"] != "b" || p.New().Values()["alpha"] != 1. {
		t.Errorf("values %v", v)
	}
	var spec struct {
		Options strict.Node `yaml:"options"`
	}
	if _, problems := strict.Decode("t.yaml", []byte("options: {steps: 9, alpha: x, rle: a}"), &spec); problems != nil {
		t.Fatal(problems)
	}
	fresh := p.New()
	problems := spec.Options.Decode(fresh)
	if got := problems.Error(); got != "t.yaml:1:28: options.alpha: found \"x\", want a number\nt.yaml:1:31: options.rle: no option of mine, did you mean \"rule\"?" {
		t.Errorf("problems\n%s", got)
	}
	if fresh.Values()["steps"] != 9 {
		t.Errorf("values %v", fresh.Values())
	}
	if err := solvers.CheckOptions("mine", fresh); err != nil {
		t.Error(err)
	}
}

// readHanded reads a matrix as it was handed to a program: one from a sparse .mtx stays sparse.
func readHanded(f *os.File, size int64, name, variable string) (matrix.Matrix, error) {
	t, err := table.Read(table.File{R: f, Size: size, Name: name}, table.Options{Variable: variable})
	if err != nil {
		return nil, err
	}
	return t.X, nil
}
