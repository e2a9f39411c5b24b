package external

import (
	"bytes"
	"maps"
	"nmfrepro/datasets/list"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// family keeps account of the programs that run at one time. This process is the subreaper of all of them: whatever leaves its session,
// and loses its parent, becomes a child of this process and can be found, even with an environment of its own.
var family struct {
	sync.Mutex
	once    sync.Once
	leaders map[int]bool // first processes of programs that run
	members map[int]int  // process → leader, as far as it was seen below one
	own     map[int]bool // children of this process that are no part of a program: watchdogs
}

// begin starts p.cmd in a session of its own. The thread that starts it stays until it has ended, because Linux sends the
// parent-death signal when that thread ends.
func begin(p *process) error {
	family.once.Do(func() {
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // without it orphans that cleared their environment are not found
		family.leaders, family.members, family.own = map[int]bool{}, map[int]int{}, map[int]bool{}
	})
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		family.Lock() // no orphan is mistaken for it
		err := p.cmd.Start()
		if err == nil {
			family.leaders[p.cmd.Process.Pid] = true
			p.bound()
		}
		family.Unlock()
		started <- err
		if err != nil {
			return
		}
		for unix.Waitid(unix.P_PID, p.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
		}
		p.left = p.killAll()
		family.Lock()
		delete(family.leaders, p.cmd.Process.Pid) // before its number can become another's
		family.Unlock()
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	return <-started
}

// startWatchdog starts a child of this process that is no part of a program.
func startWatchdog(cmd *exec.Cmd) error {
	family.Lock()
	defer family.Unlock()
	err := cmd.Start()
	if err == nil {
		family.own[cmd.Process.Pid] = true
	}
	return err
}

func waitWatchdog(cmd *exec.Cmd) {
	_ = cmd.Wait() // one that died, or that finds nothing left to kill, does no harm
	family.Lock()
	delete(family.own, cmd.Process.Pid)
	family.Unlock()
}

// task is a process as /proc shows it.
type task struct{ id, parent, session, pages int }

// tasks lists the processes of this machine, but for those that have ended. What is started while it looks is looked at, too, until
// there is nothing new: a process that ends before it is read may have left others.
func tasks() (all []task) {
	seen := map[string]bool{}
	for grown := true; grown; {
		grown = false
		folder, err := os.Open("/proc")
		if err != nil {
			return nil
		}
		names, _ := folder.Readdirnames(-1)
		folder.Close()
		for _, name := range names {
			if name[0] < '0' || name[0] > '9' || seen[name] {
				continue
			}
			seen[name], grown = true, true
			line, err := os.ReadFile("/proc/" + name + "/stat")
			if err != nil {
				continue
			}
			f := strings.Fields(string(line[bytes.LastIndexByte(line, ')')+1:])) // state ppid pgrp session ... rss is field 24 of the line
			if len(f) < 22 || f[0] == "Z" {
				continue
			}
			number := func(s string) int { n, _ := strconv.Atoi(s); return n }
			all = append(all, task{number(name), number(f[1]), number(f[3]), number(f[21])})
		}
	}
	return all
}

// relatives lists the processes of a program but for its first: those of its session, what they started, what was seen below it before, and
// what carries its mark. Orphans of which nobody knows the program count as its own if no other program runs. There are none once the
// first process is gone: all were killed before, and an orphan is another program's.
func (p *process) relatives() []task {
	leader := p.cmd.Process.Pid
	family.Lock() // before looking: what is known now is known of all that is seen
	defer family.Unlock()
	if !family.leaders[leader] {
		return nil
	}
	all := tasks()
	alive := list.Count(all, func(t task) int { return t.id })
	maps.DeleteFunc(family.members, func(id, _ int) bool { return alive[id] == 0 })
	self, _ := unix.Getsid(0)
	orphan := func(t task) bool { return t.parent == os.Getpid() && t.session != self } // what this process starts itself is of its session
	for grown := true; grown; {
		grown = false
		for _, t := range all {
			of, known := family.members[t.id]
			if known || family.leaders[t.id] || family.own[t.id] {
				continue
			}
			switch {
			case t.session == leader, t.parent == leader:
				of = leader
			case family.members[t.parent] != 0:
				of = family.members[t.parent]
			case orphan(t) && (len(family.leaders) == 1 || p.marked(t.id)):
				of = leader
			default:
				continue
			}
			family.members[t.id], grown = of, true
		}
	}
	return list.Filter(all, func(t task) bool { return family.members[t.id] == leader })
}

// marked tells whether a process has the mark of this program in its environment, or its working folder.
func (p *process) marked(id int) bool {
	of := "/proc/" + strconv.Itoa(id)
	if at, err := os.Readlink(of + "/cwd"); err == nil && (at == p.dir || strings.HasPrefix(at, p.dir+"/")) {
		return true
	}
	env, err := os.ReadFile(of + "/environ")
	return err == nil && bytes.Contains(env, []byte(p.mark))
}

// killAll kills the group and all relatives, until there is nothing left, and returns how many relatives there were.
func (p *process) killAll() (found int) {
	for range 1000 { // a second: what forks faster than this is killed by nobody
		left := p.relatives()
		found = max(found, len(left))
		p.killGroup()
		for _, t := range left {
			_ = unix.Kill(t.id, unix.SIGKILL)
		}
		if len(left) == 0 {
			break
		}
		time.Sleep(time.Millisecond)
		for _, t := range left { // where it is a child of this process, nobody else buries it
			_, _ = unix.Wait4(t.id, nil, unix.WNOHANG, nil)
		}
	}
	return found
}

// killGroup kills the group of the first process, as long as its number is its own.
func (p *process) killGroup() {
	family.Lock()
	defer family.Unlock()
	if family.leaders[p.cmd.Process.Pid] {
		_ = unix.Kill(-p.cmd.Process.Pid, unix.SIGKILL)
	}
}

// bound gives each process of the program a limit of its own, far above that of all together: it holds should this program be stopped,
// and nobody watch. What is reserved and not used counts for it.
func (p *process) bound() {
	var own unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &own) == nil {
		p.ours = own.Maxrss << 10
	}
	most := uint64(boundFactor*p.memory + boundMore)
	var now unix.Rlimit
	if p.memory <= 0 || most < uint64(p.memory) || unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_DATA, nil, &now) != nil {
		return
	}
	now.Cur, now.Max = min(now.Cur, most), min(now.Max, most)
	_ = unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_DATA, &now, nil) // it is watched as well
}

const (
	boundFactor = 4
	boundMore   = 4 << 30 // what libraries reserve for threads
)

// held returns the resident memory of the program's processes in bytes, where pages that they share count for each; or the most that one of
// them has ever held, if that is more.
func (p *process) held() int64 {
	var pages, most int64
	for _, t := range p.relatives() {
		pages += int64(t.pages)
		most = max(most, peakOf(t.id))
	}
	family.Lock()
	defer family.Unlock()
	if leader := p.cmd.Process.Pid; family.leaders[leader] {
		line, _ := os.ReadFile("/proc/" + strconv.Itoa(leader) + "/statm")
		if f := strings.Fields(string(line)); len(f) > 1 {
			own, _ := strconv.ParseInt(f[1], 10, 64)
			pages, most = pages+own, max(most, peakOf(leader))
		}
	}
	return max(pages*int64(os.Getpagesize()), most)
}

// peakOf returns the most resident memory that a process has held since it runs its program; 0 of one that has ended.
func peakOf(id int) int64 {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(id) + "/status")
	_, after, _ := bytes.Cut(text, []byte("\nVmHWM:"))
	if f := bytes.Fields(after); len(f) > 0 {
		kilobytes, _ := strconv.ParseInt(string(f[0]), 10, 64)
		return kilobytes << 10
	}
	return 0
}

// spent returns the most resident memory that the first process, or one that it waited for, has held, once it has ended; 0 before. Linux
// counts what this program held when it started the other: no more than that tells nothing.
func (p *process) spent() int64 {
	select {
	case <-p.done:
	default:
		return 0
	}
	if p.cmd.ProcessState == nil {
		return 0
	}
	if used, ok := p.cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && used.Maxrss<<10 > p.ours {
		return used.Maxrss << 10
	}
	return 0
}
