package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/audit"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/result"
)

// newPaper makes the group by which check paper is also called.
func newPaper(env *Env) *cobra.Command {
	check := newCheckPaper(env, "check DIR")
	check.Example = "  nmfrepro paper check replications/rcppml"
	return groupOf(&cobra.Command{Use: "paper", Short: "check a replication in a folder", Example: "  nmfrepro paper check DIR"}, check)
}

func newCheckPaper(env *Env, use string) *cobra.Command {
	var x paperCheck
	cmd := &cobra.Command{
		Use:   use,
		Short: "check a replication in a folder: specs, reported numbers, records, and a sample of its runs computed again",
		Long: `Check paper reads a folder with a replication: paper.yaml, specs, records.jsonl.gz and RESULTS.md, as publish leaves them. It asks whether every file is sound, where the reported numbers come from and whether they contradict each other, which program
made each record, whether RESULTS.md says what the records say, and computes a sample of the records again, bit for bit.
Runs of its experiments without a record are a FAIL, and each record of a failed run is computed again; dates, host and CPU are not checked.
It does not ask whether the numbers agree with the paper: a replication in which nothing agrees is as sound as another.

The exit code is 1 with a FAIL, and 3 if no run could be computed again because its data is not there. --output FOLDER
writes summary.md, for a pull request. replications/README.md tells how to contribute.`,
		Example: `  nmfrepro check paper replications/rcppml
  nmfrepro check paper experiments/pnmf --recompute 1% --for 1m -o DIR`,
		Args: argumentCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			share, err := parseShare(x.share)
			if err != nil {
				return usageError("--recompute: %w", err)
			}
			if err := checkHow(&x.execution); err != nil {
				return err
			}
			if x.output != "" {
				if err := replaceable(x.output, []string{"summary.md"}, "summary.md", "\nChecked by nmfrepro ", x.overwrite); err != nil {
					return err
				}
			}
			x.how = audit.Recomputation{Share: share, For: x.limit, Workers: x.execution.Workers}
			return x.run(cmd, env, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&x.share, "recompute", "5%", "share of the records that is computed again")
	f.DurationVar(&x.limit, "for", 2*time.Minute, "the time that this may take; 0 is no limit")
	f.StringVar(&x.seed, "recompute-seed", "", "any text that decides which (default drawn at random)")
	f.StringVarP(&x.output, "output", "o", "", "folder for summary.md, which is replaced")
	f.BoolVar(&x.overwrite, "overwrite", false, "replace a summary.md that nmfrepro did not write")
	f.IntVarP(&x.execution.Workers, "jobs", "j", run.Workers(), "runs at a time")
	progressFlag(cmd, &x.execution.Progress)
	return cmd
}

// paperCheck is the flags of check paper and what it found.
type paperCheck struct {
	share, seed, output string
	overwrite           bool // files of others
	limit               time.Duration
	execution           workflow.How
	how                 audit.Recomputation
	answers             []audit.Answer
	computed            int // records
}

func (x *paperCheck) run(cmd *cobra.Command, env *Env, dir string) error {
	if !isDir(dir) {
		return usageError("check paper: there is no folder %s", dir)
	}
	folder, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	page := env.Page()
	tell := func(a audit.Answer) {
		x.answers = append(x.answers, a)
		fmt.Fprintf(page, "%-4s  %-10s %s\n", a.Outcome, a.Of, a.Found)
		if a.Do != "" {
			fmt.Fprintf(page, "      %-10s → %s\n", "", a.Do)
		}
	}
	data, err := datasets.Folder(env.Data)
	if err != nil {
		return usageError("%w", err)
	}
	env.Specs = filepath.Dir(folder)
	programs, err := env.programs()
	if err != nil {
		return usageError("%w", err)
	}
	r, err := audit.OpenReplication(dir, data, tell, programs...)
	if problems, ok := errors.AsType[strict.Problems](err); ok {
		fmt.Fprintln(env.Stderr, problems)
		return x.finish(env, result.Paper{PaperAbout: result.PaperAbout{Title: filepath.Base(folder)}}, dir)
	}
	if err != nil {
		return usageError("check paper: %w", err)
	}
	if err := r.Check(tell); err != nil {
		return err
	}
	if r.Outcome.Key == "" { // without records
		return x.finish(env, result.Paper{PaperAbout: result.PaperAbout{Title: r.Paper.Title, Cite: r.Paper.Cite}}, dir)
	}
	from, err := r.Recorded()
	if err != nil {
		return err
	}
	x.seed = cmp.Or(x.seed, audit.NewSeed())
	x.how.Seed = audit.SeedOf(x.seed)
	done, err := recompute(cmd.Context(), env.Stderr, messagePage(env.Stderr), from, x.how, x.seed, x.execution.Progress, false)
	if err != nil {
		return err
	}
	tell(done.Answer(x.seed))
	fmt.Fprintf(page, "\n%s\n", reports.Headline(r.Outcome))
	answer.FindingText(page, r.Outcome)
	x.computed = len(done.Drawn)
	return x.finish(env, r.Outcome, dir)
}

// finish writes the summary, and returns the error that sets the exit code.
func (x *paperCheck) finish(env *Env, paper result.Paper, dir string) error {
	if x.output != "" {
		if err := x.write(env, paper, dir); err != nil {
			return err
		}
	}
	switch {
	case audit.Faults(x.answers) > 0:
		return workflow.Errorf(workflow.Difference, "check paper: %s", result.Count(audit.Faults(x.answers), "FAIL"))
	case x.computed == 0:
		return dataError("check paper: nothing failed, and no run could be computed again")
	}
	return nil
}

// write writes the summary.
func (x *paperCheck) write(env *Env, paper result.Paper, dir string) error {
	again := result.Command("check paper", dir, "--recompute", x.share, "--recompute-seed", x.seed)
	pages := []files.File{{Name: "summary.md", Data: audit.Summary(paper, x.answers, again)}}
	if err := files.WriteFolder(x.output, pages); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	fmt.Fprintln(env.Stdout, filepath.Join(x.output, "summary.md"))
	return nil
}
