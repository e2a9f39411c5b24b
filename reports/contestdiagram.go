package reports

import (
	"fmt"
	"slices"
)

// name tells a contest among those of an experiment.
func (c Contest) name() string {
	name := c.Panel + ", " + c.Metric
	if c.Measure != "" {
		name += " (" + c.Measure + ")"
	}
	return name
}

// Diagrams are the critical-difference diagrams of contests, ours and the paper's side by side.
func Diagrams(all []Contest) Figure {
	f := Figure{Address: all[0].Address, Title: "Mean ranks over the rows", Columns: 2}
	for _, c := range all {
		f.Plots = appendDiagram(f.Plots, c, "ours", c.Ours, c.OursErr)
		f.Plots = appendDiagram(f.Plots, c, "paper", c.Papers, c.PapersErr)
	}
	f.Notes = []string{"1 is the best. Bars join methods that Nemenyi's test does not tell apart at 5 %."}
	return f
}

func appendDiagram(plots []Plot, c Contest, whose string, r Ranks, err error) []Plot {
	if err != nil {
		return plots
	}
	drawn := Ranking{Ranks: r.Friedman.Ranks, Critical: r.Critical, Groups: r.Groups}
	for _, i := range r.Methods {
		drawn.Methods = append(drawn.Methods, c.Methods[i].Name)
	}
	title := fmt.Sprintf("%s %s: %s", c.Address, c.name(), whose)
	return append(plots, Plot{Title: title, Ranking: &drawn, Status: OK, Note: ""})
}

// Heading names a contest under the title of its panel.
func (c Contest) Heading() string {
	if c.Measure != "" {
		return c.Title + " (" + c.Measure + ")"
	}
	return c.Title
}

// Diagram is the contest's critical-difference diagrams.
func (c Contest) Diagram() Figure {
	f := Diagrams([]Contest{c})
	f.Title = c.Heading()
	return f
}

// Ranked are the contests of a table in which our methods have ranks.
func (t Table) Ranked() []Contest {
	return slices.DeleteFunc(slices.Clone(t.Contests), func(c Contest) bool { return c.OursErr != nil })
}
