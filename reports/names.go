package reports

import "strings"

// SplitAddress cuts the address of an experiment, paper/table.
func SplitAddress(address string) (paper, table string) {
	paper, table, _ = strings.Cut(address, "/")
	return paper, table
}

// SplitMetric cuts the name of a metric under a reading of the clusters: acc@h10 is acc read from h10. Without @ it is read in
// the method's first way.
func SplitMetric(name string) (metric, reading string) {
	metric, reading, _ = strings.Cut(name, "@")
	return metric, reading
}
