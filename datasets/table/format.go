package table

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"

	"nmfrepro/datasets/budget"
)

// packedFile is a file that may be compressed.
type packedFile struct {
	File
	packed string // gzip, bzip2 or ""
	start  []byte // of what is in it
}

// sniffed is how many bytes tell a format.
const sniffed = 1024

func unpack(f File) (*packedFile, error) {
	p := &packedFile{File: f}
	magic := make([]byte, len("BZh91AY&SY"))
	n, err := f.R.ReadAt(magic, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(magic[:n], []byte("\x1f\x8b")):
		p.packed = "gzip"
	case bytes.HasPrefix(magic[:n], []byte("BZh")) && bytes.HasSuffix(magic[:n], []byte("1AY&SY")):
		p.packed = "bzip2"
	}
	r, err := p.open()
	if err != nil {
		return nil, err
	}
	p.start = make([]byte, sniffed)
	n, err = io.ReadFull(r, p.start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	p.start = p.start[:n]
	return p, nil
}

// open returns the content from its start.
func (p *packedFile) open() (io.Reader, error) {
	r := io.NewSectionReader(p.R, 0, p.Size)
	switch p.packed {
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("%s: what is packed by gzip cannot be read: %w", p.Name, err)
		}
		return unpacked{z, p.packed}, nil
	case "bzip2":
		return unpacked{bzip2.NewReader(r), p.packed}, nil
	}
	return r, nil
}

// unpacked says of an error that it is of the packing and not of what is packed.
type unpacked struct {
	io.Reader
	by string
}

// Read implements [io.Reader].
func (u unpacked) Read(b []byte) (n int, err error) {
	n, err = u.Reader.Read(b)
	switch {
	case err == nil || err == io.EOF: // an end that is wrapped is no end
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader):
		return n, fmt.Errorf("what is packed by %s has no end, or something else behind it (%w); was the file cut off? Copy it again", u.by, err)
	}
	return n, fmt.Errorf("what is packed by %s is damaged (%w); copy it again", u.by, err)
}

// readerAt returns the content for random access, as some formats need it.
func (p *packedFile) readerAt() (io.ReaderAt, int64, error) {
	if p.packed == "" {
		return p.R, p.Size, nil
	}
	r, err := p.open()
	if err != nil {
		return nil, 0, err
	}
	content, err := budget.ReadAll(r, "what is packed in %s", p.Name)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", p.Name, err)
	}
	return bytes.NewReader(content), int64(len(content)), nil
}

// formats are those that are no text, by their first bytes.
var formats = []struct{ magic, ending string }{
	{"\x93NUMPY", ".npy"},
	{"PK\x03\x04", ".npz"},
	{"%%MatrixMarket", ".mtx"},
	{"MATLAB 5.0 MAT-file", ".mat"},
	{"MATLAB 7.3 MAT-file", ".mat"},
}

// format returns the ending of the file's format, "" for text.
func (p *packedFile) format() string {
	for _, f := range formats {
		if bytes.HasPrefix(p.start, []byte(f.magic)) {
			return f.ending
		}
	}
	name := strings.ToLower(p.Name)
	for _, packing := range []string{".gz", ".bz2"} {
		name = strings.TrimSuffix(name, packing)
	}
	switch ending := path.Ext(name); {
	case tableReaders[ending] != nil:
		return ending
	case ending == ".h5ad" || bytes.HasPrefix(p.start, []byte("\x89HDF")):
		return ".h5"
	}
	return ""
}

// foreign are formats that are not read, by their first bytes, and what to do about them.
var foreign = []struct{ magic, is, do string }{
	{"\xd0\xcf\x11\xe0", "an Excel workbook (.xls)", "save the sheet as CSV"},
	{"CDF\x01", "a NetCDF file", "write the matrix as .npy or CSV"},
	{"ARROW1\x00", "a Feather file", "write the table as CSV"},
	{"FEA1\x00", "a Feather file", "write the table as CSV"},
	{"\x80\x04\x95", "a Python pickle", "write the matrix by numpy.save or to_csv"},
	{"\x80\x05\x95", "a Python pickle", "write the matrix by numpy.save or to_csv"},
	{"RDX2\nX\n\x00", "an R workspace", "write the matrix by write.csv"},
	{"RDX3\nX\n\x00", "an R workspace", "write the matrix by write.csv"},
	{"RDA2\nA\n2\n", "an R workspace", "write the matrix by write.csv"},
	{"RDA3\nA\n3\n", "an R workspace", "write the matrix by write.csv"},
	{"X\n\x00\x00", "an R object (.rds)", "write the matrix by write.csv or Matrix::writeMM"},
	{"B\n\x02\x00\x00\x00", "an R object (.rds)", "write the matrix by write.csv or Matrix::writeMM"},
	{"B\n\x03\x00\x00\x00", "an R object (.rds)", "write the matrix by write.csv or Matrix::writeMM"},
	{"\xfd7zXZ", "packed by xz", "unpack it, or pack it by gzip"},
	{"\x28\xb5\x2f\xfd", "packed by zstd", "unpack it, or pack it by gzip"},
	{"7z\xbc\xaf", "a 7z archive", "unpack it"},
	{"%PDF-", "a PDF", "want a table"},
	{"{\\rtf1", "a text document", "save the table as CSV"},
	{"\xff\xfe\x00\x00", "text in UTF-32", "save it as UTF-8"},
	{"\x00\x00\xfe\xff", "text in UTF-32", "save it as UTF-8"},
	{"\x89PNG", "a picture", "want a table"},
	{"\xff\xd8\xff", "a picture", "want a table"},
}

// foreignText are starts of text that is no table of numbers, and what to do about them. A class may be called [0,10), too.
var foreignText = []struct {
	start  *regexp.Regexp
	is, do string
}{
	{regexp.MustCompile(`(?i)^(<!doctype html|<html)`), "a web page, not a table", "was it downloaded without signing in?"},
	{regexp.MustCompile(`(?i)^<table`), "a table in HTML", "save it as CSV"},
	{regexp.MustCompile(`(?i)^<\?xml`), "XML", "save the table as CSV"},
	{regexp.MustCompile(`^version https://git-lfs`), "a pointer of Git LFS", "fetch the file itself by git lfs pull"},
	{regexp.MustCompile(`^(\[\s*[\[{]|\{\s*")`), "JSON", "write the matrix as CSV or .npy"},
	{regexp.MustCompile(`^#1\.[23][\t ]*\r?\n`), "a GCT file", "remove its first two lines and the column of descriptions"},
	{regexp.MustCompile(`^A\r?\n[23]\r?\n[0-9]{5,6}\r?\n[0-9]{5,6}\r?\n`), "an R object (.rds)", "write the matrix by write.csv or Matrix::writeMM"},
}

// refused returns an error for what is surely no matrix that can be read.
func (p *packedFile) refused() error {
	if p.format() != "" {
		return nil
	}
	for _, f := range foreign {
		if bytes.HasPrefix(p.start, []byte(f.magic)) {
			return fmt.Errorf("%s is %s; %s", p.Name, f.is, f.do)
		}
	}
	text := bytes.TrimLeft(p.start, "\xef\xbb\xbf \t\r\n")
	for _, f := range foreignText {
		if f.start.Match(text) {
			return fmt.Errorf("%s is %s; %s", p.Name, f.is, f.do)
		}
	}
	binary := bytes.IndexByte(p.start, 0) >= 0
	switch {
	case binary && bytes.HasPrefix(p.start, []byte("PAR1")):
		return fmt.Errorf("%s is a Parquet file; write the table as CSV", p.Name)
	case binary && !bytes.HasPrefix(p.start, []byte("\xff\xfe")) && !bytes.HasPrefix(p.start, []byte("\xfe\xff")):
		return fmt.Errorf("%s is no text, and no .npy, .npz, .mat, .mtx, .h5ad or .h5 file; write the matrix as one of them", p.Name)
	}
	return nil
}
