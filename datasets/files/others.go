package files

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// OfOthers tells whether a file exists that does not begin as its replacement does: a table with the same heading, any other file with
// the same first bytes. Names that the program chooses take the place of its own files alone.
func OfOthers(file string, data []byte) bool {
	const first = 64
	begin := data[:min(first, len(data))]
	if strings.HasSuffix(file, ".csv") {
		begin, _, _ = bytes.Cut(data, []byte("\n"))
	}
	info, err := os.Lstat(file)
	if err != nil {
		return false
	}
	if !info.Mode().IsRegular() {
		return true
	}
	f, err := os.Open(file)
	if err != nil {
		return true
	}
	defer f.Close()
	there := make([]byte, len(begin))
	_, err = io.ReadFull(f, there)
	return info.Size() > 0 && (err != nil || !bytes.Equal(there, begin))
}

// OthersIn returns the first of some names in a folder under which a file of others stands, "" where there is none. The folder is ours if
// its file at holds a mark.
func OthersIn(folder string, names []string, at, mark string) string {
	if text, err := os.ReadFile(filepath.Join(folder, at)); err == nil && bytes.Contains(text, []byte(mark)) {
		return ""
	}
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
			return filepath.Join(folder, name)
		}
	}
	return ""
}
