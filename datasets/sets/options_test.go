package sets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/tabular"
)

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
		set  dataset.Dataset
		want string
	}{
		{&optdigitsSet{dataset.Unscaled, Classes{0, 10}, constantDrop}, "datasets: optdigits: classes names 10, want 0 to 9"},
		{&optdigitsSet{dataset.Unscaled, Classes{1, 1}, constantDrop}, "names 1 twice"},
		{&optdigitsSet{dataset.Unscaled, nil, "maybe"}, `constant = "maybe", want "drop" or "keep"`},
		{&optdigitsSet{dataset.Scaled{Scale: "log"}, nil, constantDrop}, `scale = "log"`},
	} {
		if err := dataset.Validate(card("optdigits"), tt.set); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

func TestChecksumCoversOptions(t *testing.T) {
	seen := map[string]string{}
	for name, d := range map[string]dataset.Dataset{
		"default":    nil,
		"all":        &optdigitsSet{dataset.Unscaled, nil, constantDrop},
		"two":        &optdigitsSet{dataset.Unscaled, Classes{0, 2}, constantDrop},
		"with const": &optdigitsSet{dataset.Unscaled, Classes{0, 2, 4, 6}, constantKeep},
		"scaled":     &optdigitsSet{dataset.Scaled{Scale: dataset.ScaleUnit}, Classes{0, 2, 4, 6}, constantDrop},
	} {
		sum := dataset.Checksum(card("optdigits"), d)
		if other, ok := seen[sum]; ok {
			t.Errorf("%s and %s share the checksum %s", name, other, sum)
		}
		seen[sum] = name
	}
	if dataset.Checksum(card("optdigits"), &optdigitsSet{dataset.Unscaled, nil, constantDrop}) != dataset.Checksum(card("optdigits"),
		&optdigitsSet{dataset.Unscaled, Classes{}, constantDrop}) {
		t.Error("two ways to say all")
	}
	if dataset.Checksum(card("optdigits"), nil) != dataset.Checksum(card("optdigits"), card("optdigits").New()) {
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
		var e dataset.Entry
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&e); err != nil || file != "cards/"+e.Name+".json" {
			t.Errorf("%s: %q, %v", file, e.Name, err)
		}
	}
}

// card is the set of a name that the registry has.
func card(name string) dataset.Entry {
	e, ok := Find(name)
	if !ok {
		panic("no set " + name)
	}
	return e
}
