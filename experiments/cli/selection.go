package cli

import (
	"github.com/spf13/cobra"

	"nmfrepro/experiments/pass"
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

func (s *selection) request(env *Env, addresses []string, kind pass.Kind) pass.Request {
	r := s.looking.request(env, addresses, kind)
	r.Replicates, r.Only = s.replicates, s.only
	if s.seedGiven() {
		r.Seed = &s.seed
	}
	return r
}

// open plans what the flags and addresses say.
func (s *selection) open(env *Env, addresses []string, kind pass.Kind) (*pass.Pass, error) {
	lib, err := env.readLibrary()
	if err != nil {
		return nil, err
	}
	return pass.Open(lib, s.reader(env), s.request(env, addresses, kind))
}
