package comparison

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/own"
)

// folderName is what an address can begin with, and a shell takes as it is.
var folderName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)

// free refuses a name that no address can begin with, or that the program has.
func (c *Comparison) free() error {
	if !folderName.MatchString(c.Name) || c.Name == "solvers" {
		return fmt.Errorf("--name %s: want the name of a folder, of letters, digits, dots, underscores and hyphens, and not solvers",
			list.QuoteShort(c.Name))
	}
	lib, err := spec.Embedded()
	if err == nil && lib.Paper(c.Name) != nil {
		err = fmt.Errorf("--name: the program has a paper %s already, want another name", c.Name)
	}
	return err
}

// WriteBeside writes the spec that sets methods beside those of an experiment, on its draws and initialisations.
func (c *Comparison) WriteBeside(shelf *store.Shelf, to own.Console) error {
	if c.Specs == "" {
		return errors.New("--specs is missing, want the folder of your own specs; it is made if absent")
	}
	if err := c.free(); err != nil {
		return err
	}
	if len(c.Methods) == 0 {
		return errors.New("--like: --method is missing, want the solver that is set beside the others; repeat it for several")
	}
	lib, err := c.Library(c.Like)
	if err != nil {
		return err
	}
	a, err := lib.ParseAddress(c.Like)
	if err != nil {
		return fmt.Errorf("--like: %w", err)
	}
	if a.Table == "" || len(a.Only) > 0 {
		return fmt.Errorf("--like %s: want one experiment, as pnmf/table3", c.Like)
	}
	base := lib.Select(a)[0]
	text, entries, err := c.besides(base)
	if err != nil {
		return err
	}
	file := filepath.Join(c.Specs, c.Name, base.Table()+".yaml")
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
		err = errors.Join(err, os.Remove(file))
		_ = os.Remove(filepath.Dir(file)) // unless there is something else in it
		return err
	}
	c.printBeside(shelf, to, base, file)
	return nil
}

// besides returns the text of the spec, and those of its methods that are programs.
func (c *Comparison) besides(base *spec.Experiment) (text string, entries []solvers.Entry, err error) {
	if entries, err = c.programs("--method", c.Methods); err != nil {
		return "", nil, err
	}
	text = fmt.Sprintf("title: %s beside the methods of %s\nlike: %s # its data, draws, initialisations, stopping rules, metrics and "+
		"panels\nmethods:\n", strings.Join(c.Methods, ", "), base.Address, base.Address)
	for _, name := range c.Methods {
		key := name
		if _, err := base.FindMethod(key); err == nil {
			key = "my-" + name
		}
		text += fmt.Sprintf("  - {key: %s, label: %s, solver: %s%s} # options: {NAME: value} sets its options\n", key, label(key), name, unitReadings(base, name))
	}
	return text, entries, nil
}

// unitReadings returns the readings of an experiment with basis vectors of unit length, as a key of the spec for an added method; "" where
// clusters are not read from coefficients, or are so already, be it in one of several readings. The scale of H is free, and k-means sees it: a method that is added stands
// beside the others without the scale in which it happens to end.
func unitReadings(base *spec.Experiment, solver string) string {
	if _, other := own.Leaves[solver]; other {
		return ""
	}
	free := func(r spec.Reading) bool {
		return r.From == eval.FromH && !r.UnitBasis && !r.UnitSum && r.Method != eval.ByLabels
	}
	whole := func(r spec.Reading) bool { return r.From == eval.FromH && (r.UnitBasis || r.UnitSum) }
	if !slices.ContainsFunc(base.Clusters, free) || slices.ContainsFunc(base.Clusters, whole) { // of two readings the free one is meant
		return ""
	}
	return ", clusters: [" + list.Join(base.Clusters, ", ", func(r spec.Reading) string {
		parts := []string{"name: " + r.Name, "from: " + r.From}
		if free(r) {
			parts = append(parts, "unit-basis: true")
		}
		parts = append(parts, "method: "+r.Method)
		if r.Repeats > 1 {
			parts = append(parts, "repeats: "+strconv.Itoa(r.Repeats))
		}
		if r.Part > 0 {
			parts = append(parts, fmt.Sprintf("part: %d, parts: %d", r.Part, r.Parts))
		}
		if r.Method == eval.ByKMeans {
			k := []string{yamlKey("start", string(r.KMeans.Start)), yamlKey("restarts", strconv.Itoa(r.KMeans.Restarts))}
			if r.KMeans.K > 0 {
				k = append(k, yamlKey("k", strconv.Itoa(r.KMeans.K)))
			}
			if r.KMeans.MaxIterations > 0 {
				k = append(k, yamlKey("max-iterations", strconv.Itoa(r.KMeans.MaxIterations)))
			}
			if r.KMeans.Online {
				k = append(k, yamlKey("online", "true"))
			}
			if r.KMeans.Empty != "" {
				k = append(k, yamlKey("empty", string(r.KMeans.Empty)))
			}
			parts = append(parts, "kmeans: {"+strings.Join(k, ", ")+"}")
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}) + "]"
}

// yamlKey returns a key with its value.
func yamlKey(key, value string) string { return key + ": " + value }

// printBeside says how to compute the runs of the methods, as many as there are carried ones of the others, and to see where they stand.
func (c *Comparison) printBeside(shelf *store.Shelf, to own.Console, base *spec.Experiment, file string) {
	amount := ""
	if archive, err := shelf.Committed(base.Paper()); err == nil {
		if profile, replicates := archive.ProfileOf(base.Base); profile != "" {
			amount = fmt.Sprintf(" --profile %s --reps %d # as many as the results that the program carries", profile, replicates)
		}
	}
	address, with := c.Name+"/"+base.Table(), " --specs "+result.Quoted(c.Specs)
	fmt.Fprintf(to.Page, "%s\nThen compute your runs, and see where %s:\n  nmfrepro compare %s%s%s\n  nmfrepro table %[3]s%[4]s --cached\n", file,
		map[bool]string{true: "it stands", false: "they stand"}[len(c.Methods) == 1], address, with, amount)
}

// label returns a key as the heading of a column: Mine.
func label(key string) string { return strings.ToUpper(key[:1]) + key[1:] }
