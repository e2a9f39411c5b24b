package hdf5

import (
	"bytes"
	"errors"
	"fmt"
)

// Attribute is a small value that is attached to an object.
type Attribute struct {
	Type Type
	Dims []int
	Raw  []byte

	file *File
}

// Text returns the value of an attribute that is one string, "" for any other.
func (a Attribute) Text() string {
	if a.file == nil {
		return ""
	}
	if list, err := a.file.strings(a.Type, a.Raw); err == nil && len(list) == 1 {
		return list[0]
	}
	return ""
}

// Numbers returns the values of an attribute of numbers.
func (a Attribute) Numbers() []float64 {
	v, _, _ := a.Type.Numbers(a.Raw) // none where it has another type
	return v
}

// Int returns the value of an attribute that is one whole number.
func (a Attribute) Int() (int, bool) {
	v, _, err := a.Type.Numbers(a.Raw)
	if err != nil || len(v) != 1 || v[0] != float64(int(v[0])) {
		return 0, false
	}
	return int(v[0]), true
}

// attribute reads "The Attribute Message". One of a type that is not read is left out: many programs attach things.
func (o *Object) attribute(c *cursor) error {
	version, flags := c.u8(), c.u8()
	if version < 1 || version > 3 {
		return unsupported("attribute of version %d", version)
	}
	if version == 1 {
		flags = 0
	}
	nameSize, typeSize, spaceSize := int(c.u16()), int(c.u16()), int(c.u16())
	if version == 3 {
		c.skip(1)
	}
	padded := func(n int) []byte {
		b := c.take(n)
		if version == 1 {
			c.skip(-n & 7)
		}
		return b
	}
	name, _, _ := bytes.Cut(padded(nameSize), []byte{0})
	kind, space := padded(typeSize), padded(spaceSize)
	if c.err != nil {
		return c.err
	}
	if flags&3 != 0 { // a shared type or dataspace
		return nil
	}
	a := Attribute{file: c.f}
	var null bool
	var err error
	a.Type, err = datatype(&cursor{b: kind, f: c.f}, 0)
	if errors.Is(err, ErrUnsupported) {
		return nil
	}
	if err == nil {
		a.Dims, null, err = dataspace(&cursor{b: space, f: c.f})
	}
	if err != nil {
		return fmt.Errorf("attribute %s: %w", name, err)
	}
	n := 1
	for _, d := range a.Dims {
		n *= d
	}
	if null {
		n = 0
	}
	if n*a.Type.Size > len(c.b) {
		return fmt.Errorf("attribute %s: %d bytes promised, %d there", name, n*a.Type.Size, len(c.b))
	}
	a.Raw = bytes.Clone(c.take(n * a.Type.Size))
	o.Attributes[string(name)] = a
	return nil
}
