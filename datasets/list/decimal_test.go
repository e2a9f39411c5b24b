package list

import (
	"errors"
	"testing"
)

func TestParseDecimal(t *testing.T) {
	for text, want := range map[string]error{
		"1e-400": ErrSmall, "0.00000001e-400": ErrSmall, "-3E-999": ErrSmall, "1e400": ErrLarge, "-1e400": ErrLarge, "0x10": ErrDecimal,
		"0": nil, "-0.0": nil, "0e-999": nil, "5e-324": nil, "1e308": nil, "12.5": nil,
	} {
		if _, err := ParseDecimal(text); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	if _, err := ParseDecimal("many"); err == nil || errors.Is(err, ErrSmall) {
		t.Errorf("a word is %v", err)
	}
}

func TestSentence(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := Sentence(names); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
