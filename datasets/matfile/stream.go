package matfile

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/exact"
	"nmfrepro/datasets/list"
)

// Types of elements ("MAT-File Data Types").
const (
	miInt8       = 1
	miUint8      = 2
	miInt16      = 3
	miUint16     = 4
	miInt32      = 5
	miUint32     = 6
	miSingle     = 7
	miDouble     = 9
	miInt64      = 12
	miUint64     = 13
	miMatrix     = 14
	miCompressed = 15
	miUTF8       = 16
	miUTF16      = 17
	miUTF32      = 18
)

// typeSize is the number of bytes of one value, 0 for a type that holds no plain values.
var typeSize = [...]int64{
	miInt8: 1, miUint8: 1, miInt16: 2, miUint16: 2, miInt32: 4, miUint32: 4, miSingle: 4, miDouble: 8,
	miInt64: 8, miUint64: 8, miUTF8: 1, miUTF16: 2, miUTF32: 4,
}

// deflateRatio is the most that deflate can expand: 258 bytes for two bits.
const deflateRatio = 1032

// stream reads the elements of one variable, from the file or through zlib. left bounds the bytes that can still come,
// whatever a header promises.
type stream struct {
	r        io.Reader
	order    binary.ByteOrder
	left     int64
	memory   *budget.Account // what the variable takes
	warnings []string
	rounded  bool // a whole number was
}

// open starts a stream after the tag of the variable's matrix element.
func (f *File) open(e extent, name string) (*stream, error) {
	memory := f.account(name)
	section := io.NewSectionReader(f.r, e.start, e.length)
	if !e.compressed {
		return &stream{r: bufio.NewReader(section), order: f.order, left: e.length, memory: memory}, nil
	}
	z, err := zlib.NewReader(bufio.NewReader(section))
	if err != nil {
		return nil, err
	}
	s := &stream{r: bufio.NewReader(z), order: f.order, left: e.length * deflateRatio, memory: memory}
	t, err := s.tag()
	if err != nil {
		return nil, err
	}
	if t.kind != miMatrix {
		return nil, fmt.Errorf("compressed element of type %d, want a matrix", t.kind)
	}
	s.left = t.length
	return s, nil
}

// drain reads a compressed variable to its end, so that its checksum is checked.
func (s *stream) drain(e extent) error {
	if !e.compressed {
		return nil
	}
	const padding = 8 // some writers pad the last element, some do not
	n, err := io.Copy(io.Discard, io.LimitReader(s.r, s.left+padding+1))
	if err == nil && n > s.left+padding {
		return errors.New("more data than the variable takes")
	}
	return err
}

// tag is the start of an element.
type tag struct {
	kind   uint32
	length int64
	small  bool // length ≤ 4, the data is in the tag
}

// tag reads a tag, or the first half of a small one, and checks that its data can follow.
func (s *stream) tag() (tag, error) {
	var b [4]byte
	if err := s.full(b[:]); err != nil {
		return tag{}, err
	}
	word := s.order.Uint32(b[:])
	if short := word >> 16; short != 0 {
		if short > 4 {
			return tag{}, fmt.Errorf("a small element of %d bytes, want at most 4", short)
		}
		return tag{word & 0xffff, int64(short), true}, nil
	}
	if err := s.full(b[:]); err != nil {
		return tag{}, err
	}
	t := tag{kind: word, length: int64(s.order.Uint32(b[:]))}
	if t.length > s.left {
		return tag{}, fmt.Errorf("an element promises %d bytes, at most %d can follow", t.length, s.left)
	}
	return t, nil
}

// end skips the padding after the data of t.
func (s *stream) end(t tag) error {
	boundary := int64(8)
	if t.small {
		boundary = 4
	}
	pad := (boundary - t.length%boundary) % boundary
	var b [8]byte
	if s.left < pad { // the last element of a variable, unpadded
		pad = s.left
	}
	return s.full(b[:pad])
}

// full fills b.
func (s *stream) full(b []byte) error {
	if int64(len(b)) > s.left {
		return io.ErrUnexpectedEOF
	}
	n, err := io.ReadFull(s.r, b)
	s.left -= int64(n)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// skip passes over n bytes.
func (s *stream) skip(n int64) error {
	if n > s.left {
		return io.ErrUnexpectedEOF
	}
	k, err := io.CopyN(io.Discard, s.r, n)
	s.left -= k
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// alsoSeen are types that other programs write for the names and dimensions that the format wants as another.
var alsoSeen = map[uint32]uint32{miInt8: miUTF8, miInt32: miUint32}

// bytes reads an element that should be a name or flags of the given type, at most limit bytes long.
func (s *stream) bytes(kind uint32, what string, limit int64) ([]byte, error) {
	t, err := s.tag()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if t.kind != kind && t.kind != alsoSeen[kind] {
		return nil, fmt.Errorf("%s: element of type %d, want %d", what, t.kind, kind)
	}
	if t.length > limit {
		return nil, fmt.Errorf("%s: %d bytes, want at most %d", what, t.length, limit)
	}
	b := make([]byte, t.length)
	if err := s.full(b); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return b, s.end(t)
}

// maxValues bounds one array: 2 GiB as float64. The largest of our sets has 21 million.
const maxValues = 1 << 28

// numbers reads an element of plain values; want is how many there should be, -1 for any number. Memory grows as data
// arrives.
func (s *stream) numbers(what string, want int) ([]float64, error) {
	t, err := s.tag()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if t.kind >= uint32(len(typeSize)) || typeSize[t.kind] == 0 {
		return nil, fmt.Errorf("%s: element of type %d, want numbers", what, t.kind)
	}
	size := typeSize[t.kind]
	count := t.length / size
	if t.length%size != 0 || count > maxValues || want >= 0 && count != int64(want) {
		return nil, fmt.Errorf("%s: %d bytes of %d-byte values, want %d values", what, t.length, size, want)
	}
	if err := s.memory.Take(budget.Float64 * float64(count)); err != nil {
		return nil, err
	}
	var out []float64
	buf := make([]byte, min(t.length, 1<<16))
	for left := t.length; left > 0; {
		part := buf[:min(left, int64(len(buf)))]
		if err := s.full(part); err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		left -= int64(len(part))
		if n := len(part) / int(size); cap(out)-len(out) < n { // append alone grows by a quarter, and copies more
			out = slices.Grow(out, min(max(n, len(out)), int(count)-len(out)))
		}
		out = s.convert(out, t.kind, part)
	}
	return out, s.end(t)
}

// convert appends the values in b to out.
func (s *stream) convert(out []float64, kind uint32, b []byte) []float64 {
	switch kind {
	case miInt8:
		return appended(out, decoded[int8](s, b))
	case miUint8, miUTF8:
		return appended(out, decoded[uint8](s, b))
	case miInt16:
		return appended(out, decoded[int16](s, b))
	case miUint16, miUTF16:
		return appended(out, decoded[uint16](s, b))
	case miInt32:
		return appended(out, decoded[int32](s, b))
	case miUint32, miUTF32:
		return appended(out, decoded[uint32](s, b))
	case miSingle:
		return appended(out, decoded[float32](s, b))
	case miDouble:
		return appended(out, decoded[float64](s, b))
	case miInt64:
		values := decoded[int64](s, b)
		if slices.ContainsFunc(values, func(v int64) bool { return !exact.Int(v) }) {
			s.rounded = true
			s.warn(rounded)
		}
		return appended(out, values)
	case miUint64:
		values := decoded[uint64](s, b)
		if slices.ContainsFunc(values, func(v uint64) bool { return !exact.Uint(v) }) {
			s.rounded = true
			s.warn(rounded)
		}
		return appended(out, values)
	}
	return out
}

const rounded = "a whole number beyond 2^53 was rounded"

type value interface {
	int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64 | float32 | float64
}

// decoded returns the values of one type in b, which holds whole ones.
func decoded[T value](s *stream, b []byte) []T {
	values := make([]T, len(b)/binary.Size(T(0)))
	if _, err := binary.Decode(b, s.order, values); err != nil {
		panic("matfile: " + err.Error())
	}
	return values
}

func appended[T value](out []float64, values []T) []float64 {
	for _, v := range values {
		out = append(out, float64(v))
	}
	return out
}

// warn keeps a warning, once.
func (s *stream) warn(format string, args ...any) {
	s.warnings = list.AppendUnique(s.warnings, fmt.Sprintf(format, args...))
}
