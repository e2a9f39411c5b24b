package answer

import (
	"nmfrepro/reports/result"
)

// leadSchema names what compare lead --format json writes: fields may be added, none is renamed.
const leadSchema = "nmfrepro/lead/2"

// leadsJSON is what compare lead writes for scripts.
type leadsJSON struct {
	Schema    string          `json:"schema"`
	Program   string          `json:"program"`
	Intervals string          `json:"intervals"` // for which rows they speak
	Tables    []leadTableJSON `json:"tables"`
}

type leadTableJSON struct {
	Address string              `json:"address"`
	Profile string              `json:"profile"`
	Classes map[string]int      `json:"classes"` // how many leads have each
	Counts  result.LeadCounts   `json:"counts"`
	Leads   []result.LeadSource `json:"leads"`
}

// Leads returns the JSON of compare lead: the address and profile of each table, and what its leads are made of.
func Leads(program string, tables []result.LeadTable) any {
	x := leadsJSON{Schema: leadSchema, Program: program, Intervals: result.OnTheseRows, Tables: []leadTableJSON{}}
	for _, t := range tables {
		x.Tables = append(x.Tables, leadTableJSON{
			Address: t.Address, Profile: t.Profile, Classes: result.ClassCounts(t.Sources), Counts: result.CountLeads(t.Sources),
			Leads: t.Sources,
		})
	}
	return x
}
