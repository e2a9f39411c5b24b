package errata

import "testing"

// A second transcription may be a paper.yaml, of which the table with the key counts, or all where none has it.
func TestSecondTranscription(t *testing.T) {
	paper := []byte(Preface + `tables:
  table1:
    number: Table I
    caption: Purity
    panels:
      a: {columns: [NMF], rows: {iris: ["0.91"]}}
  table2:
    number: Table II
    caption: Purity
    panels:
      a: {columns: [NMF], rows: {iris: ["0.92"]}}
`)
	for key, want := range map[string]int{"table1": 1, "table": 2} {
		all, err := (Reading{}).Second("paper.yaml", paper, key)
		if err != nil || len(all) != want || all[0].Panels[0].Rows[0].Cells[0] != "0.91" {
			t.Errorf("key %s: %d tables, %v; want %d", key, len(all), err, want)
		}
	}
	all, err := (Reading{}).Second("again.csv", []byte("data,NMF\niris,0.91\nwine,0.7\n"), "table1")
	if err != nil || len(all) != 1 || len(all[0].Panels[0].Rows) != 2 {
		t.Errorf("csv: %v, %v", all, err)
	}
}

func TestSheetsTogether(t *testing.T) {
	all := Sheets{{Unread: 2, Found: []Finding{{Severity: Error}, {Severity: Note}}}, {Unread: 1, Found: []Finding{{Severity: Doubt}}}}
	if all.Grave() != 2 || all.Unread() != 3 {
		t.Errorf("%d grave, %d not read, want 2 and 3", all.Grave(), all.Unread())
	}
}
