package matfile

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestVersion73 compares files of version 7.3, one of them MATLAB's own, with what h5py reads (testdata/make73.py).
func TestVersion73(t *testing.T) {
	want := readGolden(t, "v73.json")
	files := zipFiles(t, "v73.zip")
	const matlab = "testhdf5_7.4_GLNX86.mat"
	files[matlab] = scipyFiles(t)[matlab]
	if len(want) != 3 || len(files) != 3 {
		t.Fatalf("%d files, %d of them golden", len(files), len(want))
	}
	for name, data := range files {
		arrays, err := readAll(data, name)
		if err != nil {
			t.Error(err)
			continue
		}
		compareAll(t, name, arrays, want[name].Vars)
	}
}

func TestVersion73Details(t *testing.T) {
	files := zipFiles(t, "v73.zip")
	arrays, err := readAll(files["storage.mat"], "storage.mat")
	if err != nil {
		t.Fatal(err)
	}
	if a := arrays["truth"]; !a.Logical || a.Class != Uint8 || !slices.Equal(a.Dims, []int{3, 1}) {
		t.Errorf("truth is %+v", a)
	}
	if a := arrays["text"]; a.Class != Char || !slices.Equal(a.Text(), []string{"grün"}) {
		t.Errorf("text is %+v", a)
	}
	for name, class := range map[string]Class{"ki1": Int8, "ku2": Uint16, "kf4": Single, "kf8": Double, "ku8": Uint64, "z": Double,
		"cells": Cell} {
		if arrays[name].Class != class {
			t.Errorf("%s is %s, want %s", name, arrays[name].Class, class)
		}
	}
	if d, err := arrays["cube"].Dense(); err != nil || d.RawMatrix().Rows != 3 || d.RawMatrix().Cols != 20 {
		t.Errorf("cube: %v", err)
	}
	data := files["by_hand.mat"]
	f, err := Open(bytes.NewReader(data), int64(len(data)), "by_hand.mat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"table", "handle"} {
		if a, err := f.Read(name); err != nil || !a.Skipped {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(f.Warnings) != 2 || !strings.Contains(f.Warnings[0], `class "table"`) {
		t.Errorf("warnings %q", f.Warnings)
	}
	if _, err := f.Read("absent"); err == nil || !strings.Contains(err.Error(), "faces (30×1024 uint8)") {
		t.Errorf("got %v", err)
	}
}

// TestLyingVersion73 promises 2 GB in the place of small dimensions, in chunks and contiguous, and lets a cell hold itself.
func TestLyingVersion73(t *testing.T) {
	files := zipFiles(t, "v73.zip")
	dims := func(values ...uint64) (b []byte) {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, v)
		}
		return b
	}
	for name, from := range map[string][]byte{"faces": dims(1024, 30), "plain": dims(4, 2), "compressed": dims(60, 40)} {
		data := bytes.ReplaceAll(files["by_hand.mat"], from, dims(1<<14, 1<<14))
		if bytes.Equal(data, files["by_hand.mat"]) {
			t.Fatalf("%s: dimensions not found", name)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := Open(bytes.NewReader(data), int64(len(data)), name)
		if err == nil {
			_, err = f.Read(name)
		}
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 5<<20 {
			t.Errorf("%s: %d bytes allocated", name, got)
		}
	}
	// The cell array's references are the addresses of its cells; let the first be that of the array.
	data := files["storage.mat"]
	f, err := Open(bytes.NewReader(data), int64(len(data)), "circle")
	if err != nil {
		t.Fatal(err)
	}
	at := f.deep.members["cells"]
	o, err := f.deep.file.Object(at)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := o.Raw()
	if err != nil {
		t.Fatal(err)
	}
	circle := bytes.ReplaceAll(data, raw, append(dims(at), raw[8:]...))
	if f, err = Open(bytes.NewReader(circle), int64(len(circle)), "circle"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read("cells"); err == nil || !strings.Contains(err.Error(), "a cell holds itself") {
		t.Errorf("got %v", err)
	}
}
