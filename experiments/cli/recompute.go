package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/audit"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

// recomputation is the flags of verify that compute records again.
type recomputation struct {
	what  string // share or address
	limit time.Duration
	seed  string
}

const recomputeDoc = `

With --recompute nothing is judged: records are drawn at random, computed again on this machine, and compared bit for bit, but for
times. Drawn are records of the results folder and those that this program carries: from each table, solver and
program first, then more of those that cost little. The seed of the draw is shown; the same seed draws the same records.
--recompute takes a share of the addresses, of everything without one, or an address of which all is computed again. The exit code is
1 if a record has other bits: the output names it, the first bit that differs, and the programs and CPUs of both. It is 3 if none could
be computed. Each record of a failed run is drawn. Dates, host and CPU are not checked. "nmfrepro check paper DIR" does the same for the
folder of a replication.`

// bind gives verify the flags.
func (r *recomputation) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&r.what, "recompute", "", "compute records again and compare bits: a share, as 5%, or an address")
	f.DurationVar(&r.limit, "for", 0, "with --recompute, the time that it may take, as 10m: the cheaper records first")
	f.StringVar(&r.seed, "recompute-seed", "", "with --recompute, any text that decides the draw (default drawn at random)")
	cmd.Long += recomputeDoc
	cmd.Example += `
  nmfrepro verify --recompute 5%
  nmfrepro verify --recompute pnmf/table3:dataset=iris
  nmfrepro verify pnmf rpr --recompute 100% --for 10m --recompute-seed 2026-01-31`
}

// check refuses flags that do not go together.
func (r *recomputation) check(cmd *cobra.Command, args []string) error {
	if r.what == "" {
		for _, name := range []string{"for", "recompute-seed"} {
			if cmd.Flags().Changed(name) {
				return usageError("--%s goes with --recompute", name)
			}
		}
		return argumentCount(1, -1)(cmd, args)
	}
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains([]string{"baseline", "write-baseline", "cached", "looks", "only", "profile", "reps", "seed", "timeout", "yes-large"},
			f.Name) {
			err = usageError("--%s does not go with --recompute, which judges nothing and takes runs as they were recorded", f.Name)
		}
	})
	if r.limit < 0 {
		err = usageError("--for = %v, want > 0", r.limit)
	}
	return err
}

// run computes the records that flags and addresses name again.
func (r *recomputation) run(ctx context.Context, env *Env, args []string, x workflow.How, format string, verbose bool) error {
	how := audit.Recomputation{Share: 1, For: r.limit, Workers: x.Workers}
	share, err := parseShare(r.what)
	switch {
	case err == nil:
		how.Share = share
	case strings.ContainsAny(r.what[:1], "0123456789.-"):
		return usageError("--recompute: %w, or an address", err)
	case len(args) == 0:
		args = []string{r.what}
	default:
		return usageError("--recompute: %w, for the addresses that the command names", err)
	}
	if format == "junit" {
		return usageError("--format junit is of verdicts, want text or json with --recompute")
	}
	seed := cmp.Or(r.seed, audit.NewSeed())
	how.Seed = audit.SeedOf(seed)
	data, err := datasets.Folder(env.Data)
	if err != nil {
		return usageError("%w", err)
	}
	out := audit.NewReport(seed, how.Share)
	lib, err := env.ReadLibrary(args...)
	if err != nil {
		return err
	}
	from, err := audit.RecordsOf(lib, args, env.Shelf(), env.Store(), data)
	if err != nil {
		return err
	}
	page := env.Page()
	if format == "json" {
		page = messagePage(env.Stderr)
	}
	done, err := recompute(ctx, env.Stderr, page, from, how, seed, x.Progress, verbose)
	if err != nil {
		return err
	}
	out.Take(done, specsFlag(env))
	if format == "json" {
		err = writeJSON(env.Stdout, out)
	} else {
		out.Text(page)
	}
	return cmp.Or(err, out.End())
}

// recompute computes records again, tells on a page what was drawn and, if it is verbose, of each record, and shows progress.
func recompute(ctx context.Context, messages, page io.Writer, from []audit.Recorded, how audit.Recomputation, seed, mode string,
	verbose bool) (audit.Recomputed, error) {
	var bar *progress
	began := func(r audit.Recomputed, drawn []*run.Run) run.Observer {
		fmt.Fprintf(page, "seed %s: %d of %s drawn, from %s by table, solver and program; they took %v where they were made\n",
			seed, len(drawn), result.Count(r.Records, "record"), result.Count(r.Strata, "group"), r.Expected.Round(time.Second))
		bar = newProgress(messages, mode, drawn, 0)
		return bar
	}
	done, err := audit.Recompute(ctx, from, how, began, func(a audit.Again) {
		if verbose && a.Diff == "" {
			fmt.Fprintln(page, a)
		}
	})
	bar.Close()
	return done, err
}
