package reported

import "testing"

func TestParseCell(t *testing.T) {
	good := map[string]Cell{
		"0.97±0.01":     {Value: "0.97", SD: "0.01"},
		"**0.98±0.00**": {Value: "0.98", SD: "0.00", Bold: true},
		"12.30":         {Value: "12.30"},
		"**7**":         {Value: "7", Bold: true},
		"-0.5":          {Value: "-0.5"},
		".95±.01":       {Value: ".95", SD: ".01"},
		"93.1%":         {Value: "93.1%"},
		"1,000,209":     {Value: "1,000,209"},
		"illegible":     {Value: "illegible"},
		"":              {},
	}
	for text, want := range good {
		if got, err := ParseCell(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"0,97", "0.97±", "±0.1", "**0.97", "0.97**", "n/a", "0.97 ± 0.01", "****", "1e-3", ".", "1,00", "[20, 200]"} {
		if got, err := ParseCell(text); err == nil {
			t.Errorf("%q was read as %+v, want an error", text, got)
		}
	}
}
