//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// detach keeps the watchdog from signals to this program's group.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// terminate sends TERM to the group that a process leads.
func terminate(leader int) { _ = syscall.Kill(-leader, syscall.SIGTERM) } // what is gone needs none

func killedBy(exit *exec.ExitError) (name string, killed bool) {
	status, ok := exit.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return "", false
	}
	return status.Signal().String(), true
}
