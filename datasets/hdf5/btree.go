package hdf5

import "fmt"

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
