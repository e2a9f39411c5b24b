package matfile

import (
	"encoding/binary"
	"fmt"
	"slices"

	"nmfrepro/datasets/budget"
)

// maxValues bounds one array: 2 GiB as float64. The largest of our sets has 21 million.
const maxValues = 1 << 28

// maxExact is the largest magnitude up to which every whole number is a float64.
const maxExact = 1 << 53

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
		if slices.ContainsFunc(values, func(v int64) bool { return v > maxExact || v < -maxExact }) {
			s.warn(rounded)
		}
		return appended(out, values)
	case miUint64:
		values := decoded[uint64](s, b)
		if slices.ContainsFunc(values, func(v uint64) bool { return v > maxExact }) {
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

// decoded are the values of one type in b, which holds whole ones.
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
	msg := fmt.Sprintf(format, args...)
	if slices.Contains(s.warnings, msg) {
		return
	}
	s.warnings = append(s.warnings, msg)
}
