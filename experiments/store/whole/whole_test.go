package whole

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFile(t *testing.T) {
	for name, write := range map[string]func(string, []byte, fs.FileMode, string) error{"as the system does": WriteFile, "by renaming": rename} {
		dir, temp := t.TempDir(), t.TempDir()
		file := filepath.Join(dir, "f")
		for _, text := range []string{"first, which is longer", "second"} {
			for _, folder := range []string{"", temp} {
				if err := write(file, []byte(text), 0o644, folder); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if got, err := os.ReadFile(file); err != nil || string(got) != text {
					t.Errorf("%s: read %q, %v, want %q", name, got, err, text)
				}
			}
		}
		if err := write(filepath.Join(dir, "none", "f"), nil, 0o644, temp); err == nil {
			t.Errorf("%s: wrote into a folder that is not there", name)
		}
		for _, folder := range []string{dir, temp} {
			entries, err := os.ReadDir(folder)
			if want := map[string]int{dir: 1, temp: 0}[folder]; err != nil || len(entries) != want {
				t.Errorf("%s: %d files are left in a folder, want %d; %v", name, len(entries), want, err)
			}
		}
	}
}
