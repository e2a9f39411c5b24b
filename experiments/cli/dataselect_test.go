package cli

import (
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/experiments/engine/workflow"
)

// A paper, or a table of it, names what it needs; sets in the program are not among it.
func TestSetsFor(t *testing.T) {
	env := &Env{Data: t.TempDir()}
	for _, tt := range []struct {
		words []string
		all   bool
		want  string
	}{
		{[]string{"orl"}, false, "orl"},
		{[]string{"iris", "orl", "iris"}, false, "iris orl"},
		{[]string{"pnmf/table3"}, false, "orl-full"},
		{[]string{"yale", "mcnmf/table1"}, false, "yale orl coil20 notting-hill"},
	} {
		_, entries, err := workflow.SetsFor(env.Specs, env.Data, tt.words, tt.all)
		var names []string
		for _, e := range entries {
			names = append(names, e.Name)
		}
		if err != nil || strings.Join(names, " ") != tt.want {
			t.Errorf("%v: %v, %v, want %s", tt.words, names, err, tt.want)
		}
	}
	_, all, err := workflow.SetsFor(env.Specs, env.Data, nil, true)
	if err != nil || len(all) < 10 || slices.ContainsFunc(all, func(e datasets.Entry) bool { return !datasets.Outside(e) }) {
		t.Errorf("all: %d sets, %v", len(all), err)
	}
	_, paper, err := workflow.SetsFor(env.Specs, env.Data, []string{"rpr"}, false) // every set that the registry says the paper has, and the experiments name
	for _, e := range paper {
		if !slices.ContainsFunc(e.Papers, func(u dataset.Use) bool { return u.Paper == "rpr" }) {
			t.Errorf("rpr needs %s, which the registry does not know", e.Name)
		}
	}
	if err != nil || len(paper) < 3 {
		t.Errorf("rpr: %d sets, %v", len(paper), err)
	}
	for word, want := range map[string]string{
		"rprr": `unknown data set or paper "rprr", did you mean "rpr"?`, "rpr/table99": `unknown experiment`, "rpr/table2:dataset=orl": "names cells",
	} {
		if _, _, err := workflow.SetsFor(env.Specs, env.Data, []string{word}, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", word, err, want)
		}
	}
}

// Sizes come before the first byte does.
func TestWriteSizes(t *testing.T) {
	var b strings.Builder
	var sets []datasets.Entry
	for _, name := range []string{"iris", "orl", "yale", "indian-pines", "pie"} {
		e, ok := datasets.Find(name)
		if !ok {
			t.Fatal(name)
		}
		sets = append(sets, e)
	}
	writeSizes(&b, "/data", sets)
	want := "to fetch into /data:\n" +
		"  orl           376.6 kB\n" +
		"  yale          161.0 kB            its terms are to be accepted\n" +
		"  indian-pines  more than 1.1 kB\n" +
		"  together      more than 538.7 kB\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}
