package datasets

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"nmfrepro/datasets/dataset"
)

// A file is found by its sum, under any name and in any folder; one of the same size is not taken for it.
func TestRecognise(t *testing.T) {
	e, canonical, variant, other := madePictures(t)
	before := Registry
	defer func() { Registry = before }()
	Registry = append([]Entry{e}, before...)
	folder := t.TempDir()
	write(t, folder, "deep/er/no name", canonical)
	write(t, folder, "other.mat", other)
	write(t, folder, "variant.mat", variant)
	if len(other) != len(canonical) {
		t.Fatal("the other file must have the same size")
	}
	if err := os.Symlink(filepath.Join(folder, "deep"), filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	found, seen, err := Recognise(context.Background(), folder)
	if err != nil || seen != 3 || len(found) != 1 || found[0] != (Known{filepath.Join(folder, "deep", "er", "no name"), "made"}) {
		t.Errorf("%v of %d files, %v", found, seen, err)
	}
	if _, _, err := Recognise(context.Background(), filepath.Join(folder, "nowhere")); err == nil {
		t.Error("no folder, no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Recognise(ctx, folder); err == nil {
		t.Error("cancelled, no error")
	}
}

func TestFetchSize(t *testing.T) {
	for _, tt := range []struct {
		set   Entry
		bytes int64
		whole bool
	}{{card("orl"), 376584, true}, {card("coil20"), 12684276, true}, {card("hdm05"), 0, false}, {card("indian-pines"), 1125, false},
		{card("iris"), 0, true}} {
		if bytes, whole := tt.set.FetchSize(); bytes != tt.bytes || whole != tt.whole {
			t.Errorf("%s: %d, %v, want %d, %v", tt.set.Name, bytes, whole, tt.bytes, tt.whole)
		}
	}
}

// What several sets bring together is known only where it is of each; sets of the program and those that are there are not fetched.
func TestFetchSizes(t *testing.T) {
	if bytes, whole := dataset.FetchSizes([]Entry{card("orl"), card("coil20")}); bytes != 376584+12684276 || !whole {
		t.Errorf("%d, %v", bytes, whole)
	}
	if bytes, whole := dataset.FetchSizes([]Entry{card("orl"), card("hdm05")}); bytes != 376584 || whole {
		t.Errorf("%d, %v, want a part", bytes, whole)
	}
	if wanted := ToFetch(t.TempDir(), []Entry{card("iris"), card("orl")}); len(wanted) != 1 || wanted[0].Name != "orl" {
		t.Errorf("%d sets to fetch, want orl", len(wanted))
	}
}
