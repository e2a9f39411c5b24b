package datasets

import (
	"strconv"
	"testing"
	"testing/fstest"
)

// The classes of a user's own data are numbered from 0 in the order of their names, and every name stands for its samples.
func FuzzOwnLabels(f *testing.F) {
	f.Add("3\n1\n3\n")
	f.Add("-1\n0\n9007199254740991\n")
	f.Add("1\n2\n9007199254740993\n")
	f.Fuzz(func(t *testing.T, text string) {
		folder := fstest.MapFS{"X.csv": {Data: []byte("1,2,3\n4,5,6\n")}, "y.csv": {Data: []byte(text)}}
		d, err := (&ownFiles{X: "X.csv", Labels: "y.csv"}).Load(folder, nil)
		if err != nil {
			return
		}
		if len(d.Labels) != 3 || len(d.Classes) < 1 || len(d.Classes) > 3 {
			t.Fatalf("labels %v, classes %v", d.Labels, d.Classes)
		}
		last := 0
		used := map[int]bool{}
		for k, name := range d.Classes {
			v, err := strconv.Atoi(name)
			if err != nil {
				continue // a word
			}
			if v >= 1<<53 || v <= -(1<<53) || k > 0 && v <= last {
				t.Fatalf("class %d is %q after %d", k, name, last)
			}
			last = v
		}
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
