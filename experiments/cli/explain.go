package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

func newExplain(env *Env) *cobra.Command {
	var req workflow.Request
	var format string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "explain ADDRESS",
		Short: "why numbers differ, largest reasons first; where they come from",
		Long: `Explain begins with the verdicts and the largest reasons why cells differ: findings of tests, and settings that the paper
leaves open under which the cells come nearer. Then come the cells: a few in full, of many those that differ most. A table tells how
they move under other settings, those that move most of them first. For a few cells, or with -v, notes,
errata and claims that fit follow. Last is where the numbers come from, and the command that computes them again; -v has the settings
and every replicate.

Explain computes nothing. --format csv is for statistics of your own: one line for each metric of each run.`,
		Example: `  nmfrepro explain rpr/table2 --cached
  nmfrepro explain rpr/table2:dataset=orl,rank=40,method=nmf,metric=acc --cached
  nmfrepro explain rpr/table2 --cached --format csv`,
		Args: argumentCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			want := workflow.Reasons
			if format == "csv" {
				want = workflow.Records
			}
			r, err := env.Reproduce(cmd.Context(), req, args, workflow.Either, want)
			if err != nil {
				return err
			}
			return writeExplanation(env, r, format, verbose)
		},
	}
	runFlags(cmd, &req)
	fallFlags(cmd, &req, "explain the committed results too")
	req.Fall.Unites = true
	cmd.Long += " Runs that a folder with some of them lacks\nare filled in from those of the program; the first line says how many."
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "all reasons, notes and settings, and every replicate with its key and scores")
	choiceFlag(cmd, &format, "format", "text", "text, json or csv", []string{"text", "json", "csv"})
	return cmd
}

// writeExplanation writes why the numbers of a reproduction are what they are, and where they come from.
func writeExplanation(env *Env, r *workflow.Reproduction, format string, verbose bool) error {
	x := workflow.NewExplanation(envelope(workflow.ExplainSchema, r.Pass.Profiles("")))
	x.Findings = answer.Findings(r.Papers)
	var parts []explained
	for i, plan := range r.Pass.Plans {
		behind := r.Pass.Behind(plan, specsFlag(env), format == "csv")
		x.Units = append(x.Units, behind...)
		if r.Reasons != nil {
			x.Add(r.Reasons[i])
			parts = append(parts, explained{plan, r.Reasons[i], behind})
		}
	}
	switch {
	case format == "json":
		return writeJSON(env.Stdout, x)
	case format == "csv":
		return workflow.RunsCSV(env.Stdout, x.Units)
	case !verbose:
		return explanationScreens(env, r.Papers, parts)
	case len(r.Papers) > 0:
		papersExplained(env.Page(), r.Papers, parts)
		return nil
	}
	partsExplained(env, parts)
	return nil
}

// explanationScreens answers on a screen for each paper or each part.
func explanationScreens(env *Env, papers []result.Paper, parts []explained) error {
	var screens []*term.Screen
	for _, paper := range papers {
		s := env.Screen()
		paperExplained(s, paper, list.Filter(parts, func(part explained) bool {
			return len(part.why.Cells) > 0 && part.plan.Spec.Paper() == paper.Key
		}))
		screens = append(screens, s)
	}
	if len(papers) == 0 {
		for _, part := range parts {
			s := env.Screen()
			partExplained(s, part, again(env, part))
			screens = append(screens, s)
		}
	}
	return env.Show(screens...)
}

// again returns the command that computes a part again.
func again(env *Env, part explained) string {
	if len(part.behind) == 1 {
		return part.behind[0].Command
	}
	return result.Command("table", part.plan.Asked(), "--profile", part.plan.Profile, "--reps", fmt.Sprint(part.plan.Replicates), "--no-cached") + specsFlag(env)
}

// explained is a plan with all that is known of it.
type explained struct {
	plan   *run.Plan
	why    workflow.Why
	behind []workflow.Behind
}

// partsExplained explains tables, figures or cells.
func partsExplained(env *Env, parts []explained) {
	w := env.Page()
	for i, part := range parts {
		if i > 0 {
			fmt.Fprintln(w)
		}
		few := len(part.why.Cells) <= answer.FewCells
		switch {
		case len(part.why.Cells) == 0:
			fmt.Fprintf(w, "%s: the paper reports no number of it\n", part.plan.Address())
		case few:
			answer.CellsText(w, part.plan.Spec.Address, part.why.Cells)
		default:
			fmt.Fprintln(w, answer.Tally(part.plan.Spec.Address, part.why.Cells))
		}
		if !few || len(part.why.Reasons) > 0 {
			fmt.Fprintln(w)
			answer.ReasonsText(w, part.why.Cells, part.why.Reasons)
		}
		if !few {
			answer.CellsText(w, part.plan.Spec.Address, part.why.Cells)
		}
		whyText(w, part.why)
		behindText(w, part.behind, again(env, part))
	}
}

// papersExplained explains whole papers: their findings, the largest reasons over all tables, and each table in a line.
func papersExplained(w io.Writer, papers []result.Paper, parts []explained) {
	for _, paper := range papers {
		answer.FindingText(w, paper)
	}
	cells := list.FlatMap(parts, func(part explained) []result.Cell { return part.why.Cells })
	answer.ReasonsText(w, cells, result.Joined(list.FlatMap(parts, func(part explained) []result.Reason { return part.why.Reasons })))
	fmt.Fprintln(w)
	for _, part := range parts {
		if len(part.why.Cells) > 0 {
			fmt.Fprintln(w, answer.Tally(part.plan.Spec.Address, part.why.Cells))
		}
	}
	for _, part := range parts {
		if len(part.why.Cells) > 0 {
			fmt.Fprintf(w, "\n%s\n", part.plan.Spec.Address)
			whyText(w, part.why)
		}
	}
}

// specsFlag returns the flag by which a command finds experiments of one's own again.
func specsFlag(env *Env) string {
	if env.Specs == "" {
		return ""
	}
	return " --specs " + result.Quoted(env.Specs)
}
