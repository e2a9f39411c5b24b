package external

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// begin starts p.cmd in a session of its own. The thread that starts it stays until it has ended, because Linux sends the
// parent-death signal when that thread ends.
func begin(p *process) error {
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		for unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
		}
		p.left = sweep(p.cmd.Process.Pid, p.mark) // before its number can become another's
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	return <-started
}

// sweep kills the group and all that carries the mark, until there is nothing left, and returns how many carried it.
func sweep(leader int, mark string) (found int) {
	for range 1000 { // a second: what forks faster than this is killed by nobody
		ids := carriers(mark)
		found = max(found, len(ids))
		_ = unix.Kill(-leader, unix.SIGKILL)
		for _, id := range ids {
			_ = unix.Kill(id, unix.SIGKILL)
		}
		if len(ids) == 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return found
}

// carriers lists the processes of this user whose environment has the mark. The dead ones that nobody has waited for have
// none any more.
func carriers(mark string) (ids []int) {
	own := uint32(os.Getuid())
	entries, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range entries {
		var info unix.Stat_t
		if unix.Stat(dir, &info) != nil || info.Uid != own {
			continue
		}
		if env, err := os.ReadFile(dir + "/environ"); err == nil && bytes.Contains(env, []byte(mark)) {
			if id, err := strconv.Atoi(filepath.Base(dir)); err == nil {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// memoryOf is the resident memory of all processes of a session, and of what they started, in bytes; pages that they share
// count for each.
func memoryOf(session int) int64 {
	type task struct{ id, parent, session, pages int }
	var tasks []task
	entries, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range entries {
		line, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(line[bytes.LastIndexByte(line, ')')+1:]), " ")
		f := strings.Fields(rest) // state ppid pgrp session ... rss is field 24 of the line
		if len(f) < 22 {
			continue
		}
		id, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		parent, _ := strconv.Atoi(f[1])
		of, _ := strconv.Atoi(f[3])
		pages, _ := strconv.Atoi(f[21])
		tasks = append(tasks, task{id, parent, of, pages})
	}
	member := map[int]bool{session: true}
	for grown := true; grown; {
		grown = false
		for _, t := range tasks {
			if !member[t.id] && (t.session == session || member[t.parent]) {
				member[t.id], grown = true, true
			}
		}
	}
	var total int64
	for _, t := range tasks {
		if member[t.id] {
			total += int64(t.pages)
		}
	}
	return total * int64(os.Getpagesize())
}
