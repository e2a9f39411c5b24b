package sets

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/matfile"
)

// matOf makes a .mat file.
func matOf(t *testing.T, arrays ...*matfile.Array) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := matfile.Write(&b, arrays...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func array(name string, class matfile.Class, dims []int, values ...float64) *matfile.Array {
	return &matfile.Array{Var: matfile.Var{Name: name, Class: class, Dims: dims}, Real: values}
}

// TestPictures reads two pictures of 3×2 pixels under both pairs of names, as rows and as columns.
func TestPictures(t *testing.T) {
	// Pixels by column: (0,0), (0,1), (1,0), (1,1), (2,0), (2,1), written column of the picture by column.
	one, two := []float64{10, 20, 11, 21, 12, 22}, []float64{30, 40, 31, 41, 32, 42}
	var rows []float64
	for k := range one {
		rows = append(rows, one[k], two[k])
	}
	want := mat.NewDense(6, 2, []float64{10, 30, 11, 31, 12, 32, 20, 40, 21, 41, 22, 42})
	for name, data := range map[string][]byte{
		"rows, fea": matOf(t, array("fea", matfile.Uint8, []int{2, 6}, rows...), array("gnd", matfile.Uint8, []int{2, 1}, 2, 1)),
		"rows, X":   matOf(t, array("X", matfile.Double, []int{2, 6}, rows...), array("Y", matfile.Double, []int{1, 2}, 2, 1)),
		"columns, fea": matOf(t, array("fea", matfile.Uint8, []int{6, 2}, slices.Concat(one, two)...),
			array("gnd", matfile.Uint8, []int{2, 1}, 2, 1)),
	} {
		set := &pictures{path: "p.mat", side: image.Pt(3, 2), classes: 2}
		d, err := set.Load(fstest.MapFS{"p.mat": {Data: data}}, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !mat.Equal(d.X, want) || !slices.Equal(d.Labels, []int{1, 0}) || d.Image != image.Pt(3, 2) {
			t.Errorf("%s: got %v, labels %v", name, mat.Formatted(d.X), d.Labels)
		}
		set.Pixels = "columns"
		if d, err = set.Load(fstest.MapFS{"p.mat": {Data: data}}, nil); err != nil || !slices.Equal(mat.Col(nil, 0, d.X), one) ||
			d.Image != (image.Point{}) {
			t.Errorf("%s, pixels by column: got %v, %v, want the first picture %v as the file has it", name, mat.Formatted(d.X), err, one)
		}
	}
	for want, data := range map[string][]byte{
		"want one of [gnd Y labels]": matOf(t, array("fea", matfile.Uint8, []int{2, 6}, rows...)),
		"want one of [fea X data]":   matOf(t, array("gnd", matfile.Uint8, []int{2, 1}, 2, 1)),
		"has label 3, want 1 to 2": matOf(t, array("fea", matfile.Uint8, []int{2, 6}, rows...),
			array("gnd", matfile.Uint8, []int{2, 1}, 3, 1)),
		"want 3 pictures of 6 pixels": matOf(t, array("fea", matfile.Uint8, []int{2, 6}, rows...),
			array("gnd", matfile.Uint8, []int{3, 1}, 2, 1, 1)),
		"no MATLAB header":              bytes.Repeat([]byte("<html>"), 100),
		"want a MATLAB file, which has": []byte("short"),
	} {
		set := &pictures{path: "p.mat", side: image.Pt(3, 2), classes: 2}
		if _, err := set.Load(fstest.MapFS{"p.mat": {Data: data}}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestCoilFromPNG makes the archive of pictures: pixel (x, y) of view j of an object has the grey level (x+2y+j) mod 256.
func TestCoilFromPNG(t *testing.T) {
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for o := range coilObjects {
		for j := range coilViews {
			p := image.NewGray(image.Rect(0, 0, 128, 128))
			for i := range p.Pix {
				p.Pix[i] = uint8(i%128 + 2*(i/128) + j)
			}
			w, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("coil-20-proc/obj%d__%d.png", o+1, j), Method: zip.Store})
			if err != nil {
				t.Fatal(err)
			}
			if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	d, err := (&coil20Set{}).Load(fstest.MapFS{coilZip: {Data: archive.Bytes()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for k := range 16 { // block (3, 5) of view 7 of object 2
		sum += int(uint8(12 + k%4 + 2*(20+k/4) + 7))
	}
	if got, want := d.X.At(5*32+3, 72+7), float64(sum)/4080; got != want || d.Labels[79] != 1 {
		t.Errorf("got %v, label %d, want %v, 1", got, d.Labels[79], want)
	}
	var small bytes.Buffer
	png.Encode(&small, image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.Black}))
	if err := shrinkTo(mat.NewDense(1024, 1, nil), 0, fstest.MapFS{"a.png": {Data: small.Bytes()}}, "a.png"); err == nil ||
		!strings.Contains(err.Error(), "4×4 pixels") {
		t.Errorf("got %v", err)
	}
}

func TestMovieLens(t *testing.T) {
	files := fstest.MapFS{
		"movielens1m/ml-1m/ratings.dat": {Data: []byte("2::30::4::0\n1::10::5::9\n2::10::1::9\n")},
		"movielens1m/ml-1m/users.dat":   {Data: []byte("1::F::1::10::48067\n2::M::56::20::70072\n3::M::25::15::5\n")},
		"movielens1m/ml-1m/movies.dat":  {Data: []byte("10::A (1999)::Comedy|War\n20::B (1999)::Drama\n30::\xc9l (1999)::Western\n")},
	}
	d, err := (&movieSet{}).Load(files, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, n := d.X.Dims()
	if m != 3 || n != 2 || d.X.NNZ() != 3 || d.X.At(1, 1) != 4 || d.X.At(0, 0) != 5 || d.X.At(1, 0) != 1 {
		t.Errorf("%d×%d with %d entries", m, n, d.X.NNZ())
	}
	if d.X.At(0, 1) == d.X.At(0, 1) {
		t.Error("an unknown entry is known")
	}
	if d.Columns[1] != "Él (1999)" || d.ColumnFeatures.At(0, 4) != 1 || d.ColumnFeatures.At(0, 16) != 1 || mat.Sum(d.ColumnFeatures) != 3 {
		t.Errorf("columns %v, features %v", d.Columns, mat.Formatted(d.ColumnFeatures))
	}
	if got := d.RowFeatures.RawRowView(1); got[0] != 0 || got[1] != 6 || got[22] != 1 || d.RowFeatures.At(0, 0) != 1 {
		t.Errorf("features of user 2: %v", got)
	}
	files["movielens1m/ml-1m/ratings.dat"] = &fstest.MapFile{Data: []byte("7::10::4::0\n")}
	if _, err := (&movieSet{}).Load(files, nil); err == nil || !strings.Contains(err.Error(), "user 7 or movie 10 is in no list") {
		t.Errorf("got %v", err)
	}
}
