package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
)

// Selection is the flags that say which units are meant.
type Selection struct {
	Looking
	Replicates int
	Seed       *uint64 // nil for the experiment's
	Only       []string
}

// Bind gives a verb the flags.
func (s *Selection) Bind(cmd *cobra.Command) {
	f := cmd.Flags()
	s.BindProfile(cmd, "how much to compute")
	f.IntVar(&s.Replicates, "reps", 0, "replicates, instead of the profile's number")
	seed := f.Uint64("seed", 0, "master seed, instead of the experiment's")
	f.StringArrayVar(&s.Only, "only", nil, "only these cells: key=value,... (dataset=iris|orl,method=pnmf)")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if f.Changed("seed") {
			s.Seed = seed
		}
		if f.Changed("reps") && s.Replicates < 1 {
			return UsageError("--reps = %d, want ≥ 1", s.Replicates)
		}
		return nil
	}
}

// Open plans what the flags and addresses say.
func (s *Selection) Open(env *Env, addresses []string, kind workflow.Kind) (*workflow.Pass, error) {
	lib, err := env.ReadLibrary(addresses...)
	if err != nil {
		return nil, err
	}
	r := s.Looking.Request(env, addresses, kind)
	r.Replicates, r.Only, r.Seed = s.Replicates, s.Only, s.Seed
	return s.Looking.Open(env, lib, r)
}

// showsCarried are the verbs that have --cached.
var showsCarried = map[string]bool{
	"verify claims": true, "compare": true, "explain": true, "figure": true, "report": true, "compare alternatives": true, "table": true, "verify": true,
}

// OfferCarried says, before anything else, that data or results are missing which the program carries, and the command that
// shows them.
func (e *Env) OfferCarried(addresses []string) {
	verb := e.Verb
	if len(addresses) == 0 && verb != "report" {
		return
	}
	if !showsCarried[verb] {
		verb = "table"
		if _, name := reports.SplitAddress(addresses[0]); strings.HasPrefix(name, "fig") {
			verb = "figure"
		}
	}
	made, why := e.made(addresses), "Not all of it can be computed here, but"
	if verb == "report" || verb == "verify claims" || verb == "explain" {
		why = "The results folder does not have all of it, but"
	}
	command := strings.Join(slices.Concat([]string{"nmfrepro", verb}, addresses, []string{"--cached"}), " ")
	fmt.Fprintf(Messages(e.Stderr), "%s this program carries results%s:\n  %s\n", why, made, command)
}
