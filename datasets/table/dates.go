package table

import (
	"regexp"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
)

// date matches what spreadsheets make of names such as MARCH1 and SEPT2, in all their forms.
var date = regexp.MustCompile(`^(?i:[0-9]{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-[0-9]{1,2}|2[0-9]{3}-(03|09|12)-[0-9]{2}( .*)?)$`)

// dateNotes name points that are called by a date where others are not.
func dateNotes(t *Table) (notes []note.Note) {
	for _, side := range []Side{{Of: "features", Names: t.Features}, {Of: "samples", Names: t.Samples}} {
		dates := list.Filter(side.Names, date.MatchString)
		if len(dates) > 0 && len(dates) < len(side.Names) {
			notes = append(notes, note.Of(note.Read,
				"of the %s, %d of %d are named by a date, as %q: spreadsheets make dates of names such as MARCH1 and "+
					"SEPT2", side.Of, len(dates), len(side.Names), dates[0]))
		}
	}
	return notes
}
