package datasets

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// A link to nowhere in the place of a file is told of before anything is fetched, and never taken for the file.
func TestLinkToNowhere(t *testing.T) {
	e, canonical, _, _ := madePictures(t)
	s := newServer(t, map[string][]byte{"/good": canonical})
	e.Downloads = []Download{{URLs: []string{s.URL + "/good"}, Path: e.Files[0].Path, Limit: 1 << 20}}
	folder := t.TempDir()
	to := filepath.Join(folder, filepath.FromSlash(e.Files[0].Path))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(folder, "gone"), to); err != nil {
		t.Fatal(err)
	}
	const want = "is a link to a file that is not there"
	if err := Get(context.Background(), folder, e, getOptions()); err == nil || !strings.Contains(err.Error(), want) || len(s.asked) > 0 {
		t.Errorf("get: %v after %d requests, want %q after none", err, len(s.asked), want)
	}
	file := filepath.Join(t.TempDir(), "mine.mat")
	if err := os.WriteFile(file, canonical, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(context.Background(), folder, e, []string{file}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("import: %v, want %q", err, want)
	}
	if err := os.Remove(to); err != nil {
		t.Fatal(err)
	}
	if err := Get(context.Background(), folder, e, getOptions()); err != nil {
		t.Error(err)
	}
}

// An import removes what one that was killed left beside the place of its file.
func TestHalfImports(t *testing.T) {
	e, canonical, _, _ := madePictures(t)
	folder := t.TempDir()
	half := path.Join(path.Dir(e.Files[0].Path), importPrefix+"123")
	write(t, folder, half, make([]byte, 100))
	file := filepath.Join(t.TempDir(), "mine.mat")
	if err := os.WriteFile(file, canonical, 0o644); err != nil {
		t.Fatal(err)
	}
	if done, err := Import(context.Background(), folder, e, []string{file}); err != nil || len(done) != 1 {
		t.Errorf("%v, %v", done, err)
	}
	if _, err := os.Stat(filepath.Join(folder, half)); !os.IsNotExist(err) {
		t.Errorf("the half import is still there: %v", err)
	}
}

// Every file has an address with https before any without, and the Internet Archive's copy as the last.
func TestAddresses(t *testing.T) {
	for _, e := range Registry {
		for _, d := range e.Downloads {
			list := d.Addresses()
			if len(list) < 2 || !strings.HasPrefix(list[0], "https://") ||
				list[len(list)-1] != "https://web.archive.org/web/2020id_/"+d.URLs[len(d.URLs)-1] {
				t.Errorf("%s: %q", e.Name, list)
			}
		}
	}
	if got := mirrored(card("orl"), "http://mirror.example/nmf/")[0].Addresses(); len(got) != 1 ||
		got[0] != "http://mirror.example/nmf/orl/ORL_32x32.mat" {
		t.Errorf("a mirror: %q", got)
	}
	unknown := map[string]bool{}
	for _, e := range Registry {
		for _, d := range e.Downloads {
			unknown[e.Name] = unknown[e.Name] || !vouched(e, d)
		}
	}
	if !unknown["hdm05"] || unknown["orl"] || unknown["movielens1m"] {
		t.Errorf("sums unknown of %v", unknown)
	}
}
