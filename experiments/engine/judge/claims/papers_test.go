package claims

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec/spectest"
)

func load(t *testing.T, key string) *reported.Paper {
	t.Helper()
	file := filepath.Join("../../..", key, "paper.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return spectest.Parse(t, file, data)
}

// own is what does not hold of, or is not decided by, the numbers that the five papers print. Every line was looked at
// in the paper.
var own = map[string]map[string]Verdict{
	"rpr": {
		"synthetic-errors": NotTestable, "synthetic-time-growth": NotTestable, "size-errors": NotTestable, "size-times": NotTestable,
		"times": NotTestable, "size": NotTestable, "coefficients": NotTestable, "coefficients-divergence": NotTestable, "synthetic-time-others": NotTestable,
		"movielens-overall": NotTestable, "films": NotTestable, "points-gnmf": NotTestable, "points-lcnmf": NotTestable, "points-rpr": NotTestable,
		"superior":    Fails,
		"orl-classes": Fails, "orl-acc": Fails, "orl-best-nmi": Fails, "orl-nmi": Fails,
		"orl-acc-euclidean": Fails, "orl-nmi-euclidean": Fails, "orl-acc-divergence": Fails, "orl-nmi-divergence": Fails,
		"orl-acc-average": Fails, "orl-nmi-average": Fails,
		"pie-classes": Fails, "pie-acc-euclidean": Fails, "pie-nmi-euclidean": Fails, "pie-acc-average": Fails, "pie-nmi-average": Fails,
		"movielens-counts": Fails,
	},
	"pnmf":  {"cnmf-sparse": Fails, "kernel-objective": NotTestable, "kernel-second": NotTestable, "orthogonal": NotTestable, "kernel-k-means": NotTestable},
	"ornmf": {"perfect": NotTestable, "fig2": NotTestable, "alpha": NotTestable, "convergence": NotTestable, "descent": NotTestable, "smooth": NotTestable, "superior": NotTestable},
	"dsp": {
		"average-max": Undecided, "far-better": Undecided, "mean-clustering": Fails, "umap-firsts": Fails, "second": Fails,
		"sdnmf-level": NotTestable, "rank": NotTestable, "higher-ranks": NotTestable, "lambda": NotTestable, "convergence": NotTestable,
		"hardest": NotTestable, "poor": NotTestable,
	},
	"mcnmf": {"deviations": Fails, "second-others": Fails, "component-study": NotTestable, "alpha": NotTestable, "components": NotTestable, "convergence": NotTestable},
}

func TestOwnNumbers(t *testing.T) {
	files, err := filepath.Glob("../../../*/paper.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d papers (%v), want all that are there", len(files), err)
	}
	for _, file := range files {
		paper := filepath.Base(filepath.Dir(file))
		p, seen := load(t, paper), 0
		for _, c := range p.Claims {
			want, listed := own[paper][c.Key]
			if !listed {
				want = Holds
				if len(c.Stands)+len(c.Agree) > 0 { // of a study, for which nothing is reported
					want = NotTestable
				}
			} else {
				seen++
			}
			o := Evaluate(p, c, Reported(p))
			if (o.ClaimVerdict == NotTestable) != (o.Lack != "") {
				t.Errorf("%s/%s: %s, and lacks %q", paper, c.Key, o.ClaimVerdict, o.Lack)
			}
			if o.ClaimVerdict != want || o.Detail == "" || strings.Contains(o.Detail, "%!") {
				t.Errorf("%s/%s: %s, want %s: %v, %s", paper, c.Key, o.ClaimVerdict, want, o.Difference, o.Detail)
			}
		}
		if seen != len(own[paper]) {
			t.Errorf("%s: %d of %d listed claims are there", paper, seen, len(own[paper]))
		}
	}
}
