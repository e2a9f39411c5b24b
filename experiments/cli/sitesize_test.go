package cli

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestSiteSize holds the site of all committed results to pages below 120 kB as they are served; pictures, downloads and what is
// behind the cells are files beside them. The page that checks a table carries the program and is let off.
func TestSiteSize(t *testing.T) {
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	dir := filepath.Join(t.TempDir(), "site")
	var out, errs strings.Builder
	if code := Main([]string{"report", "--cached", "-o", dir}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("code %d: %s", code, errs.String())
	}
	pages := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		pages++
		info, err := e.Info()
		if err == nil && info.Size() > 140_000 {
			t.Errorf("%s has %d bytes, want at most 140,000", e.Name(), info.Size())
		}
		return err
	})
	if err != nil || pages < 30 {
		t.Errorf("%d pages: %v", pages, err)
	}
}
