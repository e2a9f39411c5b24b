package external

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ownSession has Linux kill the program where this one is killed.
var ownSession = syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}

// held returns the resident memory of the processes of the program's session, in bytes, or the most that one of them has ever held, if
// that is more.
func (p *process) held() int64 {
	var pages, most int64
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	here, _ := os.ReadFile("/proc/self/cmdline")
	for _, name := range stats {
		line, _ := os.ReadFile(name)
		f := strings.Fields(string(line[bytes.LastIndexByte(line, ')')+1:])) // state ppid pgrp session ... rss is field 24 of the line
		if len(f) < 22 || f[3] != strconv.Itoa(p.cmd.Process.Pid) {
			continue
		}
		if line, err := os.ReadFile(strings.TrimSuffix(name, "stat") + "cmdline"); err == nil && bytes.Equal(line, here) {
			continue // not yet the other program: it has the memory of this one until then
		}
		own, _ := strconv.ParseInt(f[21], 10, 64)
		pages += own
		text, _ := os.ReadFile(strings.TrimSuffix(name, "stat") + "status")
		if _, after, there := bytes.Cut(text, []byte("\nVmHWM:")); there {
			kilobytes, _ := strconv.ParseInt(string(bytes.Fields(after)[0]), 10, 64)
			most = max(most, kilobytes<<10)
		}
	}
	return max(pages*int64(os.Getpagesize()), most)
}

// ownPeak returns the most resident memory that this program has held: Linux counts it for what this program starts.
func ownPeak() int64 {
	var own syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	return own.Maxrss << 10
}

// spent returns the most resident memory that the first process, or one that it waited for, has held, once it has ended; 0 before.
func (p *process) spent() int64 {
	if p.cmd.ProcessState == nil {
		return 0
	}
	if used := p.cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10; used > max(p.ours, ownPeak()) { // which counts for what it starts
		return used
	}
	return 0
}
