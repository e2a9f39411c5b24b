package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// grid is a table of names and values, as a file beside X.
type grid struct {
	rows, cols []string
	at         func(row, col string) string
}

// csv writes the rows and columns in this order; without names where those are nil.
func (g grid) csv(rows, cols []string, named bool) string {
	var b strings.Builder
	if named {
		b.WriteString("n," + strings.Join(cols, ",") + "\n")
	}
	for _, r := range rows {
		var cells []string
		if named {
			cells = append(cells, r)
		}
		for _, c := range cols {
			cells = append(cells, g.at(r, c))
		}
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	return b.String()
}

func reversed(s []string) []string {
	r := slices.Clone(s)
	slices.Reverse(r)
	return r
}

// renamed gives the first of some names another one.
func renamed(s []string, name string) []string { return append([]string{name}, s[1:]...) }

// Whatever stands beside X is matched by names: another order of its lines and columns changes nothing, other names and names that
// occur twice are refused, and files without names are matched by position, which is said.
func TestNamesDecide(t *testing.T) {
	features, samples := []string{"f1", "f2", "f3", "f4", "f5"}, []string{"s1", "s2", "s3", "s4", "s5", "s6"}
	components := []string{"component 1", "component 2"}
	digit := func(name string) int { return int(name[len(name)-1] - '0') }
	// a value of its own for each pair of names; a name that there is not counts as the first, so that only names tell
	value := func(r, c string) string { return fmt.Sprint((digit(r)*digit(r)+3*digit(c)*digit(r))%7 + 1) }
	x := grid{features, samples, value}
	weights := grid{samples, samples, func(r, c string) string {
		return fmt.Sprint((digit(r)*digit(c) + 1) % 3 * min(1, max(digit(r)-digit(c), digit(c)-digit(r))))
	}}
	mask := grid{features, samples, func(r, c string) string { return fmt.Sprint(min(1, (digit(r)*2+digit(c))%4)) }}
	labels := grid{samples, []string{"class"}, func(r, _ string) string { return strings.Fields("a b c a b c")[digit(r)-1] }}
	for _, kind := range []struct {
		name, solver, flag string
		grid
		more []string // flags
	}{
		{"mask", "nmf", "--mask", mask, nil},
		{"graph", "gnmf", "--graph", weights, nil},
		{"start of W", "nmf", "--w0", grid{features, components, value}, nil},
		{"start of H", "nmf", "--h0", grid{components, samples, value}, nil},
		{"weights of samples", "convex-nmf", "--w0", grid{samples, components, value}, nil},
		{"labels", "lcnmf", "--labels", labels, nil},
		{"columns of labels", "lcnmf", "--labels", grid{samples, []string{"batch9", "class"}, func(r, c string) string {
			if c == "class" {
				return labels.at(r, c)
			}
			return "7"
		}}, []string{"--label-column", "class"}},
	} {
		folder := t.TempDir()
		put := func(name, text string) string {
			path := filepath.Join(folder, name)
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			return path
		}
		input := put("X.csv", x.csv(features, samples, true))
		runs := 0
		run := func(text string) (h, errs string) {
			runs++
			out := filepath.Join(folder, fmt.Sprint(runs))
			args := append([]string{"--solver", kind.solver, "--input", input, "--rank", "2", "--iterations", "20", "-v", "--out", out, kind.flag, put("beside.csv", text)}, kind.more...)
			code, _, errs := runFactorize(args...)
			errs = alikeLine.ReplaceAllString(errs, "")
			if code == int(workflow.Fine) {
				content, err := os.ReadFile(filepath.Join(out, "H.csv"))
				if err != nil {
					t.Fatal(err)
				}
				return string(content), errs
			}
			return "", errs
		}
		want, errs := run(kind.csv(kind.rows, kind.cols, true))
		if want == "" || errs != "" {
			t.Fatalf("%s: %s", kind.name, errs)
		}
		rows, cols, of := kind.rows, kind.cols, "samples"
		if !slices.Equal(rows, components) {
			rows = reversed(rows)
		}
		if slices.Equal(cols, samples) {
			cols = reversed(cols)
		}
		if got, errs := run(kind.csv(rows, cols, true)); got != want || !strings.Contains(errs, "brought into the order of "+input) {
			t.Errorf("%s: another order gives another result: %s", kind.name, errs)
		}
		// Lines by name, or columns where the lines are components.
		change := func(to []string) string {
			if slices.Equal(kind.rows, components) {
				return kind.csv(kind.rows, to, true)
			}
			if kind.name == "graph" {
				return kind.csv(to, to, true)
			}
			return kind.csv(to, kind.cols, true)
		}
		named := kind.rows
		if slices.Equal(named, components) {
			named = kind.cols
		}
		if slices.Equal(named, features) {
			of = "features"
		}
		for what, tt := range map[string]struct {
			text string
			want []string
		}{
			"a foreign name": {change(renamed(named, "other1")), []string{"name different " + of, fmt.Sprintf("beside.csv lacks %q;", named[0]), `X.csv lacks "other1"`}},
			"a missing line": {change(named[1:]), []string{"name different " + of, fmt.Sprintf("beside.csv lacks %q;", named[0]), "X.csv lacks none"}},
			"a name twice":   {change(renamed(named, named[1])), []string{"beside.csv", fmt.Sprintf("named %q", named[1]), "unique"}},
		} {
			if kind.name == "labels" && what == "a name twice" {
				tt.want = []string{"as in line 2, so that the first column names no samples"}
			}
			got, errs := run(tt.text)
			for _, w := range tt.want {
				if got != "" || !strings.Contains(errs, w) {
					t.Errorf("%s: %s is not refused by %q: %s", kind.name, what, w, errs)
				}
			}
		}
		if strings.Contains(kind.name, "labels") {
			if got, errs := run(change(append(slices.Clone(named), "other1"))); got != want || !strings.Contains(errs, "labels of 1 other samples are left out: "+input+` lacks "other1"`) {
				t.Errorf("%s of more samples: %s", kind.name, errs)
			}
		}
		if kind.more != nil {
			continue // a column is chosen by its name
		}
		if got, errs := run(kind.csv(kind.rows, kind.cols, false)); got != want || !strings.Contains(errs, "beside.csv has no names of "+of+": ") {
			t.Errorf("%s without names: %s", kind.name, errs)
		}
	}
}

// Triplets name samples or count them, and W and H of a start agree on their components.
func TestNamesOfTripletsAndComponents(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	x := put("X.csv", "n,a,b,c,d\nu,1,2,0,1\nv,2,4,1,0\nw,0,1,3,1\n")
	result := func(args ...string) (string, string) {
		out := filepath.Join(t.TempDir(), "out")
		code, _, errs := runFactorize(append([]string{"--input", x, "--rank", "2", "--iterations", "15", "--out", out}, args...)...)
		content, err := os.ReadFile(filepath.Join(out, "H.csv"))
		if (code == int(workflow.Fine)) != (err == nil) {
			t.Fatalf("exit %d, %v", code, err)
		}
		return string(content), errs
	}
	triplets := func(text string) (string, string) {
		return result("--solver", "rpr-nmf", "--constraints", put("T.csv", text))
	}
	want, note := triplets("4,1,2\n3,2,1\n")
	if want == "" || !strings.Contains(note, "T.csv names no samples: its numbers count those of "+x) {
		t.Errorf("by number: %s", note)
	}
	if got, errs := triplets("d,a,b\nc,b,a\n"); got != want || errs != "" {
		t.Errorf("by name: %s", errs)
	}
	if got, errs := triplets("d,a,e\n"); got != "" || !strings.Contains(errs, `T.csv:1: found "e" as value 3, which no point is named`) {
		t.Errorf("a foreign name: %s", errs)
	}

	w0, h0 := "n,p,q\nu,1,2\nv,3,4\nw,5,6\n", "n,a,b,c,d\np,1,2,3,4\nq,5,6,7,8\n"
	start := func(w, h string) (string, string) {
		return result("--solver", "nmf", "--w0", put("W0.csv", w), "--h0", put("H0.csv", h))
	}
	want, _ = start(w0, h0)
	if got, errs := start(w0, "n,d,c,b,a\nq,8,7,6,5\np,4,3,2,1\n"); got != want || !strings.Contains(errs, "H0.csv: components brought into the order of ") {
		t.Errorf("components in another order: %s", errs)
	}
	if got, errs := start(w0, strings.Replace(h0, "q,", "r,", 1)); got != "" || !strings.Contains(errs, `name different components`) {
		t.Errorf("other components: %s", errs)
	}
}

// A clustering is scored by the names of samples.
func TestNamesInEvaluate(t *testing.T) {
	truth := "s,class\na,1\nb,1\nc,2\nd,2\n"
	want, _, _ := runEvaluate(t, truth, "s,cluster\na,x\nb,y\nc,y\nd,y\n")
	for name, tt := range map[string]struct {
		pred, note, refused string
	}{
		"another order": {"s,cluster\nd,y\nb,y\na,x\nc,y\n", "samples brought into the order of", ""},
		"no names":      {"cluster\nx\ny\ny\ny\n", "pred.csv has no names of samples", ""},
		"one more":      {"s,cluster\na,x\nb,y\nc,y\nd,y\ne,y\n", "", `truth.csv lacks "e"; `},
		"foreign":       {"s,cluster\na,x\nb,y\nc,y\ne,y\n", "", `truth.csv lacks "e"; `},
		"twice":         {"s,cluster\na,x\nb,y\nc,y\nc,y\n", "", `found "c" as in line 4`},
	} {
		got, errs, code := runEvaluate(t, truth, tt.pred)
		if tt.refused == "" && (got != want || !strings.Contains(errs, tt.note)) {
			t.Errorf("%s: exit %d, %s%s", name, code, got, errs)
		}
		if tt.refused != "" && (got != "" || code != int(workflow.Usage) || !strings.Contains(errs, tt.refused)) {
			t.Errorf("%s: exit %d, %s%s, want %q", name, code, got, errs, tt.refused)
		}
	}
	fewer, _, _ := runEvaluate(t, "a,1\nb,1\nc,2\n", "s,cluster\na,x\nb,y\nc,y\n")
	if got, errs, _ := runEvaluate(t, truth, "s,cluster\nc,y\na,x\nb,y\n"); got != fewer || !strings.Contains(errs, "labels of 1 other samples are left out") {
		t.Errorf("classes of more samples: %s%s, want %s", got, errs, fewer)
	}
	if bytes.Contains([]byte(want), []byte("null")) || want == "" {
		t.Errorf("scores %s", want)
	}
}
