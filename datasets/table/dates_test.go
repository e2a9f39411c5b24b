package table

import "testing"

// Names that a spreadsheet made dates of are told of; dates alone, as of a series, are names as others.
func TestDateNotes(t *testing.T) {
	for _, c := range []struct {
		names []string
		notes int
	}{
		{[]string{"1-Mar", "ACTB", "2-Sep"}, 1}, {[]string{"Mar-01", "ACTB"}, 1}, {[]string{"2026-09-02", "ACTB"}, 1}, {[]string{"MARCH1", "SEPT2"}, 0},
		{[]string{"Jan-20", "Feb-20"}, 0}, {nil, 0}, {[]string{"A-1-Mar", "100-Mar"}, 0},
	} {
		if notes := dateNotes(&Table{Features: c.names}); len(notes) != c.notes {
			t.Errorf("%q: %q", c.names, notes)
		}
	}
}
