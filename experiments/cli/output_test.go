package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"nmfrepro/experiments/pass"
	"os/exec"
	"strings"
	"testing"
)

// broken is a stream that takes nothing, as a full disk.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, fs.ErrInvalid }

// Lost output is told of beside every other error, and is worse than a difference.
func TestLostOutput(t *testing.T) {
	difference := &pass.Error{Code: pass.Difference, Err: errors.New("1 cell differs")}
	for _, tt := range []struct {
		name string
		err  error
		code int
		want string
	}{
		{"fine", nil, int(pass.Usage), "standard output is lost: invalid argument"},
		{"the same", fs.ErrInvalid, int(pass.Usage), "standard output is lost: invalid argument"},
		{"a difference", difference, int(pass.Usage), "standard output is lost: invalid argument; 1 cell differs"},
		{"data", dataError("no data"), int(pass.Data), "standard output is lost: invalid argument; no data"},
		{"interrupted", &pass.Error{Code: pass.Interrupted, Err: errors.New("interrupted")}, int(pass.Interrupted), "standard output is lost: invalid argument; interrupted"},
		{"another", errors.New("a panel without rows"), int(pass.Usage), "standard output is lost: invalid argument; a panel without rows"},
	} {
		out := &checkedOutput{Writer: broken{}}
		if err := out.loss(io.Discard, tt.err); err != tt.err {
			t.Errorf("%s: nothing written, got %v", tt.name, err)
		}
		out.Write([]byte("x"))
		var exit *pass.Error
		err := out.loss(io.Discard, tt.err)
		if !errors.As(err, &exit) || int(exit.Code) != tt.code || err.Error() != tt.want {
			t.Errorf("%s: got %v, want code %d, %s", tt.name, err, tt.code, tt.want)
		}
	}
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
