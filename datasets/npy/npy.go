// Package npy reads and writes NumPy's .npy files, versions 1 to 3, as matrices of float64: floats of 4 and 8 bytes,
// integers, booleans, of either byte order, in C or Fortran order. A vector of n values is an n×1 matrix.
package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
)

const magic = "\x93NUMPY"

// maxHeader bounds the header text; NumPy itself refuses above 10,000 unless told otherwise.
const maxHeader = 1 << 16

// chunk is how many bytes are read or written at once.
const chunk = 1 << 18

// Read reads one array from a file of size bytes; size must be what the header promises, before memory is taken for it.
// name stands for the file in errors. An array beyond the memory's budget is a *budget.Error.
func Read(r io.Reader, size int64, name string) (*mat.Dense, error) {
	return read(r, size, name, false)
}

// again is what to do about a file that is damaged or of a form that is not read.
const again = "copy the file again, or write it anew by numpy.save"

// ReadTransposed reads the transpose of what Read reads, and takes no more memory.
func ReadTransposed(r io.Reader, size int64, name string) (*mat.Dense, error) {
	return read(r, size, name, true)
}

func read(r io.Reader, size int64, name string, transpose bool) (*mat.Dense, error) {
	counted := &counter{r: r}
	text, err := readHeader(counted)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, budget.Advise(err, again))
	}
	h, err := parseHeader(text)
	if err != nil {
		return nil, fmt.Errorf("%s: header: %w", name, budget.Advise(err, again))
	}
	if want := int64(h.rows) * int64(h.cols) * int64(h.size); size-counted.n != want {
		return nil, fmt.Errorf("%s: the header promises %d×%d values of %s, %d bytes, and %d bytes follow it; "+again, name, h.rows, h.cols, h.descr,
			want, size-counted.n)
	}
	if err := budget.Check(budget.Float64*float64(h.rows)*float64(h.cols), "the %d×%d matrix in %s", h.rows, h.cols, name); err != nil {
		return nil, err
	}
	if transpose { // the columns of one order are the rows of the other
		h.rows, h.cols, h.fortran = h.cols, h.rows, !h.fortran
	}
	out := mat.NewDense(h.rows, h.cols, nil)
	fill := h.fillRows
	if h.fortran {
		fill = h.fillColumns
	}
	if err := fill(out.RawMatrix().Data, r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}

// counter counts the bytes that were read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func readHeader(r io.Reader) (string, error) {
	start := make([]byte, len(magic)+2)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(magic)]) != magic {
		return "", errors.New("found no \\x93NUMPY at the start, want a .npy file (not .npz)")
	}
	var size uint32
	var err error
	switch major := start[len(magic)]; major {
	case 1:
		var short uint16
		err = binary.Read(r, binary.LittleEndian, &short)
		size = uint32(short)
	case 2, 3:
		err = binary.Read(r, binary.LittleEndian, &size)
	default:
		return "", fmt.Errorf("format version %d, want 1, 2 or 3", major)
	}
	if err != nil {
		return "", fmt.Errorf("header: %w", noEOF(err))
	}
	if size > maxHeader {
		return "", fmt.Errorf("header of %d bytes, want at most %d", size, maxHeader)
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", fmt.Errorf("header: %w", noEOF(err))
	}
	return string(text), nil
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Write writes a as float64 in C order, format version 1.
func Write(w io.Writer, a mat.Matrix) error {
	m, n := a.Dims()
	text := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", m, n)
	const align = 64 // of the data, counted from the start of the file
	pad := align - (len(magic)+4+len(text)+1)%align
	text += fmt.Sprintf("%*s\n", pad, "")
	buf := append(make([]byte, 0, chunk), magic+"\x01\x00"...)
	buf = binary.LittleEndian.AppendUint16(buf, uint16(len(text)))
	buf = append(buf, text...)
	rows, whole := a.(mat.RawRowViewer)
	row := make([]float64, n)
	for i := range m {
		if whole {
			row = rows.RawRowView(i)
		}
		for j := 0; j < n && !whole; j++ {
			row[j] = a.At(i, j)
		}
		for _, v := range row {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
			if len(buf) > chunk-8 {
				if _, err := w.Write(buf); err != nil {
					return err
				}
				buf = buf[:0]
			}
		}
	}
	_, err := w.Write(buf)
	return err
}
