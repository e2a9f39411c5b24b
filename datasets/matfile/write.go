package matfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// storage is the element type that the values of a class are written as.
var storage = map[Class]uint32{
	Double: miDouble, Single: miSingle, Int8: miInt8, Uint8: miUint8, Int16: miInt16, Uint16: miUint16, Int32: miInt32, Uint32: miUint32,
}

// Write writes full real arrays of numbers as a file of version 5, little-endian, not compressed. Values must fit their
// class.
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
	if !ok || a.Imag != nil || len(a.Dims) < 2 || len(a.Real) != product(a.Dims) {
		return nil, fmt.Errorf("a %s array of %s with %d values cannot be written", a.Class, dimsText(a.Dims), len(a.Real))
	}
	out := element(nil, miUint32, binary.LittleEndian.AppendUint64(nil, uint64(a.Class)))
	var dims []byte
	for _, d := range a.Dims {
		dims = binary.LittleEndian.AppendUint32(dims, uint32(d))
	}
	out = element(out, miInt32, dims)
	out = element(out, miInt8, []byte(a.Name))
	var data []byte
	for _, v := range a.Real {
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
	return element(out, kind, data), nil
}

// element appends an element with its padding to dst.
func element(dst []byte, kind uint32, data []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, kind)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(data)))
	dst = append(dst, data...)
	for len(dst)%8 != 0 {
		dst = append(dst, 0)
	}
	return dst
}
