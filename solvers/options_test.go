package solvers_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"nmfrepro/solvers"
)

func newSolver(t *testing.T, name string) solvers.Solver {
	t.Helper()
	e, ok := solvers.Find(name)
	if !ok {
		t.Fatalf("no solver %q", name)
	}
	return e.New()
}

func TestOptions(t *testing.T) {
	var names []string
	for _, o := range solvers.Options(newSolver(t, "nmf")) {
		names = append(names, o.Name+" "+o.Type)
	}
	want := []string{"order string", "numerator-floor float", "denominator-shift float", "l1-w float", "l1-h float", "l2-w float",
		"l2-h float", "penalties-by-size bool", "unit-w bool", "unit-h bool", "w-sums bool", "floor float", "floor-every int", "overlap-w float"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	order := solvers.Options(newSolver(t, "nmf"))[0]
	if order.Value != "h-first" || !cmp.Equal(order.Choices, []string{"h-first", "w-first"}) {
		t.Errorf("got %+v", order)
	}
}

func TestSetOption(t *testing.T) {
	for _, tt := range []struct{ solver, option, text, want string }{ // want "" is success
		{"nmf", "order", "w-first", ""},
		{"nmf", "order", "W-first", `order = "W-first", want "h-first" or "w-first"`},
		{"nmf", "numerator-floor", "1e-9", ""},
		{"nmf", "numerator-floor", "-1", `want ≥ 0`},
		{"nmf", "numerator-floor", "NaN", `want a finite number`},
		{"nmf", "numerator-floor", "1e999", `is beyond the largest number`},
		{"nmf", "numerator-floor", "1e-400", `would be read as 0`},
		{"nmf", "numerator-floor", "", `want a finite number`},
		{"nmf", "oder", "w-first", `no option "oder"`},
		{"pnmf", "sort", "true", ""},
		{"pnmf", "sort", "yes", `sort = "yes", want true or false`},
		{"pnmf", "gram", "none", `want "auto", "explicit" or "implicit"`},
	} {
		s := newSolver(t, tt.solver)
		err := solvers.SetOption(s, tt.option, tt.text)
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %s=%s: %v", tt.solver, tt.option, tt.text, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %s=%s: got error %v, want %q", tt.solver, tt.option, tt.text, err, tt.want)
		}
	}
}

// Specs set options by YAML, commands by SetOption; both must see the same names, those of embedded structs too.
func TestOptionsYAML(t *testing.T) {
	for _, e := range solvers.Catalog {
		byName, byYAML := e.New(), e.New()
		var text strings.Builder
		for _, o := range solvers.Options(byName) {
			value := map[string]string{"string": "", "float": "0.25", "int": "3", "bool": "true"}[o.Type]
			if o.Choices != nil {
				value = o.Choices[len(o.Choices)-1]
			}
			if solvers.SetOption(byName, o.Name, value) != nil && o.Type == "float" {
				value = "1.5" // for an option that is at least 1
			}
			if err := solvers.SetOption(byName, o.Name, value); err != nil {
				t.Fatal(err)
			}
			text.WriteString(o.Name + ": " + value + "\n")
		}
		if text.Len() == 0 {
			continue // a method without options
		}
		decoder := yaml.NewDecoder(strings.NewReader(text.String()))
		decoder.KnownFields(true)
		if err := decoder.Decode(byYAML); err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		if diff := cmp.Diff(solvers.Options(byName), solvers.Options(byYAML)); diff != "" {
			t.Errorf("%s: %s", e.Name, diff)
		}
	}
}

func TestCheckOptions(t *testing.T) {
	for _, tt := range []struct {
		s    solvers.Solver
		want string
	}{
		{&solvers.ONMF{Orthogonal: "x", Order: solvers.WFirst}, `solvers: onmf: orthogonal = "x", want "w" or "h"`},
		{&solvers.ONMF{Orthogonal: solvers.SideH}, `solvers: onmf: order = "", want "h-first" or "w-first"`},
	} {
		if err := solvers.CheckOptions("onmf", tt.s); err == nil || err.Error() != tt.want {
			t.Errorf("got error %v, want %q", err, tt.want)
		}
	}
}

func TestRankLimit(t *testing.T) {
	for _, tt := range []struct {
		solver, option, value string
		want                  int
	}{
		{"nmf", "order", "h-first", 4},
		{"onmf", "orthogonal", "h", 150},
		{"onmf", "orthogonal", "w", 4},
		{"convex-nmf", "order", "h-first", 150},
		{"pnmf", "on", "features", 4},
		{"pnmf", "on", "samples", 150},
	} {
		s := newSolver(t, tt.solver)
		if err := solvers.SetOption(s, tt.option, tt.value); err != nil {
			t.Fatal(err)
		}
		if got := solvers.RankLimit(s, 4, 150); got != tt.want {
			t.Errorf("%s, %s=%s: got %d, want %d", tt.solver, tt.option, tt.value, got, tt.want)
		}
	}
}
