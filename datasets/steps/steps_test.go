package steps

import (
	"testing"
	"time"
)

func TestLeft(t *testing.T) {
	c := &Count{Total: 10}
	c.Reach(4)
	if left := c.Left(20 * time.Second); left != 30*time.Second {
		t.Errorf("%v left, want 30s", left)
	}
	c.Reach(11) // more than were foreseen
	if left := c.Left(time.Second); left != 0 {
		t.Errorf("%v left, want none", left)
	}
}
