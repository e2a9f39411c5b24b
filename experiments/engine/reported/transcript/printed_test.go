package transcript_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func tables(t testing.TB, name string, o transcript.Options) []transcript.Table {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	grids, err := transcript.Read(data, transcript.FormatOf(name, data))
	if err != nil {
		t.Fatal(err)
	}
	var all []transcript.Table
	for _, g := range grids {
		all = append(all, g.Panels(o))
	}
	return all
}

// Every shape of table gives the panels of its golden file, which was read beside the source, with what could not be placed.
func TestShapes(t *testing.T) {
	files, err := filepath.Glob("testdata/*.[^y]*")
	if err != nil || len(files) < 16 {
		t.Fatalf("%d files (%v)", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		all := tables(t, name, transcript.Options{})
		var b strings.Builder
		for _, table := range all {
			for _, p := range table.Problems {
				fmt.Fprintf(&b, "# line %d: %s\n", p.Line, p.What)
			}
		}
		b.WriteString(transcript.YAML(all, "table"))
		golden := filepath.Join("testdata", strings.TrimSuffix(name, filepath.Ext(name))+".yaml")
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, b.String(), want)
		}
		p := &reported.Paper{}
		root, problems := strict.Decode(golden, append([]byte("title: t\ncite: c\nshort: s\n"), b.String()...), p)
		if problems = append(problems, p.Check(root)...); len(problems) > 0 {
			t.Errorf("%s is no paper.yaml: %v", name, problems)
		}
	}
}

// Whatever a file holds, it is read or refused, within bounds, and what is read is a paper.yaml.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.[^y]*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range transcript.Formats {
			grids, err := transcript.Read(data, format)
			if err != nil {
				continue
			}
			for _, g := range grids {
				table := g.Panels(transcript.Options{})
				if len(table.Panels) == 0 {
					continue
				}
				text := "title: t\ncite: c\nshort: s\n" + transcript.YAML([]transcript.Table{table}, "t")
				p := &reported.Paper{}
				root, problems := strict.Decode("f", []byte(text), p)
				if problems = append(problems, p.Check(root)...); len(problems) > 0 {
					t.Fatalf("%s: %v\n%s", format, problems, text)
				}
			}
		}
	})
}

// Two transcriptions are compared by names, whatever their order, and a name that the other lacks is a difference.
func TestCompare(t *testing.T) {
	tables := func(rows ...string) []transcript.Table {
		p := transcript.Panel{Key: "acc", Columns: []string{"NMF", "RPR-NMF"}}
		for _, r := range rows {
			name, cells, _ := strings.Cut(r, ":")
			p.Rows = append(p.Rows, transcript.Row{Name: name, Cells: strings.Split(cells, ","), Lines: []int{3, 3}})
		}
		return []transcript.Table{{Panels: []transcript.Panel{p}}}
	}
	first, turned := tables("iris:1,2", "wine:3,4"), tables("wine:4,3", "iris:2,1")
	turned[0].Panels[0].Key, turned[0].Panels[0].Columns = "numbers", []string{"RPR NMF", "nmf"}
	for name, tt := range map[string]struct {
		other []transcript.Table
		want  string
	}{
		"another order":    {turned, ""},
		"another number":   {tables("iris:1,2", "wine:3,7"), "3 acc/wine/RPR-NMF 4 7"},
		"not legible":      {tables("iris:1,2", "wine:3,illegible"), ""},
		"a missing row":    {tables("iris:1,2"), "3 acc/wine/NMF 3 no such cell; 3 acc/wine/RPR-NMF 4 no such cell"},
		"one row too many": {tables("iris:1,2", "wine:3,4", "a:5,6"), "0 acc/a/NMF no such cell 5; 0 acc/a/RPR-NMF no such cell 6"},
	} {
		found, cells := transcript.Compare(first, tt.other)
		var text []string
		for _, d := range found {
			text = append(text, fmt.Sprintf("%d %s %s %s", d.Line, d.Place, d.First, d.Other))
		}
		if strings.Join(text, "; ") != tt.want || cells != 4 {
			t.Errorf("%s: %q in %d cells", name, text, cells)
		}
	}
}
