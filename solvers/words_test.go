package solvers

import (
	"strings"
	"testing"
)

// A word of another program leads to methods that are here, and hides none of them.
func TestWordsOfOthers(t *testing.T) {
	for word, name := range called {
		if _, ok := Find(name); !ok {
			t.Errorf("%s is called %s, which is no method", name, word)
		}
		if _, ours := Find(word); ours || elsewhere[word] != "" {
			t.Errorf("%s is a method or elsewhere", word)
		}
	}
	for word, instead := range elsewhere {
		first := strings.FieldsFunc(instead, func(r rune) bool { return r == ' ' || r == ',' || r == ':' })
		found := false
		for _, part := range first {
			_, is := Find(part)
			found = found || is
		}
		if _, ours := Find(word); ours || !found {
			t.Errorf("%s: %q names no method", word, instead)
		}
	}
	for word, want := range map[string]string{"KL": "nmf-kl", "Brunet": "nmf-kl", "cd": "hals", "fast HALS": "hals", "hals": "",
		"nothing": ""} {
		if got, _ := Called(word); got != want {
			t.Errorf("%s is %q, want %q", word, got, want)
		}
	}
	for _, word := range []string{"snmf/r", "nsNMF", "ANLS"} {
		if name, instead := Called(word); name != "" || instead == "" {
			t.Errorf("%s: %q, %q", word, name, instead)
		}
	}
}
