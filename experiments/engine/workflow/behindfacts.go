package workflow

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// FactBehind is one source of numbers (a data set, a solver, a seed) with all its values.
type FactBehind struct {
	Name   string
	Values []string // each once
}

// FactsBehind lists the sources of numbers, each once.
func FactsBehind(all []Behind) (facts []FactBehind) {
	for _, x := range all {
		for _, f := range x.facts() {
			i := slices.IndexFunc(facts, func(g FactBehind) bool { return g.Name == f[0] })
			if i < 0 {
				i = len(facts)
				facts = append(facts, FactBehind{Name: f[0]})
			}
			facts[i].Values = list.AppendUnique(facts[i].Values, f[1])
		}
	}
	return facts
}

// SettingsBehind lists the settings that concern some numbers, each once.
func SettingsBehind(all []Behind) (settings []reported.Choice) {
	for _, c := range list.FlatMap(all, func(x Behind) []reported.Choice { return x.Protocol }) {
		if !slices.ContainsFunc(settings, func(s reported.Choice) bool { return s.Key == c.Key }) {
			settings = append(settings, c)
		}
	}
	return settings
}

// facts lists where the numbers of a run come from, each with its name.
func (x Behind) facts() [][2]string {
	id := x.Run
	solver, stop := id.Solver+optionsText(id.Options), fmt.Sprintf("%d iterations, objective %g, factors %g, observed every %d",
		id.Stop.Iterations, id.Stop.TolObjective, id.Stop.TolFactor, id.Stop.Every)
	if id.Stop.TolResidual > 0 {
		stop += fmt.Sprintf(", residual %g", id.Stop.TolResidual)
	}
	if id.Starts > 1 {
		stop += fmt.Sprintf("; the best of %d initialisations", id.Starts)
	}
	if id.Stop.StillClusters > 0 {
		stop += fmt.Sprintf(", clusters still for %d checks", id.Stop.StillClusters)
	}
	if id.Solver == "" {
		solver, stop = "none: the samples themselves", ""
	}
	path := ""
	if len(id.Path) > 0 {
		path = "scored after " + list.Join(id.Path, ", ", strconv.Itoa) + " iterations"
	}
	facts := [][2]string{
		{"data", id.Source + optionsText(id.Data)},
		{"draw", id.Subset},
		{"constraints", strings.TrimSpace(optionsText(id.Constraints))},
		{"solver", solver},
		{"initialised", id.Init + optionsText(id.Drawn)},
		{"seed", strconv.FormatUint(id.Seed, 10) + " (master seed, from which every other is derived)"},
		{"stop", stop},
		{"path", path},
	}
	for _, p := range x.Origin {
		facts = append(facts, [2]string{p.Of, p.Is})
	}
	if t := x.Tuned; t != nil {
		facts = append(facts, [2]string{"tuned", "by " + t.By + ", " + result.ScopeText(t.Per) + ": " + t.Sentence()})
		for _, p := range t.Points {
			facts = append(facts, [2]string{" ", fmt.Sprintf("%s  %s %s%s", p.Name(), t.By, scoreText(p),
				map[bool]string{true: ", chosen"}[p.Chosen > 0])})
		}
	}
	facts = append(facts, [2]string{"replicates", RunsText(x.Runs)})
	return list.Filter(facts, func(f [2]string) bool { return f[1] != "" })
}

// RunsText counts runs by what became of them.
func RunsText(all []RunBehind) string {
	return fmt.Sprintf("of %s %s", result.Count(len(all), "run"), reports.CountsText(list.Count(all, func(r RunBehind) string { return string(r.Status) })))
}

// optionsText returns the values of a run's options, sorted.
func optionsText(values map[string]any) string {
	text := list.JoinByName(values, ", ", func(name string, v any) string { return fmt.Sprintf("%s=%v", name, v) })
	return strings.TrimRight(" "+text, " ")
}

// scoreText returns the score of a point of a grid, in words where there is none.
func scoreText(p result.GridPoint) string {
	if math.IsNaN(float64(p.Score)) {
		return "not scored"
	}
	return fmt.Sprintf("%.4g", float64(p.Score))
}
