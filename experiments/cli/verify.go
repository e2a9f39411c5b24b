package cli

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/judge"
	"nmfrepro/reports"
)

func newVerify(env *Env) *cobra.Command {
	var (
		flags  computation
		format string
	)
	cmd := &cobra.Command{
		Use:   "verify ADDRESS...",
		Short: "is the gap between ours and the paper normal? a verdict per cell",
		Long: `Verify computes the units that the results folder lacks and compares each cell with what the paper prints:

` + kinds() + `
The difference is judged against the margin of its metric and against everything that makes either number uncertain: our
replicates, the paper's own and its rounding (s²/n + s²/R + u²/12). A MATCH is an equivalence test (the 90 % interval lies
inside the margin); DIFFERS is Holm-corrected over the table. The floor is half the interval that the paper's own
uncertainty leaves however long we compute: no MATCH within a margin below it can ever be claimed. The exit code is 1 if a cell differs.`,
		Example: `  nmfrepro verify pnmf/table3
  nmfrepro verify pnmf/table3:dataset=iris,metric=purity --reps 30
  nmfrepro verify pnmf --cached --format json`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, plans, err := flags.plans(env, args, tables)
			if err != nil {
				return err
			}
			later, err := flags.compute(cmd.Context(), env, plans)
			if err != nil {
				return err
			}
			st := env.results(&flags.looking)
			var all []verified
			for _, p := range plans {
				t := collect.Table(p, lib, st)
				v := verified{p.Spec.Address, p.Profile, judge.JudgeTable(p, &t)}
				if len(v.cells) > 0 || len(plans) == 1 { // of a whole paper, what has a print to compare with
					all = append(all, v)
				}
			}
			if format == "json" {
				if err := verifyJSON(env.Stdout, all); err != nil {
					return err
				}
			} else {
				for i, v := range all {
					if i > 0 {
						fmt.Fprintln(env.Stdout)
					}
					v.text(env.Stdout)
				}
			}
			return errorsFirst(later, differing(all))
		},
	}
	flags.bind(cmd)
	formatFlag(cmd, &format)
	flags.bindCached(cmd, "judge the results that there are and compute nothing")
	return cmd
}

// kinds explains the verdicts.
func kinds() string {
	var b strings.Builder
	for _, k := range judge.Kinds {
		fmt.Fprintf(&b, "  %s %-13s %s\n", k.Sign, k.Kind, k.Doc)
	}
	return b.String()
}

// differing is the error of exit code 1 if a cell differs.
func differing(all []verified) error {
	n := 0
	for _, v := range all {
		for _, c := range v.cells {
			if c.Verdict.Kind == judge.Differs {
				n++
			}
		}
	}
	if n == 0 {
		return nil
	}
	return &exitError{exitDifference, fmt.Errorf("%d of the cells differ from the paper", n)}
}

// verified is a table with the verdicts on its cells.
type verified struct {
	address string
	profile string
	cells   []judge.Judged
}

func (v verified) text(w io.Writer) {
	fmt.Fprintf(w, "%s, profile %s\n\n", v.address, v.profile)
	lines := [][]string{{"verdict", "ours", "paper", "difference", "90 % interval", "margin", "floor", "cell"}}
	for _, c := range v.cells {
		lines = append(lines, []string{
			c.Cell.Sign + " " + c.Cell.Verdict, ours(c), printed(c), signed(c.Verdict.Difference), interval(c.Verdict), plain(c.Verdict.Margin), plain(c.Verdict.Floor),
			strings.TrimPrefix(c.Cell.Address, v.address+":"),
		})
	}
	writeColumns(w, lines)
	fmt.Fprintln(w)
	var silent []string // reasons that many cells share
	cells := map[string]int{}
	for _, c := range v.cells {
		switch c.Verdict.Kind {
		case judge.Differs, judge.Inconclusive, judge.Unverifiable, judge.Failed:
			fmt.Fprintf(w, "%s %s: %s\n", c.Cell.Sign, strings.TrimPrefix(c.Cell.Address, v.address+":"), c.Verdict.Reason)
		case judge.Missing, judge.StandIn:
			if cells[c.Verdict.Reason]++; cells[c.Verdict.Reason] == 1 {
				silent = append(silent, c.Verdict.Reason)
			}
		}
	}
	for _, reason := range silent {
		fmt.Fprintf(w, "%s: %s\n", count(cells[reason], "cell"), reason)
	}
	fmt.Fprintln(w, v.tally())
}

// tally counts verdicts, and the paper's orders of two cells of a row that hold in ours.
func (v verified) tally() string {
	var verdicts []judge.Verdict
	for _, c := range v.cells {
		verdicts = append(verdicts, c.Verdict)
	}
	var parts []string
	for _, t := range judge.Count(verdicts) {
		if t.Count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.Count, t.Kind))
		}
	}
	orders := map[judge.Outcome]int{}
	for _, c := range verdicts {
		for _, o := range c.Orders {
			if o.Better {
				orders[o.Outcome]++
			}
		}
	}
	line := fmt.Sprintf("%s: %d cells: %s", v.address, len(v.cells), strings.Join(parts, ", "))
	if claimed := orders[judge.Holds] + orders[judge.Reversed] + orders[judge.Undecided]; claimed > 0 {
		line += fmt.Sprintf("; of %d orders of two methods in a row %d hold, %d are reversed, %d undecided", claimed,
			orders[judge.Holds], orders[judge.Reversed], orders[judge.Undecided])
	}
	return line
}

func ours(c judge.Judged) string {
	if len(c.Cell.Values) == 0 {
		return reports.StateText(c.Cell.Status)
	}
	s := strconv.FormatFloat(c.Mean(), 'f', c.Cell.Decimals, 64)
	if len(c.Cell.Values) > 1 {
		s += "±" + strconv.FormatFloat(c.SD(), 'f', c.Cell.Decimals, 64)
	}
	return fmt.Sprintf("%s (%d)", s, len(c.Cell.Values))
}

func printed(c judge.Judged) string {
	if c.Cell.Published.SD != "" {
		return c.Cell.Published.Value + "±" + c.Cell.Published.SD
	}
	return c.Cell.Published.Value
}

func signed(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf("%+.3g", v)
}

func plain(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

func interval(v judge.Verdict) string {
	if math.IsNaN(v.Low) || math.IsNaN(v.High) {
		return "-"
	}
	return fmt.Sprintf("%.3g to %.3g", v.Low, v.High)
}

// verifyJSON writes one object a cell.
func verifyJSON(w io.Writer, all []verified) error {
	type cell struct {
		Address    string     `json:"address"`
		Verdict    judge.Kind `json:"verdict"`
		Reason     string     `json:"reason"`
		Published  string     `json:"published"`
		Mean       *float64   `json:"ours_mean"`
		N          int        `json:"n"`
		Runs       int        `json:"paper_runs"`
		Difference *float64   `json:"difference"`
		Low        *float64   `json:"low"`
		High       *float64   `json:"high"`
		Margin     *float64   `json:"margin"`
		Why        string     `json:"margin_reason"`
		Floor      *float64   `json:"resolution_floor"`
		More       int        `json:"more_replicates"`
	}
	cells := []cell{}
	for _, v := range all {
		for _, c := range v.cells {
			d := c.Verdict
			cells = append(cells, cell{
				c.Cell.Address, d.Kind, d.Reason, c.Cell.Published.Value, number(c.Mean()), len(c.Cell.Values), c.Runs,
				number(d.Difference), number(d.Low), number(d.High), number(d.Margin), c.Margin.Reason, number(d.Floor), d.More,
			})
		}
	}
	return writeJSON(w, cells)
}

// number is nil for what is not known.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
