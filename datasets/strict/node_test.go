package strict

import (
	"testing"
)

// A part is decoded later over what already holds defaults, as solver options are.
func TestNodeDecode(t *testing.T) {
	type options struct {
		Marker `yaml:"-"`
		Lambda float64 `yaml:"lambda"`
		Order  string  `yaml:"order"`
	}
	tests := []struct {
		file, problems string
		want           options
	}{
		{"name: x", "", options{Lambda: 100, Order: "h-first"}},
		{"name: x\noptions: {}", "", options{Lambda: 100, Order: "h-first"}},
		{"name: x\noptions: {lambda: 0}", "", options{Order: "h-first"}},
		{"name: x\noptions:\n  lamda: 0", `f:3:3: options: unknown key "lamda"; did you mean "lambda"?`, options{Lambda: 100, Order: "h-first"}},
		{"name: x\noptions:\n  order: 5", `f:3:10: options.order: found 5, want text; write "5"`, options{Lambda: 100, Order: "h-first"}},
		{"name: x\noptions: 5", `f:2:10: options: found 5, want a mapping`, options{Lambda: 100, Order: "h-first"}},
		{"name: x\noptions:", `f:2:9: options: found nothing, want a mapping`, options{Lambda: 100, Order: "h-first"}},
	}
	for _, test := range tests {
		var file everything
		if _, problems := Decode("f", []byte(test.file), &file); problems != nil {
			t.Fatalf("%q: %v", test.file, problems)
		}
		got := options{Lambda: 100, Order: "h-first"}
		if problems := file.Options.Decode(&got); problems.Error() != test.problems || got != test.want {
			t.Errorf("%q: %v, %v, want %v, %q", test.file, got, problems, test.want, test.problems)
		}
	}
}

func TestAt(t *testing.T) {
	const file = `name: x
items:
  - {rank: 3, scale: 1}
  - {rank: 4}
table:
  a.b: 1
`
	root, problems := Decode("f", []byte(file), &everything{})
	if problems != nil {
		t.Fatal(problems)
	}
	tests := []struct {
		path, want string
		present    bool
	}{
		{"", "f:1:1: bad", true},
		{"name", "f:1:7: name: bad", true},
		{"items[1].rank", "f:4:12: items[1].rank: bad", true},
		{"items[1].scale", "f:4:5: items[1].scale: bad", false},
		{"items[2].rank", "f:3:3: items[2].rank: bad", false},
		{`table["a.b"]`, `f:6:8: table["a.b"]: bad`, true},
		{"weight", "f:1:1: weight: bad", false},
	}
	for _, test := range tests {
		n := root.At(test.path)
		if got := n.Problem("bad").String(); got != test.want || n.Present() != test.present {
			t.Errorf("%q: %s, %v, want %s, %v", test.path, got, n.Present(), test.want, test.present)
		}
		if n.path.String() != test.path {
			t.Errorf("path of %q = %q", test.path, n.path)
		}
	}
	if key := root.At("items").Elements()[0].Entries()[1]; key.Key.Problem("bad").String() != "f:3:15: items[0].scale: bad" {
		t.Errorf("problem of a key: %v", key.Key.Problem("bad"))
	}
	if got := (Node{}).At("a.b[1]").Problem("bad").String(); got != "a.b[1]: bad" {
		t.Errorf("problem of a node without a file: %s", got)
	}
}

func TestAtRefusesWhatIsNoPath(t *testing.T) {
	for _, path := range []string{"a b", "a[x]", "[", "a..b", `a["x]`, "a[99999999999999999999]"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("At(%q) did not panic", path)
				}
			}()
			Node{}.At(path)
		}()
	}
}
