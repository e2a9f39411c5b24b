package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
)

func newCompare(env *Env) *cobra.Command {
	var (
		flags  computation
		format string
		file   string
		rival  string
	)
	formats := append([]string{"text", "json"}, figure.Names()...)
	cmd := &cobra.Command{
		Use:   "compare ADDRESS...",
		Short: "the methods of a table against each other: paired tests, ranks over data sets, the paper's order and ours",
		Long: `Compare computes the units that the results folder lacks and sets the methods of each panel against each other.

One method, the paper's own if --against names no other, is compared with every other in each row over the replicates, which
share data and start: mean difference with its 95 % interval, Wilcoxon's signed-rank test with Holm's correction over the
row, and the rank-biserial correlation (1: better or worse in every pair). With n replicates no p-value can be below
2/2ⁿ. The last lines compare the means over the rows.

All methods are ranked within each row; Friedman's test asks whether they differ, and Nemenyi's critical difference which of
them. Rows that are ranks or draws of one data set are no independent witnesses. Kendall's τ tells how well the paper's
order of the methods agrees with ours. As svg, png or pdf the mean ranks are drawn as critical-difference diagrams, ours and
the paper's.`,
		Example: `  nmfrepro compare pnmf/table3
  nmfrepro compare rpr/table2:panel=acc --against gnmf --cached
  nmfrepro compare ornmf/table2 --format svg -o ranks.svg`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			formatByName(cmd, &format, file, formats)
			lib, plans, err := flags.plans(env, args, tables)
			if err != nil {
				return err
			}
			later, err := flags.compute(cmd.Context(), env, plans)
			if err != nil {
				return err
			}
			contests, err := contestsOf(lib, plans, env.results(&flags.looking), rival)
			if err != nil {
				return err
			}
			return errorsFirst(env.writeContests(contests, format, file), later)
		},
	}
	flags.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&rival, "against", "", "method, by its key or column, that is compared with the others (default the paper's own)")
	choiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output")
	flags.bindCached(cmd, "compare the results that there are and compute nothing")
	return cmd
}

// contest is a field of methods with what came of it.
type contest struct {
	address string
	profile string
	judge.Field
	rival      int // place of the method that is compared with the others, -1 for none
	pairs      []judge.Pair
	ours       judge.Ranks
	oursErr    error // why there are no ranks
	papers     judge.Ranks
	papersErr  error
	agreements []judge.Agreement
}

// contestsOf compares the fields of the plans' tables. A rival that is named must be somewhere.
func contestsOf(lib *spec.Library, plans []*run.Plan, st *store.Store, rival string) ([]contest, error) {
	var all []contest
	var names []string
	found := rival == ""
	for _, p := range plans {
		for _, c := range contestsIn(lib, p, collect.Table(p, lib, st), rival) {
			for _, m := range c.Methods {
				if !slices.Contains(names, m.Key) {
					names = append(names, m.Key)
				}
			}
			found = found || c.rival >= 0
			all = append(all, c)
		}
	}
	switch {
	case !found:
		return nil, usageError("--against: unknown method %q, %s", rival, nearest.Hint(rival, names))
	case len(all) == 0:
		return nil, usageError("no panel has two methods to compare")
	}
	return all, nil
}

// contestsIn compares the fields of a table; the rival, if none is named, is the paper's own method.
func contestsIn(lib *spec.Library, p *run.Plan, t reports.Table, rival string) (all []contest) {
	paper, _ := lib.PaperOf(p.Spec)
	for _, f := range judge.Fields(t) {
		c := contest{address: p.Spec.Address, profile: p.Profile, Field: f, rival: -1, agreements: f.Agreements()}
		if rival != "" {
			c.rival = f.Find(rival)
		} else if paper != nil {
			c.rival = slices.IndexFunc(f.Methods, func(m judge.Method) bool { return strings.HasPrefix(m.Name, paper.Short) })
		}
		if c.rival >= 0 {
			c.pairs = f.Against(c.rival)
		}
		c.ours, c.oursErr = f.Ours()
		c.papers, c.papersErr = f.Papers()
		all = append(all, c)
	}
	return all
}

// name tells a contest among those of an experiment.
func (c contest) name() string {
	name := c.Panel + ", " + c.Metric
	if c.Measure != "" {
		name += " (" + c.Measure + ")"
	}
	return name
}

func (e *Env) writeContests(all []contest, format, file string) error {
	var out strings.Builder
	switch format {
	case "text":
		for i, c := range all {
			if i > 0 {
				out.WriteString("\n")
			}
			c.text(&out)
		}
	case "json":
		if err := writeJSON(&out, contestsJSON(all)); err != nil {
			return err
		}
	default:
		if file == "" && format == "png" && isTerminal(e.Stdout) {
			return usageError("a PNG cannot be shown here: name a file, as in -o ranks.png")
		}
		f := diagrams(all)
		if len(f.Plots) == 0 {
			return usageError("nothing to draw: %v", all[0].oursErr)
		}
		if err := figure.Render(&out, f, format); err != nil {
			return err
		}
	}
	return e.write(file, []byte(out.String()))
}

// diagrams are the critical-difference diagrams of contests, ours and the paper's side by side.
func diagrams(all []contest) reports.Figure {
	f := reports.Figure{Address: all[0].address, Title: "Mean ranks over the rows", Columns: 2}
	for _, c := range all {
		f.Plots = appendDiagram(f.Plots, c, "ours", c.ours, c.oursErr)
		f.Plots = appendDiagram(f.Plots, c, "paper", c.papers, c.papersErr)
	}
	f.Notes = []string{"1 is the best. Bars join methods that Nemenyi's test does not tell apart at 5 %."}
	return f
}

func appendDiagram(plots []reports.Plot, c contest, whose string, r judge.Ranks, err error) []reports.Plot {
	if err != nil {
		return plots
	}
	drawn := reports.Ranking{Ranks: r.Friedman.Ranks, Critical: r.Critical, Groups: r.Groups}
	for _, i := range r.Methods {
		drawn.Methods = append(drawn.Methods, c.Methods[i].Name)
	}
	title := fmt.Sprintf("%s %s: %s", c.address, c.name(), whose)
	return append(plots, reports.Plot{Title: title, Ranking: &drawn, Status: reports.OK, Note: ""})
}
