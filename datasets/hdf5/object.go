package hdf5

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Object is a group or a dataset: what its header says.
type Object struct {
	Attributes map[string]Attribute
	Type       Type  // of a dataset's elements
	Dims       []int // of a dataset, slowest first; none for a scalar

	file    *File
	header  uint64 // bytes of it that were read
	dataset bool
	null    bool   // a dataset without elements
	tree    uint64 // of a group with a symbol table
	heap    uint64
	links   []Member
	layout  layout
	filters []filter
}

// Types of header messages ("Disk Format: Level 2A2").
const (
	msgDataspace    = 0x01
	msgLinkInfo     = 0x02
	msgDatatype     = 0x03
	msgLink         = 0x06
	msgLayout       = 0x08
	msgFilters      = 0x0b
	msgAttribute    = 0x0c
	msgContinuation = 0x10
	msgSymbols      = 0x11
	msgAttributes   = 0x15
)

const flagShared = 2

// Root opens the root group.
func (f *File) Root() (*Object, error) { return f.Object(f.root) }

// Object opens the object at an address, as members and references name it.
func (f *File) Object(address uint64) (*Object, error) {
	o := &Object{file: f, Attributes: map[string]Attribute{}}
	if err := o.read(address); err != nil {
		return nil, fmt.Errorf("object at %d: %w", address, err)
	}
	return o, nil
}

// Open opens an object of the same file, as members name it.
func (o *Object) Open(address uint64) (*Object, error) { return o.file.Object(address) }

// IsGroup tells a group from a dataset.
func (o *Object) IsGroup() bool { return !o.dataset }

// block is a piece of a header, without its frame.
type block struct{ address, size uint64 }

// piece reads a piece. As pieces do not overlap, there are no more bytes in all of them than in the file.
func (o *Object) piece(b block) (*cursor, error) {
	const frame = 8 // the least that a piece takes apart from its messages
	if o.header += frame + min(b.size, uint64(o.file.size)); o.header > uint64(o.file.size) {
		return nil, errors.New("a header that goes in circles")
	}
	return o.file.block(b.address, b.size)
}

func (o *Object) read(address uint64) error {
	c, err := o.file.block(address, 4)
	if err != nil {
		return err
	}
	if string(c.b) == "OHDR" {
		return o.read2(address)
	}
	if version := c.u8(); version != 1 {
		return unsupported("object header of version %d", version)
	}
	if c, err = o.file.block(address, 16); err != nil {
		return err
	}
	c.skip(8)
	blocks := []block{{address + 16, uint64(c.u32())}}
	for i := 0; i < len(blocks); i++ {
		c, err := o.piece(blocks[i])
		if err != nil {
			return err
		}
		for len(c.b) >= 8 {
			kind, size, flags := int(c.u16()), int(c.u16()), c.u8()
			c.skip(3)
			next, err := o.message(kind, flags, &cursor{b: c.take(size), f: o.file, err: c.err})
			if err != nil {
				return err
			}
			blocks = append(blocks, next...)
		}
	}
	return nil
}

// read2 reads a header of version 2, whose pieces end with a checksum, which is not computed.
func (o *Object) read2(address uint64) error {
	c, err := o.file.block(address, 6)
	if err != nil {
		return err
	}
	c.skip(5)
	flags := c.u8()
	at := uint64(6)
	if flags&0x20 != 0 {
		at += 16 // times
	}
	if flags&0x10 != 0 {
		at += 4 // limits of attributes
	}
	width := uint64(1) << (flags & 3)
	if c, err = o.file.block(address+at, width); err != nil {
		return err
	}
	blocks := []block{{address + at + width, c.uint(int(width))}}
	frame := 4 // type, size, flags
	if flags&4 != 0 {
		frame = 6 // creation order
	}
	for i := 0; i < len(blocks); i++ {
		if b := &blocks[i]; i > 0 {
			if b.size < 8 {
				return fmt.Errorf("a piece of a header of %d bytes", b.size)
			}
			b.address, b.size = b.address+4, b.size-8 // signature and checksum
		}
		c, err := o.piece(blocks[i])
		if err != nil {
			return err
		}
		for len(c.b) >= frame {
			kind, size, flags := int(c.u8()), int(c.u16()), c.u8()
			c.skip(frame - 4)
			next, err := o.message(kind, flags, &cursor{b: c.take(size), f: o.file, err: c.err})
			if err != nil {
				return err
			}
			blocks = append(blocks, next...)
		}
	}
	return nil
}

// message reads one header message, and returns where the header goes on if it says so.
func (o *Object) message(kind int, flags uint8, c *cursor) ([]block, error) {
	if c.err != nil {
		return nil, c.err
	}
	shared := flags&flagShared != 0
	if shared && slices.Contains([]int{msgDataspace, msgDatatype, msgFilters}, kind) {
		return nil, unsupported("shared message of type %d", kind)
	}
	var err error
	switch kind {
	case msgContinuation:
		b := block{c.offset(), c.length()}
		return []block{b}, c.err
	case msgDataspace:
		o.Dims, o.null, err = dataspace(c)
	case msgDatatype:
		o.Type, err = datatype(c, 0)
	case msgLayout:
		o.dataset = true
		o.layout, err = readLayout(c)
	case msgFilters:
		o.filters, err = readFilters(c)
	case msgAttribute:
		if !shared {
			err = o.attribute(c)
		}
	case msgSymbols:
		o.tree, o.heap = c.offset(), c.offset()
		err = c.err
	case msgLink:
		err = o.link(c)
	case msgLinkInfo:
		err = dense(c, 8, "group with many links")
	case msgAttributes:
		err = dense(c, 2, "object with many attributes")
	}
	if err != nil {
		return nil, fmt.Errorf("message of type %d: %w", kind, err)
	}
	return nil, nil
}

// maxRank is that of HDF5.
const maxRank = 32

// dataspace reads "The Dataspace Message".
func dataspace(c *cursor) (dims []int, null bool, err error) {
	version, rank, flags := c.u8(), int(c.u8()), c.u8()
	switch version {
	case 1:
		c.skip(5)
	case 2:
		null = c.u8() == 2
	default:
		return nil, false, unsupported("dataspace of version %d", version)
	}
	if rank > maxRank {
		return nil, false, fmt.Errorf("%d dimensions, want at most %d", rank, maxRank)
	}
	total := uint64(1)
	for range rank {
		d := c.length()
		if d > maxElements || d > 0 && total > maxElements/d {
			return nil, false, fmt.Errorf("dimensions %v and %d, want at most %d elements", dims, d, maxElements)
		}
		total *= d
		dims = append(dims, int(d))
	}
	_ = flags // bit 0 says that largest dimensions follow
	return dims, null, c.err
}

// maxElements bounds one dataset.
const maxElements = 1 << 28

// Len returns the number of elements of a dataset.
func (o *Object) Len() int {
	if o.null {
		return 0
	}
	n := 1
	for _, d := range o.Dims {
		n *= d
	}
	return n
}

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
	v := a.Numbers()
	if len(v) != 1 || v[0] != float64(int(v[0])) {
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
	n := (&Object{Dims: a.Dims, null: null}).Len()
	if n*a.Type.Size > len(c.b) {
		return fmt.Errorf("attribute %s: %d bytes promised, %d there", name, n*a.Type.Size, len(c.b))
	}
	a.Raw = bytes.Clone(c.take(n * a.Type.Size))
	o.Attributes[string(name)] = a
	return nil
}
