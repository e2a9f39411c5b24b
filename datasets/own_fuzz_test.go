package datasets

import (
	"slices"
	"strconv"
	"testing"
	"testing/fstest"
)

// The classes of a user's own data are numbered from 0 in the order of their names, and every name stands for its samples.
func FuzzOwnLabels(f *testing.F) {
	f.Add("3\n1\n3\n")
	f.Add("-1\n0\n9007199254740991\n")
	f.Add("1\n2\n9007199254740993\n")
	f.Add("0\n0\n!") // one word makes all of them words
	f.Fuzz(func(t *testing.T, text string) {
		folder := fstest.MapFS{"X.csv": {Data: []byte("1,2,3\n4,5,6\n")}, "y.csv": {Data: []byte(text)}}
		d, err := (&ownFiles{X: "X.csv", Labels: "y.csv"}).Load(folder, nil)
		if err != nil {
			return
		}
		if len(d.Labels) != 3 || len(d.Classes) < 1 || len(d.Classes) > 3 {
			t.Fatalf("labels %v, classes %v", d.Labels, d.Classes)
		}
		number := func(name string) int { v, _ := strconv.Atoi(name); return v }
		words := slices.ContainsFunc(d.Classes, func(name string) bool { _, err := strconv.Atoi(name); return err != nil })
		for k, name := range d.Classes {
			if v := number(name); !words && (v >= 1<<53 || v <= -(1<<53) || k > 0 && v <= number(d.Classes[k-1])) || words && k > 0 &&
				name <= d.Classes[k-1] {
				t.Fatalf("classes %q", d.Classes)
			}
		}
		used := map[int]bool{}
		for _, l := range d.Labels {
			if l < 0 || l >= len(d.Classes) {
				t.Fatalf("labels %v, classes %v", d.Labels, d.Classes)
			}
			used[l] = true
		}
		if len(used) != len(d.Classes) {
			t.Fatalf("labels %v, classes %v", d.Labels, d.Classes)
		}
	})
}
