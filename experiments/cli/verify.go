package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/files"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/render"
	"nmfrepro/reports/result"
)

// verification is a call of verify.
type verification struct {
	env *Env
	req workflow.Request

	format, baseline, write string
	verbose                 bool
	again                   recomputation
}

func newVerify(env *Env) *cobra.Command {
	v := verification{env: env}
	cmd := &cobra.Command{
		Use:   "verify ADDRESS...",
		Short: "is the difference between ours and the reported number within noise? a verdict per cell",
		Long: `Verify computes the runs that the results folder lacks and compares each cell with the reported number.
"nmfrepro help verdicts" lists the verdicts and how they are decided. A reported order, "A is better than B", is tested over shared
replicates where the gap exceeds the paper's own noise, with Holm's correction over the row, as compare does.

Of a whole paper the finding comes first, then the counts over all its reported numbers, the reasons of missing numbers, the counts of
each table, and the cells that differ; -v shows all. The exit code is 1 if a cell differs, and 3 if nothing could be judged.

For continuous integration, --write-baseline FILE keeps the verdicts, the means and deviations, and the claims of whole papers. Means
need no reported numbers: a method of your own is guarded too. With --baseline FILE a table shows what has changed, and the exit
code is 1 only if something has. Means count as changed beyond 1e-9 of their size; times are never compared. --format junit writes a
test case a cell: one that differs from the reported number, or with --baseline from the file, has failed. Without --cached a baseline
is compared with runs of this build alone.`,
		Example: `  nmfrepro verify pnmf/table3
  nmfrepro verify pnmf/table3:dataset=iris,metric=purity --reps 30
  nmfrepro verify pnmf --cached --format json
  nmfrepro verify pnmf/table3:dataset=iris --write-baseline iris.json
  nmfrepro verify pnmf/table3:dataset=iris --baseline iris.json --format junit`,
		Args: v.again.check,
		RunE: func(cmd *cobra.Command, args []string) error { return v.run(cmd.Context(), args) },
	}
	computeFlags(cmd, &v.req)
	choiceFlag(cmd, &v.format, "format", "text", "text, json, junit, or html: the grids of verdicts as a part of a page", []string{"text", "json", "junit", "html"})
	f := cmd.Flags()
	f.BoolVarP(&v.verbose, "verbose", "v", false, "show every cell, row, panel and lead, what they hang on, and all reasons")
	f.StringVar(&v.baseline, "baseline", "", "compare with the verdicts, means and claims of this file; exit code 1 only if one changed")
	f.StringVar(&v.write, "write-baseline", "", "keep verdicts, means and claims in this file")
	fallFlags(cmd, &v.req, "judge the results that there are and compute nothing: that detects changes of reported numbers, tolerances, "+
		"claims and tests; of a solver that has changed it detects that its results no longer count, not what it computes now")
	v.again.bind(cmd)
	cmd.AddCommand(newClaims(env), newErrata(env))
	return cmd
}

// run judges what the arguments name, writes it, and returns what decides the exit code.
func (v *verification) run(ctx context.Context, args []string) error {
	if v.again.what != "" {
		return v.again.run(ctx, v.env, args, *v.req.How, v.format, v.verbose)
	}
	old, err := readBaseline(v.env, v.baseline)
	if err != nil {
		return err
	}
	r, err := v.env.Reproduce(ctx, v.req, args, workflow.Tables, workflow.Outcomes)
	if err != nil {
		return err
	}
	a := &answer.Verification{Papers: r.Papers, Tables: r.Beside(), Profiles: r.Pass.Profiles(""), Old: old, Now: judge.Baseline(args, r.Pass.Plans, r.Tables, r.Papers)}
	a.Specs = specsFlag(v.env)
	if v.baseline != "" {
		a.Changes = old.Changes(a.Now)
	}
	if err := v.show(a, r.Pass.Profiles("")); err != nil {
		return err
	}
	if v.write != "" {
		if err := v.keep(a.Now, args, r.Later); err != nil {
			return err
		}
	}
	if v.baseline != "" && old.Guarded() == 0 {
		return usageError("--baseline: %s guards nothing: it holds no cell with a number; write it again with --write-baseline", v.baseline)
	}
	switch {
	case v.baseline != "":
		return cmp.Or(r.Later, workflow.CheckUnchanged(a.Changes, v.baseline))
	case v.write != "":
		return cmp.Or(r.Later, workflow.CheckAgree(a.Cells()))
	}
	if slices.ContainsFunc(a.Papers, studied) {
		return cmp.Or(r.Later, workflow.CheckAgree(a.Cells()))
	}
	return cmp.Or(r.Later, workflow.CheckJudged(a.Cells()), workflow.CheckAgree(a.Cells()))
}

// studied tells whether a claim of a study was decided, or could have been.
func studied(p result.Paper) bool {
	return p.Study && slices.ContainsFunc(p.Claims, func(c result.Claim) bool { return c.Ours.ClaimVerdict != result.NotTestable })
}

// show writes a verification in the form that was asked for.
func (v *verification) show(a *answer.Verification, profiles string) error {
	switch v.format {
	case "json":
		return writeJSON(v.env.Stdout, a.JSON(envelope(answer.VerifySchema, profiles)))
	case "junit":
		return a.JUnit(v.env.Stdout, v.baseline != "")
	case "html":
		return render.GridsHTML(v.env.Stdout, a.Tables)
	}
	if v.verbose {
		a.Text(v.env.Page(), v.baseline)
		return nil
	}
	return v.env.Show(a.Screens(v.baseline, v.env.Screen)...)
}

// keep writes a baseline and tells what it guards. later is the error of runs that failed, which says more than that there is nothing.
func (v *verification) keep(now result.Baseline, args []string, later error) error {
	if now.Guarded() == 0 {
		return cmp.Or(later, workflow.Errorf(workflow.Data,
			"--write-baseline: no cell of %s has a number yet, so that the file would guard nothing; it was not written", strings.Join(args, " ")))
	}
	if err := writeBaseline(v.env, now, v.write); err != nil {
		return err
	}
	fmt.Fprintf(messagePage(v.env.Stderr), "%s guards %s; against it: --baseline %s\n", v.write,
		result.Count(now.Guarded(), "cell or claim", "cells or claims"), result.Quoted(v.write))
	return nil
}

// writeBaseline keeps a baseline in a file.
func writeBaseline(env *Env, b result.Baseline, file string) error {
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	schema, _, _ := bytes.Cut(data, []byte(",")) // what follows is of the version that wrote it
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && files.OfOthers(file, schema) {
		return usageError("--write-baseline: %s is there, and is no baseline; name another file, or remove it", file)
	}
	if err := env.Write(file, append(data, '\n')); err != nil {
		return fmt.Errorf("--write-baseline: %w", err)
	}
	return nil
}

// readBaseline reads a file that --write-baseline wrote; of no name it is empty.
func readBaseline(env *Env, file string) (b result.Baseline, err error) {
	if file == "" {
		return b, nil
	}
	data, err := env.ReadFile(file)
	if err != nil {
		return b, usageError("--baseline: %w", err)
	}
	if err := json.Unmarshal(data, &b); err != nil || b.Schema != result.BaselineSchema {
		return b, usageError("--baseline: %s is no file of verify --write-baseline: %w", file,
			cmp.Or(err, fmt.Errorf("schema %q, want %q", b.Schema, result.BaselineSchema)))
	}
	return b, nil
}
