// Package npy reads and writes NumPy's .npy files, versions 1 to 3, as matrices of float64: floats of 4 and 8 bytes,
// integers, booleans, of either byte order, in C or Fortran order. A vector of n values is an n×1 matrix.
package npy

import (
	"bufio"
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

// maxExact is the largest magnitude up to which every whole number is a float64.
const maxExact = 1 << 53

// Read reads one array from a file of size bytes; size must be what the header promises, before memory is taken for it.
// name stands for the file in errors. An array beyond the memory's budget is a *budget.Error.
func Read(r io.Reader, size int64, name string) (*mat.Dense, error) {
	counted := &counter{r: r}
	text, err := readHeader(counted)
	if err != nil {
		return nil, fmt.Errorf("npy: %s: %w", name, err)
	}
	h, err := parseHeader(text)
	if err != nil {
		return nil, fmt.Errorf("npy: %s: header: %w", name, err)
	}
	if want := int64(h.rows) * int64(h.cols) * int64(h.size); size-counted.n != want {
		return nil, fmt.Errorf("npy: %s: the header promises %d×%d values of %s, %d bytes, and %d bytes follow it", name, h.rows, h.cols, h.descr, want, size-counted.n)
	}
	if err := budget.Check(budget.Float64*float64(h.rows)*float64(h.cols), "the %d×%d matrix in %s", h.rows, h.cols, name); err != nil {
		return nil, err
	}
	out := mat.NewDense(h.rows, h.cols, nil)
	if err := h.fill(out.RawMatrix().Data, r); err != nil {
		return nil, fmt.Errorf("npy: %s: %w", name, err)
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

// fill reads the values into their places, row by row.
func (h *header) fill(into []float64, r io.Reader) error {
	buf := make([]byte, 1<<16)
	for done := 0; done < len(into); {
		part := buf[:min(len(buf), (len(into)-done)*h.size)] // whole values: sizes are powers of two
		if _, err := io.ReadFull(r, part); err != nil {
			return fmt.Errorf("%d×%d values promised, the file ends within the first %d: %w", h.rows, h.cols, done+len(part)/h.size, noEOF(err))
		}
		for ; len(part) > 0; part = part[h.size:] {
			v, ok := h.value(part[:h.size])
			if !ok {
				return fmt.Errorf("value %d is beyond 2^53 and no float64, want smaller whole numbers", done+1)
			}
			place := done
			if h.fortran {
				place = done%h.rows*h.cols + done/h.rows
			}
			into[place] = v
			done++
		}
	}
	return nil
}

// value decodes one entry; ok is false for a whole number that float64 cannot hold.
func (h *header) value(b []byte) (v float64, ok bool) {
	var bits uint64
	for i := range b {
		k := i // least significant byte first
		if h.big {
			k = len(b) - 1 - i
		}
		bits |= uint64(b[k]) << (8 * i)
	}
	switch h.kind {
	case 'f':
		if h.size == 4 {
			return float64(math.Float32frombits(uint32(bits))), true
		}
		return math.Float64frombits(bits), true
	case 'i':
		shift := 64 - 8*h.size
		s := int64(bits<<shift) >> shift
		return float64(s), s >= -maxExact && s <= maxExact
	}
	return float64(bits), bits <= maxExact // u, b
}

// Write writes a as float64 in C order, format version 1.
func Write(w io.Writer, a mat.Matrix) error {
	m, n := a.Dims()
	text := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", m, n)
	const align = 64 // of the data, counted from the start of the file
	pad := align - (len(magic)+4+len(text)+1)%align
	text += fmt.Sprintf("%*s\n", pad, "")
	b := bufio.NewWriter(w)
	b.WriteString(magic + "\x01\x00")
	binary.Write(b, binary.LittleEndian, uint16(len(text)))
	b.WriteString(text)
	var buf [8]byte
	for i := range m {
		for j := range n {
			binary.LittleEndian.PutUint64(buf[:], math.Float64bits(a.At(i, j)))
			b.Write(buf[:])
		}
	}
	return b.Flush() // bufio keeps the first error
}
