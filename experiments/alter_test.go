package experiments

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

func TestAlter(t *testing.T) {
	lib, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s := lib.Find("pnmf/table3")
	keys := func(s *Spec) map[string]string {
		t.Helper()
		p, err := NewPlan(s, Request{Profile: "paper", Replicates: 1})
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]string{}
		for _, j := range p.Jobs {
			of[Identity(j.Unit)] = j.Key
		}
		return of
	}
	before := keys(s)
	tests := []struct {
		set     string
		changed int // of three data sets and five methods, k-means without a solver
	}{
		{"stop.iterations = 1000", 12},
		{"datasets.iris.options.scale = min-max", 5},
		{"methods.pnmf.options.stabilise = rho", 3},
		{"metrics = purity@w", 0}, // computed already, shown in another place
		{"metrics = nmi-mean", -1},
	}
	for _, test := range tests {
		altered, err := lib.Alter(s, test.set)
		if test.changed < 0 {
			if err == nil || !strings.Contains(err.Error(), "shows no metric") {
				t.Errorf("%s: %v", test.set, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.set, err)
			continue
		}
		n := 0
		for identity, key := range keys(altered) {
			if _, there := before[identity]; !there {
				t.Errorf("%s: another unit %s: its draws are not those of the experiment", test.set, identity)
			}
			if before[identity] != key {
				n++
			}
		}
		if n != test.changed {
			t.Errorf("%s: %d units change, want %d", test.set, n, test.changed)
		}
	}
	if diff := cmp.Diff(before, keys(s)); diff != "" {
		t.Errorf("the experiment itself has changed: %s", diff)
	}
	for _, bad := range []string{"methods.nothing.options.rank = 3", "methods.pnmf.options.nothing = 3", "stop.iterations = many", "init = zeros"} {
		if _, err := lib.Alter(s, bad); err == nil {
			t.Errorf("%s: no error", bad)
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
					if !strings.HasPrefix(s.Address, p.Key+"/") || !Concerns(c, s) {
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
