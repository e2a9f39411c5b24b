package reports

import (
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// The matrix of a document has the first leads, and only the columns that do something to one of these; leads of several tables name theirs,
// and a lead in a loss says that it is by how many percent it is less.
func TestFirstLeads(t *testing.T) {
	lead := func(table, rival string, answers ...string) result.LeadSource {
		l := result.LeadSource{Table: table, Name: "Ours", RivalName: rival, Metric: "msl", Unit: result.Percent, Class: "needs", Needs: []string{"stop"}, Ours: 8}
		for i, a := range answers {
			l.Changes = append(l.Changes, result.Change{Factor: []string{"stop", "scale"}[i], Setting: []string{"iterations", "scaling"}[i], Value: "v", Answer: a,
				Who: result.OwnFalls, Left: 1, LeftLow: 0.5, LeftHigh: 2, Takes: 7})
		}
		return l
	}
	m := NewLeadMatrix([]result.LeadSource{lead("table1", "NMF", result.TakesHalf, result.Stays), lead("table2", "GNMF", result.Stays, result.TakesHalf)})
	if whole := m.Block(); !strings.Contains(whole, "scale") || !strings.Contains(whole, "table2, GNMF") || !strings.Contains(whole, ", % less\n") {
		t.Errorf("the matrix is\n%s", whole)
	}
	if first := m.First(1).Block(); strings.Contains(first, "scale") || strings.Contains(first, "GNMF") || !strings.Contains(first, "+1.0 ↓") {
		t.Errorf("of its first lead\n%s", first)
	}
	if keys := m.First(1).ColumnKeys(); len(keys) != 2 || keys[0] != "stop = iterations: v ()" {
		t.Errorf("keys %q", keys)
	}
}

// A lead that is not shown and alone has changes gets no column, beside a lead that is there.
func TestLeadsWithoutChanges(t *testing.T) {
	there := result.LeadSource{Table: "fig4", Name: "Ours", RivalName: "NMF", Metric: "acc", Class: "open", Best: true, Ours: 8}
	gone := result.LeadSource{Table: "table1", Name: "Ours", RivalName: "GNMF", Metric: "acc", Class: result.LeadNotShown, Best: true, Ours: 2,
		Changes: []result.Change{{Factor: "stop", Setting: "iterations", Value: "v", Answer: result.Stays, Left: 1, LeftLow: 0.5, LeftHigh: 2, Takes: 1}}}
	if m := withBest([]result.LeadSource{there, gone}); len(m.Columns) != 0 || len(m.Rows) != 2 {
		t.Errorf("%d columns and %d rows, want 0 and 2", len(m.Columns), len(m.Rows))
	}
}
