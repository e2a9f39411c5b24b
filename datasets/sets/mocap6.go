package sets

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/matfile"
	"nmfrepro/solvers/matrix"
)

const mocap6Path = "mocap6/mocap6.mat"

// mocap6Sequences are the takes, by subject and trial of the CMU database.
var mocap6Sequences = []string{"13_29", "13_30", "13_31", "14_06", "14_14", "14_20"}

type mocap6Set struct {
	dataset.Scaled `yaml:",inline"`
	Sequence       string `yaml:"sequence" doc:"13_29, 13_30, 13_31, 14_06 (default), 14_14 or 14_20"`
}

func (s *mocap6Set) Validate() error {
	if !slices.Contains(mocap6Sequences, s.Sequence) {
		return fmt.Errorf("sequence = %q, want one of %s", s.Sequence, strings.Join(mocap6Sequences, ", "))
	}
	return nil
}

// Load implements Dataset. Samples are frames in their order; labels are numbered in the order of the action's number.
func (s *mocap6Set) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	f, err := openMat(folder, mocap6Path)
	if err != nil {
		return nil, err
	}
	sequences, err := readNamed(f, mocap6Path, []string{"DataBySeq"})
	if err != nil {
		return nil, err
	}
	fields, err := sequence(sequences, s.Sequence)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mocap6Path, err)
	}
	frames, err := fields["X"].Dense()
	if err != nil {
		return nil, err
	}
	x := mat.DenseCopyOf(frames.T())
	shiftRows(x)
	data := &dataset.Data{X: matrix.FromDense(x), Substitute: "HDM05 scene 1-1"}
	if err := actions(data, fields["TrueZ"], names(f, "ActionNames")); err != nil {
		return nil, fmt.Errorf("%s: %w", mocap6Path, err)
	}
	if rows := names(f, "ChannelNames"); len(rows) == len(x.RawMatrix().Data)/len(data.Labels) {
		data.Rows = rows
	}
	return data, nil
}

// sequence returns the fields of the element of a struct array whose filename is the given one.
func sequence(a *matfile.Array, name string) (map[string]*matfile.Array, error) {
	k := len(a.Fields)
	for start := 0; k > 0 && start+k <= len(a.Cells); start += k {
		fields := map[string]*matfile.Array{}
		for i, f := range a.Fields {
			fields[f] = a.Cells[start+i]
		}
		if text := textOf(fields["filename"]); text == name && fields["X"] != nil && fields["TrueZ"] != nil {
			return fields, nil
		}
	}
	return nil, fmt.Errorf("no sequence %s with X and TrueZ", name)
}

// textOf returns the first text in an array: a char array, or a cell with one.
func textOf(a *matfile.Array) string {
	for a != nil && a.Class == matfile.Cell && len(a.Cells) > 0 {
		a = a.Cells[0]
	}
	if a == nil || len(a.Text()) == 0 {
		return ""
	}
	return a.Text()[0]
}

// names returns the texts of a variable that is a cell array of text, nil if there is none.
func names(f *matfile.File, variable string) []string {
	if !f.Has(variable) {
		return nil
	}
	a, err := f.Read(variable)
	if err != nil {
		return nil
	}
	var out []string
	for _, c := range a.Cells {
		out = append(out, textOf(c))
	}
	return out
}

// actions sets labels and classes from action numbers, which count from 1.
func actions(data *dataset.Data, z *matfile.Array, names []string) error {
	_, n := data.X.Dims()
	if len(z.Real) != n {
		return fmt.Errorf("%d labels for %d frames", len(z.Real), n)
	}
	used := slices.Clone(z.Real)
	slices.Sort(used)
	used = slices.Compact(used)
	for _, v := range used {
		if v < 1 || int(v) > len(names) || v != float64(int(v)) {
			return fmt.Errorf("action %v, want 1 to %d", v, len(names))
		}
		data.Classes = append(data.Classes, names[int(v)-1])
	}
	for _, v := range z.Real {
		k, _ := slices.BinarySearch(used, v)
		data.Labels = append(data.Labels, k)
	}
	return nil
}

// shiftRows subtracts from each row its minimum.
func shiftRows(x *mat.Dense) {
	m, _ := x.Dims()
	for i := range m {
		row := x.RawRowView(i)
		lo := slices.Min(row)
		for j := range row {
			row[j] -= lo
		}
	}
}
