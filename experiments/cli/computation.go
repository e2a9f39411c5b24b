package cli

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/audit"
	"nmfrepro/experiments/engine/cluster"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/result"
)

// howFlags gives a command the flags that say how runs are computed.
func howFlags(cmd *cobra.Command, how *workflow.How) {
	f := cmd.Flags()
	f.IntVarP(&how.Workers, "jobs", "j", run.Workers(),
		"runs at a time, if not given the cores of the machine, of the cgroup or of the Slurm task; results do not depend on it")
	f.DurationVar(&how.Timeout, "timeout", 0,
		"limit of wall time per run, as 90s or 1h; a run that exceeds it counts as failed, and is abandoned if it does not stop (default none)")
	f.BoolVar(&how.Large, "yes-large", false, "take grids of more than 10,000 runs too")
	progressFlag(cmd, &how.Progress)
	before(cmd, func() error { return checkHow(how) })
}

// checkHow refuses values that no run can have.
func checkHow(how *workflow.How) error {
	switch {
	case how.Workers < 1:
		return usageError("-j = %d, want ≥ 1", how.Workers)
	case how.Timeout < 0:
		return usageError("--timeout = %v, want > 0", how.Timeout)
	}
	return nil
}

// before adds to what a command does once its flags are read.
func before(cmd *cobra.Command, do func() error) {
	earlier := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if earlier != nil {
			if err := earlier(cmd, args); err != nil {
				return err
			}
		}
		return do()
	}
}

// runFlags gives a command the flags that say which runs are meant.
func runFlags(cmd *cobra.Command, r *workflow.Request) {
	f := cmd.Flags()
	profileFlag(cmd, r, "how much to compute")
	f.IntVar(&r.Replicates, "reps", 0, "replicates, instead of the profile's number")
	seed := f.Uint64("seed", 0, "master seed, instead of the experiment's")
	f.StringArrayVar(&r.Only, "only", nil, "only these cells: key=value,... (dataset=iris|orl,method=pnmf)")
	before(cmd, func() error {
		if f.Changed("seed") {
			r.Seed = seed
		}
		if f.Changed("reps") && r.Replicates < 1 {
			return usageError("--reps = %d, want ≥ 1", r.Replicates)
		}
		return nil
	})
}

// computeFlags gives a command that computes what is missing the flags of which runs are meant and of how they are computed.
func computeFlags(cmd *cobra.Command, r *workflow.Request) {
	runFlags(cmd, r)
	r.How = new(workflow.How)
	howFlags(cmd, r.How)
}

// profileFlag gives a command --profile.
func profileFlag(cmd *cobra.Command, r *workflow.Request, doc string) {
	names := spec.ProfileNames
	choiceFlag(cmd, &r.Profile, "profile", spec.DefaultProfile, doc+": "+strings.Join(names, ", "), names)
	before(cmd, func() error {
		r.Named = cmd.Flags().Changed("profile")
		return nil
	})
}

// cachedFlag gives a command --cached.
func cachedFlag(cmd *cobra.Command, r *workflow.Request, doc string) {
	cmd.Long += "\n\nnmfrepro help profiles tells when results shipped with nmfrepro are shown."
	cmd.Flags().BoolVar(&r.Cached, "cached", false, doc)
}

// fallFlags gives a command --cached and --no-cached: it shows committed results where the folder has none at all. A command that
// computes does so unless a flag asks for runs: their number or their execution, or what they are to be compared with.
func fallFlags(cmd *cobra.Command, r *workflow.Request, doc string) {
	cachedFlag(cmd, r, doc)
	r.Fall.Has, r.Fall.Computes = true, r.How != nil
	asks := []string{"no-cached"}
	if r.Fall.Computes {
		asks = append(asks, "profile", "reps", "seed", "jobs", "timeout", "looks", "baseline", "write-baseline")
	}
	cmd.Flags().BoolVar(&r.Fall.Never, "no-cached", false, "never show results that the program carries")
	cmd.MarkFlagsMutuallyExclusive("cached", "no-cached")
	before(cmd, func() error {
		r.Fall.Forbids = slices.ContainsFunc(asks, cmd.Flags().Changed)
		return nil
	})
}

// request returns what flags ask for, of some addresses, where this command stands.
func (e *Env) request(r workflow.Request, addresses []string, kind workflow.Kind) workflow.Request {
	r.Addresses, r.Kind, r.Data, r.Shelf, r.Home = addresses, kind, e.Data, e.Shelf(), e
	return r
}

// Reproduce returns the answer of a command for some addresses.
func (e *Env) Reproduce(ctx context.Context, r workflow.Request, addresses []string, kind workflow.Kind,
	want workflow.Want) (*workflow.Reproduction, error) {
	r.Want = want
	return workflow.Reproduce(ctx, e.request(r, addresses, kind))
}

// Open plans the runs for the flags and addresses.
func (e *Env) Open(r workflow.Request, addresses []string, kind workflow.Kind) (*workflow.Pass, error) {
	lib, err := e.ReadLibrary(addresses...)
	if err != nil {
		return nil, err
	}
	return workflow.OpenShown(lib, e.request(r, addresses, kind))
}

// Records returns the records of the results folder and, behind it, the carried records if they count.
func (e *Env) Records(carried bool) *store.Records {
	layers := []store.Layer{e.Store()}
	if carried {
		layers = append(layers, e.Shelf())
	}
	if e.watch != nil {
		layers = append([]store.Layer{e.watch(store.NewRecords(layers...))}, layers...)
	}
	return store.NewRecords(layers...)
}

// Observe shows the progress of runs.
func (e *Env) Observe(progress string, runs []*run.Run, before int, prices func() map[string]float64) workflow.Observer {
	return newProgress(e.Stderr, progress, runs, before).telling(runs).pricing(prices)
}

// Tell says, before anything else, which records are shown.
func (e *Env) Tell(n workflow.Notice) {
	quoted := list.Map(e.Args, result.Quoted)
	switch n.Kind {
	case workflow.Offered:
		e.offer(n.Addresses)
	case workflow.Carried:
		fmt.Fprintf(messagePage(e.Stderr),
			"Nothing in %s is from this build. Showing the results shipped with nmfrepro%s; for your own: nmfrepro run %s\n",
			e.Results, e.carriedRuns(e.Args), cmp.Or(strings.Join(quoted, " "), "PAPER"))
	case workflow.United:
		fmt.Fprintf(messagePage(e.Stderr), "Shown are %s of %s and %d that this program carries; yours alone: nmfrepro %s %s --no-cached\n",
			result.Count(n.Own, "run"), e.Results, n.More, e.Command, strings.Join(quoted, " "))
	case workflow.Taken:
		fmt.Fprintf(messagePage(e.Stderr), "Taken from the results that this program carries%s: %s; to make them here: --no-cached\n",
			e.carriedRuns(e.Args), result.Count(n.More, "run"))
	case workflow.Displaced:
		fmt.Fprintf(messagePage(e.Stderr),
			"Shown are the results of %s alone, in place of those that this program carries%s:\n  nmfrepro %s --cached\n",
			e.Results, e.carriedRuns(e.Args), strings.Join(slices.Concat([]string{e.Command}, quoted), " "))
	}
}

// runShard computes one share, as 3/16, of the plans of a pass.
func (e *Env) runShard(ctx context.Context, p *workflow.Pass, r workflow.Runner, text string) error {
	s, err := run.ParseShard(text)
	if err != nil {
		return usageError("--shard: %w", err)
	}
	share, err := cluster.RunShard(ctx, p, r, s)
	if err != nil {
		return err
	}
	fmt.Fprintln(e.Page(), share)
	return share.Exit()
}

// showsCarried are the commands that have --cached.
var showsCarried = map[string]bool{
	"verify claims": true, "compare": true, "explain": true, "figure": true, "report": true, "compare alternatives": true, "table": true,
	"verify": true,
}

// offer says, before anything else, that data or results are missing which the program carries, and the command that
// shows them.
func (e *Env) offer(addresses []string) {
	called := e.Command
	if addresses == nil {
		addresses = e.Args
	}
	if len(addresses) == 0 && called != "report" {
		return
	}
	addresses = list.Map(addresses, func(address string) string { // with the cells that were typed: a profile has others
		base, _, _ := strings.Cut(address, ":")
		typed, there := list.First(e.Args, func(arg string) bool { return strings.HasPrefix(arg, base+":") })
		if !there {
			return address
		}
		return typed
	})
	if !showsCarried[called] {
		called = "table"
		if _, name := result.SplitAddress(addresses[0]); strings.HasPrefix(name, "fig") {
			called = "figure"
		}
	}
	made, why := e.carriedRuns(addresses), "Not all of it can be computed here, but"
	if called == "report" || called == "verify claims" || called == "explain" {
		why = "The results folder does not have all of it, but"
	}
	command := strings.Join(slices.Concat([]string{"nmfrepro", called}, list.Map(addresses, result.Quoted), []string{"--cached"}), " ")
	fmt.Fprintf(messagePage(e.Stderr), "%s this program carries results%s:\n  %s\n", why, made, command)
}

// carriedRuns says how many runs of an address the program carries, "" where several are asked for.
func (e *Env) carriedRuns(addresses []string) string {
	if len(addresses) != 1 {
		return ""
	}
	place, _, _ := strings.Cut(addresses[0], ":")
	paper, _ := result.SplitAddress(place)
	a, err := e.Shelf().Committed(paper)
	if err != nil {
		return ""
	}
	profile, replicates := a.ProfileOf(place)
	if profile == "" {
		return ""
	}
	return fmt.Sprintf(" of %s (%s profile)", result.Count(replicates, "replicate"), profile)
}

// Store returns the results folder.
func (e *Env) Store() *store.Store {
	if e.results == nil {
		e.results = e.StoreAt(e.Results)
	}
	return e.results
}

// StoreAt returns a folder of results that a command names.
func (e *Env) StoreAt(folder string) *store.Store {
	return store.Open(folder, func(warning string) { fmt.Fprintln(e.Stderr, "warning: "+warning) })
}

// Shelf returns the committed results that the program carries and, with --specs, the committed results in that folder.
func (e *Env) Shelf() *store.Shelf {
	if e.committed == nil {
		var own fs.FS
		if e.Specs != "" {
			own = files.Dir(e.Specs)
		}
		e.committed = store.NewShelf(own)
	}
	return e.committed
}

// outputForms are values of what the commands write as JSON whose form is promised, by the name of their schema.
var outputForms = map[string]any{
	"verify": answer.Outputs["verify"], "claims": answer.Outputs["claims"], "explain": workflow.Explanation{}, "recompute": audit.Report{},
	"lead": answer.Outputs["lead"],
}
