//go:build unix

package external

import (
	"errors"
	"strings"
	"testing"
)

// A failure comes with the likely cause, or with what to install.
func TestRemedy(t *testing.T) {
	p := &Program{Spec: Spec{Command: []string{"python3", "main.py"}}}
	for _, test := range []struct {
		f    Failure
		want string
	}{
		{Failure{Word: Crash, Tail: "ModuleNotFoundError: No module named 'no_such_module'"}, "python3 -m pip install no_such_module, or name another Python in command"},
		{Failure{Word: Crash, Tail: "Error in library(NMF) : there is no package called ‘NMF’"}, `install.packages("NMF")`},
		{Failure{Word: NotStarted}, "install python3, or name another program"},
		{Failure{Word: BadShape, Detail: "H.npy is 9×3, want 3×9", transposed: true}, "it is transposed"},
		{Failure{Word: BadShape, Detail: "H.npy is 4×9, want 3×9"}, "H rank × samples"},
		{Failure{Word: Negative}, "max(0, ·)"},
		{Failure{Word: NotFinite}, "divided by 0"},
		{Failure{Word: Crash, Tail: "Segmentation fault"}, "see what it said"},
		{Failure{Word: Timeout}, ""},
	} {
		if got := p.Remedy(&test.f); !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%v: %q, want %q", &test.f, got, test.want)
		}
	}
}

// Probe finds out whether a program can be started, and says which failure it is.
func TestProbe(t *testing.T) {
	for _, test := range []struct {
		command, version []string
		line             string
		word             Word
	}{
		{[]string{"sh", "x"}, nil, "", ""},
		{[]string{"sh", "x"}, []string{"sh", "-c", "echo tool 1.2; echo more"}, "tool 1.2", ""},
		{[]string{"sh", "x"}, []string{"sh", "-c", "echo lost >&2; exit 3"}, "", Crash},
		{[]string{"no-such-program"}, nil, "", NotStarted},
	} {
		p := &Program{Spec: Spec{Command: test.command, Version: test.version, Limits: defaults().Limits}, Temp: t.TempDir()}
		line, err := p.Probe(t.Context())
		word := Word("")
		if f, is := errors.AsType[*Failure](err); is {
			word = f.Word
		}
		if line != test.line || word != test.word {
			t.Errorf("%v: %q, %v; want %q, %q", test.command, line, err, test.line, test.word)
		}
	}
}
