package claims

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/spec/spectest"
)

func load(t *testing.T, key string) *published.Paper {
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
		"synthetic-errors": Undefined, "synthetic-time-growth": Undefined, "size-errors": Undefined, "size-times": Undefined,
		"times": Undefined, "size": Undefined, "coefficients": Undefined, "coefficients-divergence": Undefined, "synthetic-time-others": Undefined,
		"movielens-overall": Undefined,
		"superior":          Fails,
		"orl-classes":       Fails, "orl-acc": Fails, "orl-best-nmi": Fails, "orl-nmi": Fails,
		"orl-acc-euclidean": Fails, "orl-nmi-euclidean": Fails, "orl-acc-divergence": Fails, "orl-nmi-divergence": Fails,
		"orl-acc-average": Fails, "orl-nmi-average": Fails,
		"pie-classes": Fails, "pie-acc-euclidean": Fails, "pie-nmi-euclidean": Fails, "pie-acc-average": Fails, "pie-nmi-average": Fails,
		"movielens-counts": Fails,
	},
	"pnmf":  {"cnmf-sparse": Fails, "kernel-objective": Undefined, "kernel-second": Undefined, "orthogonal": Undefined, "kernel-k-means": Undefined},
	"ornmf": {"perfect": Undefined, "fig2": Undefined, "alpha": Undefined, "convergence": Undefined, "descent": Undefined, "smooth": Undefined, "superior": Undefined},
	"dsp": {
		"average-max": Undecided, "far-better": Undecided, "mean-clustering": Fails, "umap-firsts": Fails, "second": Fails,
		"sdnmf-level": Undefined, "rank": Undefined, "higher-ranks": Undefined, "lambda": Undefined, "convergence": Undefined,
		"hardest": Undefined,
	},
	"mcnmf": {"deviations": Fails, "component-study": Undefined, "alpha": Undefined, "components": Undefined, "convergence": Undefined},
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
			} else {
				seen++
			}
			if o := Evaluate(p, c, Printed(p)); o.ClaimVerdict != want || o.Detail == "" || strings.Contains(o.Detail, "%!") {
				t.Errorf("%s/%s: %s, want %s: %v, %s", paper, c.Key, o.ClaimVerdict, want, o.Margin, o.Detail)
			}
		}
		if seen != len(own[paper]) {
			t.Errorf("%s: %d of %d listed claims are there", paper, seen, len(own[paper]))
		}
	}
}
