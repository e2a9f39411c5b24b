package hdf5

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// golden is what h5py read (testdata/make.py).
type golden struct {
	Members    map[string]*golden
	Dims       []int
	Attributes map[string]any
	Sum, Imag  string
	Texts      []string
	Refused    bool
}

func goldenFiles(t testing.TB) (files map[string][]byte, want map[string]*golden) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "h5py.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(filepath.Join("testdata", "h5py.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files = map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	return files, want
}

func root(data []byte) (*Object, error) {
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	return f.Root()
}

func TestH5py(t *testing.T) {
	files, want := goldenFiles(t)
	if len(files) != 24 || len(want) != len(files) {
		t.Fatalf("%d files, %d of them golden", len(files), len(want))
	}
	for name, data := range files {
		o, err := root(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		compare(t, name, o, want[name])
	}
}

func compare(t *testing.T, path string, o *Object, want *golden) {
	t.Helper()
	if want.Members == nil {
		compareDataset(t, path, o, want)
		return
	}
	members, err := o.Members()
	if err != nil || len(members) != len(want.Members) {
		t.Errorf("%s: %d members, want %d (%v)", path, len(members), len(want.Members), err)
	}
	for _, m := range members {
		w := want.Members[m.Name]
		if w == nil {
			t.Errorf("%s: there is no %s", path, m.Name)
			continue
		}
		c, err := o.Open(m.Address)
		if w.Refused && errors.Is(err, ErrUnsupported) {
			continue
		}
		if err != nil {
			t.Errorf("%s/%s: %v", path, m.Name, err)
			continue
		}
		compare(t, path+"/"+m.Name, c, w)
	}
}

func compareDataset(t *testing.T, path string, o *Object, want *golden) {
	t.Helper()
	if want.Texts != nil {
		if got, err := o.Strings(); err != nil || !slices.Equal(got, want.Texts) {
			t.Errorf("%s: %q, want %q (%v)", path, got, want.Texts, err)
		}
	}
	raw, err := o.Raw()
	var values []float64
	if want.Texts != nil {
		values = nil
	} else if err == nil && o.Type.Class != Compound {
		values, _, err = o.Type.Numbers(raw)
	} else if err == nil {
		values, _, err = o.Type.Number(raw, o.Type.Fields[0])
	}
	if want.Refused {
		if !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s: %v, want it refused", path, err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	if !slices.Equal(o.Dims, want.Dims) || want.Texts == nil && sum(values) != want.Sum {
		t.Errorf("%s: dimensions %v with other values, want %v", path, o.Dims, want.Dims)
	}
	if want.Imag != "" {
		if imag, _, err := o.Type.Number(raw, o.Type.Fields[1]); err != nil || sum(imag) != want.Imag {
			t.Errorf("%s: other imaginary parts (%v)", path, err)
		}
	}
	for name, w := range want.Attributes {
		a := o.Attributes[name]
		got := any(a.Text())
		if number, ok := a.Int(); ok {
			got = float64(number)
		}
		if got != w {
			t.Errorf("%s: attribute %s is %v, want %v", path, name, got, w)
		}
	}
}

func sum(values []float64) string {
	var raw []byte
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
	}
	s := sha256.Sum256(raw)
	return hex.EncodeToString(s[:])
}

// TestFletcher has the sums of HDF5 where they differ from plain ones: 65535 stands for 0.
func TestFletcher(t *testing.T) {
	for _, tt := range []struct {
		data []byte
		want uint32
	}{
		{nil, 0},
		{[]byte{0, 0, 0, 0}, 0},
		{[]byte{0xff, 0xff}, 0xffffffff},
		{[]byte{0, 1, 0, 2}, 4<<16 | 3},
		{[]byte{0, 1, 2}, 0x0202<<16 | 0x0201},
	} {
		if got := fletcher(tt.data); got != tt.want {
			t.Errorf("%v: %08x, want %08x", tt.data, got, tt.want)
		}
	}
}

// readAll reads whatever can be reached from the root, at most some thousand objects.
func readAll(o *Object, left *int) error {
	if *left--; *left < 0 {
		return nil
	}
	if !o.IsGroup() {
		raw, err := o.Raw()
		if err == nil {
			o.Type.Numbers(raw)
			o.Type.Addresses(raw)
			o.Strings()
		}
		return err
	}
	members, err := o.Members()
	for _, m := range members {
		c, openErr := o.Open(m.Address)
		if openErr == nil {
			openErr = readAll(c, left)
		}
		err = errors.Join(err, openErr)
	}
	return err
}

// TestDamage changes each byte of a small file, and cuts it everywhere: an error or other data, never a panic, never much
// memory.
func TestDamage(t *testing.T) {
	files, _ := goldenFiles(t)
	for _, name := range []string{"few_old_512.h5", "few_new_0.h5", "attributes_new_0.h5"} {
		data := files[name]
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tries := 0
		for i := range data {
			for _, v := range []byte{0xff, data[i] ^ 1} {
				changed := slices.Clone(data)
				changed[i] = v
				left := 100
				if o, err := root(changed); err == nil {
					readAll(o, &left)
				}
				tries++
			}
			if i%7 == 0 {
				left := 100
				if o, err := root(data[:i]); err == nil {
					readAll(o, &left)
				}
			}
		}
		runtime.ReadMemStats(&after)
		if each := (after.TotalAlloc - before.TotalAlloc) / uint64(tries); each > 2<<20 {
			t.Errorf("%s: %d bytes a try", name, each)
		}
	}
}

func FuzzRead(f *testing.F) {
	files, _ := goldenFiles(f)
	for _, data := range files {
		if len(data) < 1<<16 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := root(data)
		if err != nil {
			return
		}
		left := 200
		readAll(o, &left)
		for _, a := range o.Attributes {
			a.Text()
			a.Int()
		}
	})
}
