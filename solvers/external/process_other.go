//go:build !unix

package external

import (
	"errors"
	"os/exec"
)

func begin(*process) error {
	return errors.New("programs of one's own need Linux, macOS or another Unix")
}

func terminate(int) {}

func (p *process) killAll() int { return 0 }

func (p *process) held() int64 { return 0 }

func killedBy(*exec.ExitError) (string, bool) { return "", false }

func ownPeak() int64 { return 0 }

func (p *process) spent() int64 { return 0 }
