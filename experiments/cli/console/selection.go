package console

import (
	"github.com/spf13/cobra"

	"nmfrepro/experiments/pass"
)

// Selection is the flags that say which units are meant.
type Selection struct {
	Looking
	Replicates int
	Looks      int // at fewer replicates; of verify
	Seed       uint64
	Only       []string
	SeedGiven  func() bool
}

// Bind gives a verb the flags.
func (s *Selection) Bind(cmd *cobra.Command) {
	f := cmd.Flags()
	s.BindProfile(cmd, "how much to compute")
	f.IntVar(&s.Replicates, "reps", 0, "replicates, instead of the profile's number")
	f.Uint64Var(&s.Seed, "seed", 0, "master seed, instead of the experiment's")
	f.StringArrayVar(&s.Only, "only", nil, "only these cells: key=value,... (dataset=iris|orl,method=pnmf)")
	s.SeedGiven = func() bool { return f.Changed("seed") }
	repsGiven := func() bool { return f.Changed("reps") }
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if repsGiven() && s.Replicates < 1 {
			return UsageError("--reps = %d, want ≥ 1", s.Replicates)
		}
		return nil
	}
}

func (s *Selection) request(env *Env, addresses []string, kind pass.Kind) pass.Request {
	r := s.Looking.Request(env, addresses, kind)
	r.Replicates, r.Looks, r.Only = s.Replicates, s.Looks, s.Only
	if s.SeedGiven() {
		r.Seed = &s.Seed
	}
	return r
}

// Open plans what the flags and addresses say.
func (s *Selection) Open(env *Env, addresses []string, kind pass.Kind) (*pass.Pass, error) {
	lib, err := env.ReadLibrary(addresses...)
	if err != nil {
		return nil, err
	}
	return pass.Open(lib, s.Reader(env), s.request(env, addresses, kind))
}
