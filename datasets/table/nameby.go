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
	r, err := file.open()
	if err != nil {
		return err
	}
	content, err := budget.ReadAll(r, "the names in %s", f.Name)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	text, _ := tabular.Text(content)
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
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
		return fmt.Errorf("%s has %d lines, want a name for each of %d %s", f.Name, len(lines), points, of)
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
