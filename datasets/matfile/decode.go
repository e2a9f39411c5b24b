package matfile

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"nmfrepro/datasets/budget"
)

// Limits of what a sound file holds.
const (
	maxDims  = 32
	maxName  = 1 << 12
	maxDepth = 64
	maxCells = 1 << 20 // elements of one cell or struct array times fields

	cellBytes = 256 // of an Array without its values
)

// arrayHeader is the start of a matrix element ("miMATRIX Format").
type arrayHeader struct {
	Var
	complex, logical bool
	nzmax            int
}

func (s *stream) arrayHeader() (h arrayHeader, err error) {
	flags, err := s.bytes(miUint32, "array flags", 8)
	if err != nil {
		return h, err
	}
	if len(flags) != 8 {
		return h, fmt.Errorf("array flags: %d bytes, want 8", len(flags))
	}
	word := s.order.Uint32(flags)
	h.Class = Class(word & 0xff)
	h.complex, h.logical = word&0x0800 != 0, word&0x0200 != 0
	h.nzmax = int(s.order.Uint32(flags[4:]))
	if h.Class == Opaque { // has names of classes in place of dimensions
		h.Name, err = s.name()
		return h, err
	}
	dims, err := s.bytes(miInt32, "dimensions", 4*maxDims)
	if err != nil {
		return h, err
	}
	for ; len(dims) >= 4; dims = dims[4:] {
		h.Dims = append(h.Dims, int(int32(s.order.Uint32(dims))))
	}
	if err := checkDims(h.Dims, h.Class); err != nil {
		return h, err
	}
	h.Name, err = s.name()
	return h, err
}

func (s *stream) name() (string, error) {
	name, err := s.bytes(miInt8, "name", maxName)
	if err == nil && !utf8.Valid(name) {
		err = fmt.Errorf("name %q is no UTF-8 text", name)
	}
	return string(name), err
}

// array reads the inside of a matrix element.
func (s *stream) array(depth int) (*Array, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	h, err := s.arrayHeader()
	if err != nil {
		return nil, err
	}
	a := &Array{Var: h.Var, Logical: h.logical}
	switch {
	case h.Class.numeric():
		if a.Real, err = s.numbers("real part", product(h.Dims)); err == nil && h.complex {
			a.Imag, err = s.numbers("imaginary part", product(h.Dims))
		}
	case h.Class == Char:
		err = s.char(a)
	case h.Class == Sparse:
		err = s.sparse(a, h)
	case h.Class == Cell:
		a.Cells, err = s.cells(product(h.Dims), depth)
	case h.Class == Struct, h.Class == Object:
		err = s.structure(a, depth)
	default:
		a.Skipped = true
		s.warn("skipped an array of class %s, which cannot be read", h.Class)
		err = s.skip(s.left)
	}
	return a, err
}

// char reads text; UTF-8 is decoded to code points, as MATLAB's dimensions count them.
func (s *stream) char(a *Array) error {
	t, err := s.tag()
	if err != nil {
		return err
	}
	want := product(a.Dims)
	if t.kind == miUTF8 {
		if t.length > 4*int64(want) && t.length > int64(want)+8 {
			return fmt.Errorf("text of %d bytes for %d characters", t.length, want)
		}
		if err := s.memory.Take((2 + budget.Float64) * float64(t.length)); err != nil {
			return err
		}
		raw := make([]byte, t.length)
		if err := s.full(raw); err != nil {
			return err
		}
		for _, r := range string(raw) {
			a.Real = append(a.Real, float64(r))
		}
		if len(a.Real) != want {
			s.warn("text with %d characters where %s are promised", len(a.Real), dimsText(a.Dims))
		}
		return s.end(t)
	}
	return s.plainChar(a, t, want)
}

func (s *stream) plainChar(a *Array, t tag, want int) error {
	if t.length == 0 { // MATLAB leaves out text that is all blank
		for range min(want, maxName) {
			a.Real = append(a.Real, ' ')
		}
		return s.end(t)
	}
	size := int64(0)
	if t.kind < uint32(len(typeSize)) {
		size = typeSize[t.kind]
	}
	if size == 0 || size > 4 || t.length%size != 0 || t.length/size != int64(want) {
		return fmt.Errorf("text: %d bytes of type %d for %s characters", t.length, t.kind, dimsText(a.Dims))
	}
	if err := s.memory.Take(budget.Float64 * float64(want)); err != nil {
		return err
	}
	raw := make([]byte, min(t.length, 1<<16))
	for left := t.length; left > 0; left -= int64(len(raw)) {
		raw = raw[:min(left, int64(len(raw)))]
		if err := s.full(raw); err != nil {
			return err
		}
		a.Real = s.convert(a.Real, t.kind, raw)
	}
	return s.end(t)
}

// sparse reads compressed columns: row numbers, column starts, values.
func (s *stream) sparse(a *Array, h arrayHeader) error {
	if len(a.Dims) != 2 {
		return fmt.Errorf("sparse array of %d dimensions", len(a.Dims))
	}
	rows, err := s.numbers("row numbers", -1)
	if err != nil {
		return err
	}
	starts, err := s.numbers("column starts", -1)
	if err != nil {
		return err
	}
	if err := s.memory.Take(2 * budget.Int * float64(len(rows))); err != nil {
		return err
	}
	if err := a.place(rows, starts); err != nil {
		return err
	}
	nnz := len(a.Row)
	if h.logical {
		a.Real, err = s.truths(nnz)
		return err
	}
	if a.Real, err = s.entries("entries", nnz); err != nil || !h.complex {
		return err
	}
	a.Imag, err = s.entries("imaginary entries", nnz)
	return err
}

// place sets rows and columns of the entries of a sparse array from their row numbers and the starts of columns.
func (a *Array) place(rows, starts []float64) error {
	if len(starts) != a.Dims[1]+1 {
		return fmt.Errorf("%d column starts for %d columns", len(starts), a.Dims[1])
	}
	nnz := int(starts[len(starts)-1])
	if nnz < 0 || nnz > len(rows) {
		return fmt.Errorf("%d entries promised, %d row numbers found", nnz, len(rows))
	}
	for j := range a.Dims[1] {
		from, to := int(starts[j]), int(starts[j+1])
		if from < 0 || to < from || to > nnz {
			return fmt.Errorf("column %d: entries %d to %d of %d", j+1, from, to, nnz)
		}
		for k := from; k < to; k++ {
			i := int(rows[k])
			if i < 0 || i >= a.Dims[0] {
				return fmt.Errorf("column %d: row %d of %d", j+1, i+1, a.Dims[0])
			}
			a.Row, a.Col = append(a.Row, i), append(a.Col, j)
		}
	}
	if len(a.Row) != nnz {
		return fmt.Errorf("%d entries promised, columns hold %d", nnz, len(a.Row))
	}
	return nil
}

// truths reads the values of a sparse logical array: one byte each, whatever the tag says (MATLAB writes double there).
func (s *stream) truths(nnz int) ([]float64, error) {
	t, err := s.tag()
	if err != nil {
		return nil, err
	}
	kind := uint32(miUint8)
	if t.length >= 8*int64(nnz) && t.kind == miDouble && nnz > 0 {
		kind = miDouble
	}
	if err := s.memory.Take((2 + budget.Float64) * float64(t.length)); err != nil {
		return nil, err
	}
	raw := make([]byte, 0, min(t.length, 1<<16))
	for left := t.length; left > 0; {
		part := make([]byte, min(left, 1<<16))
		if err := s.full(part); err != nil {
			return nil, err
		}
		raw, left = append(raw, part...), left-int64(len(part))
	}
	if int64(len(raw)) < int64(nnz)*typeSize[kind] {
		return nil, fmt.Errorf("%d bytes of entries, want %d", len(raw), int64(nnz)*typeSize[kind])
	}
	return s.convert(nil, kind, raw[:int64(nnz)*typeSize[kind]]), s.end(t)
}

// entries reads the values of a sparse array; there may be more than are used.
func (s *stream) entries(what string, nnz int) ([]float64, error) {
	v, err := s.numbers(what, -1)
	if err != nil {
		return nil, err
	}
	if len(v) < nnz {
		return nil, fmt.Errorf("%s: %d, want %d", what, len(v), nnz)
	}
	return v[:nnz], nil
}

// cells reads count matrix elements.
func (s *stream) cells(count, depth int) ([]*Array, error) {
	if count > maxCells || int64(count)*8 > s.left {
		return nil, fmt.Errorf("%d cells, at most %d can follow", count, min(s.left/8, maxCells))
	}
	if err := s.memory.Take(cellBytes * float64(count)); err != nil {
		return nil, err
	}
	var out []*Array
	for range count {
		t, err := s.tag()
		if err != nil {
			return nil, err
		}
		if t.kind != miMatrix {
			return nil, fmt.Errorf("a cell of type %d, want a matrix", t.kind)
		}
		if t.length == 0 {
			out = append(out, &Array{Var: Var{Class: Double, Dims: []int{0, 0}}})
			continue
		}
		inner := &stream{r: s.r, order: s.order, left: t.length, memory: s.memory}
		a, err := inner.array(depth + 1)
		s.rounded = s.rounded || inner.rounded
		for _, w := range inner.warnings {
			s.warn("%s", w)
		}
		if err != nil {
			return nil, err
		}
		if err := inner.skip(inner.left); err != nil {
			return nil, err
		}
		s.left -= t.length
		out = append(out, a)
	}
	return out, nil
}

// structure reads the names of the fields, then the fields of each element.
func (s *stream) structure(a *Array, depth int) error {
	if a.Class == Object {
		if _, err := s.bytes(miInt8, "class name", maxName); err != nil {
			return err
		}
	}
	length, err := s.numbers("length of field names", 1)
	if err != nil {
		return err
	}
	each := int(length[0])
	if each < 1 || each > maxName {
		return fmt.Errorf("field names of %v bytes", length[0])
	}
	names, err := s.bytes(miInt8, "field names", int64(each)*maxName)
	if err != nil {
		return err
	}
	for ; len(names) >= each; names = names[each:] {
		name, _, _ := bytes.Cut(names[:each], []byte{0})
		a.Fields = append(a.Fields, string(name))
	}
	if len(a.Fields) > 0 && product(a.Dims) > maxCells/len(a.Fields) {
		return fmt.Errorf("%s elements of %d fields", dimsText(a.Dims), len(a.Fields))
	}
	a.Cells, err = s.cells(product(a.Dims)*len(a.Fields), depth)
	return err
}
