package datasets

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"nmfrepro/datasets/sets"
)

// EnvFolder names the environment variable that holds the data folder.
const EnvFolder = "NMFREPRO_DATA"

// Folder returns the data folder: flag, else $NMFREPRO_DATA, else nmfrepro/data in the user's cache folder. It need not exist.
func Folder(flag string) (string, error) {
	for _, f := range []string{flag, os.Getenv(EnvFolder)} {
		if f != "" {
			return filepath.Abs(f)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("datasets: no folder for the data: %w; name one with --data or $%s", err, EnvFolder)
	}
	return filepath.Join(cache, "nmfrepro", "data"), nil
}

// filesOf returns the file system that an entry's files are in.
func filesOf(folder string, e Entry) fs.FS {
	if e.Embedded {
		return sets.Embedded{}
	}
	return os.DirFS(folder)
}
