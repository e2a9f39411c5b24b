package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// contingency counts the samples of every cluster and class. Labels are arbitrary integers; they are compacted in
// ascending order. Memory grows with the samples, not with the square of the labels.
type contingency struct {
	n        int
	cells    [][]cell // of every cluster, the classes that it has samples of, ascending
	clusters []int    // size of each cluster, n_k
	classes  []int    // size of each class
}

// cell counts the samples of a cluster in a class, n_k^l of PNMF (60); at least one.
type cell struct{ class, count int }

// tabulate counts clusters against classes, sample by sample.
func tabulate(clusters, classes []int) *contingency {
	k, ks := compact(clusters)
	l, ls := compact(classes)
	return count(k, l, len(ks), len(ls))
}

// count counts samples i of cluster k[i] and class l[i], which are numbered from 0.
func count(k, l []int, clusters, classes int) *contingency {
	c := &contingency{n: len(k), cells: make([][]cell, clusters), clusters: make([]int, clusters), classes: make([]int, classes)}
	order := make([]int, len(k)) // the samples' places in the table, row by row
	for i := range k {
		order[i] = k[i]*classes + l[i]
		c.clusters[k[i]]++
		c.classes[l[i]]++
	}
	slices.Sort(order)
	for i, place := range order {
		row := &c.cells[place/classes]
		if i == 0 || order[i-1] != place {
			*row = append(*row, cell{class: place % classes})
		}
		(*row)[len(*row)-1].count++
	}
	return c
}

// compact numbers the values that occur from 0, in ascending order, and returns them with the number of every entry.
func compact(labels []int) (numbers, values []int) {
	values = slices.Clone(labels)
	slices.Sort(values)
	values = slices.Compact(values)
	numbers = make([]int, len(labels))
	for i, v := range labels {
		numbers[i], _ = slices.BinarySearch(values, v)
	}
	return numbers, values
}

// onLabels makes a score of f, which sees the clusters against the classes.
func onLabels(f func(*contingency) (float64, error)) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		if err := checkLabels(o); err != nil {
			return 0, err
		}
		return f(tabulate(o.Clusters, o.Labels))
	}
}

// sure turns a score that always exists into one that may not.
func sure(f func(*contingency) float64) func(*contingency) (float64, error) {
	return func(c *contingency) (float64, error) { return f(c), nil }
}

func checkLabels(o Outcome) error {
	switch {
	case len(o.Clusters) == 0:
		return unavailable("the outcome has no clusters")
	case len(o.Labels) == 0:
		return unavailable("the data has no class labels")
	case len(o.Clusters) != len(o.Labels):
		return fmt.Errorf("eval: %d samples have a cluster and %d a class, want as many", len(o.Clusters), len(o.Labels))
	}
	return nil
}

// unavailable wraps ErrUnavailable with its reason.
func unavailable(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrUnavailable}, args...)...)
}
