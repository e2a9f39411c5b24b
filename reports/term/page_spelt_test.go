package term

import (
	"bytes"
	"fmt"
	"testing"
)

// Names reach a terminal without what it would act upon; the colours of the page itself stay.
func TestPageSpelt(t *testing.T) {
	var b bytes.Buffer
	p := &Page{Writer: &b, ANSI: true}
	fmt.Fprintf(p, "gene \x1b[2J\x07\u009b0m \r= agrees\n")
	if got, want := b.String(), "gene \\x1b[2J\\a\\u009b0m \\r\x1b[32m= agrees\x1b[0m\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.Reset()
	fmt.Fprintf(p, "\x1b[1mbest\x1b[0m \x1b[2J\n")
	fmt.Fprintf(&Page{Writer: &b}, "\x1b[1mbest\n")
	if got, want := b.String(), "\x1b[1mbest\x1b[0m \\x1b[2J\n\\x1b[1mbest\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if text := "é\u00a0名 ≠ 1\t2"; Spelt(text) != text {
		t.Errorf("%q", Spelt(text))
	}
}
