package sets

import (
	"os"
	"slices"
	"testing"
)

// TestLabelMaps counts the pixels of each class in the label maps at hand; the cards say what a fifth of them is.
func TestLabelMaps(t *testing.T) {
	folder := os.Getenv("NMFREPRO_DATA")
	for _, s := range []sceneFiles{indianPinesScene, paviaUScene} {
		if len(s.counts) != len(s.classes) {
			t.Errorf("%s: %d counts for %d classes", s.gt, len(s.counts), len(s.classes))
		}
		if folder == "" {
			continue // the sum of the map's values is in the registry
		}
		gt, err := readScene(os.DirFS(folder), s.gt, s.gtNames, s.rows, s.columns)
		if err != nil {
			t.Error(err)
			continue
		}
		count := make([]int, len(s.counts)+1)
		for _, v := range gt.Real {
			count[int(v)]++
		}
		if !slices.Equal(count[1:], s.counts) {
			t.Errorf("%s: classes of %v, want %v", s.gt, count[1:], s.counts)
		}
	}
}
