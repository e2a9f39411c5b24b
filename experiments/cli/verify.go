package cli

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/pass"
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
			p, later, err := flags.computed(cmd.Context(), env, args, pass.Tables)
			if err != nil {
				return err
			}
			var all []verified
			for _, t := range p.Tables() {
				v := verified{t.Address, t.Profile, t.Judged()}
				if len(v.cells) > 0 || len(p.Plans) == 1 { // of a whole paper, what has a print to compare with
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
	for _, k := range reports.Kinds {
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
	return pass.Errorf(pass.Difference, "%d of the cells differ from the paper", n)
}

// verified is a table with the verdicts on its cells.
type verified struct {
	address string
	profile string
	cells   []reports.Cell
}

func (v verified) text(w io.Writer) {
	fmt.Fprintf(w, "%s, profile %s\n\n", v.address, v.profile)
	lines := [][]string{{"verdict", "ours", "paper", "difference", "90 % interval", "margin", "floor", "cell"}}
	for _, c := range v.cells {
		d, of := c.Verdict, c.Scale.Of
		lines = append(lines, []string{
			d.Sign + " " + d.Kind, reports.MeanText(c), reports.PublishedText(c), reports.Signed(of(d.Difference)),
			reports.IntervalText(of(d.Low), of(d.High)), reports.Plain(of(d.Margin)), reports.Plain(of(d.Floor)), v.cell(c),
		})
	}
	reports.WriteColumns(w, lines)
	fmt.Fprintln(w)
	var silent []string // reasons that many cells share
	cells := map[string]int{}
	for _, c := range v.cells {
		switch c.Verdict.Kind {
		case judge.Differs, judge.Inconclusive, judge.Unverifiable, judge.Failed:
			fmt.Fprintf(w, "%s %s: %s\n", c.Verdict.Sign, v.cell(c), c.Verdict.Reason)
		case judge.Missing, judge.StandIn:
			if cells[c.Verdict.Reason]++; cells[c.Verdict.Reason] == 1 {
				silent = append(silent, c.Verdict.Reason)
			}
		}
	}
	for _, reason := range silent {
		fmt.Fprintf(w, "%s: %s\n", reports.Count(cells[reason], "cell"), reason)
	}
	fmt.Fprintln(w, v.tally())
}

// cell is a cell's address within the table.
func (v verified) cell(c reports.Cell) string { return strings.TrimPrefix(c.Address, v.address+":") }

// tally counts verdicts, and the paper's orders of two cells of a row that hold in ours.
func (v verified) tally() string {
	var parts []string
	var orders reports.Orders
	for _, c := range v.cells {
		orders = orders.Add(c.Verdict.Orders)
	}
	for _, t := range judge.Count(v.cells) {
		if t.Count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.Count, t.Kind))
		}
	}
	line := fmt.Sprintf("%s: %d cells: %s", v.address, len(v.cells), strings.Join(parts, ", "))
	if claimed := orders.Claimed(); claimed > 0 {
		line += fmt.Sprintf("; of %d orders of two methods in a row %d hold, %d are reversed, %d undecided", claimed, orders.Hold, orders.Reversed, orders.Open)
	}
	return line
}

// verifyJSON writes one object a cell.
func verifyJSON(w io.Writer, all []verified) error {
	type cell struct {
		Address    string   `json:"address"`
		Verdict    string   `json:"verdict"`
		Reason     string   `json:"reason"`
		Published  string   `json:"published"`
		Mean       *float64 `json:"ours_mean"`
		N          int      `json:"n"`
		Runs       int      `json:"paper_runs"`
		Difference *float64 `json:"difference"`
		Low        *float64 `json:"low"`
		High       *float64 `json:"high"`
		Margin     *float64 `json:"margin"`
		Why        string   `json:"margin_reason"`
		Floor      *float64 `json:"resolution_floor"`
		More       int      `json:"more_replicates"`
	}
	cells := []cell{}
	for _, v := range all {
		for _, c := range v.cells {
			d, of := c.Verdict, c.Scale.Of
			cells = append(cells, cell{
				c.Address, d.Kind, d.Reason, c.Published.Value, number(stat.Mean(c.Shown())), len(c.Values), d.Runs,
				number(of(d.Difference)), number(of(d.Low)), number(of(d.High)), number(of(d.Margin)), d.MarginReason, number(of(d.Floor)), d.More,
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
