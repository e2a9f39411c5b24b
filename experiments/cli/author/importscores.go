package author

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
	"nmfrepro/reports"
)

func newImport(env *console.Env) *cobra.Command {
	return console.Group(&cobra.Command{
		Use:     "import",
		Short:   "take in what ran elsewhere, or was printed: scores, table",
		Example: "  nmfrepro import scores DIR --specs own\n  nmfrepro import table results.tex --key table1",
	}, newImportScores(env), newImportTable(env))
}

func newImportScores(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "scores DIR|MANIFEST --specs OWN",
		Short: "score the factors that a program of yours left in the folders of an export, and keep the records",
		Long: `Import scores reads, in each folder of an export, what your program left in out: W and H, or labels.csv, with a result.json or without.
The scores are computed here, as for a run; the record says that it was imported and from where, and has no seconds but those
that the program tells. A folder without an answer is left out, and a unit that has a record keeps it.

The key of a unit holds data, options and files of the program: if one of them has changed since the export, the folder is refused.`,
		Example: "  nmfrepro import scores DIR --specs own",
		Args:    console.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, m, err := readManifest(args[0])
			if err != nil {
				return console.UsageError("import scores: %w", err)
			}
			lib, err := env.ReadLibrary(m.Addresses...)
			if err != nil {
				return err
			}
			st := env.Store()
			p, err := pass.Open(lib, st, pass.Request{
				Addresses: m.Addresses, Kind: pass.Either, Profile: m.Profile, Named: true, Replicates: m.Replicates, Seed: m.Seed, Data: env.Data,
			})
			if err != nil {
				return err
			}
			planned := reports.Flattened(p.Plans, func(plan *run.Plan) []*run.Unit { return plan.Units })
			units := reports.ByKey(planned, func(u *run.Unit) string { return u.Key })
			if err := st.CheckWritable(); err != nil {
				return &pass.Error{Code: pass.Units, Err: err}
			}
			taken, kept, empty, wrong := 0, 0, 0, 0
			refuse := func(folder string, format string, args ...any) {
				wrong++
				fmt.Fprintf(env.Stderr, "%s: %s\n", folder, fmt.Sprintf(format, args...))
			}
			for _, e := range m.Units {
				folder := filepath.Join(dir, filepath.FromSlash(e.Folder))
				u := units[e.Key]
				switch {
				case !filepath.IsLocal(filepath.FromSlash(e.Folder)):
					refuse(e.Folder, "lies outside of %s", dir)
				case !e.Import:
					refuse(e.Folder, "holds the inputs of method %s of this program: what is imported belongs to a program of your own, as a method of a spec (nmfrepro new solver)", e.Method)
				case u == nil:
					refuse(e.Folder, "the unit is another one since the export: data, options, solver.yaml or a file of it have changed; export again")
				case p.Set.Usable(u.Unit.Experiment, u.Key):
					kept++
				case isEmpty(filepath.Join(folder, "out")):
					empty++
				default:
					rec, err := u.Import(cmd.Context(), folder)
					if cmd.Context().Err() != nil {
						return pass.Errorf(pass.Interrupted, "import scores: interrupted; %d are saved", taken)
					}
					if err != nil {
						refuse(e.Folder, "%v", err)
						continue
					}
					if err := st.Put(rec); err != nil {
						return &pass.Error{Code: pass.Units, Err: err}
					}
					taken++
				}
			}
			fmt.Fprintf(env.Stdout, "%s: %d imported, %d had a record, %d without an answer, %d refused\n", reports.Count(len(m.Units), "folder"), taken, kept, empty, wrong)
			if wrong > 0 {
				return pass.Errorf(pass.Units, "import scores: %d of %d folders refused", wrong, len(m.Units))
			}
			return nil
		},
	}
}

// readManifest reads the manifest of an export, named by its folder or itself.
func readManifest(path string) (dir string, m run.Manifest, err error) {
	file := path
	if console.IsDir(path) {
		file = filepath.Join(path, run.ManifestFile)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", m, fmt.Errorf("%w; want the folder that nmfrepro export has made, or its %s", err, run.ManifestFile)
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return "", m, fmt.Errorf("%s: %w", file, err)
	}
	if m.Schema != run.ManifestSchema {
		return "", m, fmt.Errorf("%s: schema %q, want %q", file, m.Schema, run.ManifestSchema)
	}
	return filepath.Dir(file), m, nil
}

func isEmpty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err != nil || len(entries) == 0
}
