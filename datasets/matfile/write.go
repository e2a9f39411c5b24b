package matfile

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"

	"nmfrepro/datasets/list"

	"gonum.org/v1/gonum/mat"
)

// storage is the element type that the values of a class are written as.
var storage = map[Class]uint32{
	Double: miDouble, Single: miSingle, Int8: miInt8, Uint8: miUint8, Int16: miInt16, Uint16: miUint16, Int32: miInt32, Uint32: miUint32,
	Sparse: miDouble,
}

// variableName is what MATLAB and Octave take for the name of a variable (namelengthmax is 63).
var variableName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,62}$`)

// maxElement bounds an array in a file: MATLAB refuses larger ones in this version of the format.
const maxElement = 1<<31 - 1

// FromDense returns the variable of that name with the entries of a, of class double.
func FromDense(name string, a mat.Matrix) *Array {
	m, n := a.Dims()
	v := &Array{Var: Var{name, Double, []int{m, n}}, Real: make([]float64, 0, m*n)}
	for j := range n {
		for i := range m {
			v.Real = append(v.Real, a.At(i, j))
		}
	}
	return v
}

// Write writes real arrays of numbers, full or sparse, as a file of version 5, little-endian, not compressed. Values must
// fit their class; entries of a sparse array may come in any order, each place once.
func Write(w io.Writer, arrays ...*Array) error {
	head := make([]byte, headerSize)
	for i := range head[:textSize] {
		head[i] = ' '
	}
	copy(head, "MATLAB 5.0 MAT-file, written by nmfrepro")
	binary.LittleEndian.PutUint16(head[124:], 0x0100)
	copy(head[126:], "IM")
	if _, err := w.Write(head); err != nil {
		return err
	}
	for _, a := range arrays {
		inside, err := a.encode()
		if err != nil {
			return fmt.Errorf("matfile: %s: %w", a.Name, err)
		}
		if _, err := w.Write(element(nil, miMatrix, inside)); err != nil {
			return err
		}
	}
	return nil
}

func (a *Array) encode() ([]byte, error) {
	kind, ok := storage[a.Class]
	switch {
	case !variableName.MatchString(a.Name):
		return nil, fmt.Errorf("a variable cannot have this name, want a letter and then letters, digits and _, 63 at most")
	case !ok || a.Imag != nil || len(a.Dims) < 2 || a.Class != Sparse && len(a.Real) != product(a.Dims):
		return nil, fmt.Errorf("a %s array of %s with %d values cannot be written", a.Class, dimsText(a.Dims), len(a.Real))
	case len(a.Real) > (maxElement-1<<20)/16:
		return nil, fmt.Errorf("%d values, want at most %d in a file of version 5", len(a.Real), (maxElement-1<<20)/16)
	}
	flags := binary.LittleEndian.AppendUint32(nil, uint32(a.Class))
	nzmax := 0
	if a.Class == Sparse {
		nzmax = max(1, len(a.Real)) // as MATLAB has it
	}
	flags = binary.LittleEndian.AppendUint32(flags, uint32(nzmax))
	out := element(nil, miUint32, flags)
	out = element(out, miInt32, int32s(a.Dims))
	out = element(out, miInt8, []byte(a.Name))
	values := a.Real
	if a.Class == Sparse {
		rows, starts, sorted, err := a.columns()
		if err != nil {
			return nil, err
		}
		out, values = element(element(out, miInt32, int32s(rows)), miInt32, int32s(starts)), sorted
	}
	return element(out, kind, encodeValues(kind, values)), nil
}

// columns returns the entries of a sparse array column by column: their row numbers, where each column starts, and the values.
func (a *Array) columns() (rows, starts []int, values []float64, err error) {
	if len(a.Dims) != 2 || len(a.Row) != len(a.Real) || len(a.Col) != len(a.Real) {
		return nil, nil, nil, fmt.Errorf("a sparse array of %s with %d rows and %d columns of %d values", dimsText(a.Dims), len(a.Row),
			len(a.Col), len(a.Real))
	}
	order := list.Upto(len(a.Real))
	slices.SortFunc(order, func(x, y int) int { return cmp.Or(cmp.Compare(a.Col[x], a.Col[y]), cmp.Compare(a.Row[x], a.Row[y])) })
	starts = make([]int, a.Dims[1]+1)
	for at, k := range order {
		i, j := a.Row[k], a.Col[k]
		if i < 0 || i >= a.Dims[0] || j < 0 || j >= a.Dims[1] {
			return nil, nil, nil, fmt.Errorf("entry (%d, %d) lies outside %s", i+1, j+1, dimsText(a.Dims))
		}
		if at > 0 && a.Row[order[at-1]] == i && a.Col[order[at-1]] == j {
			return nil, nil, nil, fmt.Errorf("entry (%d, %d) is given twice", i+1, j+1)
		}
		starts[j+1]++
		rows, values = append(rows, i), append(values, a.Real[k])
	}
	for j := range a.Dims[1] {
		starts[j+1] += starts[j]
	}
	if rows == nil { // scipy and MATLAB want room for one entry at least
		rows, values = []int{0}, []float64{0}
	}
	return rows, starts, values, nil
}

func int32s(values []int) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

func encodeValues(kind uint32, values []float64) []byte {
	data := make([]byte, 0, int64(len(values))*typeSize[kind])
	for _, v := range values {
		switch kind {
		case miDouble:
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		case miSingle:
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
		case miInt32, miUint32:
			data = binary.LittleEndian.AppendUint32(data, uint32(int64(v)))
		case miInt16, miUint16:
			data = binary.LittleEndian.AppendUint16(data, uint16(int64(v)))
		default:
			data = append(data, byte(int64(v)))
		}
	}
	return data
}

// element appends an element with its padding to dst.
func element(dst []byte, kind uint32, data []byte) []byte {
	dst = slices.Grow(dst, len(data)+16)
	dst = binary.LittleEndian.AppendUint32(dst, kind)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(data)))
	dst = append(dst, data...)
	return append(dst, bytes.Repeat([]byte{0}, -len(dst)&7)...)
}
