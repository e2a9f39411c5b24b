//go:build unix

package external

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/npy"
)

// multiplicative is a sound solver, Lee and Seung's rules on the known entries, with the faults that are asked for.
func multiplicative(path string, faults []string) {
	has := func(fault string) bool { return slices.Contains(faults, fault) }
	var j struct { // job.json
		X          struct{ Path string }
		Rank       int
		Seed       uint32
		W0, H0     *struct{ Path string }
		Mask       *struct{ Path string }
		Iterations int
		Out        string
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	if err != nil {
		panic(err)
	}
	dir := filepath.Dir(path)
	read := func(name string) *mat.Dense {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			panic(err)
		}
		defer f.Close()
		a, err := npy.Read(f, bytesOf(f), name)
		if err != nil {
			panic(err)
		}
		return a
	}
	x := read(j.X.Path)
	m, n := x.Dims()
	if has("refuses") && j.Rank > min(m, n) {
		write(filepath.Join(dir, j.Out), "result.json", `{"status": "unsupported", "message": "rank too high"}`)
		return
	}
	if has("shared-file") {
		own, _ := filepath.Abs(dir)
		x = shared(filepath.Dir(filepath.Dir(own)), x)
	}
	seed := uint64(j.Seed)
	if has("clock") {
		seed = uint64(time.Now().UnixNano())
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	random := func(rows, cols int) *mat.Dense {
		a := mat.NewDense(rows, cols, nil)
		a.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() + 0.1 }, a)
		return a
	}
	w, h := random(m, j.Rank), random(j.Rank, n)
	if j.W0 != nil && !has("own-start") {
		w, h = read(j.W0.Path), read(j.H0.Path)
	}
	mask := mat.NewDense(m, n, nil)
	mask.Apply(func(i, k int, _ float64) float64 {
		if math.IsNaN(x.At(i, k)) {
			x.Set(i, k, map[bool]float64{true: 0.5}[has("mask-half")])
			if !has("mask-ignored") && !has("mask-half") {
				return 0
			}
		}
		return 1
	}, mask)
	if j.Mask != nil && has("mask-inverted") {
		mask.Apply(func(_, _ int, v float64) float64 { return 1 - v }, mask)
	}
	tiny := 1e-150
	if has("epsilon") {
		tiny = 1e-1
	}
	if has("no-floor") {
		tiny = 0
	}
	iterations := j.Iterations
	if has("overruns") {
		iterations = 50
	}
	trace := "iteration,objective\n"
	for k := range iterations {
		var model, num, den mat.Dense
		fit := func() {
			model.Mul(w, h)
			model.MulElem(&model, mask)
		}
		rule := func(a, num, den *mat.Dense) {
			a.Apply(func(i, k int, v float64) float64 {
				return v * num.At(i, k) / (max(den.At(i, k), tiny) + map[bool]float64{true: tiny}[has("epsilon")])
			}, a)
		}
		fit()
		num.Mul(w.T(), x)
		den.Mul(w.T(), &model)
		rule(h, &num, &den)
		fit()
		num.Reset()
		den.Reset()
		num.Mul(x, h.T())
		den.Mul(&model, h.T())
		rule(w, &num, &den)
		fit()
		model.Sub(x, &model)
		value := mat.Norm(&model, 2)
		if has("rises") && k == 30 {
			value *= 2
		}
		trace += fmt.Sprintf("%d,%.17g\n", k+1, value)
	}
	if has("threads") {
		threads, _ := strconv.Atoi(os.Getenv("OMP_NUM_THREADS"))
		w.Scale(float64(threads), w)
	}
	if has("swapped") && m == n {
		w.CloneFrom(h.T())
	}
	out := filepath.Join(dir, j.Out)
	save(out, "W.npy", w)
	save(out, "H.npy", h)
	write(out, "trace.csv", trace)
	write(out, "result.json", fmt.Sprintf(`{"status": "ok", "iterations": %d, "seconds": 0.001}`, iterations))
}

// multiplying is this binary as a program with faults; more stands in its solver.yaml.
func multiplying(t *testing.T, faults, more string) *Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "mine")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	write(folder, "solver.yaml", fmt.Sprintf("command: [%q, multiply, %q]\n%s", self, faults, more))
	p, err := LoadFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	p.Temp = t.TempDir()
	return p
}

// twoCalls is a file beside the folder of a program's calls: the next two calls come at one time.
const twoCalls = "two-calls"

// shared is X after it was kept in a file that all calls share. Of two calls at one time the first goes on when the second has
// written its own X there.
func shared(home string, x *mat.Dense) *mat.Dense {
	exists := func(name string) bool {
		_, err := os.Stat(filepath.Join(home, name))
		return err == nil
	}
	made := func(name string) bool { // false if another call was faster
		f, err := os.OpenFile(filepath.Join(home, name), os.O_CREATE|os.O_EXCL, 0o666)
		f.Close()
		return err == nil
	}
	wait := func(name string) {
		for began := time.Now(); !exists(name) && time.Since(began) < 2*time.Minute; {
			time.Sleep(time.Millisecond)
		}
	}
	first := exists(twoCalls) && made("first")
	second := exists(twoCalls) && !first && made("second")
	if second {
		wait("first-written")
	}
	save(home, "shared.npy", x)
	if first {
		made("first-written")
		wait("second-written")
	}
	if second {
		made("second-written")
	}
	file, err := os.Open(filepath.Join(home, "shared.npy"))
	if err != nil {
		panic(err)
	}
	defer file.Close()
	read, err := npy.Read(file, bytesOf(file), "shared.npy")
	if err != nil {
		panic(err)
	}
	return read
}

// Each fault is found by the question that is meant for it, and a sound program has none.
func TestConform(t *testing.T) {
	const all = "accepts: {start: true, mask: true}"
	atOnce := slices.IndexFunc(questions, func(q question) bool { return q.name == "two at once" })
	for _, tt := range []struct {
		faults, spec string
		wrong        []string // questions with FAIL
		doubtful     []string // questions with a note, besides
	}{
		{"", all + "\ndeterministic: yes", nil, nil},
		{"", all, nil, []string{"other seed"}},
		{"", "deterministic: seed", nil, nil},
		{"", "deterministic: yes", []string{"other seed"}, nil},
		{"refuses", "", nil, []string{"rank above both sides"}},
		{"clock", "", []string{"same seed", "two at once", "two threads"}, nil},
		{"clock", "deterministic: no", nil, nil},
		{"own-start", all, []string{"initialisation"}, nil},
		{"mask-ignored", all + "\ndeterministic: yes", []string{"mask"}, nil},
		{"mask-half", all + "\ndeterministic: yes", []string{"mask"}, nil},
		{"mask-inverted", all + "\ndeterministic: yes", []string{"mask"}, nil},
		{"shared-file", "", []string{"two at once"}, nil},
		{"threads", "", []string{"two threads"}, nil},
		{"epsilon", "", nil, []string{"scale of X"}},
		{"no-floor", "", []string{"one sample", "zeros"}, nil},
		{"overruns", "", []string{"iterations"}, nil},
		{"rises", "", nil, []string{"own trace"}},
		{"", "accepts: {labels: true}", []string{"labels"}, nil},
		{"", "accepts: {constraints: true}", []string{"constraints"}, nil},
	} {
		t.Run(tt.faults+" "+tt.spec, func(t *testing.T) {
			t.Parallel()
			p := multiplying(t, tt.faults, tt.spec)
			var wrong, doubtful, asked []string
			_, err := Ask(t.Context(), p, func(f Finding) {
				if asked = append(asked, f.Question); len(asked) == atOnce {
					write(filepath.Dir(p.Temp), twoCalls, "")
				}
				switch f.Outcome {
				case Wrong:
					wrong = append(wrong, f.Question)
				case Doubtful:
					byChance := f.Question == "cost of a call" || tt.faults == "clock" && f.Question == "scale of X"
					if !byChance {
						doubtful = append(doubtful, f.Question)
					}
				}
				if f.Found == "" || f.Outcome == Wrong && f.Do == "" && !strings.Contains(f.Found, ";") {
					t.Errorf("%+v says too little", f)
				}
			})
			if err != nil || len(asked) != len(questions) || !slices.Equal(wrong, tt.wrong) || !slices.Equal(doubtful, tt.doubtful) {
				t.Errorf("%d of %d asked, FAIL %q, want %q; notes %q, want %q; %v", len(asked), len(questions), wrong, tt.wrong, doubtful, tt.doubtful, err)
			}
			nothingLeft(t, p)
		})
	}
	p := multiplying(t, "ends", "")
	var found []Finding
	if _, err := Ask(t.Context(), p, func(f Finding) { found = append(found, f) }); err != nil || len(found) != 1 || found[0].Outcome != Wrong || !strings.Contains(found[0].Found, "ValueError") {
		t.Errorf("%+v, %v", found, err)
	}
}

func bytesOf(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}
