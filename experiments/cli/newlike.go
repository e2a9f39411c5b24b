package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nmfrepro/experiments/external"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports/list"
	"nmfrepro/solvers"
)

// writeLike writes the spec that sets methods beside those of an experiment, on its draws and initialisations.
func (c *comparison) writeLike(env *Env) error {
	if env.Specs == "" {
		return errors.New("--specs is missing, want the folder of your own specs; it is made if absent")
	}
	if !filepath.IsLocal(c.name) || strings.ContainsAny(c.name, `/\`) {
		return fmt.Errorf("--name %s: want the name of a folder", QuoteShort(c.name))
	}
	if len(c.methods) == 0 {
		return errors.New("--like: --method is missing, want the solver that is set beside the others; repeat it for several")
	}
	lib, err := spec.Embedded(c.like)
	if err != nil {
		return err
	}
	a, err := lib.ParseAddress(c.like)
	if err != nil {
		return fmt.Errorf("--like: %w", err)
	}
	if a.Table == "" || len(a.Only) > 0 {
		return fmt.Errorf("--like %s: want one experiment, as pnmf/table3", c.like)
	}
	base := lib.Select(a)[0]
	known := append(solvers.Names(), external.Names(env.Specs)...)
	text := fmt.Sprintf("title: %s beside the methods of %s\nlike: %s # its data, draws, initialisations, stopping rules, metrics and panels\nmethods:\n", strings.Join(c.methods, ", "), base.Address, base.Address)
	var entries []solvers.Entry
	for _, name := range c.methods {
		if _, found := solvers.Find(name); !found {
			if !slices.Contains(known, name) {
				return fmt.Errorf("--method: unknown solver %q, %s", name, list.DidYouMean(name, known))
			}
			p, err := env.Program(name)
			if err != nil {
				return err
			}
			entries = append(entries, p.Entry())
		}
		key := name
		if _, err := base.FindMethod(key); err == nil {
			key = "my-" + name
		}
		text += fmt.Sprintf("  - {key: %s, label: %s, solver: %s} # options: {NAME: value} sets its options\n", key, label(key), name)
	}
	file := filepath.Join(env.Specs, c.name, base.Table()+".yaml")
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%s is there already; name another folder with --name", file)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		return err
	}
	if err := spec.ValidateFile(file, lib, entries...); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	amount := ""
	if archive, err := env.Shelf().Committed(base.Paper()); err == nil {
		if profile, replicates := archive.Made(base.Base); profile != "" {
			amount = fmt.Sprintf(" --profile %s --reps %d # as many as the results that the program carries", profile, replicates)
		}
	}
	with := c.name + "/" + base.Table() + " --specs " + env.Specs
	fmt.Fprintf(env.Stdout, "%s\nThen compute your column, and look at it beside the others:\n  nmfrepro run %s%s\n  nmfrepro table %[2]s --cached\n  nmfrepro compare %[2]s --cached\n", file, with, amount)
	return nil
}

// label is a key as the heading of a column: Mine.
func label(key string) string { return strings.ToUpper(key[:1]) + key[1:] }

// likeArguments refuses what goes with a matrix alone, or with an experiment alone.
func (c *comparison) likeArguments(args []string) error {
	switch {
	case c.like != "" && len(args) > 0:
		return UsageError("new comparison: --like takes the data of an experiment, and %s is a matrix: leave out one of them", args[0])
	case c.like == "" && len(c.methods) > 0:
		return UsageError("new comparison: --method goes with --like; a comparison on a matrix has --solvers")
	case c.like == "" && len(args) == 0:
		return UsageError("new comparison: want a matrix, or --like EXPERIMENT --method SOLVER")
	}
	return nil
}
