package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"
)

type member struct {
	name, text string
	link       bool
}

func zipOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if m.link {
			h.SetMode(os.ModeSymlink | 0o777)
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, m.text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: 0o644, Size: int64(len(m.text)), Typeflag: tar.TypeReg}
		if m.link {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, m.text, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if !m.link {
			io.WriteString(w, m.text)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var places = map[string]string{"a.txt": "set/a.txt", "b.txt": "set/b.txt"}

// extract unpacks into a new folder and returns what is there by name.
func extract(t *testing.T, data []byte, limits Limits) (map[string]string, error) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	err = Extract(bytes.NewReader(data), int64(len(data)), root, places, limits)
	out := map[string]string{}
	for _, p := range places {
		if text, err := os.ReadFile(dir + "/" + p); err == nil {
			out[p] = string(text)
		}
	}
	return out, err
}

func TestExtract(t *testing.T) {
	members := []member{{"../../evil.txt", "evil", false}, {"x/", "", false}, {"x/../../a.txt", "A", false}, {"/b.txt", "B", false}}
	for name, pack := range map[string]func(testing.TB, ...member) []byte{"zip": zipOf, "tar.gz": tarOf} {
		list := members
		if name == "tar.gz" {
			list = append([]member(nil), members[0], members[2], members[3])
		}
		got, err := extract(t, pack(t, list...), Limits{Size: 100})
		if err != nil || got["set/a.txt"] != "A" || got["set/b.txt"] != "B" {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	zeros := strings.Repeat("\x00", 8<<20)
	for name, pack := range map[string]func(testing.TB, ...member) []byte{"zip": zipOf, "tar.gz": tarOf} {
		for _, tt := range []struct {
			members []member
			limits  Limits
			want    string
		}{
			{[]member{{"a.txt", "A", false}}, Limits{Size: 100}, "no member named b.txt"},
			{[]member{{"a.txt", "A", false}, {"y/a.txt", "A", false}, {"b.txt", "B", false}}, Limits{Size: 100}, "a.txt is there twice"},
			{[]member{{"a.txt", "/etc/passwd", true}, {"b.txt", "B", false}}, Limits{Size: 100}, "no member named a.txt"},
			{[]member{{"a.txt", "0123456789", false}, {"b.txt", "0123456789", false}}, Limits{Size: 15}, "more than 15 bytes"},
			{[]member{{"a.txt", zeros, false}, {"b.txt", "B", false}}, Limits{Size: 1 << 40}, "times"},
			{[]member{{"c", "", false}, {"d", "", false}, {"e", "", false}}, Limits{Size: 100, Members: 2}, "members"},
		} {
			got, err := extract(t, pack(t, tt.members...), tt.limits)
			if name == "tar.gz" && tt.want == "times" {
				tt.want = "unpacks to far more"
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: got %v, want %q", name, err, tt.want)
			}
			if strings.Contains(tt.want, "bytes") && len(got) > 1 {
				t.Errorf("%s: a member beyond the limit was kept", name)
			}
		}
	}
	for name, data := range map[string][]byte{"empty": nil, "page": []byte("<html></html>"), "cut": zipOf(t, member{"a.txt", "A", false})[:20]} {
		if _, err := extract(t, data, Limits{Size: 100}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestExistingStays(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	os.MkdirAll(dir+"/set", 0o755)
	if err := os.WriteFile(dir+"/set/a.txt", []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	data := zipOf(t, member{"a.txt", "new", false}, member{"b.txt", "B", false})
	if err := Extract(bytes.NewReader(data), int64(len(data)), root, places, Limits{Size: 100}); err == nil {
		t.Error("no error")
	}
	if got, _ := os.ReadFile(dir + "/set/a.txt"); string(got) != "old" {
		t.Errorf("the file is now %q", got)
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(zipOf(f, member{"a.txt", "A", false}, member{"b.txt", "B", false}))
	f.Add(tarOf(f, member{"a.txt", "A", false}, member{"b.txt", "B", false}))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		const most = 1 << 12
		Extract(bytes.NewReader(data), int64(len(data)), root, places, Limits{Size: most})
		for _, p := range places {
			if info, err := root.Stat(p); err == nil && info.Size() > most {
				t.Fatalf("%s has %d bytes", p, info.Size())
			}
		}
	})
}
