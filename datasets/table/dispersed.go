package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// dispersed returns the features whose variance is largest beside that of others with their mean, samples scaled to the same sum,
// as cNMF chooses them (Kotliar et al., eLife 2019): by Fano factor over A²·mean + B². A is the least coefficient of variation of the
// twenty largest means; B² is the median Fano factor of the features between the 10th and 90th percentiles of mean and Fano factor.
func (t *Table) dispersed(count int) ([]int, error) {
	if err := t.wants("the choice of features"); err != nil {
		return nil, err
	}
	of := sums(t.X, itself)
	scaled, err := mapped(t.X, func(_, j int, v float64) float64 { return v * usualTotal / cmp.Or(of[j], 1) })
	if err != nil {
		return nil, err
	}
	mean := each(scaled, func(values []float64, n float64) float64 { mean, _ := moments(values, n); return mean })
	fano := each(scaled, func(values []float64, n float64) float64 {
		mean, variance := moments(values, n)
		return variance / mean
	})
	var seen []int
	for i, v := range mean {
		if v > 0 {
			seen = append(seen, i)
		}
	}
	if len(seen) < count {
		return nil, fmt.Errorf("features = %d, but only %d features of X are not zero everywhere", count, len(seen))
	}
	slices.SortStableFunc(seen, func(i, k int) int { return cmp.Compare(mean[k], mean[i]) })
	least := math.Inf(1)
	for _, i := range seen[:min(20, len(seen))] {
		least = min(least, fano[i]/mean[i]) // the square of the coefficient of variation
	}
	fanos := chosen(fano, seen)
	lowMean, highMean, lowFano, highFano := quantile(mean, 0.1), quantile(mean, 0.9), quantile(fanos, 0.1), quantile(fanos, 0.9)
	var box []float64
	for _, i := range seen {
		if lowFano < fano[i] && fano[i] < highFano && lowMean < mean[i] && mean[i] < highMean {
			box = append(box, fano[i])
		}
	}
	if box == nil {
		box = fanos
	}
	median := quantile(box, 0.5)
	slices.Sort(seen)
	slices.SortStableFunc(seen, func(i, k int) int {
		return cmp.Compare(fano[k]/(least*mean[k]+median), fano[i]/(least*mean[i]+median))
	})
	return slices.Sorted(slices.Values(seen[:count])), nil
}

// quantile interpolates as NumPy does.
func quantile(values []float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := p * float64(len(sorted)-1)
	k := int(at)
	return sorted[k] + (at-float64(k))*(sorted[min(k+1, len(sorted)-1)]-sorted[k])
}
