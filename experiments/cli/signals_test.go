//go:build unix

package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"nmfrepro/experiments/engine/workflow"
)

// hanging starts a command that reads from a pipe into which nobody writes: a network drive that hangs.
func hanging(t *testing.T, args func(pipe string) []string, before ...string) (cmd *exec.Cmd, stderr *bufio.Reader) {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd = program(t, args(pipe)...)
	if len(before) > 0 {
		cmd = exec.Command(before[0], append(before[1:], cmd.Args...)...)
	}
	told, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	// The command has opened the pipe once one can open its other end without waiting: from then on it listens to signals.
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if fd, err := syscall.Open(pipe, syscall.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			t.Cleanup(func() { syscall.Close(fd) }) // open, so that the reader waits for ever
			return cmd, bufio.NewReader(told)
		}
		if time.Now().After(end) {
			t.Fatalf("%v does not read %s", cmd.Args, pipe)
		}
	}
}

func factorizePipe(pipe string) []string {
	return []string{"factorize", "--solver", "rpr-nmf", "--rank", "2", "--input", "testdata/sparse/X.csv", "--constraints", pipe, "--out", filepath.Join(filepath.Dir(pipe), "out")}
}

func init() { processes["deaf"] = deaf }

// deaf opens a file and never looks at the context that a signal ends, as one long step of a solver.
func deaf() {
	_, stop := untilSignal(os.Stdin, os.Stderr)
	defer stop()
	_, err := os.ReadFile(os.Args[1])
	panic(err)
}

// The first signal is told of, and the second ends the command at once, whatever it waits for.
func TestSecondSignalEndsAtOnce(t *testing.T) {
	caught := make(chan os.Signal, 1) // signals that these tests were told to ignore, as by nohup, would be ignored by the commands too
	signal.Notify(caught, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(caught)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			cmd, stderr := hanging(t, func(pipe string) []string { return []string{pipe} }, "sh", "-c", `exec deaf "$2"`, "sh")
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			line, err := stderr.ReadString('\n')
			if want := fmt.Sprintf("nmfrepro: %v: ending; once more ends at once\n", s); line != want {
				t.Errorf("%q, %v, want %q", line, err, want)
			}
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(stderr)
			cmd.Wait() // its error is the exit code
			if code := cmd.ProcessState.ExitCode(); code != int(workflow.Interrupted) || len(rest) > 0 || err != nil {
				t.Errorf("exit %d, want %d\n%s%v", code, int(workflow.Interrupted), rest, err)
			}
		})
	}
}

// While files are read nothing is there to be saved: the first signal ends the command.
func TestSignalWhileReading(t *testing.T) {
	for name, args := range map[string]func(string) []string{
		"triplets":       factorizePipe,
		"labels":         func(pipe string) []string { return []string{"evaluate", "--truth", pipe, "--pred", pipe} },
		"matrix":         func(pipe string) []string { return []string{"rank", pipe} },
		"text":           func(pipe string) []string { return []string{"check", "table", pipe} },
		"new table":      func(pipe string) []string { return []string{"new", "table", pipe} },
		"baseline":       func(pipe string) []string { return []string{"verify", "pnmf/table3", "--cached", "--baseline", pipe} },
		"new comparison": func(pipe string) []string { return []string{"new", "comparison", pipe, "--specs", filepath.Dir(pipe)} },
	} {
		cmd, stderr := hanging(t, args)
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		told, err := io.ReadAll(stderr)
		cmd.Wait() // its error is the exit code
		if code := cmd.ProcessState.ExitCode(); code != int(workflow.Interrupted) || !strings.Contains(string(told), "interrupted while ") || err != nil {
			t.Errorf("%s: exit %d, %s, %v", name, code, told, err)
		}
	}
}

// A pipe in the place of a file that is no stream by its nature is refused at once.
func TestPipeIsNoFile(t *testing.T) {
	folder := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(folder, "own", "mine"), 0o700), syscall.Mkfifo(filepath.Join(folder, "own", "mine", "table1.yaml"), 0o600),
		os.MkdirAll(filepath.Join(folder, "data", "yale"), 0o700), syscall.Mkfifo(filepath.Join(folder, "data", "yale", "Yale_32x32.mat"), 0o600)); err != nil {
		t.Fatal(err)
	}
	spec := filepath.Join(folder, "own", "mine", "table1.yaml")
	for _, args := range [][]string{
		{"check", "specs", spec},
		{"run", "mine/table1", "--specs", filepath.Join(folder, "own")},
		{"data", "list", "yale", "--verify", "--data", filepath.Join(folder, "data")},
		{"table", "mcnmf/table2:dataset=yale", "--data", filepath.Join(folder, "data"), "--results", filepath.Join(folder, "results")},
	} {
		cmd := program(t, args...)
		overdue := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
		told, err := cmd.CombinedOutput()
		if overdue.Stop(); cmd.ProcessState.ExitCode() < 0 {
			t.Errorf("%v: %v\n%s", args, err, told)
		}
	}
}

// A command under nohup outlives its terminal.
func TestNohup(t *testing.T) {
	cmd, stderr := hanging(t, factorizePipe, "sh", "-c", `trap "" HUP; exec "$@"`, "sh")
	for _, s := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM} {
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	// The line on the signal and that on how the command ended come in either order.
	if line, err := stderr.ReadString('\n'); !strings.HasPrefix(line, "nmfrepro: terminated: ") && !strings.Contains(line, ": interrupted ") {
		t.Errorf("%q, %v, want only the second signal told of", line, err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
}

// A command whose caller holds its standard input, and is gone, saves what it reached and ends; others never look at it.
func TestEndsWithStandardInput(t *testing.T) {
	for _, watched := range []bool{true, false} {
		var code int
		var said, out string
		for wait := 200 * time.Millisecond; ; wait *= 2 { // until it has read its files by then, however busy the machine is
			out = t.TempDir()
			if code, said = withInput(t, watched, wait, out); !strings.Contains(said, "interrupted while files were read; nothing was written") {
				break
			}
		}
		want := workflow.Fine
		if watched {
			want = workflow.Interrupted
		}
		if code != int(want) {
			t.Errorf("watched %v: exit %d, want %d: %s", watched, code, want, said)
		}
		if _, err := os.Stat(filepath.Join(out, "run.json")); err != nil {
			t.Errorf("watched %v: %v", watched, err)
		}
	}
}

// withInput factorises with a standard input that ends after some time, and returns the exit code and what was said.
func withInput(t *testing.T, watched bool, wait time.Duration, out string) (code int, said string) {
	t.Helper()
	iterations := "3000"
	if watched {
		iterations = "1000000000"
	}
	args := []string{"factorize", "--quiet", "--solver", "nmf", "--rank", "2", "--input", "testdata/sparse/X.csv", "--iterations", iterations}
	cmd := program(t, append(args, "--every", "1000", "--out", out)...)
	if watched {
		cmd.Env = append(os.Environ(), envEndsWithInput+"=1")
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	overdue := time.AfterFunc(10*time.Minute, func() { cmd.Process.Kill() })
	time.Sleep(wait)
	stdin.Close()
	_ = cmd.Wait() // its error is the exit code
	overdue.Stop()
	return cmd.ProcessState.ExitCode(), stderr.String()
}

// A command that writes into a pipe which nobody reads says what it waits for, and ends with the first signal.
func TestUnreadPipe(t *testing.T) {
	for _, args := range [][]string{
		{"table", "pnmf/table3:dataset=iris,panel=a", "--cached", "-o"}, {"verify", "pnmf/table3", "--cached", "--write-baseline"},
	} {
		pipe := filepath.Join(t.TempDir(), "pipe.csv")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := program(t, append(args, pipe)...)
		told, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() })
		stderr := bufio.NewReader(told)
		for line := ""; !strings.Contains(line, "a pipe that nobody reads"); {
			if line, err = stderr.ReadString('\n'); err != nil {
				t.Fatalf("%v: it ended without a word of the pipe: %v", args, err)
			}
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		said, _ := io.ReadAll(stderr)
		if cmd.Wait(); cmd.ProcessState.ExitCode() != int(workflow.Interrupted) || !strings.Contains(string(said), "had a reader") {
			t.Errorf("%v: exit code %d, it said %s", args, cmd.ProcessState.ExitCode(), said)
		}
	}
}
