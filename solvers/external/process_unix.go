//go:build unix

package external

import (
	"errors"
	"os/exec"
	"runtime"
	"syscall"
)

// begin starts p.cmd in a session of its own. The thread stays until it has ended: Linux sends the signal of a parent's death when that
// thread ends.
func begin(p *process) error {
	session := ownSession
	p.cmd.SysProcAttr = &session
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		if p.err = p.cmd.Wait(); errors.Is(p.err, exec.ErrWaitDelay) {
			p.err = nil
		}
		p.left = p.killAll()
		close(p.done)
	}()
	return <-started
}

// terminate sends TERM to the group that a process leads.
func terminate(leader int) { _ = syscall.Kill(-leader, syscall.SIGTERM) } // what is gone needs none

// killAll kills the group; what has left it is not found.
func (p *process) killAll() (found int) {
	if syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) == nil {
		return 1
	}
	return 0
}

func killedBy(exit *exec.ExitError) (name string, killed bool) {
	status, ok := exit.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return "", false
	}
	return status.Signal().String(), true
}
