package strict

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const withFile = `
stop: {iterations: 10}
methods:
  - {key: a, options: {on: samples}}
  - {key: b}
clusters:
  - {name: h, repeats: 1}
`

func TestWith(t *testing.T) {
	var root Node
	_, problems := Decode("f.yaml", []byte(withFile), &root)
	if problems != nil {
		t.Fatal(problems)
	}
	before := plain(root.y)
	tests := []struct {
		path, value, read string
		want              any
	}{
		{"stop.iterations", "1000", "stop.iterations", json.Number("1000")},
		{"methods.a.options.on", "features", "methods[0].options.on", "features"},
		{"methods.b.options.lambda", "0.5", "methods[1].options.lambda", json.Number("0.5")},
		{"methods[1].options", "{}", "methods[1].options", map[string]any{}},
		{"clusters.h.repeats", "[1, 2]", "clusters[0].repeats", []any{json.Number("1"), json.Number("2")}},
		{"init", "k-means", "init", "k-means"},
		{"clusters[0].kmeans.start", "++", "clusters[0].kmeans.start", "++"},
	}
	for _, test := range tests {
		got, err := root.With(test.path, test.value)
		if err != nil {
			t.Errorf("%s: %v", test.path, err)
			continue
		}
		if diff := cmp.Diff(test.want, plain(got.At(test.read).y)); diff != "" {
			t.Errorf("%s = %s: %s", test.path, test.value, diff)
		}
	}
	if diff := cmp.Diff(before, plain(root.y)); diff != "" {
		t.Errorf("the file itself has changed: %s", diff)
	}
	for _, bad := range [][2]string{
		{"methods.c.options", "{}"}, {"methods[2]", "{}"}, {"stop.iterations.more", "1"}, {"stop[0]", "1"}, {"", "1"}, {"a..b", "1"}, {"init", "[1"}, {"init", ""},
	} {
		if _, err := root.With(bad[0], bad[1]); err == nil {
			t.Errorf("%q = %q: no error", bad[0], bad[1])
		}
	}
	if _, err := root.At("stop").With("iterations", "1"); err == nil {
		t.Error("a part of a file is taken for its root")
	}
}
