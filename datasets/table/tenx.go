package table

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"nmfrepro/datasets/budget"
)

// nameBeside names rows and columns by the files that lie beside a Matrix Market file: features.tsv or genes.tsv, and
// barcodes.tsv, packed or not, as Cell Ranger of 10x Genomics writes them beside matrix.mtx, with the same start of the
// name where it has one (GSM1_matrix.mtx, GSM1_barcodes.tsv).
func (t *Table) nameBeside(f File, rows, cols int, opts Options) error {
	names := NamesBeside(f.Path)
	if names == nil || f.FS == nil {
		return nil
	}
	features, from, err := f.linesBeside(names[0])
	if err != nil {
		return err
	}
	barcodes, cells, err := f.linesBeside(names[1])
	if err != nil {
		return err
	}
	onRows := from == "" || len(features) == rows // as Cell Ranger writes them
	onCols := cells == "" || len(barcodes) == cols
	crossed := (from == "" || len(features) == cols) && (cells == "" || len(barcodes) == rows)
	switch {
	case onRows && onCols:
		t.Features, t.Samples = featureNames(features), firstFields(barcodes)
	case crossed && opts.Transpose:
		t.Features, t.Samples = firstFields(barcodes), featureNames(features)
	case crossed:
		return fmt.Errorf("%s is %d×%d, and its rows are the cells of %s; transpose it", f.Name, rows, cols, cells)
	case !onRows:
		return fmt.Errorf("%s has %d rows, and %s names %d features", f.Name, rows, from, len(features))
	default:
		return fmt.Errorf("%s has %d columns, and %s names %d cells", f.Name, cols, cells, len(barcodes))
	}
	for _, name := range []string{from, cells} {
		if name != "" {
			t.Found = append(t.Found, "names of "+path.Base(name))
		}
	}
	return nil
}

// NamesBeside are the files that may name the rows, and the columns, of a Matrix Market file; nil where its name is another.
func NamesBeside(file string) [][]string {
	folder, base := path.Split(file)
	prefix, ok := strings.CutSuffix(strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".mtx"), "matrix")
	if !ok {
		return nil
	}
	at := folder + prefix
	return [][]string{
		{at + "features.tsv.gz", at + "features.tsv", at + "genes.tsv.gz", at + "genes.tsv"},
		{at + "barcodes.tsv.gz", at + "barcodes.tsv"},
	}
}

// linesBeside returns the lines of the first of these files that is there, and its name; "" if none is.
func (f File) linesBeside(names []string) ([]string, string, error) {
	for _, name := range names {
		file, err := FileIn(f.FS, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, "", err
		}
		p, err := unpack(file)
		if err != nil {
			return nil, "", err
		}
		r, err := p.open()
		if err != nil {
			return nil, "", err
		}
		content, err := budget.ReadAll(r, "the names in %s", name)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", name, err)
		}
		text := strings.TrimRight(strings.ReplaceAll(string(content), "\r\n", "\n"), "\n")
		return strings.Split(text, "\n"), name, nil
	}
	return nil, "", nil
}

func firstFields(lines []string) []string {
	var out []string
	for _, line := range lines {
		name, _, _ := strings.Cut(line, "\t")
		out = append(out, name)
	}
	return out
}

// featureNames are the symbols of genes, with the identifier where several have one.
func featureNames(lines []string) []string {
	var names []string
	times := map[string]int{}
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		name := fields[min(1, len(fields)-1)]
		times[name]++
		names = append(names, name)
	}
	for i, line := range lines {
		if id, _, found := strings.Cut(line, "\t"); found && times[names[i]] > 1 {
			names[i] += " (" + id + ")"
		}
	}
	return slices.Clip(names)
}
