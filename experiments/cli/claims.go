package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

func newClaims(env *Env) *cobra.Command {
	var format string
	var req workflow.Request
	var verbose bool
	cmd := &cobra.Command{
		Use:   "claims [PAPER...]",
		Short: "which quantitative sentences of a paper hold of its own numbers and of ours",
		Long: `Claims evaluates the sentences of a paper that its tables can decide, of all papers if none is named. It does so on the reported
numbers and on ours, as far as the results folder has them. Nothing is computed.

A claim holds or does not hold, with the difference of the comparison that decided, negative where it fails. It is undecided where
reported numbers are equal and the sentence wants more, or where our replicates scatter too much. It is not testable where a number is
missing, and says which.

Methods are compared replicate by replicate where they share data and initialisation, with the 95 % interval of the difference and
Cohen's d of the pairs. A comparison that refutes a claim of many is Bonferroni-corrected. A number in the text holds of ours if the
90 % interval of the deviation lies within the tolerance of the metric. Sentences about figures are decided by our figures.

An ablation is an experiment that takes away the cause that the claim names, and keeps the rest. It is supported, not supported (it is as good
within the tolerance, or better, without it) or undecided. Numbers from substitute data count as missing.`,
		Example: `  nmfrepro verify claims mcnmf
  nmfrepro verify claims pnmf --profile paper
  nmfrepro verify claims --format json`,
		RunE: func(cmd *cobra.Command, keys []string) error {
			lib, papers, err := env.papers(keys)
			if err != nil {
				return err
			}
			want := workflow.Findings
			if format == "json" {
				want = workflow.Claims
			}
			req.Lib = lib
			r, err := env.Reproduce(cmd.Context(), req, workflow.Addresses(papers), workflow.Either, want)
			if err != nil {
				return err
			}
			if format == "json" {
				return writeJSON(env.Stdout, answer.Claims(envelope(answer.ClaimsSchema, r.Pass.Profiles("")), r.Papers))
			}
			if !verbose {
				return env.Show(list.Map(r.Papers, func(p result.Paper) *term.Screen { return answer.ClaimsScreen(env.Screen(), p) })...)
			}
			for i, paper := range r.Papers {
				if i > 0 {
					fmt.Fprintln(env.Stdout)
				}
				answer.FindingText(env.Page(), paper)
				answer.ClaimsText(env.Page(), paper, r.Pass.Profiles(paper.Key))
			}
			return nil
		},
	}
	formatFlag(cmd, &format)
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "each claim with the comparison that decided it")
	profileFlag(cmd, &req, "size of the runs that are read")
	fallFlags(cmd, &req, "read the committed results too")
	return cmd
}
