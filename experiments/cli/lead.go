package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/render"
	"nmfrepro/reports/result"
)

func newLead(env *Env) *cobra.Command {
	var req workflow.Request
	var format, file string
	var verbose bool
	formats := append([]string{"text", "json", "md", "csv", "latex"}, figure.Names()...)
	cmd := &cobra.Command{
		Use:   "lead PAPER[/TABLE]...",
		Short: "what the lead of a paper's own method over each rival is made of",
		Long: `Compare lead changes one thing at a time and shows what is left of each lead of the paper's own method, and who moves: the number of
iterations (stop), the initialisation, the labelling, how parameters are chosen (tuning), the scale of the data, the size (rank, number of
parameters). What changes is data: the alternatives in paper.yaml that have a factor, the ablations of claims that have one, paths run to
their end, and for what was tuned the numbers at options chosen on the runs that are scored.

A lead is of the labelling, say, where half of it goes with another labelling while the rival rises or both move. It needs a setting where
the method that is ahead falls without it. It is of the model if at least half stays under each change, and under the sum of the largest
change of every factor. It is mixed, if several changes do; else it is open, and -v says what would decide. A lead that trails is the
rival's. A value that the paper states otherwise explains nothing: the lead needs what is stated. The guide on replicating has the rule and
its error rates.

Ours is the lead that verify has: honest where options were tuned, that is chosen on one half of the runs and scored on the other, over 200
random halves. A change sets it beside a lead that is made alike, on the rows on which it was run, if these are enough. An address of one
data set shows the leads on it. Where runs were scored on their way, the lead is drawn over the iterations (svg, png, pdf), by the metrics
that --metric names, else by the first one of the table.`,
		Example: `  nmfrepro compare lead ornmf/table1 --cached
  nmfrepro compare lead mcnmf/table1 --against nmf --cached --format json
  nmfrepro compare lead rpr/table2 --cached --format csv -o leads.csv
  nmfrepro compare lead ornmf/table1 --against nmf --metric acc,nmi-max --cached -o leads.svg`,
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !formatByName(cmd, &format, file, formats) {
				return unknownEnding(file, formats)
			}
			if f := cmd.Flags(); f.Changed("against") && req.Rival == "" || f.Changed("metric") && len(req.By) == 0 {
				return usageError("--against and --metric: found an empty name, want that of a rival or a metric; without the flag all count")
			}
			r, err := env.Reproduce(cmd.Context(), req, args, workflow.Tables, workflow.Leads)
			if err != nil {
				return err
			}
			return cmp.Or(writeLeads(env, r.Leads, req.By, format, file, verbose), r.Later)
		},
	}
	computeFlags(cmd, &req)
	f := cmd.Flags()
	f.StringVar(&req.Rival, "against", "", "only the lead over this rival, by its key or column")
	f.StringSliceVar(&req.By, "metric", nil, "only leads in these metrics, as acc,nmi-max (default all; a figure shows the first)")
	f.BoolVarP(&verbose, "verbose", "v", false, "every lead with its reason, single data sets, and what was not run")
	choiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output; one that is there is replaced")
	fallFlags(cmd, &req, "look at the results that there are and compute nothing")
	return cmd
}

func writeLeads(e *Env, tables []result.LeadTable, by []string, format, file string, verbose bool) error {
	var out strings.Builder
	switch format {
	case "json":
		if err := writeJSON(&out, answer.Leads(run.Here().Program, tables)); err != nil {
			return err
		}
	case "csv":
		if err := reports.LeadsCSV(list.FlatMap(tables, func(t result.LeadTable) []result.LeadSource { return t.Sources }), &out); err != nil {
			return err
		}
	case "md":
		for _, t := range tables {
			render.Leads(&out, t.Table, t.Sources)
		}
	case "latex":
		for _, t := range tables {
			render.LeadsLaTeX(&out, t.Table, t.Sources)
		}
	case "text":
		if !verbose {
			s := e.Screen()
			reports.LeadsScreen(tables, s)
			out.WriteString(s.String())
			break
		}
		for i, t := range tables {
			if i > 0 {
				out.WriteString("\n")
			}
			reports.LeadsText(t.Table, t.Sources, e.PageIn(&out, file))
		}
	default:
		if err := e.showable(format, file, "leads.png"); err != nil {
			return err
		}
		f := reports.LeadFigure(tables[0].Table, reports.DrawnLeads(tables[0].Sources, by))
		switch {
		case len(tables) > 1:
			return usageError("a figure is of one table, found %d; want one address, as %s", len(tables), tables[0].Address)
		case len(f.Plots) == 0:
			return usageError("nothing to draw: no run of these methods was scored on its way, as path in a spec has it (nmfrepro run "+
				"%s/paths, if there is one)", tables[0].Paper)
		}
		if err := figure.Render(&out, f, format); err != nil {
			return err
		}
	}
	return e.Write(file, []byte(out.String()))
}
