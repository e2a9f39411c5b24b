package sets_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/datasets"
	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/sets"
)

// TestImportScene takes a re-saved label map by its values, and a cube by its shape.
func TestImportScene(t *testing.T) {
	e, _ := datasets.Find("indian-pines")
	labels := sha256.Sum256([]byte{1, 2, 0, 2, 1, 2})
	e.New = func() datasets.Dataset { return sets.SmallScene(hex.EncodeToString(labels[:])) }
	dir, folder := t.TempDir(), t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("map.mat", sets.MatOf(t, sets.Array("other_name", matfile.Double, []int{2, 3}, 1, 2, 0, 2, 1, 2)))
	write("turned.mat", sets.MatOf(t, sets.Array("gt", matfile.Double, []int{2, 3}, 1, 0, 1, 2, 2, 2)))
	write("cube.mat", sets.MatOf(t, sets.Array("cube", matfile.Uint16, []int{2, 3, 2}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)))
	if _, err := datasets.Import(context.Background(), folder, e, []string{filepath.Join(dir, "turned.mat")}); err == nil ||
		!strings.Contains(err.Error(), "another label map") {
		t.Errorf("a turned map: %v", err)
	}
	done, err := datasets.Import(context.Background(), folder, e, []string{filepath.Join(dir, "map.mat"), filepath.Join(dir, "cube.mat")})
	if err != nil || len(done) != 2 || done[0].Path != e.Files[0].Path || done[1].Path != e.Files[1].Path {
		t.Fatalf("got %+v, %v", done, err)
	}
	d, err := datasets.Load(folder, e, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Class a has pixels 0 and 4, class b pixels 1, 3 and 5; band 2 starts at value 7.
	if got := []float64{d.X.At(1, 0), d.X.At(1, 1), d.X.At(1, 2)}; !slices.Equal(got, []float64{7, 11, 8}) ||
		!slices.Equal(d.Labels, []int{0, 0, 1, 1, 1}) {
		t.Errorf("got %v, labels %v", got, d.Labels)
	}
	if d.SHA256 == dataset.Checksum(e, nil) {
		t.Error("the checksum does not cover a cube that nobody vouched for")
	}
	if err := datasets.Problem(folder, e, datasets.Check(folder, e)); err != nil {
		t.Error(err)
	}
}
