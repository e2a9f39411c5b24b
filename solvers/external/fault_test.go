//go:build unix

package external

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// folder makes a folder of own specs with one solver, mine.
func folder(t *testing.T, spec string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	home := filepath.Join(dir, "solvers", "mine")
	if err := os.MkdirAll(home, 0o777); err != nil {
		t.Fatal(err)
	}
	write(home, specFile, spec)
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(home, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		write(home, name, text)
	}
	return dir
}

func load(t *testing.T, spec string, files map[string]string) *Program {
	t.Helper()
	p, err := Load(folder(t, spec, files), "mine")
	if err != nil {
		t.Fatal(err)
	}
	p.Temp = t.TempDir()
	return p
}

// behaving is a program that is this binary.
func behaving(t *testing.T, how, more string) *Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return load(t, fmt.Sprintf("command: [%q, behave, %q]\n%s", self, how, more), nil)
}

// smallProblem is 5×4 of rank 2, with a start.
func smallProblem() (solvers.Problem, solvers.Factors) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(5, 4, nil)
	for i := range 5 {
		for j := range 4 {
			x.Set(i, j, rng.Float64())
		}
	}
	f := solvers.Factors{W: solvers.RandomFactor(5, 2, rng), Ht: solvers.RandomFactor(4, 2, rng)}
	return solvers.Problem{X: matrix.FromDense(x), Rank: 2}, f
}

// solve runs the program on a problem as the engine does.
func solve(ctx context.Context, p *Program, problem solvers.Problem, f solvers.Factors, set solvers.Settings) (*Call, solvers.Point, solvers.Status, error) {
	run, err := p.New().Start(problem, f, rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		return nil, solvers.Point{}, 0, err
	}
	point, status, err := solvers.Solve(ctx, run, f, set)
	return run.(*Call), point, status, err
}

// nothingLeft demands that neither a process nor a folder of the program is left behind.
func nothingLeft(t *testing.T, p *Program) {
	t.Helper()
	if entries, err := os.ReadDir(p.Temp); err != nil || len(entries) > 0 {
		t.Errorf("left in %s: %v, %v", p.Temp, entries, err)
	}
	ids := behavingNow(p.Temp)
	for range 100 { // a process that was killed is there until the system has time for it
		if len(ids) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
		ids = behavingNow(p.Temp)
	}
	t.Errorf("processes left: %v", ids)
}

// Everything that a program can do wrong has a word of its own, and leaves nothing behind.
func TestFaults(t *testing.T) {
	const quick = "limits: {wall: 400ms}"
	const spoken = "limits: {wall: 5s}" // by when it has said what it thinks
	for _, tt := range []struct {
		how, spec string
		word      Word
		want      string
	}{
		{"hang", spoken, Timeout, "no answer within 5s (limits.wall of solver.yaml); it said: thinking"},
		{"deaf", quick, Timeout, "no answer within 400ms"},
		{"waits-for-child", quick, Timeout, "no answer within 400ms"},
		{"eat", "limits: {memory: 60MiB, wall: 1h}", Memory, "limits.memory of solver.yaml is 60 MiB"},
		{"child-eats", "limits: {memory: 60MiB, wall: 1h}", Memory, "limits.memory of solver.yaml is 60 MiB"},
		{"spike", "limits: {memory: 60MiB, wall: 1h}", Memory, "limits.memory of solver.yaml is 60 MiB"},
		{"burst", "limits: {output: 20MiB, wall: 1h}", TooMuch, "limits.output of solver.yaml is 20 MiB"},
		{"fill", "limits: {output: 20MiB, wall: 1h}", TooMuch, "limits.output of solver.yaml is 20 MiB"},
		{"signal", "", Crash, "ended by signal killed, which nobody here sent: perhaps the system was out of memory"},
		{"exit-3", "", Crash, "exit status 3; it said: ValueError: no (lib.py, line 12)"},
		{"no-result", "", NoAnswer, "ended well and left no out/result.json"},
		{"only-w", "", NoAnswer, "out holds W.npy, result.json; want W.npy and H.npy, or labels.csv, or Embedding.npy"},
		{"half", "", BrokenFile, "W.npy: the header promises 5×2 values"},
		{"half-result", "", BrokenFile, "result.json: unexpected end of JSON input"},
		{"odd-status", "", BrokenFile, `status = "fine", want ok, unsupported, diverged or failed`},
		{"link", "", BrokenFile, "W.npy is no ordinary file"},
		{"transposed", "", BadShape, "H.npy is 4×2, want 2×4"},
		{"huge", "", BadShape, "W.npy has 1 GiB, more than 5×2 numbers take"},
		{"nan", "", NotFinite, "W.npy has NaN at row 2, column 1"},
		{"infinite", "", NotFinite, "H.npy has +Inf at row 1, column 2"},
		{"overflows", "", NotFinite, "the product of the basis and H leaves the range of numbers: its objective is +Inf"},
		{"negative", "", Negative, "H.npy has -0.5 at row 2, column 3; if negative entries are intended, add negative: [H] to solver.yaml"},
		{"unsupported", "", Unsupported, "as I say[2J"},
		{"diverged", "", Diverged, "as I say"},
		{"failed", "", Failed, "as I say"},
	} {
		t.Run(tt.how, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS != "linux" && tt.word == Memory {
				t.Log("memory is watched on Linux alone")
				return
			}
			p := behaving(t, tt.how, tt.spec)
			p.grace = 300 * time.Millisecond
			problem, f := smallProblem()
			_, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 10})
			failure, ok := errors.AsType[*Failure](err)
			if !ok || failure.Word != tt.word || !strings.Contains(err.Error(), string(tt.word)+": ") || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v\nwant %s: … %s", err, tt.word, tt.want)
			}
			if errors.Is(err, solvers.ErrUnsupported) != (tt.word == Unsupported) {
				t.Errorf("%v: ErrUnsupported is %v", err, errors.Is(err, solvers.ErrUnsupported))
			}
			nothingLeft(t, p)
		})
	}
}

// A child that a program leaves running is killed, and the answer of the program counts.
func TestLeftBehind(t *testing.T) {
	p := behaving(t, "leaves-child", "")
	problem, f := smallProblem()
	run, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 10})
	if err != nil {
		t.Fatal(err)
	}
	if w := run.Warnings(); len(w) != 1 || !strings.Contains(w[0].String(), "left processes behind") {
		t.Errorf("warnings %q", w)
	}
	nothingLeft(t, p)
}

// A quarter of a gigabyte of messages costs nobody memory.
func TestChatter(t *testing.T) {
	p := behaving(t, "chatter", "")
	problem, f := smallProblem()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 10}); err != nil {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 50<<20 {
		t.Errorf("%d MiB were allocated", got>>20)
	}
	nothingLeft(t, p)
}

// An interrupt ends the program at once.
func TestCancelled(t *testing.T) {
	for _, how := range []string{"hang", "waits-for-child"} {
		p := behaving(t, how, "")
		p.grace = time.Hour // that nobody waits for
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			defer cancel()
			awaitThinking(t, p.Temp)
		}()
		problem, f := smallProblem()
		run, _, status, err := solve(ctx, p, problem, f, solvers.Settings{Iterations: 10})
		if status != solvers.Cancelled || err != nil {
			t.Errorf("%s: %v, %v", how, status, err)
		}
		if res := run.Finish(); res.W != nil || res.Ht != nil {
			t.Errorf("%s: a result of what was cancelled", how)
		}
		nothingLeft(t, p)
	}
}

func TestNotStarted(t *testing.T) {
	problem, f := smallProblem()
	p := load(t, "command: [no-such-program-anywhere, x.py]", nil)
	_, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 1})
	if failure, ok := errors.AsType[*Failure](err); !ok || failure.Word != NotStarted || !strings.Contains(err.Error(), "install it, or correct command") {
		t.Errorf("got %v", err)
	}
	nothingLeft(t, p)
}

// No process is started where programs are not to be run, and a file that was changed since it was read is not run either.
func TestRefused(t *testing.T) {
	problem, f := smallProblem()
	witness := filepath.Join(t.TempDir(), "ran")
	p := load(t, "command: [sh, run.sh]\nfiles: [run.sh]\nversion: [sh, run.sh]", map[string]string{"run.sh": "touch " + witness})
	p.NoExec = true
	_, _, _, err := solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 1})
	if failure, ok := errors.AsType[*Failure](err); !ok || failure.Word != NotAllowed || !strings.Contains(err.Error(), "--no-exec") {
		t.Errorf("got %v", err)
	}
	p.NoExec = false
	write(p.Folder, "run.sh", "touch "+witness+" # and more")
	_, _, _, err = solve(t.Context(), p, problem, f, solvers.Settings{Iterations: 1})
	if failure, ok := errors.AsType[*Failure](err); !ok || failure.Word != Changed || !strings.Contains(err.Error(), "run.sh is no longer the file") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(witness); err == nil {
		t.Error("it was run")
	}
	nothingLeft(t, p)
}

// Linux kills a program that ignores TERM where this one is killed in the middle of a run.
func TestParentKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Log("other systems do not end a program with its parent")
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	specs := folder(t, fmt.Sprintf("command: [%q, behave, deaf]", self), nil)
	temp := filepath.Join(specs, "temp")
	if err := os.Mkdir(temp, 0o777); err != nil {
		t.Fatal(err)
	}
	parent, said := exec.Command(self, "behave", "parent", specs), filepath.Join(specs, "said.txt")
	if parent.Stderr, err = os.Create(said); err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); parent.Wait() }()
	await(t, "it hangs, or its parent ended", func() bool {
		select {
		case <-ended:
			why, _ := os.ReadFile(said)
			t.Fatalf("the parent ended before the program began: %.500s", why)
		default:
		}
		files, _ := filepath.Glob(filepath.Join(temp, "*", thinking))
		return len(files) > 0
	})
	seen := len(behavingNow(temp))
	parent.Process.Kill()
	<-ended
	if seen == 0 {
		t.Fatal("no process was seen: the test shows nothing")
	}
	await(t, "no process is left", func() bool { return len(behavingNow(temp)) == 0 })
}
