//go:build unix

package external

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A new solver is a solver, in every language, and nothing is written over.
func TestWriteNew(t *testing.T) {
	dir := t.TempDir()
	for _, language := range Languages() {
		files, err := WriteNew(dir, "my-"+language, language)
		if err != nil || len(files) < 2 {
			t.Fatalf("%s: %q, %v", language, files, err)
		}
		p, err := Load(dir, "my-"+language)
		if err != nil || len(p.Files) != len(files)-1 {
			t.Errorf("%s: %v, %v", language, p, err)
		}
	}
	if len(Languages()) != len(languages) {
		t.Errorf("%d languages of %d", len(Languages()), len(languages))
	}
	for _, tt := range []struct{ name, language, want string }{
		{"my-r", "r", "is there already"}, {"../x", "r", "want a name of small letters"}, {"x", "cobol", "no example"}, {"", "r", "want a name"},
	} {
		if _, err := WriteNew(dir, tt.name, tt.language); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s in %s: %v", tt.name, tt.language, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "solvers")); err != nil || len(entries) != len(languages) {
		t.Errorf("%v, %v", entries, err)
	}
}
