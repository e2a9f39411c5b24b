package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/workflow"
)

func newClaims(env *Env) *cobra.Command {
	var format string
	var req workflow.Request
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
			lib, err := env.ReadLibrary(keys...)
			if err != nil {
				return err
			}
			papers, err := workflow.PapersOf(lib, keys)
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
				all := append([]result.Claim{}, list.FlatMap(r.Papers, func(p result.Paper) []result.Claim { return p.Claims })...)
				own, ours := result.Standings(all)
				totals := claimsTotals{Claims: len(all), Published: own, Ours: ours}
				return WriteJSON(env.Stdout, claimsOutput{NewEnvelope(claimsSchema, r.Pass.Profiles("")), totals, all})
			}
			for i, paper := range r.Papers {
				if i > 0 {
					fmt.Fprintln(env.Stdout)
				}
				findingText(env.Page(), paper)
				claimsText(env.Page(), paper, r.Pass.Profiles(paper.Key))
			}
			return nil
		},
	}
	FormatFlag(cmd, &format)
	profileFlag(cmd, &req, "size of the runs that are read")
	fallFlags(cmd, &req, "read the committed results too")
	return cmd
}

// claimsSchema names what claims --format json writes: fields may be added, none is renamed.
const claimsSchema = "nmfrepro/claims/1"

// claimsTotals count claims by their standing.
type claimsTotals struct {
	Claims    int          `json:"claims"`
	Published result.Tally `json:"published"`
	Ours      result.Tally `json:"ours"`
}

// claimsOutput is what claims --format json writes.
type claimsOutput struct {
	Envelope
	Totals claimsTotals   `json:"totals"`
	Claims []result.Claim `json:"claims"`
}

func claimsText(w io.Writer, p result.Paper, profile string) {
	own, ours := result.Standings(p.Claims)
	fmt.Fprintf(w, "%s: %s\n  on the reported numbers: %s\n  on ours (profile %s): %s; intervals are on these rows\n", p.Key, p.Title, own,
		profile, ours)
	for _, c := range p.Claims {
		fmt.Fprintf(w, "\n%s (%s)\n  %s\n", c.Key, c.Where, c.Says)
		if c.Note != "" {
			fmt.Fprintf(w, "  note:     %s\n", c.Note)
		}
		fmt.Fprintf(w, "  reported: %s\n  ours:     %s\n", c.Own, c.Ours)
		for _, a := range c.Ablations {
			fmt.Fprintf(w, "  ablation %s: %s\n", a.Experiment, a)
		}
	}
}
