package compute

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/slurm"
	"nmfrepro/experiments/store"
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

func newSubmission(sel console.Selection, addresses []string) submission {
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
func whereabouts(env *console.Env) (program string, flags []string, err error) {
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
		err = console.WriteJSONFile(filepath.Join(a.Folder, "submission.json"), s)
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

func newStatus(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "status [SUBMISSION]",
		Short: "how far what was submitted to Slurm is: units done and failed, tasks running and queued, expected end",
		Long: `Status looks at the results folder first and asks the queue second, about the last submission if none is named. Failed units
are told by reason and host.`,
		Example: "  nmfrepro status\n  nmfrepro status --results /scratch/results",
		Args:    console.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, folder, err := submitted(env, args)
			if err != nil {
				return err
			}
			lib, err := pass.Library(env.Specs, s.Addresses, nil)
			if err != nil {
				return err
			}
			st := env.Store()
			p, err := pass.Open(lib, st, pass.Request{
				Addresses: s.Addresses, Kind: pass.Either, Profile: s.Profile, Named: true, Replicates: s.Replicates, Seed: s.Seed, Only: s.Only, Data: env.Data,
			})
			if err != nil {
				return err
			}
			costs, err := p.Costs(cmd.Context(), st)
			if err != nil {
				return err
			}
			work, err := p.Work(st, costs)
			if err != nil {
				return err
			}
			fmt.Fprintf(env.Page(), "%s: %s, profile %s, %d tasks with -j %d\n", s.ID, strings.Join(s.Addresses, " "), s.Profile, s.Tasks, s.CPUs)
			fmt.Fprintf(env.Page(), "units: %d of %d done, %d failed, %d to do\n", work.Done, work.Units, len(work.Failed), work.Left-len(work.Failed))
			firstLines(env, "failed: ", failures(work.Failed))
			return queue(env, cmd.Context(), s, folder, work)
		},
	}
}

// queue tells what Slurm has of a submission and when that will end.
func queue(e *console.Env, ctx context.Context, s submission, folder string, work pass.Work) error {
	jobs, err := slurm.Jobs(folder)
	if err != nil {
		return err
	}
	states, err := slurm.Queue(ctx, jobs)
	if err != nil {
		return pass.Errorf(pass.Units, "%w", err)
	}
	var parts []string
	for _, state := range slices.Sorted(maps.Keys(states)) {
		parts = append(parts, fmt.Sprintf("%d %s", states[state], strings.ToLower(state)))
	}
	if parts == nil {
		parts = []string{"nothing"}
	}
	fmt.Fprintf(e.Page(), "queue: %s (jobs %s)\n", strings.Join(parts, ", "), strings.Join(jobs, ", "))
	switch running := states["RUNNING"]; {
	case work.Left == 0:
	case running > 0:
		fmt.Fprintf(e.Page(), "end: in %s with %d tasks running\n", console.About(work.Seconds/float64(running*s.CPUs)), running)
	case len(states) == 0:
		fmt.Fprintln(e.Stdout, "nothing is queued: nmfrepro submit goes on from here")
	}
	return nil
}

// failures are the reasons of failed units by host, the most frequent first.
func failures(heads []store.Head) []string {
	counts := map[string]int{}
	for _, h := range heads {
		where := ""
		if h.Host != "" {
			where = " on " + h.Host
		}
		counts[h.Reason+where]++
	}
	reasons := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for i, r := range reasons {
		reasons[i] = fmt.Sprintf("%d × %s", counts[r], r)
	}
	return reasons
}

func newCancel(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel [SUBMISSION]",
		Short: "end what was submitted to Slurm; results stay",
		Long: `Cancel ends the jobs of a submission, the last one if none is named. Units that are done stay in the results folder, and
submit goes on from there.`,
		Example: "  nmfrepro cancel",
		Args:    console.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, folder, err := submitted(env, args)
			if err != nil {
				return err
			}
			jobs, err := slurm.Jobs(folder)
			if err == nil {
				err = slurm.Cancel(cmd.Context(), jobs)
			}
			if err != nil {
				return pass.Errorf(pass.Units, "%w", err)
			}
			fmt.Fprintf(env.Stdout, "%s: jobs %s are cancelled\n", s.ID, strings.Join(jobs, ", "))
			return nil
		},
	}
}
