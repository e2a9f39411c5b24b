package spec

import "nmfrepro/reports"

// MarginSpec is the difference between ours and the paper's that counts as none.
type Margin struct {
	Value    float64 `yaml:"value" strict:"required" doc:"the difference, in the unit of the metric (0.05, not 5 %)"`
	Relative bool    `yaml:"relative" doc:"the value is a share of the published number"`
	Reason   string  `yaml:"reason" strict:"required" doc:"why this much"`
}

// margins are those of metrics for which the spec names none, by the name without reading and variant.
var margins = []struct {
	metrics []string
	Margin
}{
	{
		[]string{"acc", "purity", "entropy", "ari", "nmi-max", "nmi-mean", "nmi-sqrt", "nmi-min", "nmi-mutualinfo-m"},
		Margin{Value: 0.05, Reason: "five points: what another k-means start or another random draw of classes moves these scores by"},
	},
	{
		[]string{"svm-accuracy", "knn-accuracy", "svm-accuracy-shuffled", "knn-accuracy-shuffled", "f-score", "f-score-per-row", "f-score-of-means"},
		Margin{Value: 0.03, Reason: "three points: what another split of the folds moves these scores by"},
	},
	{
		[]string{"csr", "csr-sd"},
		Margin{Value: 0.05, Reason: "five points: triplets are drawn at random, and the paper does not tell which"},
	},
	{
		[]string{"msl", "md", "frobenius", "kl", "rel-error", "rmse", "rmse-clipped"},
		Margin{Value: 0.05, Relative: true, Reason: "five per cent of the loss: more than another start moves it by, less than another rank does"},
	},
	{
		[]string{"sparseness-w", "sparseness-h", "sparseness-scaled-w", "sparseness-scaled-h", "hoyer-w", "hoyer-h"},
		Margin{Value: 0.05, Reason: "five points of a share of entries"},
	},
	{
		[]string{"recovery-error", "recovery-error-raw"},
		Margin{Value: 0.02, Reason: "two per cent of the basis: the noise that was added to it"},
	},
	{
		Counts,
		Margin{Value: 0.5, Reason: "a count is the same or it is not: a mean of counts is that of the whole number nearest to it"},
	},
	{
		[]string{"density"},
		Margin{Value: 0.005, Relative: true, Reason: "half a per cent leaves room for rounding"},
	},
}

// counts are metrics that count: a whole number in print was not rounded.
var Counts = []string{"features", "samples", "entries", "relations", "clusters-found", "clusters-found-norm"}

// measured are metrics of a machine: only their order can be compared.
var Measured = []string{"seconds", "processor-seconds", "seconds-per-iteration", "start-seconds", "iterations"}

// baseOf is a metric without its reading.
func BaseOf(metric string) string {
	base, _ := reports.SplitMetric(metric)
	return base
}

// Margin is what counts as no difference of a metric; a zero margin where nothing says so.
func (s *Experiment) Margin(metric string) Margin {
	base := BaseOf(metric)
	if m, ok := s.Margins.Get(base); ok {
		return m
	}
	for _, m := range margins {
		for _, name := range m.metrics {
			if name == base {
				return m.Margin
			}
		}
	}
	return Margin{}
}
