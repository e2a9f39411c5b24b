//go:build !unix

package external

import (
	"errors"
	"os/exec"
)

func begin(*process) error {
	return errors.New("programs of one's own need Linux, macOS or another Unix")
}

func startWatchdog(cmd *exec.Cmd) error { return cmd.Start() }

func waitWatchdog(cmd *exec.Cmd) { _ = cmd.Wait() }

func detach(*exec.Cmd) {}

func terminate(int) {}

func (p *process) killAll() int { return 0 }

func (p *process) held() int64 { return 0 }

func (p *process) spent() int64 { return 0 }

func killedBy(*exec.ExitError) (string, bool) { return "", false }
