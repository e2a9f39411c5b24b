package spec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAssignments(t *testing.T) {
	tests := []struct {
		set  string
		want []assignment
	}{
		{"init = k-means", []assignment{{"init", "k-means"}}},
		{"clusters[0].repeats = 50, clusters[0].kmeans.restarts = 1", []assignment{{"clusters[0].repeats", "50"}, {"clusters[0].kmeans.restarts", "1"}}},
		{"datasets.a.ranks = [1, 2], init = random", []assignment{{"datasets.a.ranks", "[1, 2]"}, {"init", "random"}}},
	}
	for _, test := range tests {
		got, err := assignments(test.set)
		if err != nil || !cmp.Equal(got, test.want, cmp.AllowUnexported(assignment{})) {
			t.Errorf("%s: %v (%v), want %v", test.set, got, err, test.want)
		}
	}
	for _, bad := range []string{"init", "= 3", "init ="} {
		if _, err := assignments(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// Every alternative of every ledger can be put into force in an experiment that it concerns. Those of tables that have no
// experiment yet wait for it; they are counted.
func TestAlternatives(t *testing.T) {
	lib, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	tried, waiting := 0, 0
	for _, p := range lib.Papers {
		for _, c := range p.Protocol {
			complete := true // every table that it concerns has an experiment
			for _, table := range p.Tables.Names() {
				named := c.Where == "" || strings.Contains(","+strings.ReplaceAll(c.Where, " ", "")+",", ","+table+",")
				complete = complete && (!named || lib.Find(p.Key+"/"+table) != nil)
			}
			for _, alt := range c.Alternatives {
				tried++
				var why []string
				taken := false
				for _, s := range lib.Specs {
					if !strings.HasPrefix(s.Address, p.Key+"/") || !Where(c.Where, s) {
						continue
					}
					if _, err := lib.Alter(s, alt.Set); err != nil {
						why = append(why, err.Error())
						continue
					}
					taken = true
				}
				switch {
				case taken:
				case complete:
					t.Errorf("%s, %s: %s: no experiment takes it: %s", p.Key, c.Key, alt.Set, strings.Join(why, "; "))
				default:
					waiting++
					t.Logf("%s, %s: %s: waits for an experiment: %s", p.Key, c.Key, alt.Set, strings.Join(why, "; "))
				}
			}
		}
	}
	t.Logf("%d of %d alternatives wait for an experiment", waiting, tried)
	if tried < 40 {
		t.Errorf("%d alternatives in all ledgers, want at least 40", tried)
	}
}

// Another metric stands in for its family, or for the one that is named alone.
func TestAlterMetrics(t *testing.T) {
	lib, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	shown := func(set string) (nmi, nmi10 string) {
		s, err := lib.Alter(lib.Find("rpr/table2"), set)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Panels {
			switch p.Key {
			case "nmi":
				nmi = p.Metric
			case "scaled":
				nmi10 = p.Columns[len(p.Columns)-4].Metric
			case "acc":
				if p.Metric != "acc" {
					t.Errorf("%s: panel acc shows %s", set, p.Metric)
				}
			}
		}
		return nmi, nmi10
	}
	if one, ten := shown("metrics = nmi-mean"); one != "nmi-mean" || ten != "nmi-max@h10" {
		t.Errorf("the family, where it is read alike: %s, %s", one, ten)
	}
	if one, ten := shown("metrics = nmi-max@h"); one != "nmi-max@h" || ten != "nmi-max@h" {
		t.Errorf("the family, with a reading: %s, %s", one, ten)
	}
	if one, ten := shown("metrics.nmi-max = nmi-mean"); one != "nmi-mean" || ten != "nmi-max@h10" {
		t.Errorf("one metric: %s, %s", one, ten)
	}
	if _, err := lib.Alter(lib.Find("rpr/table2"), "metrics.rmse = nmi-mean"); err == nil {
		t.Error("a metric that is not shown: no error")
	}
}
