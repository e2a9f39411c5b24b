package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// mostSettings bounds the settings that a screen shows.
const mostSettings = 8

// paperExplained answers why the numbers of a paper differ.
func paperExplained(s *term.Screen, paper result.Paper, parts []explained) {
	if paper.Study {
		s.Say(fmt.Sprintf("%s is a study of this program: nothing is reported beside which a number could differ.", paper.Key))
		s.Next("Its claims: "+result.Command("verify", paper.Key)+s.With, "Who is better: "+result.Command("compare", paper.Key)+s.With)
		return
	}
	cells := list.FlatMap(parts, func(part explained) []result.Cell { return part.why.Cells })
	head := paper.Short
	if f := paper.Finding; f.Answer != "" {
		head = paper.Short + " " + strings.ToLower(reports.FindingHead(f))
	}
	text := fmt.Sprintf("%s: %s.", head, reports.VerdictsText(cells))
	s.Say(text)
	if text := answer.NotJudged(result.LackCounts(cells), cells); text != "" {
		s.Say(text)
	}
	answer.Farthest(s, cells)
	answer.ReasonsScreen(s, cells, result.Joined(list.FlatMap(parts, func(part explained) []result.Reason { return part.why.Reasons })))
	settingsScreen(s, list.FlatMap(parts, func(part explained) []workflow.SettingOver {
		return list.Map(part.why.Settings(), func(o workflow.SettingOver) workflow.SettingOver {
			o.Setting = part.plan.Spec.Table() + ", " + o.Setting
			return o
		})
	}))
	provenance(s, parts, true)
	s.Blank()
	next := []string{"All: -v"}
	if far := result.Farthest(cells, result.KindDiffers, result.KindFailed); len(far) > 0 {
		next = append([]string{"One table: " + result.Command("explain", far[0].At.Experiment) + s.With}, next...)
	}
	s.Next(next...)
}

// partExplained answers why the numbers of a table, or a few cells, are what they are.
func partExplained(s *term.Screen, part explained, command string) {
	cells := part.why.Cells
	few := len(cells) <= answer.FewCells
	switch {
	case len(cells) == 0:
		s.Say(part.plan.Address() + ": the paper reports no number of it")
	case len(cells) == 1:
		answer.CellScreen(s, cells[0])
	default:
		s.Say(part.plan.Spec.Address + ": " + reports.VerdictsText(cells) + ".")
	}
	if few && len(cells) > 1 {
		answer.CellsScreen(s, part.plan.Spec.Address, cells)
	} else if len(cells) > 1 {
		answer.Farthest(s, cells)
	}
	if few {
		s.Blank()
		s.Say("again    " + command)
		provenance(s, []explained{part}, false)
	}
	answer.ReasonsScreen(s, cells, part.why.Reasons)
	if len(cells) == 1 {
		cellSettings(s, part.why)
	} else {
		settingsScreen(s, part.why.Settings())
	}
	if !few {
		provenance(s, []explained{part}, false)
		s.Say("again    " + command)
	}
	s.Blank()
	s.Next(fmt.Sprintf("All, with %s and %s: -v", result.Count(len(part.why.Notes), "note"), result.Count(len(part.why.Claims), "claim")))
}

// settingsScreen shows the settings that move cells significantly, that which moves most first; the others are counted.
func settingsScreen(s *term.Screen, all []workflow.SettingOver) {
	moves := list.Filter(all, func(o workflow.SettingOver) bool { return o.Nearer+o.Further > 0 })
	slices.SortStableFunc(moves, func(a, b workflow.SettingOver) int { return cmp.Compare(b.Nearer+b.Further, a.Nearer+a.Further) })
	still := len(all) - len(moves)
	if len(all) == 0 {
		return
	}
	s.Blank()
	if len(moves) == 0 {
		s.Say(fmt.Sprintf("Tried: %s, of which none moves a number significantly.", result.Count(still, "other setting")))
		return
	}
	s.Say("Numbers that come significantly nearer to the reported ones or go farther; approach is a mean in tolerances:")
	s.Rows(2, func(left int) string { return "" }, settingLines(moves[:min(len(moves), mostSettings)]))
	var rest []string
	if left := len(moves) - mostSettings; left > 0 {
		rest = append(rest, result.Count(left, "more setting")+": -v")
	}
	if still > 0 {
		rest = append(rest, fmt.Sprintf("%d that move nothing", still))
	}
	if len(rest) > 0 {
		s.Say(strings.Join(rest, "; "))
	}
}

// settingLines returns what settings do to numbers, below the headings.
func settingLines(all []workflow.SettingOver) [][]string {
	lines := [][]string{{"nearer", "farther", "of", "approach", "setting, in place of ours"}}
	for _, o := range all {
		lines = append(lines, []string{term.PadLeft(fmt.Sprint(o.Nearer), len("nearer")), term.PadLeft(fmt.Sprint(o.Further), len("farther")),
			fmt.Sprint(o.Beside), result.Tenth(o.Approach), o.Setting})
	}
	return lines
}

// alternativeLines returns what a cell is under other settings, below the headings.
func alternativeLines(all []workflow.Alternative) [][]string {
	lines := [][]string{{"would be", "change (95 %)", "nearer?", "setting, in place of ours"}}
	for _, a := range all {
		of := a.Cell.Metric.Scale.Of
		lines = append(lines, []string{reports.MeanText(a.Moved.Other), fmt.Sprintf("%s (%s)", result.Signed(of(a.Difference.Value)),
			result.IntervalText(of(a.Interval.Low), of(a.Interval.High))), a.Brings(), a.Named()})
	}
	return lines
}

// cellSettings shows what a cell is under other settings, that nearest to the reported number first.
func cellSettings(s *term.Screen, why workflow.Why) {
	near := why.Nearest()
	moves := list.Filter(near, func(a workflow.Alternative) bool { return a.Brings() != "not significantly" })
	if len(why.Other) == 0 {
		return
	}
	s.Blank()
	if len(moves) > 0 {
		s.Rows(2, func(left int) string { return result.Count(left, "more setting") + ": -v" }, alternativeLines(moves[:min(len(moves), mostSettings)]))
	}
	if still := len(why.Other) - len(moves); still > 0 {
		s.Say(fmt.Sprintf("%s tried, of which none moves it significantly.", result.Count(still, "other setting was", "other settings were")))
	}
}

// provenance says in three lines where numbers come from, of a paper or of a few cells.
func provenance(s *term.Screen, parts []explained, paper bool) {
	behind := list.FlatMap(parts, func(part explained) []workflow.Behind { return part.behind })
	facts := list.ByKey(workflow.FactsBehind(behind), func(f workflow.FactBehind) string { return f.Name })
	if len(facts) == 0 {
		return
	}
	s.Blank()
	for _, name := range []string{"data", "program"} {
		if len(facts[name].Values) == 0 {
			continue
		}
		s.Line(fmt.Sprintf("%-8s %s", name, strings.Join(facts[name].Values, "; ")))
	}
	seeds := list.Map(facts["seed"].Values, func(v string) string {
		return strings.TrimSuffix(v, " (master seed, from which every other is derived)")
	})
	amount := parts[0].plan.Amount()
	numbers := list.Map(parts, func(part explained) int { return part.plan.Replicates })
	if least, most := slices.Min(numbers), slices.Max(numbers); least < most {
		amount = fmt.Sprintf("%d to %d runs a cell", least, most)
	} else if paper {
		amount = fmt.Sprintf("%d runs a cell", most)
	}
	runs := workflow.RunsText(list.FlatMap(behind, func(x workflow.Behind) []workflow.RunBehind { return x.Runs }))
	s.Line(fmt.Sprintf("%-8s %s", "seed", strings.Join(append(seeds, amount, runs), "; ")))
}
