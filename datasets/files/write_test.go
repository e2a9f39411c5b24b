package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWriteFile(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "f")
	for _, text := range []string{"first, which is longer", "second"} {
		for _, folder := range []string{"", temp} {
			if err := WriteFile(file, []byte(text), 0o644, folder); err != nil {
				t.Fatal(err)
			}
			holds(t, dir, map[string]string{"f": text})
		}
	}
	if err := WriteFile(filepath.Join(dir, "none", "f"), nil, 0o644, temp); err == nil {
		t.Error("wrote into a folder that is not there")
	}
	holds(t, temp, map[string]string{})
}

// What cannot be written is told, and leaves nothing behind.
func TestWriteFiles(t *testing.T) {
	dir := t.TempDir()
	first := []File{{"a", []byte("old a")}, {"b", []byte("old b")}}
	if err := WriteFiles(dir, first); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"a": "old a", "b": "old b"})
	if err := WriteFiles(filepath.Join(dir, "none"), first); err == nil {
		t.Error("wrote into a folder that is not there")
	}
	if err := WriteFiles(dir, []File{{"a", []byte("new a")}, {"none/b", nil}}); err == nil {
		t.Error("wrote into a folder that is not there")
	}
	holds(t, dir, map[string]string{"a": "new a", "b": "old b"})
}

// A folder of files is replaced as one, with its mode; files of other names stay, and a link keeps the folder where it is.
func TestWriteFolder(t *testing.T) {
	above := t.TempDir()
	dir := filepath.Join(above, "new", "site")
	if err := WriteFolder(dir, []File{{"index.html", []byte("1")}, {"a.html", []byte("1")}}); err != nil {
		t.Fatal(err)
	}
	was := inode(t, dir)
	if err := WriteFolder(dir, []File{{"index.html", []byte("2")}}); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"index.html": "2", "a.html": "1"})
	if os.SameFile(was, inode(t, dir)) {
		t.Error("the folder of pages was not exchanged")
	}
	link := filepath.Join(above, "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFolder(link, []File{{"index.html", []byte("3")}}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() || info.IsDir() {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	holds(t, dir, map[string]string{"index.html": "3", "a.html": "1"})

	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := WriteFolder(dir, []File{{"index.html", []byte("whole")}, {"none/b", nil}}); err == nil {
		t.Error("wrote into a folder that is not there")
	}
	holds(t, dir, map[string]string{"index.html": "3", "a.html": "1", "notes.txt": "mine"})
	if err := WriteFolder(dir, []File{{"index.html", []byte("3b")}}); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"index.html": "3b", "a.html": "1", "notes.txt": "mine"})
	if was = inode(t, dir); was.Mode().Perm() != 0o750 {
		t.Errorf("the mode of the folder is %v, want that of before", was.Mode())
	}
	outside := filepath.Join(above, "outside")
	if err := os.WriteFile(outside, []byte("not a page"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "a.html")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "a.html")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFolder(dir, []File{{"index.html", []byte("4")}, {"a.html", []byte("4")}}); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"index.html": "4", "a.html": "4", "notes.txt": "mine"})
	if text, err := os.ReadFile(outside); err != nil || string(text) != "not a page" {
		t.Errorf("a page was written through a link: %q, %v", text, err)
	}
	if !os.SameFile(was, inode(t, dir)) {
		t.Error("a folder with a link in it was exchanged")
	}
	if err := WriteFolder(outside, []File{{"index.html", nil}}); err == nil {
		t.Error("a file is taken for a folder")
	}
}

// What others saved in the folder while its files were exchanged is brought over; what is older or was replaced is not.
func TestCarry(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, f := range []struct {
		name, text string
		second     int64
	}{
		{from + "/replaced", "old", 3}, {to + "/replaced", "new", 2}, {from + "/notes", "saved meanwhile", 3}, {to + "/notes", "from before", 1},
		{from + "/other", "from before", 1}, {to + "/other", "saved later", 3}, {from + "/fresh", "made meanwhile", 3},
	} {
		when := time.Unix(f.second, 0)
		if err := errors.Join(os.WriteFile(f.name, []byte(f.text), 0o666), os.Chtimes(f.name, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	if err := carry(from, to, []File{{Name: "replaced"}}, os.Rename); err != nil {
		t.Fatal(err)
	}
	holds(t, to, map[string]string{"replaced": "new", "notes": "saved meanwhile", "other": "saved later", "fresh": "made meanwhile"})
}

// What a kill has left beside the folder goes after an hour; what others have there stays.
func TestWriteFolderClears(t *testing.T) {
	above := t.TempDir()
	old := time.Now().Add(-2 * leftover)
	left := map[string]bool{".site-7-1": true, ".site-x": false, ".other-7-1": false, "site-7-1": false}
	for name := range left {
		path := filepath.Join(above, name)
		if err := errors.Join(os.Mkdir(path, 0o777), os.Chtimes(path, old, old)); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteFolder(filepath.Join(above, "site"), []File{{"index.html", nil}}); err != nil {
		t.Fatal(err)
	}
	for name, gone := range left {
		if _, err := os.Stat(filepath.Join(above, name)); os.IsNotExist(err) != gone {
			t.Errorf("%s: %v, want gone: %v", name, err, gone)
		}
	}
}

func inode(t *testing.T, dir string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// holds checks that a folder holds these files and nothing else.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Errorf("%d files in %s, want %d; %v", len(entries), dir, len(want), err)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v, want %q", name, got, err, text)
		}
	}
}

// What a run that was killed has left is removed once it is old; what another is just writing stays, and so does what only looks alike.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{".whole-17-1": 2 * time.Hour, ".whole-18-1": time.Minute, ".whole-mine": 2 * time.Hour} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(file, nil, 0o666), os.Chtimes(file, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteFile(filepath.Join(dir, "f"), []byte("x"), 0o644, ""); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"f": "x", ".whole-18-1": "", ".whole-mine": ""})
}
