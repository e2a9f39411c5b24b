package cli

import (
	"errors"
	"io/fs"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// broken is a stream that takes nothing, as a full disk.
type consoleBroken struct{}

func (consoleBroken) Write([]byte) (int, error) { return 0, fs.ErrInvalid }

// Lost output is told of beside every other error, and is worse than a difference.
func TestConsoleLostOutput(t *testing.T) {
	difference := &workflow.Error{Code: workflow.Difference, Err: errors.New("1 cell differs")}
	for _, tt := range []struct {
		name string
		err  error
		code int
		want string
	}{
		{"fine", nil, int(workflow.Usage), "standard output is lost: invalid argument"},
		{"the same", fs.ErrInvalid, int(workflow.Usage), "standard output is lost: invalid argument"},
		{"a difference", difference, int(workflow.Usage), "standard output is lost: invalid argument; 1 cell differs"},
		{"data", dataError("no data"), int(workflow.Data), "standard output is lost: invalid argument; no data"},
		{"interrupted", &workflow.Error{Code: workflow.Interrupted, Err: errors.New("interrupted")}, int(workflow.Interrupted), "standard output is lost: invalid argument; interrupted"},
		{"another", errors.New("a panel without rows"), int(workflow.Usage), "standard output is lost: invalid argument; a panel without rows"},
	} {
		out := &checkedOutput{Writer: consoleBroken{}}
		if err := out.Loss(tt.err); !errors.Is(err, tt.err) {
			t.Errorf("%s: nothing written, got %v", tt.name, err)
		}
		out.Write([]byte("x"))
		var exit *workflow.Error
		err := out.Loss(tt.err)
		if !errors.As(err, &exit) || int(exit.Code) != tt.code || err.Error() != tt.want {
			t.Errorf("%s: got %v, want code %d, %s", tt.name, err, tt.code, tt.want)
		}
	}
}
