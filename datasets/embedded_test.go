package datasets

import (
	"testing"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/sets"
)

// Every embedded set is whole and right, by the sums that the registry has of the files as they are published.
func TestEmbedded(t *testing.T) {
	found := 0
	for _, e := range Registry {
		if !e.Embedded {
			continue
		}
		found++
		for _, f := range Check(t.TempDir(), e) {
			if f.State != StateOK || f.Found != f.Size {
				t.Errorf("%s: %s is %s, %d bytes, want %d: %v", e.Name, f.Path, f.State, f.Found, f.Size, f.Err)
			}
		}
		if d, err := Load(t.TempDir(), e, nil, nil); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		} else if e.Content != "" && dataset.ContentSum(d) != e.Content {
			t.Errorf("%s holds something else", e.Name)
		}
	}
	if found < 6 {
		t.Errorf("only %d embedded sets", found)
	}
	for _, packed := range card("optdigits").Files { // as a file system should be read
		name := packed.Path
		f, err := sets.Embedded{}.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil || info.IsDir() || info.Size() == 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
		f.Close()
	}
}
