package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/term"
)

// whyText tells what is known of some cells: errata, claims, settings under which they move, and the notes that fit.
func whyText(w io.Writer, why workflow.Why, verbose bool) {
	section := func(title string, n int) {
		if n > 0 {
			fmt.Fprintf(w, "\n%s\n", title)
		}
	}
	if text := answer.AssumedRuns(why.Cells); text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
	settingsText(w, why)
	inFull := len(why.Cells) <= answer.FewCells || verbose
	if !inFull {
		if n := len(why.Notes) + len(why.Errata) + len(why.Claims); n > 0 {
			fmt.Fprintf(w, "\n-v shows %s, %s and %s on these cells.\n", result.Count(len(why.Notes), "note"),
				result.Count(len(why.Errata), "erratum", "errata"), result.Count(len(why.Claims), "claim"))
		}
		return
	}
	section("Notes:", len(why.Notes))
	for _, n := range why.Notes {
		answer.NoteText(w, n.Says)
	}
	section("Errata of the reported numbers:", len(why.Errata))
	for _, e := range why.Errata {
		fmt.Fprintf(w, "  %s, %s: %s\n", e.Severity, e.Place, e.What)
	}
	section("Claims that rest on it:", len(why.Claims))
	for _, c := range why.Claims {
		fmt.Fprintf(w, "  %s: %s\n    reported numbers: %s; ours: %s\n", c.Key, c.Says, c.Own.ClaimVerdict, c.Ours)
		if c.Note != "" {
			fmt.Fprintf(w, "    note: %s\n", c.Note)
		}
		for _, a := range c.Ablations {
			fmt.Fprintf(w, "    ablation %s: %s\n", a.Experiment, a)
		}
	}
}

// settingsText tells how cells move under other values of settings: those that bring the numbers nearest come first.
func settingsText(w io.Writer, why workflow.Why) {
	if len(why.Other) == 0 {
		return
	}
	at := list.AppendUnique(nil, list.Map(why.Other, func(a workflow.Alternative) string { return a.Cell.Address })...)
	if len(at) == 1 {
		c := why.Other[0].Cell
		fmt.Fprintf(w, "\nUnder other settings, that nearest to the reported %s first (ours %s):\n", reports.ReportedText(c),
			reports.MeanText(c))
		lines := [][]string{{"  result", "change", "95 % interval on these rows", "nearer?", "setting"}}
		for _, a := range why.Nearest() {
			of := a.Cell.Metric.Scale.Of
			lines = append(lines, []string{"  " + reports.MeanText(a.Moved.Other), result.Signed(of(a.Difference.Value)),
				result.IntervalText(of(a.Interval.Low), of(a.Interval.High)), a.Brings(), a.Subject + ": " + a.Value})
		}
		term.Columns(w, lines, "95 % interval on these rows")
		oursText(w, why.Other)
		return
	}
	lines := [][]string{{"  cells", "nearer", "farther", "mean approach", "setting"}}
	for _, s := range why.Settings() {
		lines = append(lines, []string{fmt.Sprint("  ", s.Cells), fmt.Sprint(s.Nearer), fmt.Sprint(s.Farther), fmt.Sprintf("%+.2f", s.Approach),
			s.Setting})
	}
	if len(lines) > 1 {
		fmt.Fprintf(w, "\nUnder other settings, those that bring the cells nearest first. Nearer and farther count significant changes; the "+
			"mean approach is in tolerances:\n")
		term.Columns(w, lines)
		oursText(w, why.Other)
	}
}

// oursText tells what ours is of each setting, once.
func oursText(w io.Writer, other []workflow.Alternative) {
	fmt.Fprintln(w, "Ours:")
	lines := list.AppendUnique(nil, list.Map(other, func(a workflow.Alternative) string { return a.Subject + ": " + a.Ours })...)
	for _, line := range lines {
		fmt.Fprintf(w, "  %s\n", line)
	}
}

// factsOf lists where the numbers of a run come from.
func factsOf(x workflow.Behind) [][2]string {
	u := x.Run
	solver, stop := u.Solver+options(u.Options), fmt.Sprintf("%d iterations, objective %g, factors %g, observed every %d", u.Stop.Iterations,
		u.Stop.TolObjective, u.Stop.TolFactor, u.Stop.Every)
	if u.Stop.StillClusters > 0 {
		stop += fmt.Sprintf(", clusters still for %d checks", u.Stop.StillClusters)
	}
	if u.Solver == "" {
		solver, stop = "none: the samples themselves", ""
	}
	path := ""
	if len(u.Path) > 0 {
		path = "scored after " + list.Join(u.Path, ", ", strconv.Itoa) + " iterations"
	}
	facts := [][2]string{
		{"data", u.Source + options(u.Data)},
		{"draw", u.Subset},
		{"constraints", strings.TrimSpace(options(u.Constraints))},
		{"solver", solver},
		{"initialised", u.Init + options(u.Drawn)},
		{"seed", strconv.FormatUint(u.Seed, 10) + " (master seed, from which every other is derived)"},
		{"stop", stop},
		{"path", path},
	}
	for _, p := range x.Origin {
		facts = append(facts, [2]string{p.Of, p.Is})
	}
	if t := x.Tuned; t != nil {
		facts = append(facts, [2]string{"tuned", "by " + t.By + ", " + result.ScopeText(t.Per) + ": " + t.Sentence()})
		for _, p := range t.Points {
			facts = append(facts, [2]string{" ", fmt.Sprintf("%s  %s %s%s", p.Name(), t.By, scored(p),
				map[bool]string{true: ", chosen"}[p.Chosen > 0])})
		}
	}
	counts := list.Count(x.Runs, func(r workflow.RunBehind) string { return string(r.Status) })
	facts = append(facts, [2]string{"replicates", reports.CountsText(counts)})
	return list.Filter(facts, func(f [2]string) bool { return f[1] != "" })
}

// mostDifferent bounds how many values of a fact are named.
const mostDifferent = 5

// behindText tells where numbers come from: each fact once, with all its values, and with verbose every replicate.
func behindText(w io.Writer, all []workflow.Behind, command string, verbose bool) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "\nWhere it comes from: %s\n", list.Join(all[:min(len(all), 3)], ", ", func(x workflow.Behind) string {
		return x.Address
	})+more(len(all)-3))
	var names []string
	values := map[string][]string{}
	for _, x := range all {
		for _, f := range factsOf(x) {
			names, values[f[0]] = list.AppendUnique(names, f[0]), list.AppendUnique(values[f[0]], f[1])
		}
	}
	for _, name := range names {
		v := values[name]
		fmt.Fprintf(w, "  %-12s %s\n", name, strings.Join(v[:min(len(v), mostDifferent)], "; ")+more(len(v)-mostDifferent))
	}
	if verbose {
		for _, x := range all {
			replicatesText(w, x)
		}
	}
	var settings []reported.Choice
	for _, x := range all {
		for _, c := range x.Protocol {
			if !slices.ContainsFunc(settings, func(s reported.Choice) bool { return s.Key == c.Key }) {
				settings = append(settings, c)
			}
		}
	}
	if len(settings) > 0 && verbose {
		fmt.Fprintln(w, "\nSettings:")
		for _, c := range settings {
			fmt.Fprintf(w, "  %s (%s): %s\n", c.Choice, strings.Trim(c.Status+", "+c.Place, ", "), c.Value)
		}
	} else if len(settings) > 0 {
		fmt.Fprintf(w, "\n-v shows %s behind it and every replicate.\n", result.Count(len(settings), "setting"))
	}
	fmt.Fprintf(w, "\nThe same again: %s\n", command)
}

// more says how many others there are.
func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// options returns the values of a run's options, sorted.
func options(values map[string]any) string {
	text := list.JoinByName(values, ", ", func(name string, v any) string { return fmt.Sprintf("%s=%v", name, v) })
	return strings.TrimRight(" "+text, " ")
}

// scored returns the score of a point of a grid, in words where there is none.
func scored(p result.GridPoint) string {
	if math.IsNaN(float64(p.Score)) {
		return "not scored"
	}
	return fmt.Sprintf("%.4g", float64(p.Score))
}
