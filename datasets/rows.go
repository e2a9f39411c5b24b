package datasets

import (
	"context"
	"encoding/json"
	"errors"

	"nmfrepro/datasets/steps"
)

// Row is the card of a data set with what a glance tells about its files.
type Row struct {
	Entry
	State string `json:"state"` // embedded, generated, present, missing or truncated
	Get   string `json:"get"`   // what to do for its files
}

// GlanceAt returns the row of a data set, whose files are looked for but not read.
func GlanceAt(folder string, e Entry) Row {
	state := string(Glance(folder, e))
	switch {
	case e.Embedded:
		state = "embedded"
	case len(e.Files) == 0:
		state = "generated"
	}
	return Row{e, state, e.HowToGet()}
}

// Fields returns the row as the JSON object that it is.
func (r Row) Fields() (map[string]any, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(text, &out)
}

// VerifiedRow is a set as verify shows it.
type VerifiedRow struct {
	Name        string         `json:"name"`
	Doc         string         `json:"doc"`
	State       string         `json:"state"`
	Features    int            `json:"features,omitempty"` // as loaded
	Samples     int            `json:"samples,omitempty"`
	Known       int            `json:"known,omitempty"`
	ClassCounts []int          `json:"class_counts,omitempty"`
	Files       []VerifiedFile `json:"files,omitempty"`
	Doubt       string         `json:"doubt,omitempty"`
	Reason      string         `json:"reason,omitempty"`
}

// VerifiedFile is what was found about one file.
type VerifiedFile struct {
	Path        string `json:"path"`
	State       string `json:"state"`
	Size        int64  `json:"size"`
	SHA256      string `json:"sha256"`
	Found       int64  `json:"found_size"`
	FoundSHA256 string `json:"found_sha256,omitempty"`
	Holds       string `json:"holds,omitempty"`
	Reason      string `json:"reason,omitempty"`
}

// VerifyAll checks the sets and returns what is wrong; a missing set is wrong only if it was asked for.
func VerifyAll(ctx context.Context, folder string, entries []Entry, asked bool) (rows []VerifiedRow, bad error) {
	checked := steps.Begin(ctx, "sets checked", len(entries))
	defer checked.End()
	for _, e := range entries {
		found := Verify(folder, e)
		checked.Step()
		row := VerifiedRow{
			Name: e.Name, Doc: e.Doc, State: string(found.State), Features: found.Features, Samples: found.Samples, Known: found.Known,
			ClassCounts: found.ClassCounts, Doubt: found.Doubt,
		}
		for _, f := range found.Files {
			file := VerifiedFile{f.Path, string(f.State), f.Size, f.SHA256, f.Found, f.FoundSHA256, f.Holds, ""}
			if f.Err != nil {
				file.Reason = f.Err.Error()
			}
			row.Files = append(row.Files, file)
		}
		if found.Err != nil {
			row.Reason = found.Err.Error()
			if asked || !errors.As(found.Err, new(*MissingError)) {
				bad = errors.Join(bad, found.Err)
			}
		}
		rows = append(rows, row)
	}
	return rows, bad
}

// Outside tells whether the files of a set have to be fetched.
func Outside(e Entry) bool { return len(e.Files) > 0 && !e.Embedded }
