package matfile

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/exact"
	"nmfrepro/datasets/list"
)

// Class is what kind of array a variable is ("MATLAB Array Types (Classes)").
type Class uint8

// The classes.
const (
	Cell     Class = 1
	Struct   Class = 2
	Object   Class = 3
	Char     Class = 4
	Sparse   Class = 5
	Double   Class = 6
	Single   Class = 7
	Int8     Class = 8
	Uint8    Class = 9
	Int16    Class = 10
	Uint16   Class = 11
	Int32    Class = 12
	Uint32   Class = 13
	Int64    Class = 14
	Uint64   Class = 15
	Function Class = 16
	Opaque   Class = 17
)

var classNames = [...]string{
	Cell: "cell", Struct: "struct", Object: "object", Char: "char", Sparse: "sparse", Double: "double", Single: "single",
	Int8: "int8", Uint8: "uint8", Int16: "int16", Uint16: "uint16", Int32: "int32", Uint32: "uint32",
	Int64: "int64", Uint64: "uint64", Function: "function", Opaque: "opaque",
}

func (c Class) String() string {
	if int(c) < len(classNames) && classNames[c] != "" {
		return classNames[c]
	}
	return "class " + strconv.Itoa(int(c))
}

// numeric tells whether arrays of the class are full arrays of numbers.
func (c Class) numeric() bool { return c >= Double && c <= Uint64 }

// Array is a variable, a cell of one, or a field.
type Array struct {
	Var
	Logical bool
	Skipped bool // of a class that cannot be read; there is a warning
	Rounded bool // it, or a part of it, held a whole number beyond 2^53; there is a warning

	Real, Imag []float64 // column-major; Imag nil unless complex; for char the codes; for sparse the entries held
	Row, Col   []int     // sparse: place of each entry, from 0
	Fields     []string  // struct, object: names of the fields
	Cells      []*Array  // cell: elements, column-major; struct: the fields of the first element, those of the second, ...
}

// Text returns the rows of a char array.
func (a *Array) Text() []string {
	if a.Class != Char || len(a.Dims) != 2 {
		return nil
	}
	m, n := a.Dims[0], a.Dims[1]
	if len(a.Real) != m*n {
		return nil
	}
	out := make([]string, m)
	for i := range out {
		var b strings.Builder
		for j := range n {
			b.WriteRune(rune(a.Real[j*m+i]))
		}
		out[i] = b.String()
	}
	return out
}

// Dense returns a real matrix of numbers; a sparse one is filled with zeros, and of more than two dimensions the later
// ones are joined: m×n×k is m×(n·k).
func (a *Array) Dense() (*mat.Dense, error) {
	if err := a.isMatrix(); err != nil {
		return nil, err
	}
	m, n := a.Dims[0], product(a.Dims[1:])
	if m > maxValues/n {
		return nil, fmt.Errorf("%s has %s entries, want at most %d", plain(a.Name), dimsText(a.Dims), maxValues)
	}
	if err := budget.Check(budget.Float64*(float64(m)*float64(n)+float64(len(a.Real))), "the %d×%d matrix %s", m, n,
		plain(a.Name)); err != nil {
		return nil, err
	}
	out := mat.NewDense(m, n, nil)
	raw := out.RawMatrix().Data
	if a.Class == Sparse {
		for k, v := range a.Real {
			raw[a.Row[k]*n+a.Col[k]] = v
		}
		return out, nil
	}
	for i := range m {
		row := raw[i*n : (i+1)*n]
		for j := range row {
			row[j] = a.Real[j*m+i]
		}
	}
	return out, nil
}

// isMatrix returns an error for what is no matrix of real numbers.
func (a *Array) isMatrix() error {
	switch {
	case !a.Class.numeric() && a.Class != Sparse:
		return fmt.Errorf("%s is a %s array, want numbers", plain(a.Name), a.Class)
	case a.Imag != nil:
		return fmt.Errorf("%s is complex, want real numbers", plain(a.Name))
	case product(a.Dims) < 1:
		return fmt.Errorf("%s is empty (%s), want numbers", plain(a.Name), dimsText(a.Dims))
	}
	return nil
}

// ReadMatrix reads one matrix of real numbers from a file, full or sparse. variable may be "" if the file holds only one.
func ReadMatrix(r io.ReaderAt, size int64, name, variable string) (*Array, error) {
	f, err := Open(r, size, name)
	if err != nil {
		return nil, err
	}
	if variable == "" {
		if variable, err = f.only(); err != nil {
			return nil, err
		}
	}
	a, err := f.Read(variable)
	if err != nil {
		return nil, err
	}
	if err := a.isMatrix(); err != nil {
		return nil, fmt.Errorf("%w (%s; variables: %s)", err, name, f.listing())
	}
	if a.Rounded {
		return nil, fmt.Errorf("%s: %s holds %s", name, plain(variable), exact.Rounded)
	}
	return a, nil
}

// only returns the name of the one variable of numbers.
func (f *File) only() (string, error) {
	found := list.Filter(f.Vars, func(v Var) bool { return v.Class.numeric() || v.Class == Sparse })
	switch {
	case len(found) == 0 && len(f.Vars) == 0:
		return "", fmt.Errorf("%s holds no variables, want a matrix of numbers", f.name)
	case len(found) == 0:
		return "", fmt.Errorf("%s holds no matrix of numbers, but %s; save the matrix as a variable of its own (in MATLAB: X = S.field "+
			"or X = C{1}; save)", f.name, f.listing())
	case len(found) > 1:
		return "", fmt.Errorf("%s holds %d variables of numbers; name one (var): %s", f.name, len(found), f.listing())
	}
	return found[0].Name, nil
}

func dimsText(dims []int) string { return list.Join(dims, "×", strconv.Itoa) }

// product multiplies dimensions, which checkDims has bounded.
func product(dims []int) int {
	p := 1
	for _, d := range dims {
		p *= d
	}
	return p
}

// checkDims refuses what no array has. Sparse arrays may have more places than values, so only sides are bounded there.
func checkDims(dims []int, class Class) error {
	if len(dims) < 2 {
		return fmt.Errorf("%d dimensions, want at least 2", len(dims))
	}
	p := 1
	for _, d := range dims {
		if d < 0 {
			return fmt.Errorf("dimensions %s", dimsText(dims))
		}
		if class == Sparse {
			continue
		}
		if d > 0 && p > maxValues/d {
			return fmt.Errorf("%s values, want at most %d", dimsText(dims), maxValues)
		}
		p *= d
	}
	return nil
}

var errDepth = errors.New("cells within cells, too deep")
