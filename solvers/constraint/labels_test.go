package constraint

import (
	"slices"
	"testing"
)

func TestLabels(t *testing.T) {
	for _, tt := range []struct {
		name     string
		triplets []Triplet
		points   int
		want     []int
	}{
		{"none", nil, 3, []int{0, 1, 2}},
		{"s is not joined", []Triplet{{0, 1, 2}}, 3, []int{0, 0, 1}},
		{"a chain is one class", []Triplet{{3, 2, 0}, {2, 1, 0}}, 4, []int{1, 0, 0, 0}},
		{"begun classes first, in order", []Triplet{{4, 3, 0}, {0, 1, 4}}, 5, []int{1, 1, 2, 0, 0}},
		{"two classes meet: that of r goes into that of q", []Triplet{{0, 1, 5}, {2, 3, 5}, {4, 5, 0}, {2, 1, 0}}, 6, []int{0, 0, 0, 0, 1, 1}},
		{"again and again", []Triplet{{0, 1, 2}, {1, 0, 2}, {0, 1, 3}}, 4, []int{0, 0, 1, 2}},
	} {
		labels, classes := Labels(tt.triplets, tt.points)
		if !slices.Equal(labels, tt.want) || classes != slices.Max(tt.want)+1 {
			t.Errorf("%s: got %v of %d classes, want %v", tt.name, labels, classes, tt.want)
		}
	}
}
