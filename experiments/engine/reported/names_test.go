package reported

import (
	"testing"

	"nmfrepro/datasets/strict"
)

func TestRowName(t *testing.T) {
	p := &Paper{Names: &Names{Rank: "k", Rows: strict.Map[string]{{Name: "yale", Value: "Yale"}, {Name: "noise20-shuffled", Value: "20 % noise, shuffled"}}}}
	words := &Paper{Names: &Names{Rank: "rank"}}
	for _, c := range []struct {
		paper       *Paper
		label, want string
	}{
		{p, "yale", "Yale"},
		{p, "yale r=2", "Yale, k = 2"},
		{p, "noise20-shuffled r=8", "20 % noise, shuffled, k = 8"},
		{p, "noise20 r=8", "noise20, k = 8"},
		{p, "Avg.", "Avg."},
		{words, "golub r=3", "golub, rank 3"},
		{&Paper{}, "orl r=40", "orl, r = 40"},
		{nil, "orl r=40", "orl, r = 40"},
		{nil, "orl", "orl"},
	} {
		if got := c.paper.RowName(c.label); got != c.want {
			t.Errorf("%q is shown as %q, want %q", c.label, got, c.want)
		}
	}
	if got, want := p.InWords("the mean of yale r=7 and yale r=9"), "the mean of Yale, k = 7 and Yale, k = 9"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
