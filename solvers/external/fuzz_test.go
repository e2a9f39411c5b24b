package external

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
)

// Whatever a program says in result.json, it is fine or has one of our words for what is wrong, which a terminal may show.
func FuzzResult(f *testing.F) {
	for _, text := range []string{`{"status": "ok", "iterations": 3, "seconds": 0.5}`, `{"status": "failed", "message": "\u001b[2J"}`, `{"status": "fine"}`, `{"status": "ok", "iterations": -1}`, `[]`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var s said
		if json.Unmarshal(text, &s) != nil {
			return
		}
		failure := s.check()
		if failure == nil {
			if s.Status != "ok" {
				t.Fatalf("status %q is fine", s.Status)
			}
			return
		}
		if bad := strings.IndexFunc(strings.ReplaceAll(failure.Detail, "\n", ""), unicode.IsControl); bad >= 0 {
			t.Fatalf("%q reaches the terminal", failure.Detail)
		}
	})
}
