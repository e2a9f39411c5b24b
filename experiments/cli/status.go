package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nmfrepro/reports/list"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/slurm"
	"nmfrepro/experiments/store"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
)

func newStatus(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "status [SUBMISSION]",
		Short: "how far what was submitted to Slurm is: runs done and failed, tasks running and queued, expected end",
		Long: `Status looks at the results folder first and asks the queue second, about the last submission if none is named. Failed runs
are listed by reason and host.`,
		Example: "  nmfrepro run status\n  nmfrepro run status --results /scratch/results",
		Args:    Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, folder, err := submitted(env, args)
			if err != nil {
				return err
			}
			lib, err := workflow.Library(env.Specs, s.Addresses, nil)
			if err != nil {
				return err
			}
			st := env.Store()
			p, err := workflow.Open(lib, st, workflow.Request{
				Addresses: s.Addresses, Kind: workflow.Either, Profile: s.Profile, Named: true, Replicates: s.Replicates, Seed: s.Seed, Only: s.Only, Data: env.Data,
			})
			if err != nil {
				return err
			}
			costs, err := p.Costs(cmd.Context(), st)
			if err != nil {
				return err
			}
			work := p.Work(st, costs)
			fmt.Fprintf(env.Page(), "%s: %s, profile %s, %d tasks with -j %d\n", s.ID, strings.Join(s.Addresses, " "), s.Profile, s.Tasks, s.CPUs)
			fmt.Fprintf(env.Page(), "runs: %d of %d done, %d failed, %d to do\n", work.Done, work.Units, len(work.Failed), work.Left-len(work.Failed))
			firstLines(env, "failed: ", failures(work.Failed))
			return queue(env, cmd.Context(), s, folder, work)
		},
	}
}

// queue tells what Slurm has of a submission and when that will end.
func queue(e *Env, ctx context.Context, s submission, folder string, work workflow.Work) error {
	jobs, err := slurm.Jobs(folder)
	if err != nil {
		return err
	}
	states, err := slurm.Queue(ctx, jobs)
	if err != nil {
		return workflow.Errorf(workflow.Units, "%w", err)
	}
	fmt.Fprintf(e.Page(), "queue: %s (jobs %s)\n", cmp.Or(strings.ToLower(reports.CountsText(states)), "nothing"), strings.Join(jobs, ", "))
	switch running := states["RUNNING"]; {
	case work.Left == 0:
	case running > 0:
		fmt.Fprintf(e.Page(), "end: in %s with %d tasks running\n", About(work.Seconds/float64(running*s.CPUs)), running)
	case len(states) == 0:
		fmt.Fprintln(e.Stdout, "nothing is queued: nmfrepro run --slurm goes on from here")
	}
	return nil
}

// failures are the reasons of failed units by host, the most frequent first.
func failures(heads []store.Head) []string {
	counts := map[string]int{}
	for _, h := range heads {
		where := ""
		if h.Provenance.Host != "" {
			where = " on " + h.Provenance.Host
		}
		counts[h.Reason+where]++
	}
	reasons := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	return list.Map(reasons, func(reason string) string { return fmt.Sprintf("%d × %s", counts[reason], reason) })
}

func newCancel(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel [SUBMISSION]",
		Short: "end what was submitted to Slurm; results stay",
		Long: `Cancel ends the jobs of a submission, the last one if none is named. Runs that are done stay in the results folder, and
run --slurm goes on from there.`,
		Example: "  nmfrepro run cancel",
		Args:    Arguments(0, 1),
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
				return workflow.Errorf(workflow.Units, "%w", err)
			}
			fmt.Fprintf(env.Stdout, "%s: jobs %s are cancelled\n", s.ID, strings.Join(jobs, ", "))
			return nil
		},
	}
}
