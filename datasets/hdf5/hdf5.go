// Package hdf5 reads the part of HDF5 that MATLAB's files of version 7.3, AnnData's and those of 10x Genomics are made of:
// superblocks of version 0 to 3, object headers of both versions, groups with symbol tables or compact links, datasets of whole
// numbers, floats, strings of one length or of varying ones, references and compounds of them, stored compact, contiguous or in
// chunks found by a version 1 B-tree, with the filters deflate, shuffle and fletcher32. Anything else is an error that says what it is.
//
// The format is that of The HDF Group, "HDF5 File Format Specification Version 3.0"; section names below refer to it.
package hdf5

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// ErrUnsupported is wrapped where a file is sound, for all we know, and uses what this package does not read.
var ErrUnsupported = errors.New("not supported")

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), ErrUnsupported)
}

// File is an open file.
type File struct {
	r       io.ReaderAt
	size    int64
	base    uint64 // where addresses count from
	offsets int    // bytes of an address
	lengths int    // bytes of a length
	root    uint64
}

var signature = []byte("\x89HDF\r\n\x1a\n")

// maxUser bounds the search for the superblock behind a user block; MATLAB's has 512 bytes.
const maxUser = 1 << 20

// Open finds the superblock. r must stay open while objects are read.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, size: size, offsets: 8, lengths: 8}
	for at := int64(0); at <= maxUser && at+int64(len(signature)) <= size; at = max(512, 2*at) {
		b, err := f.bytes(uint64(at), uint64(len(signature)))
		if err != nil {
			return nil, err
		}
		if bytes.Equal(b, signature) {
			if err := f.superblock(uint64(at)); err != nil {
				return nil, fmt.Errorf("superblock: %w", err)
			}
			return f, nil
		}
	}
	return nil, errors.New("no HDF5 superblock")
}

// superblock reads "Disk Format: Level 0A". Its length is at most 104 bytes.
func (f *File) superblock(at uint64) error {
	c, err := f.cursor(at, min(104, uint64(f.size)-at))
	if err != nil {
		return err
	}
	c.skip(len(signature))
	version := c.u8()
	switch {
	case version <= 1:
		c.skip(4)
	case version > 3:
		return unsupported("superblock of version %d", version)
	}
	f.offsets, f.lengths = int(c.u8()), int(c.u8())
	if f.offsets != 4 && f.offsets != 8 || f.lengths != 4 && f.lengths != 8 {
		return fmt.Errorf("addresses of %d bytes, lengths of %d, want 4 or 8", f.offsets, f.lengths)
	}
	if version >= 2 {
		c.skip(1)
		f.base = c.offset()
		c.skip(f.offsets) // extension
		end := c.offset()
		f.root = c.offset()
		return errors.Join(c.err, f.whole(end))
	}
	c.skip(1 + 2 + 2 + 4)
	if version == 1 {
		c.skip(4)
	}
	f.base = c.offset()
	c.skip(f.offsets) // free space
	end := c.offset()
	c.skip(2 * f.offsets) // driver, name of the root
	f.root = c.offset()
	return errors.Join(c.err, f.whole(end))
}

// whole returns an error if the file ends before the address where its data ends.
func (f *File) whole(end uint64) error {
	if f.undefined(end) || end <= uint64(f.size) {
		return nil
	}
	return fmt.Errorf("the file has %d bytes of %d: it was cut off, or is still being written: %w", f.size, end, io.ErrUnexpectedEOF)
}

// undefined returns the address of what is not there.
func (f *File) undefined(address uint64) bool {
	return address == ^uint64(0) || f.offsets == 4 && address == 1<<32-1
}

// bytes returns n bytes of the file from at, which counts from its start. No more is allocated than the file holds.
func (f *File) bytes(at, n uint64) ([]byte, error) {
	if at > uint64(f.size) || n > uint64(f.size)-at {
		return nil, fmt.Errorf("%d bytes at %d: %w", n, at, io.ErrUnexpectedEOF)
	}
	b := make([]byte, n)
	if k, err := f.r.ReadAt(b, int64(at)); k < len(b) {
		return nil, err
	}
	return b, nil
}

// block returns a cursor over n bytes at an address.
func (f *File) block(address, n uint64) (*cursor, error) {
	if address > ^uint64(0)-f.base {
		return nil, fmt.Errorf("address %d: %w", address, io.ErrUnexpectedEOF)
	}
	return f.cursor(f.base+address, n)
}

func (f *File) cursor(at, n uint64) (*cursor, error) {
	b, err := f.bytes(at, n)
	if err != nil {
		return nil, err
	}
	return &cursor{b: b, f: f}, nil
}

// cursor reads fields one after the other. After the first that is not there all are zero, and err says so.
type cursor struct {
	b   []byte
	f   *File
	err error
}

func (c *cursor) take(n int) []byte {
	if c.err == nil && (n < 0 || n > len(c.b)) {
		c.err = io.ErrUnexpectedEOF
	}
	if c.err != nil {
		return make([]byte, min(max(n, 0), 8))
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *cursor) skip(n int)     { c.take(n) }
func (c *cursor) u8() uint8      { return c.take(1)[0] }
func (c *cursor) u16() uint16    { return binary.LittleEndian.Uint16(c.take(2)) }
func (c *cursor) u32() uint32    { return binary.LittleEndian.Uint32(c.take(4)) }
func (c *cursor) offset() uint64 { return c.uint(c.f.offsets) }
func (c *cursor) length() uint64 { return c.uint(c.f.lengths) }

// uint reads a number of n bytes.
func (c *cursor) uint(n int) uint64 {
	var b [8]byte
	copy(b[:], c.take(n))
	return binary.LittleEndian.Uint64(b[:])
}

// want reads a signature.
func (c *cursor) want(text string) {
	if got := c.take(len(text)); c.err == nil && string(got) != text {
		c.err = fmt.Errorf("found %q, want %q", got, text)
	}
}
