package render

import (
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// study writes RESULTS.md of a study: what became of its claims, who stands where in the first panel of each experiment, how much was
// computed, the settings and the limits.
func (d *document) study() {
	d.printf("<!-- written by nmfrepro publish %s; what is written by hand stands in paper.yaml -->\n# %s\n\n%s\n\n**%s**\n", d.Key, d.Title,
		markdown(d.Gist), reports.Headline(d.Paper))
	d.printf("\n## The claims\n\nWritten down and committed before the runs that decide them, unless a note in paper.yaml says otherwise. ✓ holds, ✗ does not, ? undecided, · not testable; the numbers: `nmfrepro verify %s --cached -v`.\n\n", d.Key)
	for _, standing := range []result.ClaimVerdict{result.Holds, result.Fails, result.Undecided, result.NotTestable} {
		of := list.Filter(d.Claims, func(c result.Claim) bool { return c.Ours.ClaimVerdict == standing })
		if standing == result.Holds || standing == result.Fails {
			for _, c := range of {
				d.printf("- %s %s\n", reports.ClaimMark(standing), markdown(c.Says))
			}
		} else if len(of) > 0 { // by their keys, which say enough
			d.printf("- %s %s\n", reports.ClaimMark(standing), list.Join(of, ", ", func(c result.Claim) string { return code(c.Key) }))
		}
	}
	for i, t := range d.Compared() {
		if i > 0 { // of fewer runs
			d.printf("\n%s: `nmfrepro compare %s --cached`. Seeds: %s.\n", t.Title, t.Address, t.Comparisons[0].Seeds(true))
			continue
		}
		d.printf("\n## %s\n\n```\n%s\n```\n", t.Title, strings.TrimRight(strings.Join(reports.ComparisonBlock(t.Comparisons[0]), "\n"), "\n"))
		d.printf("\nSeeds: %s. The other panels, and the data sets one by one: `nmfrepro compare %s --cached -v`.\n", t.Comparisons[0].Seeds(false), t.Address)
	}
	if len(d.Idle) > 0 {
		d.printf("\nNot among the committed results: %s.\n", list.Join(d.Idle, ", ", code))
	}
	for _, n := range d.Notes {
		d.printf("\n%s\n", strings.TrimSpace(n.Says))
	}
	d.printf("\n## Settings\n\nWith their reasons in [paper.yaml](paper.yaml): %s.\n", list.Join(d.Protocol, "; ", func(c result.Choice) string { return c.Subject }))
	d.WriteString("\n## Again, and everything else\n\n")
	d.printf("- The claims: `nmfrepro verify %s --cached -v`; orders of methods: `nmfrepro compare orders %[1]s --cached`; computed: `nmfrepro run %[1]s --profile paper`.\n", d.Key)
	d.records()
}
