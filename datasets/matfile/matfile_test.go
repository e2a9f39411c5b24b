package matfile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// builder writes elements, little-endian.
type builder struct{ bytes.Buffer }

func (b *builder) element(kind uint32, data []byte) {
	binary.Write(b, binary.LittleEndian, []uint32{kind, uint32(len(data))})
	b.Write(data)
	for b.Len()%8 != 0 {
		b.WriteByte(0)
	}
}

func header() []byte {
	h := bytes.Repeat([]byte{' '}, headerSize)
	copy(h, "MATLAB 5.0 MAT-file")
	binary.LittleEndian.PutUint16(h[124:], 0x0100)
	copy(h[126:], "IM")
	return h
}

// matrixOf returns the inside of a full array; promised is the length that its data claims, -1 for the truth.
func matrixOf(name string, class Class, dims []int32, kind uint32, data []byte, promised int) []byte {
	var b builder
	b.element(miUint32, binary.LittleEndian.AppendUint64(nil, uint64(class)))
	var d []byte
	for _, v := range dims {
		d = binary.LittleEndian.AppendUint32(d, uint32(v))
	}
	b.element(miInt32, d)
	b.element(miInt8, []byte(name))
	at := b.Len()
	b.element(kind, data)
	out := b.Bytes()
	if promised >= 0 {
		binary.LittleEndian.PutUint32(out[at+4:], uint32(promised))
	}
	return out
}

func compress(data []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

func fileOf(elements ...[]byte) []byte {
	out := header()
	for _, e := range elements {
		var b builder
		b.element(miMatrix, e)
		out = append(out, b.Bytes()...)
	}
	return out
}

func compressedFileOf(element []byte) []byte {
	var b builder
	b.element(miMatrix, element)
	z := compress(b.Bytes())
	out := binary.LittleEndian.AppendUint32(header(), miCompressed)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(z))), z...)
}

func read(data []byte, variable string) (*mat.Dense, error) {
	a, err := ReadMatrix(bytes.NewReader(data), int64(len(data)), "a.mat", variable)
	if err != nil {
		return nil, err
	}
	return a.Dense()
}

func TestReadMatrix(t *testing.T) {
	x := matrixOf("X", Uint8, []int32{2, 3}, miUint8, []byte{1, 2, 3, 4, 5, 255}, -1)
	y := matrixOf("Y", Double, []int32{1, 2, 2}, miInt16, []byte{1, 0, 2, 0, 255, 255, 0, 1}, -1) // doubles stored as int16
	wantX, wantY := mat.NewDense(2, 3, []float64{1, 3, 5, 2, 4, 255}), mat.NewDense(1, 4, []float64{1, 2, -1, 256})
	for _, tt := range []struct {
		data     []byte
		variable string
		want     *mat.Dense
	}{
		{fileOf(x), "", wantX},
		{fileOf(x, y), "X", wantX},
		{fileOf(x, y), "Y", wantY},
		{compressedFileOf(x), "X", wantX},
	} {
		got, err := read(tt.data, tt.variable)
		if err != nil {
			t.Error(err)
		} else if !mat.Equal(got, tt.want) {
			t.Errorf("%q: got %v", tt.variable, mat.Formatted(got))
		}
	}
	for _, tt := range []struct {
		data           []byte
		variable, want string
	}{
		{fileOf(x, y), "", "holds 2 variables of numbers; name one (var): X (2×3 uint8), Y (1×2×2 double)"},
		{fileOf(x, y), "Z", `no variable "Z", want one of X (2×3 uint8), Y (1×2×2 double)`},
		{fileOf(), "", "holds no variables, want a matrix of numbers"},
		{fileOf(matrixOf("S", Char, []int32{1, 2}, miUint8, []byte("ab"), -1)), "S", "S is a char array, want numbers"},
		{fileOf(matrixOf("E", Double, []int32{0, 5}, miDouble, nil, -1)), "E", "E is empty (0×5)"},
	} {
		if _, err := read(tt.data, tt.variable); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

func TestBadFiles(t *testing.T) {
	x := matrixOf("X", Double, []int32{1, 2}, miDouble, make([]byte, 16), -1)
	good := fileOf(x)
	noChecksum := compressedFileOf(matrixOf("X", Double, []int32{100, 20}, miDouble, make([]byte, 16000), -1))
	noChecksum[len(noChecksum)-1] ^= 1
	swapped := slices.Clone(good)
	copy(swapped[126:], "XX")
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "found 0 bytes"},
		{"error page", bytes.Repeat([]byte("<html>403 Forbidden</html>"), 20), "no MATLAB header"},
		{"no byte order", swapped, "no MATLAB header"},
		{"cut in the data", good[:len(good)-8], "promises"},
		{"cut in a tag", good[:headerSize+4], "ends within a tag"},
		{"more values than dimensions", fileOf(matrixOf("X", Double, []int32{1, 1}, miDouble, make([]byte, 16), -1)), "want 1 values"},
		{"fewer values than dimensions", fileOf(matrixOf("X", Double, []int32{9, 9}, miDouble, make([]byte, 16), -1)), "want 81 values"},
		{"negative dimension", fileOf(matrixOf("X", Double, []int32{-1, 2}, miDouble, make([]byte, 16), -1)), "dimensions -1×2"},
		{"overflowing dimensions", fileOf(matrixOf("X", Double, []int32{1 << 30, 1 << 30, 1 << 30}, miDouble, make([]byte, 16), -1)),
			"want at most"},
		{"data beyond the element", fileOf(matrixOf("X", Double, []int32{1, 2}, miDouble, make([]byte, 16), 4000)), "promises 4000 bytes"},
		{"wrong checksum", noChecksum, "checksum"},
	} {
		if _, err := read(tt.data, "X"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestLyingHeader reads small files whose headers promise much, and watches the memory.
func TestLyingHeader(t *testing.T) {
	const giga = 1 << 30
	for name, data := range map[string][]byte{
		"plain":             fileOf(matrixOf("X", Double, []int32{1 << 14, 1 << 14}, miDouble, make([]byte, 64), 2*giga)),
		"10 GB dimensions":  fileOf(matrixOf("X", Double, []int32{100_000, 13_000}, miDouble, make([]byte, 64), -1)),
		"compressed":        compressedFileOf(matrixOf("X", Double, []int32{1 << 14, 1 << 14}, miDouble, make([]byte, 64), 2*giga)),
		"compressed, 64 kB": compressedFileOf(matrixOf("X", Uint8, []int32{1 << 14, 1 << 14}, miUint8, make([]byte, 1<<16), 1<<28)),
		"cells":             fileOf(matrixOf("X", Cell, []int32{1 << 14, 1 << 14}, miMatrix, nil, -1)),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := readAll(data, name)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 50<<20 {
			t.Errorf("%s: %d bytes allocated", name, got)
		}
	}
}

// FuzzOpen checks that no file makes the reader panic, and that what it reads has the size it says.
func FuzzOpen(f *testing.F) {
	for _, files := range []map[string][]byte{scipyFiles(f), zipFiles(f, "v73.zip")} {
		for _, data := range files {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		arrays, err := readAll(data, "fuzz")
		if err != nil {
			return
		}
		for _, a := range arrays {
			switch {
			case a.Class.numeric() && len(a.Real) != product(a.Dims):
				t.Fatalf("%v holds %d values", a.Var, len(a.Real))
			case a.Class == Sparse && (len(a.Row) != len(a.Real) || len(a.Col) != len(a.Real)):
				t.Fatalf("%v: %d rows, %d columns, %d values", a.Var, len(a.Row), len(a.Col), len(a.Real))
			case a.Class.numeric() && len(a.Real) > 0:
				if _, err := a.Dense(); err != nil && a.Imag == nil {
					t.Fatal(err)
				}
			}
			a.Text()
		}
	})
}

// HDF5 without MATLAB's text, with and without an empty block before it, is no file of MATLAB 4.
func TestWithoutText(t *testing.T) {
	for _, before := range []int{0, 512, 2048} {
		data := append(make([]byte, before), "\x89HDF\r\n\x1a\n and what follows"...)
		data = append(data, make([]byte, 200)...)
		_, err := Open(bytes.NewReader(data), int64(len(data)), "a.mat")
		if err == nil || !strings.Contains(err.Error(), "HDF5 without the text that MATLAB 7.3 puts before it") {
			t.Errorf("after %d bytes: %v", before, err)
		}
	}
	_, err := Open(bytes.NewReader(make([]byte, 600)), 600, "a.mat")
	if err == nil || !strings.Contains(err.Error(), "MATLAB 4") {
		t.Errorf("zeros: %v", err)
	}
}
