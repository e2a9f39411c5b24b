package reports

import "time"

// Origin tells where the records behind a number come from: data, versions, machine. Records that agree in these share one.
type Origin struct {
	DataSHA256               string
	SolverVersion            int
	Program, Go, CPU, Kernel string
	First, Last              time.Time // days on which they were finished
	FewestSteps, MostSteps   int       // iterations
}

// JoinOrigins adds the origins of another number, each once.
func JoinOrigins(all []Origin, others ...Origin) []Origin {
	for _, o := range others {
		all = join(all, o)
	}
	return all
}

func join(all []Origin, o Origin) []Origin {
	for i, q := range all {
		if q.DataSHA256 != o.DataSHA256 || q.SolverVersion != o.SolverVersion || q.Program != o.Program || q.Go != o.Go || q.CPU != o.CPU || q.Kernel != o.Kernel {
			continue
		}
		joined := append([]Origin(nil), all...) // others may share them
		if o.First.Before(q.First) {
			joined[i].First = o.First
		}
		if o.Last.After(q.Last) {
			joined[i].Last = o.Last
		}
		joined[i].FewestSteps, joined[i].MostSteps = min(q.FewestSteps, o.FewestSteps), max(q.MostSteps, o.MostSteps)
		return joined
	}
	return append(all[:len(all):len(all)], o)
}
