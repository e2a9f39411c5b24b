package note

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// A note is a sentence with names where there are some, and for programs its kind, the numbers and the sentence without them.
func TestNote(t *testing.T) {
	for _, tt := range []struct {
		note       Note
		text, form string
	}{
		{Of(Limit, "%d runs", 3), "3 runs", ""},
		{Of(Limit, "%d runs", 3).On("hals").On("nmf"), "hals: 3 runs", ""},
		{Note{Kind: Zero, Form: "0 at {features} and {samples}", Features: []int{2}, Samples: []int{1, 3}}.On("X.csv"),
			"X.csv: 0 at features 2 and samples 1, 3", "X.csv: 0 at {features} and {samples}"},
		{Note{Form: "{features}", Features: []int{1, 2, 3, 4, 5, 6}}.Named(strings.Split("abcdef", ""), nil),
			`features "a", "b", "c", "d", "e", ... (6)`, "{features}"},
		{Note{Form: "{components} are", Components: [][]int{{1, 4}, {3}}}, "components 1, 4 and component 3 are", "{components} are"},
		{Note{Form: "{entry}!", Entry: &Entry{Feature: 1, Sample: 2, Value: 0.5, Place: "row 1"}}, "X has 0.5 at row 1!", "{entry}!"},
		{Of(Read, "a file named {features}.csv"), "a file named {features}.csv", ""},
	} {
		if got := tt.note.String(); got != tt.text {
			t.Errorf("%q, want %q", got, tt.text)
		}
		if got := AsRemarks(nil, []Note{tt.note})[0]; got.Form != tt.form || got.Text != tt.text {
			t.Errorf("%+v, want form %q", got, tt.form)
		}
	}
}

func TestJSON(t *testing.T) {
	notes := []Note{Of(Rank, "too many")}
	got, err := json.Marshal(map[string]any{"notes": notes, "remarks": AsRemarks(notes, notes)})
	want := `{"notes":["too many"],"remarks":[{"level":"warning","kind":"rank","text":"too many"},{"level":"note","kind":"rank","text":"too many"}]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// The guide lists every kind with what it says, in our order, and nothing else.
func TestKindsOfTheGuide(t *testing.T) {
	guide, err := os.ReadFile("../../experiments/guide/STABILITY.md")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, k := range Kinds {
		want.WriteString("| `" + string(k.Kind) + "` | " + k.Doc + " |\n")
	}
	if !strings.Contains(string(guide), "| --- | --- |\n"+want.String()+"\n") {
		t.Errorf("experiments/guide/STABILITY.md lacks\n%s", want.String())
	}
}
