package reports

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/reports/term"
)

// LeadsTitle heads the table of what leads are made of.
const LeadsTitle = "What the leads are made of"

// LeadsSummary counts the leads of a table by class, for its first line.
func LeadsSummary(all []result.LeadSource) string {
	if len(all) == 0 {
		return "no lead"
	}
	return fmt.Sprintf("%s of %s: %s", result.Count(len(all), "lead"), all[0].Name, result.CountClasses(all))
}

// LeadsLines returns what leads are made of: a table below its headings. Leads that are not there are left out.
func LeadsLines(all []result.LeadSource) [][]string {
	lines := [][]string{{"lead over", "metric", "data", "reported", "ours, 95 % on these rows", "class", "share"}}
	for _, l := range all {
		if l.Class == result.LeadNotShown {
			continue
		}
		ours := fmt.Sprintf("%s (%s)", result.Tenth(float64(l.Ours)), result.Tenths(float64(l.Low), float64(l.High)))
		lines = append(lines, []string{
			l.RivalName, result.Conclusion{Subject: result.Subject{Metric: l.Metric, Measure: l.Measure, Name: l.Name}}.MetricText(),
			cmp.Or(l.Dataset,
				"all"), result.Tenth(float64(l.Reported)),
			ours, l.Class, shareText(l),
		})
	}
	return lines
}

// shareText returns the share of the factor that takes most of a lead; of a lead of the model, that of the model.
func shareText(l result.LeadSource) string {
	switch {
	case l.Class == result.OfModel:
		return l.Model.Percent()
	case l.Deciding == nil:
		return ""
	case l.Class == result.LeadClassOf(l.Deciding.Factor):
		return l.Deciding.Share.Percent()
	}
	return l.Deciding.Factor + " " + l.Deciding.Share.Percent()
}

// LeadsText writes what the leads of a table are made of, for a terminal.
func LeadsText(t result.Table, all []result.LeadSource, w io.Writer) {
	fmt.Fprintf(w, "%s, profile %s: %s\n\n", t.Address, t.Profile, LeadsSummary(all))
	term.Columns(w, LeadsLines(all))
	fmt.Fprintln(w)
	for _, line := range LeadsNotes(all) {
		fmt.Fprintln(w, line)
	}
}

// LeadsNotes returns what to know below such a table: how many have a class, why each lead has its class, what would decide an open one,
// which are not there, which command runs what was not run, and which changes have numbers that were tuned on the labels.
func LeadsNotes(all []result.LeadSource) (notes []string) {
	notes = append(notes, LeadsNote(all), LeadsCount(all))
	var gone, commands, tuned []string
	for _, l := range all {
		if l.Class == result.LeadNotShown {
			gone = append(gone, LeadName(l))
			continue
		}
		notes = append(notes, fmt.Sprintf("%s, %s: %s", l.Class, LeadName(l), l.Why))
		for _, c := range l.Changes {
			if c.Lacking() {
				commands = list.AppendUnique(commands, fmt.Sprintf("%s, %s: %s", c.Answer, c.Setting, c.Command))
			}
			if c.Pair == result.BothTuned {
				tuned = list.AppendUnique(tuned, c.Which())
			}
		}
	}
	if len(tuned) > 0 {
		commands = append(commands, "both leads tuned on the labels, since one of them has no honest numbers: "+strings.Join(tuned, "; "))
	}
	if len(gone) > 0 {
		notes = append(notes, fmt.Sprintf("not shown, %d: %s", len(gone), strings.Join(gone, "; ")))
	}
	return append(notes, commands...)
}

// LeadsCount says how many of the leads that are there have a class, and what the others lack.
func LeadsCount(all []result.LeadSource) string {
	text := result.CountLeads(all).String()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// LeadsNote says how to read such a table.
func LeadsNote(all []result.LeadSource) string {
	return "A lead is of what is shown to take at least half of it, and of the model if every change is shown to leave at least half. " +
		"Shares are of the lead, " +
		"with their interval of 95 %; leads " + unitsOf(all) + ", on these rows."
}

func onData(l result.LeadSource) string {
	if l.Dataset == "" {
		return ""
	}
	return " on " + l.Dataset
}

// unitsOf says what leads are in.
func unitsOf(all []result.LeadSource) string {
	units := list.AppendUnique(nil, list.Map(all, func(l result.LeadSource) string { return l.Unit })...)
	return "are in " + list.Join(units, " or ", func(u string) string {
		if u == result.Percent {
			return "percent of the rival's loss"
		}
		return u
	})
}

// leadChange is a change of a lead as a line of a file.
var leadColumns = []string{
	"table", "method", "rival", "metric", "measure", "dataset", "unit", "reported", "ours", "ours_low", "ours_high", "class",
	"factor", "setting", "value", "answer", "left", "left_low", "left_high", "takes", "takes_low", "takes_high", "share", "share_low",
	"share_high", "n", "command", "on", "pair", "rows",
}

// LeadsCSV writes a line for each change of each lead.
func LeadsCSV(all []result.LeadSource, w io.Writer) error {
	lines := [][]string{leadColumns}
	for _, l := range all {
		for _, c := range l.Changes {
			line := []string{l.Paper + "/" + l.Table, l.Method, l.Rival, l.Metric, l.Measure, l.Dataset, l.Unit, l.Reported.Exact(), l.Ours.Exact(),
				l.Low.Exact(), l.High.Exact(), l.Class,
				c.Factor, c.Setting, c.Value, c.Answer}
			for _, v := range []result.Known{c.Left, c.LeftLow, c.LeftHigh, c.Takes, c.Low, c.High, c.Share.Share, c.Share.Low, c.Share.High} {
				line = append(line, v.Exact())
			}
			lines = append(lines, append(line, fmt.Sprint(c.N), c.Command, l.On, c.Pair, strconv.Itoa(cmp.Or(c.Rows, l.Rows))))
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// LeadName names a lead in a sentence: over NMF in acc on yale.
func LeadName(l result.LeadSource) string { return strings.TrimSpace(l.Over() + onData(l)) }
