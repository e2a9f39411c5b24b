package datasets

import (
	"cmp"
	"fmt"
	"strings"
)

// MissingError says which files of a data set are not in the data folder.
type MissingError struct {
	Dataset string
	Folder  string   // the data folder
	Paths   []string // below it
	Get     string   // how to get them, one sentence
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("datasets: %s: %s missing in %s; %s", e.Dataset, strings.Join(e.Paths, ", "), e.Folder, e.Get)
}

// CorruptError says that a file is there but is not the one that the registry knows, nor one with the same content.
type CorruptError struct {
	Dataset    string
	Folder     string // the data folder
	Get        string // how to get the right one, one sentence
	FileStatus        // Err is what the loader said about the file, or nil
}

func (e *CorruptError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "datasets: %s: %s in %s is not the expected file: found %d bytes, SHA-256 %s, want %d bytes, SHA-256 %s",
		e.Dataset, e.Path, e.Folder, e.Found, cmp.Or(e.FoundSHA256, "unknown"), e.Size, cmp.Or(e.SHA256, "unknown"))
	if e.Err != nil {
		fmt.Fprintf(&b, " (%v)", e.Err)
	}
	fmt.Fprintf(&b, "; it was left as it is: move it away, then %s", e.Get)
	return b.String()
}

// Unwrap returns what the loader said about the file.
func (e *CorruptError) Unwrap() error { return e.Err }

// LicenceError says that the terms of a set must be accepted before it is downloaded.
type LicenceError struct {
	Dataset string
	Terms   string
}

func (e *LicenceError) Error() string {
	return fmt.Sprintf("datasets: %s: %s If you accept these terms: nmfrepro data get %s --accept-license", e.Dataset, e.Terms, e.Dataset)
}
