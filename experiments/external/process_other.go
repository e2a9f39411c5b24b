//go:build !unix

package external

import (
	"errors"
	"os/exec"
)

func begin(*process) error {
	return errors.New("programs of one's own need Linux, macOS or another Unix")
}

func detach(*exec.Cmd) {}

func terminate(int) {}

func sweep(int, string) int { return 0 }

func memoryOf(int) int64 { return 0 }

func killedBy(*exec.ExitError) (string, bool) { return "", false }
