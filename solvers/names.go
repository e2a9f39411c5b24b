package solvers

import "nmfrepro/reports/list"

// Names returns the names of all methods, sorted.
func Names() []string {
	return list.Map(Catalog, func(e Entry) string { return e.Name })
}

// CheckOptions reports the first option of s that no problem could make valid, as Start would.
func CheckOptions(name string, s Solver) error {
	if o, ok := s.(Outside); ok {
		return o.CheckOptions()
	}
	return checkOptions(name, s)
}
