package matfile

import (
	"fmt"
	"math"
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
		for _, v := range b {
			out = append(out, float64(int8(v)))
		}
	case miUint8, miUTF8:
		for _, v := range b {
			out = append(out, float64(v))
		}
	case miInt16:
		for ; len(b) > 0; b = b[2:] {
			out = append(out, float64(int16(s.order.Uint16(b))))
		}
	case miUint16, miUTF16:
		for ; len(b) > 0; b = b[2:] {
			out = append(out, float64(s.order.Uint16(b)))
		}
	case miInt32:
		for ; len(b) > 0; b = b[4:] {
			out = append(out, float64(int32(s.order.Uint32(b))))
		}
	case miUint32, miUTF32:
		for ; len(b) > 0; b = b[4:] {
			out = append(out, float64(s.order.Uint32(b)))
		}
	case miSingle:
		for ; len(b) > 0; b = b[4:] {
			out = append(out, float64(math.Float32frombits(s.order.Uint32(b))))
		}
	case miDouble:
		for ; len(b) > 0; b = b[8:] {
			out = append(out, math.Float64frombits(s.order.Uint64(b)))
		}
	case miInt64:
		for ; len(b) > 0; b = b[8:] {
			v := int64(s.order.Uint64(b))
			if v > maxExact || v < -maxExact {
				s.warn("a whole number beyond 2^53 was rounded")
			}
			out = append(out, float64(v))
		}
	case miUint64:
		for ; len(b) > 0; b = b[8:] {
			v := s.order.Uint64(b)
			if v > maxExact {
				s.warn("a whole number beyond 2^53 was rounded")
			}
			out = append(out, float64(v))
		}
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
