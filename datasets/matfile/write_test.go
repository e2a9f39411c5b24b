package matfile

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// written are arrays of every class and shape that Write knows; testdata/written.mat holds them.
func written() []*Array {
	return []*Array{
		{Var: Var{"a", Double, []int{2, 3}}, Real: []float64{1, -2.5, 1e300, 0, 5e-324, 7}},
		{Var: Var{"b", Uint8, []int{1, 3}}, Real: []float64{0, 128, 255}},
		{Var: Var{"c", Int16, []int{3, 1}}, Real: []float64{-32768, 0, 32767}},
		{Var: Var{"d", Uint32, []int{1, 1, 2}}, Real: []float64{0, 1<<32 - 1}},
		{Var: Var{"e", Int8, []int{1, 2}}, Real: []float64{-128, 127}},
		{Var: Var{"f", Single, []int{1, 1}}, Real: []float64{0.5}},
		{Var: Var{"S", Sparse, []int{4, 3}}, Real: []float64{3, -1.5, 2, 0.1}, Row: []int{3, 0, 1, 3}, Col: []int{2, 0, 2, 0}},
		{Var: Var{"empty_columns", Sparse, []int{2, 5}}, Real: []float64{9}, Row: []int{1}, Col: []int{3}},
		{Var: Var{"nothing", Sparse, []int{3, 2}}},
		FromDense("W0", mat.NewDense(2, 2, []float64{0.1, math.Inf(1), -0, math.NaN()})),
	}
}

func TestWrite(t *testing.T) {
	arrays := written()
	var b bytes.Buffer
	if err := Write(&b, arrays...); err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile(filepath.Join("testdata", "written.mat"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), golden) {
		t.Error("the bytes differ from testdata/written.mat, which scipy and Octave were seen to read")
	}
	got, err := readAll(b.Bytes(), "written")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(arrays) {
		t.Errorf("%d variables came back of %d", len(got), len(arrays))
	}
	for _, a := range arrays {
		g := got[a.Name]
		if g == nil || g.Class != a.Class || !slices.Equal(g.Dims, a.Dims) || entriesOf(g) != entriesOf(a) {
			t.Errorf("%v came back as %v", a, g)
		}
	}
}

// entriesOf spells out the entries of an array in the order of their places.
func entriesOf(a *Array) string {
	var list []string
	for k, v := range a.Real {
		at := fmt.Sprintf("%06d", k)
		if a.Class == Sparse {
			at = fmt.Sprintf("%06d,%06d", a.Col[k], a.Row[k])
		}
		list = append(list, fmt.Sprintf("%s: %x", at, math.Float64bits(v)))
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func TestWriteRefuses(t *testing.T) {
	for name, a := range map[string]*Array{
		"too few values":    {Var: Var{"x", Double, []int{2, 2}}, Real: []float64{1}},
		"complex":           {Var: Var{"x", Double, []int{1, 1}}, Real: []float64{1}, Imag: []float64{1}},
		"one dimension":     {Var: Var{"x", Double, []int{1}}, Real: []float64{1}},
		"text":              {Var: Var{"x", Char, []int{1, 1}}, Real: []float64{65}},
		"no name":           {Var: Var{"", Double, []int{1, 1}}, Real: []float64{1}},
		"name of digits":    {Var: Var{"1", Double, []int{1, 1}}, Real: []float64{1}},
		"long name":         {Var: Var{strings.Repeat("n", 64), Double, []int{1, 1}}, Real: []float64{1}},
		"entry outside":     {Var: Var{"x", Sparse, []int{2, 2}}, Real: []float64{1}, Row: []int{2}, Col: []int{0}},
		"entry twice":       {Var: Var{"x", Sparse, []int{2, 2}}, Real: []float64{1, 2}, Row: []int{1, 1}, Col: []int{0, 0}},
		"places missing":    {Var: Var{"x", Sparse, []int{2, 2}}, Real: []float64{1, 2}, Row: []int{1}, Col: []int{0}},
		"sparse, three dim": {Var: Var{"x", Sparse, []int{2, 2, 2}}},
	} {
		if err := Write(new(bytes.Buffer), a); err == nil || !strings.Contains(err.Error(), "matfile: "+a.Name) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

// What other programs read of the written file, as text: value by value, column by column.
const (
	inPython = `
import sys, numpy as np, scipy.io as sio
for name, v in sorted(sio.loadmat(sys.argv[1]).items()):
    if name.startswith("__"): continue
    kind = "sparse" if hasattr(v, "toarray") else v.dtype.name
    v = v.toarray() if kind == "sparse" else v
    print(name, kind, "x".join(map(str, v.shape)), *("%.17g" % x for x in v.flatten(order="F")))
`
	inOctave = `
s = load(argv(){1});
for name = sort(fieldnames(s))'
  v = s.(name{1}); kind = class(v);
  if issparse(v) kind = "sparse"; v = full(v); end
  if strcmp(kind, "double") kind = "float64"; elseif strcmp(kind, "single") kind = "float32"; end
  text = sprintf(" %.17g", v); 
  printf("%s %s %s%s\n", name{1}, kind, strjoin(strsplit(num2str(size(v))), "x"), strrep(strrep(text, "Inf", "inf"), "NaN", "nan"));
end
`
	inBoth = `S sparse 4x3 -1.5 0 0 0.10000000000000001 0 0 0 0 0 2 0 3
W0 float64 2x2 0.10000000000000001 0 inf nan
a float64 2x3 1 -2.5 1.0000000000000001e+300 0 4.9406564584124654e-324 7
b uint8 1x3 0 128 255
c int16 3x1 -32768 0 32767
d uint32 1x1x2 0 4294967295
e int8 1x2 -128 127
empty_columns sparse 2x5 0 0 0 0 0 0 0 9 0 0
f float32 1x1 0.5
nothing sparse 3x2 0 0 0 0 0 0
`
)

// TestWrittenElsewhere shows the written file to scipy and to Octave, where they are installed.
func TestWrittenElsewhere(t *testing.T) {
	path := filepath.Join("testdata", "written.mat")
	read := func(program string, args ...string) {
		out, err := exec.Command(program, args...).Output()
		if err != nil {
			t.Errorf("%s: %v", program, err)
		}
		if string(out) != inBoth {
			t.Errorf("%s read\n%swant\n%s", program, out, inBoth)
		}
	}
	if python, _ := findScipy(); python != "" {
		read(python, "-c", inPython, path)
	} else {
		t.Log("no python3 with scipy here: scipy 1.10.1 read the committed file")
	}
	if octave, err := exec.LookPath("octave-cli"); err == nil {
		script := filepath.Join(t.TempDir(), "dump.m")
		if err := os.WriteFile(script, []byte(inOctave), 0o666); err != nil {
			t.Fatal(err)
		}
		read(octave, "--quiet", "--no-init-file", script, path)
	} else {
		t.Log("no octave-cli here: Octave 7.3 read the committed file")
	}
}
