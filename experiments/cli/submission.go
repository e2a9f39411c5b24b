package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/slurm"
)

// submission is what was given to Slurm, as it stands in .slurm/ID/submission.json of the results.
type submission struct {
	ID         string    `json:"id"`
	Addresses  []string  `json:"addresses"`
	Profile    string    `json:"profile"`
	Replicates int       `json:"replicates,omitempty"`
	Seed       *uint64   `json:"seed,omitempty"`
	Only       []string  `json:"only,omitempty"`
	Tasks      int       `json:"tasks"`
	CPUs       int       `json:"cpus"`
	Submitted  time.Time `json:"submitted"`
}

// save writes what is about to be submitted.
func (s *submission) save(_ *console.Env, a slurm.Array) error {
	if err := os.MkdirAll(a.Folder, 0o777); err != nil {
		return pass.Errorf(pass.Units, "submit: %w", err)
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(a.Folder, "submission.json"), append(data, '\n'), 0o666)
	}
	if err == nil {
		err = a.Write()
	}
	if err != nil {
		return pass.Errorf(pass.Units, "submit: %w", err)
	}
	return nil
}

// submitted finds a submission of the results folder, the last one if none is named.
func submitted(e *console.Env, args []string) (s submission, folder string, err error) {
	folder = filepath.Join(e.Results, ".slurm")
	if len(args) == 0 {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) == 0 {
			return s, "", console.UsageError("nothing was submitted from the results folder %s", e.Results)
		}
		names := make([]string, len(entries))
		for i, entry := range entries {
			names[i] = entry.Name()
		}
		args = []string{slices.Max(names)}
	}
	folder = filepath.Join(folder, filepath.Base(args[0]))
	data, err := os.ReadFile(filepath.Join(folder, "submission.json"))
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return s, "", console.UsageError("there is no submission %s: %w", args[0], err)
	}
	return s, folder, nil
}
