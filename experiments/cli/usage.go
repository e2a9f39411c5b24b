package cli

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
	"nmfrepro/solvers"
	"nmfrepro/solvers/external"
)

// argumentCount accepts from least to most arguments, any number from least on if most is negative.
func argumentCount(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		found := "no argument"
		if len(args) > 0 {
			found = strings.Join(args, " ")
		}
		if meant := meantByFlags(cmd, args); most == 0 && meant != "" {
			return usageError("%s: found %s, did you mean %s? want %s", shortPath(cmd), found, meant, cmd.UseLine())
		}
		return usageError("%s: found %s, want %s", shortPath(cmd), found, cmd.UseLine())
	}
}

// meantByFlags gives files that stand without a flag those that the command wants, in the order in which they are told; "" where it wants
// fewer.
func meantByFlags(cmd *cobra.Command, args []string) string {
	wanted := list.Filter([]string{"model", "truth", "pred", "input"}, func(name string) bool {
		f := cmd.Flags().Lookup(name)
		return f != nil && !f.Changed
	})
	if len(args) == 0 || len(wanted) < len(args) {
		return ""
	}
	wanted = wanted[len(wanted)-len(args):]
	var meant []string
	for i, arg := range args {
		meant = append(meant, "--"+wanted[i], result.Quoted(arg))
	}
	return strings.Join(meant, " ")
}

// shortPath returns the words of a command without the program's name: "data get".
func shortPath(cmd *cobra.Command) string {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	return path
}

// noArguments are those of a command that takes flags alone.
var noArguments = argumentCount(0, 0)

// takesMatrix lets a command take the file of its matrix as --input or as its argument.
func takesMatrix(cmd *cobra.Command, input *string, doc string) {
	cmd.Flags().StringVar(input, "input", "", doc+"; --input may be left out")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		given := cmd.Flags().Lookup("input")
		switch {
		case len(args) == 0:
			return nil
		case len(args) > 1:
			return argumentCount(0, 0)(cmd, args)
		case given.Changed && given.Value.String() != args[0]:
			return usageError("%s: the matrix is given twice, as --input %s and as %s; give it once", shortPath(cmd),
				result.Quoted(given.Value.String()), result.Quoted(args[0]))
		}
		return cmd.Flags().Set("input", args[0])
	}
}

// sameFlags lets a command take flags by the names that other commands have for them.
func sameFlags(cmd *cobra.Command, ours map[string]string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(cmp.Or(ours[name], name))
	})
}

// commandOf objects to the name of a command that a group does not have.
func commandOf(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.Flags().Lookup(args[0]) == nil {
		for _, other := range cmd.Commands() { // a flag of one of them
			if other.IsAvailableCommand() && other.Flags().Lookup(args[0]) != nil {
				return usageError("unknown command %q for %q, did you mean %s --%[1]s?", args[0], cmd.CommandPath(), other.CommandPath())
			}
		}
	}
	if ours, ok := solvers.Commands[strings.ToLower(args[0])]; ok && !cmd.HasParent() {
		return usageError("unknown command %q for %q, did you mean %q?", args[0], cmd.CommandPath(), ours)
	}
	names := list.Map(list.Filter(cmd.Commands(), (*cobra.Command).IsAvailableCommand), (*cobra.Command).Name)
	return usageError("unknown command %q for %q, %s", args[0], cmd.CommandPath(), list.DidYouMean(args[0], names))
}

// groupOf makes a command of commands, which says by itself what it has.
func groupOf(cmd *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	cmd.Args = commandOf
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(commands...)
	return cmd
}

// newHelp makes cobra's help, which shows the program's own help and exits with 0 where it does not know the command.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "help on a command, with examples",
		Hidden:  true,
		Example: "  nmfrepro help factorize\n  nmfrepro help data get",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if kind := of.Annotations[keysTopic]; kind != "" && len(rest) == 1 {
				of.Annotations, of.Long = nil, keysOf(kind, rest[0])
				if of.Long == "" {
					return usageError("%s has no part %q: nmfrepro help %s lists its parts", of.Short, rest[0], of.Name())
				}
			} else if err == nil {
				err = commandOf(of, rest)
			}
			if topic, ok := list.Nearest(strings.Join(args, "-"), list.Map(topics(), (*cobra.Command).Name)); ok && err != nil {
				return usageError("unknown topic %q, did you mean nmfrepro help %s?", strings.Join(args, " "), topic)
			}
			if err != nil {
				return err
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

// Help writes the help of a command, at the width of the terminal, 80 columns where there is none.
func (e *Env) Help(cmd *cobra.Command) {
	page := e.Page()
	page.Width = cmp.Or(page.Width, 80)
	if kind := cmd.Annotations[keysTopic]; kind != "" {
		cmd.Long = keysOf(kind, "")
	}
	fmt.Fprintln(page, term.Paragraphs(cmp.Or(cmd.Long, cmd.Short), page.Width))
	if cmd.IsAdditionalHelpTopicCommand() {
		return
	}
	cmd.SetUsageTemplate(strings.NewReplacer(".FlagUsages ", fmt.Sprintf(".FlagUsagesWrapped %d ", page.Width), "}} {{.Short}}",
		"}}  {{.Short}}",
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

// flagError says of a mistake in the flags what was meant or wanted.
func flagError(cmd *cobra.Command, err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if twice, ok := errors.AsType[*twiceError](err); ok {
			return usageError("%w", twice)
		}
		if choice, ok := valueOf(bad.GetFlag()).(wordChoice); ok {
			return usageError("--%s: %w", choice.flag, bad.Unwrap())
		}
	}
	if found := invalidValue.FindStringSubmatch(err.Error()); found != nil {
		for _, size := range []error{list.ErrLarge, list.ErrSmall} {
			if errors.Is(err, size) {
				return usageError("%s = %q: it %w", found[2], found[1], size)
			}
		}
		if f := cmd.Flags().Lookup(found[2][2:]); f != nil && wanted[f.Value.Type()] != "" {
			return usageError("%s = %q, want %s", found[2], found[1], wanted[f.Value.Type()])
		}
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 && cmd.ValidateArgs(args) != nil {
			return cmd.ValidateArgs(args) // the name of the command is wrong, and so are all its flags
		}
		word := cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName())
		if word, _, _ = strings.Cut(word, "="); unknown.GetSpecifiedShortnames() != "" {
			err = errors.New("unknown flag: -" + word)
		}
		if meant := meantFlag(cmd, word); meant != "" {
			return usageError("%w%s", err, meant)
		}
	}
	return usageError("%w; see %s --help", err, cmd.CommandPath())
}

// meantFlag ends the error about a flag that a command does not have with the one that others call so, or with one of a name that is near;
// it returns "" where there is none.
func meantFlag(cmd *cobra.Command, word string) string {
	own := flagsOf(cmd)
	of := func(rows []solvers.Word) (flags []string, instead string) {
		for _, row := range rows {
			i := slices.IndexFunc(row.Flags, func(flag string) bool { return slices.Contains(own, flag) })
			switch {
			case i >= 0:
				flags = append(flags, strconv.Quote("--"+row.Flags[i]))
			case !slices.Contains(own, "input"): // of methods and matrices
			case row.Instead != "":
				instead = cmp.Or(instead, row.Instead)
			default:
				others := list.Filter(cmd.Root().Commands(), func(c *cobra.Command) bool {
					return c.Flags().Lookup("input") != nil && slices.Contains(flagsOf(c), row.Flags[0])
				})
				if cmd.HasParent() && !cmd.Parent().HasParent() && others != nil {
					instead = cmp.Or(instead, fmt.Sprintf("%s has no --%s, which is a flag of %s", cmd.Name(), row.Flags[0],
						list.Join(others, ", ", (*cobra.Command).Name)))
				}
			}
		}
		return flags, instead
	}
	similar := func(names []string) (string, bool) {
		near, ok := list.Nearest(word, names)
		return near, ok && (strings.EqualFold(near[:1], word[:1]) || strings.Contains(near, word))
	}
	rows := solvers.Meanings(word)
	if rows == nil { // -k3
		rows = solvers.Meanings(strings.TrimRight(word, "0123456789"))
	}
	flags, instead := of(rows)
	if near, ok := similar(own); ok && flags == nil && instead == "" {
		flags = []string{strconv.Quote("--" + near)}
	}
	if near, ok := similar(list.FlatMap(solvers.Elsewhere, func(row solvers.Word) []string { return row.Others })); ok && flags == nil &&
		instead == "" && len(word) > 3 {
		flags, instead = of(solvers.Meanings(near))
	}
	switch {
	case flags != nil:
		return ", did you mean " + strings.Join(flags[:min(2, len(flags))], " or ") + "?"
	case instead != "":
		return "; " + instead
	}
	return ""
}

// flagsOf returns the flags that help shows.
func flagsOf(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// keysTopic marks a topic whose text is the keys of a schema.
const keysTopic = "keys"

// topics returns helps that belong to no command.
func topics() []*cobra.Command {
	var codes strings.Builder
	for _, c := range workflow.Codes {
		fmt.Fprintf(&codes, "  %3d  %s\n", c.Code, c.Doc)
	}
	verdicts := "Each reported number gets one verdict:\n\n" + list.Join(result.Kinds, "", func(k result.Kind) string {
		return fmt.Sprintf("  %s %s: %s\n", k.Sign, k.Kind, k.Doc)
	})
	return []*cobra.Command{
		{Use: "addresses", Short: "how experiments and their cells are named", Long: `An address names a paper, an experiment or some of its cells:

  rpr                                          all experiments of a paper
  rpr/table2                                   one table; rpr table2, RPR/Table2 and rpr/2 are the same
  rpr/table2:rank=40,method=rpr,metric=acc     the cells where all of this holds
  rpr/table2:method=nmf|gnmf                   one of several values

Keys are dataset, rank, method, metric, panel, replicate and the options that a method varies over. nmfrepro list experiments
lists what there is; --only takes the part behind the colon.`},
		{Use: "exit-codes", Short: "what a command ends with", Long: "A command ends with one of these codes:\n\n" + codes.String() + `
A code is lost on the way through go run, which ends with 1 for all of them. Build first: go build, then ./nmfrepro.`},
		{Use: "profiles", Short: "smoke, quick and paper: how much is computed", Long: `A profile says how much of an experiment is computed:

  smoke  one or two replicates of short runs: does everything run? The scores mean little
  quick  a few replicates, long runs cut short: minutes on a laptop. What differs from the paper stands under the table
  paper  what the paper did: hours for some tables; nmfrepro run --dry-run ADDRESS --profile paper says how many

--profile names it, quick by default; --reps sets the replicates of any.

--cached fills gaps in your results folder with results shipped with nmfrepro, in their own profile unless you name one. If the folder has
nothing of what is asked for, shipped results are shown even without --cached, and the first line says so; --no-cached forbids that. Where
a flag asks for runs (--profile, --reps, --seed, -j, --baseline and the like), the shipped ones among them are taken and the others
computed; --no-cached computes all.`},
		{Use: "spec [PART]", Short: "keys of a spec, PAPER/TABLE.yaml", Annotations: map[string]string{keysTopic: "spec"}},
		{Use: "paper.yaml [PART]", Short: "keys of paper.yaml", Annotations: map[string]string{keysTopic: "paper"}},
		{Use: "verdicts", Short: "how a cell is judged against the reported number", Long: verdicts + `
Two questions decide. Is the reported number plausible as a result of our runs? It has to lie in the prediction interval for a mean of
the reported runs, rounding allowed for. Over the cells of a table at most 5 % of the numbers called implausible are so by chance
(Benjamini and Hochberg). The interval that is shown is the one after these corrections.
Is the difference within the tolerance of the metric? Its 90 % interval has to lie there.

An inconclusive cell names the difference that would have shown with 80 % power, and whose noise it is: ours, where so many more
replicates would decide it; theirs, where the paper averaged too few runs; or neither: the difference is about as large as the
tolerance. Fewer than five replicates and the profile smoke are never judged.

The tolerance is that of the metric: five points of accuracy, for example, which another initialisation of k-means moves it by. nmfrepro
explain shows one cell in full.

The words of verify, table and explain, with iris in pnmf/table3:

  cell      one number: purity of PNMF on iris, reported 0.97, ours 0.96±0.03
  row       a method's cells: purity of PNMF on iris, digit and ORL
  lead      how far the paper's own method is ahead: PNMF over NMF in purity, 0.96 less 0.76
  claim     a sentence that numbers decide: "PNMF has the highest sparseness on iris"
            ✓ comes out, ✗ does not, ? open, · no data or not testable, → why
  point     a main statement of the paper, apart from claims
  setting   what has to be decided to run it: whether iris is scaled
  reading   a value that the paper leaves open, and no worse: samples scaled to length 1
  what-if   any other value: iris scaled to 0..1
  alternative  another value of a setting than ours
  fitted    chosen by the reported numbers: agreement proves nothing
  replicate the runs of one seed, one a method; 100 make 0.96±0.03
  draw      the samples that chance chose for a replicate
  honest    the mean where options were chosen on other runs than those scored
  substitute  data in place of data that cannot be had
  profile   how much is run: smoke, quick or paper

In tables * is the best of the row, or not significantly behind; worse, equal, better are probabilities on further data sets.`},
	}
}

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
		if c, ok := valueOf(f).(wordChoice); ok {
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

// argumentsOf returns the words that the arguments of a command may be, by what its usage calls them; nil where files are meant.
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
