package datasets

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/sets"
)

// server serves bodies by path; a path with "cut" breaks off in the middle the first time.
type server struct {
	*httptest.Server
	bodies map[string][]byte
	asked  []string
}

func newServer(t *testing.T, bodies map[string][]byte) *server {
	t.Helper()
	s := &server{bodies: bodies}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *server) serve(w http.ResponseWriter, r *http.Request) {
	s.asked = append(s.asked, r.URL.Path+" "+r.Header.Get("Range"))
	body, ok := s.bodies[r.URL.Path]
	if !ok {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	w.Header().Set("ETag", `"1"`)
	if strings.Contains(r.URL.Path, "cut") && r.Header.Get("Range") == "" {
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Write(body[:len(body)/2])
		panic(http.ErrAbortHandler)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

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

// madePictures is a small set in Deng Cai's form, its canonical file, and the file of the same content under other names.
func madePictures(t *testing.T) (e Entry, canonical, variant, other []byte) {
	t.Helper()
	values := make([]float64, 4*1024)
	for i := range values {
		values[i] = float64(i % 256)
	}
	labels := []float64{1, 1, 2, 2}
	canonical = matOf(t, array("fea", matfile.Uint8, []int{4, 1024}, values...), array("gnd", matfile.Uint8, []int{4, 1}, labels...))
	variant = matOf(t, array("X", matfile.Double, []int{4, 1024}, values...), array("Y", matfile.Double, []int{4, 1}, labels...))
	values[7]++
	other = matOf(t, array("fea", matfile.Uint8, []int{4, 1024}, values...), array("gnd", matfile.Uint8, []int{4, 1}, labels...))
	e = card("pie")
	e.Name, e.Accept, e.Classes = "made", false, 2
	made := e
	e.New = func() Dataset { return sets.Crop32(made) }
	e.Files = []File{{Path: card("pie").Files[0].Path, Size: int64(len(canonical)), SHA256: sumOf(canonical)}}
	folder := t.TempDir()
	write(t, folder, e.Files[0].Path, canonical)
	d, err := e.New().Load(os.DirFS(folder), nil)
	if err != nil {
		t.Fatal(err)
	}
	e.Content = dataset.ContentSum(d)
	return e, canonical, variant, other
}

func getOptions() GetOptions { return GetOptions{Pause: time.Millisecond, Stall: 5 * time.Minute} }

func TestGet(t *testing.T) {
	e, canonical, variant, other := madePictures(t)
	s := newServer(t, map[string][]byte{
		"/good": canonical, "/cut": canonical, "/variant": variant, "/other": other, "/page": []byte("<html>log in</html>"),
	})
	for _, tt := range []struct {
		name  string
		paths []string
		want  State // "" for an error
	}{
		{"canonical", []string{"/good"}, StateOK},
		{"cut in the middle", []string{"/cut"}, StateOK},
		{"variant", []string{"/variant"}, StateVariant},
		{"alternates in order", []string{"/absent", "/page", "/other", "/good", "/variant"}, StateOK},
		{"forbidden", []string{"/absent"}, ""},
		{"error page with 200", []string{"/page"}, ""},
		{"wrong content", []string{"/other"}, ""},
	} {
		e.Downloads = []Download{{Path: e.Files[0].Path, Limit: 1 << 20}}
		for _, p := range tt.paths {
			e.Downloads[0].URLs = append(e.Downloads[0].URLs, s.URL+p)
		}
		folder := filepath.Join(t.TempDir(), "new")
		err := Get(context.Background(), folder, e, getOptions())
		if (err == nil) != (tt.want != "") {
			t.Errorf("%s: %v", tt.name, err)
		}
		found := Check(folder, e)[0]
		if tt.want == "" && found.State != StateMissing || tt.want != "" && found.State != tt.want {
			t.Errorf("%s: the file is %s, want %s", tt.name, found.State, tt.want)
		}
		if tt.want == "" {
			continue
		}
		if err := Get(context.Background(), folder, e, getOptions()); !errors.Is(err, ErrHave) {
			t.Errorf("%s: again: %v", tt.name, err)
		}
		if left, _ := os.ReadDir(filepath.Join(folder, stagingFolder, e.Name)); len(left) > 0 {
			t.Errorf("%s: left in the staging folder: %v", tt.name, left)
		}
	}
}

func TestGetRefusals(t *testing.T) {
	e, canonical, _, other := madePictures(t)
	s := newServer(t, map[string][]byte{"/good": canonical})
	e.Downloads = []Download{{Path: e.Files[0].Path, Limit: 1 << 20, URLs: []string{s.URL + "/good"}}}
	folder := t.TempDir()

	licensed := e
	licensed.Accept, licensed.Terms = true, "Only for research."
	var licence *LicenceError
	if err := Get(context.Background(), folder, licensed, getOptions()); !errors.As(err, &licence) ||
		!strings.Contains(err.Error(), "Only for research. If you accept") || len(s.asked) > 0 {
		t.Errorf("got %v after %v", err, s.asked)
	}
	accepted := getOptions()
	accepted.Accept = true
	if err := Get(context.Background(), t.TempDir(), licensed, accepted); err != nil {
		t.Error(err)
	}

	ask := e
	ask.Downloads, ask.Source = nil, "its authors"
	if err := Get(context.Background(), folder, ask, getOptions()); err == nil || !strings.Contains(err.Error(), "must be asked for") {
		t.Errorf("got %v", err)
	}

	write(t, folder, e.Files[0].Path, other)
	var corrupt *CorruptError
	if err := Get(context.Background(), folder, e, getOptions()); !errors.As(err, &corrupt) {
		t.Errorf("a wrong file in the place: %v", err)
	}
	if left, _ := os.ReadFile(filepath.Join(folder, e.Files[0].Path)); !bytes.Equal(left, other) {
		t.Error("it was replaced")
	}
	if err := Get(context.Background(), folder, card("iris"), getOptions()); !errors.Is(err, ErrHave) {
		t.Errorf("embedded: %v", err)
	}
}

// TestGetTwoFiles fetches a set of two files with known sums.
func TestGetTwoFiles(t *testing.T) {
	tra, tes := bytes.Repeat([]byte("1,2,3\n"), 200), bytes.Repeat([]byte("4,5,6\n"), 100)
	s := newServer(t, map[string][]byte{"/tra": tra, "/tes": tes, "/bad": tra[:100]})
	e := card("optdigits")
	e.Content, e.Embedded = "", false
	e.Files = []File{
		{Path: card("optdigits").Files[0].Path, Size: int64(len(tra)), SHA256: sumOf(tra)},
		{Path: card("optdigits").Files[1].Path, Size: int64(len(tes)), SHA256: sumOf(tes)},
	}
	e.Downloads = []Download{
		{URLs: []string{s.URL + "/bad", s.URL + "/tra"}, Path: e.Files[0].Path, Limit: 1 << 20},
		{URLs: []string{s.URL + "/tes"}, Path: e.Files[1].Path, Limit: 1 << 20},
	}
	folder := t.TempDir()
	if err := Get(context.Background(), folder, e, getOptions()); err != nil {
		t.Fatal(err)
	}
	for _, f := range Check(folder, e) {
		if f.State != StateOK {
			t.Errorf("%+v", f)
		}
	}
	e.Files[1].SHA256 = sumOf(tra)
	empty := t.TempDir()
	if err := Get(context.Background(), empty, e, getOptions()); err == nil || !strings.Contains(err.Error(), "/tes: found SHA-256 ") {
		t.Errorf("a file with another sum: %v", err)
	}
	if Glance(empty, e) != StateMissing {
		t.Error("it was kept")
	}
}

func TestImport(t *testing.T) {
	e, canonical, variant, other := madePictures(t)
	dir := t.TempDir()
	for name, data := range map[string][]byte{"a.mat": canonical, "b.mat": variant, "c.mat": other, "d.mat": []byte("<html>"),
		"e.txt": []byte("none"), "f.txt": canonical} {
		write(t, dir, name, data)
	}
	for _, tt := range []struct {
		file, variant, want string
	}{
		{"a.mat", "", ""},
		{"f.txt", "", ""},
		{"b.mat", "same content, saved as X (4×1024 double), Y (4×1 double)", ""},
		{"c.mat", "", "other content"},
		{"d.mat", "", "is none of its files"},
		{"e.txt", "", "want pie/PIE_pose27.mat"},
		{"absent.mat", "", "no such file"},
	} {
		folder := t.TempDir()
		done, err := Import(context.Background(), folder, e, []string{filepath.Join(dir, tt.file)})
		if tt.want != "" {
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: got %v, want %q", tt.file, err, tt.want)
			}
			if Glance(folder, e) != StateMissing {
				t.Errorf("%s was taken", tt.file)
			}
			continue
		}
		if err != nil || len(done) != 1 || done[0].Variant != tt.variant {
			t.Errorf("%s: got %+v, %v", tt.file, done, err)
			continue
		}
		if _, err := Load(folder, e, nil, nil); err != nil {
			t.Error(err)
		}
		if _, err := Import(context.Background(), folder, e, []string{filepath.Join(dir, "a.mat")}); !errors.Is(err, ErrHave) {
			t.Errorf("a second import: %v", err)
		}
	}
}

// TestHugeFile puts 10 GB where a picture file should be: nothing may read them, or take memory for them.
func TestHugeFile(t *testing.T) {
	e, canonical, _, _ := madePictures(t)
	folder, dir := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(folder, filepath.FromSlash(e.Files[0].Path)), filepath.Join(dir, "big.mat")} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, canonical, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 10<<30); err != nil { // takes no room on the disk
			t.Fatal(err)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var corrupt *CorruptError
	_, err := Load(folder, e, nil, nil)
	if !errors.As(err, &corrupt) || corrupt.Found != 10<<30 || !strings.Contains(err.Error(), "are not read") {
		t.Errorf("load: %v", err)
	}
	if r := Verify(folder, e); r.State != StateWrong || !errors.As(r.Err, &corrupt) {
		t.Errorf("verify: %s, %v", r.State, r.Err)
	}
	if _, err := Import(context.Background(), t.TempDir(), e, []string{filepath.Join(dir, "big.mat")}); err == nil ||
		!strings.Contains(err.Error(), "are not read") {
		t.Errorf("import: %v", err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 50<<20 {
		t.Errorf("%d bytes allocated", got)
	}
}
