package hdf5

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/exact"
)

// layout is where the elements of a dataset are ("The Data Layout Message").
type layout struct {
	class   uint8
	inline  []byte // compact
	address uint64 // contiguous: of the data; chunked: of the B-tree
	size    uint64 // contiguous
	chunk   []int  // sides of a chunk, slowest first
	unread  string // why it cannot be read, or ""
}

const (
	compact    = 0
	contiguous = 1
	chunked    = 2
)

func readLayout(c *cursor) (layout, error) {
	version := c.u8()
	if version == 1 || version == 2 {
		return oldLayout(c)
	}
	l := layout{class: c.u8()}
	if c.err != nil {
		return l, c.err
	}
	if version != 3 && version != 4 { // a dataset that cannot be read is no reason to refuse the others
		l.unread = fmt.Sprintf("layout of version %d", version)
		return l, nil
	}
	switch l.class {
	case compact:
		l.inline = bytes.Clone(c.take(int(c.u16())))
	case contiguous:
		l.address, l.size = c.offset(), c.length()
	case chunked:
		if version == 4 {
			l.unread = "chunks with an index of HDF5 1.10"
			return l, nil
		}
		rank := int(c.u8()) - 1
		if rank < 1 || rank > maxRank {
			return l, fmt.Errorf("chunks of %d dimensions", rank)
		}
		l.address = c.offset()
		for range rank {
			l.chunk = append(l.chunk, int(c.u32()))
		}
	default:
		l.unread = fmt.Sprintf("layout of class %d", l.class)
	}
	return l, c.err
}

// oldLayout reads versions 1 and 2, of HDF5 before 1.6.3 and so of the first MATLABs with version 7.3.
func oldLayout(c *cursor) (layout, error) {
	rank := int(c.u8())
	l := layout{class: c.u8()}
	c.skip(5)
	if rank > maxRank+1 || l.class > chunked {
		return l, fmt.Errorf("%d dimensions of class %d", rank, l.class)
	}
	if l.class != compact {
		l.address = c.offset()
	}
	sides := make([]int, rank)
	for k := range sides {
		sides[k] = int(c.u32())
	}
	switch l.class {
	case compact:
		l.inline = bytes.Clone(c.take(int(c.u32())))
	case contiguous:
		l.size = math.MaxUint64 // is not said
	case chunked:
		if rank < 2 {
			return l, fmt.Errorf("chunks of %d dimensions", rank-1)
		}
		l.chunk = sides[:rank-1] // the last is the size of an element
	}
	return l, c.err
}

// emptyLimit bounds a dataset of which no part was written, which HDF5 gives as zeros.
const emptyLimit = 1 << 24

// Raw returns the elements of a dataset, the last dimension fastest. No more memory is taken than the file can fill.
func (o *Object) Raw() ([]byte, error) {
	if !o.dataset {
		return nil, errors.New("a group has no elements")
	}
	n := o.Len() * o.Type.Size
	l := o.layout
	switch {
	case l.unread != "":
		return nil, unsupported("%s", l.unread)
	case o.Type.Size == 0:
		return nil, errors.New("a dataset without a type")
	case n == 0:
		return nil, nil
	case l.class == chunked:
		return o.chunks(n)
	case len(o.filters) > 0:
		return nil, errors.New("filters, but no chunks")
	case l.class == compact:
		if len(l.inline) < n {
			return nil, fmt.Errorf("%d bytes, want %d", len(l.inline), n)
		}
		return l.inline[:n], nil
	case o.file.undefined(l.address):
		return o.unwritten(n)
	}
	if l.size < uint64(n) {
		return nil, fmt.Errorf("%d bytes, want %d", l.size, n)
	}
	c, err := o.file.block(l.address, uint64(n))
	if err != nil {
		return nil, err
	}
	return c.b, nil
}

// Numbers returns the elements of a dataset of real numbers.
func (o *Object) Numbers() ([]float64, error) {
	raw, err := o.Raw()
	if err != nil {
		return nil, err
	}
	v, rounded, err := o.Type.Numbers(raw)
	if rounded {
		return nil, errors.New(exact.Rounded)
	}
	return v, err
}

func (o *Object) unwritten(n int) ([]byte, error) {
	if n > emptyLimit {
		return nil, fmt.Errorf("%d bytes were never written", n)
	}
	return make([]byte, n), nil
}

// stored is a chunk in the file.
type stored struct {
	address, size uint64
	mask          uint32 // filters that were left out
	at            []int  // of its first element
}

// chunks reads the chunks, each to its end, before it takes memory for the whole.
func (o *Object) chunks(n int) ([]byte, error) {
	if len(o.layout.chunk) != len(o.Dims) {
		return nil, fmt.Errorf("chunks of %d dimensions in a dataset of %d", len(o.layout.chunk), len(o.Dims))
	}
	size, want := o.Type.Size, 1
	for k, side := range o.layout.chunk {
		if side < 1 || size > maxChunk/side {
			return nil, fmt.Errorf("chunks of %v elements of %d bytes", o.layout.chunk, o.Type.Size)
		}
		size *= side
		want *= (o.Dims[k] + side - 1) / side
	}
	if o.file.undefined(o.layout.address) {
		return o.unwritten(n)
	}
	list, err := o.index()
	if err != nil {
		return nil, fmt.Errorf("index of chunks: %w", err)
	}
	if len(list) > want || len(list) < want && n > emptyLimit {
		return nil, fmt.Errorf("%d chunks, want %d", len(list), want)
	}
	raw := make([][]byte, len(list))
	for i, s := range list {
		if raw[i], err = o.chunk(s, size); err != nil {
			return nil, fmt.Errorf("chunk %v: %w", s.at, err)
		}
	}
	out := make([]byte, n)
	for i, s := range list {
		o.put(out, raw[i], s.at)
	}
	return out, nil
}

// maxChunk is HDF5's bound on the bytes of a chunk, less one bit.
const maxChunk = 1 << 31

// index lists the chunks, which together cannot take more room than the file has.
func (o *Object) index() ([]stored, error) {
	var list []stored
	room := uint64(o.file.size)
	w := &walk{file: o.file, kind: treeChunk, key: 8 + 8*(len(o.Dims)+1)}
	w.leaf = func(key *cursor, child uint64) error {
		s := stored{address: child, size: uint64(key.u32()), mask: key.u32()}
		for k := range o.Dims {
			at := key.uint(8)
			if at >= uint64(o.Dims[k]) && o.Dims[k] > 0 || at%uint64(o.layout.chunk[k]) != 0 {
				return fmt.Errorf("a chunk at %d of dimension %d", at, k)
			}
			s.at = append(s.at, int(at))
		}
		if s.size > room {
			return errors.New("chunks take more room than the file has")
		}
		room -= s.size
		list = append(list, s)
		return nil
	}
	return list, w.node(o.layout.address, maxLevels)
}

// chunk reads one chunk and undoes the filters; it must then have size bytes.
func (o *Object) chunk(s stored, size int) ([]byte, error) {
	c, err := o.file.block(s.address, s.size)
	if err != nil {
		return nil, err
	}
	b := c.b
	for i, filter := range slices.Backward(o.filters) {
		if s.mask&(1<<i) != 0 {
			continue
		}
		if b, err = filter.undo(b, size); err != nil {
			return nil, err
		}
	}
	if len(b) != size {
		return nil, fmt.Errorf("%d bytes, want %d", len(b), size)
	}
	return b, nil
}

// put copies a chunk to its place; what lies beyond the dataset's edge is left out.
func (o *Object) put(out, chunk []byte, at []int) {
	side, last := o.layout.chunk, len(o.Dims)-1
	width := o.Type.Size
	run := min(side[last], o.Dims[last]-at[last]) * width
	inside := make([]int, last) // place of a run within the chunk
	for from := 0; from < len(chunk); from += side[last] * width {
		to, fits := 0, true
		for k := range inside {
			i := at[k] + inside[k]
			fits = fits && i < o.Dims[k]
			to = to*o.Dims[k] + i
		}
		if fits {
			to = (to*o.Dims[last] + at[last]) * width
			copy(out[to:to+run], chunk[from:])
		}
		for k := last - 1; k >= 0; k-- {
			if inside[k]++; inside[k] < side[k] {
				break
			}
			inside[k] = 0
		}
	}
}
