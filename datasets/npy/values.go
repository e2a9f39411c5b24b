package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"nmfrepro/datasets/exact"
)

// fillRows reads the values into their places, one row after the other.
func (h *header) fillRows(into []float64, r io.Reader) error {
	buf := make([]byte, min(chunk, len(into)*h.size))
	for done := 0; done < len(into); {
		part := buf[:min(len(buf), (len(into)-done)*h.size)] // whole values: sizes are powers of two
		n := len(part) / h.size
		if err := h.values(into[done:done+n], part, r, done); err != nil {
			return err
		}
		done += n
	}
	return nil
}

// fillColumns reads the values of a few columns after the other, and writes them row by row.
func (h *header) fillColumns(into []float64, r io.Reader) error {
	const fewest, most = 8, 64 // columns: what a cache line holds, and some
	band := min(h.cols, most, max(fewest, chunk/h.rows/h.size))
	columns := make([]float64, band*h.rows)
	buf := make([]byte, min(chunk, len(columns)*h.size))
	for first := 0; first < h.cols; first += band {
		width := min(band, h.cols-first)
		part := columns[:width*h.rows]
		for done := 0; done < len(part); {
			text := buf[:min(len(buf), (len(part)-done)*h.size)]
			n := len(text) / h.size
			if err := h.values(part[done:done+n], text, r, first*h.rows+done); err != nil {
				return err
			}
			done += n
		}
		for i := range h.rows {
			row := into[i*h.cols+first:][:width]
			for j := range row {
				row[j] = part[j*h.rows+i]
			}
		}
	}
	return nil
}

// values reads as many values as into holds through b; before is how many were read already.
func (h *header) values(into []float64, b []byte, r io.Reader, before int) error {
	if _, err := io.ReadFull(r, b); err != nil {
		return fmt.Errorf("%d×%d values promised, the file ends within the first %d: %w", h.rows, h.cols, before+len(into), noEOF(err))
	}
	if wrong := h.decode(into, b); wrong >= 0 {
		return fmt.Errorf("value %d is %s", before+wrong+1, exact.Rounded)
	}
	return nil
}

// decode makes values of their bytes. It returns the place of the first whole number that float64 cannot hold, or -1.
func (h *header) decode(into []float64, b []byte) (wrong int) {
	switch {
	case h.kind == 'f' && h.size == 8 && !h.big: // what NumPy writes
		for i := range into {
			into[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
	case h.kind == 'f' && h.size == 4 && !h.big:
		for i := range into {
			into[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
		}
	default:
		for i := range into {
			v, ok := h.value(b[i*h.size:][:h.size])
			if !ok {
				return i
			}
			into[i] = v
		}
	}
	return -1
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
	switch {
	case h.kind == 'f' && h.size == 2:
		return exact.Half(uint16(bits)), true
	case h.kind == 'f' && h.size == 4:
		return float64(math.Float32frombits(uint32(bits))), true
	case h.kind == 'f':
		return math.Float64frombits(bits), true
	case h.kind == 'i':
		shift := 64 - 8*h.size
		s := int64(bits<<shift) >> shift
		return float64(s), exact.Int(s)
	}
	return float64(bits), exact.Uint(bits) // u, b
}
