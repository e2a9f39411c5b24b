package result

// Address says where a number stands. Parts that are empty do not narrow it down.
type Address struct {
	Row     string // label
	Column  string // name
	Dataset string
	Rank    int
	Method  string
	Measure string // objective measure where a table has two (euclidean, divergence)
	Metric  string
}
