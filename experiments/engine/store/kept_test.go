package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Records that vanish while a command goes on are found, whatever became of their file, and whether it is that of this process or one
// that was there.
func TestKept(t *testing.T) {
	for what, spoil := range map[string]func(t *testing.T, log string) error{
		"is gone":                   func(_ *testing.T, log string) error { return os.Remove(log) },
		"folder is gone":            func(_ *testing.T, log string) error { return os.RemoveAll(filepath.Dir(filepath.Dir(log))) },
		"folder is another":         func(_ *testing.T, log string) error { return os.Rename(filepath.Dir(log), filepath.Dir(log)+"2") },
		"of [0-9]* that were there": func(_ *testing.T, log string) error { return os.Truncate(log, 700) },
		"is a link":                 func(_ *testing.T, log string) error { os.Remove(log); return os.Symlink("/dev/null", log) },
		"emptied":                   func(_ *testing.T, log string) error { return os.WriteFile(log, nil, 0o666) },
		"zeros":                     overwritten,
		"copied without records": func(_ *testing.T, log string) error {
			text, err := os.ReadFile(log)
			os.Remove(log)
			return errors.Join(err, os.WriteFile(log, append([]byte(strings.SplitAfter(string(text), "\n")[0]), make([]byte, len(text))...), 0o666))
		},
	} {
		for _, own := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, own %v", what, own), func(t *testing.T) {
				if what == "zeros" && !own {
					return // of what others wrote only the size is looked at
				}
				dir := t.TempDir()
				st := Open(dir, nil)
				for i := range 3 {
					if err := st.Put(testRecord(fmt.Sprint("k", i))); err != nil {
						t.Fatal(err)
					}
				}
				if !own {
					st = Open(dir, nil)
					if _, ok := st.Get(Ref{"test/table1", "k1"}); !ok {
						t.Fatal("no record")
					}
				}
				if err := st.Kept(); err != nil {
					t.Fatal(err)
				}
				logs, _ := filepath.Glob(filepath.Join(dir, "test", "table1", "*.jsonl"))
				if err := spoil(t, logs[0]); err != nil {
					t.Fatal(err)
				}
				if err := st.Kept(); err == nil || !strings.Contains(err.Error(), "lost while this command went on") || !strings.Contains(err.Error(), logs[0]) {
					t.Errorf("got %v", err)
				}
			})
		}
	}
	// A file that is cut while it grows goes on behind the cut.
	st := Open(t.TempDir(), nil)
	for i := range 6 {
		if err := st.Put(testRecord(fmt.Sprint("k", i))); err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			logs, _ := filepath.Glob(filepath.Join(st.dir, "test", "table1", "*.jsonl"))
			if err := os.Truncate(logs[0], 700); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := st.Kept(); err == nil || !strings.Contains(err.Error(), "records are lost") {
		t.Errorf("cut while it grows: %v", err)
	}
	// What somebody moved into another file of the folder is not lost.
	dir := t.TempDir()
	st = Open(dir, nil)
	if err := st.Put(testRecord("k")); err != nil {
		t.Fatal(err)
	}
	logs, _ := filepath.Glob(filepath.Join(dir, "test", "table1", "*.jsonl"))
	if err := os.Rename(logs[0], logs[0]+"-joined.jsonl"); err != nil {
		t.Fatal(err)
	}
	if err := st.Kept(); err != nil {
		t.Error(err)
	}
}

func overwritten(_ *testing.T, log string) error {
	f, err := os.OpenFile(log, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	_, err = f.WriteAt(make([]byte, info.Size()/2), info.Size()/4)
	return err
}
