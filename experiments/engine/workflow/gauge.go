package workflow

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// gauge notes in comparisons of an experiment where the scale of H decides: H times a diagonal matrix and W over it are as good a
// factorisation, and k-means on H sees the difference. A panel that is read with basis vectors of unit length is held against the one
// that is read from H as the solver leaves it.
func gauge(s *spec.Experiment, all []result.Comparison, paper bool) {
	told := map[int]bool{} // panels of unit vectors, each once
	for i := range all {
		c := &all[i]
		free := freeMethods(s, *c)
		if len(free) == 0 || c.Against < 0 || c.Neutral {
			continue
		}
		scaled := slices.IndexFunc(all, func(d result.Comparison) bool {
			return d.Metric == c.Metric && d.Measure == c.Measure && d.Reading != c.Reading && d.Against >= 0 && fixes(s, *c, d)
		})
		if scaled < 0 {
			if !paper || len(s.Added) > 0 {
				names := list.Map(free, func(key string) string {
					m, _ := list.First(c.Methods, func(m result.Method) bool { return m.Key == key })
					return m.Name
				})
				if more := len(names) - 3; more > 0 {
					names = append(names[:3], fmt.Sprintf("%d more", more))
				}
				c.Notes = append(c.Notes, fmt.Sprintf("%s: the scale of H is free, and k-means sees it; read without basis vectors of unit length (unit-basis: true): %s.", c.Words(),
					strings.Join(names, ", ")))
			}
			continue
		}
		d := all[scaled]
		var moved []string
		for m := range c.Methods {
			raw, known := aheadOf(*c, m)
			scaled, also := aheadOf(d, slices.IndexFunc(d.Methods, func(x result.Method) bool { return x.Key == c.Methods[m].Key }))
			if within := stat.Mean(raw.Within); known && also && math.Abs(raw.Mean-scaled.Mean) > within {
				moved = append(moved, fmt.Sprintf("%s %s and %s", c.Methods[m].Name, points(*c, raw.Mean), points(d, scaled.Mean)))
			}
		}
		if len(moved) == 0 || told[scaled] {
			continue
		}
		told[scaled] = true
		if more := len(moved) - 3; more > 0 {
			moved = append(moved[:3], fmt.Sprintf("%d more", more))
		}
		whose := "the spec"
		if paper {
			whose = "the paper"
		}
		note := fmt.Sprintf("The scale of H decides: %s (as solvers leave it, which %s has) and %s (basis vectors of unit length): ahead of %s by %s.",
			c.Words(), whose, d.Words(), c.Methods[c.Against].Name, strings.Join(moved, ", "))
		c.Notes, all[scaled].Notes = append(c.Notes, note), append(all[scaled].Notes, note)
	}
}

// readingOf returns how the clusters of a method are read under the name of a reading, "" for its first.
func readingOf(s *spec.Experiment, method, name string) (spec.Reading, bool) {
	m, err := s.FindMethod(method)
	if err != nil {
		return spec.Reading{}, false
	}
	return list.First(s.ReadingsOf(m), func(r spec.Reading) bool { return name == "" || r.Name == name })
}

// freeMethods lists the methods of a comparison whose clusters are read from H in the scale in which a solver leaves it.
func freeMethods(s *spec.Experiment, c result.Comparison) (keys []string) {
	if !strings.HasPrefix(spec.ClassOf(c.Metric).Name, eval.Clustering.Name) {
		return nil
	}
	for _, m := range c.Methods {
		if r, known := readingOf(s, m.Key, c.Reading); known && r.From == eval.FromH && !r.UnitBasis && r.Method == eval.ByKMeans {
			keys = append(keys, m.Key)
		}
	}
	return keys
}

// fixes tells whether d is read as c, but with basis vectors of unit length.
func fixes(s *spec.Experiment, c, d result.Comparison) bool {
	return !slices.ContainsFunc(freeMethods(s, c), func(key string) bool {
		a, _ := readingOf(s, key, c.Reading)
		b, known := readingOf(s, key, d.Reading)
		a.Name, a.UnitBasis = b.Name, true
		return known && (a.From != b.From || a.Method != b.Method || !b.UnitBasis)
	})
}

// aheadOf returns how far a method is ahead of the one that the others are compared with.
func aheadOf(c result.Comparison, method int) (result.Versus, bool) {
	for _, v := range c.Matrix {
		switch {
		case v.A == method && v.B == c.Against:
			return v, true
		case v.A == c.Against && v.B == method:
			v.Mean = -v.Mean
			return v, true
		}
	}
	return result.Versus{}, false
}

// points returns a difference as the screen has it.
func points(c result.Comparison, v float64) string {
	if c.Unit == result.Points {
		return result.Tenth(100 * v)
	}
	return result.Signed(c.Scale.Of(v))
}
