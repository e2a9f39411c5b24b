package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
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

// preparationFile is what new samples need beside run.json: the features that were kept, their places in the file, and their weights.
const preparationFile = "preparation.csv"

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

// readPreparation reads what was done to the X of a model.
func (p *projection) readPreparation() error {
	if !p.prepare.Done() {
		return nil
	}
	path := filepath.Join(p.model, preparationFile)
	t, err := p.env.readDense(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w, which says how the X of the model was normalised; want the folder as factorize wrote it", err)
	}
	if err != nil {
		return err
	}
	m, n := t.X.Dims()
	if n != 2 || p.prepare.Features > 0 && m != min(p.prepare.Features, p.prepare.Of) {
		return fmt.Errorf("%s is %d×%d; want the folder as factorize wrote it", path, m, n)
	}
	for i := range m {
		p.prepare.Kept = append(p.prepare.Kept, int(t.X.At(i, 0))-1)
		p.prepare.Weights = append(p.prepare.Weights, t.X.At(i, 1))
	}
	return nil
}

// prepareSamples does to the new samples what looks at one sample at a time, and leaves out the features that the model left out.
func (p *projection) prepareSamples(model []string) error {
	if !p.prepare.Done() {
		return nil
	}
	p.read.Found = append(p.read.Found, "prepared as the X of the model")
	m, _ := p.read.X.Dims()
	if m != p.prepare.Of {
		p.notes = append(p.notes, fmt.Sprintf("the X of the model had %d features, and the input has %d: sums of samples are those of what is there", p.prepare.Of, m))
	}
	if err := p.prepare.BySample(p.read); err != nil || p.prepare.Features == 0 || p.prepare.Features >= p.prepare.Of {
		return err
	}
	if p.read.Features == nil {
		if m != p.prepare.Of {
			return fmt.Errorf("%s has %d features without names, and the X of the model had %d; want the same", p.input, m, p.prepare.Of)
		}
		p.read.X = matrix.Rows(p.read.X, p.prepare.Kept)
		return nil
	}
	wanted := map[string]bool{}
	for _, name := range model {
		wanted[name] = true
	}
	var kept []int
	var names []string
	for i, name := range p.read.Features {
		if wanted[name] {
			kept, names = append(kept, i), append(names, name)
		}
	}
	if len(kept) == 0 {
		return fmt.Errorf("%s has none of the features of %s", p.input, p.model)
	}
	p.read.X, p.read.Features = matrix.Rows(p.read.X, kept), names
	return nil
}
