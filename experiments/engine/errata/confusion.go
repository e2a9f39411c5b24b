package errata

import (
	"fmt"
	"math"
	"slices"
)

// mutual is what a confusion table says: the information that clusters and classes share, and the entropies of both, in nats.
type mutual struct{ shared, classes, clusters float64 }

// over returns the normalised information; 0 of a single cluster.
func (m mutual) over(divisor func(a, b, shared float64) float64) float64 {
	if m.shared < slack {
		return 0
	}
	return m.shared / divisor(m.classes, m.clusters, m.shared)
}

// confusions are confusion tables of classes of some sizes with as many clusters, by the errors of the best one-to-one match.
// Tables that are alike but for the names of clusters, or of classes of one size, are the same.
type confusions struct {
	byErrors map[int][]mutual
	all      bool // no table was left out
}

// mostTables bounds the search. Tables come by the number of their entries, fewest first, since k-means merges and splits classes
// and strays few samples; a number of entries is looked at whole or not at all.
const mostTables = 100_000

// confusionsOf searches the tables of classes of these sizes with some numbers of errors.
func confusionsOf(sizes []int, errors map[int]bool) confusions {
	s := search{classes: slices.Sorted(slices.Values(sizes)), errors: errors, found: confusions{byErrors: map[int][]mutual{}}}
	k, all := len(sizes), 1.0
	for i, n := range s.classes { // each in one of (n+k-1 over k-1) ways, and clusters have no names
		all *= math.Exp(logChoose(n+k-1, k-1)) / float64(i+1)
	}
	before := 1
	for extra := 0; extra <= k*(k-1); extra++ {
		had := s.tables
		s.seen, s.level = map[string]bool{}, map[int][]mutual{}
		s.choose(nil, 0, extra)
		if s.steps > mostSteps {
			break
		}
		for errors, level := range s.level {
			s.found.byErrors[errors] = append(s.found.byErrors[errors], level...)
		}
		more := s.tables - had
		// the next are as many times more
		if s.found.all = extra == k*(k-1); all > mostTables && s.tables+4*more*more/max(before, 1) > mostTables {
			break
		}
		before = more
	}
	return s.found
}

// mostSteps ends a search of many classes of different sizes.
const mostSteps = 5 * mostTables

type search struct {
	classes []int
	errors  map[int]bool
	found   confusions
	level   map[int][]mutual // with one number of entries
	seen    map[string]bool  // clusters of whole classes
	tables  int
	steps   int
}

// part is a class that lies in several clusters.
type part struct{ class, clusters int }

// choose picks the classes that are divided, with so many clusters more than one each; of classes of one size the first, and
// those with more clusters before the others.
func (s *search) choose(divided []part, from, extra int) {
	if extra == 0 {
		s.merge(divided, 0, nil, 0)
		return
	}
	for c := from; c < len(s.classes); c++ {
		most := min(extra, s.classes[c]-1, len(s.classes)-1)
		if c > 0 && s.classes[c] == s.classes[c-1] {
			n := len(divided)
			if n == 0 || divided[n-1].class != c-1 {
				continue
			}
			most = min(most, divided[n-1].clusters-1)
		}
		for more := 1; more <= most; more++ {
			s.choose(append(divided[:len(divided):len(divided)], part{c, 1 + more}), c+1, extra-more)
		}
	}
}

// cluster has the samples of each class that it holds.
type cluster []int

// merge puts the classes that are not divided into clusters, from class c on; those of one size into none before the last one's.
func (s *search) merge(divided []part, c int, clusters []cluster, last int) {
	if s.steps++; s.steps > mostSteps {
		return
	}
	for c < len(s.classes) && slices.ContainsFunc(divided, func(p part) bool { return p.class == c }) {
		c++
	}
	if c == len(s.classes) {
		s.steps += 10 // for the name
		if key := s.key(divided, clusters); !s.seen[key] {
			s.seen[key] = true
			for len(clusters) < len(s.classes) {
				clusters = append(clusters, make(cluster, len(s.classes)))
			}
			s.divide(divided, clusters)
		}
		return
	}
	if c == 0 || s.classes[c] != s.classes[c-1] {
		last = 0
	}
	for i := last; i < len(clusters); i++ {
		clusters[i][c] = s.classes[c]
		s.merge(divided, c+1, clusters, i)
		clusters[i][c] = 0
	}
	own := make(cluster, len(s.classes))
	own[c] = s.classes[c]
	s.merge(divided, c+1, append(clusters[:len(clusters):len(clusters)], own), len(clusters))
}

// key names clusters of whole classes by the sizes that they hold.
func (s *search) key(divided []part, clusters []cluster) string {
	var names []string
	for _, c := range clusters {
		names = append(names, fmt.Sprint(slices.Sorted(slices.Values(c))))
	}
	slices.Sort(names)
	return fmt.Sprint(divided, names)
}

// divide spreads the divided classes over the clusters.
func (s *search) divide(divided []part, clusters []cluster) {
	if len(divided) == 0 {
		s.record(clusters)
		return
	}
	s.spread(divided, clusters, 0, s.classes[divided[0].class], divided[0].clusters)
}

// spread gives clusters from i on what is left of the first divided class, in so many parts.
func (s *search) spread(divided []part, clusters []cluster, i, left, parts int) {
	c := divided[0].class
	switch s.steps++; {
	case s.steps > mostSteps:
		return
	case parts == 0 && left == 0:
		s.divide(divided[1:], clusters)
		return
	case parts == 0 || left < parts || i == len(clusters):
		return
	}
	most := left - parts + 1
	if i > 0 && s.alike(clusters[i], clusters[i-1], c) { // which of two that hold alike takes more is the same
		most = min(most, clusters[i-1][c])
	}
	for n := 0; n <= most; n++ {
		clusters[i][c] = n
		s.spread(divided, clusters, i+1, left-n, parts-min(n, 1))
	}
	clusters[i][c] = 0
}

// alike tells whether two clusters hold the same but for a class: nothing, or one whole class of one size each.
func (s *search) alike(a, b cluster, but int) bool {
	whole := func(c cluster) (size int) {
		for i, n := range c {
			switch {
			case i == but || n == 0:
			case size == 0 && n == s.classes[i]:
				size = n
			default:
				return -1
			}
		}
		return size
	}
	x := whole(a)
	return x >= 0 && x == whole(b)
}

// record notes what a table says, if its errors are asked for.
func (s *search) record(clusters []cluster) {
	s.tables++
	total := sum(s.classes)
	errors := total - matched(clusters)
	if !s.errors[errors] {
		return
	}
	entropy := func(n int) float64 {
		share := float64(max(n, 1)) / float64(total)
		return -float64(n) / float64(total) * math.Log(share)
	}
	m, joint := mutual{}, 0.0
	for _, n := range s.classes {
		m.classes += entropy(n)
	}
	for _, c := range clusters {
		m.clusters += entropy(sum(c))
		for _, n := range c {
			joint += entropy(n)
		}
	}
	m.shared = m.classes + m.clusters - joint
	s.level[errors] = append(s.level[errors], m)
}

// matched returns the most samples that lie in the cluster of their class, over all ways to give each cluster a class of its own.
func matched(clusters []cluster) (most int) {
	var tied []cluster // clusters with a class that others have, too
	for i, c := range clusters {
		alone := true
		for class, n := range c {
			for k, other := range clusters {
				alone = alone && (n == 0 || k == i || other[class] == 0)
			}
		}
		if !alone {
			tied = append(tied, c)
		} else {
			most += slices.Max(c)
		}
	}
	return most + assigned(tied, 0)
}

// assigned tries every way.
func assigned(clusters []cluster, taken uint64) (most int) {
	if len(clusters) == 0 {
		return 0
	}
	most = assigned(clusters[1:], taken)
	for class, n := range clusters[0] {
		if n > 0 && taken&(1<<class) == 0 {
			most = max(most, n+assigned(clusters[1:], taken|1<<class))
		}
	}
	return most
}

func sum(all []int) (total int) {
	for _, n := range all {
		total += n
	}
	return total
}
