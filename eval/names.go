package eval

// Names returns the names of all metrics, sorted.
func Names() []string {
	names := make([]string, len(Metrics))
	for i, m := range Metrics {
		names[i] = m.Name
	}
	return names
}
