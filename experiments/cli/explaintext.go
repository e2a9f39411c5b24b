package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/term"
)

// whyText tells what is known of some cells: errata, claims, settings under which they move, and the notes that fit.
func whyText(w io.Writer, why workflow.Why) {
	section := func(title string, n int) {
		if n > 0 {
			fmt.Fprintf(w, "\n%s\n", title)
		}
	}
	if text := answer.AssumedRuns(why.Cells); text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
	settingsText(w, why)
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
		fmt.Fprintf(w, "  %s: %s\n    reported numbers: %s; ours: %s\n", c.Key, c.Says, c.Own.Standing(), c.Ours)
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
	if c := why.Other[0].Cell; !slices.ContainsFunc(why.Other, func(a workflow.Alternative) bool { return a.Cell.Address != c.Address }) {
		fmt.Fprintf(w, "\nUnder other settings, that nearest to the reported %s first (ours %s):\n", reports.ReportedText(c),
			reports.MeanText(c))
		term.Columns(w, alternativeLines(why.Nearest()))
		oursText(w, why.Other)
		return
	}
	if all := why.Settings(); len(all) > 0 {
		fmt.Fprintf(w, "\nUnder other settings, those that bring the cells nearest first. Nearer and farther count significant changes; the "+
			"approach is a mean in tolerances:\n")
		term.Columns(w, settingLines(all))
		oursText(w, why.Other)
	}
}

// oursText tells what ours is of each setting, once.
func oursText(w io.Writer, other []workflow.Alternative) {
	fmt.Fprintln(w, "Ours:")
	lines := list.AppendUnique(nil, list.Map(other, func(a workflow.Alternative) string {
		if a.Subject == a.Key {
			return a.Key + ": " + a.Ours
		}
		return a.Key + " (" + a.Subject + "): " + a.Ours
	})...)
	for _, line := range lines {
		fmt.Fprintf(w, "  %s\n", line)
	}
}

// mostDifferent bounds how many values of a fact are named.
const mostDifferent = 5

// behindText tells where numbers come from: each fact once, with all its values, and every replicate.
func behindText(w io.Writer, all []workflow.Behind, command string) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "\nWhere it comes from: %s\n", list.Join(all[:min(len(all), 3)], ", ", func(x workflow.Behind) string {
		return x.Address
	})+more(len(all)-3))
	for _, f := range workflow.FactsBehind(all) {
		fmt.Fprintf(w, "  %-12s %s\n", f.Name, strings.Join(f.Values[:min(len(f.Values), mostDifferent)], "; ")+
			more(len(f.Values)-mostDifferent))
	}
	for _, x := range all {
		replicatesText(w, x)
	}
	if settings := workflow.SettingsBehind(all); len(settings) > 0 {
		fmt.Fprintln(w, "\nSettings:")
		for _, c := range settings {
			fmt.Fprintf(w, "  %s (%s): %s\n", c.Choice, strings.Trim(c.Status+", "+c.Place, ", "), c.Value)
		}
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
