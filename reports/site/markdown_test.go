package site

import "testing"

func TestNote(t *testing.T) {
	got := string(note("**Bold** and `a < b`\ngoes on\n\n| x | y |\n| --- | --- |\n| 1 | <b> |\n\nafter it\n"))
	want := "<p><b>Bold</b> and <code>a &lt; b</code> goes on</p>" +
		`<div class="scroll" tabindex="0" role="region" aria-label="Table of the notes"><table class="plain"><tr><th>x</th><th>y</th></tr>` +
		"<tr><td>1</td><td>&lt;b&gt;</td></tr></table></div><p>after it</p>"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if note("") != "" {
		t.Error("no note gives HTML")
	}
}
