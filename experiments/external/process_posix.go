//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// detach keeps the watchdog from signals to this program's group.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// signalGroup sends TERM or KILL to the group that a process leads.
func signalGroup(leader int, term bool) {
	signal := syscall.SIGKILL
	if term {
		signal = syscall.SIGTERM
	}
	_ = syscall.Kill(-leader, signal) // what is gone needs none
}

func killedBy(exit *exec.ExitError) (name string, killed bool) {
	status, ok := exit.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return "", false
	}
	return status.Signal().String(), true
}
