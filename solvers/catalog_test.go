package solvers_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
)

// cases describes every method of the catalog, with the options that change what it computes. A new method without a line
// here fails TestCatalog.
func cases() []Case {
	const (
		lagrangian  = "the rule solves the conditions of a Lagrangian whose multiplier it approximates"
		spectral    = "the spectral norm fixes the scale instead of optimising it"
		firstLength = "the first step length of a search is 1, whatever the scale"
		flips       = "the scale flips between odd and even steps"
	)
	pair := Case{Objective: squaredError, Exact: ExactPair, Scaling: Scaling{Degree: 2, WScale: 1}}
	features := Case{Objective: projectionError, Exact: ExactOnFeatures, Scaling: Scaling{Degree: 2}}
	samples := Case{Objective: projectionError, Exact: ExactOnSamples, Scaling: Scaling{Degree: 2}}
	convex := Case{Objective: convexError, Exact: ExactConvex, Scaling: Scaling{Degree: 2}, Accepts: Accepts{Signed: true}}
	mask := func(c Case) Case { c.Masked = true; return c }
	limit := func(c Case, why string) Case { c.Limit = why; return c }
	rises := func(c Case, why string) Case { c.Rises, c.Limit = why, why; return c }
	unscaled := func(c Case, why string) Case { c.Unscaled = why; return c }
	kl := mask(pair)
	kl.Objective, kl.Degree = divergence, 1
	featuresKL, samplesKL := features, samples
	featuresKL.Objective, featuresKL.Degree = projectionDivergence, 1
	samplesKL.Objective, samplesKL.Degree = projectionDivergence, 1
	implicit := convex
	implicit.Signed = false
	mixed := convex
	mixed.Mixed = true
	semi := rises(samples, lagrangian)
	semi.Signed = true
	semiMixed := semi
	semiMixed.Mixed = true
	semiFeatures := rises(features, lagrangian)
	semiFeatures.Signed = true
	orthogonalBasis := rises(pair, lagrangian)
	orthogonalBasis.Exact = ExactBasis

	return slices.Concat(rprCases(), dspCases(), robustCases(), graphCases(), betaCases(kl), penaltyCases(mask(pair), kl), []Case{
		of(convex, "convex-nmf"),
		of(implicit, "convex-nmf", "order=w-first", "gram=implicit"),
		of(mixed, "convex-nmf"),
		of(mask(pair), "hals"),
		of(mask(pair), "hals", "order=w-first"),
		of(mask(pair), "nmf"),
		of(mask(pair), "nmf", "order=w-first"),
		of(kl, "nmf-kl"),
		of(kl, "nmf-kl", "order=w-first"),
		of(unscaled(pair, firstLength), "nmfpg"),
		of(unscaled(pair, firstLength), "nmfpg", "order=h-first"),
		of(rises(pair, lagrangian), "onmf"),
		of(limit(pair, lagrangian), "onmf", "order=h-first"),
		of(orthogonalBasis, "onmf", "orthogonal=w"),
		of(rises(features, lagrangian), "opnmf"),
		of(rises(samples, lagrangian), "opnmf", "on=samples", "stabilise=rho"),
		of(rises(featuresKL, lagrangian), "opnmf-kl"),
		of(rises(samplesKL, lagrangian), "opnmf-kl", "on=samples"),
		of(limit(features, spectral), "pnmf"),
		of(features, "pnmf", "stabilise=rho", "gram=implicit"),
		of(samples, "pnmf", "on=samples", "stabilise=rho", "gram=explicit"),
		of(rises(samples, flips), "pnmf", "on=samples", "stabilise=none"),
		of(featuresKL, "pnmf-kl"),
		of(featuresKL, "pnmf-kl", "power=0.5", "stabilise=none"),
		of(samplesKL, "pnmf-kl", "on=samples"),
		of(rises(featuresKL, flips), "pnmf-kl", "stabilise=none"),
		of(semi, "semi-nkpca"),
		of(semiMixed, "semi-nkpca", "power=0.5"),
		of(semiFeatures, "semi-nkpca", "on=features"),
	})
}

// of completes a description by a method of the catalog with options set.
func of(c Case, name string, options ...string) Case {
	c.Name = strings.Join(append([]string{name}, options...), ",")
	if c.Mixed {
		c.Name += ",mixed"
	}
	c.New = func() solvers.Solver {
		entry, ok := solvers.Find(name)
		if !ok {
			panic("no solver " + name)
		}
		s := entry.New()
		for _, option := range options {
			key, value, _ := strings.Cut(option, "=")
			if err := solvers.SetOption(s, key, value); err != nil {
				panic(err)
			}
		}
		return s
	}
	return c
}

// clusterings describes the methods of the catalog that end in labels.
func clusterings() []Clustering {
	var list []Clustering
	for _, c := range []Case{
		of(Case{}, "kernel-kmeans"),
		of(Case{}, "kernel-kmeans", "empty=reseed"),
		of(Case{}, "pod"),
	} {
		list = append(list, Clustering{Name: c.Name, New: c.New})
	}
	return list
}

func TestClusterings(t *testing.T) {
	for _, c := range clusterings() {
		t.Run(c.Name, func(t *testing.T) { RunClustering(t, c) })
	}
}

func TestConformance(t *testing.T) {
	for _, c := range cases() {
		t.Run(c.Name, func(t *testing.T) { Run(t, c) })
	}
}

func TestCatalog(t *testing.T) {
	covered := map[string]bool{}
	var rising, elsewhere, unscaled []string
	for _, c := range cases() {
		name, _, _ := strings.Cut(c.Name, ",")
		covered[name] = true
		if c.Rises != "" {
			rising = append(rising, c.Name)
		}
		if c.Limit != "" {
			elsewhere = append(elsewhere, c.Name)
		}
		if c.Unscaled != "" {
			unscaled = append(unscaled, c.Name)
		}
	}
	for _, c := range clusterings() {
		name, _, _ := strings.Cut(c.Name, ",")
		covered[name] = true
	}
	for _, c := range embeddings() {
		name, _, _ := strings.Cut(c.Name, ",")
		covered[name] = true
	}
	for _, c := range manifolds {
		covered[c.name] = true
	}
	if len(rising) != 11+robustRising+dspRising+graphRising || len(elsewhere) != 13+robustElsewhere+dspElsewhere+graphElsewhere ||
		len(unscaled) != 5+robustUnscaled+dspUnscaled+graphUnscaled {
		t.Errorf("%d cases are excused from descent: %v; %d from a stationary limit: %v; %d from scaling: %v; one more needs a reason and a new "+
			"count here",
			len(rising), rising, len(elsewhere), elsewhere, len(unscaled), unscaled)
	}
	for _, e := range solvers.Catalog {
		if !covered[e.Name] {
			t.Errorf("%s has no conformance case", e.Name)
		}
		if e.Doc == "" || e.Cite == "" || e.Version < 1 {
			t.Errorf("%s: want a sentence, a citation and a version", e.Name)
		}
	}
	names := solvers.Names()
	if !slices.IsSorted(names) || len(slices.Compact(names)) != len(solvers.Catalog) {
		t.Errorf("names are not sorted and unique: %v", names)
	}
	if _, ok := solvers.Find("no-such-method"); ok {
		t.Error("found a method that does not exist")
	}
}

// The objectives by their definitions.

func squaredError(x *mat.Dense, f solvers.Factors) float64 {
	return overKnown(x, f.W, f.Ht, func(v, model float64) float64 { return (v - model) * (v - model) })
}

func divergence(x *mat.Dense, f solvers.Factors) float64 {
	return overKnown(x, f.W, f.Ht, func(v, model float64) float64 {
		if v == 0 {
			return model
		}
		return v*math.Log(v/model) - v + model
	})
}

func convexError(x *mat.Dense, f solvers.Factors) float64 {
	var basis mat.Dense
	basis.Mul(x, f.W)
	return overKnown(x, &basis, f.Ht, func(v, model float64) float64 { return (v - model) * (v - model) })
}

func projectionError(x *mat.Dense, f solvers.Factors) float64 {
	return squaredError(x, projection(x, f))
}

func projectionDivergence(x *mat.Dense, f solvers.Factors) float64 {
	return divergence(x, projection(x, f))
}

// projection is the pair that a single factor amounts to.
func projection(x *mat.Dense, f solvers.Factors) solvers.Factors {
	var c mat.Dense
	if f.W != nil {
		c.Mul(x.T(), f.W)
		return solvers.Factors{W: f.W, Ht: &c}
	}
	c.Mul(x, f.Ht)
	return solvers.Factors{W: &c, Ht: f.Ht}
}

func overKnown(x, w, ht *mat.Dense, entry func(v, model float64) float64) float64 {
	m, n := x.Dims()
	var sum float64
	for i := range m {
		for j := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				sum += entry(v, mat.Dot(w.RowView(i), ht.RowView(j)))
			}
		}
	}
	return sum
}
