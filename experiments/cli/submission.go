package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"nmfrepro/datasets"
	"nmfrepro/experiments/slurm"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports/list"
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

func newSubmission(sel Selection, addresses []string) submission {
	return submission{Addresses: addresses, Profile: sel.Profile, Replicates: sel.Replicates, Seed: sel.Seed, Only: sel.Only}
}

// amount are the flags that say how much is computed.
func (s *submission) amount() []string {
	flags := []string{"--profile", s.Profile}
	if s.Replicates > 0 {
		flags = append(flags, "--reps", strconv.Itoa(s.Replicates))
	}
	if s.Seed != nil {
		flags = append(flags, "--seed", strconv.FormatUint(*s.Seed, 10))
	}
	return flags
}

// whereabouts are the program and the flags that name its folders, so that a command does the same wherever it is called.
func whereabouts(env *Env) (program string, flags []string, err error) {
	if program, err = os.Executable(); err != nil {
		return "", nil, err
	}
	data, err := datasets.Folder(env.Data)
	if err != nil {
		return "", nil, err
	}
	for _, f := range []struct{ name, folder string }{{"--results", env.Results}, {"--data", data}, {"--specs", env.Specs}} {
		if f.folder == "" {
			continue
		}
		folder, err := filepath.Abs(f.folder)
		if err != nil {
			return "", nil, err
		}
		flags = append(flags, f.name, folder)
	}
	return program, flags, nil
}

// save writes what is about to be submitted.
func (s *submission) save(a slurm.Array) error {
	err := os.MkdirAll(a.Folder, 0o777)
	if err == nil {
		err = WriteJSONFile(filepath.Join(a.Folder, "submission.json"), s)
	}
	if err == nil {
		err = a.Write()
	}
	if err != nil {
		return workflow.Errorf(workflow.Units, "submit: %w", err)
	}
	return nil
}

// submitted finds a submission of the results folder, the last one if none is named.
func submitted(e *Env, args []string) (s submission, folder string, err error) {
	folder = filepath.Join(e.Results, ".slurm")
	if len(args) == 0 {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) == 0 {
			return s, "", UsageError("nothing was submitted from the results folder %s", e.Results)
		}
		args = []string{slices.Max(list.Map(entries, os.DirEntry.Name))}
	}
	folder = filepath.Join(folder, filepath.Base(args[0]))
	data, err := os.ReadFile(filepath.Join(folder, "submission.json"))
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return s, "", UsageError("there is no submission %s: %w", args[0], err)
	}
	return s, folder, nil
}
