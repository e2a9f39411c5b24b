package render

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// All lines of a Markdown table have the same number of columns, counted as GitHub does: by bars that are not escaped.
func TestMarkdownColumns(t *testing.T) {
	bars := regexp.MustCompile(`(^|[^\\])\|`)
	want := 0
	for line := range strings.Lines(render(t, canned(), "md", Options{})) {
		if !strings.HasPrefix(line, "|") {
			want = 0
			continue
		}
		got := len(bars.FindAllString(line, -1))
		if want == 0 {
			want = got
		}
		if got != want {
			t.Errorf("%d bars, want %d: %s", got, want, line)
		}
	}
}

// No LaTeX at hand: what a compiler would stumble on is checked by hand, braces, environments and the columns of a line.
func TestLaTeXStructure(t *testing.T) {
	text := regexp.MustCompile(`(?m)^%.*\n`).ReplaceAllString(render(t, canned(), "latex", Options{}), "")
	depth := 0
	bare := strings.NewReplacer(`\\`, "", `\{`, "", `\}`, "").Replace(text)
	for _, r := range bare {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			t.Fatal("a brace is closed that was not opened")
		}
	}
	if depth != 0 {
		t.Errorf("%d braces are not closed", depth)
	}
	if n := len([]rune(regexp.MustCompile(`[^\\][$^~]`).FindString(text))); n != 0 {
		t.Errorf("special characters are not escaped")
	}
	var open []string
	columns := 0
	environment := regexp.MustCompile(`\\(begin|end)\{([a-z*]+)\}(?:\{@\{\}(l+)@\{\}\})?`)
	span := regexp.MustCompile(`\\multicolumn\{([0-9])\}`)
	for line := range strings.Lines(text) {
		if m := environment.FindStringSubmatch(line); m != nil {
			switch {
			case m[1] == "begin":
				open = append(open, m[2])
			case len(open) == 0 || open[len(open)-1] != m[2]:
				t.Fatalf("end of %s within %v", m[2], open)
			default:
				open = open[:len(open)-1]
			}
			columns = len(m[3])
			continue
		}
		if columns == 0 || !strings.HasSuffix(line, `\\`+"\n") {
			continue
		}
		got := 1 + strings.Count(line, " & ")
		for _, m := range span.FindAllStringSubmatch(line, -1) {
			got += int(m[1][0]-'0') - 1
		}
		if got != columns {
			t.Errorf("%d columns, want %d: %s", got, columns, line)
		}
	}
	if len(open) != 0 {
		t.Errorf("open environments %v", open)
	}
}

// Tags are balanced, and no text of a note has become a tag.
func TestHTMLStructure(t *testing.T) {
	dec := xml.NewDecoder(strings.NewReader(render(t, canned(), "html", Options{})))
	known := strings.Fields("html head meta title style body h1 p div table caption thead tbody tr th td strong b span small abbr sup ul li")
	seen := map[string]bool{}
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			seen[start.Name.Local] = true
		}
	}
	for _, name := range known {
		if !seen[name] {
			t.Errorf("no element %s", name)
		}
		delete(seen, name)
	}
	if len(seen) > 0 {
		t.Errorf("unexpected elements %v", seen)
	}
}

// The bytes do not depend on the environment's language, which tablewriter looks at.
func TestSameBytesInEastAsia(t *testing.T) {
	defer twwidth.SetEastAsian(false)
	for _, f := range Names() {
		twwidth.SetEastAsian(false)
		want := render(t, canned(), f, Options{Width: 100})
		twwidth.SetEastAsian(true)
		if got := render(t, canned(), f, Options{Width: 100}); got != want {
			t.Errorf("%s changes with the language", f)
		}
	}
}
