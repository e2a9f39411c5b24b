package files

import (
	"path/filepath"
	"testing"
)

func TestSame(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	if !Same(a, filepath.Join(a, ".")) || Same(a, b) || Same(a, filepath.Join(a, "absent")) {
		t.Error("a folder is the same under another name, and no other is")
	}
}
