package eval

// Metrics lists every metric, sorted by name.
var Metrics = []Metric{}
