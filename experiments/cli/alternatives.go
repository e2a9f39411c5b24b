package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

func newAlternatives(env *Env) *cobra.Command {
	var req workflow.Request
	var format string
	var choices, cross []string
	var most int
	var verbose bool
	cmd := &cobra.Command{
		Use:   "alternatives ADDRESS...",
		Short: "how far a cell moves under other values of the settings that the paper leaves open",
		Long: `Compare alternatives takes the settings that the paper leaves open. For each alternative it computes the cells of the address again.
A line for each says how many cells come significantly nearer to the reported numbers, go farther or stay, by how many tolerances they come nearer
on the mean, and which moves most. With -v, or for an address of one cell, stand the cells: ours with the setting as it is and with the
alternative, over the same replicates where these share data and initialisation, and the difference with its 95 % interval. A reading is a
value that the paper leaves open and under which its numbers are not shown to come out worse. Only the runs that an alternative changes are made. A run that the results folder lacks and this program carries is taken from there; --no-cached makes it
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
				if once := list.AppendUnique(nil, cross...); len(once) < len(cross) {
					return usageError("--cross = %s names a setting twice, want each once", strings.Join(cross, ","))
				}
				joined = &reported.Cross{Settings: cross, Most: most}
			}
			studies, later, err := workflow.Alternatives(cmd.Context(), env.request(req, args, workflow.Tables), choices, joined)
			if err != nil {
				return err
			}
			if format == "json" {
				return cmp.Or(writeJSON(env.Stdout, whatif.StudiesJSON(studies)), later)
			}
			if !verbose {
				return cmp.Or(env.Show(studiesScreen(env.Screen(), studies)), later)
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
	f.BoolVarP(&verbose, "verbose", "v", false, "every cell under every alternative")
	cachedFlag(cmd, &req, "show the results that there are and compute nothing")
	f.BoolVar(&req.Fall.Never, "no-cached", false, "take no results that the program carries")
	cmd.MarkFlagsMutuallyExclusive("cached", "no-cached")
	req.How.Takes = true
	return cmd
}

// studiesScreen shows what alternatives do to the cells of experiments: a line for each, or, of one cell, the cell.
func studiesScreen(out *term.Screen, studies []*whatif.Study) *term.Screen {
	var idle []string
	one, left := true, 0 // one cell; combinations that are not run
	var run []*whatif.Change
	table := map[*whatif.Change]string{} // that it is of, where there are several
	for _, s := range studies {
		left += s.Left
		for _, b := range s.Changes {
			if len(studies) > 1 {
				table[b] = s.Base.Spec.Table() + " "
			}
			switch {
			case b.Why == "" && b.Computed() && len(b.Cells) > 0:
				run, one = append(run, b), one && len(b.Cells) == 1
			default:
				idle = append(idle, table[b]+b.Choice.Key+": "+b.Alt.Value)
			}
		}
	}
	first := studies[0].Base
	if moved := func(b *whatif.Change) int { v := b.Moves(); return v.Nearer + v.Further }; !one {
		slices.SortStableFunc(run, func(a, b *whatif.Change) int { return cmp.Compare(moved(b), moved(a)) })
	}
	cells := 0
	for _, b := range run {
		cells = max(cells, b.Moves().Beside)
	}
	head := fmt.Sprintf("%s, profile %s: %s of settings in place of ours", list.Join(studies, ", ", func(s *whatif.Study) string { return s.Base.Asked() }),
		first.Profile, result.Count(len(run), "other value"))
	if !one {
		head += fmt.Sprintf(", up to %s each", result.Count(cells, "reported number"))
	}
	out.Say(head)
	if !one {
		out.Say("The first moves most: so many numbers come significantly nearer to the reported ones, go farther, or stay; approach: mean, in tolerances.")
	}
	out.Blank()
	heads := []string{"setting", "instead", "kind", "near/far/stay", "approach", "moves most"}
	if one {
		heads = []string{"setting", "instead", "n", "ours", "other", "difference (95 %)", "reported", ""}
	}
	lines := [][]string{heads}
	for _, b := range run {
		line := []string{table[b] + b.Choice.Key, b.Alt.Value}
		if v := b.Moves(); one {
			m := b.Cells[0]
			of := m.Cell.Metric.Scale.Of
			line = append(line, list.Join(list.AppendUnique(nil, len(m.Cell.Runs.Values), len(m.Other.Runs.Values)), ", ", strconv.Itoa),
				result.Plain(m.Cell.Mean()), result.Plain(m.Other.Mean()),
				fmt.Sprintf("%s (%s)", result.Signed(of(m.Difference.Value)), result.IntervalText(of(m.Interval.Low), of(m.Interval.High))),
				m.Cell.Reported.Value, cmp.Or(shortSays[m.Says()], m.Says()))
		} else {
			approach, moved := "-", "-"
			if !math.IsNaN(b.Approach.Value) {
				approach = result.Tenth(b.Approach.Value)
			}
			if m := v.Most; m != nil {
				moved = fmt.Sprintf("%s %s, %s", result.Signed(m.Cell.Metric.Scale.Of(m.Difference.Value)), m.Cell.At.Column, m.Cell.At.RowTitle())
			}
			line = append(line, b.Kind(), fmt.Sprintf("%d/%d/%d", v.Nearer, v.Further, v.Beside-v.Nearer-v.Further), approach, moved)
		}
		for i, limit := range map[int]int{0: 18, 1: 22, len(line) - 1: 32} {
			line[i] = shortened(line[i], limit)
		}
		lines = append(lines, line)
	}
	out.Rows(5, func(left int) string { return result.Count(left, "more setting") + ": -v" }, lines)
	out.Blank()
	if len(run) == 0 {
		out.Say("no open setting that concerns this was computed with another value")
	}
	if !one && len(run) > 0 {
		out.Say("reading: the paper leaves it open, and its numbers are not shown to be worse; what-if: any other value.")
	}
	if len(idle) > 0 {
		out.List(1, func(int) string { return "" }, fmt.Sprintf("Not computed, or without effect here: %s; to compute: %s",
			shortened(strings.Join(idle, "; "), 200), result.Command("compare alternatives", first.Asked())+out.With))
	}
	if left > 0 {
		out.Say(fmt.Sprintf("not run: %s of crossed settings", result.Count(left, "other combination")))
	}
	out.Next("Cells: -v, or the address of one cell", "Leads: "+result.Command("compare lead", first.Spec.Address)+out.With)
	return out
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
		fmt.Fprintf(w, "\nnot computed: %s; to compute: %s\n", strings.Join(idle, "; "), result.Command("compare alternatives", s.Base.Asked()))
	}
	fmt.Fprintln(w)
}

// shortSays are what is said of a cell in a line.
var shortSays = map[string]string{"moves, nearer to the reported number": "nearer", "moves, farther from it": "farther",
	"less than the tolerance, nearer to the reported number": "nearer, within tolerance",
	"less than the tolerance, farther from it":               "farther, within tolerance"}

// shortened returns a text of at most so many characters.
func shortened(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return s
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
