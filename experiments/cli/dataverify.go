package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/reports/term"
)

// verifyRow is a set as verify shows it.
type verifyRow struct {
	Name        string       `json:"name"`
	Doc         string       `json:"doc"`
	State       string       `json:"state"`
	Features    int          `json:"features,omitempty"` // as loaded
	Samples     int          `json:"samples,omitempty"`
	Known       int          `json:"known,omitempty"`
	ClassCounts []int        `json:"class_counts,omitempty"`
	Files       []verifyFile `json:"files,omitempty"`
	Doubt       string       `json:"doubt,omitempty"`
	Reason      string       `json:"reason,omitempty"`
}

// verifyFile is what was found about one file.
type verifyFile struct {
	Path        string `json:"path"`
	State       string `json:"state"`
	Size        int64  `json:"size"`
	SHA256      string `json:"sha256"`
	Found       int64  `json:"found_size"`
	FoundSHA256 string `json:"found_sha256,omitempty"`
	Holds       string `json:"holds,omitempty"`
	Reason      string `json:"reason,omitempty"`
}

// verifySets checks the sets and returns what is wrong; a missing set is wrong only if it was asked for.
func verifySets(folder string, entries []datasets.Entry, asked bool) (rows []verifyRow, bad error) {
	for _, e := range entries {
		found := datasets.Verify(folder, e)
		row := verifyRow{
			Name: e.Name, Doc: e.Doc, State: string(found.State), Features: found.Features, Samples: found.Samples, Known: found.Known,
			ClassCounts: found.ClassCounts, Doubt: found.Doubt,
		}
		for _, f := range found.Files {
			file := verifyFile{f.Path, string(f.State), f.Size, f.SHA256, f.Found, f.FoundSHA256, f.Holds, ""}
			if f.Err != nil {
				file.Reason = f.Err.Error()
			}
			row.Files = append(row.Files, file)
		}
		if found.Err != nil {
			row.Reason = found.Err.Error()
			if asked || !errors.As(found.Err, new(*datasets.MissingError)) {
				bad = errors.Join(bad, found.Err)
			}
		}
		rows = append(rows, row)
	}
	return rows, bad
}

func writeDataVerify(w io.Writer, rows []verifyRow) {
	lines := [][]string{{"SET", "SHAPE", "CLASSES", "FILE", "STATE", "SHA-256", "HOLDS"}}
	for _, r := range rows {
		name, shape, classes := r.Name, "", countsText(r.ClassCounts)
		if r.Features > 0 {
			shape = fmt.Sprintf("%d×%d", r.Features, r.Samples)
		}
		if r.Known > 0 {
			classes = fmt.Sprintf("%d known", r.Known)
		}
		for _, f := range r.Files {
			lines = append(lines, []string{name, shape, classes, f.Path, f.State, f.FoundSHA256, f.Holds})
			if f.State == string(datasets.StateWrong) || f.State == string(datasets.StateTruncated) {
				lines = append(lines, []string{"", "", "", fmt.Sprintf("want %d bytes, found %d", f.Size, f.Found), "", f.SHA256})
			}
			name, shape, classes = "", "", ""
		}
		if r.Doubt != "" {
			lines = append(lines, []string{"", "", "", r.Doubt})
		}
	}
	term.Columns(w, lines)
}

// countsText says how many samples the classes have: "40 of 10" where all have as many, else each number.
func countsText(counts []int) string {
	if len(counts) == 0 {
		return ""
	}
	if slices.Min(counts) == slices.Max(counts) {
		return fmt.Sprintf("%d of %d", len(counts), counts[0])
	}
	return strings.Trim(fmt.Sprint(counts), "[]")
}
