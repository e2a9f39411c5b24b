package constraint

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// consistent removes distances that nothing is nearer than, until none is left: it fails where some go round in a circle.
func consistent(list []Triplet) bool {
	pair := func(i, j int) [2]int { return [2]int{min(i, j), max(i, j)} }
	farther := map[[2]int][][2]int{}
	nearer := map[[2]int]int{}
	for _, t := range list {
		near, far := pair(t.Q, t.R), pair(t.Q, t.S)
		farther[near] = append(farther[near], far)
		nearer[far]++
		nearer[near] += 0
	}
	var free [][2]int
	for p, n := range nearer {
		if n == 0 {
			free = append(free, p)
		}
	}
	removed := 0
	for ; len(free) > 0; removed++ {
		p := free[0]
		free = free[1:]
		for _, f := range farther[p] {
			if nearer[f]--; nearer[f] == 0 {
				free = append(free, f)
			}
		}
	}
	return removed == len(nearer)
}

// What is read are triplets of the points that contradict each other nowhere, and it is written as it is read.
func FuzzRead(f *testing.F) {
	f.Add("1,2,3\n\n2, 3 ,1\r\n", 3)
	f.Add("\ufeff1,2,3\n2,3,4\n1,3,2\n", 4)
	f.Add("1,2,3\n1,3,2\n", 3)
	f.Add("-9223372036854775808,1,2\n0,1,2\n", 9)
	f.Fuzz(func(t *testing.T, text string, points int) {
		list, _, err := Read(strings.NewReader(text), "f", points, nil)
		if err != nil {
			if strings.Contains(err.Error(), "contradict each other") {
				var all []Triplet // the lines are triplets, as that is looked at last
				lines, err := readLines(strings.NewReader(text), "f")
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range lines {
					one, err := l.parse(nil)
					if err != nil {
						t.Fatalf("%v: %v", l, err)
					}
					all = append(all, one)
				}
				if consistent(all) {
					t.Fatalf("%v are said to contradict each other: %v", all, err)
				}
			}
			return
		}
		if len(list) == 0 || Check(list, points) != nil || !consistent(list) {
			t.Fatalf("%v of %d points", list, points)
		}
		var b bytes.Buffer
		if err := Write(&b, list); err != nil {
			t.Fatal(err)
		}
		if again, _, err := Read(&b, "again", points, nil); err != nil || !slices.Equal(again, list) {
			t.Fatalf("%v came back as %v, %v", list, again, err)
		}
	})
}
