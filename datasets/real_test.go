package datasets

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

// realFolder returns the folder with the real data, "" where there is none. Tests that use it check the embedded sets, or
// files that they make themselves, in any case.
func realFolder(t *testing.T) string {
	t.Helper()
	return os.Getenv(EnvFolder)
}

// facts are what is known about a set from its publication and README.
type facts struct {
	name     string
	counts   map[int]int // samples of a class, for the classes given
	min, max float64     // over all entries
	content  bool        // the registry's Content is checked
}

var known = []facts{
	{name: "iris", counts: map[int]int{0: 50, 1: 50, 2: 50}, min: 0.1, max: 7.9},
	{name: "wine", counts: map[int]int{0: 59, 1: 71, 2: 48}, min: 0.13, max: 1680},
	{name: "wdbc", counts: map[int]int{0: 212, 1: 357}, min: 0, max: 4254},
	{name: "digits", counts: map[int]int{0: 178, 8: 174}, min: 0, max: 16},
	{name: "optdigits", counts: map[int]int{0: 554, 1: 557, 2: 568, 3: 558}, min: 0, max: 16, content: true},
	{name: "orl", counts: map[int]int{0: 10, 39: 10}, min: 2, max: 235, content: true},
	{name: "yale", counts: map[int]int{0: 11, 14: 11}, min: 0, max: 255, content: true},
	{name: "pie", counts: map[int]int{0: 42, 67: 42}, min: 0, max: 255, content: true},
	{name: "coil20", counts: map[int]int{0: 72, 19: 72}, min: 0, max: 1, content: true},
	{name: "movielens1m", content: true},
	{name: "hdm05-dg", min: 0, max: 78.6617, content: true},
	{name: "jasper-ridge", min: 0, max: 5437, content: true},
	{name: "mocap6", counts: map[int]int{}, min: 0, max: 154.55749249999997, content: true},
	{name: "video-bbb", counts: map[int]int{0: 60, 1: 175, 2: 65}, min: 0, max: 255, content: true},
	{name: "video-sintel", counts: map[int]int{0: 74, 1: 138, 2: 88}, min: 0, max: 255, content: true},
	{name: "orl-full", counts: map[int]int{0: 10, 39: 10}, min: 0, max: 251, content: true},
}

func TestKnownFacts(t *testing.T) {
	folder := realFolder(t)
	for _, f := range known {
		e, ok := Find(f.name)
		if !ok {
			t.Errorf("%s is not registered", f.name)
			continue
		}
		if folder == "" && !e.Embedded && len(e.Files) > 0 {
			continue // TestEveryLoader reads made files of the same form
		}
		if folder != "" && !Glance(folder, e).Good() {
			t.Errorf("%s: %s in %s", f.name, Glance(folder, e), folder)
			continue
		}
		checkFacts(t, folder, e, f)
	}
}

func checkFacts(t *testing.T, folder string, e Entry, f facts) {
	d, err := Load(folder, e, nil, nil)
	if err != nil {
		t.Error(err)
		return
	}
	m, n := d.X.Dims()
	if m != e.Features || n != e.Samples || len(d.Labels) != n && f.counts != nil {
		t.Errorf("%s: %d×%d with %d labels, want %d×%d", e.Name, m, n, len(d.Labels), e.Features, e.Samples)
	}
	if d.Image.X*d.Image.Y != 0 && d.Image.X*d.Image.Y != m {
		t.Errorf("%s: pictures of %v, but %d features", e.Name, d.Image, m)
	}
	count := map[int]int{}
	for _, l := range d.Labels {
		count[l]++
	}
	if len(count) != e.Classes {
		t.Errorf("%s: %d classes, want %d", e.Name, len(count), e.Classes)
	}
	for l, want := range f.counts {
		if count[l] != want {
			t.Errorf("%s: class %d has %d samples, want %d", e.Name, l, count[l], want)
		}
	}
	if x, ok := d.X.(*matrix.Dense); ok && (mat.Min(x.Raw()) != f.min || mat.Max(x.Raw()) != f.max) {
		t.Errorf("%s: entries in [%v, %v], want [%v, %v]", e.Name, mat.Min(x.Raw()), mat.Max(x.Raw()), f.min, f.max)
	}
	if sum := dataset.ContentSum(d); f.content && sum != e.Content {
		t.Errorf("%s: content %s, registry has %q", e.Name, sum, e.Content)
	}
	if d.SHA256 != dataset.Checksum(e, nil) || len(d.SHA256) != 64 {
		t.Errorf("%s: checksum %q, want %q", e.Name, d.SHA256, dataset.Checksum(e, nil))
	}
}

// BenchmarkLoad times every set at hand, checksums included; embedded ones always.
func BenchmarkLoad(b *testing.B) {
	folder := os.Getenv(EnvFolder)
	for _, e := range Registry {
		if len(e.Files) == 0 || !e.Embedded && (folder == "" || !Glance(folder, e).Good()) {
			continue
		}
		b.Run(e.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Load(folder, e, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestSame checks, with the real data, that a set made from its alternate file equals the listed one bit for bit.
func TestSame(t *testing.T) {
	folder := realFolder(t)
	_, err := exec.LookPath("ffmpeg")
	checked := 0
	for _, e := range Registry {
		film := len(e.Alternates) > 0 && strings.HasSuffix(e.Alternates[0].Path, ".mp4")
		if len(e.Alternates) == 0 || film && err != nil {
			continue
		}
		checked++
		if folder == "" {
			continue // the entry's Content says what the alternate must hold; TestCoilFromPNG and package video test the way
		}
		only := t.TempDir()
		a := e.Alternates[0].Path
		data, err := os.ReadFile(filepath.Join(folder, a))
		if err != nil {
			t.Fatal(err)
		}
		write(t, only, a, data)
		d, err := Load(only, e, nil, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if sum := dataset.ContentSum(d); sum != e.Content {
			t.Errorf("%s from %s: content %s, want %s", e.Name, a, sum, e.Content)
		}
		if states := Check(only, e); len(states) != 1 || states[0].State != StateOK {
			t.Errorf("%s: check says %+v", e.Name, states)
		}
	}
	if checked == 0 {
		t.Error("no set has an alternate")
	}
}
