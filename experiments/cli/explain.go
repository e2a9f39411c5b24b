package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/answer"
)

func newExplain(env *Env) *cobra.Command {
	var req workflow.Request
	var format, own string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "explain ADDRESS",
		Short: "why numbers differ, largest reasons first; where they come from",
		Long: `Explain begins with the verdicts and the three largest reasons why cells differ: findings of tests, and settings that the paper
leaves open under which the cells come nearer. Then come the cells: a few in full, of many those that differ most. A table tells how
they move under other settings, those that bring them nearest to the reported numbers first. For a few cells, or with -v, notes,
errata and claims that fit follow. Last is where the numbers come from, and the command that computes them again; -v has the settings
and every replicate.

--mine places a number of your own, as mean,deviation,runs, between ours and the reported one, and says which setting would give it.
Explain computes nothing. --format csv is for statistics of your own: one line for each metric of each run.`,
		Example: `  nmfrepro explain rpr/table2 --cached
  nmfrepro explain rpr/table2:dataset=orl,rank=40,method=nmf,metric=acc --cached
  nmfrepro explain rpr/table2:rank=40,method=nmf,metric=acc --cached --mine 66.2,3,10
  nmfrepro explain rpr/table2 --cached --format csv`,
		Args: Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var mine *stat.Summary
			if cmd.Flags().Changed("mine") {
				s, err := parseMine(own)
				if err != nil {
					return err
				}
				mine = &s
			}
			want := workflow.Reasons
			if format == "csv" {
				want = workflow.Records
			}
			r, err := env.Reproduce(cmd.Context(), req, args, workflow.Either, want)
			if err != nil {
				return err
			}
			x := explanation{Envelope: envelope(explainSchema, r.Pass.Profiles("")), Cells: []answer.VerifyCell{}, Units: []workflow.Behind{}}
			var parts []explained
			for i, plan := range r.Pass.Plans {
				units := r.Pass.Behind(plan, specsFlag(env))
				x.Units = append(x.Units, units...)
				if want == workflow.Reasons {
					x.add(r.Reasons[i])
					parts = append(parts, explained{plan, r.Reasons[i], units})
				}
			}
			switch format {
			case "json":
				return WriteJSON(env.Stdout, x)
			case "csv":
				return runsCSV(env.Stdout, x.Units)
			}
			if len(r.Papers) > 0 {
				papersExplained(env.Page(), r.Papers, parts, verbose)
				return nil
			}
			return partsExplained(env, parts, mine, verbose)
		},
	}
	runFlags(cmd, &req)
	fallFlags(cmd, &req, "explain the committed results too")
	req.Fall.Unites = true
	cmd.Long += " Runs that a folder with some of them lacks\nare filled in from those of the program; the first line says how many."
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "all reasons, notes and settings, and every replicate with its key and scores")
	cmd.Flags().StringVar(&own, "mine", "", "a number of your own: mean,deviation,runs in the scale of the table, as 66.2,3,10, or 66.2±3")
	ChoiceFlag(cmd, &format, "format", "text", "text, json or csv", []string{"text", "json", "csv"})
	return cmd
}

// explained is a plan with all that is known of it.
type explained struct {
	plan  *run.Plan
	why   workflow.Why
	units []workflow.Behind
}

// partsExplained explains tables, figures or cells.
func partsExplained(env *Env, parts []explained, mine *stat.Summary, verbose bool) error {
	w := env.Page()
	for i, part := range parts {
		if i > 0 {
			fmt.Fprintln(w)
		}
		few := len(part.why.Cells) <= fewCells
		switch {
		case len(part.why.Cells) == 0:
			fmt.Fprintf(w, "%s: the paper reports no number of it\n", part.plan.Address())
		case few:
			cellsText(w, part.plan.Spec.Address, part.why.Cells)
		default:
			fmt.Fprintln(w, answer.Tally(part.plan.Spec.Address, part.why.Cells))
		}
		if !few || len(part.why.Reasons) > 0 {
			fmt.Fprintln(w)
			reasonsText(w, part.why.Cells, part.why.Reasons, verbose)
		}
		if !few {
			cellsText(w, part.plan.Spec.Address, part.why.Cells)
		}
		if mine != nil {
			if err := mineText(w, *mine, part.why); err != nil {
				return err
			}
		}
		whyText(w, part.why, verbose)
		command := fmt.Sprintf("nmfrepro table '%s' --profile %s --reps %d%s", part.plan.Address(), part.plan.Profile, part.plan.Replicates,
			specsFlag(env))
		if len(part.units) == 1 {
			command = part.units[0].Command
		}
		behindText(w, part.units, command, verbose)
	}
	return nil
}

// papersExplained explains whole papers: their findings, the largest reasons over all tables, and each table in a line.
func papersExplained(w io.Writer, papers []result.Paper, parts []explained, verbose bool) {
	for _, paper := range papers {
		answer.FindingText(w, paper)
	}
	cells := list.FlatMap(parts, func(part explained) []result.Cell { return part.why.Cells })
	reasonsText(w, cells, result.Joined(list.FlatMap(parts, func(part explained) []result.Reason { return part.why.Reasons })), verbose)
	fmt.Fprintln(w)
	for _, part := range parts {
		if len(part.why.Cells) > 0 {
			fmt.Fprintln(w, answer.Tally(part.plan.Spec.Address, part.why.Cells))
		}
	}
	fmt.Fprintln(w, "\nexplain PAPER/TABLE tells all that is known of one table.")
}

// specsFlag returns the flag by which a command finds experiments of one's own again.
func specsFlag(env *Env) string {
	if env.Specs == "" {
		return ""
	}
	return " --specs " + env.Specs
}

// explainSchema names what explain --format json writes: fields may be added, none is renamed.
const explainSchema = "nmfrepro/explain/1"

// explanation begins with the verdicts; then comes all that touches these cells, and last where their numbers come from.
type explanation struct {
	answer.Envelope
	Cells        []answer.VerifyCell `json:"cells"`
	Reasons      []result.Reason     `json:"reasons,omitempty"` // why cells differ, that of the largest differences first
	Notes        []string            `json:"notes,omitempty"`
	Errata       []result.Erratum    `json:"errata,omitempty"`
	Claims       []result.Claim      `json:"claims,omitempty"`
	Alternatives []alternativeJSON   `json:"alternatives,omitempty"`
	Units        []workflow.Behind   `json:"units"`
}

// alternativeJSON is a cell under another choice of the protocol, in the unit of its table.
type alternativeJSON struct {
	Address    string       `json:"address"`
	Choice     string       `json:"choice"`
	Value      string       `json:"value"`
	Nearer     result.Known `json:"nearer"` // by how much it is nearer to the reported number
	Mean       string       `json:"mean"`   // as tables print it
	Difference result.Known `json:"difference"`
	Low        result.Known `json:"low"` // 95 %
	High       result.Known `json:"high"`
	On         string       `json:"on"` // for which rows the interval speaks
}

func (x *explanation) add(why workflow.Why) {
	x.Cells = append(x.Cells, list.Map(why.Cells, answer.VerifyCellOf)...)
	x.Notes = append(x.Notes, list.Map(why.Notes, func(n published.Note) string { return n.Says })...)
	x.Reasons, x.Errata, x.Claims = append(x.Reasons, why.Reasons...), append(x.Errata, why.Errata...), append(x.Claims, why.Claims...)
	for _, a := range why.Other {
		of := func(v float64) result.Known { return result.Known(a.Cell.Metric.Scale.Of(v)) }
		x.Alternatives = append(x.Alternatives, alternativeJSON{
			a.Cell.Address, a.Subject, a.Value, of(a.Nearer), reports.MeanText(a.Moved.Other), of(a.Difference.Value), of(a.Interval.Low),
			of(a.Interval.High), a.On,
		})
	}
}
