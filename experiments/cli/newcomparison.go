package cli

import (
	"bytes"
	_ "embed" // for the text of the spec
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/experiments/engine/external"
	"nmfrepro/experiments/engine/own"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// comparison is the flags of new comparison.
type comparison struct {
	table               table.Options
	labels, labelColumn string
	name, ranks         string
	solvers             []string
	like                string   // address of an experiment whose data take the place of the matrix
	methods             []string // solvers set beside its methods
}

func newComparison(env *Env) *cobra.Command {
	var c comparison
	cmd := &cobra.Command{
		Use:   "comparison X --specs DIR",
		Short: "write the spec of a comparison: of solvers on your matrix, or of your method beside those of a table",
		Long: `With --like EXPERIMENT --method SOLVER, new comparison writes the spec that gives your solver a column in every panel of a table, on
the same draws and initialisations as the others, and names the commands that compute it.

With a matrix X it reads X as factorize does, says how it understood the file, and writes DIR/NAME/compare.yaml with comments: data,
ranks, solvers, metrics, a table and a figure, which table, compare, figure and plan take. With --labels samples are clustered and compared
with their classes; without, the error of samples or entries that were held out is compared. Nothing that is there is changed.`,
		Example: `  nmfrepro new comparison X.csv --specs specs
  nmfrepro new comparison --like pnmf/table3 --method mine --specs own
  nmfrepro new comparison iris.csv --transpose --drop Species --labels iris.csv --label-column Species --ranks 2..4 --specs specs`,
		Args: Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.likeArguments(args); err != nil {
				return err
			}
			if c.like != "" {
				err := c.writeLike(env)
				if err != nil {
					err = UsageError("new comparison: %w", err)
				}
				return err
			}
			return workflow.WhileReading(cmd.Context(), "new comparison", func() error { return c.write(env, args[0]) })
		},
	}
	f := cmd.Flags()
	TableFlags(cmd, &c.table)
	f.StringVar(&c.labels, "labels", "", "file with the class of each sample, below the same folder as X")
	f.StringVar(&c.labelColumn, "label-column", "", "column of the labels where their file holds several, by its header")
	f.StringVar(&c.name, "name", "mine", "folder of the spec below --specs, the first part of its address")
	f.StringVar(&c.ranks, "ranks", "2..6", "numbers of components, as 2..12 or 2,4,8..10; those beyond the size of X are left out")
	f.StringVar(&c.like, "like", "", "experiment whose data, initialisations and metrics are taken, as pnmf/table3, in place of X")
	f.StringSliceVar(&c.methods, "method", nil, "with --like: solver that is set beside the others, of --specs or of the catalog")
	f.StringSliceVar(&c.solvers, "solvers", nil,
		"methods, separated by commas (default nmf,nmf-kl and, where every entry is known, hals,pnmf)")
	return cmd
}

// check reports flags that cannot be followed, whatever the files hold.
func (c *comparison) check(env *Env, input string) error {
	if env.Specs == "" {
		return errors.New("--specs is missing, want the folder of your own specs; it is made if absent")
	}
	if input == StandardInput {
		return errors.New("the standard input cannot be read again by what the spec describes, want a file")
	}
	if !filepath.IsLocal(c.name) || strings.ContainsAny(c.name, `/\`) {
		return fmt.Errorf("--name %s: want the name of a folder", list.QuoteShort(c.name))
	}
	for _, name := range c.solvers {
		if _, ok := solvers.Find(name); !ok {
			return fmt.Errorf("--solvers: unknown solver %q; nmfrepro list solvers names them", name)
		}
	}
	return nil
}

// write reads the files, so that what is wrong with them is told now, and writes the spec.
func (c *comparison) write(env *Env, input string) error {
	if err := c.check(env, input); err != nil {
		return err
	}
	list, err := own.ParseRanks(c.ranks)
	if err != nil {
		return err
	}
	read, err := env.ReadTable(input, c.table)
	if err != nil {
		return err
	}
	m, n := read.X.Dims()
	if list = slices.DeleteFunc(list, func(r int) bool { return r > min(m, n) }); len(list) == 0 {
		return fmt.Errorf("--ranks %s: X is %d×%d, want at most %d", c.ranks, m, n, min(m, n))
	}
	if c.labels != "" {
		labels, err := env.ReadLabels(c.labels, c.labelColumn, tabular.Options{})
		if err != nil {
			return err
		}
		note, err := read.AlignLabels(labels)
		if err != nil {
			return err
		}
		if note != "" {
			read.Notes = append(read.Notes, note)
		}
		if _, _, err := labels.Known(); err != nil {
			return err
		}
	}
	for _, note := range read.Notes {
		fmt.Fprintf(env.Stderr, "new comparison: note: %s\n", note)
	}
	if c.solvers == nil {
		c.solvers = []string{"nmf", "nmf-kl", "hals", "pnmf"}
		if read.Unknown > 0 {
			c.solvers = c.solvers[:2]
		}
	}
	folder, paths, err := below(env.Data, input, c.labels)
	if err != nil {
		return err
	}
	file := filepath.Join(env.Specs, c.name, "compare.yaml")
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%s is there already; name another with --name", file)
	}
	text, err := c.spec(read, list, paths)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return err
	}
	if err := spec.ValidateFile(file, nil); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	with := " --specs " + env.Specs
	if folder != "" {
		with += " --data " + folder
	}
	fmt.Fprintf(env.Stdout, "%s: %v\n%s\nChange it as you like. Then:\n", input, read, file)
	fmt.Fprintf(env.Stdout, "  nmfrepro table %[1]s\n  nmfrepro compare %[1]s\n  nmfrepro figure %[1]s -o %[2]s.svg\n",
		c.name+"/compare"+with, c.name)
	return nil
}

// below returns the paths of the files below the data folder or, where they do not lie there, below the folder of the first,
// which it returns.
func below(data string, files ...string) (folder string, paths []string, err error) {
	usual, _ := datasets.Folder(data) // without one there are no files below it
	for _, root := range []struct{ flag, folder string }{{data, usual}, {filepath.Dir(files[0]), filepath.Dir(files[0])}} {
		if paths = relative(root.folder, files); root.folder != "" && paths != nil {
			return root.flag, paths, nil
		}
	}
	return "", nil, fmt.Errorf("%s does not lie below the folder of %s, want all files below one data folder", files[1], files[0])
}

// relative returns the paths of files below a folder with slashes, nil if one does not lie there.
func relative(root string, files []string) []string {
	at, err := filepath.Abs(root)
	if err != nil {
		return nil
	}
	var paths []string
	for _, file := range files {
		if file != "" {
			full, err := filepath.Abs(file)
			if err == nil {
				file, err = filepath.Rel(at, full)
			}
			if err != nil || !filepath.IsLocal(file) {
				return nil
			}
		}
		paths = append(paths, filepath.ToSlash(file))
	}
	return paths
}

//go:embed comparison.yaml.tmpl
var comparisonText string

var comparisonSpec = template.Must(template.New("compare.yaml").Parse(comparisonText))

// spec returns the text of the file.
func (c *comparison) spec(read *table.Table, ranks []int, paths []string) ([]byte, error) {
	metric, shows, held := c.held(read)
	var b bytes.Buffer
	err := comparisonSpec.Execute(&b, map[string]any{
		"Read": strings.ReplaceAll(read.String(), "\n", " "), "Title": "Comparison on " + paths[0], "Options": strings.Join(c.options(paths),
			", "),
		"Ranks": strings.Trim(strings.Join(strings.Fields(fmt.Sprint(ranks)), ", "), "[]"), "Held": held, "Solvers": c.solvers,
		"Clusters": c.labels != "", "Metric": metric, "Shows": shows, "Second": metric != "rel-error",
	})
	return b.Bytes(), err
}

// options of the data set, those that the flags say.
func (c *comparison) options(paths []string) []string {
	options := []string{"x: " + strconv.Quote(paths[0])}
	for _, o := range []struct{ key, value string }{
		{"labels", paths[1]}, {"label-column", c.labelColumn}, {"variable", c.table.Variable}, {"separator", string(c.table.Separator)},
		{"decimal", string(c.table.Decimal)}, {"header", string(c.table.Header)}, {"row-names", string(c.table.RowNames)},
	} {
		if o.value != "" {
			options = append(options, o.key+": "+strconv.Quote(o.value))
		}
	}
	if c.table.Transpose {
		options = append(options, "transpose: true")
	}
	if len(c.table.Drop) > 0 {
		options = append(options, "drop: ["+list.Join(c.table.Drop, ", ", strconv.Quote)+"]")
	}
	return slices.Clip(options)
}

// held says which metric the comparison is about and what it shows, and is the line of the spec that says what is held out.
func (c *comparison) held(read *table.Table) (metric, shows, held string) {
	_, sparse := read.X.(*matrix.CSR)
	switch {
	case c.labels != "":
		return "acc", "Accuracy of clusters", ""
	case read.Unknown > 0:
		return "rmse", "Root mean square error of held-out entries", "folds: 5 # each replicate holds out one part of the known entries"
	case sparse:
		return "rel-error", "Relative error", "# A sparse matrix stays whole; nmfrepro rank holds out blocks of it."
	}
	return "unseen-error", "Relative error of held-out samples", "hold-samples: 0.2 # of each replicate, drawn at random"
}

// writeLike writes the spec that sets methods beside those of an experiment, on its draws and initialisations.
func (c *comparison) writeLike(env *Env) error {
	if env.Specs == "" {
		return errors.New("--specs is missing, want the folder of your own specs; it is made if absent")
	}
	if !filepath.IsLocal(c.name) || strings.ContainsAny(c.name, `/\`) {
		return fmt.Errorf("--name %s: want the name of a folder", list.QuoteShort(c.name))
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
	text := fmt.Sprintf("title: %s beside the methods of %s\nlike: %s # its data, draws, initialisations, stopping rules, metrics and "+
		"panels\nmethods:\n", strings.Join(c.methods, ", "), base.Address, base.Address)
	var entries []solvers.Entry
	var keys []string
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
		keys = append(keys, key)
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
		if profile, replicates := archive.ProfileOf(base.Base); profile != "" {
			amount = fmt.Sprintf(" --profile %s --reps %d # as many as the results that the program carries", profile, replicates)
		}
	}
	address, with := c.name+"/"+base.Table(), " --specs "+env.Specs
	own := list.Join(keys, "|", func(key string) string { return key })
	if len(keys) > 1 {
		own = "'" + address + ":method=" + own + "'"
	} else {
		own = address + ":method=" + own
	}
	fmt.Fprintf(env.Stdout,
		"%s\nThen compute your column, and look at it beside the others:\n  nmfrepro run %s%s%s\n  nmfrepro table %[5]s%[3]s --cached\n  "+
			"nmfrepro compare %[5]s%[3]s --cached\n", file, own, with, amount, address)
	return nil
}

// label returns a key as the heading of a column: Mine.
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
