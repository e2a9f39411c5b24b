package eval

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"nmfrepro/datasets/list"
)

// nmi returns the mutual information of clusters and classes divided by the norm of their entropies. As in scikit-learn, two
// constant partitions agree (1), and one that tells nothing of the other scores 0 whatever the norm.
func nmi(norm func(h, g float64) float64) func(*contingency) float64 {
	return func(c *contingency) float64 {
		if len(c.clusters) == 1 && len(c.classes) == 1 {
			return 1
		}
		mi := c.mutualInformation()
		if mi <= 0 {
			return 0
		}
		return min(1, mi/norm(entropyOf(c.clusters, c.n), entropyOf(c.classes, c.n)))
	}
}

func meanOf(h, g float64) float64      { return (h + g) / 2 }
func geometricOf(h, g float64) float64 { return math.Sqrt(h * g) }

// mutualInformation returns Σ p(k,l) log(p(k,l) / (p(k) p(l))) in nats. The ratio is one of whole numbers, so that independent
// partitions give 0 and not a rounding error of either sign.
func (c *contingency) mutualInformation() float64 {
	var sum float64
	for k, row := range c.cells {
		for _, v := range row {
			ratio := float64(v.count) * float64(c.n) / (float64(c.clusters[k]) * float64(c.classes[v.class]))
			sum += float64(v.count) * math.Log(ratio)
		}
	}
	return sum / float64(c.n)
}

// adjustedInformation returns (I - E)/(½(H(K)+H(L)) - E) with E the mean of I over all partitions with clusters and classes of these sizes
// (Vinh, Epps, Bailey 2010). Equal partitions have 1; one of a single cluster, and one of single samples, tells nothing: 0.
func (c *contingency) adjustedInformation() float64 {
	whole := func(sizes []int) bool { return len(sizes) == 1 || len(sizes) == c.n }
	switch {
	case len(c.clusters) == len(c.classes) && !slices.ContainsFunc(c.cells, func(row []cell) bool { return len(row) > 1 }):
		return 1
	case whole(c.clusters) || whole(c.classes):
		return 0
	}
	chance := expectedInformation(c.clusters, c.classes, c.n)
	most := meanOf(entropyOf(c.clusters, c.n), entropyOf(c.classes, c.n))
	return min(1, (c.mutualInformation()-chance)/(most-chance))
}

// expectedInformation returns the mean mutual information of two partitions of n samples that have these sizes and are drawn
// independently: Eq. 24a of Vinh, Epps, Bailey (2010). Equal sizes are counted once, so that its time does not grow with their number.
func expectedInformation(a, b []int, n int) (sum float64) {
	logFactorial := func(k int) float64 { v, _ := math.Lgamma(float64(k) + 1); return v }
	sizesA, sizesB := list.Count(a, func(k int) int { return k }), list.Count(b, func(k int) int { return k })
	for _, x := range slices.Sorted(maps.Keys(sizesA)) {
		for _, y := range slices.Sorted(maps.Keys(sizesB)) {
			margins := logFactorial(x) + logFactorial(y) + logFactorial(n-x) + logFactorial(n-y) - logFactorial(n)
			pair := 0.0
			for v := max(1, x+y-n); v <= min(x, y); v++ {
				p := math.Exp(margins - logFactorial(v) - logFactorial(x-v) - logFactorial(y-v) - logFactorial(n-x-y+v))
				pair += p * float64(v) / float64(n) * math.Log(float64(n)*float64(v)/(float64(x)*float64(y)))
			}
			sum += pair * float64(sizesA[x]*sizesB[y])
		}
	}
	return sum
}

// entropyOf returns the entropy in nats of a partition with these sizes.
func entropyOf(sizes []int, n int) float64 {
	var sum float64
	for _, v := range sizes {
		if v > 0 {
			sum += float64(v) * math.Log(float64(n)/float64(v))
		}
	}
	return sum / float64(n)
}

// mutualInfoM returns the NMI of Deng Cai's MutualInfo.m, which the authors of RPR-NMF and MCNMF call on clusters that his
// bestMap.m has renamed after the classes they match best. bestMap.m fails when there are more clusters than classes;
// the numbers of the clusters are then taken as they are.
func mutualInfoM(o Outcome, _ *rand.Rand) (float64, error) {
	if err := checkLabels(o); err != nil {
		return 0, err
	}
	c := tabulate(o.Clusters, o.Labels)
	if len(c.clusters) > len(c.classes) {
		if len(c.classes) == 1 {
			return 0, unavailable("MutualInfo.m divides by the entropy of a single class")
		}
		return smoothedNMI(o.Labels, o.Clusters)
	}
	class, _ := c.match()
	k, _ := compact(o.Clusters)
	_, values := compact(o.Labels)
	renamed := make([]int, len(k))
	for i := range k {
		renamed[i] = values[class[k[i]]]
	}
	return smoothedNMI(o.Labels, renamed)
}

// smoothedNMI does what MutualInfo.m does. When the numbers of labels differ it adds one sample (v, v) for every value v of the
// larger set, and it counts only samples whose two labels both occur in classes before that: with more clusters than
// classes the others are lost. The norm is max.
func smoothedNMI(classes, clusters []int) (float64, error) {
	_, values := compact(classes)
	_, more := compact(clusters)
	position := make(map[int]int, len(values))
	for i, v := range values {
		position[v] = i
	}
	var k, l []int // of the samples that count
	add := func(class, cluster int) {
		known, ok := position[class]
		matched, too := position[cluster]
		if ok && too {
			k, l = append(k, matched), append(l, known)
		}
	}
	for i, class := range classes {
		add(class, clusters[i])
	}
	if len(values) != len(more) {
		if len(more) < len(values) {
			more = values
		}
		for _, v := range more {
			add(v, v)
		}
	}
	c := count(k, l, len(values), len(values))
	for i := range values {
		if c.clusters[i] == 0 || c.classes[i] == 0 {
			return 0, unavailable("MutualInfo.m wants the numbers of the clusters to be those of the classes, and class %d has no cluster",
				values[i])
		}
	}
	return nmi(math.Max)(c), nil
}
