package hdf5

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"nmfrepro/datasets/exact"
)

// Class is the kind of a datatype ("The Datatype Message").
type Class uint8

// The classes that are read.
const (
	Fixed     Class = 0
	Float     Class = 1
	String    Class = 3
	Compound  Class = 6
	Reference Class = 7
	Enum      Class = 8 // read as the whole number under it
	Varying   Class = 9 // strings of varying length
)

// Type is the type of an element.
type Type struct {
	Class  Class
	Size   int // bytes
	Signed bool
	Fields []Field // of a compound

	order binary.ByteOrder
}

// Field is a part of a compound.
type Field struct {
	Name   string
	Offset int
	Type   Type
}

const (
	maxFields    = 1 << 10
	maxNesting   = 4
	maxTypeBytes = 1 << 16
)

// datatype reads a type and what belongs to it.
func datatype(c *cursor, depth int) (Type, error) {
	head := c.u8()
	var flags [3]byte
	copy(flags[:], c.take(3))
	size := c.u32()
	t := Type{Class: Class(head & 0xf), Size: int(size), order: binary.LittleEndian}
	version := head >> 4
	switch {
	case c.err != nil:
		return t, c.err
	case size == 0 || size > maxTypeBytes:
		return t, fmt.Errorf("elements of %d bytes", size)
	case version < 1 || version > 3:
		return t, unsupported("datatype of version %d", version)
	case depth > maxNesting:
		return t, errors.New("types within types, too deep")
	}
	if flags[0]&1 != 0 && (t.Class == Fixed || t.Class == Float) {
		t.order = binary.BigEndian
	}
	switch t.Class {
	case Fixed:
		t.Signed = flags[0]&8 != 0
		offset, precision := int(c.u16()), int(c.u16())
		if c.err == nil && (offset != 0 || precision != 8*t.Size || t.Size > 8 || t.Size&(t.Size-1) != 0) {
			return t, unsupported("whole numbers of %d bits in %d bytes", precision, t.Size)
		}
	case Float:
		return t, t.float(c, flags)
	case Compound:
		return t, t.compound(c, version, int(flags[0])|int(flags[1])<<8, depth)
	case Enum:
		under, err := datatype(c, depth+1)
		if err == nil && (under.Class != Fixed || under.Size != t.Size) {
			err = errors.New("an enumeration of other than whole numbers")
		}
		t.order, t.Signed = under.order, under.Signed
		return t, err
	case String:
	case Varying:
		if flags[0]&0xf != 1 || t.Size != 8+c.f.offsets {
			return t, unsupported("elements of varying length that are no strings")
		}
	case Reference:
		if flags[0]&0xf != 0 || t.Size != c.f.offsets {
			return t, unsupported("reference of type %d", flags[0]&0xf)
		}
	default:
		return t, unsupported("datatype of class %d", t.Class)
	}
	return t, c.err
}

// float checks that a type is an IEEE 754 number of 2, 4 or 8 bytes.
func (t *Type) float(c *cursor, flags [3]byte) error {
	got := [7]int{int(c.u16()), int(c.u16()), int(c.u8()), int(c.u8()), int(c.u8()), int(c.u8()), int(c.u32())}
	known := map[int][7]int{2: {0, 16, 10, 5, 0, 10, 15}, 4: {0, 32, 23, 8, 0, 23, 127}, 8: {0, 64, 52, 11, 0, 52, 1023}}
	if c.err != nil {
		return c.err
	}
	if want, ok := known[t.Size]; flags[0]&0x40 != 0 || !ok || got != want {
		return unsupported("floats of %d bytes that are not of IEEE 754", t.Size)
	}
	return nil
}

func (t *Type) compound(c *cursor, version uint8, count, depth int) error {
	if count > maxFields {
		return fmt.Errorf("a compound of %d fields", count)
	}
	for range count {
		text, _, ok := bytes.Cut(c.b, []byte{0})
		if !ok || c.err != nil {
			return errors.New("a field without a name")
		}
		size := len(text) + 1
		if version < 3 {
			size = (size + 7) &^ 7
		}
		c.skip(size)
		f := Field{Name: string(text)}
		if version < 3 {
			f.Offset = int(c.u32())
		} else {
			width := 1
			for t.Size >= 1<<(8*width) {
				width++
			}
			f.Offset = int(c.uint(width))
		}
		if version == 1 {
			rank := c.u8()
			c.skip(27)
			if rank != 0 {
				return unsupported("a field that is an array")
			}
		}
		var err error
		if f.Type, err = datatype(c, depth+1); err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
		if f.Offset < 0 || f.Offset > t.Size-f.Type.Size {
			return fmt.Errorf("field %s: at byte %d of %d", f.Name, f.Offset, t.Size)
		}
		t.Fields = append(t.Fields, f)
	}
	return c.err
}

// Numbers converts elements to float64. Rounded tells whether a whole number was too large to be one.
func (t Type) Numbers(raw []byte) (values []float64, rounded bool, err error) {
	return t.strided(raw, 0, t.Size)
}

// Number converts one field of compound elements.
func (t Type) Number(raw []byte, f Field) (values []float64, rounded bool, err error) {
	return f.Type.strided(raw, f.Offset, t.Size)
}

// strided converts the elements that begin at start and every step bytes after it.
func (t Type) strided(raw []byte, start, step int) (values []float64, rounded bool, err error) {
	if t.Size == 0 {
		return nil, false, errors.New("no type")
	}
	if t.Class != Fixed && t.Class != Float && t.Class != Enum {
		return nil, false, unsupported("numbers of class %d", t.Class)
	}
	if len(raw)%step != 0 {
		return nil, false, fmt.Errorf("%d bytes of elements of %d", len(raw), step)
	}
	out := make([]float64, len(raw)/step)
	convert := t.converter()
	for i := range out {
		at := i*step + start
		out[i] = convert(raw[at : at+t.Size])
	}
	const wide = 8 // bytes of whole numbers that float64 may round
	for i := 0; t.Size == wide && t.Class != Float && i < len(out) && !rounded; i++ {
		word := t.order.Uint64(raw[i*step+start:])
		rounded = t.Signed && !exact.Int(int64(word)) || !t.Signed && !exact.Uint(word)
	}
	return out, rounded, nil
}

// converter returns what turns the bytes of one number into a float64.
func (t Type) converter() func([]byte) float64 {
	order := t.order
	kinds := map[int]func([]byte) uint64{
		1: func(b []byte) uint64 { return uint64(b[0]) },
		2: func(b []byte) uint64 { return uint64(order.Uint16(b)) },
		4: func(b []byte) uint64 { return uint64(order.Uint32(b)) },
		8: func(b []byte) uint64 { return order.Uint64(b) },
	}
	load := kinds[t.Size]
	unused := 64 - 8*t.Size
	switch {
	case t.Class == Float && t.Size == 2:
		return func(b []byte) float64 { return exact.Half(uint16(load(b))) }
	case t.Class == Float && t.Size == 4:
		return func(b []byte) float64 { return float64(math.Float32frombits(uint32(load(b)))) }
	case t.Class == Float:
		return func(b []byte) float64 { return math.Float64frombits(load(b)) }
	case t.Signed:
		return func(b []byte) float64 { return float64(int64(load(b)<<unused) >> unused) }
	}
	return func(b []byte) float64 { return float64(load(b)) }
}

// Addresses reads elements that are references to objects.
func (t Type) Addresses(raw []byte) ([]uint64, error) {
	if t.Class != Reference {
		return nil, unsupported("references of class %d", t.Class)
	}
	out := make([]uint64, len(raw)/t.Size)
	c := &cursor{b: raw}
	for i := range out {
		out[i] = c.uint(t.Size)
	}
	return out, nil
}
