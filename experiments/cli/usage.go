package cli

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nmfrepro/reports/list"
	"nmfrepro/reports/term"
)

// Arguments accepts from least to most arguments, any number from least on if most is negative.
func Arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		found := "no argument"
		if len(args) > 0 {
			found = strings.Join(args, " ")
		}
		return UsageError("%s: found %s, want %s", ShortPath(cmd), found, cmd.UseLine())
	}
}

// ShortPath is the words of a verb without the program's name: "data get".
func ShortPath(cmd *cobra.Command) string {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	return path
}

// NoArguments are those of a verb that takes flags alone.
var NoArguments = Arguments(0, 0)

// VerbOf objects to the name of a verb that a group does not have.
func VerbOf(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := list.Map(list.Filter(cmd.Commands(), (*cobra.Command).IsAvailableCommand), (*cobra.Command).Name)
	return UsageError("unknown command %q for %q, %s", args[0], cmd.CommandPath(), list.DidYouMean(args[0], names))
}

// Group makes a verb of verbs, which says by itself what it has.
func Group(cmd *cobra.Command, verbs ...*cobra.Command) *cobra.Command {
	cmd.Args = VerbOf
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(verbs...)
	return cmd
}

// NewHelp is cobra's help, which shows the program's own help and exits with 0 where it does not know the verb.
func NewHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "help on a command, with examples",
		Hidden:  true,
		Example: "  nmfrepro help factorize\n  nmfrepro help data get",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err == nil {
				err = VerbOf(of, rest)
			}
			if err != nil {
				return err
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

// Help writes the help of a verb, at the width of the terminal, 80 columns where there is none.
func (e *Env) Help(cmd *cobra.Command) {
	page := e.Page()
	page.Width = cmp.Or(page.Width, 80)
	fmt.Fprintln(page, term.Paragraphs(cmp.Or(cmd.Long, cmd.Short), page.Width))
	if cmd.IsAdditionalHelpTopicCommand() {
		return
	}
	cmd.SetUsageTemplate(strings.NewReplacer(".FlagUsages ", fmt.Sprintf(".FlagUsagesWrapped %d ", page.Width), "}} {{.Short}}", "}}  {{.Short}}",
		`(or .IsAvailableCommand (eq .Name "help"))`, ".IsAvailableCommand").Replace(cmd.UsageTemplate()))
	fmt.Fprintf(page, "\n%s", cmd.UsageString())
}

// invalidValue matches what the flag library says of a value that a flag cannot have.
var invalidValue = regexp.MustCompile(`(?s)^invalid argument "(.*)" for "(?:-\w, )?(--[\w-]+)" flag: `)

// wanted says what values of a type of flag look like.
var wanted = map[string]string{
	"int":      "a whole number",
	"uint64":   "a whole number ≥ 0",
	"float64":  "a number",
	"length":   "a length from 0.5in to 100in, as 3.5in, 89mm or 252pt",
	"duration": "a duration, as 90s or 1h",
	"bool":     "true or false",
}

// FlagError says of a mistake in the flags what was meant or wanted.
func FlagError(cmd *cobra.Command, err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if choice, ok := bad.GetFlag().Value.(Choice); ok {
			return UsageError("--%s: %w", choice.flag, bad.Unwrap())
		}
	}
	if found := invalidValue.FindStringSubmatch(err.Error()); found != nil {
		if f := cmd.Flags().Lookup(found[2][2:]); f != nil && wanted[f.Value.Type()] != "" {
			return UsageError("%s = %q, want %s", found[2], found[1], wanted[f.Value.Type()])
		}
	}
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag: "); ok {
		if near, ok := list.Nearest(name, flagsOf(cmd)); ok {
			return UsageError("%w, did you mean %q?", err, near)
		}
	}
	return UsageError("%w; see %s --help", err, cmd.CommandPath())
}

// flagsOf are the flags that help shows.
func flagsOf(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return names
}
