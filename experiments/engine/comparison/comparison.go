package comparison

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

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/own"
)

// Comparison is what a user wants compared: solvers on a matrix, or solvers beside the methods of an experiment.
type Comparison struct {
	Table               table.Options
	Labels, LabelColumn string
	Scale               string // of the data set, as a spec names it
	Name, Ranks         string
	Solvers             []string
	Like                string   // address of an experiment whose data take the place of the matrix
	Methods             []string // solvers set beside its methods

	Specs, Data string                                           // folders as given
	Library     func(addresses ...string) (*spec.Library, error) // of what the program carries and the specs have
	Files       own.Files
	Programs    own.Programs
}

// check reports flags that cannot be followed, whatever the files hold.
func (c *Comparison) check(input string) error {
	if c.Specs == "" {
		return errors.New("--specs is missing, want the folder of your own specs; it is made if absent")
	}
	if input == "-" {
		return errors.New("runs of a spec read the matrix again, which standard input does not allow; want a file")
	}
	if err := c.free(); err != nil {
		return err
	}
	return nil
}

// programs returns those of some solvers that are programs, and refuses those that nobody has.
func (c *Comparison) programs(flag string, names []string) (entries []solvers.Entry, err error) {
	there, _ := c.Programs.ProgramNames()
	known := append(solvers.Names(), there...)
	for _, name := range names {
		if _, found := solvers.Find(name); found {
			continue
		}
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("%s: unknown solver %q, %s; nmfrepro list solvers names them", flag, name, list.DidYouMean(name, known))
		}
		entry, _, err := c.Programs.FindProgram(name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// Write reads the files, returns their faults as errors, and writes the spec.
func (c *Comparison) Write(input string, to own.Console) error {
	if err := c.check(input); err != nil {
		return err
	}
	entries, err := c.programs("--solvers", c.Solvers)
	if err != nil {
		return err
	}
	list, err := own.ParseRanks(c.Ranks)
	if err != nil {
		return err
	}
	read, err := c.Files.ReadTable(input, c.Table)
	if err != nil {
		return err
	}
	m, n := read.X.Dims()
	if list = slices.DeleteFunc(list, func(r int) bool { return r > min(m, n) }); len(list) == 0 {
		return fmt.Errorf("--ranks %s: X is %d×%d, want at most %d", c.Ranks, m, n, min(m, n))
	}
	if err := c.align(read); err != nil {
		return err
	}
	to.Say(nil, read.Notes)
	if c.Solvers == nil {
		c.Solvers = []string{"nmf", "nmf-kl", "hals", "pnmf"}
		if read.Unknown > 0 {
			c.Solvers = c.Solvers[:2]
		}
	}
	folder, paths, err := below(c.Data, input, c.Labels)
	if err != nil {
		return err
	}
	file := filepath.Join(c.Specs, c.Name, "compare.yaml")
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
	if err := spec.ValidateFile(file, nil, entries...); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	with := " --specs " + result.Quoted(c.Specs)
	if folder != "" {
		with += " --data " + result.Quoted(folder)
	}
	fmt.Fprintf(to.Page, "%s: %v\n%s\nChange it as you like. Then:\n", input, read, file)
	fmt.Fprintf(to.Page, "  nmfrepro table %[1]s\n  nmfrepro compare %[1]s\n  nmfrepro figure %[1]s -o %[2]s.svg\n",
		c.Name+"/compare"+with, c.Name)
	return nil
}

// align checks that the classes are those of the samples.
func (c *Comparison) align(read *table.Table) error {
	if c.Labels == "" {
		return nil
	}
	labels, err := c.Files.ReadLabels(c.Labels, c.LabelColumn, tabular.Options{})
	if err != nil {
		return err
	}
	notes, err := read.AlignLabels(labels)
	if err != nil {
		return err
	}
	read.Notes = append(read.Notes, notes...)
	_, _, err = labels.Known()
	return err
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
func (c *Comparison) spec(read *table.Table, ranks []int, paths []string) ([]byte, error) {
	metric, shows, held := c.held(read)
	var b bytes.Buffer
	err := comparisonSpec.Execute(&b, map[string]any{
		"Read": strings.ReplaceAll(read.String(), "\n", " "), "Title": "Comparison on " + paths[0], "Options": strings.Join(c.options(paths),
			", "),
		"Ranks": strings.Trim(strings.Join(strings.Fields(fmt.Sprint(ranks)), ", "), "[]"), "Held": held,
		"Solvers": list.Map(c.Solvers, func(name string) map[string]string {
			return map[string]string{"Name": name, "Reading": readingOf(name)}
		}),
		"Clusters": c.Labels != "", "Metric": metric, "Shows": shows, "Second": metric != "rel-error",
	})
	return b.Bytes(), err
}

// readingOf returns how clusters are read from what a solver leaves where that is no coefficients of a basis, as a key of the spec.
func readingOf(solver string) string {
	parts, other := own.Leaves[solver]
	switch {
	case !other || slices.Contains(parts, "Basis"):
		return ""
	case slices.Contains(parts, "labels"):
		return ", clusters: [{name: h, method: labels}]"
	case slices.Contains(parts, "Embedding"):
		return ", clusters: [{name: h, from: embedding, method: kmeans}]"
	}
	return ", clusters: [{name: h, from: h, method: kmeans}]"
}

// options of the data set, those that the flags say.
func (c *Comparison) options(paths []string) []string {
	options := []string{"x: " + strconv.Quote(paths[0])}
	for _, o := range []struct{ key, value string }{
		{"labels", paths[1]}, {"label-column", c.LabelColumn}, {"variable", c.Table.Variable}, {"separator", string(c.Table.Separator)},
		{"decimal", string(c.Table.Decimal)}, {"header", string(c.Table.Header)}, {"row-names", string(c.Table.RowNames)}, {"scale", c.Scale},
	} {
		if o.value != "" {
			options = append(options, o.key+": "+strconv.Quote(o.value))
		}
	}
	if c.Table.Transpose {
		options = append(options, "transpose: true")
	}
	if len(c.Table.Drop) > 0 {
		options = append(options, "drop: ["+list.Join(c.Table.Drop, ", ", strconv.Quote)+"]")
	}
	return slices.Clip(options)
}

// held says which metric the comparison is about and what it shows, and is the line of the spec that says what is held out.
func (c *Comparison) held(read *table.Table) (metric, shows, held string) {
	_, sparse := read.X.(*matrix.CSR)
	switch {
	case c.Labels != "":
		return "acc", "Accuracy of clusters", ""
	case read.Unknown > 0:
		return "rmse", "Root mean square error of held-out entries", "folds: 5 # each replicate holds out one part of the known entries"
	case sparse:
		return "rel-error", "Relative error", "# A sparse matrix stays whole; nmfrepro rank holds out blocks of it."
	}
	return "unseen-error", "Relative error of held-out samples", "hold-samples: 0.2 # of each replicate, drawn at random"
}
