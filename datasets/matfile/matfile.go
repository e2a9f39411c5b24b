// Package matfile reads MATLAB's .mat files of version 5 to 7.3 (what save -v6, -v7 and -v7.3 write): numeric, logical, char,
// sparse, cell and struct arrays, compressed or not, of either byte order. What it cannot read it skips, with a warning. It
// writes full and sparse arrays of real numbers as version 5.
//
// The format up to version 7 is that of MathWorks, "MAT-File Format", R2024a; section names below refer to it. Version 7.3
// is HDF5, with what MATLAB adds in attributes, which is not documented (see deep.go).
package matfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
)

// File is an open file. It holds the names of its variables; Read reads one.
type File struct {
	Vars     []Var
	Warnings []string // what was skipped, and why

	name  string
	r     io.ReaderAt
	size  int64
	order binary.ByteOrder
	at    map[string]extent
	deep  *deepFile // version 7.3
}

// Var describes a variable.
type Var struct {
	Name  string
	Class Class
	Dims  []int
}

func (v Var) String() string {
	return fmt.Sprintf("%s (%s %s)", plain(v.Name), dimsText(v.Dims), v.Class)
}

// plain returns a name for messages: as it is, or quoted where it holds what a terminal would act upon, or is long.
func plain(name string) string {
	const most = 100
	if len(name) > most {
		return strconv.Quote(strings.ToValidUTF8(name[:most], "")) + "..."
	}
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		return strconv.Quote(name)
	}
	return name
}

// extent is where the top-level element of a variable is.
type extent struct {
	start, length int64
	compressed    bool
}

const (
	headerSize = 128
	textSize   = 116
)

// ErrVersion is wrapped by Open where the file is of another version of the format.
var ErrVersion = errors.New("another version of the format")

// again is what to do about a file that is damaged or of a form that nobody writes.
const again = "copy the file again, or save it in MATLAB with -v7"

// Open reads the list of variables. name stands for the file in errors; r must stay open while variables are read.
func Open(r io.ReaderAt, size int64, name string) (*File, error) {
	f := &File{name: name, r: r, size: size, at: map[string]extent{}}
	if err := f.header(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	read := f.list
	if f.deep != nil {
		read = f.listDeep
	}
	if err := read(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, budget.Advise(err, again))
	}
	return f, nil
}

// silent tells whether the file begins with a zero in the place of MATLAB's text.
func (f *File) silent() bool {
	var b [1]byte
	_, err := f.r.ReadAt(b[:], 0)
	return err == nil && b[0] == 0
}

// header reads "Level 5 MAT-File Header".
func (f *File) header() error {
	h := make([]byte, headerSize)
	const signature = "\x89HDF\r\n\x1a\n"
	for at := int64(0); at < 1<<20; at = max(512, 2*at) {
		if n, err := f.r.ReadAt(h[:len(signature)], at); err == nil && string(h[:n]) == signature && (at == 0 || f.silent()) {
			return errors.New("it is HDF5 without the text that MATLAB 7.3 puts before it, so that nobody knows which way its matrices lie; save " +
				"it by MATLAB, or as .npy")
		}
	}
	if n, err := f.r.ReadAt(h[:4], 0); err == nil && n == 4 && bytes.IndexByte(h[:4], 0) >= 0 {
		return fmt.Errorf("%w: MATLAB 4, want 5 to 7.3; save it again with -v7", ErrVersion)
	}
	if f.size < headerSize {
		return fmt.Errorf("found %d bytes, want a MATLAB file, which has at least %d", f.size, headerSize)
	}
	if _, err := f.r.ReadAt(h, 0); err != nil {
		return err
	}
	switch string(h[126:]) {
	case "IM":
		f.order = binary.LittleEndian
	case "MI":
		f.order = binary.BigEndian
	default:
		return errors.New("found no MATLAB header, want a .mat file of version 5 to 7.3")
	}
	switch version := f.order.Uint16(h[124:]); version {
	case 0x0100:
		return nil
	case 0x0200:
		f.deep = &deepFile{}
		return nil
	default:
		return fmt.Errorf("%w: %#x, want 0x100 (5 to 7) or 0x200 (7.3)", ErrVersion, version)
	}
}

// list walks over the top-level elements.
func (f *File) list() error {
	for pos := int64(headerSize); pos < f.size; {
		var tag [8]byte
		if f.size-pos < int64(len(tag)) {
			return fmt.Errorf("byte %d: the file ends within a tag", pos)
		}
		if _, err := f.r.ReadAt(tag[:], pos); err != nil {
			return err
		}
		kind, length := f.order.Uint32(tag[:]), int64(f.order.Uint32(tag[4:]))
		e := extent{start: pos + 8, length: length, compressed: kind == miCompressed}
		if e.start+length > f.size {
			return fmt.Errorf("byte %d: an element promises %d bytes, the file has %d left", pos, length, f.size-e.start)
		}
		if kind == miMatrix || kind == miCompressed {
			if err := f.add(e); err != nil {
				return fmt.Errorf("byte %d: %w", pos, err)
			}
		} else {
			f.warn("byte %d: skipped an element of type %d", pos, kind)
		}
		pos = e.start + length // top-level elements are matrices, whose length includes the padding, or compressed, not padded
	}
	return nil
}

// add reads the header of the variable at e into the list.
func (f *File) add(e extent) error {
	s, err := f.open(e, "")
	if err != nil {
		return err
	}
	h, err := s.arrayHeader()
	if err != nil {
		return err
	}
	if h.Name == "" { // MATLAB keeps the workspaces of functions there
		f.warn("byte %d: skipped a variable without a name", e.start)
		return nil
	}
	if _, twice := f.at[h.Name]; twice {
		f.warn("variable %s is there twice; the last one counts", plain(h.Name))
		f.Vars = slices.DeleteFunc(f.Vars, func(v Var) bool { return v.Name == h.Name })
	}
	f.Vars = append(f.Vars, Var{h.Name, h.Class, h.Dims})
	f.at[h.Name] = e
	return nil
}

// account returns what a variable takes of the memory.
func (f *File) account(name string) *budget.Account {
	return &budget.Account{What: fmt.Sprintf("variable %s of %s", plain(name), f.name)}
}

func (f *File) warn(format string, args ...any) {
	f.Warnings = append(f.Warnings, f.name+": "+fmt.Sprintf(format, args...))
}

// Read reads a variable. The error for an unknown one lists those that are there.
func (f *File) Read(name string) (*Array, error) {
	if !f.Has(name) {
		return nil, fmt.Errorf("%s: found no variable %s, want one of %s", f.name, strconv.Quote(name), f.listing())
	}
	read := f.readFlat
	if f.deep != nil {
		read = f.readDeep
	}
	a, warnings, err := read(name)
	for _, w := range warnings {
		f.warn("%s: %s", plain(name), w)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: variable %s: %w", f.name, plain(name), budget.Advise(err, again))
	}
	return a, nil
}

// readFlat reads a variable of a file up to version 7.
func (f *File) readFlat(name string) (*Array, []string, error) {
	e := f.at[name]
	s, err := f.open(e, name)
	if err != nil {
		return nil, nil, err
	}
	a, err := s.array(0)
	if err == nil {
		a.Rounded = s.rounded
		err = s.drain(e)
	}
	return a, s.warnings, err
}

// Has tells whether there is a variable of that name.
func (f *File) Has(name string) bool {
	return slices.ContainsFunc(f.Vars, func(v Var) bool { return v.Name == name })
}

func (f *File) listing() string {
	if len(f.Vars) == 0 {
		return "none (the file holds no variables)"
	}
	return list.Join(f.Vars, ", ", Var.String)
}
