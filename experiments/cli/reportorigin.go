package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/site"
)

// cellFacts say where the records behind a number come from.
func cellFacts(o reports.Origin) []site.Fact {
	steps := strconv.Itoa(o.MostSteps)
	if o.FewestSteps != o.MostSteps {
		steps = fmt.Sprintf("%d to %d", o.FewestSteps, o.MostSteps)
	}
	facts := []site.Fact{
		{Name: "iterations", Value: steps},
		{Name: "data sum", Value: short(o.DataSHA256)},
		{Name: "versions", Value: fmt.Sprintf("solver %d, nmfrepro %s, %s", o.SolverVersion, o.Program, o.Go)},
		{Name: "machine", Value: o.CPU + ", kernel " + o.Kernel},
	}
	if days := days(o.First, o.Last); days != "" {
		facts = append(facts, site.Fact{Name: "computed", Value: days})
	}
	return facts
}

// originFacts say what computed the numbers of a paper: programs and machines, each once, with the sums of the data.
func originFacts(all []reports.Origin) (facts []site.Fact) {
	add := func(name, value string) {
		if f := (site.Fact{Name: name, Value: value}); !slices.Contains(facts, f) {
			facts = append(facts, f)
		}
	}
	var first, last time.Time
	var sums []string
	for i, o := range all {
		add("machine", o.CPU+", kernel "+o.Kernel)
		add("program", "nmfrepro "+o.Program+", "+o.Go)
		if i == 0 || o.First.Before(first) {
			first = o.First
		}
		if o.Last.After(last) {
			last = o.Last
		}
		if sum := short(o.DataSHA256); !slices.Contains(sums, sum) {
			sums = append(sums, sum)
		}
	}
	slices.SortStableFunc(facts, func(a, b site.Fact) int { return strings.Compare(a.Name, b.Name) })
	if days := days(first, last); days != "" {
		add("computed", days)
	}
	slices.Sort(sums)
	add("data sums", strings.Join(sums, ", "))
	return facts
}

// short is the beginning of a checksum, enough to tell it from others.
func short(sum string) string { return sum[:min(len(sum), 12)] }

func days(first, last time.Time) string {
	const day = "2006-01-02"
	switch a, b := first.Format(day), last.Format(day); {
	case last.IsZero():
		return ""
	case a == b:
		return a
	default:
		return a + " to " + b
	}
}

// contestsPage sets the methods of a table against each other, where there are two of one metric with numbers.
func contestsPage(lib *spec.Library, p *run.Plan, t reports.Table) ([]site.Contest, error) {
	var pages []site.Contest
	for _, c := range contestsIn(lib, p, t, "") {
		if c.oursErr != nil {
			continue
		}
		page := site.Contest{Title: c.Title}
		if c.Measure != "" {
			page.Title += " (" + c.Measure + ")"
		}
		f := diagrams([]contest{c})
		f.Title = page.Title
		var svg bytes.Buffer
		if err := figure.Render(&svg, f, "svg"); err != nil {
			return nil, err
		}
		page.SVG = svg.String()
		page.Lines = c.summary()
		pages = append(pages, page)
	}
	return pages, nil
}
