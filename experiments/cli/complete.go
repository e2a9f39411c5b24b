package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nmfrepro/datasets"
	"nmfrepro/experiments/external"
	"nmfrepro/solvers"
)

// complete lets a shell complete what the program knows: papers, addresses, data sets, solvers, and the words of flags that
// take one of some.
func complete(env *Env, cmd *cobra.Command) {
	if cmd.ValidArgsFunction == nil && len(cmd.ValidArgs) == 0 {
		if words := argumentsOf(env, cmd); words != nil {
			cmd.ValidArgsFunction = completed(words)
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		var words func() []string
		if c, ok := f.Value.(Choice); ok {
			words = func() []string { return c.Words }
		} else if f.Name == "solver" {
			words = func() []string { return slices.Concat(external.Names(env.Specs), solvers.Names()) }
		}
		if words != nil {
			// fails only where the flag is not there, or has a completion already
			_ = cmd.RegisterFlagCompletionFunc(f.Name, completed(words))
		}
	})
	for _, c := range cmd.Commands() {
		complete(env, c)
	}
}

// argumentsOf are the words that the arguments of a verb may be, by what its usage calls them; nil where files are meant.
func argumentsOf(env *Env, cmd *cobra.Command) func() []string {
	switch {
	case strings.Contains(cmd.Use, "ADDRESS"):
		return func() []string { return addressesOf(env, true) }
	case strings.Contains(cmd.Use, "PAPER") && cmd.Parent().Name() != "data":
		return func() []string { return addressesOf(env, false) }
	case cmd.Parent() != nil && cmd.Parent().Name() == "data" && strings.Contains(cmd.Use, "NAME"):
		return datasets.Names
	}
	return nil
}

// addressesOf lists those of papers and, if experiments is set, of their experiments.
func addressesOf(e *Env, experiments bool) []string {
	lib, err := e.ReadLibrary()
	if err != nil {
		return nil
	}
	var all []string
	for _, p := range lib.Papers {
		all = append(all, p.Key)
		for _, s := range lib.Specs {
			if experiments && s.Paper() == p.Key {
				all = append(all, s.Address)
			}
		}
	}
	return all
}

// completed offers the words that begin as the user does.
func completed(words func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		unfit := func(word string) bool { return !strings.HasPrefix(word, begun) }
		return slices.DeleteFunc(slices.Clone(words()), unfit), cobra.ShellCompDirectiveNoFileComp
	}
}
