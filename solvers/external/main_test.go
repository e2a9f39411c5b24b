//go:build unix

package external

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
)

// TestMain makes this binary act as a solver, when it is started as one: behave WORD job.json, or multiply FAULTS job.json.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "multiply" {
		if os.Args[2] == "ends" {
			fmt.Fprintln(os.Stderr, "ValueError: no")
			os.Exit(3)
		}
		multiplicative(os.Args[len(os.Args)-1], strings.Split(os.Args[2], ","))
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "behave" {
		behave(os.Args[2], os.Args[len(os.Args)-1])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// thinking is the file that a program which hangs leaves in its working folder once it is deaf to what it is to be deaf to.
const thinking = "thinking"

// await waits until something is so, however busy the machine is.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for began := time.Now(); !so(); time.Sleep(2 * time.Millisecond) {
		if time.Since(began) > 5*time.Minute {
			t.Fatalf("%s: not within five minutes", what)
		}
	}
}

// awaitThinking waits until a program that hangs, whose working folder lies in a folder, does so.
func awaitThinking(t *testing.T, temp string) {
	t.Helper()
	await(t, "it hangs", func() bool {
		files, _ := filepath.Glob(filepath.Join(temp, "*", thinking))
		return len(files) > 0
	})
}

// behave is a solver that can do everything wrong.
func behave(how, path string) {
	if how == "parent" { // is the program that runs solvers; path is the folder of own specs
		p, err := Load(path, "mine")
		if err == nil {
			p.Temp = filepath.Join(path, "temp")
			problem, f := smallProblem()
			_, _, _, err = solve(context.Background(), p, problem, f, solvers.Settings{Iterations: 10})
		}
		panic(fmt.Sprint("the program ended: ", err))
	}
	switch how {
	case "ok":
		leave(path, nil, nil)
	case "deaf":
		signal.Ignore(syscall.SIGTERM)
		fallthrough
	case "hang":
		fmt.Fprintln(os.Stderr, "thinking")
		write(filepath.Dir(path), thinking, "")
		time.Sleep(time.Hour)
	case "nothing":
	case "nan":
		leave(path, func(w, _ *mat.Dense) { w.Set(1, 0, math.NaN()) }, nil)
	case "infinite":
		leave(path, func(_, h *mat.Dense) { h.Set(0, 1, math.Inf(1)) }, nil)
	case "negative":
		leave(path, func(_, h *mat.Dense) { h.Set(1, 2, -0.5) }, nil)
	case "overflows":
		leave(path, func(w, h *mat.Dense) { w.Scale(1e300, w); h.Scale(1e300, h) }, nil)
	case "transposed":
		leave(path, nil, func(dir string, _, h *mat.Dense) { save(dir, "H.npy", mat.DenseCopyOf(h.T())) })
	case "half":
		leave(path, nil, func(dir string, w, _ *mat.Dense) { os.Truncate(filepath.Join(dir, "W.npy"), 150) })
	case "only-w":
		leave(path, nil, func(dir string, _, _ *mat.Dense) { os.Remove(filepath.Join(dir, "H.npy")) })
	case "no-result":
		leave(path, nil, func(dir string, _, _ *mat.Dense) { os.Remove(filepath.Join(dir, "result.json")) })
	case "half-result":
		leave(path, nil, func(dir string, _, _ *mat.Dense) { write(dir, "result.json", `{"status": "o`) })
	case "odd-status":
		leave(path, nil, func(dir string, _, _ *mat.Dense) { write(dir, "result.json", `{"status": "fine"}`) })
	case "link":
		leave(path, nil, func(dir string, _, _ *mat.Dense) {
			os.Rename(filepath.Join(dir, "W.npy"), filepath.Join(dir, "w"))
			os.Symlink("w", filepath.Join(dir, "W.npy"))
		})
	case "huge":
		leave(path, nil, func(dir string, w, _ *mat.Dense) {
			f, _ := os.OpenFile(filepath.Join(dir, "W.npy"), os.O_WRONLY, 0)
			f.Truncate(1 << 30) // sparse: nothing is stored
			f.Close()
		})
	case "unsupported", "diverged", "failed":
		write(filepath.Join(filepath.Dir(path), "out"), "result.json", `{"status": "`+how+`", "message": "as I say\u001b[2J"}`)
		os.Exit(map[string]int{"unsupported": 0, "diverged": 1, "failed": 3}[how])
	case "exit-3":
		leave(path, nil, nil) // with an answer that nobody should trust
		fmt.Fprintln(os.Stderr, "Traceback (most recent call last):\n  File \"/a/b/main.py\", line 7, in <module>\n    f()\n    ^^^\n"+
			"  File \"/a/lib.py\", line 12, in f\n    raise ValueError(\"no\")\nValueError: no")
		os.Exit(3)
	case "signal":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case "spike": // ends at once, with a good answer
		eaten = append(eaten, bytes.Repeat([]byte{1}, 300<<20))
		leave(path, nil, nil)
	case "burst":
		leave(path, nil, func(dir string, _, _ *mat.Dense) {
			os.WriteFile(filepath.Join(dir, "junk"), make([]byte, 50<<20), 0o666)
		})
	case "eat":
		for {
			b := make([]byte, 4<<20)
			for i := range b {
				b[i] = byte(i)
			}
			eaten = append(eaten, b)
			time.Sleep(time.Millisecond)
		}
	case "child-eats":
		child("eat", path).Wait()
	case "fill":
		f, _ := os.Create(filepath.Join(filepath.Dir(path), "out", "junk"))
		for b := make([]byte, 1<<20); ; time.Sleep(time.Millisecond) {
			f.Write(b)
		}
	case "chatter":
		line := []byte(strings.Repeat(strings.Repeat("x", 1023)+"\n", 1024))
		for range 256 { // MiB
			os.Stderr.Write(line)
		}
		leave(path, nil, nil)
	case "leaves-child":
		child("deaf", path)
		leave(path, nil, nil)
	case "waits-for-child":
		child("deaf", path).Wait()
	case "environment":
		leave(path, nil, nil)
		fmt.Fprintln(os.Stderr, strings.Join(os.Environ(), "\n"))
		os.Exit(1)
	}
}

// child starts this binary once more and returns when it behaves.
func child(how, path string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "behave", how, path)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	time.Sleep(50 * time.Millisecond)
	return cmd
}

// leave leaves a good answer, made worse by change before it is written and by spoil after that.
func leave(path string, change func(w, h *mat.Dense), spoil func(dir string, w, h *mat.Dense)) {
	var j job
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	if err != nil {
		panic(err)
	}
	w, h := mat.NewDense(j.X.Rows, j.Rank, nil), mat.NewDense(j.Rank, j.X.Cols, nil)
	for k := range j.Rank {
		for i := range j.X.Rows {
			w.Set(i, k, float64(1+i+k))
		}
		for i := range j.X.Cols {
			h.Set(k, i, float64(1+(i*k)%3))
		}
	}
	if change != nil {
		change(w, h)
	}
	dir := filepath.Join(filepath.Dir(path), j.Out)
	save(dir, "W.npy", w)
	save(dir, "H.npy", h)
	write(dir, "result.json", `{"status": "ok", "iterations": 7, "seconds": 0.001, "versions": {"go": "1"}, "pid": `+strconv.Itoa(os.Getpid())+`}`)
	if spoil != nil {
		spoil(dir, w, h)
	}
}

var eaten [][]byte // what a program that eats memory holds
