package datasets

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
)

const orlZip = "orl/att_faces.zip"

// madeFaces returns 400 small-valued pictures in the layout of the AT&T archive; pixel i of picture j is (i+7j) mod 251.
func madeFaces() map[string][]byte {
	out := map[string][]byte{}
	for j := range 400 {
		face := []byte("P5\n92 112\n255\n")
		for i := range 92 * 112 {
			face = append(face, byte((i+7*j)%251))
		}
		out[fmt.Sprintf("s%d/%d.pgm", j/10+1, j%10+1)] = face
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
	e.Files = []File{{Path: orlZip, Size: int64(len(archive)), SHA256: sumOf(archive)}}
	d, err := e.New().Load(os.DirFS(folder), nil)
	if err != nil {
		t.Fatal(err)
	}
	e.Content = dataset.ContentSum(d)
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
		if corrupt.Path != orlZip || corrupt.SHA256 != e.Files[0].SHA256 || corrupt.FoundSHA256 != sumOf(tt.data) ||
			corrupt.Found != int64(len(tt.data)) {
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
	if !errors.As(err, &absent) || !slices.Equal(absent.Paths,
		[]string{"hyperspectral/Indian_pines_gt.mat", "hyperspectral/Indian_pines_corrected.mat"}) {
		t.Errorf("got %v", err)
	}
	if got := Glance(filepath.Join(dir, "nowhere"), e); got != StateMissing {
		t.Errorf("glance says %s", got)
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
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	if got, err := Folder(""); err != nil || filepath.Base(got) != "data" {
		t.Errorf("without a home: %s, %v", got, err)
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
		if err := dataset.Validate(e, e.New()); err != nil {
			t.Errorf("the defaults are refused: %v", err)
		}
	}
	if _, ok := Find("irs"); ok {
		t.Error("found a set that is not there")
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
