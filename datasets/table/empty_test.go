package table

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/npy"
)

// ints is a .npy file of int64 values of one dimension.
func ints(values ...int64) []byte {
	header := fmt.Sprintf("{'descr': '<i8', 'fortran_order': False, 'shape': (%d,), }", len(values))
	header += strings.Repeat(" ", 63-(len(header)+10)%64) + "\n"
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	out = append(out, header...)
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, uint64(v))
	}
	return out
}

// A sparse matrix of zeros holds no entry and is a matrix all the same; one whose values are all unknown is refused by its name.
func TestEmptySparseAndAllUnknown(t *testing.T) {
	var archive, unknown bytes.Buffer
	z := zip.NewWriter(&archive)
	for name, data := range map[string][]byte{
		"format": []byte("\x93NUMPY\x01\x00\x36\x00{'descr': '|S3', 'fortran_order': False, 'shape': (), }\ncsr"), "shape": ints(2, 3),
		"data": ints(), "indices": ints(),
		"indptr": ints(0, 0, 0),
	} {
		w, err := z.Create(name + ".npy")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := npy.Write(&unknown, mat.NewDense(1, 2, []float64{math.NaN(), math.NaN()})); err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{"zeros.npz": {Data: archive.Bytes()}, "unknown.npy": {Data: unknown.Bytes()}}
	read := func(name string) (*Table, error) {
		f, err := FileIn(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		return Read(f, Options{})
	}
	got, err := read("zeros.npz")
	if err != nil {
		t.Fatal(err)
	}
	if m, n := got.X.Dims(); m != 2 || n != 3 || got.X.At(1, 2) != 0 {
		t.Errorf("%d×%d", m, n)
	}
	if _, err := read("unknown.npy"); err == nil || err.Error() != "unknown.npy: every entry is unknown, want at least one number" {
		t.Error(err)
	}
}
