package hdf5

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
)

// Strings returns the elements of a dataset of strings.
func (o *Object) Strings() ([]string, error) {
	if o.Type.Class == Varying && o.Len() > int(o.file.size) {
		return nil, errors.New("more strings than the file has bytes")
	}
	raw, err := o.Raw()
	if err != nil {
		return nil, err
	}
	return o.file.strings(o.Type, raw)
}

// strings reads elements of one length, which end with zeros or blanks, or of varying length, which stand in a global heap.
func (f *File) strings(t Type, raw []byte) ([]string, error) {
	if t.Class != String && t.Class != Varying {
		return nil, unsupported("text of class %d", t.Class)
	}
	heaps := heaps{file: f}
	out := make([]string, len(raw)/t.Size)
	for i := range out {
		element := raw[i*t.Size : (i+1)*t.Size]
		if t.Class == Varying {
			c := &cursor{b: element, f: f}
			length, address, index := c.u32(), c.offset(), c.u32()
			text, err := heaps.get(address, index, length)
			if err != nil {
				return nil, fmt.Errorf("string %d: %w", i+1, err)
			}
			element = text
		}
		text, _, _ := bytes.Cut(element, []byte{0})
		out[i] = string(text)
		if t.Class == String {
			out[i] = strings.TrimRight(out[i], " ")
		}
	}
	return out, nil
}

// heaps are the global heaps that strings of varying length lie in ("Global Heap"), each read once.
type heaps struct {
	file *File
	read map[uint64]map[uint32][]byte // objects by address and number
	size uint64                       // bytes of them: as they do not overlap, no more than the file has
}

func (h *heaps) get(address uint64, index, length uint32) ([]byte, error) {
	if length == 0 {
		return nil, nil
	}
	if h.read == nil {
		h.read = map[uint64]map[uint32][]byte{}
	}
	if h.read[address] == nil {
		objects, err := h.load(address)
		if err != nil {
			return nil, fmt.Errorf("global heap: %w", err)
		}
		h.read[address] = objects
	}
	text := h.read[address][index]
	if uint64(length) > uint64(len(text)) {
		return nil, fmt.Errorf("%d bytes of object %d in a global heap, which has %d", length, index, len(text))
	}
	return text[:length], nil
}

func (h *heaps) load(address uint64) (map[uint32][]byte, error) {
	head := uint64(8 + h.file.lengths)
	c, err := h.file.block(address, head)
	if err != nil {
		return nil, err
	}
	c.want("GCOL")
	c.skip(4)
	size := c.length()
	if c.err != nil {
		return nil, c.err
	}
	if size < head || size > math.MaxInt64 {
		return nil, fmt.Errorf("of %d bytes", size)
	}
	if h.size += size; h.size > uint64(h.file.size) {
		return nil, errors.New("heaps that overlap")
	}
	if c, err = h.file.block(address+head, size-head); err != nil {
		return nil, err
	}
	objects := map[uint32][]byte{}
	for len(c.b) >= 8+h.file.lengths {
		index := uint32(c.u16())
		c.skip(6)
		length := c.length()
		if index == 0 { // what is left
			break
		}
		if length > uint64(len(c.b)) {
			return nil, fmt.Errorf("object %d of %d bytes", index, length)
		}
		objects[index] = c.take(int(length))
		c.skip(min(int(-length&7), len(c.b)))
	}
	return objects, nil
}
