package spec

import (
	"nmfrepro/eval"
	"nmfrepro/reports"
)

// Margin is the difference between ours and the published number that counts as none.
type Margin struct {
	Value    float64 `yaml:"value" strict:"required" doc:"the difference, in the unit of the metric (0.05, not 5 %)"`
	Relative bool    `yaml:"relative" doc:"the value is a share of the published number"`
	Reason   string  `yaml:"reason" strict:"required" doc:"why this much"`
}

// BaseOf is a metric without its reading.
func BaseOf(metric string) string {
	base, _ := reports.SplitMetric(metric)
	return base
}

// ClassOf is the class of a metric.
func ClassOf(metric string) eval.Class {
	m, _ := eval.Find(BaseOf(metric))
	return m.Class
}

// Margin is what counts as no difference of a metric: that of the spec, or of the metric's class.
func (s *Experiment) Margin(metric string) Margin {
	if m, ok := s.Margins.Get(BaseOf(metric)); ok {
		return m
	}
	c := ClassOf(metric)
	return Margin{c.Margin, c.Relative, c.Reason}
}
