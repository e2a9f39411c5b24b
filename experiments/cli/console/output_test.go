package console

import (
	"errors"
	"io/fs"
	"testing"

	"nmfrepro/experiments/pass"
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
		{"data", DataError("no data"), int(pass.Data), "standard output is lost: invalid argument; no data"},
		{"interrupted", &pass.Error{Code: pass.Interrupted, Err: errors.New("interrupted")}, int(pass.Interrupted), "standard output is lost: invalid argument; interrupted"},
		{"another", errors.New("a panel without rows"), int(pass.Usage), "standard output is lost: invalid argument; a panel without rows"},
	} {
		out := &CheckedOutput{Writer: broken{}}
		if err := out.Loss(tt.err); !errors.Is(err, tt.err) {
			t.Errorf("%s: nothing written, got %v", tt.name, err)
		}
		out.Write([]byte("x"))
		var exit *pass.Error
		err := out.Loss(tt.err)
		if !errors.As(err, &exit) || int(exit.Code) != tt.code || err.Error() != tt.want {
			t.Errorf("%s: got %v, want code %d, %s", tt.name, err, tt.code, tt.want)
		}
	}
}
