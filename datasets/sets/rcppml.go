package sets

import (
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"path"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/twister"
)

// labelledTable is a table of features × samples, with the classes of the samples in a column of another file, if they have any.
type labelledTable struct {
	dataset.Scaled `yaml:",inline"`
	path           string
	labels, column string
	dense          bool // zeros of a sparse file are values
}

// Load implements Dataset.
func (s *labelledTable) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	file, err := table.FileIn(folder, s.path)
	if err != nil {
		return nil, err
	}
	t, err := table.Read(file, table.Options{})
	if err != nil {
		return nil, err
	}
	data := &dataset.Data{X: t.X, Rows: t.Features, Columns: t.Samples}
	if sparse, ok := t.X.(*matrix.CSR); ok && s.dense {
		m, n := sparse.Dims()
		x := mat.NewDense(m, n, nil)
		for e := range matrix.Entries(sparse) {
			x.Set(e.Row, e.Col, e.Value)
		}
		data.X = matrix.FromDense(x)
	}
	if s.labels == "" {
		return data, nil
	}
	if file, err = table.FileIn(folder, path.Join(path.Dir(s.path), s.labels)); err != nil {
		return nil, err
	}
	labels, err := table.ReadLabels(file, s.column, tabular.Options{})
	if err != nil {
		return nil, err
	}
	if t.Samples == nil {
		labels.Names = nil // by position
	}
	if _, err := t.AlignLabels(labels); err != nil {
		return nil, err
	}
	data.Labels, data.Classes, err = labels.Known()
	return data, err
}

// simulatedNMF is the matrix that simulateNMF of RcppML makes after set.seed: factors of blocks, each with some noise, and noise on their
// product.
type simulatedNMF struct {
	Features int     `yaml:"features" doc:"rows, a multiple of rank; default 200"`
	Samples  int     `yaml:"samples" doc:"columns, a multiple of rank; default 80"`
	Rank     int     `yaml:"rank" doc:"blocks; default 5"`
	Noise    float64 `yaml:"noise" doc:"deviation of the noise, in means of the product; default 3"`
	Seed     uint64  `yaml:"seed" doc:"that of R's generator; default 42"`
}

// Validate implements the check of options.
func (s *simulatedNMF) Validate() error {
	switch {
	case s.Rank < 1 || s.Features < s.Rank || s.Features%s.Rank != 0 || s.Samples < s.Rank || s.Samples%s.Rank != 0:
		return fmt.Errorf("%d×%d of rank %d, want both sides to be multiples of the rank", s.Features, s.Samples, s.Rank)
	case !(s.Noise >= 0) || math.IsInf(s.Noise, 0):
		return fmt.Errorf("noise = %v, want at least 0", s.Noise)
	}
	return twister.Seeded{Generator: twister.MT19937, Seed: s.Seed, Draw: twister.R}.Validate()
}

// Size implements dataset.Sized.
func (s *simulatedNMF) Size() (features, samples int) { return s.Features, s.Samples }

// Load implements Dataset. Numbers are drawn in R's order, column by column.
func (s *simulatedNMF) Load(fs.FS, *rand.Rand) (*dataset.Data, error) {
	stream := twister.Seeded{Generator: twister.MT19937, Seed: s.Seed, Draw: twister.R}.New()
	w, ht := s.blocks(s.Features, false, stream), s.blocks(s.Samples, true, stream)
	var x mat.Dense
	x.Mul(w, ht.T())
	mean := mat.Sum(&x) / float64(s.Features*s.Samples)
	for j := range s.Samples {
		for i := range s.Features {
			x.Set(i, j, max(0, x.At(i, j)+s.Noise*mean*stream.Normal()))
		}
	}
	data := &dataset.Data{X: matrix.FromDense(&x), Basis: w}
	for j := range s.Samples {
		data.Labels = append(data.Labels, j*s.Rank/s.Samples)
	}
	data.Classes = numbered(s.Rank)
	return data, nil
}

// blocks draws a factor, rows × rank: entries |N(1, 0.3)| of a block for each component, and |N(0, 0.05)| on all. Noise goes column by
// column, of H by the columns of H. The columns sum to 1.
func (s *simulatedNMF) blocks(rows int, byRow bool, stream *twister.Stream) *mat.Dense {
	a := mat.NewDense(rows, s.Rank, nil)
	size := rows / s.Rank
	for k := range s.Rank {
		for i := range size {
			a.Set(k*size+i, k, math.Abs(1+0.3*stream.Normal()))
		}
	}
	outer, inner := s.Rank, rows
	if byRow {
		outer, inner = rows, s.Rank
	}
	for p := range outer {
		for q := range inner {
			i, k := q, p
			if byRow {
				i, k = p, q
			}
			a.Set(i, k, a.At(i, k)+math.Abs(0.05*stream.Normal()))
		}
	}
	for k := range s.Rank {
		column := mat.Col(nil, k, a)
		sum := floats.Sum(column)
		for i, v := range column {
			a.Set(i, k, v/sum)
		}
	}
	return a
}
