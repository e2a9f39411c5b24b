package budget

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestReadAll(t *testing.T) {
	defer Set(0)
	Set(1 << 20)
	text := strings.Repeat("abc", 50_000)
	if got, err := ReadAll(iotest.HalfReader(strings.NewReader(text)), "a text"); err != nil || string(got) != text {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := ReadAll(zeros{}, "what %s says", "a pipe"); err == nil || !strings.HasPrefix(err.Error(), "what a pipe says takes at least") {
		t.Errorf("without an end: %v", err)
	}
	broken := errors.New("disk gone")
	if _, err := ReadAll(io.MultiReader(strings.NewReader("a"), iotest.ErrReader(broken)), "a text"); !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's own error", err)
	}
}
