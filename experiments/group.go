package experiments

// group is the units of one data set, rank and variant of a method: those that differ in the replicate only.
type group struct {
	dataset string
	rank    int
	method  string
	at      string // variant.name
}

func (j *Job) group() group {
	return group{j.Unit.Dataset, j.Unit.Rank, j.Unit.Method, j.at}
}

// groupOf is the group that stands for a method at a rank: a flat method has run at the first rank only.
func groupOf(d DatasetSpec, rank int, v variant) group {
	if v.Flat {
		rank = d.Ranks[0]
	}
	return group{d.Key, rank, v.Key, v.name()}
}
