package hdf5

import (
	"bytes"
	"errors"
	"fmt"
)

// Member is an object of a group.
type Member struct {
	Name    string
	Address uint64
}

const (
	maxName   = 1 << 12
	maxLevels = 32 // of a B-tree
)

// Members lists the objects of a group, by name where it has a symbol table. Soft and external links are left out.
func (o *Object) Members() ([]Member, error) {
	if o.dataset {
		return nil, errors.New("a dataset has no members")
	}
	if o.tree == 0 && o.heap == 0 || o.file.undefined(o.tree) {
		return o.links, nil
	}
	names, err := o.file.localHeap(o.heap)
	if err != nil {
		return nil, fmt.Errorf("names of members: %w", err)
	}
	var out []Member
	w := &walk{file: o.file, kind: treeGroup, key: o.file.lengths}
	w.leaf = func(_ *cursor, child uint64) error {
		list, err := o.file.symbols(child, names)
		if out = append(out, list...); err == nil && uint64(len(out))*o.file.symbolSize() > uint64(o.file.size) {
			err = errors.New("more than the file has room for")
		}
		return err
	}
	if err := w.node(o.tree, maxLevels); err != nil {
		return nil, fmt.Errorf("members: %w", err)
	}
	return out, nil
}

// Member opens a member of a group by its name.
func (o *Object) Member(name string) (*Object, error) {
	members, err := o.Members()
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if m.Name == name {
			return o.Open(m.Address)
		}
	}
	return nil, fmt.Errorf("no member %s", name)
}

// localHeap reads "Local Heaps": the names of a group's members.
func (f *File) localHeap(address uint64) ([]byte, error) {
	c, err := f.block(address, uint64(8+2*f.lengths+f.offsets))
	if err != nil {
		return nil, err
	}
	c.want("HEAP")
	c.skip(4)
	size := c.length()
	c.skip(f.lengths)
	data := c.offset()
	if c.err != nil {
		return nil, c.err
	}
	if c, err = f.block(data, size); err != nil {
		return nil, err
	}
	return c.b, nil
}

// symbolSize returns the size of a symbol table entry.
func (f *File) symbolSize() uint64 { return uint64(2*f.offsets + 24) }

// symbols reads "Symbol Table Nodes".
func (f *File) symbols(address uint64, names []byte) ([]Member, error) {
	c, err := f.block(address, 8)
	if err != nil {
		return nil, err
	}
	c.want("SNOD")
	c.skip(2)
	count := int(c.u16())
	if c.err != nil {
		return nil, c.err
	}
	if c, err = f.block(address+8, uint64(count)*f.symbolSize()); err != nil {
		return nil, err
	}
	var out []Member
	for range count {
		name, object, cache := c.offset(), c.offset(), c.u32()
		c.skip(20)
		if name >= uint64(len(names)) {
			return nil, fmt.Errorf("name at %d of %d bytes", name, len(names))
		}
		text, _, ok := bytes.Cut(names[name:], []byte{0})
		if !ok || len(text) > maxName {
			return nil, errors.New("unterminated name")
		}
		if cache != cacheSoft {
			out = append(out, Member{string(text), object})
		}
	}
	return out, c.err
}

const cacheSoft = 2 // of a symbol table entry: a soft link

// link reads "The Link Message".
func (o *Object) link(c *cursor) error {
	if version := c.u8(); version != 1 {
		return unsupported("link of version %d", version)
	}
	flags := c.u8()
	kind := uint8(0)
	if flags&0x08 != 0 {
		kind = c.u8()
	}
	if flags&0x04 != 0 {
		c.skip(8) // creation order
	}
	if flags&0x10 != 0 {
		c.skip(1) // character set
	}
	size := c.uint(1 << (flags & 3))
	if size > maxName {
		return fmt.Errorf("a name of %d bytes", size)
	}
	name := string(c.take(int(size)))
	if kind == 0 && c.err == nil {
		o.links = append(o.links, Member{name, c.offset()})
	}
	return c.err
}

// dense refuses links or attributes in a fractal heap ("The Link Info Message", "The Attribute Info Message"). order is the size of
// the creation order that may come before the heap's address.
func dense(c *cursor, order int, what string) error {
	c.skip(1)
	if flags := c.u8(); flags&1 != 0 {
		c.skip(order)
	}
	if heap := c.offset(); c.err == nil && !c.f.undefined(heap) {
		return unsupported("%s of the new style", what)
	}
	return c.err
}

// Kinds of version 1 B-trees.
const (
	treeGroup = 0
	treeChunk = 1
)

// walk visits the leaves of a B-tree from left to right ("Version 1 B-trees").
type walk struct {
	file *File
	kind uint8
	key  int                                   // bytes of a key
	leaf func(key *cursor, child uint64) error // a child of a leaf node, with the key before it
	read uint64                                // bytes of nodes; as they do not overlap, no more than the file has
}

func (w *walk) node(address uint64, levels int) error {
	head := uint64(8 + 2*w.file.offsets)
	c, err := w.file.block(address, head)
	if err != nil {
		return err
	}
	c.want("TREE")
	if kind := c.u8(); c.err == nil && kind != w.kind {
		return fmt.Errorf("tree of type %d, want %d", kind, w.kind)
	}
	level, count := int(c.u8()), int(c.u16())
	if c.err != nil {
		return c.err
	}
	if level > levels {
		return fmt.Errorf("tree node of level %d below one of level %d", level, levels)
	}
	size := uint64(count * (w.key + w.file.offsets))
	if w.read += head + size; w.read > uint64(w.file.size) {
		return fmt.Errorf("tree at %d goes in circles", address)
	}
	if c, err = w.file.block(address+head, size); err != nil {
		return err
	}
	for range count {
		key := &cursor{b: c.take(w.key), f: w.file}
		child := c.offset()
		if c.err != nil {
			return c.err
		}
		if level > 0 {
			err = w.node(child, level-1)
		} else {
			err = w.leaf(key, child)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
