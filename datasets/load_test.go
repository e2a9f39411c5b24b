package datasets

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/pnm"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// madeFaces returns 400 small-valued pictures in the layout of the AT&T archive; pixel i of picture j is (i+7j) mod 251.
func madeFaces() map[string][]byte {
	out := map[string][]byte{}
	for j := range 400 {
		g := &pnm.Gray{Width: orlWidth, Height: orlHeight, Max: 255, Pix: make([]uint16, orlPixels)}
		for i := range g.Pix {
			g.Pix[i] = uint16((i + 7*j) % 251)
		}
		var b bytes.Buffer
		if err := pnm.Write(&b, g); err != nil {
			panic(err)
		}
		out[fmt.Sprintf("s%d/%d.pgm", j/10+1, j%10+1)] = b.Bytes()
	}
	return out
}

// zipped packs files, compressed or not: two archives of the same files.
func zipped(files map[string][]byte, prefix string, method uint16) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, data := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: prefix + name, Method: method})
		if err != nil {
			panic(err)
		}
		w.Write(data)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func sumOf(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// madeORL returns an entry like orl-full for made pictures, and a folder that holds their archive.
func madeORL(t *testing.T) (e Entry, folder string, files map[string][]byte) {
	t.Helper()
	files = madeFaces()
	archive := zipped(files, "", zip.Deflate)
	folder = t.TempDir()
	write(t, folder, orlZip, archive)
	e = card("orl-full")
	e.Files = []File{{orlZip, int64(len(archive)), sumOf(archive)}}
	d, err := e.New().Load(os.DirFS(folder), nil)
	if err != nil {
		t.Fatal(err)
	}
	e.Content = contentSum(d)
	return e, folder, files
}

func write(t *testing.T, folder, name string, data []byte) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLoadORLFull(t *testing.T) {
	e, folder, _ := madeORL(t)
	d, err := Load(folder, e, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m, n := d.X.Dims(); m != 10304 || n != 400 {
		t.Fatalf("%d×%d, want 10304×400", m, n)
	}
	// s2/3.pgm is sample 12; its pixel in column 5 of row 1 is feature 97.
	if got, want := d.X.At(97, 12), float64((97+7*12)%251); got != want || d.Labels[12] != 1 || d.Columns[12] != "s2/3.pgm" {
		t.Errorf("got %v, label %d, %s", got, d.Labels[12], d.Columns[12])
	}
	if states := Check(folder, e); len(states) != 1 || states[0].State != StateOK {
		t.Errorf("check says %+v", states)
	}
}

// TestLoadVariant reads the same pictures from another archive and from the folder that one was extracted to.
func TestLoadVariant(t *testing.T) {
	e, folder, files := madeORL(t)
	want, err := Load(folder, e, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	repacked, extracted := t.TempDir(), t.TempDir()
	write(t, repacked, orlZip, zipped(files, "att_faces/", zip.Store))
	for name, data := range files {
		write(t, extracted, "orl/att_faces/"+name, data)
	}
	for _, dir := range []string{repacked, extracted} {
		d, err := Load(dir, e, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d.SHA256 != want.SHA256 || !mat.Equal(d.X, want.X) {
			t.Errorf("the variant has other content")
		}
		if states := Check(dir, e); states[0].State != StateVariant {
			t.Errorf("check says %+v, want a variant", states)
		}
	}
	// One pixel less bright is another set.
	face := slices.Clone(files["s7/7.pgm"])
	face[len(face)-1] ^= 1
	write(t, extracted, "orl/att_faces/s7/7.pgm", face)
	var corrupt *CorruptError
	if _, err := Load(extracted, e, nil, nil); !errors.As(err, &corrupt) {
		t.Errorf("a changed picture gives %v, want a CorruptError", err)
	}
}

func TestLoadBadFiles(t *testing.T) {
	e, folder, _ := madeORL(t)
	good, err := os.ReadFile(filepath.Join(folder, orlZip))
	if err != nil {
		t.Fatal(err)
	}
	flipped := slices.Clone(good)
	flipped[len(flipped)/2] ^= 1
	for _, tt := range []struct {
		name  string
		data  []byte
		state State
	}{
		{"truncated", good[:len(good)/2], StateTruncated},
		{"empty", nil, StateTruncated},
		{"one bit", flipped, StateWrong},
		{"longer", append(slices.Clone(good), make([]byte, 100_000)...), StateWrong}, // zip allows 65,535 bytes of comment
		{"error page", bytes.Repeat([]byte("<html>not found</html>"), len(good)/20), StateWrong},
	} {
		dir := t.TempDir()
		write(t, dir, orlZip, tt.data)
		_, err := Load(dir, e, nil, nil)
		var corrupt *CorruptError
		if !errors.As(err, &corrupt) {
			t.Errorf("%s: got %v, want a CorruptError", tt.name, err)
			continue
		}
		if corrupt.Path != orlZip || corrupt.SHA256 != e.Files[0].SHA256 || corrupt.FoundSHA256 != sumOf(tt.data) || corrupt.Found != int64(len(tt.data)) {
			t.Errorf("%s: %+v", tt.name, corrupt)
		}
		for _, part := range []string{orlZip, dir, e.Files[0].SHA256, sumOf(tt.data), "nmfrepro data"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: message lacks %s: %v", tt.name, part, err)
			}
		}
		if states := Check(dir, e); states[0].State != tt.state {
			t.Errorf("%s: check says %s, want %s", tt.name, states[0].State, tt.state)
		}
		if kept, err := os.ReadFile(filepath.Join(dir, orlZip)); err != nil || !bytes.Equal(kept, tt.data) {
			t.Errorf("%s: the file was changed (%v)", tt.name, err)
		}
	}
}

func TestLoadMissing(t *testing.T) {
	e := card("indian-pines")
	dir := t.TempDir()
	_, err := Load(filepath.Join(dir, "nowhere"), e, nil, nil)
	var absent *MissingError
	if !errors.As(err, &absent) || !slices.Equal(absent.Paths, []string{"hyperspectral/Indian_pines_gt.mat", "hyperspectral/Indian_pines_corrected.mat"}) {
		t.Errorf("got %v", err)
	}
	if got := Glance(filepath.Join(dir, "nowhere"), e); got != StateMissing {
		t.Errorf("glance says %s", got)
	}
}

// optdigitsText makes n lines; attribute i of sample j is (i·j mod 67) mod 17, except that attributes 0 and 63 are zero.
func optdigitsText(n, from int) []byte {
	var b bytes.Buffer
	for j := from; j < from+n; j++ {
		for i := range 64 {
			v := i * j % 67 % 17
			if i == 63 {
				v = 0
			}
			fmt.Fprintf(&b, "%d,", v)
		}
		fmt.Fprintf(&b, "%d\n", j%10)
	}
	return b.Bytes()
}

func TestOptdigitsOptions(t *testing.T) {
	fsys := fstest.MapFS{
		"optdigits/optdigits.tra": {Data: optdigitsText(50, 0)},
		"optdigits/optdigits.tes": {Data: optdigitsText(30, 50)},
	}
	for _, tt := range []struct {
		set     optdigitsSet
		m, n    int
		first   []int // labels of the first samples
		classes string
	}{
		{*card("optdigits").New().(*optdigitsSet), 62, 32, []int{0, 1, 2, 3, 0}, "0 2 4 6"},
		{optdigitsSet{Classes: nil, Constant: constantKeep}, 64, 80, []int{0, 1, 2, 3, 4, 5}, "0 1 2 3 4 5 6 7 8 9"},
		{optdigitsSet{Classes: Classes{9, 3}, Constant: constantDrop}, 62, 16, []int{1, 0, 1, 0}, "9 3"},
	} {
		d, err := tt.set.Load(fsys, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m, n := d.X.Dims(); m != tt.m || n != tt.n || len(d.Rows) != m || len(d.Labels) != n {
			t.Errorf("%v: %d×%d, %d names, %d labels, want %d×%d", tt.classes, m, n, len(d.Rows), len(d.Labels), tt.m, tt.n)
		}
		if !slices.Equal(d.Labels[:len(tt.first)], tt.first) || strings.Join(d.Classes, " ") != tt.classes {
			t.Errorf("labels %v..., classes %v; want %v..., %s", d.Labels[:5], d.Classes, tt.first, tt.classes)
		}
	}
	bad := fstest.MapFS{"optdigits/optdigits.tra": {Data: []byte("1,2,3\n")}, "optdigits/optdigits.tes": {Data: []byte("1\n")}}
	if _, err := card("optdigits").New().Load(bad, nil); err == nil || !strings.Contains(err.Error(), "want 64 attributes") {
		t.Errorf("got %v", err)
	}
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		set  Dataset
		want string
	}{
		{&optdigitsSet{Unscaled, Classes{0, 10}, constantDrop}, "datasets: optdigits: classes names 10, want 0 to 9"},
		{&optdigitsSet{Unscaled, Classes{1, 1}, constantDrop}, "names 1 twice"},
		{&optdigitsSet{Unscaled, nil, "maybe"}, `constant = "maybe", want "drop" or "keep"`},
		{&optdigitsSet{Scaled{"log"}, nil, constantDrop}, `scale = "log"`},
	} {
		if _, err := Load(t.TempDir(), card("optdigits"), tt.set, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

func TestScales(t *testing.T) {
	values := []float64{1, 2, 5, 3, 3, 3, 0, 4, 12}
	for scale, want := range map[Scale][]float64{
		ScaleNone:   values,
		ScaleMinMax: {0, 0.25, 1, 0, 0, 0, 0, 1. / 3, 1},
		ScaleGrey:   {255, 510, 1275, 765, 765, 765, 0, 1020, 3060},
		ScaleAbove:  {1 + 1./255, 2 + 1./255, 5 + 1./255, 3 + 1./255, 3 + 1./255, 3 + 1./255, 1. / 255, 4 + 1./255, 12 + 1./255},
		Scale255:    {1. / 255, 2. / 255, 5. / 255, 3. / 255, 3. / 255, 3. / 255, 0, 4. / 255, 12. / 255},
		ScaleUnit: {1 / math.Sqrt(10), 2 / math.Sqrt(29), 5 / math.Sqrt(178),
			3 / math.Sqrt(10), 3 / math.Sqrt(29), 3 / math.Sqrt(178), 0, 4 / math.Sqrt(29), 12 / math.Sqrt(178)},
	} {
		d := &Data{X: matrix.NewDense(3, 3, slices.Clone(values))}
		if err := scale.apply(d); err != nil {
			t.Fatal(err)
		}
		if got := d.X.(*matrix.Dense).Raw(); !mat.EqualApprox(got, mat.NewDense(3, 3, want), 1e-15) {
			t.Errorf("%s: got %v", scale, mat.Formatted(got))
		}
	}
	masked, err := matrix.NewMasked(1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := ScaleUnit.apply(&Data{X: masked}); err == nil {
		t.Error("a masked matrix was scaled")
	}
}

func TestChecksumCoversOptions(t *testing.T) {
	seen := map[string]string{}
	for name, d := range map[string]Dataset{
		"default":    nil,
		"all":        &optdigitsSet{Unscaled, nil, constantDrop},
		"two":        &optdigitsSet{Unscaled, Classes{0, 2}, constantDrop},
		"with const": &optdigitsSet{Unscaled, Classes{0, 2, 4, 6}, constantKeep},
		"scaled":     &optdigitsSet{Scaled{ScaleUnit}, Classes{0, 2, 4, 6}, constantDrop},
	} {
		sum := Checksum(card("optdigits"), d)
		if other, ok := seen[sum]; ok {
			t.Errorf("%s and %s share the checksum %s", name, other, sum)
		}
		seen[sum] = name
	}
	if Checksum(card("optdigits"), &optdigitsSet{Unscaled, nil, constantDrop}) != Checksum(card("optdigits"), &optdigitsSet{Unscaled, Classes{}, constantDrop}) {
		t.Error("two ways to say all")
	}
	if Checksum(card("optdigits"), nil) != Checksum(card("optdigits"), card("optdigits").New()) {
		t.Error("nil is not the default")
	}
}

func TestUCIErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "no first line",
		"a,b,c\n":                "want samples,features",
		"2,1,x,y\n1,0\n":         "1 samples of 1 features, the first line says 2 of 1",
		"1,1,x,y\n1,5\n":         "u.csv:2: class 5, want 0 to 1",
		"1,1,x,y\n1,0.5\n":       "class 0.5",
		"1,1,x,y\nred,0\n":       "u.csv:2:1",
		"1,1,x\n1\n":             "want at least one feature",
		"99999999999999,1,x\n1,": "nothing as value 2",
	} {
		if _, err := readUCI(strings.NewReader(text), "u.csv", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	var syntax *tabular.SyntaxError
	if _, err := readUCI(strings.NewReader("1,1,x\nred,0\n"), "u.csv", nil); !errors.As(err, &syntax) {
		t.Errorf("got %T", err)
	}
}

func TestFolder(t *testing.T) {
	t.Setenv(EnvFolder, "/from/env")
	if got, _ := Folder("/from/flag"); got != "/from/flag" {
		t.Errorf("the flag gives %s", got)
	}
	if got, _ := Folder(""); got != "/from/env" {
		t.Errorf("the variable gives %s", got)
	}
	t.Setenv(EnvFolder, "")
	t.Setenv("XDG_CACHE_HOME", "/cache")
	t.Setenv("HOME", "/home")
	if got, err := Folder(""); err != nil || !strings.HasSuffix(got, filepath.FromSlash("nmfrepro/data")) {
		t.Errorf("the cache is %s, %v", got, err)
	}
}

// card is the set of a name that the registry has.
func card(name string) Entry {
	e, ok := Find(name)
	if !ok {
		panic("no set " + name)
	}
	return e
}

// TestCards finds a card for every set and a set for every card, with keys that a card has and the name that its file has.
func TestCards(t *testing.T) {
	files, err := fs.Glob(cards, "cards/*")
	if err != nil || len(files) != len(Registry) {
		t.Errorf("%d cards of %d sets: %v", len(files), len(Registry), err)
	}
	for _, file := range files {
		text, err := cards.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var e Entry
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&e); err != nil || file != "cards/"+e.Name+".json" {
			t.Errorf("%s: %q, %v", file, e.Name, err)
		}
	}
}

func TestRegistry(t *testing.T) {
	if !slices.IsSorted(Names()) {
		t.Errorf("not sorted: %v", Names())
	}
	for _, e := range Registry {
		if e.Name == "" || e.Doc == "" || e.Cite == "" || e.Licence == "" || e.New == nil || e.Features < 1 || e.Samples < 1 {
			t.Errorf("incomplete: %+v", e)
		}
		if found, ok := Find(e.Name); !ok || found.Doc != e.Doc {
			t.Errorf("Find(%q) fails", e.Name)
		}
		if (e.Terms == "") != (len(e.Files) == 0) || (e.Source == "") != (len(e.Files) == 0) || e.Prepare == "" || e.Accept && e.Share {
			t.Errorf("%s: the card lacks terms, source or preparation, or generated data has a source", e.Name)
		}
		for _, u := range e.Papers {
			if ScalingOf(u.Paper) == "" || u.Note == "" {
				t.Errorf("%s: nothing is said about its use in %q", e.Name, u.Paper)
			}
		}
		for _, f := range e.Files {
			if !fs.ValidPath(f.Path) || (f.Size < 1 || len(f.SHA256) != 64) && (f.Size != 0 || f.SHA256 != "") {
				t.Errorf("%s: %+v", e.Name, f)
			}
		}
		if err := Validate(e, e.New()); err != nil {
			t.Errorf("the defaults are refused: %v", err)
		}
	}
	if _, ok := Find("irs"); ok {
		t.Error("found a set that is not there")
	}
}

// FuzzUCI reads whatever text: an error, or as many samples and features as the first line says.
func FuzzUCI(f *testing.F) {
	for _, text := range []string{"2,1,a,b\n1,0\n2,1\n", "1,2,x,y\n0.5,-1e3,0\n", "1,1,x\n1\n", "", "3,1,x\n", "1,1,é\nNaN,0\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := readUCI(strings.NewReader(text), "u.csv", nil)
		if err != nil {
			return
		}
		m, n := d.X.Dims()
		if m < 1 || n != len(d.Labels) || d.Classes == nil {
			t.Fatalf("%d×%d with %d labels", m, n, len(d.Labels))
		}
		for _, l := range d.Labels {
			if l < 0 || l >= len(d.Classes) {
				t.Fatalf("label %d of %d classes", l, len(d.Classes))
			}
		}
	})
}
