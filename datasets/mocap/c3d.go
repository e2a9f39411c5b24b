package mocap

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Markers is a C3D file: positions of markers, one row a frame, columns x, y, z of the first marker, of the second, ...
// A marker that was not seen is NaN.
type Markers struct {
	Count  int
	Rate   float64 // frames a second
	Frames *mat.Dense
}

const (
	c3dBlock = 512
	c3dIntel = 84 // processor type: Intel; 83 + number in the parameter block (DEC 85, MIPS 86)
	c3dMagic = 0x50
)

// ReadC3D reads the positions of a C3D file written on an Intel machine (the C3D file format user guide, 2008). Analog
// channels are skipped. Memory grows with what was read.
func ReadC3D(r io.ReaderAt, size int64, name string) (*Markers, error) {
	m, err := readC3D(r, size)
	if err != nil {
		return nil, fmt.Errorf("mocap: %s: %w", name, err)
	}
	return m, nil
}

func readC3D(r io.ReaderAt, size int64) (*Markers, error) {
	h := make([]byte, c3dBlock)
	if size < c3dBlock {
		return nil, fmt.Errorf("found %d bytes, want at least %d", size, c3dBlock)
	}
	if _, err := r.ReadAt(h, 0); err != nil {
		return nil, err
	}
	if h[1] != c3dMagic {
		return nil, errors.New("no C3D header")
	}
	var processor [4]byte
	if _, err := r.ReadAt(processor[:], int64(h[0]-1)*c3dBlock); err != nil || h[0] == 0 {
		return nil, errors.New("the parameter block lies outside the file")
	}
	if processor[3] != c3dIntel {
		return nil, fmt.Errorf("processor type %d, want %d (Intel)", processor[3], c3dIntel)
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint16(h[2*(i-1):])) }
	real := func(i int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(h[2*(i-1):]))) }
	m := &Markers{Count: word(2), Rate: real(11)}
	analog, first, last, scale, start := word(3), word(4), word(5), real(7), word(9)
	frames := last - first + 1
	if m.Count < 1 || frames < 1 || start < 1 || !(m.Rate >= 0) || scale-scale != 0 || scale == 0 {
		return nil, fmt.Errorf("%d markers, frames %d to %d, data in block %d, scale %v", m.Count, first, last, start, scale)
	}
	width := 2 // bytes of a value: whole numbers, or float32 where the scale is negative
	if scale < 0 {
		width = 4
	}
	each := (4*m.Count + analog) * width
	offset := int64(start-1) * c3dBlock
	if int64(frames)*int64(each) > size-offset {
		return nil, fmt.Errorf("%d frames of %d bytes promised, %d bytes left", frames, each, max(size-offset, 0))
	}
	buf := make([]byte, each)
	m.Frames = mat.NewDense(frames, 3*m.Count, nil)
	for f := range frames {
		if _, err := r.ReadAt(buf, offset+int64(f)*int64(each)); err != nil {
			return nil, err
		}
		frame(m.Frames.RawRowView(f), buf, width, scale)
	}
	return m, nil
}

// frame decodes the positions of one frame: x, y, z and a word that is negative where the marker was not seen.
func frame(dst []float64, buf []byte, width int, scale float64) {
	value := func(i int) float64 {
		if width == 4 {
			return float64(math.Float32frombits(binary.LittleEndian.Uint32(buf[4*i:])))
		}
		return float64(int16(binary.LittleEndian.Uint16(buf[2*i:])))
	}
	factor := 1.0
	if width == 2 {
		factor = scale
	}
	for k := range len(dst) / 3 {
		seen := value(4*k+3) >= 0
		for c := range 3 {
			dst[3*k+c] = value(4*k+c) * factor
			if !seen {
				dst[3*k+c] = math.NaN()
			}
		}
	}
}
