package cli

import (
	"bytes"
	"io"
	"io/fs"
	"os/exec"
	"strings"
	"testing"

	"nmfrepro/experiments/pass"
)

// broken is a stream that takes nothing, as a full disk.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, fs.ErrInvalid }

// A verb whose output is lost fails.
func TestVerifyWithoutOutput(t *testing.T) {
	if code := Main([]string{"verify", "pnmf/table3:dataset=iris", "--cached"}, strings.NewReader(""), broken{}, io.Discard); code != int(pass.Usage) {
		t.Errorf("verify without output: exit %d, want %d", code, int(pass.Usage))
	}
}

// A stream that was closed takes everything and keeps nothing; the usual ways of throwing output away are no news.
func TestOutputNowhere(t *testing.T) {
	const told = "nothing of it is kept"
	for redirection, want := range map[string]bool{">&-": true, ">/dev/null": false, "": false} {
		cmd := program(t, "version")
		var stderr bytes.Buffer
		shell := exec.Command("sh", "-c", `exec "$0" version `+redirection, cmd.Path)
		shell.Stderr = &stderr
		if err := shell.Run(); err != nil {
			t.Errorf("version %s: %v", redirection, err)
		}
		if got := strings.Contains(stderr.String(), told); got != want {
			t.Errorf("version %s: stderr = %q, want %q there: %v", redirection, stderr.String(), told, want)
		}
	}
}
