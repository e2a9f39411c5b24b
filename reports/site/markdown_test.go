package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNotes(t *testing.T) {
	got := string(notes("Lead of\ntwo lines.\n\n- **Bold** and `a < b`\n  goes on\n\n  | x | y |\n  | --- | --- |\n  | 1 | <b> |\n\n  after it\n- second\n\nEnd.\n"))
	want := "<p>Lead of two lines.</p>\n<ul>\n<li><p><b>Bold</b> and <code>a &lt; b</code> goes on</p>" +
		`<div class="scroll" tabindex="0" role="region" aria-label="Table of the notes"><table class="plain"><tr><th>x</th><th>y</th></tr>` +
		"<tr><td>1</td><td>&lt;b&gt;</td></tr></table></div><p>after it</p></li>\n<li><p>second</p></li>\n</ul>\n<p>End.</p>\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if notes("") != "" {
		t.Error("no notes give HTML")
	}
}

// The notes of the papers need nothing that is not rendered.
func TestNotesOfPapers(t *testing.T) {
	files, err := filepath.Glob("../../experiments/*/notes.md")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d notes (%v), want those of five papers", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		html := string(notes(string(data)))
		if items := strings.Count("\n"+string(data), "\n- "); strings.Count(html, "<li>") != items || items == 0 {
			t.Errorf("%s: %d items of %d", file, strings.Count(html, "<li>"), items)
		}
		for _, left := range []string{"**", "`", "| ---", "](", "\n#"} {
			if strings.Contains(html, left) {
				t.Errorf("%s: %q is left as it stands", file, left)
			}
		}
	}
}
