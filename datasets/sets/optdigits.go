package sets

import (
	"fmt"
	"image"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// What is done with attributes that have one value in all samples.
const (
	constantDrop = "drop"
	constantKeep = "keep"
)

type optdigitsSet struct {
	dataset.Scaled `yaml:",inline"`
	Classes        Classes `yaml:"classes" doc:"digits to keep, [] for all; default [0, 2, 4, 6] [PNMF, section IV-D]"`
	Constant       string  `yaml:"constant" doc:"drop (default) or keep attributes that are constant over the samples kept"`
}

func (s *optdigitsSet) Validate() error {
	if s.Constant != constantDrop && s.Constant != constantKeep {
		return fmt.Errorf("constant = %q, want %q or %q", s.Constant, constantDrop, constantKeep)
	}
	return s.Classes.validate(10)
}

// Load implements Dataset. Samples are in the order of the files, training part first.
func (s *optdigitsSet) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	x, labels, err := readOptdigits(folder)
	if err != nil {
		return nil, err
	}
	all := &dataset.Data{X: matrix.FromDense(x), Labels: labels, Classes: digitNames(), Image: image.Pt(8, 8)}
	for i := range 64 {
		all.Rows = append(all.Rows, "attribute "+strconv.Itoa(i+1))
	}
	data := keepClasses(all, s.Classes)
	if s.Constant == constantDrop {
		dropConstant(data)
	}
	return data, nil
}

func readOptdigits(folder fs.FS) (*mat.Dense, []int, error) {
	var tables [2]*mat.Dense
	total := 0
	for k, path := range []string{"optdigits/optdigits.tra", "optdigits/optdigits.tes"} {
		r, err := folder.Open(path)
		if err != nil {
			return nil, nil, err
		}
		tables[k], err = tabular.Numbers(r, path, tabular.Bare{})
		r.Close()
		if err != nil {
			return nil, nil, err
		}
		n, cols := tables[k].Dims()
		if cols != 65 {
			return nil, nil, fmt.Errorf("%s: %d values a line, want 64 attributes and the class", path, cols)
		}
		total += n
	}
	var joined mat.Dense
	joined.Stack(tables[0], tables[1])
	x, labels, err := splitLabels(&joined, "optdigits")
	if err != nil {
		return nil, nil, err
	}
	if i := slices.IndexFunc(labels, func(l int) bool { return l < 0 || l > 9 }); i >= 0 {
		return nil, nil, fmt.Errorf("optdigits: sample %d has class %d, want 0 to 9", i+1, labels[i])
	}
	return x, labels, nil
}

// dropConstant removes features with one value in all samples; the columns are pictures no longer.
func dropConstant(d *dataset.Data) {
	x := d.X.(*matrix.Dense).Raw()
	m, n := x.Dims()
	var keep []int
	for i := range m {
		row := x.RawRowView(i)
		if slices.ContainsFunc(row, func(v float64) bool { return v != row[0] }) {
			keep = append(keep, i)
		}
	}
	if len(keep) == m {
		return
	}
	out := mat.NewDense(max(len(keep), 1), n, nil) // a set that is constant altogether keeps one row of zeros
	var rows []string
	for k, i := range keep {
		copy(out.RawRowView(k), x.RawRowView(i))
		rows = append(rows, d.Rows[i])
	}
	d.X, d.Rows, d.Image = matrix.FromDense(out), rows, image.Point{}
}
