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

// Two transcriptions are compared by names, whatever their order; rows of one name in theirs, and nothing by position without a note.
func TestCompareByName(t *testing.T) {
	panel := func(rows ...string) []transcript.Panel {
		p := transcript.Panel{Key: "acc", Columns: []string{"NMF", "HALS"}}
		for _, r := range rows {
			name, cells, _ := strings.Cut(r, ":")
			p.Rows = append(p.Rows, transcript.Row{Name: name, Cells: strings.Split(cells, ",")})
		}
		return []transcript.Panel{p}
	}
	first := panel("iris:1,2", "wine:3,4", "wine:5,6")
	turned := panel("wine:4,3", "wine:6,5", "iris:2,1")
	turned[0].Columns = []string{"HALS", "NMF"}
	other := panel("a:1,2", "b:3,4", "c:5,6")
	for name, tt := range map[string]struct {
		other       []transcript.Panel
		differences string
		notes       int
	}{
		"another order": {turned, "", 0},
		"a name twice":  {panel("iris:1,2", "wine:3,4", "wine:5,7"), "acc/wine/HALS 6 7", 0},
		"a missing row": {panel("iris:1,2", "wine:3,4"), "acc/wine row no such row", 0},
		"other names":   {other, "", 1},
	} {
		found, notes := transcript.Compare(first, tt.other)
		var text []string
		for _, d := range found {
			text = append(text, d.Place+" "+d.First+" "+d.Other)
		}
		if strings.Join(text, "; ") != tt.differences || len(notes) != tt.notes {
			t.Errorf("%s: %q, notes %q", name, text, notes)
		}
	}
}
