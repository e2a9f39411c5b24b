package table

import (
	"fmt"
	"strings"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/datasets/tabular"
)

// NameBy names the features, or the samples, by the lines of a file, as formats without names want: a vocabulary, or features.tsv and
// barcodes.tsv of 10x Genomics. A line more than there are points is a header.
func (t *Table) NameBy(f File, features bool) error {
	file, err := unpack(f)
	if err != nil {
		return err
	}
	if err := file.refused(); err != nil {
		return err
	}
	lines, err := file.lines()
	if err != nil {
		return err
	}
	m, n := t.X.Dims()
	points, of, names := n, "samples", &t.Samples
	if features {
		points, of, names = m, "features", &t.Features
	}
	if *names != nil {
		return fmt.Errorf("%s has names of %s already; leave out %s", t.Name, of, f.Name)
	}
	if len(lines) == points+1 {
		lines = lines[1:]
	}
	if len(lines) != points {
		return fmt.Errorf("%s has %d lines, want a name for each of %d %s, and at most a header above them", f.Name, len(lines), points, of)
	}
	if *names = list.Map(firstFields(lines), unquoted); features {
		*names = list.Map(featureNames(lines), unquoted)
	}
	if twice := repeated(*names); twice != "" {
		t.Notes = append(t.Notes, note.Of(note.Read, "of the %s, %s; what is written for them has the same name", of, twice))
	}
	t.Found = append(t.Found, fmt.Sprintf("names of %s in %s", of, f.Name))
	return nil
}

func unquoted(name string) string {
	if inside, ok := strings.CutPrefix(name, `"`); ok && strings.HasSuffix(inside, `"`) {
		return strings.ReplaceAll(strings.TrimSuffix(inside, `"`), `""`, `"`)
	}
	return name
}

// lines returns the lines of a file of names.
func (p *packedFile) lines() ([]string, error) {
	r, err := p.open()
	if err != nil {
		return nil, err
	}
	content, err := budget.ReadAll(r, "the names in %s", p.Name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	text, _ := tabular.Text(content)
	return strings.Split(strings.TrimRight(text, "\n"), "\n"), nil
}
