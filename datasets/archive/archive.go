// Package archive takes named members out of zip and tar.gz archives, whatever else is in them. Members go where the caller
// says, below an os.Root, so no name in an archive decides a place; sizes, ratio and count are bounded.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

// Limits bound what an archive may make us write or read.
type Limits struct {
	Size    int64 // bytes of all members that are taken
	Ratio   int64 // unpacked to packed bytes; 0 is 200 (deflate reaches 1032 on zeros, our text 10)
	Members int   // in the archive; 0 is 100,000
}

const (
	ratioDefault   = 200
	membersDefault = 100_000
	ratioSlack     = 1 << 20 // small members may be packed better
)

// Extract writes each member whose base name is a key of places to the file of that value below root. It is an error if
// one is missing or there twice. Existing files are not replaced.
func Extract(r io.ReaderAt, size int64, root *os.Root, places map[string]string, limits Limits) error {
	if limits.Ratio == 0 {
		limits.Ratio = ratioDefault
	}
	if limits.Members == 0 {
		limits.Members = membersDefault
	}
	x := &extractor{root: root, places: places, limits: limits, packed: size, done: map[string]bool{}}
	var magic [4]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil {
		return fmt.Errorf("archive: %d bytes are no archive", size)
	}
	var err error
	switch {
	case bytes.HasPrefix(magic[:], []byte("PK")):
		err = x.zip(r, size)
	case bytes.HasPrefix(magic[:], []byte{0x1f, 0x8b}):
		err = x.tar(io.NewSectionReader(r, 0, size))
	default:
		err = errors.New("neither zip nor tar.gz")
	}
	if err == nil {
		err = x.missing()
	}
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}

type extractor struct {
	root    *os.Root
	places  map[string]string
	limits  Limits
	packed  int64
	written int64
	done    map[string]bool
}

func (x *extractor) zip(r io.ReaderAt, size int64) error {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names decide nothing here
		return err
	}
	if len(z.File) > x.limits.Members {
		return fmt.Errorf("%d members, at most %d are accepted", len(z.File), x.limits.Members)
	}
	for _, f := range z.File {
		place, ok := x.places[path.Base(f.Name)]
		if !ok || f.Mode()&os.ModeType != 0 {
			continue
		}
		if err := x.member(f.Name, place, f.Open); err != nil {
			return err
		}
	}
	return nil
}

func (x *extractor) tar(r io.Reader) error {
	g, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	// What is not taken is unpacked, too: bound it as a whole.
	t := tar.NewReader(&bounded{r: g, left: x.packed*x.limits.Ratio + ratioSlack})
	for n := 1; ; n++ {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return err
		}
		if n > x.limits.Members {
			return fmt.Errorf("more than %d members", x.limits.Members)
		}
		place, ok := x.places[path.Base(h.Name)]
		if !ok || h.Typeflag != tar.TypeReg {
			continue
		}
		if err := x.member(h.Name, place, func() (io.ReadCloser, error) { return io.NopCloser(t), nil }); err != nil {
			return err
		}
	}
}

// member writes one member to its place.
func (x *extractor) member(name, place string, open func() (io.ReadCloser, error)) error {
	if x.done[place] {
		return fmt.Errorf("%s is there twice", path.Base(name))
	}
	x.done[place] = true
	r, err := open()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer r.Close()
	if err := x.root.MkdirAll(path.Dir(place), 0o755); err != nil {
		return err
	}
	w, err := x.root.OpenFile(place, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	left := min(x.limits.Size, x.packed*x.limits.Ratio+ratioSlack) - x.written
	n, err := io.Copy(w, io.LimitReader(r, left+1))
	x.written += n
	if err == nil && n > left {
		err = fmt.Errorf("more than %d bytes, or %d times its packed size", x.limits.Size, x.limits.Ratio)
	}
	if err = errors.Join(err, w.Sync(), w.Close()); err != nil {
		x.root.Remove(place)
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (x *extractor) missing() error {
	var absent []string
	for base, place := range x.places {
		if !x.done[place] {
			absent = append(absent, base)
		}
	}
	if absent == nil {
		return nil
	}
	slices.Sort(absent)
	return fmt.Errorf("no member named %s", strings.Join(absent, ", "))
}

// bounded ends with an error when more is read than can be honest.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errors.New("unpacks to far more than its size")
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
