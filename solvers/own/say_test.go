package own

import (
	"strings"
	"testing"

	"nmfrepro/datasets/note"
)

// Warnings come before notes, three lines have room for whole ones, and the rest is counted; with All nothing is left out.
func TestNotesAreFew(t *testing.T) {
	of := func(texts ...string) (notes []note.Note) {
		for _, text := range texts {
			notes = append(notes, note.Of(note.Zero, "%s", text))
		}
		return notes
	}
	long := strings.Repeat("many words ", 20)
	for _, test := range []struct {
		warnings, notes []note.Note
		all             bool
		want            string
	}{
		{nil, nil, false, ""},
		{of("w"), of("a", "b"), false, "c: warning: w|c: note: a|c: note: b|"},
		{of("w"), of("a", "b", "d", "e"), false, "c: warning: w|c: note: a|c: note: b|c: 2 more notes: -v|"},
		{of("w"), of("a", "b", "d"), true, "c: warning: w|c: note: a|c: note: b|c: note: d|"},
		{nil, of("a", long, "b"), false, "c: note: a|c: note: b|c: 1 more note: -v|"},
		{nil, of(long + long), false, "c: note: " + long + long + "|"}, // none is cut
	} {
		var out strings.Builder
		Console{Messages: &out, Command: "c", All: test.all}.Say(test.warnings, test.notes)
		if got := strings.ReplaceAll(out.String(), "\n", "|"); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
