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
)

const magic = "\x93NUMPY"

// maxHeader bounds the header text; NumPy itself refuses above 10,000 unless told otherwise.
const maxHeader = 1 << 16

// maxExact is the largest magnitude up to which every whole number is a float64.
const maxExact = 1 << 53

// Read reads one array. name stands for the file in errors. Memory grows with what was read, not with what the header
// promises.
func Read(r io.Reader, name string) (*mat.Dense, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	text, err := readHeader(b)
	if err != nil {
		return nil, fmt.Errorf("npy: %s: %w", name, err)
	}
	h, err := parseHeader(text)
	if err != nil {
		return nil, fmt.Errorf("npy: %s: header: %w", name, err)
	}
	values, err := h.values(b)
	if err != nil {
		return nil, fmt.Errorf("npy: %s: %w", name, err)
	}
	if _, err := b.ReadByte(); err == nil {
		return nil, fmt.Errorf("npy: %s: more bytes than %d×%d values of %s take", name, h.rows, h.cols, h.descr)
	}
	if !h.fortran {
		return mat.NewDense(h.rows, h.cols, values), nil
	}
	out := mat.NewDense(h.rows, h.cols, nil)
	out.Copy(mat.NewDense(h.cols, h.rows, values).T())
	return out, nil
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

// values reads rows·cols values in the order of the file.
func (h *header) values(r io.Reader) ([]float64, error) {
	total := h.rows * h.cols
	buf := make([]byte, 1<<16-1<<16%h.size)
	var out []float64
	for len(out) < total {
		n := min(len(buf), (total-len(out))*h.size)
		if _, err := io.ReadFull(r, buf[:n]); err != nil {
			return nil, fmt.Errorf("%d×%d values promised, the file ends within the first %d: %w", h.rows, h.cols, len(out)+n/h.size, noEOF(err))
		}
		for k := 0; k < n; k += h.size {
			v, ok := h.value(buf[k : k+h.size])
			if !ok {
				return nil, fmt.Errorf("value %d is beyond 2^53 and no float64, want smaller whole numbers", len(out)+1)
			}
			out = append(out, v)
		}
	}
	return out, nil
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
