package factorize

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// applyReport is run.json of factorize --apply.
type applyReport struct {
	about
	Applied      string  `json:"applied"`
	Coefficients string  `json:"coefficients"`  // how they were found
	SquaredError float64 `json:"squared_error"` // ‖X - WH‖² over the known entries
	Seconds      float64 `json:"seconds"`
}

// iterationFlags have no meaning where nothing iterates.
var iterationFlags = []string{"iterations", "tol", "tol-factor", "every", "max-time", "seed", "init", "starts", "w0", "h0", "constraints", "constraints-w", "labels", "label-column", "clusters"}

// applyBasis writes the coefficients of new samples for the basis of an earlier run.
func (f *factorization) applyBasis(env *console.Env, cmd *cobra.Command) error {
	entry, solver, norm, err := f.method()
	if err != nil {
		return console.UsageError("factorize: %w", err)
	}
	if err := f.checkApply(cmd, norm); err != nil {
		return console.UsageError("factorize: %w", err)
	}
	x, basis, err := f.applied(env)
	if err != nil {
		return console.UsageError("factorize: %w", err)
	}
	f.printRead(env)
	start := time.Now()
	ht, how, err := solvers.Apply(entry.Name, solver, x, basis)
	if err != nil {
		return console.UsageError("factorize: --apply %s: %w%s", f.apply, err, f.maskAdvice(err))
	}
	seconds := time.Since(start).Seconds()
	_, rank := basis.Dims()
	report := applyReport{
		about: f.about(entry, solver, x, rank), Applied: f.apply, Coefficients: string(how),
		SquaredError: matrix.NewEntrywise(x).Sum(basis, ht, matrix.Squared), Seconds: seconds,
	}
	if err := f.write(solvers.Result{Ht: ht}, nil, report); err != nil {
		return fmt.Errorf("factorize: %w", err)
	}
	fmt.Fprintf(env.Page(), "%s: coefficients of %d samples by %s, squared error %.6g; results in %s\n", f.solver, report.Samples, how, report.SquaredError, f.out)
	return nil
}

// checkApply refuses what does not go with --apply.
func (f *factorization) checkApply(cmd *cobra.Command, norm solvers.Normalisation) error {
	for _, name := range iterationFlags {
		if flag := cmd.Flags().Lookup(name); flag != nil && flag.Changed {
			return fmt.Errorf("--%s does not go with --apply: nothing iterates; drop one of them", name)
		}
	}
	if norm != solvers.NormaliseNone {
		return fmt.Errorf("--set %s=%s does not go with --apply: the basis stays as it is", normalizeOption, norm)
	}
	if f.picture != "" {
		return errors.New("--picture does not go with --apply, which leaves W as it is; drop one of them")
	}
	if err := f.checkOut(); err != nil {
		return err
	}
	out, outErr := os.Stat(f.out)
	home, homeErr := os.Stat(filepath.Dir(f.apply))
	if outErr == nil && homeErr == nil && os.SameFile(out, home) {
		return fmt.Errorf("--out %s is the folder of the run applied, whose files would be overwritten; want another", f.out)
	}
	return nil
}

// applied reads X and the basis.
func (f *factorization) applied(env *console.Env) (matrix.Matrix, *mat.Dense, error) {
	if other := f.otherBasis(); other != "" {
		return nil, nil, fmt.Errorf("%s holds no basis; that of the run is %s", f.apply, other)
	}
	basis, err := console.ReadDense(f.apply)
	if err != nil {
		return nil, nil, err
	}
	x, err := f.readInput(env)
	if err != nil {
		return nil, nil, err
	}
	m, n := x.Dims()
	rows, rank := basis.Dims()
	if f.rank != 0 && f.rank != rank {
		return nil, nil, fmt.Errorf("--rank = %d, but %s has %d columns; drop --rank", f.rank, f.apply, rank)
	}
	if rows != m {
		return nil, nil, fmt.Errorf("%s is %d×%d and X %d×%d, want a row for every feature", f.apply, rows, rank, m, n)
	}
	x, err = f.masked()
	return x, basis, err
}

// otherBasis is the file of the basis where W, which was given, holds something else: the shape need not tell.
func (f *factorization) otherBasis() string {
	folder, file := filepath.Split(f.apply)
	path := folder + "Basis" + filepath.Ext(file)
	if _, err := os.Stat(path); err != nil || !strings.HasPrefix(file, "W.") {
		return ""
	}
	return path
}
