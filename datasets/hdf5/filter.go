package hdf5

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Filters ("The Data Storage - Filter Pipeline Message").
const (
	deflate    = 1
	shuffle    = 2
	fletcher32 = 3
)

type filter struct {
	id     int
	values []uint32 // shuffle: bytes of an element
}

func readFilters(c *cursor) ([]filter, error) {
	version, count := c.u8(), int(c.u8())
	switch version {
	case 1:
		c.skip(6)
	case 2:
	default:
		return nil, unsupported("filters of version %d", version)
	}
	var out []filter
	for range count {
		f := filter{id: int(c.u16())}
		name := 0
		if version == 1 || f.id >= 256 {
			name = int(c.u16())
		}
		c.skip(2) // flags
		values := int(c.u16())
		if version == 1 {
			name = (name + 7) &^ 7
		}
		c.skip(name)
		if c.err == nil && 4*values > len(c.b) {
			c.err = io.ErrUnexpectedEOF
		}
		if c.err != nil {
			return nil, c.err
		}
		for range values {
			f.values = append(f.values, c.u32())
		}
		if version == 1 && values%2 == 1 {
			c.skip(4)
		}
		out = append(out, f)
	}
	return out, c.err
}

// undo reverses the filter; the result has at most limit bytes.
func (f filter) undo(b []byte, limit int) ([]byte, error) {
	switch f.id {
	case deflate:
		return inflate(b, limit)
	case fletcher32:
		return checked(b)
	case shuffle:
		if len(f.values) == 0 || f.values[0] == 0 {
			return nil, errors.New("shuffle without the size of an element")
		}
		return unshuffle(b, int(f.values[0])), nil
	}
	return nil, unsupported("filter %d", f.id)
}

// checked verifies the checksum in the last four bytes and returns what is before it.
func checked(b []byte) ([]byte, error) {
	n := len(b) - 4
	if n < 0 {
		return nil, io.ErrUnexpectedEOF
	}
	if got, want := fletcher(b[:n]), binary.LittleEndian.Uint32(b[n:]); got != want {
		return nil, fmt.Errorf("checksum %08x, want %08x", got, want)
	}
	return b[:n], nil
}

// fletcher returns Fletcher's checksum of 16-bit words, first byte high, an odd byte at the end padded with zero. Sums are modulo
// 65535; as HDF5 folds carries, it writes 65535 for 0 unless all words are 0.
func fletcher(b []byte) uint32 {
	var low, high uint64
	fold := func(sum uint64) uint64 {
		if sum == 0 {
			return 0
		}
		return (sum-1)%0xffff + 1
	}
	add := func(word uint64) {
		low = fold(low + word)
		high = fold(high + low)
	}
	for ; len(b) > 1; b = b[2:] {
		add(uint64(b[0])<<8 | uint64(b[1]))
	}
	if len(b) == 1 {
		add(uint64(b[0]) << 8)
	}
	return uint32(high<<16 | low)
}

// inflate grows as data arrives.
func inflate(b []byte, limit int) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Grow(min(limit, 4*len(b)) + bytes.MinRead)
	n, err := out.ReadFrom(io.LimitReader(z, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if n > int64(limit) {
		return nil, fmt.Errorf("more than %d bytes", limit)
	}
	return out.Bytes(), nil
}

// unshuffle gathers the bytes of each element, which stand in planes: all first bytes, all second bytes, and so on. What
// does not fill an element stays at the end.
func unshuffle(b []byte, width int) []byte {
	n := len(b) / width
	out := make([]byte, len(b))
	copy(out[n*width:], b[n*width:])
	for k := range width {
		plane := b[k*n : (k+1)*n]
		for i, v := range plane {
			out[i*width+k] = v
		}
	}
	return out
}
