package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// prepareFlags gives a command the flags that say what is done to X before it is factorised.
func prepareFlags(cmd *cobra.Command, p *table.Preparation) {
	flags := cmd.Flags()
	flags.StringVar(&p.Normalize, "normalize", "", "steps before X is factorised, in this order: "+table.Steps+`; as counts=10000,log1p. counts scales each sample to the sum N, 10000 if not given, variance each feature to the variance 1 without centring, and to the weight 0 if it does not vary; project does the same`)
	flags.IntVar(&p.Features, "features", 0, "keep so many features, the most over-dispersed ones of counts; 0 keeps all")
}

// readPrepared reads X and its mask, and does what the flags say before anything is computed.
func (f *factorization) readPrepared() (_ matrix.Matrix, err error) {
	if err := f.prepare.Check(); err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	if err := f.readMasked(); err != nil {
		return nil, err
	}
	f.full, f.fullFeatures = f.read.X, f.read.Features
	if f.prepare.Done() {
		f.full, err = f.prepare.Apply(f.read)
	}
	return f.read.X, err
}

// preparationCSV is nil where nothing was done.
func (f *factorization) preparationCSV() ([]byte, error) {
	if !f.prepare.Done() {
		return nil, nil
	}
	m, _ := f.read.X.Dims()
	a := mat.NewDense(m, 2, nil)
	for i := range m {
		a.SetRow(i, []float64{float64(i + 1), 1})
		if f.prepare.Kept != nil {
			a.Set(i, 0, float64(f.prepare.Kept[i]+1))
		}
		if f.prepare.Weights != nil {
			a.Set(i, 1, f.prepare.Weights[i])
		}
	}
	names := f.read.Features
	if names == nil {
		names = numbered("feature", m)
	}
	var b strings.Builder
	err := tabular.Write(&b, a, "feature", names, []string{"place" + fromOne, "weight"})
	return []byte(b.String()), err
}
