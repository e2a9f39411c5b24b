package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/judge/claims"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

func newClaims(env *Env) *cobra.Command {
	var format string
	var look looking
	cmd := &cobra.Command{
		Use:   "claims [PAPER...]",
		Short: "which quantitative sentences of a paper hold of its own numbers and of ours",
		Long: `Claims evaluates the sentences of a paper that its tables can decide, all papers if none is named: on the numbers that
the paper prints, and on ours, as far as the results folder has them (nothing is computed; see nmfrepro run).

A claim holds or does not hold, with the margin of the comparison that decided. It is undecided where numbers are equal
in print and the sentence wants more or, of our numbers, where the replicates' scatter allows either; it is undefined
where a number is missing, and says which, and what the others decide. Methods are compared replicate by replicate where
they share data and start, with the 95 % interval of the difference and Cohen's d of the pairs; a comparison that refutes
a claim of many is Bonferroni-corrected. What the text says a number is holds of ours if the 90 % interval of the
deviation lies within the margin of the metric. Sentences about figures that print no numbers are decided by our redrawn
figures. A control is an experiment that takes the cause away that the claim names, and keeps the rest:
supported, not supported (without the cause it is as good within the margin, or better) or undecided, with the difference,
its 95 % interval and Cohen's d. Numbers from stand-in data count as missing; those of the profile smoke mean little.`,
		Example: `  nmfrepro claims mcnmf
  nmfrepro claims pnmf --profile paper
  nmfrepro claims --format json`,
		RunE: func(_ *cobra.Command, keys []string) error {
			lib, papers, err := env.papersOf(keys)
			if err != nil {
				return err
			}
			var all []claimed
			for _, p := range papers {
				found, err := env.claims(lib, p, &look)
				if err != nil {
					return err
				}
				all = append(all, found...)
			}
			if format == "json" {
				return writeJSON(env.Stdout, all)
			}
			for i, p := range papers {
				if i > 0 {
					fmt.Fprintln(env.Stdout)
				}
				claimsText(env.Stdout, p, all, look.profiles(specsOf(lib, p.Key)))
			}
			return nil
		},
	}
	formatFlag(cmd, &format)
	look.bindProfile(cmd, "size of the runs that are read")
	look.bindCached(cmd, "read the committed results too")
	return cmd
}

// ours is the paper's tables as the results that are looked at have them.
func (e *Env) ours(lib *spec.Library, p *published.Paper, look *looking) (*ourNumbers, error) {
	folder, err := datasets.Folder(e.Data)
	if err != nil {
		return nil, err
	}
	store := e.results(look)
	o := &ourNumbers{lib, store, p, map[string]*run.Plan{}, map[string]reports.Table{}}
	for _, spec := range specsOf(lib, p.Key) {
		req := look.request(spec)
		req.Data, req.Blind = folder, look.only != nil
		plan, err := run.NewPlan(spec, req)
		if err != nil {
			return nil, err
		}
		o.plans[spec.Address] = plan
		if len(spec.Panels) > 0 {
			o.tables[spec.Address] = collect.Table(plan, lib, store)
		}
	}
	return o, nil
}

// claims evaluates the claims of a paper and the controls that they cite.
func (e *Env) claims(lib *spec.Library, p *published.Paper, look *looking) ([]claimed, error) {
	o, err := e.ours(lib, p, look)
	if err != nil {
		return nil, usageError("%w", err)
	}
	ours := o.numbers()
	var all []claimed
	for _, c := range p.Claims {
		controls, err := o.controls(c)
		if err != nil {
			return nil, err
		}
		all = append(all, claimed{
			Paper: p.Key, Key: c.Key, Says: c.Says, Where: c.Where, Note: c.Note, Own: outcomeOf(claims.Evaluate(p, c, claims.Printed(p))),
			Ours: outcomeOf(claims.Evaluate(p, c, ours)), Controls: controls,
		})
	}
	return all, nil
}

// claimed is a claim with its two outcomes.
type claimed struct {
	Paper string  `json:"paper"`
	Key   string  `json:"key"`
	Says  string  `json:"says"`
	Where string  `json:"where"`
	Note  string  `json:"note,omitempty"`
	Own   outcome `json:"own"`
	Ours  outcome `json:"ours"`

	Controls []controlled `json:"controls,omitempty"`
}

type outcome struct {
	Verdict    claims.Verdict `json:"verdict"`
	Margin     *float64       `json:"margin"` // null if undefined
	Low        *float64       `json:"low"`    // of the margin over replicates, 95 %; null for numbers as printed
	High       *float64       `json:"high"`
	Effect     *float64       `json:"effect"` // Cohen's d of the pairs; null unless paired
	Paired     bool           `json:"paired"`
	Replicates int            `json:"replicates"`
	Detail     string         `json:"detail"`
}

func outcomeOf(o claims.Outcome) outcome {
	return outcome{o.Verdict, number(o.Margin), number(o.Interval.Low), number(o.Interval.High), number(o.Effect), o.Paired, o.Replicates, o.Detail}
}

// String is the verdict with margin and the comparison that decided.
func (o outcome) String() string {
	margin := ""
	if o.Margin != nil {
		margin = ", margin " + strconv.FormatFloat(*o.Margin, 'g', 4, 64)
	}
	return fmt.Sprintf("%s%s: %s", o.Verdict, margin, o.Detail)
}

func claimsText(w io.Writer, p *published.Paper, all []claimed, profile string) {
	fmt.Fprintf(w, "%s: %s\n", p.Key, p.Title)
	all = slices.DeleteFunc(slices.Clone(all), func(c claimed) bool { return c.Paper != p.Key })
	own, ours := tallyClaims(all)
	for _, c := range all {
		fmt.Fprintf(w, "\n%s (%s)\n  %s\n", c.Key, c.Where, c.Says)
		if c.Note != "" {
			fmt.Fprintf(w, "  note:  %s\n", c.Note)
		}
		fmt.Fprintf(w, "  paper: %s\n  ours:  %s\n", c.Own, c.Ours)
		for _, control := range c.Controls {
			fmt.Fprintf(w, "  control %s: %s\n", control.Experiment, control)
		}
	}
	fmt.Fprintf(w, "\n%s, the paper's own numbers: %s\n%s, our numbers (profile %s): %s\n", p.Key, tally(own), p.Key, profile, tally(ours))
}

func tallyClaims(all []claimed) (own, ours map[claims.Verdict]int) {
	own, ours = map[claims.Verdict]int{}, map[claims.Verdict]int{}
	for _, c := range all {
		own[c.Own.Verdict]++
		ours[c.Ours.Verdict]++
	}
	return own, ours
}

func tally(counts map[claims.Verdict]int) string {
	var parts []string
	for _, v := range []claims.Verdict{claims.Holds, claims.Fails, claims.Undecided, claims.Undefined} {
		parts = append(parts, fmt.Sprintf("%s %d", v, counts[v]))
	}
	return strings.Join(parts, ", ")
}
