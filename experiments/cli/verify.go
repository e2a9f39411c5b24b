package cli

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
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
Two questions decide. Is the published number a plausible draw of ours: does it lie in the 95 % prediction interval for a
mean of the published runs, its rounding allowed for? Over the cells of a table at most 5 % of the numbers that are called
implausible are so by chance (Benjamini and Hochberg). Is the difference shown to be within the margin: does its 90 %
interval lie there? Fewer than five replicates and the profile smoke are never judged. The floor is half the interval that
the published number's own uncertainty leaves however long we compute. A contrast is "A is better than B" of the paper, where
the gap exceeds the paper's own noise; ours is tested over shared replicates, with Holm's correction over the row, as
compare does. The exit code is 1 if a cell differs.`,
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
				for _, paper := range wholePapers(p, args) {
					findingText(env.Stdout, paper, p.Finding(paper, nil))
				}
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
	return pass.Errorf(pass.Difference, "%s from the paper", differ(n))
}

func differ(n int) string {
	if n == 1 {
		return "1 cell differs"
	}
	return fmt.Sprintf("%d cells differ", n)
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
		case judge.Differs, judge.Near, judge.Compatible, judge.Failed:
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
	for _, c := range v.cells {
		v.reversed(w, c)
	}
	fmt.Fprintln(w, v.tally())
}

// reversed lists the published contrasts of a cell of which ours shows the opposite.
func (v verified) reversed(w io.Writer, c reports.Cell) {
	of := c.Scale.Of
	for _, x := range c.Verdict.Against {
		if x.Outcome != reports.ContrastReversed {
			continue
		}
		how := reports.Count(x.N, "replicate") + " each"
		if x.Paired {
			how = reports.Count(x.N, "pair")
		}
		fmt.Fprintf(w, "reversed: %s better than %s: published %s, ours %s, 95 %% interval %s, %s, effect size %s\n", v.cell(c), x.With,
			reports.Signed(of(x.Gap)), reports.Signed(of(x.Estimate.Value)), reports.IntervalText(of(x.Interval.Low), of(x.Interval.High)), how,
			reports.Plain(x.Effect))
	}
}

// cell is a cell's address within the table.
func (v verified) cell(c reports.Cell) string { return strings.TrimPrefix(c.Address, v.address+":") }

// tally counts verdicts, and the published contrasts of two cells of a row that hold in ours.
func (v verified) tally() string {
	var parts []string
	var contrasts reports.Contrasts
	lacks := map[string]int{}
	for _, c := range v.cells {
		contrasts = contrasts.Add(c.Verdict.Contrasts)
		lacks[c.Verdict.Lack]++
	}
	for _, t := range judge.Count(v.cells) {
		switch {
		case t.Count > 0 && t.Kind == judge.Missing:
			delete(lacks, "")
			var why []string
			for _, lack := range slices.Sorted(maps.Keys(lacks)) {
				why = append(why, fmt.Sprintf("%d %s", lacks[lack], lack))
			}
			parts = append(parts, fmt.Sprintf("%d %s (%s)", t.Count, t.Kind, strings.Join(why, ", ")))
		case t.Count > 0:
			parts = append(parts, fmt.Sprintf("%d %s", t.Count, t.Kind))
		}
	}
	line := fmt.Sprintf("%s: %s: %s", v.address, reports.Count(len(v.cells), "cell"), strings.Join(parts, ", "))
	if claimed := contrasts.Claimed(); claimed > 0 {
		line += fmt.Sprintf("; of %s of two methods in a row %d hold, %d are reversed, %d are not told apart", reports.Count(claimed, "contrast"),
			contrasts.Hold, contrasts.Reversed, contrasts.Open)
	}
	return line
}

// verifyJSON writes one object a cell.
func verifyJSON(w io.Writer, all []verified) error {
	type cell struct {
		Address    string         `json:"address"`
		Verdict    string         `json:"verdict"`
		Reason     string         `json:"reason"`
		Published  string         `json:"published"`
		Mean       *float64       `json:"ours_mean"`
		N          int            `json:"n"`
		Runs       int            `json:"paper_runs"`
		Difference *float64       `json:"difference"`
		Low        *float64       `json:"low"`
		High       *float64       `json:"high"`
		Margin     *float64       `json:"margin"`
		Why        string         `json:"margin_reason"`
		Floor      *float64       `json:"resolution_floor"`
		More       int            `json:"more_replicates"`
		Lack       string         `json:"lack,omitempty"`
		DrawLow    *float64       `json:"plausible_low"`
		DrawHigh   *float64       `json:"plausible_high"`
		P          *float64       `json:"p"` // of so implausible a number, adjusted for the table
		Detectable *float64       `json:"detectable"`
		Reached    *int           `json:"runs_that_reach_it"`
		Contrasts  []contrastJSON `json:"contrasts,omitempty"`
	}
	cells := []cell{}
	for _, v := range all {
		for _, c := range v.cells {
			d, of := c.Verdict, c.Scale.Of
			cells = append(cells, cell{
				c.Address, d.Kind, d.Reason, c.Published.Value, number(stat.Mean(c.Shown())), len(c.Values), d.Runs,
				number(of(d.Difference)), number(of(d.Low)), number(of(d.High)), number(of(d.Margin)), d.MarginReason, number(of(d.Floor)), d.More,
				d.Lack, number(of(d.DrawLow)), number(of(d.DrawHigh)), number(d.P), number(of(d.Detectable)), reachedJSON(d.Reached), contrastsJSON(c),
			})
		}
	}
	return writeJSON(w, cells)
}

// contrastJSON is "this cell is better than that one" of the paper.
type contrastJSON struct {
	With       string   `json:"better_than"`
	Outcome    string   `json:"outcome"`
	Gap        *float64 `json:"published_gap"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"` // 95 %
	High       *float64 `json:"high"`
	N          int      `json:"n"`
	Paired     bool     `json:"paired"`
	P          *float64 `json:"p_holm"`
	Effect     *float64 `json:"effect"` // Cohen's d, of the pairs if paired
	Ratio      *float64 `json:"ratio,omitempty"`
}

func contrastsJSON(c reports.Cell) (all []contrastJSON) {
	of := c.Scale.Of
	for _, x := range c.Verdict.Against {
		all = append(all, contrastJSON{
			x.With, x.Outcome, number(of(x.Gap)), number(of(x.Estimate.Value)), number(of(x.Interval.Low)), number(of(x.Interval.High)),
			x.N, x.Paired, number(x.Holm), number(x.Effect), number(x.Ratio),
		})
	}
	return all
}

func reachedJSON(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

// number is nil for what is not known.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
