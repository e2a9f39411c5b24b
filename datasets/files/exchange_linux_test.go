package files

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Who opens the folder at any moment, as after a kill, finds both files of one writing. Files that are replaced one by one fail this within a few writings.
func TestWriteFolderAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "paper")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	const writings = 100
	written := make(chan error, 1)
	go func() {
		var err error
		for i := 1; i <= writings && err == nil; i++ {
			text := fmt.Append(nil, i)
			err = WriteFolder(dir, []File{{"a", text}, {"b", text}})
		}
		written <- err
	}()
	pairs := 0
	for done := false; !done; {
		select {
		case err := <-written:
			if done = true; err != nil {
				t.Fatal(err)
			}
		default:
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		a, errA := root.ReadFile("a")
		b, errB := root.ReadFile("b")
		root.Close()
		if errA != nil || errB != nil { // before the first, or the old folder, which is being removed
			continue
		}
		if pairs++; string(a) != string(b) {
			t.Fatalf("a of writing %s beside b of writing %s", a, b)
		}
	}
	if pairs < writings {
		t.Errorf("only %d pairs were seen: the test shows nothing", pairs)
	}
}
