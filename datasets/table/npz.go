package table

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/npy"
)

// npzFile is an archive of NumPy arrays.
type npzFile struct {
	name   string
	arrays map[string]*zip.File // by name, without .npy
}

func readNPZ(f *packedFile, opts Options) (*Table, error) {
	z, err := openNPZ(f)
	if err != nil {
		return nil, err
	}
	if z.has("format", "shape", "data") {
		return z.sparse(opts)
	}
	name, names := opts.Variable, slices.Sorted(maps.Keys(z.arrays))
	if name == "" && len(names) == 1 {
		name = names[0]
	}
	if _, ok := z.arrays[name]; !ok {
		return nil, fmt.Errorf("%s holds the arrays %s; say by its name (var) which is meant", f.Name, strings.Join(names, ", "))
	}
	a, err := z.read(name)
	if err != nil {
		return nil, err
	}
	return fromDense(a, opts)
}

func openNPZ(f *packedFile) (*npzFile, error) {
	r, size, err := f.readerAt()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; copy the file again, or write it anew by numpy.savez or scipy.sparse.save_npz", f.Name, err)
	}
	z := &npzFile{name: f.Name, arrays: map[string]*zip.File{}}
	for _, member := range archive.File {
		if strings.HasPrefix(member.Name, "xl/") {
			return nil, fmt.Errorf("%s is an Excel workbook; save the sheet as CSV", f.Name)
		}
		if strings.HasPrefix(member.Name, "Index/") || member.Name == "mimetype" {
			return nil, fmt.Errorf("%s is a workbook; save the sheet as CSV", f.Name)
		}
		if name, ok := strings.CutSuffix(member.Name, ".npy"); ok {
			z.arrays[name] = member
		}
	}
	if len(z.arrays) == 0 {
		return nil, fmt.Errorf("%s is an archive without a NumPy array; unpack it", f.Name)
	}
	return z, nil
}

func (z *npzFile) has(names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return z.arrays[n] == nil })
}

func (z *npzFile) read(array string) (*mat.Dense, error) {
	r, err := z.arrays[array].Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", z.name, err)
	}
	defer r.Close()
	return npy.Read(r, int64(z.arrays[array].UncompressedSize64), z.name+":"+array)
}

// vector reads an array of one dimension.
func (z *npzFile) vector(array string) ([]float64, error) {
	a, err := z.read(array)
	if errors.Is(err, npy.ErrEmpty) { // as the entries of a sparse matrix of zeros
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if _, n := a.Dims(); n != 1 {
		return nil, fmt.Errorf("%s:%s: want one dimension; write the matrix by scipy.sparse.save_npz", z.name, array)
	}
	return a.RawMatrix().Data, nil
}

// whole reads an array of whole numbers from 0 to most.
func (z *npzFile) whole(array string, most int) ([]int, error) {
	values, err := z.vector(array)
	if err != nil {
		return nil, err
	}
	return wholeNumbers(z.name+":"+array, values, most)
}

// wholeNumbers returns values that are to be whole numbers from 0 to most.
func wholeNumbers(name string, values []float64, most int) ([]int, error) {
	out := make([]int, len(values))
	for i, v := range values {
		if !(v >= 0 && v <= float64(most)) || v != float64(int(v)) {
			return nil, fmt.Errorf("%s: found %v, want whole numbers from 0 to %d; write the matrix by scipy.sparse.save_npz", name, v, most)
		}
		out[i] = int(v)
	}
	return out, nil
}

// sparse reads what scipy.sparse.save_npz writes.
func (z *npzFile) sparse(opts Options) (*Table, error) {
	format, err := z.kind()
	if err != nil {
		return nil, err
	}
	const maxSide = 100_000_000
	shape, err := z.whole("shape", maxSide)
	if err != nil {
		return nil, err
	}
	if len(shape) != 2 || shape[0] < 1 || shape[1] < 1 {
		return nil, fmt.Errorf("%s: shape %v, want two positive numbers; write a matrix with at least one row and one column", z.name, shape)
	}
	if !slices.Contains([]string{"csr", "csc", "coo"}, format) {
		return nil, fmt.Errorf("%s is a sparse matrix of format %q, want csr, csc or coo; convert it by .tocsr()", z.name, format)
	}
	values, err := z.vector("data")
	if err != nil {
		return nil, err
	}
	var rows, cols []int
	switch format {
	case "csr":
		rows, cols, err = z.compressed(shape[0], shape[1], len(values))
	case "csc":
		cols, rows, err = z.compressed(shape[1], shape[0], len(values))
	case "coo":
		if !z.has("row", "col") {
			return nil, fmt.Errorf("%s: the arrays row and col are missing; write the matrix by scipy.sparse.save_npz", z.name)
		}
		if rows, err = z.whole("row", shape[0]-1); err == nil {
			cols, err = z.whole("col", shape[1]-1)
		}
	}
	if err != nil {
		return nil, err
	}
	if len(rows) != len(values) || len(cols) != len(values) {
		return nil, fmt.Errorf("%s: %d values, and places in %d rows and %d columns, want as many of each; write the matrix by scipy.sparse.save_npz", z.name, len(values), len(rows), len(cols))
	}
	return fromEntries(z.name, shape[0], shape[1], triplets(rows, cols, values), opts)
}

// kind reads the format: an array of one text of bytes, which stands at the end.
func (z *npzFile) kind() (string, error) {
	r, err := z.arrays["format"].Open()
	if err != nil {
		return "", fmt.Errorf("%s: %w", z.name, err)
	}
	defer r.Close()
	const most = 1 << 16
	content, err := io.ReadAll(io.LimitReader(r, most))
	if err != nil {
		return "", fmt.Errorf("%s: %w", z.name, err)
	}
	_, text, _ := strings.Cut(string(content), "\n")
	return strings.Map(func(c rune) rune {
		if c == 0 { // four bytes a letter where it is no text of bytes
			return -1
		}
		return c
	}, text), nil
}

// compressed expands rows (or columns) that only say where each ends.
func (z *npzFile) compressed(m, n, count int) (major, minor []int, err error) {
	if !z.has("indptr", "indices") {
		return nil, nil, fmt.Errorf("%s: the arrays indptr and indices are missing; write the matrix by scipy.sparse.save_npz", z.name)
	}
	ptr, err := z.whole("indptr", count)
	if err != nil {
		return nil, nil, err
	}
	if minor, err = z.whole("indices", n-1); err != nil {
		return nil, nil, err
	}
	major, err = expanded(z.name, ptr, m, count)
	return major, minor, err
}

// expanded returns the rows of entries of which only is said where each row ends.
func expanded(name string, ptr []int, m, count int) ([]int, error) {
	if len(ptr) != m+1 || ptr[0] != 0 || ptr[m] != count || !slices.IsSorted(ptr) {
		return nil, fmt.Errorf("%s: indptr does not fit %d values and %d rows; write the file anew", name, count, m)
	}
	major := make([]int, 0, count)
	for i := range m {
		for range ptr[i+1] - ptr[i] {
			major = append(major, i)
		}
	}
	return major, nil
}
