package judge

import (
	"slices"
	"strings"

	"nmfrepro/reports"
)

// Contests compares the methods of a table. The method that is set against the others is the one that rival names, by key or
// column, or else the paper's own, whose column begins with own.
func Contests(t reports.Table, own, rival string) (all []reports.Contest) {
	for _, f := range fields(t) {
		c := reports.Contest{Address: t.Address, Profile: t.Profile, Field: f, Against: -1, Agreements: agreements(f)}
		if rival != "" {
			c.Against = f.Find(rival)
		} else if own != "" {
			c.Against = slices.IndexFunc(f.Methods, func(m reports.Rival) bool { return strings.HasPrefix(m.Name, own) })
		}
		if c.Against >= 0 {
			c.Pairs = against(f, c.Against)
		}
		c.Ours, c.OursErr = oursRanked(f)
		c.Papers, c.PapersErr = papersRanked(f)
		all = append(all, c)
	}
	return all
}
