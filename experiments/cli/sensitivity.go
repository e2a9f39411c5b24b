package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/nearest"
)

func newSensitivity(env *Env) *cobra.Command {
	var (
		flags   computation
		format  string
		choices []string
	)
	cmd := &cobra.Command{
		Use:   "sensitivity ADDRESS...",
		Short: "how far a cell moves if a choice of the protocol had been made otherwise",
		Long: `Sensitivity goes through the protocol ledger of the paper: wherever it names what else could have been decided, the cells
of the address are computed again under that alternative, and the table shows how far each moves: our mean ± deviation with
the protocol as it is and with the alternative, the difference with its 95 % interval (over pairs where replicates share
data and start), and whether it is nearer to the print. Only the units that an alternative changes are run, and both kinds
are kept in the results folder.`,
		Example: `  nmfrepro sensitivity pnmf/table3:dataset=iris,panel=a
  nmfrepro sensitivity mcnmf/table1:dataset=yale --choice iterations --choice alpha
  nmfrepro sensitivity rpr/table2:rank=10,panel=acc --format json`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, plans, err := flags.plans(env, args, tables)
			if err != nil {
				return err
			}
			studies, err := flags.studies(env, lib, plans, choices)
			if err != nil {
				return err
			}
			later, err := flags.compute(cmd.Context(), env, plansOf(studies))
			if err != nil {
				return err
			}
			st := env.results(&flags.looking)
			for _, s := range studies {
				s.measure(lib, st)
			}
			if format == "json" {
				return errorsFirst(writeJSON(env.Stdout, studiesJSON(studies)), later)
			}
			for _, s := range studies {
				s.text(env.Stdout)
			}
			return later
		},
	}
	flags.bind(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&choices, "choice", nil, "only this choice of the ledger, by its key; may be given several times")
	formatFlag(cmd, &format)
	flags.bindCached(cmd, "show the results that there are and compute nothing")
	return cmd
}

// studies pairs every plan with its alternatives.
func (s *selection) studies(env *Env, lib *spec.Library, plans []*run.Plan, choices []string) ([]*study, error) {
	folder, err := datasets.Folder(env.Data)
	if err != nil {
		return nil, usageError("%w", err)
	}
	var all []*study
	var known []string
	for _, base := range plans {
		paper, _ := lib.PaperOf(base.Spec)
		if paper == nil {
			continue
		}
		x := &study{base: base}
		for _, c := range paper.Protocol {
			if len(c.Alternatives) == 0 || !spec.Concerns(c, base.Spec) {
				continue
			}
			known = append(known, c.Key)
			if len(choices) > 0 && !slices.Contains(choices, c.Key) {
				continue
			}
			for _, alt := range c.Alternatives {
				req := run.Request{Profile: base.Profile, Replicates: s.replicates, Only: base.Only, Data: folder}
				if s.seedGiven() {
					req.Seed = &s.seed
				}
				x.branches = append(x.branches, newBranch(lib, base, c, alt, req))
			}
		}
		x.trim()
		all = append(all, x)
	}
	for _, c := range choices {
		if !slices.Contains(known, c) {
			return nil, usageError("--choice: %q is no choice with alternatives that concerns this, %s", c, nearest.Hint(c, known))
		}
	}
	return all, nil
}

func plansOf(studies []*study) []*run.Plan {
	var plans []*run.Plan
	for _, s := range studies {
		if len(s.base.Units) > 0 {
			plans = append(plans, s.base)
		}
		for _, b := range s.branches {
			if b.plan != nil && len(b.plan.Units) > 0 {
				plans = append(plans, b.plan)
			}
		}
	}
	return plans
}
