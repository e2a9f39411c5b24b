package workflow

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage as seldom as the program does.
func TestMain(m *testing.M) {
	debug.SetGCPercent(200)
	os.Exit(m.Run())
}
