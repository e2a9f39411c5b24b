package solvers

// Names returns the names of all methods, sorted.
func Names() []string {
	names := make([]string, len(Catalog))
	for i, e := range Catalog {
		names[i] = e.Name
	}
	return names
}

// CheckOptions reports the first option of s that no problem could make valid, as Start would.
func CheckOptions(name string, s Solver) error {
	if o, ok := s.(Outside); ok {
		return o.CheckOptions()
	}
	return checkOptions(name, s)
}
