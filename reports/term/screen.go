package term

import (
	"cmp"
	"io"
	"strings"

	"nmfrepro/datasets/list"
)

// The bounds of the output of a command without -v.
const (
	ScreenWidth = 110
	ScreenLines = 40
)

// Screen is the answer to one question: parts in their order. Lists among them are cut until the whole has few enough lines.
type Screen struct {
	Width int    // columns; 0 is [ScreenWidth]
	Lines int    // 0 is [ScreenLines]
	With  string // flags with which the commands on it find what they are about, after a blank
	parts []part
}

// part is some lines that are shown, or a list of items that may be cut.
type part struct {
	items []string // an item may have several lines
	least int      // items that are wanted before other lists are longer; 0 of what is no list
	more  func(left int) string
}

func (p part) height(items int) (n int) {
	for _, s := range p.items[:items] {
		n += strings.Count(s, "\n") + 1
	}
	if items < len(p.items) && p.more(len(p.items)-items) != "" {
		n++
	}
	return n
}

// Wide returns the columns of the screen.
func (s *Screen) Wide() int { return cmp.Or(s.Width, ScreenWidth) }

// Say adds a line, folded; "" is an empty one.
func (s *Screen) Say(line string) {
	s.parts = append(s.parts, part{items: []string{Fold(line, s.Wide())}})
}

// Line adds a line that is cut at the width.
func (s *Screen) Line(line string) { s.Say(s.Cut(line, 0)) }

// OneLiners adds a list of items, each of which is a line that is cut at the width.
func (s *Screen) OneLiners(least int, more func(left int) string, items ...string) {
	s.List(least, more, list.Map(items, func(item string) string { return s.Cut(item, 0) })...)
}

// Cut returns a line that is cut between words so that it fits beside so many columns.
func (s *Screen) Cut(line string, beside int) string {
	const gone = " ..."
	if room := s.Wide() - beside; Width(line) > room {
		return Words(line, room-len(gone), room)[0] + gone
	}
	return line
}

// Blank adds an empty line, unless the screen is empty or ends in one.
func (s *Screen) Blank() {
	if n := len(s.parts); n > 0 && !strings.HasSuffix(s.parts[n-1].last(), "\n") && s.parts[n-1].last() != "" {
		s.Say("")
	}
}

func (p part) last() string {
	if len(p.items) == 0 {
		return ""
	}
	return p.items[len(p.items)-1]
}

// Columns adds rows of cells below their headings, all of them, as [Columns] writes them.
func (s *Screen) Columns(rows [][]string, spare ...string) {
	for _, line := range columns(rows, s.Wide(), spare) {
		s.parts = append(s.parts, part{items: []string{line}})
	}
}

// List adds items, of which at least some are shown. more returns the line for a number of items that are left out; it may return "".
func (s *Screen) List(least int, more func(left int) string, items ...string) {
	if len(items) > 0 {
		folded := list.Map(items, func(item string) string {
			return list.Join(strings.Split(item, "\n"), "\n", func(line string) string { return Fold(line, s.Wide()) })
		})
		s.parts = append(s.parts, part{folded, max(1, min(least, len(items))), more})
	}
}

// Rows adds rows of cells as Columns does, of which those below the headings are a list.
func (s *Screen) Rows(least int, more func(left int) string, rows [][]string, spare ...string) {
	if len(rows) > 1 {
		lines := columns(rows, s.Wide(), spare)
		s.parts = append(s.parts, part{items: lines[:1]})
		s.List(least, more, lines[1:]...)
	}
}

// Next adds the last line of a screen, the commands that show more. It is broken between its items only.
func (s *Screen) Next(items ...string) {
	line := ""
	for _, item := range items {
		if line != "" && Width(line)+3+Width(item) > s.Wide() {
			s.Say(line)
			line = ""
		}
		line = strings.TrimSpace(line + "   " + item)
	}
	s.Say(line)
}

// shown returns how many items of each part are shown.
func (s *Screen) shown() []int {
	room := cmp.Or(s.Lines, ScreenLines-1) // a line says how many more there are, and may wrap
	shown := list.Map(s.parts, func(p part) int {
		if p.least == 0 {
			return len(p.items)
		}
		return p.least
	})
	for i, p := range s.parts {
		room -= p.height(shown[i])
	}
	for i, p := range s.parts { // what is left goes to the lists in their order
		for shown[i] < len(p.items) {
			grown := p.height(shown[i]+1) - p.height(shown[i])
			if grown > room {
				break
			}
			shown[i], room = shown[i]+1, room-grown
		}
	}
	for i := len(s.parts) - 1; i >= 0 && room < 0; i-- { // nothing but lists gives way, the last first
		for p := s.parts[i]; p.least > 0 && shown[i] > 0 && room < 0; shown[i]-- {
			room += p.height(shown[i]) - p.height(shown[i]-1)
		}
	}
	return shown
}

// String returns the screen.
func (s *Screen) String() string {
	var b strings.Builder
	for i, n := range s.shown() {
		p := s.parts[i]
		for _, item := range p.items[:n] {
			b.WriteString(item + "\n")
		}
		if left := len(p.items) - n; left > 0 && p.more(left) != "" {
			b.WriteString(Fold(p.more(left), s.Wide()) + "\n")
		}
	}
	return b.String()
}

// WriteTo writes the screen.
func (s *Screen) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, s.String())
	return int64(n), err
}
