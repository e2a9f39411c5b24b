package npy

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
)

// file makes a .npy file of a version with the given header text and data.
func file(version byte, text string, data []byte) []byte {
	out := append([]byte(magic), version, 0)
	if version == 1 {
		out = binary.LittleEndian.AppendUint16(out, uint16(len(text)))
	} else {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	}
	return append(append(out, text...), data...)
}

func readFrom(data []byte, name string) (*mat.Dense, error) {
	return Read(bytes.NewReader(data), int64(len(data)), name)
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// A matrix of any shape and type is read in both orders, and transposed, with values in their places.
func TestOrders(t *testing.T) {
	for _, shape := range [][2]int{{1, 1}, {3, 200}, {200, 3}, {70, 71}, {1, 100_000}, {100_000, 1}, {3000, 70}} {
		m, n := shape[0], shape[1]
		for _, fortran := range []string{"False", "True"} {
			data := make([]byte, 0, 4*m*n)
			want := mat.NewDense(m, n, nil)
			for k := range m * n {
				i, j := k/n, k%n
				if fortran == "True" {
					i, j = k%m, k/m
				}
				want.Set(i, j, float64(k))
				data = binary.LittleEndian.AppendUint32(data, uint32(k))
			}
			whole := file(1, fmt.Sprintf("{'descr': '<u4', 'fortran_order': %s, 'shape': (%d, %d)}", fortran, m, n), data)
			got, err := Read(bytes.NewReader(whole), int64(len(whole)), "a.npy")
			turned, err2 := ReadTransposed(bytes.NewReader(whole), int64(len(whole)), "a.npy")
			if err != nil || err2 != nil || !mat.Equal(got, want) || !mat.Equal(turned, want.T()) {
				t.Errorf("%v, Fortran %s: %v, %v", shape, fortran, err, err2)
			}
		}
	}
}

// BenchmarkRead reads 2000×1000 values as they stand, and transposed.
func BenchmarkRead(b *testing.B) {
	var text bytes.Buffer
	if err := Write(&text, mat.NewDense(2000, 1000, nil)); err != nil {
		b.Fatal(err)
	}
	for name, read := range map[string]func(io.Reader, int64, string) (*mat.Dense, error){"rows": Read, "transposed": ReadTransposed} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if _, err := read(bytes.NewReader(text.Bytes()), int64(text.Len()), "a.npy"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestRead decodes bytes that were worked out by hand from the format's description (NumPy Enhancement Proposal 1).
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name    string
		version byte
		header  string
		data    string
		want    *mat.Dense
	}{
		{"f8 C", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n", "000000000000f03f 00000000000004c0",
			mat.NewDense(1, 2, []float64{1, -2.5})},
		{"f8 big", 1, "{'descr': '>f8', 'fortran_order': False, 'shape': (1, 2), }\n", "3ff0000000000000 c004000000000000",
			mat.NewDense(1, 2, []float64{1, -2.5})},
		{"f4 Fortran", 2, "{\"shape\":(2,2),\"descr\":\"<f4\",\"fortran_order\":True}", "0000803f 00000040 00004040 00008040",
			mat.NewDense(2, 2, []float64{1, 3, 2, 4})},
		{"u1 vector", 3, "{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}", "0180ff", mat.NewDense(3, 1, []float64{1, 128, 255})},
		{"i1", 1, "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 1)}", "ff80", mat.NewDense(2, 1, []float64{-1, -128})},
		{"i2 big", 1, "{'descr': '>i2', 'fortran_order': False, 'shape': (1, 2)}", "fffe 0102", mat.NewDense(1, 2, []float64{-2, 258})},
		{"i8", 1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1L, 1L)}", "feffffffffffffff", mat.NewDense(1, 1, []float64{-2})},
		{"f2", 1, "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 2)}", "003c 00c1", mat.NewDense(1, 2, []float64{1, -2.5})},
		{"b1", 1, "{'descr': '|b1', 'fortran_order': False, 'shape': (1, 2)}", "0001", mat.NewDense(1, 2, []float64{0, 1})},
	} {
		got, err := readFrom(file(tt.version, tt.header, unhex(tt.data)), tt.name)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if !mat.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, mat.Formatted(got), mat.Formatted(tt.want))
		}
	}
}

func TestReadErrors(t *testing.T) {
	ok := "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)}"
	one := make([]byte, 8)
	for _, tt := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "no \\x93NUMPY"},
		{"zip", []byte("PK\x03\x04aaaaaaaa"), "not .npz"},
		{"version", file(9, ok, one), "format version 9"},
		{"no dictionary", file(1, "hello", nil), "want a Python dictionary"},
		{"complex", file(1, strings.Replace(ok, "<f8", "<c16", 1), one), `type "<c16"`},
		{"objects", file(1, strings.Replace(ok, "<f8", "|O", 1), one), `type "|O"`},
		{"records", file(1, strings.Replace(ok, "'<f8'", "[('a', '<f8')]", 1), one), "structured"},
		{"cube", file(1, strings.Replace(ok, "(1, 1)", "(1, 1, 1)", 1), one), "3 dimensions"},
		{"scalar", file(1, strings.Replace(ok, "(1, 1)", "()", 1), one), "0 dimensions"},
		{"no rows", file(1, strings.Replace(ok, "(1, 1)", "(0, 1)", 1), nil), "at least one value"},
		{"negative", file(1, strings.Replace(ok, "(1, 1)", "(-1, 1)", 1), nil), "whole number"},
		{"overflow", file(1, strings.Replace(ok, "(1, 1)", "(4611686018427387904, 4611686018427387904)", 1), one), "at most"},
		{"key missing", file(1, "{'descr': '<f8', 'shape': (1, 1)}", one), "want the keys"},
		{"key twice", file(1, "{'descr': '<f8', 'descr': '<f8', 'shape': (1, 1)}", one), "twice"},
		{"unknown key", file(1, "{'a': 1}", one), `unknown key "a"`},
		{"short", file(1, ok, one[:5]), "the header promises 1×1 values of <f8, 8 bytes, and 5 bytes follow it"},
		{"long", file(1, ok, make([]byte, 9)), "8 bytes, and 9 bytes follow it"},
		{"long header", file(2, strings.Repeat(" ", maxHeader+1), nil), "header of"},
		{"truncated header", file(1, ok, nil)[:20], "unexpected EOF"},
		{"beyond 2^53", file(1, strings.Replace(ok, "<f8", "<u8", 1), bytes.Repeat([]byte{255}, 8)), "beyond 2^53"},
	} {
		if _, err := readFrom(tt.data, "a.npy"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestLyingHeader(t *testing.T) {
	lie := file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (100000, 13000)}", make([]byte, 100))
	res := testing.Benchmark(func(b *testing.B) {
		for range b.N {
			if _, err := readFrom(lie, "lie"); err == nil {
				b.Fatal("no error")
			}
		}
	})
	if got := res.AllocedBytesPerOp(); got > 1<<20 {
		t.Errorf("a header that promises 10 GB made us allocate %d bytes", got)
	}
}

// A file whose size is right for a matrix beyond the budget is refused before memory is taken for it.
func TestBeyondBudget(t *testing.T) {
	defer budget.Set(0)
	budget.Set(1 << 20)
	head := file(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (1024, 129)}", nil)
	_, err := Read(bytes.NewReader(head), int64(len(head)+1024*129), "a.npy")
	var over *budget.Error
	if !errors.As(err, &over) || over.Need != 8*1024*129 ||
		!strings.Contains(err.Error(), "the 1024×129 matrix in a.npy takes at least 1.0 MiB") {
		t.Errorf("got %v", err)
	}
}

// A file that ends early although its size was right says so: it is being written.
func TestCutWhileRead(t *testing.T) {
	whole := file(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 2)}", make([]byte, 6))
	_, err := Read(bytes.NewReader(whole[:len(whole)-1]), int64(len(whole)), "a.npy")
	if err == nil || !strings.Contains(err.Error(), "3×2 values promised, the file ends within the first 6") {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n", make([]byte, 16)))
	f.Add(file(2, "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 1)}", make([]byte, 4)))
	f.Add(file(3, "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", make([]byte, 3)))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := readFrom(data, "fuzz")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, a); err != nil {
			t.Fatal(err)
		}
		if start := b.Len() - 8*len(a.RawMatrix().Data); start%64 != 0 {
			t.Fatalf("data start at byte %d, want a multiple of 64", start)
		}
		again, err := readFrom(b.Bytes(), "again")
		if err != nil {
			t.Fatal(err)
		}
		x, y := a.RawMatrix(), again.RawMatrix()
		if x.Rows != y.Rows || x.Cols != y.Cols {
			t.Fatalf("%d×%d came back as %d×%d", x.Rows, x.Cols, y.Rows, y.Cols)
		}
		for i := range x.Data {
			if math.Float64bits(x.Data[i]) != math.Float64bits(y.Data[i]) {
				t.Fatalf("%v came back as %v", x.Data[i], y.Data[i])
			}
		}
	})
}
