package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

func newAlternatives(env *Env) *cobra.Command {
	var req workflow.Request
	var format string
	var choices, cross []string
	var most int
	cmd := &cobra.Command{
		Use:   "alternatives ADDRESS...",
		Short: "how far a cell moves under other values of the settings that the paper leaves open",
		Long: `Compare alternatives takes the settings that the paper leaves open. For each alternative it computes the cells of the address again.
A table shows how far each cell moves: ours with the setting as it is and with the alternative, and the difference with its 95 %
interval, over pairs where replicates share data and initialisation. It says which are nearer to the reported number. Only the runs that
an alternative changes are made. A run that the results folder lacks and this program carries is taken from there; --no-cached makes it
here. What is made is kept in the results folder.

With --cross the alternatives of several settings are in force at once: a conclusion may hold under each alone and fail under two
together, or the reverse. Of a large product a balanced fraction is run; a line says how many combinations are left.`,
		Example: `  nmfrepro compare alternatives pnmf/table3:dataset=iris,panel=a
  nmfrepro compare alternatives mcnmf/table1:dataset=yale --choice iterations --choice alpha
  nmfrepro compare alternatives rpr/table3 --choice "iterations=300 iterations"
  nmfrepro compare alternatives pnmf/table3:method=pnmf --cross labels,stabiliser,iterations --reps 5
  nmfrepro compare alternatives rpr/table2:rank=10,panel=acc --format json`,
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var joined *reported.Cross
			switch len(cross) {
			case 0:
			case 1:
				return usageError("--cross = %s, want two settings or more to join", cross[0])
			default:
				joined = &reported.Cross{Settings: cross, Most: most}
			}
			studies, later, err := workflow.Alternatives(cmd.Context(), env.request(req, args, workflow.Tables), choices, joined)
			if err != nil {
				return err
			}
			if format == "json" {
				return cmp.Or(writeJSON(env.Stdout, whatif.StudiesJSON(studies)), later)
			}
			for _, s := range studies {
				studyText(env.Page(), s)
			}
			return later
		},
	}
	computeFlags(cmd, &req)
	f := cmd.Flags()
	f.StringArrayVar(&choices, "choice", nil, "only this open setting, by its key, or one "+
		"of its alternatives, as \"iterations=300 iterations\"; may be given several times")
	f.StringSliceVar(&cross, "cross", nil,
		"join these settings: all combinations of the alternatives that the text allows, as k-means,unit-basis,stop")
	f.IntVar(&most, "most", 0, "run at most so many combinations of --cross, a balanced fraction of a larger product (default 64)")
	formatFlag(cmd, &format)
	cachedFlag(cmd, &req, "show the results that there are and compute nothing")
	f.BoolVar(&req.Fall.Never, "no-cached", false, "take no results that the program carries")
	cmd.MarkFlagsMutuallyExclusive("cached", "no-cached")
	req.How.Takes = true
	return cmd
}

func studyText(w io.Writer, s *whatif.Study) {
	fmt.Fprintf(w, "%s, profile %s\n", s.Base.Spec.Address, s.Base.Profile)
	if len(s.Changes) == 0 {
		fmt.Fprintln(w, "\nno open setting that concerns this has an alternative")
	}
	var idle []string // alternatives without a result
	for _, b := range s.Changes {
		if !b.Computed() {
			idle = append(idle, b.Choice.Choice+": "+b.Alt.Value)
			continue
		}
		fmt.Fprintf(w, "\n%s (%s; --choice %s)\n  instead of %s: %s\n", b.Choice.Choice, statusWords(b.Choice.Status), b.Choice.Key,
			b.Choice.Value,
			b.Alt.Value)
		switch {
		case b.Why != "":
			fmt.Fprintf(w, "  %s\n", b.Why)
			continue
		case len(b.Cells) == 0:
			fmt.Fprintln(w, "  no cell shows what it changes")
			continue
		}
		lines := [][]string{{"  row", "column", "metric", "ours", "alternative", "difference", "95 % interval on these rows", "reported", ""}}
		for _, m := range b.Cells {
			metric := result.MetricWords(m.Cell.At.Metric)
			if other := result.MetricWords(m.Other.At.Metric); other != metric {
				metric += " → " + other
			}
			lines = append(lines, []string{"  " + m.Cell.At.RowTitle(), m.Cell.At.Column, metric, movedText(m.Cell), movedText(m.Other),
				result.Signed(m.Cell.Metric.Scale.Of(m.Difference.Value)),
				result.IntervalText(m.Cell.Metric.Scale.Of(m.Interval.Low), m.Cell.Metric.Scale.Of(m.Interval.High)), m.Cell.Reported.Value, m.Says()})
		}
		term.Columns(w, lines)
		fmt.Fprintf(w, "  %s\n", branchText(b))
	}
	if s.Left > 0 {
		fmt.Fprintf(w, "\nnot run: %s of crossed settings\n", result.Count(s.Left, "other combination"))
	}
	if len(idle) > 0 {
		fmt.Fprintf(w, "\nnot computed: %s; to compute: nmfrepro compare alternatives %s\n", strings.Join(idle, "; "), s.Base.Address())
	}
	fmt.Fprintln(w)
}

// statusWords says where what was chosen comes from.
func statusWords(status string) string {
	words := map[string]string{"author-code": "from the authors' code", "inferred": "inferred from the reported numbers"}
	return cmp.Or(words[status], status)
}

// movedText returns a mean, or the status of a cell without one.
func movedText(c result.Cell) string {
	if len(c.Runs.Values) == 0 {
		return string(c.State.Status)
	}
	return reports.MeanText(c)
}

// branchText says how far the cells of a branch move.
func branchText(b *whatif.Change) string {
	v := b.Moves()
	line := fmt.Sprintf("%d of %s move", v.Apart, result.Count(v.Cells, "cell"))
	if v.Apart > 0 {
		m := v.Most
		line += fmt.Sprintf(", the most %s %s, %s: %s; %d nearer to the reported number, %d farther from it", m.Cell.At.RowTitle(),
			m.Cell.At.Column,
			result.MetricWords(m.Cell.At.Metric), result.Signed(m.Cell.Metric.Scale.Of(m.Difference.Value)), v.Nearer, v.Further)
	}
	if !b.Shared {
		line += "; other draws, so that replicates do not pair up"
	}
	return line
}
