package external

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// started is a shell script that runs as a program would, in a folder of its own.
func started(t *testing.T, script string) *process {
	t.Helper()
	p, err := start(command{args: []string{"/bin/sh", "-c", script}, dir: t.TempDir(), env: []string{"PATH=/usr/bin:/bin"}, output: new(tail), grace: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.end(true) })
	return p
}

// The end of one program leaves what another one started alone, even where that has left its session, lost its parent, and was not
// seen before.
func TestEndSparesStrangersOfOthers(t *testing.T) {
	one := started(t, "setsid env -i sh -c 'setsid sleep 1000 & echo $! > id'; exec sleep 1000")
	other := started(t, "exit 0")
	var stranger int
	await(t, "the stranger is an orphan", func() bool {
		text, _ := os.ReadFile(filepath.Join(one.dir, "id"))
		stranger, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		for _, x := range tasks() {
			if stranger > 0 && x.id == stranger {
				return x.parent == os.Getpid()
			}
		}
		return false
	})
	<-other.done
	other.end(true)
	if !slices.ContainsFunc(tasks(), func(x task) bool { return x.id == stranger }) {
		t.Error("the stranger of another program is gone")
	}
}

// Of two limits that were passed before anybody looked, that of memory is told; and each process has a limit of its own.
func TestMemoryBeforeWall(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := start(command{args: []string{self, "behave", "eat", "job.json"}, dir: t.TempDir(), output: new(tail), grace: time.Second, memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	await(t, "it holds 20 MiB", func() bool { return p.held() > 20<<20 })
	var own unix.Rlimit
	if err := unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_DATA, nil, &own); err != nil || own.Cur > 4<<20+4<<30 {
		t.Errorf("limit of data %d, %v", own.Cur, err)
	}
	err = p.watch(t.Context(), Limits{Wall: 1, Memory: 1 << 20, Output: 1 << 20}, p.dir)
	if failure, ok := errors.AsType[*Failure](err); !ok || failure.Word != Memory {
		t.Errorf("got %v, want the limit of memory", err)
	}
}
