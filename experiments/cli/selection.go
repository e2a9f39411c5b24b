package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
)

// selection is the flags that say which units are meant.
type selection struct {
	looking
	replicates int
	seed       uint64
	only       []string
	seedGiven  func() bool
}

func (s *selection) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	s.bindProfile(cmd, "how much to compute")
	f.IntVar(&s.replicates, "reps", 0, "replicates, instead of the profile's number")
	f.Uint64Var(&s.seed, "seed", 0, "master seed, instead of the experiment's")
	f.StringArrayVar(&s.only, "only", nil, "only these cells: key=value,... (dataset=iris|orl,method=pnmf)")
	s.seedGiven = func() bool { return f.Changed("seed") }
	repsGiven := func() bool { return f.Changed("reps") }
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if repsGiven() && s.replicates < 1 {
			return usageError("--reps = %d, want ≥ 1", s.replicates)
		}
		return nil
	}
}

// plans expands the addresses. Everything that is wrong with them is reported at once.
func (s *selection) plans(env *Env, addresses []string, want show) (*spec.Library, []*run.Plan, error) {
	lib, err := env.openLibrary()
	if err != nil {
		return nil, nil, err
	}
	folder, err := datasets.Folder(env.Data)
	if err != nil {
		return nil, nil, usageError("%w", err)
	}
	only, err := spec.ParseFilter(s.only...)
	if err != nil {
		return nil, nil, usageError("--only: %w", err)
	}
	var plans []*run.Plan
	var errs []error
	for _, text := range addresses {
		a, err := lib.ParseAddress(text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, spec := range lib.Select(a) {
			if !want.has(spec) {
				if a.Table != "" {
					errs = append(errs, fmt.Errorf("%s has no %s: it is shown by another verb, as in nmfrepro %s %s", text, want.what, want.other(), spec.Address))
				}
				continue
			}
			req := s.request(spec)
			req.Only, req.Data = only.And(a.Only), folder
			if s.replicates > 0 {
				req.Replicates = s.replicates
			}
			if s.seedGiven() {
				req.Seed = &s.seed
			}
			p, err := run.NewPlan(spec, req)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			plans = append(plans, p)
		}
	}
	if len(plans) == 0 && len(errs) == 0 {
		errs = append(errs, fmt.Errorf("%s: no experiment with %s", strings.Join(addresses, ", "), want.what))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, usageError("%w", err)
	}
	return lib, plans, nil
}
