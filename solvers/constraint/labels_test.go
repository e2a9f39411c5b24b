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

// Algorithm 4 by hand: copies, unions that erase r, and points that lose their label and get another.
func TestPrinted(t *testing.T) {
	for _, tt := range []struct {
		name     string
		triplets []Triplet
		points   int
		want     [][]int
	}{
		{"none", nil, 2, [][]int{{0}, {1}}},
		{"a chain", []Triplet{{1, 0, 2}, {2, 1, 3}, {3, 2, 4}}, 5, [][]int{{0}, {0}, {0}, {0}, {1}}},
		{"a pair in both directions parts again", []Triplet{{0, 1, 2}, {1, 0, 2}}, 3, [][]int{{1}, {0}, {2}}},
		{"two labels meet in q", []Triplet{{0, 1, 4}, {2, 3, 4}, {2, 1, 4}}, 5, [][]int{{0}, {2}, {0, 1}, {1}, {3}}},
		{"all pairs of four", []Triplet{{0, 1, 4}, {0, 2, 4}, {0, 3, 4}, {1, 2, 4}, {1, 3, 4}, {2, 3, 4}}, 5, [][]int{{0}, {0}, {1}, {1}, {2}}},
	} {
		labels, count := Printed(tt.triplets, tt.points)
		if !slices.EqualFunc(labels, tt.want, slices.Equal[[]int]) || count != slices.Max(slices.Concat(labels...))+1 {
			t.Errorf("%s: got %v of %d labels, want %v", tt.name, labels, count, tt.want)
		}
	}
}
